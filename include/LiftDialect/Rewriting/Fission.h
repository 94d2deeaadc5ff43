//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fission: a reduction whose step has a loop of its own becomes a map, which
// has the loop, and a reduction of what the map computes.
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

/// map (g . f) = map g . map f, where f is what pattern `first` in the body of
/// the map computes, with the numbers that are made of that alone, and of what
/// is outside of the map, or of `around`, a map around it. Exact. What the map
/// yields of that as it is comes from the first of the two.
/// Replaces the map; returns the two maps.
/// Refused: a map that says how it runs; a pattern that is not in its body, or
/// that nothing needs.
FailureOr<std::pair<MapOp, MapOp>> fissionMap(RewriterBase &rewriter, MapOp map,
                                              Operation *first,
                                              Refusal &refusal,
                                              MapOp around = {});

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_FISSION_H
