//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Views that have inverses, and what they make of what a map computes.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_INVERSEVIEWS_H
#define LIFTDIALECT_ANALYSIS_INVERSEVIEWS_H

#include "LiftDialect/LiftOps.h"

namespace mlir::lift {

/// Whether a view has an inverse that is a view.
inline bool isBijective(Operation *view) {
  return isa<JoinOp, SplitOp, TransposeOp, AsScalarOp, AsVectorOp>(view);
}

/// The array whose view by `view`, which is bijective, is `value`.
Value applyInverse(OpBuilder &builder, Operation *view, Value value);

/// The views that make what a function returns of what a map computes, the
/// first first, if all that read the same can read it from the returned array:
/// up to the last view that cuts elements off, it alone uses what they make.
/// Nothing if that is not so, as where an operand before is returned from the
/// same map.
std::optional<SmallVector<Operation *>> getViewsOfResult(OpOperand &returned);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_INVERSEVIEWS_H
