//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fission: a reduction whose step has a loop of its own becomes a map, which
// has the loop, and a reduction of what the map computes; a map whose body has
// loops beside other things becomes several maps.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_FISSION_H
#define LIFTDIALECT_REWRITING_FISSION_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// The two patterns that a reduction has become.
struct Fission {
  MapOp map;
  ReduceOp reduce;
};

/// reduce (\a x -> g a (f x)) z = reduce g z . map f, where f is what the step
/// computes in patterns that do not depend on the accumulators, and from their
/// results. Exact. Replaces the reduction.
/// Refused: a step without such a pattern, or that needs nothing of it.
FailureOr<Fission> fissionReduction(RewriterBase &rewriter, ReduceOp reduce,
                                    Refusal &refusal);

/// Whether a pattern has others inside.
bool hasInnerPatterns(Operation *pattern);

/// map (\x -> g x (f x)) = map g x (map f x), where f is a pattern of the body
/// that has others inside, and g what needs it; of several such patterns, and
/// what is before them, each is a map of its own. What they pass to each other
/// is stored. Exact. Replaces the map; returns the new ones.
/// Refused: a body that is one such pattern, or has none.
FailureOr<SmallVector<MapOp>> fissionMap(RewriterBase &rewriter, MapOp map,
                                         Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_FISSION_H
