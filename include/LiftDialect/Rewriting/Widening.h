//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors of the elements of a map, whatever its body does with them.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_WIDENING_H
#define LIFTDIALECT_REWRITING_WIDENING_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// map f = as_scalar . map f_w . as_vector w, where f_w does to vectors, and in
/// its maps, reductions and scans to arrays of vectors, what f does to numbers.
/// `width` must divide the number of elements. Exact. Replaces the map.
/// Refused: elements that are neither numbers nor arrays of numbers; other
/// patterns than maps, reductions and scans of numbers in the body; operations
/// without a form on vectors.
FailureOr<MapOp> widenMap(RewriterBase &rewriter, MapOp map, int64_t width,
                          Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_WIDENING_H
