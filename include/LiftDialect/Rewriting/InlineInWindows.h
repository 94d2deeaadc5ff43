//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps of numbers that are computed again wherever windows of what they compute
// are read, as in stencils.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_INLINEINWINDOWS_H
#define LIFTDIALECT_REWRITING_INLINEINWINDOWS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace mlir::lift {

/// The innermost of maps that do something to each number of arrays, and
/// nothing else; null if `map` is no such maps.
MapOp getNumberMap(MapOp map);

/// Computes what `map` computes where windows of it are read, in place of an
/// array: map f x = generate (\i. f x[i]). Exact.
///
/// Refused: what is no map of numbers; readers other than maps, reductions of
/// known lengths, `lift.at` and other arrays that are computed where they are
/// read, and views that add elements of any value between; arrays of which no
/// windows are read; readers that read all elements again in each step of
/// another loop; maps that say how they run; and more than `maxOps` operations
/// in all for each element.
LogicalResult inlineInWindows(RewriterBase &rewriter, MapOp map,
                              unsigned maxOps, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_INLINEINWINDOWS_H
