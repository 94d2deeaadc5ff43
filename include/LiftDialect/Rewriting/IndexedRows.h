//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows at indices that a map computes, as rows of a view outside of the map:
//
//   map (i : I) { f (at x[g i]) } = map (i : I, row : lookup x at (map g I))
//                                     { f row }
//
// so that the loops of f and the map are a nest. Exact.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_INDEXEDROWS_H
#define LIFTDIALECT_REWRITING_INDEXEDROWS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// Moves arrays that the body of `map` reads at an index it computes out of the
/// map, and of the maps inside, the innermost first. An array must be from
/// outside of the map and the index in bounds, or have a default; else it
/// stays. Returns the map with further inputs, or `map` if only those inside
/// have any.
/// Refused: no such arrays; a map that says how it runs.
FailureOr<MapOp> hoistIndexedRows(RewriterBase &rewriter, MapOp map,
                                  Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_INDEXEDROWS_H
