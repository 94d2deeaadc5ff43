//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Views that the body of a map yields, and concats that its loops read.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_YIELDEDVIEWS_H
#define LIFTDIALECT_REWRITING_YIELDEDVIEWS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// map (\x -> concat (f x) (v x)) = concat_1 (map f x) (v_1 x): what is one
/// behind the other in each element is so in the result, along the next
/// dimension. Exact. So are other views of what is computed in the body and of
/// its arguments, on the way to such a concat.
///
/// map (\x -> f (concat (v x) (w x))) = map f (concat_1 (v_1 x) (w_1 x)), where
/// v and w are views, and the concat interleaves (getNumInterleaved) or is what
/// reductions go through: loops in the body then go through an array from
/// outside (hoistReadConcats).
///
/// Returns the map in place of `map`.
/// Refused: no concat of either kind; a map that says how it runs.
FailureOr<MapOp> hoistConcats(RewriterBase &rewriter, MapOp map,
                              Refusal &refusal);

/// Only the second of these; whether there was any.
bool hoistReadConcats(RewriterBase &rewriter, MapOp map);

/// map (\x -> v (f x)) = v_1 (map f x): views of what a map yields are views of
/// its results. Exact. Returns the map in place of `map`, which may be that
/// itself.
MapOp hoistYieldedViews(RewriterBase &rewriter, MapOp map);

/// map (\x -> (f x, at (f x) i)) = (r, at_1 r i) with r = map f x: what stands
/// at a certain place of an array that the map yields, too, is read of its
/// result, so that nothing in the body reads that array. Exact. Returns the map
/// in place of `map`, which may be that itself.
MapOp readYields(RewriterBase &rewriter, MapOp map);

/// yield x = yield (map id x), where a pattern of the body of `map` computes x,
/// and others in it read it, too: each may then have it where it is fast to
/// read, and loops of its own store it. So for what a `lift.generate` computes,
/// which has no loops. With `isForAll` also what nothing else reads, so that it
/// may be computed elsewhere. Exact.
/// Refused: nothing is yielded so.
LogicalResult copyYields(RewriterBase &rewriter, MapOp map, bool isForAll,
                         Refusal &refusal);
/// Whether the element of a result is yielded so.
bool isYieldedToCopy(OpOperand &yielded);

/// return (V x) = return (map id (V x)), where x is a result of `map`, and V are
/// views: it is stored as the map computes it, and loops of their own go through
/// what is returned. Exact.
/// Refused: a result that is used otherwise; none.
LogicalResult copyResults(RewriterBase &rewriter, MapOp map, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_YIELDEDVIEWS_H
