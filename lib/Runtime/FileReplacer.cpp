//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/FileReplacer.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlir::lift::runtime {

/// `path` with symbolic links followed, if it exists.
static std::string followLinks(const std::string &path) {
  char *resolved = realpath(path.c_str(), nullptr);
  if (!resolved)
    return path;
  std::string result = resolved;
  std::free(resolved);
  return result;
}

FileReplacer::FileReplacer(std::string name)
    : path(std::move(name)), target(followLinks(path)) {
  struct stat info;
  bool exists = stat(target.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    fail();
  } else if (exists && !S_ISREG(info.st_mode)) {
    openDirectly();
  } else if (exists && access(target.c_str(), W_OK) != 0) {
    fail();
  } else {
    openBeside();
  }
}

void FileReplacer::openDirectly() {
  descriptor = open(target.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0)
    fail();
}

void FileReplacer::openBeside() {
  temporary = target + ".XXXXXX";
  descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) {
    temporary.clear();
    return fail();
  }
  // mkostemp makes files that only the user may read.
  mode_t mask = umask(0);
  umask(mask);
  struct stat info;
  mode_t mode = stat(target.c_str(), &info) == 0 ? info.st_mode & 07777
                                                 : mode_t(0666 & ~mask);
  if (fchmod(descriptor, mode) != 0)
    fail();
}

FileReplacer::~FileReplacer() {
  if (descriptor >= 0)
    close(descriptor);
  if (!temporary.empty())
    unlink(temporary.c_str());
}

void FileReplacer::fail() {
  if (!error)
    error = Error{"cannot write '" + path + "': " + std::strerror(errno)};
}

void FileReplacer::write(const void *data, size_t size) {
  const char *next = static_cast<const char *>(data);
  while (!error && size != 0) {
    ssize_t written = ::write(descriptor, next, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return fail();
    next += written;
    size -= size_t(written);
  }
}

Status FileReplacer::check() const {
  if (error)
    return *error;
  return {};
}

Status FileReplacer::commit() {
  if (!error && close(std::exchange(descriptor, -1)) != 0)
    fail();
  if (!error && !temporary.empty() &&
      rename(temporary.c_str(), target.c_str()) != 0)
    fail();
  if (!error)
    temporary.clear();
  return check();
}

} // namespace mlir::lift::runtime
