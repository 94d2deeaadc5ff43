//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file says which atomic operations there are on devices.
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

/// Whether it takes a device with atomic operations on 64 bits, as not all are,
/// to update a number of this type so.
inline bool isWideUpdate(Type type) {
  return type.getIntOrFloatBitWidth() == 64;
}

/// Whether kernels update a value of this type in memory so, in one step: an
/// `i32` or `i64`, by a sum, the smaller or larger, and, or, xor; an `f32` or
/// `f64` by a sum; an `f32` by the smaller or larger.
inline bool isAtomicUpdate(arith::AtomicRMWKind kind, Type type) {
  using Kind = arith::AtomicRMWKind;
  if (kind == Kind::addf)
    return type.isF32() || type.isF64();
  if (isFloatLimit(kind))
    return type.isF32();
  return (type.isInteger(32) || type.isInteger(64)) &&
         llvm::is_contained({Kind::addi, Kind::maxs, Kind::mins, Kind::maxu,
                             Kind::minu, Kind::andi, Kind::ori, Kind::xori},
                            kind);
}

} // namespace mlir::lift

#endif // LIFTDIALECT_ATOMICUPDATES_H
