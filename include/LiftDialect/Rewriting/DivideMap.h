//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Division of a map whose body has loops beside other things into several maps.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_DIVIDEMAP_H
#define LIFTDIALECT_REWRITING_DIVIDEMAP_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// map (\x -> g x (f x)) = map g x (map f x), where f is a pattern of the body
/// that has others inside (with `isForAll` any pattern), and g what needs it; of
/// several such patterns, and what is before them, each is a map of its own.
/// What they pass to each other is stored. Exact. Replaces the map; returns the
/// new ones.
/// Refused: a body that is one such pattern, or has none; an index that one of
/// the maps would pass to another.
FailureOr<SmallVector<MapOp>> divideMap(RewriterBase &rewriter, MapOp map,
                                        Refusal &refusal,
                                        bool isForAll = false);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_DIVIDEMAP_H
