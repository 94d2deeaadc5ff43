//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A refusal: why a rewrite does not apply. Every rewrite tests all of its
// preconditions before it changes the program; a refused one has changed
// nothing that is used.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_REFUSAL_H
#define LIFTDIALECT_REWRITING_REFUSAL_H

#include "LiftDialect/Expr/Expr.h"
#include "mlir/IR/Operation.h"

namespace mlir::lift {

/// Where and why a rewrite does not apply. The sentence is in the style of a
/// diagnostic: lower case, no full stop.
class Refusal {
public:
  /// Notes the reason; fails, so that a rewrite returns what this returns.
  LogicalResult set(Operation *where, const Twine &why) {
    op = where;
    reason = why.str();
    return failure();
  }

  Operation *getOp() const { return op; }
  StringRef getReason() const { return reason; }

private:
  Operation *op = nullptr;
  std::string reason;
};

/// Refuses to cut `size` elements, with others behind them to fill the last
/// chunk if `isPadded`, into chunks of `chunk` where that cannot be done,
/// whatever the names in them stand for; or if no array is so long.
LogicalResult checkChunk(Operation *where, const Expr &size, const Expr &chunk,
                         Refusal &refusal, bool isPadded = false);
/// Refuses to make arrays of values of which there are none: indices.
LogicalResult checkStorable(Operation *where, ValueRange values,
                            Refusal &refusal);
/// Refuses a pattern that says how it runs (`saysHowItRuns`): what a rewrite
/// makes of it would not say so.
LogicalResult checkSaysNothing(Operation *pattern, Refusal &refusal);
/// Refuses vectors of a width that there is none of.
LogicalResult checkVectorWidth(Operation *where, int64_t width,
                               Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_REFUSAL_H
