//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block: cuts each dimension of a nest into parts, and puts the loops of all
// parts in any order. As an equation, for one dimension and a chunk of T,
//
//   map f = join . map (map f) . split T
//   reduce f z = reduce (reduce f) z . split T
//
// and for the order, the exchange of two loops with a transposition of what
// they go through. Every element is computed from the same values in the same
// order, so that the result is the same bit for bit; only reduced parts that
// change their order need laws.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_BLOCK_H
#define LIFTDIALECT_REWRITING_BLOCK_H

#include "LiftDialect/Rewriting/Nest.h"

namespace mlir::lift {

/// A part of a dimension; parts are counted from the outermost.
struct NestPart {
  unsigned dim;
  unsigned part;
};

struct BlockOptions {
  /// Dimensions that become one with the next, before all else. An operand that
  /// has both must have them beside each other; one that has one of two
  /// parallel ones is repeated along the other.
  SmallVector<unsigned> collapse;
  /// For each dimension (after collapsing), the sizes of its chunks from the
  /// outermost: {64, 4} makes three parts, of n / 64, 16 and 4.
  SmallVector<SmallVector<Expr>> chunks;
  /// All parts, from the outermost loop.
  SmallVector<NestPart> order;
  /// Dimensions whose size is rounded up to a multiple of the outermost chunk.
  /// What a parallel one computes there is dropped; the elements of a reduced
  /// one are such that they leave the accumulators as they are.
  SmallVector<unsigned> pad;
  /// The last parallel dimension, if its elements are computed `width` at a
  /// time; the chunks are then of vectors, and the padding is whole vectors.
  std::optional<unsigned> vectorDim;
  int64_t vectorWidth = 1;
};

struct BlockedNest {
  /// The loop of each part, in the order of `BlockOptions::order`.
  SmallVector<Operation *> loops;
  /// The outermost of the maps after the outermost reduction, if there are.
  MapOp epilogue;
};

/// Blocks the nest of `root`, a map or a reduction, and replaces it.
///
/// Refused: where there is no nest; an `order` that does not name each part
/// once; parts of a reduced dimension, or reduced dimensions, that change their
/// order without being declared associative and commutative; a padded reduced
/// dimension for which no elements are known that leave the accumulators alone.
///
/// Blocking nests as in "Achieving High-Performance the Functional Way"
/// (ICFP 2020) takes thousands of local rules; here it is one.
FailureOr<BlockedNest> blockNest(RewriterBase &rewriter, Operation *root,
                                 const BlockOptions &options, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_BLOCK_H
