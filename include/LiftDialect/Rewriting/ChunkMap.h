//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A map over chunks of what another map goes through, whatever its body does.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_CHUNKMAP_H
#define LIFTDIALECT_REWRITING_CHUNKMAP_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// map f = join . map (map f) . split T or, where the number of elements is
/// rounded up, map f = take n . join . map (map f) . split T . pad. Exact.
/// A result that is only stored in private memory is stored as chunks. Replaces
/// the map; returns the one over the chunks, and the one over the elements of
/// each.
FailureOr<std::pair<MapOp, MapOp>> chunkMap(RewriterBase &rewriter, MapOp map,
                                            const Expr &size, bool isPadded,
                                            Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_CHUNKMAP_H
