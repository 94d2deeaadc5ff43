//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a folder of files with what drivers have made of kernels, and
// the compiler of programs, so that the next process need not.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_BINARYCACHE_H
#define LIFTDIALECT_RUNTIME_BINARYCACHE_H

#include "LiftDialect/Runtime/Error.h"

#include <optional>
#include <string>

namespace mlir::lift::runtime {

/// A cache may lose files and never gives a wrong one: an entry holds its whole
/// key and a checksum. Each entry is a file that appears whole.
class BinaryCache {
public:
  /// `folder` is made when the first entry is stored.
  explicit BinaryCache(std::string folder) : folder(std::move(folder)) {}

  /// The binary that was stored for `key`, if there is one that is sound.
  std::optional<std::string> load(const std::string &key) const;
  Status store(const std::string &key, const std::string &binary) const;

private:
  std::string getPath(const std::string &key) const;

  std::string folder;
};

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_BINARYCACHE_H
