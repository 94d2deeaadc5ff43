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

/// The map goes through as_vector w x as its argument number `argument`, where
/// x has w rows of w numbers. These vectors are made of those along the columns
/// of x:
///
///   as_vector w x = f^(log2 w) (as_vector w (transpose x))
///   f v = join (transpose [map low (zip a b), map high (zip a b)])
///
/// where a and b are the first and the second half of the vectors v, and low
/// takes the numbers of the lower halves of two vectors in turn, high those of
/// the upper halves,
///
/// with the result of each f in private memory: w log2 w shuffles in place of w
/// * w numbers that are read one by one. Exact. Returns the maps, one for each
/// f. Refused: an argument that is something else; w that is no power of two.
FailureOr<SmallVector<MapOp>> transposeVectors(RewriterBase &rewriter,
                                               MapOp loop, unsigned argument,
                                               Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_TRANSPOSEVECTORS_H
