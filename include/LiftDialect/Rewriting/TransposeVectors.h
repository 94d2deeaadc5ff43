//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Squares of vectors that are transposed in registers.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_TRANSPOSEVECTORS_H
#define LIFTDIALECT_REWRITING_TRANSPOSEVECTORS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// Argument number `argument` of a map goes through as_vector w x, where x has
/// w rows of w numbers. It is made of the vectors along the columns of x:
///
///   as_vector w x = f^(log2 w) (as_vector w (transpose x))
///   f v = join (transpose [map low (zip a b), map high (zip a b)])
///     where a, b are the halves of v; low and high are those of the numbers of
///     two vectors in turn
///
/// with each f's result in private memory: w log2 w shuffles in place of w * w
/// numbers that are read one by one. Exact. Returns the maps, one for each f.
/// Refused: an argument that is something else; w that is no power of two.
FailureOr<SmallVector<MapOp>> transposeVectors(RewriterBase &rewriter,
                                               MapOp loop, unsigned argument,
                                               Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_TRANSPOSEVECTORS_H
