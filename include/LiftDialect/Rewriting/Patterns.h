//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets of rewrite patterns, for greedy drivers of any pass. In schedules they
// are transform.apply_patterns.lift.*.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_PATTERNS_H
#define LIFTDIALECT_REWRITING_PATTERNS_H

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lift {

/// A view of an array of equal elements is such an array.
void populateViewPatterns(RewritePatternSet &patterns);

/// a * b + c with one rounding. Not exact: the product is not rounded.
void populateContractPatterns(RewritePatternSet &patterns);

/// The inverse, and (acc + a) + b = acc + (a + b), for sums that are declared
/// associative and commutative: rewrites that need laws know additions of one
/// term.
void populateExpandSumsPatterns(RewritePatternSet &patterns);

/// A loop goes through an array once, whatever it does with its elements.
void populateMergeInputsPatterns(RewritePatternSet &patterns);

/// Reductions of numbers in the same block that may be cut into parts, and go
/// through a common array, are one with the accumulators of all. Exact.
void populateMergeReductionsPatterns(RewritePatternSet &patterns);

/// Whether these become one there, if they stand in the same block, go through
/// a common array, and none needs the other.
bool mayMergeReductions(ReduceOp first, ReduceOp second);

/// Steps that combine a term only in some cases, or subtract it, combine one in
/// each; reductions and scans of which laws can be proved declare them;
/// accumulators that count are arrays of indices, so that what reads them
/// depends on none; the first of the best elements is the best one with the
/// smallest index, or the best one before NaN. Exact.
void populateDeduceLawsPatterns(RewritePatternSet &patterns);

/// Sums, and disjunctions, of products of truth values are sums of products of
/// integers. Exact.
void populateCountTruthsPatterns(RewritePatternSet &patterns);

/// The inverse of the last: what goes through all elements in order keeps the
/// first of the best ones, without a comparison of indices, nor another number
/// before NaN. Exact.
void populateChooseInOrderPatterns(RewritePatternSet &patterns);

/// Whether that changes a reduction.
bool mayChooseInOrder(ReduceOp reduce);

/// Maps in each other that compute a number of each number of some arrays,
/// beside reductions of all of these as one row, are one map of rows. Exact.
void populateJoinMapsPatterns(RewritePatternSet &patterns);

/// A reduction or scan of arrays, element by element, is one of each element,
/// with the same values in the same order. Loops that say how they run stay.
void populateReduceElementsPatterns(RewritePatternSet &patterns);

/// Arrays whose elements an index function reduces are results of maps. Exact.
void populateMapGeneratedPatterns(RewritePatternSet &patterns);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_PATTERNS_H
