//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Bytes.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlir::lift::runtime {

Bytes::Bytes(std::string text) {
  auto shared = std::make_shared<const std::string>(std::move(text));
  begin = shared->data();
  length = shared->size();
  owner = std::move(shared);
}

Bytes Bytes::borrow(std::string_view bytes) {
  Bytes result;
  result.begin = bytes.data();
  result.length = bytes.size();
  return result;
}

Bytes Bytes::slice(size_t offset, size_t numBytes) const {
  Bytes part = *this;
  part.begin += offset;
  part.length = numBytes;
  return part;
}

Result<Bytes> Bytes::map(const std::string &path) {
  auto fail = [&](const char *why) {
    return Error{"cannot read '" + path + "': " + why};
  };
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return fail(std::strerror(errno));
  struct stat info;
  const bool isRegular = fstat(descriptor, &info) == 0 &&
                         S_ISREG(info.st_mode) && info.st_size > 0;
  void *memory = MAP_FAILED;
  if (isRegular)
    memory = mmap(nullptr, size_t(info.st_size), PROT_READ, MAP_PRIVATE,
                  descriptor, 0);
  const int code = errno;
  close(descriptor);
  if (!isRegular)
    return fail("not a regular file, or empty");
  if (memory == MAP_FAILED)
    return fail(std::strerror(code));
  Bytes bytes;
  bytes.begin = static_cast<const char *>(memory);
  bytes.length = size_t(info.st_size);
  bytes.owner = std::shared_ptr<const void>(
      memory, [length = bytes.length](const void *address) {
        munmap(const_cast<void *>(address), length);
      });
  return bytes;
}

} // namespace mlir::lift::runtime
