//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_INLINE_H
#define LIFTDIALECT_REWRITING_INLINE_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace mlir::lift {

/// Computes what `map` computes where windows of it are read, in place of an
/// array: map g . slide . map f = map (g . map f) . slide. Exact.
///
/// Refused: a map of more than the numbers of one array, or to another type;
/// where something reads it but maps, reductions of known lengths and lookups
/// of elements, behind views that have no elements of their own; where no
/// windows do; readers for which elements are read again in each of any number
/// of steps; and more than `maxOps` operations for each element together.
LogicalResult inlineInWindows(RewriterBase &rewriter, MapOp map,
                              unsigned maxOps, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_INLINE_H
