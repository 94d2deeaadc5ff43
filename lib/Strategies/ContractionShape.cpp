//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ContractionShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lift;

/// The operands that the reduction goes through.
static FailureOr<SmallVector<Value>> getFactors(const Nest &nest,
                                                Refusal &refusal) {
  SmallVector<Value> factors;
  for (Value value : nest.getStepOperands())
    if (llvm::any_of(nest.lookup(value)->dims,
                     [&](unsigned dim) { return nest.isReduced(dim); }))
      factors.push_back(value);
  if (factors.size() < 2)
    return refusal.set(nest.getRoot(), "reduces fewer than two operands");
  for (Value factor : factors)
    for (unsigned dim = nest.getNumParallelDims(); dim < nest.getNumDims();
         ++dim)
      if (!hasDim(*nest.lookup(factor), dim))
        return refusal.set(nest.getRoot(), "reduces dimensions that an operand "
                                           "does not have");
  return factors;
}

LogicalResult ContractionShape::divideFactors(const Nest &nest,
                                              ArrayRef<Value> factors,
                                              Refusal &refusal) {
  auto has = [&](unsigned dim) {
    return [&nest, dim](Value factor) {
      return hasDim(*nest.lookup(factor), dim);
    };
  };
  // What is the same for all rows and columns belongs to neither.
  auto hasOwn = [&](Value factor) {
    return llvm::any_of(nest.lookup(factor)->dims, [&](unsigned dim) {
      return !nest.isReduced(dim) && !llvm::all_of(factors, has(dim));
    });
  };
  // The columns are of the operands that have the last dimension that not all
  // have.
  unsigned last = 0;
  for (unsigned dim = 0; dim < nest.getNumParallelDims(); ++dim)
    if (llvm::any_of(factors, has(dim)) && !llvm::all_of(factors, has(dim)))
      last = dim;
  for (Value factor : llvm::make_filter_range(factors, hasOwn))
    (has(last)(factor) ? columnOperands : rowOperands).push_back(factor);
  for (ArrayRef<Value> kind : {ArrayRef(rowOperands), ArrayRef(columnOperands)})
    for (Value factor : kind)
      if (nest.lookup(factor)->dims != nest.lookup(kind.front())->dims)
        return refusal.set(nest.getRoot(),
                           "reduces operands of more than two kinds");
  if (rowOperands.empty() || columnOperands.empty())
    return refusal.set(nest.getRoot(), "reduces operands of one kind");
  return success();
}

void ContractionShape::joinOuter() {
  constexpr unsigned kRowAndColumn = 2;
  auto isNext = [&](unsigned axis, unsigned other) {
    return axes[other].firstDim == axes[axis].lastDim + 1;
  };
  if (outer.size() + kRowAndColumn <= kMaxLaunchDims ||
      !llvm::all_of_zip(ArrayRef(outer).drop_back(),
                        ArrayRef(outer).drop_front(), isNext))
    return;
  const unsigned first = outer.front(), count = outer.size();
  for (unsigned axis : ArrayRef(outer).drop_front())
    axes[first].size = axes[first].size * axes[axis].size;
  axes[first].lastDim = axes[outer.back()].lastDim;
  axes.erase(axes.begin() + first + 1, axes.begin() + first + count);
  auto renumber = [&](unsigned axis) {
    return axis > first ? axis - (count - 1) : axis;
  };
  row = renumber(row);
  column = renumber(column);
  for (unsigned &axis : reduced)
    axis = renumber(axis);
  outer = {first};
}

FailureOr<ContractionShape>
ContractionShape::get(const Nest &nest, bool joinsSteps, Refusal &refusal,
                      bool joinsRows, bool joinsReduced, bool joinsColumns) {
  if (!nest.getInnerReduce())
    return refusal.set(nest.getRoot(), "reduces nothing");
  auto factors = getFactors(nest, refusal);
  if (failed(factors))
    return failure();
  ContractionShape shape;
  shape.numAccumulators = nest.getInits().size();
  for (Value init : nest.getInits())
    shape.accumulatorBytes += getHeldBytes(getElementTypeOrSelf(init));
  if (failed(shape.divideFactors(nest, *factors, refusal)))
    return failure();
  NestOperand rows = *nest.lookup(shape.rowOperands.front());
  NestOperand columns = *nest.lookup(shape.columnOperands.front());
  std::optional<unsigned> row, column;
  for (unsigned dim = 0; dim < nest.getNumDims(); ++dim) {
    if (!hasDim(rows, dim) && !hasDim(columns, dim))
      return refusal.set(nest.getRoot(), "has a dimension that no operand has");
    bool joins = dim > 0 && hasDim(rows, dim) == hasDim(rows, dim - 1) &&
                 hasDim(columns, dim) == hasDim(columns, dim - 1) &&
                 nest.isReduced(dim) == nest.isReduced(dim - 1) &&
                 (joinsSteps || dim + 1 != nest.getNumDims()) &&
                 (joinsReduced || !nest.isReduced(dim)) &&
                 (joinsRows || nest.isReduced(dim) || hasDim(columns, dim)) &&
                 (joinsColumns || nest.isReduced(dim) || hasDim(rows, dim)) &&
                 canCollapse(nest, dim - 1);
    if (joins) {
      shape.axes.back().lastDim = dim;
      shape.axes.back().size =
          shape.axes.back().size * nest.getDims()[dim].size;
      continue;
    }
    shape.axes.push_back({dim, dim, nest.getDims()[dim].size});
    unsigned axis = shape.axes.size() - 1;
    if (nest.isReduced(dim))
      shape.reduced.push_back(axis);
    else if (!hasDim(columns, dim))
      row = axis;
    else if (!hasDim(rows, dim))
      column = axis;
  }
  if (!row || !column)
    return refusal.set(nest.getRoot(), "has no dimension that only one of its "
                                       "operands has, for each of them");
  shape.row = *row;
  shape.column = *column;
  for (unsigned axis = 0; axis < shape.axes.size(); ++axis)
    if (axis != shape.row && axis != shape.column &&
        !llvm::is_contained(shape.reduced, axis))
      shape.outer.push_back(axis);
  shape.joinOuter();
  return shape;
}

Expr ContractionShape::countResults() const {
  Expr count = axes[row].size * axes[column].size;
  for (unsigned axis : outer)
    count = count * axes[axis].size;
  return count;
}

//===----------------------------------------------------------------------===//
// Parts of schedules
//===----------------------------------------------------------------------===//

unsigned ContractionShape::getArgument(const Nest &nest, Value operand,
                                       unsigned axis) const {
  return lift::getArgument(nest, operand, axes[axis].firstDim);
}

BlockOptions ContractionShape::getTiles(int64_t rows, int64_t columns,
                                        int64_t steps,
                                        ArrayRef<unsigned> padded) const {
  BlockOptions options;
  for (const Axis &axis : axes)
    for (unsigned dim = axis.firstDim; dim < axis.lastDim; ++dim)
      options.collapse.push_back(dim);
  options.chunks.resize(axes.size());
  options.chunks[row] = {Expr(rows)};
  options.chunks[column] = {Expr(columns)};
  if (steps > 1)
    options.chunks[step()] = {Expr(steps)};
  for (unsigned axis : outer)
    options.order.push_back({axis, 0});
  options.order.push_back({row, 0});
  options.order.push_back({column, 0});
  for (unsigned axis : reduced)
    options.order.push_back({axis, 0});
  if (steps > 1)
    options.order.push_back({step(), 1});
  options.order.push_back({row, 1});
  options.order.push_back({column, 1});
  llvm::append_range(options.pad, padded);
  return options;
}
