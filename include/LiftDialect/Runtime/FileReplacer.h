//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares FileReplacer: files that appear whole or not at all.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_FILEREPLACER_H
#define LIFTDIALECT_RUNTIME_FILEREPLACER_H

#include "LiftDialect/Runtime/Error.h"

#include <cstddef>
#include <string>

namespace mlir::lift::runtime {

/// Writes beside the file and renames on commit(), so that a failure leaves
/// what was there before. Devices and pipes are written directly.
class FileReplacer {
public:
  /// Opens a file to become `path`; a failure is told by commit().
  explicit FileReplacer(std::string path);
  /// Removes what was not committed.
  ~FileReplacer();
  FileReplacer(const FileReplacer &) = delete;
  FileReplacer &operator=(const FileReplacer &) = delete;

  void write(const void *data, size_t size);
  /// What has gone wrong so far.
  Status check() const;
  /// Closes the file and gives it its name.
  Status commit();

private:
  void openDirectly();
  void openBeside();
  /// Keeps the first error, from errno.
  void fail();

  /// As the user spelled it, and with symbolic links followed.
  std::string path, target;
  /// Empty when the target is written directly.
  std::string temporary;
  int descriptor = -1;
  std::optional<Error> error;
};

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_FILEREPLACER_H
