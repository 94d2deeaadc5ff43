//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps of a block that go through the same array become one, with the results
// of both: each element is read once,
//
//   map f x, map g x = map (\e -> (f e, g e)) x
//
// and likewise maps that are then all that is in the body. Exact.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_MERGEMAPS_H
#define LIFTDIALECT_REWRITING_MERGEMAPS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// The next map of the block that goes through an array that `first` goes
/// through, and that `isWanted`.
/// Refused: a map that says how it runs, and results that its block reads, but
/// for views that store them where the function returns them.
FailureOr<MapOp> findMapToMerge(
    MapOp first, Refusal &refusal,
    llvm::function_ref<bool(MapOp)> isWanted = [](MapOp) { return true; });

/// Makes one map, in the place of `second`, of two that findMapToMerge() has
/// found. Both are replaced.
MapOp mergeMaps(RewriterBase &rewriter, MapOp first, MapOp second);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_MERGEMAPS_H
