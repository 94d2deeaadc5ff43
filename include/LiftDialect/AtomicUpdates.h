//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file says which atomic operations there are on every device.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ATOMICUPDATES_H
#define LIFTDIALECT_ATOMICUPDATES_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::lift {

/// Whether a float becomes the smaller or larger of itself and another: devices
/// do so to its bits.
inline bool isFloatLimit(arith::AtomicRMWKind kind) {
  using Kind = arith::AtomicRMWKind;
  return llvm::is_contained(
      {Kind::maximumf, Kind::minimumf, Kind::maxnumf, Kind::minnumf}, kind);
}

/// Whether kernels update a value of this type in memory so, in one step: an
/// `i32`, by a sum, the smaller or larger, and, or, xor; an `f32`, by a sum,
/// the smaller or larger.
inline bool isAtomicUpdate(arith::AtomicRMWKind kind, Type type) {
  using Kind = arith::AtomicRMWKind;
  if (kind == Kind::addf || isFloatLimit(kind))
    return type.isF32();
  return type.isInteger(32) &&
         llvm::is_contained({Kind::addi, Kind::maxs, Kind::mins, Kind::maxu,
                             Kind::minu, Kind::andi, Kind::ori, Kind::xori},
                            kind);
}

} // namespace mlir::lift

#endif // LIFTDIALECT_ATOMICUPDATES_H
