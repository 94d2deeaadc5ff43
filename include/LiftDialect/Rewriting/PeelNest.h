//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Peels a dimension of maps: its first elements and the others are computed by
// maps of their own,
//
//   map f x = concat (map f (take n x)) (map f (drop n x))
//
// and for a map inside of others the same in each of their elements, with the
// results joined along that dimension; or of a reduction, which reduces the
// others from what the first ones give,
//
//   reduce f z x = reduce f (reduce f z (take n x)) (drop n x)
//
// Exact.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_PEELNEST_H
#define LIFTDIALECT_REWRITING_PEELNEST_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// The maps of the first `size` elements of dimension `dim`, and of the others.
struct PeeledNest {
  MapOp first, rest;
};

/// Peels the map that is `dim` levels inside of `root`. Refused where the maps
/// around it compute something else, too, and for a size that leaves nothing.
FailureOr<PeeledNest> peelNest(RewriterBase &rewriter, MapOp root, unsigned dim,
                               const Expr &size, Refusal &refusal);

/// The reductions of the first `size` elements, and of the others. Refused for
/// a size that leaves nothing.
FailureOr<std::pair<ReduceOp, ReduceOp>> peelReduction(RewriterBase &rewriter,
                                                       ReduceOp reduce,
                                                       const Expr &size,
                                                       Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_PEELNEST_H
