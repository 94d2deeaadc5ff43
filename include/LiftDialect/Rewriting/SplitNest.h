//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reduction of a nest in parts that know nothing of each other: what matrix
// product libraries call split-K, for nests with few results of long
// reductions.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_SPLITNEST_H
#define LIFTDIALECT_REWRITING_SPLITNEST_H

#include "LiftDialect/Rewriting/Nest.h"

namespace mlir::lift {

struct SplitNestOptions {
  /// The reduced dimension that is cut; several, one after another, become one.
  SmallVector<unsigned> dims;
  /// The number of its elements that a part has.
  Expr size;
  /// Rounds that number up to whole parts, with elements that leave the
  /// accumulators as they are, but for the sign of zero. Where none are known,
  /// with any, and e takes the place of what the step makes of them.
  bool isPadded = false;
  /// Then with any elements, even where such are known: what is read is not
  /// behind a test.
  bool isMasked = false;
};

/// Nests: of the parts, whose outermost dimension is new, and of the results.
struct SplitNest {
  MapOp parts, results;
};

/// Cuts the reduction of the nest of `root`, which is replaced:
///
///   map (g . reduce (+) z . f) = map (g . reduce (+) z) . transpose . s
///   where s = map (map (reduce (+) e . f)) . split, in global memory
///
/// where e is neutral, and g what the nest does after its reduction.
///
/// Refused: a dimension that is not reduced; several that are not beside each
/// other, or of which an operand has some only; a nest with a dimension that no
/// operand of its step has; a reduction that is not declared associative, or,
/// for another than its outermost dimension, commutative; a step that does not
/// combine each accumulator with something that depends on none, or one without
/// a neutral element; parts that do not divide it, without padding.
FailureOr<SplitNest> splitNest(RewriterBase &rewriter, MapOp root,
                               const SplitNestOptions &options,
                               Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_SPLITNEST_H
