//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pattern whose sizes are numbers in a function whose sizes are names: what
// it computes may then stand in registers.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_FIXSIZES_H
#define LIFTDIALECT_REWRITING_FIXSIZES_H

#include "LiftDialect/Rewriting/Refusal.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lift {

/// Computes a pattern for sizes that are numbers, and replaces it: of n
/// elements, where n = c,
///
///   map f x = take n (map f (take c x))
///
/// and the same for every array that it reads or computes, in all dimensions.
/// Exact; where the function does not require n = c, it does so by what the
/// views need. Returns the pattern.
///
/// Refused: a size that would be none, as 7 / 2; loops with sizes of their own;
/// arrays with these sizes in tuples.
FailureOr<Operation *> fixSizes(RewriterBase &rewriter, Operation *pattern,
                                const std::map<std::string, Expr> &sizes,
                                Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_FIXSIZES_H
