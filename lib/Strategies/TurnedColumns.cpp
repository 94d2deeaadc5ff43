//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions on a CPU whose columns are no neighbours in memory, as products
// with a transposed matrix: each step of the sum would gather a vector of
// columns number by number, for each tile again. The matrix is turned before,
// once.
//
//===----------------------------------------------------------------------===//

#include "ContractionShape.h"
#include "LocalTile.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The dimensions of an operand of columns as its copy is to have them, by
/// their places: those of columns last. Nothing if the columns are neighbours
/// already, or if no steps of the sum are: then the copy may be as slow as what
/// it is for.
static std::optional<SmallVector<int64_t>>
getColumnsLast(const Nest &nest, const ContractionShape &shape,
               const NestOperand &operand) {
  std::optional<UnitStride> unit = getUnitStride(operand);
  if (!unit || !nest.isReduced(unit->dim) || hasWindows(operand))
    return std::nullopt;
  SmallVector<unsigned> dims = operand.dims;
  llvm::sort(dims);
  const Axis &column = shape.axes[shape.column];
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, dims.size()));
  std::stable_partition(order.begin(), order.end(), [&](int64_t place) {
    return dims[place] < column.firstDim || dims[place] > column.lastDim;
  });
  return order;
}

LogicalResult lift::planTurnedColumns(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal) {
  // So many rows multiply each number that is turned.
  constexpr int64_t kLeastRows = 32;
  if (!problem.getDevice().runsThreads())
    return refusal.set(pattern, "the work-items of the device are no threads");
  FailureOr<ContractionNest> contraction =
      getContraction(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const auto &[nest, shape] = *contraction;
  if (problem.getValue(shape.axes[shape.row].size).value_or(kLeastRows) <
      kLeastRows)
    return refusal.set(pattern, "has few rows");
  for (Value value : shape.columnOperands) {
    const NestOperand operand = *nest.lookup(value);
    std::optional<SmallVector<int64_t>> order =
        getColumnsLast(nest, shape, operand);
    if (!order)
      continue;
    schedule.comment("columns that are neighbours in memory");
    SmallVector<Handle> loops =
        schedule.block(root, getLoopsInOrder(llvm::to_vector(
                                 llvm::seq<unsigned>(0, nest.getNumDims()))));
    const unsigned outermost = *llvm::min_element(operand.dims);
    schedule.copyArgument(loops[outermost], getArgument(nest, value, outermost),
                          /*isBelowWindows=*/false, *order);
    return success();
  }
  return refusal.set(pattern, "has columns that are neighbours in memory");
}
