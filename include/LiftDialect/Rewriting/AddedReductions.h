//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions that are added to each other become one.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_ADDEDREDUCTIONS_H
#define LIFTDIALECT_REWRITING_ADDEDREDUCTIONS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// sum f x + sum g y = sum (\(a, b) -> f a + g b) (x, y), whatever else is
/// added between the two. Replaces both, in the place of `second`, which stands
/// behind `first` in the same block. Up to rounding, as both are to be declared
/// associative and commutative.
/// Refused: what is no sum of that kind, or of another length; sums that are
/// not only added to each other; two initial values of which none is zero.
FailureOr<ReduceOp> mergeAddedReductions(RewriterBase &rewriter, ReduceOp first,
                                         ReduceOp second, Refusal &refusal);
/// The same with the next sum of its block for which that is not refused.
FailureOr<ReduceOp> mergeWithAddedReduction(RewriterBase &rewriter,
                                            ReduceOp first, Refusal &refusal);

/// acc (+) reduce (+) e x = reduce (+) acc x, e neutral, in the step of a
/// reduction with the same operation, where x is made of its elements alone:
/// nested sums are one over all dimensions.
/// Both are to be declared associative and commutative; up to rounding. Not
/// where another reduction, with which this one becomes one, does otherwise.
void populateContinueReductionsPatterns(RewritePatternSet &patterns);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_ADDEDREDUCTIONS_H
