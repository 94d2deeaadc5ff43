//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines Bytes: memory that several hold, and that may be a file.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_BYTES_H
#define LIFTDIALECT_RUNTIME_BYTES_H

#include "LiftDialect/Runtime/Error.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace mlir::lift::runtime {

/// Bytes that do not change, freed with their last handle.
class Bytes {
public:
  Bytes() = default;
  explicit Bytes(std::string text);
  /// Bytes that belong to somebody who lives longer.
  static Bytes borrow(std::string_view bytes);
  /// Those of a regular file, in memory where they are touched.
  static Result<Bytes> map(const std::string &path);

  const char *data() const { return begin; }
  size_t size() const { return length; }
  std::string_view view() const { return {begin, length}; }
  explicit operator bool() const { return begin != nullptr; }
  /// `numBytes` of them from `offset` on.
  Bytes slice(size_t offset, size_t numBytes) const;

private:
  std::shared_ptr<const void> owner;
  const char *begin = nullptr;
  size_t length = 0;
};

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_BYTES_H
