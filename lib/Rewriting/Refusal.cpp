//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Refusal.h"

#include "LiftDialect/ElementTypes.h"

using namespace mlir;
using namespace mlir::lift;

LogicalResult lift::checkChunk(Operation *where, const Expr &size,
                               const Expr &chunk, Refusal &refusal) {
  if (chunk.getConstant().value_or(1) < 1)
    return refusal.set(where,
                       "a chunk has at least 1 element, not " + chunk.str());
  Expr count = Expr::exactDiv(size, chunk);
  return count.isError() ? refusal.set(where, count.getError()) : success();
}

LogicalResult lift::checkVectorWidth(Operation *where, int64_t width,
                                     Refusal &refusal) {
  if (isVectorWidth(width))
    return success();
  return refusal.set(where, "vectors have 2, 3, 4, 8 or 16 elements, not " +
                                Twine(width));
}
