//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RegularFile.h"

#include <cerrno>
#include <cstring>
#include <iterator>
#include <sys/stat.h>

namespace mlir::lift::runtime {

static Error makeReadError(const std::string &path, const char *why) {
  return Error{"cannot read '" + path + "': " + why};
}

Result<std::ifstream> openRegularFile(const std::string &path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0)
    return makeReadError(path, std::strerror(errno));
  if (!S_ISREG(info.st_mode))
    return makeReadError(path, "not a regular file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    return makeReadError(path, std::strerror(errno));
  return stream;
}

Result<std::string> readRegularFile(const std::string &path) {
  Result<std::ifstream> stream = openRegularFile(path);
  if (!stream)
    return stream.getError();
  std::string text{std::istreambuf_iterator<char>(*stream), {}};
  if (stream->bad())
    return makeReadError(path, std::strerror(errno));
  return text;
}

} // namespace mlir::lift::runtime
