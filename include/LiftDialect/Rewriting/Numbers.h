//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where numbers are computed that stand between loops: outside of them all, or
// in the innermost, so that the loops are perfectly nested; and once. Arrays of
// numbers of elements.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_NUMBERS_H
#define LIFTDIALECT_REWRITING_NUMBERS_H

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {

/// Moves what depends on nothing in any map, reduction or scan out of all of
/// them: numbers, and arrays that are functions of indices. Exact. What depends
/// on outer ones only stays, as the nest of an inner one may be perfect so.
void hoistInvariants(func::FuncOp func);

/// Computes once what operations of the same body compute of the same numbers.
/// Exact. Not what is equal in loops inside of each other, which would stand
/// between these, nor arrays, which each reader may compute for itself.
void mergeEqualNumbers(RewriterBase &rewriter, func::FuncOp func);

/// Moves those of `ops` that compute numbers to the innermost map that is all
/// that uses them: it is done for each of its elements, but not for each step
/// of a reduction.
void sinkNumbers(RewriterBase &rewriter, ArrayRef<Operation *> ops);

/// Moves numbers between the maps of a nest of numbers to the innermost, so
/// that the nest is perfect. Exact. False, and nothing is changed, where there
/// are none, where they are too much to be computed for each element, where
/// something else needs them, and where the innermost map has loops itself.
bool makePerfect(RewriterBase &rewriter, MapOp nest);

/// The array of the numbers 0, 1, ... below `count`, as integers of `type`.
Value createNumbers(OpBuilder &builder, Location loc, const Expr &count,
                    IntegerType type);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_NUMBERS_H
