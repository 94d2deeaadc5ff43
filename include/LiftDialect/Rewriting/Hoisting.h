//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop-invariant code motion of patterns out of maps.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_HOISTING_H
#define LIFTDIALECT_REWRITING_HOISTING_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// The innermost map around `pattern` that it needs no element of, seen through
/// the maps between; null if there is none.
MapOp findRepeatingMap(Operation *pattern);

/// Computes `pattern` once, before the innermost map around it that it needs no
/// element of:
///
///   map (\x -> g x c) xs = (\r -> map (\x -> g x r) xs) c
///   map (\x -> map (\y -> g x y (f y)) ys) xs
///     = (\r -> map (\x -> map g x (zip ys r)) xs) (map f ys)
///
/// where f y, and the numbers that are made of it alone, are stored for the
/// elements of the maps between. Exact. Replaces these maps; returns the
/// pattern, or the outermost map that computes it.
/// Refused: it needs an element of each map around; a map that says how it
/// runs; a result that nothing needs, or that cannot be stored.
FailureOr<Operation *> hoistPattern(RewriterBase &rewriter, Operation *pattern,
                                    Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_HOISTING_H
