//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules on one reduction. Each says which laws it needs; `associative` and
// `commutative` of the reduction declare them.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_REDUCTIONS_H
#define LIFTDIALECT_REWRITING_REDUCTIONS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

struct SplitReductionOptions {
  /// The number of elements of a part; of strided parts, the number of parts.
  Expr size;
  /// Part i takes elements i, i + size, ... (or, with `chunk`, chunks of
  /// neighbours) instead of neighbours.
  bool isStrided = false;
  int64_t chunk = 1;
  /// Rounds the number of elements up to whole parts, with elements that leave
  /// the accumulators as they are, but for the sign of zero; or, where there are
  /// none, with some that are masked.
  bool isPadded = false;
  /// Then whole chunks are added: all chunks are whole.
  bool hasWholeChunks = false;
  /// Rounds the number of elements up to multiples of this one, which whole
  /// parts divide; 0 for no more than whole parts.
  int64_t multiple = 0;
  /// Where the parts' results are stored, if not where they are used.
  std::optional<AddressSpace> space;

  bool hasChunks() const { return isStrided && chunk > 1; }
};

struct SplitReduction {
  /// The map over the parts, the reduction of a part, and that of their results.
  MapOp parts;
  ReduceOp part, rest;
};

/// Reduces parts, and then their results:
///
///   reduce (+) z x = reduce (+) z (map (reduce (+) e) (split x))
///
/// where e is neutral. Needs steps that can be composed (Composition.h), of which
/// a part makes one function; strided also a commutative reduction. Not exact for
/// floating-point numbers, which the declaration allows.
FailureOr<SplitReduction> splitReduction(RewriterBase &rewriter,
                                         ReduceOp reduce,
                                         const SplitReductionOptions &options,
                                         Refusal &refusal);

/// reduce f z x = reduce (reduce f) z (split x): exact, whatever f is. With
/// `isPadded` the number of elements is rounded up to whole chunks, with elements
/// that there are, for which the accumulators stay as they are; f must be defined
/// for these. Returns the outer and the inner reduction.
FailureOr<std::pair<ReduceOp, ReduceOp>>
chunkReduction(RewriterBase &rewriter, ReduceOp reduce, const Expr &size,
               bool isPadded, Refusal &refusal);

/// Reduces a constant number of elements, a power of two, by adding `radix`
/// parts (halves) to each other until there are fewer elements than that: maps,
/// whose results are in `space`, and the combination of the last with the initial
/// values. Where the reduction is not commutative, neighbours are combined. Needs
/// what splitting needs, elements that are combined as they are, and a power of
/// two as radix. Returns the maps, the first first.
FailureOr<SmallVector<MapOp>> treeReduction(RewriterBase &rewriter,
                                            ReduceOp reduce, AddressSpace space,
                                            int64_t radix, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_REDUCTIONS_H
