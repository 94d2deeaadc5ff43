//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the step of a sum over pairs computes of the elements of one array
// alone, as a cosine of each row of an integral, is the same for all elements
// of the other: it is computed before, once for each.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_REPEATEDNUMBERS_H
#define LIFTDIALECT_REWRITING_REPEATEDNUMBERS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// How many instructions an operation on numbers takes, in about those of a
/// sum.
unsigned getCost(Operation *op);

/// reduce (\a y -> g a (f x) y) = (\r -> reduce (\a y -> g a r y)) (f x), in
/// maps and reductions over other dimensions than those of x, f having costly
/// operations: maps of their own, before the nest, compute all such numbers.
/// Exact.
/// Refused: what is no nest of maps and reductions with a step that reads no
/// number by all dimensions, as sums of products of a matrix do; dimensions
/// that are known to be short; nests without such numbers.
LogicalResult hoistRepeatedNumbers(RewriterBase &rewriter, Operation *nest,
                                   Refusal &refusal);

/// reduce (\a x -> reduce (+) a (f x)) z = reduce (\a x -> a + reduce (+) e (f
/// x)) z: sums over pairs, whose elements are not those of a matrix, so that
/// those of each x are a pattern of their own. Needs that the order of all may
/// change. Refused: other steps; sums of what has all dimensions, and short
/// ones.
LogicalResult separateInnerSums(RewriterBase &rewriter, ReduceOp reduce,
                                Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_REPEATEDNUMBERS_H
