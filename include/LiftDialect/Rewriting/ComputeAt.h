//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Overlapped tiles: what a map computes is computed again for each tile of its
// reader, with as much around it as the tile's windows reach.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_COMPUTEAT_H
#define LIFTDIALECT_REWRITING_COMPUTEAT_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// Computes argument number `argument` of `loop`, a map that may be inside of
/// others, in its body: for windows of n and tiles of T,
///
///   map f (split T (slide n 1 (map g x)))
///     = map (f . slide n 1 . map g) (slide (T + n - 1) T x)
///
/// and the same for several dimensions, for the slides, splits, transpositions
/// and vectors between the two maps, and with a pad of what `g` computes, which
/// becomes one of `x`; elements that are constant there are selected. Exact.
/// Returns the map of a tile. Called `compute_at` in Halide ("Decoupling
/// Algorithms from Schedules for Easy Optimization of Image Processing
/// Pipelines", SIGGRAPH 2012).
///
/// Refused: an argument that is not of what a nest of one result computes, or
/// that others read, too; other views between them; single elements alone, and
/// no tiles; tiles that are no neighbours in one dimension, or of which there are
/// others than the loops have; a nest with a dimension that none of its operands
/// has.
FailureOr<MapOp> computeAt(RewriterBase &rewriter, MapOp loop,
                           unsigned argument, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_COMPUTEAT_H
