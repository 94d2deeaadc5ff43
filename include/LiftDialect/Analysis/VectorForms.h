//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what can be computed for several elements at a time,
// whatever their number: the pass that rewrites a pattern to one over vectors
// and the rules that say which widths it can have ask the same.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_VECTORFORMS_H
#define LIFTDIALECT_ANALYSIS_VECTORFORMS_H

#include "LiftDialect/LiftOps.h"

namespace mlir::lift {

/// Why a pattern stays scalar, and what its author can do about it.
struct VectorObstacle {
  std::string reason;
  std::string advice;
};

/// Elements of these types can be lanes, or else: which of them, called `what`,
/// cannot.
std::optional<VectorObstacle> findObstacleInTypes(TypeRange types,
                                                  const Twine &what);

/// The operations of a body have a form on vectors, where they follow from its
/// arguments.
std::optional<VectorObstacle> findObstacleInBody(Block &body);

/// The elements of a map, and what it does with them, have a form on vectors.
std::optional<VectorObstacle> findObstacleInElements(MapOp map);

/// The operation that combines accumulator number `i` with what a step computes
/// without it, or a fused multiply-add that adds a product to it; null if a
/// step is not of that form.
Operation *findLaneCombiner(ReduceOp reduce, unsigned i);

/// What such an operation combines with any number to that number.
TypedAttr getLaneNeutral(Operation *combiner);

/// What such an operation makes of two accumulators.
Value combineLanes(OpBuilder &builder, Operation *combiner, Value left,
                   Value right);

/// The elements of a reduction can be combined in lanes, whose accumulators are
/// combined at its end.
std::optional<VectorObstacle> findObstacleInSteps(ReduceOp reduce);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_VECTORFORMS_H
