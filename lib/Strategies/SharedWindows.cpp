//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of rows with the elements of a long window of each, as of queries
// with the keys around them: a band of a product of matrices. No tile of it has
// rows and columns of its own, as each row has other elements. So blocks of
// rows are multiplied by all that their windows have, which strategies for
// contractions do in tiles, and what is beside the band is dropped.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/Analysis/DeviceMemory.h"
#include "LiftDialect/Rewriting/SharedWindows.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The elements of a window from which on less than twice as much is computed
/// with the rows of a small block; and from which on so with a large one, whose
/// tiles are faster.
static constexpr int64_t kLeastWindow = 24, kLongWindow = 128;
static constexpr int64_t kSmallBlock = 32, kLargeBlock = 64;
/// The least elements of a sum: fewer take less time than what is around them.
static constexpr int64_t kLeastSum = 8;

/// Whether dimension `dim` is that of rows, which the nest reduces with the
/// elements of their windows.
static bool hasRowsOfWindows(const Nest &nest, unsigned dim) {
  bool hasWindows = false, hasRows = false;
  for (Value value : nest.getStepOperands()) {
    NestOperand operand = *nest.lookup(value);
    if (operand.dims.empty() || !nest.isReduced(operand.dims.back()))
      continue;
    hasWindows |= WindowOperand::get(operand, dim).has_value();
    hasRows |= hasDim(operand, dim) && !hasDim(operand, dim + 1);
  }
  return hasWindows && hasRows;
}

LogicalResult lift::planSharedWindows(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  unsigned dim = 0;
  while (dim + 1 < nest->getNumParallelDims() && !hasRowsOfWindows(*nest, dim))
    ++dim;
  if (dim + 1 >= nest->getNumParallelDims())
    return refusal.set(pattern, "multiplies no rows by the elements of their "
                                "windows");
  const Expr &length = nest->getDims()[dim + 1].size,
             &numRows = nest->getDims()[dim].size;
  const int64_t window = problem.getValue(length).value_or(0);
  const int64_t rows = window < kLongWindow ? kSmallBlock : kLargeBlock;
  if (window < kLeastWindow ||
      problem.getValue(numRows).value_or(rows) < rows ||
      problem.getValue(countReduced(*nest)).value_or(kLeastSum) < kLeastSum)
    return refusal.set(pattern, "has few rows, short sums or windows that are "
                                "short or of no known length");
  const Expr bytes = countBytes(TypeRange(pattern->getResultTypes()));
  if (!problem.isSpare(
          Expr::ceilDiv(bytes * (window + rows - 1), Expr(window))))
    return refusal.set(pattern, "leaves no memory for what is beside the band");
  const bool isPadded = !problem.divides(rows, numRows);
  schedule.comment("what the windows of " + Twine(rows) +
                   " rows have, for all of these");
  schedule.shareWindows(root, {dim, rows, isPadded});
  return success();
}
