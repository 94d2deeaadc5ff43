//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules on scatter_reduce, whose steps may be done in any order.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_HISTOGRAMS_H
#define LIFTDIALECT_REWRITING_HISTOGRAMS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

struct SplitHistogramOptions {
  /// The number of elements of a part; of strided parts, the number of parts.
  Expr size;
  /// Part i takes elements i, i + size, ... instead of neighbours.
  bool isStrided = false;
  /// Rounds the number of elements up to whole parts, with some that go into
  /// no bin.
  bool isPadded = false;
  /// Where the bins of the parts are stored, if not where they are used. In
  /// local memory, those of the same number stand beside each other, so that
  /// work-items reach different banks.
  std::optional<AddressSpace> space;
};

struct SplitHistogram {
  /// The map over the parts, and the histogram of a part.
  MapOp parts;
  ScatterReduceOp part;
  /// The map over the bins that combines those of the parts.
  MapOp rest;
};

/// Whether `histogram` goes through what `map` computes, and nothing else reads
/// it, initial bins included: a part of the histogram can compute it.
bool isComputedFor(MapOp map, ScatterReduceOp histogram);

/// Gives each part bins of its own, and combines them:
///
///   scatter_reduce (+) z x
///     = zipWith (reduce (+)) z
///         (transpose (map (scatter_reduce (+) (broadcast e)) (split x)))
///
/// where e is neutral. Maps that only the histogram reads are done for each
/// part. Needs a step that combines each accumulator with something that
/// depends on none. Not exact for floating-point numbers, which the operation
/// allows.
FailureOr<SplitHistogram> splitHistogram(RewriterBase &rewriter,
                                         ScatterReduceOp histogram,
                                         const SplitHistogramOptions &options,
                                         Refusal &refusal);

/// scatter_reduce f z x = reduce (scatter_reduce f) z (split x): a chunk of
/// `size` elements after the other, each of which is copied to private memory,
/// so that the loads of a chunk do not wait for its steps. Exact. Maps that
/// only the histogram reads are done for each chunk; `isPadded` rounds the
/// number of elements up to whole chunks, with some that go into no bin.
/// Returns the reduction over the chunks, and the histogram of a chunk.
FailureOr<std::pair<ReduceOp, ScatterReduceOp>>
chunkHistogram(RewriterBase &rewriter, ScatterReduceOp histogram, int64_t size,
               bool isPadded, Refusal &refusal);

/// Makes one histogram of those of a map's elements, in the order of these:
///
///   map (scatter_reduce f z) x
///     = split n (scatter_reduce f (join (map (const z) x)) (join x))
///
/// where n is the number of bins of one, and m * n is added to the indices of
/// element m; those of no bin stay so. With `isTurned` elements and bins of the
/// same number are neighbours: the same with transposed arrays. Exact. The map
/// yields nothing but bins; its steps use no array of it.
FailureOr<ScatterReduceOp> joinHistograms(RewriterBase &rewriter, MapOp map,
                                          bool isTurned, Refusal &refusal);

struct SharedHistogram {
  /// The map that writes the initial bins.
  MapOp fill;
  ScatterReduceOp histogram;
  /// The map that takes the results from there; null if they stay there.
  MapOp copy;
};

/// Maps a histogram to the work-items of a group, `lcl(0)`, which share bins in
/// local memory:
///
///   scatter_reduce (+) z x = map id (scatter_reduce (+) (map id z) x)
///
/// With `isForGroups` to those of all groups, `glb(0)`, which share the bins of
/// the result, in global memory:
///
///   scatter_reduce (+) z x = scatter_reduce (+) (map id z) x
///
/// Needs steps that are atomic operations; for all groups also a histogram at
/// the top level.
FailureOr<SharedHistogram> shareHistogram(RewriterBase &rewriter,
                                          ScatterReduceOp histogram,
                                          bool isForGroups, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_HISTOGRAMS_H
