//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines what llvm::alignTo is where LLVM is not linked.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_ALIGNTO_H
#define LIFT_LIB_RUNTIME_ALIGNTO_H

#include <cstdint>

namespace mlir::lift::runtime {

/// The least multiple of `alignment`, in bytes, that is at least `numBytes`.
constexpr uint64_t alignTo(uint64_t numBytes, uint64_t alignment) {
  return (numBytes + alignment - 1) / alignment * alignment;
}

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_ALIGNTO_H
