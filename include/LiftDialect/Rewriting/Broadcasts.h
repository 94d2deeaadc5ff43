//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops that go through an array that is one value many times use the value:
//
//   map f (zip x (broadcast y)) = map (\a -> f a y) x
//
// A nest then says which of its dimensions an operand does not depend on.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_BROADCASTS_H
#define LIFTDIALECT_REWRITING_BROADCASTS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// Does so for one input of a map or a reduction that is a broadcast, of its
/// outermost dimension or, where the loops inside do nothing else with it, an
/// inner one. Not if a loop has no other input, which says how often it runs.
/// `alsoSplits` is for dimensions of one element that a view splits off, too.
bool dropBroadcast(RewriterBase &rewriter, OpOperand &input,
                   bool alsoSplits = false);

/// For all loops inside `root`, and itself. Exact. Refused if nothing changes.
LogicalResult dropBroadcasts(RewriterBase &rewriter, Operation *root,
                             bool alsoSplits, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_BROADCASTS_H
