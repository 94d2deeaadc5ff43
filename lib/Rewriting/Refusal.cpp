//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Refusal.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/LiftOps.h"

using namespace mlir;
using namespace mlir::lift;

LogicalResult lift::checkChunk(Operation *where, const Expr &size,
                               const Expr &chunk, Refusal &refusal,
                               bool isPadded) {
  if (chunk.getConstant().value_or(1) < 1)
    return refusal.set(where,
                       "a chunk has at least 1 element, not " + chunk.str());
  if (chunk.getConstant().value_or(1) > kMaxSize)
    return refusal.set(where, "a chunk has at most " + Twine(kMaxSize) +
                                  " elements, not " + chunk.str());
  Expr whole = isPadded ? Expr::ceilDiv(size, chunk) * chunk : size;
  if (whole.getConstant().value_or(1) > kMaxSize)
    return refusal.set(where, "would have a dimension of " + whole.str() +
                                  " elements; arrays have at most " +
                                  Twine(kMaxSize));
  Expr count = Expr::exactDiv(whole, chunk);
  return count.isError() ? refusal.set(where, count.getError()) : success();
}

LogicalResult lift::checkStorable(Operation *where, ValueRange values,
                                  Refusal &refusal) {
  if (llvm::none_of(values.getTypes(), llvm::IsaPred<IndexType>))
    return success();
  return refusal.set(where,
                     "would store an index, of which there are no arrays");
}

LogicalResult lift::checkSaysNothing(Operation *pattern, Refusal &refusal) {
  return saysHowItRuns(pattern) ? refusal.set(pattern, "says how it runs")
                                : success();
}

LogicalResult lift::checkVectorWidth(Operation *where, int64_t width,
                                     Refusal &refusal) {
  if (isVectorWidth(width))
    return success();
  return refusal.set(where, "vectors have 2, 3, 4, 8 or 16 elements, not " +
                                Twine(width));
}
