//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions whose operands stand in memory in an order in which no tile can
// be read: a kernel before turns them, once. On a CPU those are columns that
// are no neighbours, as of a product with a transposed matrix, of which each
// step of the sum would gather a vector number by number, for each tile again.
// On a device whose groups share tiles it is a batch that is the last
// dimension: a sector of memory would be read for each number. So it is with
// results, which another kernel turns then.
//
//===----------------------------------------------------------------------===//

#include "ContractionShape.h"
#include "LocalTile.h"
#include "NestShape.h"

#include "LiftDialect/Analysis/DeviceMemory.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// So many rows, and columns, multiply each number that is turned.
static constexpr int64_t kLeastSide = 32;
/// The least elements of a batch of which a sector of memory holds several.
static constexpr int64_t kLeastBatch = 8;

/// The order of dimensions that the copy of an operand of columns is to have:
/// those of columns last. Nothing if the columns are neighbours already, or if
/// no steps of the sum are: then the copy may be as slow as what it is for.
static std::optional<SmallVector<int64_t>>
getColumnsLast(const Nest &nest, const ContractionShape &shape,
               const NestOperand &operand) {
  std::optional<UnitStride> unit = getUnitStride(operand);
  if (!unit || !nest.isReduced(unit->dim) || hasWindows(operand))
    return std::nullopt;
  return moveAxis(operand, shape.axes[shape.column], /*toEnd=*/true);
}

/// The order of dimensions that the copy of an operand is to have if its
/// neighbours are elements of a batch, or of a reduced dimension around the
/// steps: those first.
static std::optional<SmallVector<int64_t>>
getBatchFirst(const Problem &problem, const ContractionShape &shape,
              const NestOperand &operand) {
  std::optional<UnitStride> unit = getUnitStride(operand);
  if (!unit || hasWindows(operand))
    return std::nullopt;
  for (unsigned axis : llvm::concat<const unsigned>(
           shape.outer, ArrayRef(shape.reduced).drop_back()))
    if (shape.axes[axis].lastDim == unit->dim &&
        problem.getValue(shape.axes[axis].size).value_or(0) >= kLeastBatch)
      return moveAxis(operand, shape.axes[axis], /*toEnd=*/false);
  return std::nullopt;
}

LogicalResult lift::planTurnedColumns(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal) {
  FailureOr<ContractionNest> contraction =
      getContraction(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const auto &[nest, shape] = *contraction;
  if (problem.getValue(shape.axes[shape.row].size).value_or(kLeastSide) <
      kLeastSide)
    return refusal.set(pattern, "has few rows");
  for (Value value : shape.columnOperands) {
    std::optional<SmallVector<int64_t>> order =
        getColumnsLast(nest, shape, *nest.lookup(value));
    if (!order)
      continue;
    schedule.comment("columns that are neighbours in memory");
    planCopy(nest, value, *order, root, schedule);
    return success();
  }
  return refusal.set(pattern, "has columns that are neighbours in memory");
}

LogicalResult lift::planTurnedBatches(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal) {
  FailureOr<ContractionNest> contraction =
      getContraction(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const auto &[nest, shape] = *contraction;
  for (unsigned side : {shape.row, shape.column})
    if (problem.getValue(shape.axes[side].size).value_or(0) < kLeastSide)
      return refusal.set(pattern, "has no rows or columns that are known to "
                                  "be many");
  for (Value value :
       llvm::concat<const Value>(shape.rowOperands, shape.columnOperands)) {
    std::optional<SmallVector<int64_t>> order =
        getBatchFirst(problem, shape, *nest.lookup(value));
    if (!order)
      continue;
    schedule.comment("a batch, or what is around steps, as first dimension");
    planCopy(nest, value, *order, root, schedule);
    return success();
  }
  return refusal.set(pattern, "has no batch that is known to be large and "
                              "whose elements are neighbours in memory");
}

/// Turns results whose neighbours in memory are elements of an outer axis,
/// after a kernel that has the batch as first dimension.
static LogicalResult planBatchLast(Problem &problem, Operation *pattern,
                                   const Nest &nest, const Axis &batch,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  if (problem.getValue(batch.size).value_or(0) < kLeastBatch)
    return refusal.set(pattern, "returns no batch that is known to be large as "
                                "last dimension");
  const Expr bytes = countBytes(TypeRange(pattern->getResultTypes()));
  if (!problem.isSpare(bytes))
    return refusal.set(pattern,
                       "leaves no memory for results of another order");
  SmallVector<unsigned> loops =
      llvm::to_vector(llvm::seq<unsigned>(0, nest.getNumDims()));
  std::stable_partition(loops.begin(), loops.end(), [&](unsigned dim) {
    return batch.firstDim <= dim && dim <= batch.lastDim;
  });
  schedule.comment("the batch as first dimension; another kernel turns it");
  schedule.copyResults(schedule.block(root, getLoopsInOrder(loops)).front());
  return success();
}

LogicalResult lift::planTurnedResults(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal) {
  FailureOr<ContractionNest> contraction =
      getContraction(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const auto &[nest, shape] = *contraction;
  for (unsigned side : {shape.row, shape.column})
    if (problem.getValue(shape.axes[side].size).value_or(kLeastSide) <
        kLeastSide)
      return refusal.set(pattern, "has few rows or columns");
  const unsigned rank = nest.getNumParallelDims();
  std::optional<SmallVector<unsigned>> order = getReturnedOrder(pattern);
  if (!order || order->size() != rank)
    return refusal.set(pattern, "has results that are not returned turned");
  for (unsigned axis : shape.outer)
    if (shape.axes[axis].lastDim == order->back())
      return planBatchLast(problem, pattern, nest, shape.axes[axis], root,
                           schedule, refusal);
  if (shape.axes[shape.row].lastDim != order->back())
    return refusal.set(pattern, "has neighbours of columns in its results");
  llvm::append_range(*order, llvm::seq(rank, nest.getNumDims()));
  schedule.comment(
      "the rows as columns, as these are neighbours in the result");
  schedule.block(root, getLoopsInOrder(*order));
  return success();
}
