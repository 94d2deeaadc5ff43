//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps that copy: what no operation computes where it is stored gets loops,
// which can be mapped.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_TRANSFORMS_IDENTITYMAPS_H
#define LIFTDIALECT_TRANSFORMS_IDENTITYMAPS_H

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::lift {

/// An identity map over all dimensions of `value`, with these mappings for the
/// outermost.
Value createIdentityMaps(OpBuilder &builder, Location loc, Value value,
                         ArrayRef<MappingAttr> mappings);
/// The same over values of the same sizes: one map has all of them.
SmallVector<Value> createIdentityMaps(OpBuilder &builder, Location loc,
                                      ValueRange values,
                                      ArrayRef<MappingAttr> mappings);

/// What identity maps, one in the other, copy into `value`; that itself if it
/// is no copy by maps.
Value getCopiedByMaps(Value value);

/// Gives what a terminator stores an identity map if no operation could store
/// it: it is a view, or others read it, too. An array of several parts may have
/// some that are computed and some that are not. Returns whether it changed
/// something.
bool makeStorable(OpBuilder &builder, OpOperand &operand);

} // namespace mlir::lift

#endif // LIFTDIALECT_TRANSFORMS_IDENTITYMAPS_H
