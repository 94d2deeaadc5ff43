//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of columns: the neighbours in memory are those of other results.
// Work-items beside each other, the lanes, have columns beside each other;
// those behind each other, the rows of a group, reduce every so many-th
// element, and their results are added through local memory. Where a device has
// none, a work-item reduces a few vectors of columns, in order.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/Rewriting/Combiner.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The work-items of a group, and the most that lie beside each other.
static constexpr int64_t kItems = 256, kLanes = 32;
/// The loads that a work-item has on its way at a time.
static constexpr int64_t kLoads = 8;
/// The vectors of a device on which a work-item is a thread.
static constexpr int64_t kWide = 8;
/// Reductions that are shorter are left to one work-item each.
static constexpr int64_t kShort = 32;

namespace {
/// The shape of a nest that reduces columns; numbers are those of axes, the
/// dimensions after collapsing.
struct Columns {
  /// The axes of groups, and the last parallel one.
  unsigned numOuter = 0;
  SmallVector<unsigned> collapse;
  SmallVector<unsigned> reduced;
  Expr count = 1, length = 1;
  /// How many columns a work-item reduces as a vector.
  int64_t width = 1;
  /// Whether there are elements that change no accumulator but in sign of zero.
  bool canPad = false;

  unsigned column() const { return numOuter; }
  unsigned getNumAxes() const { return numOuter + 1 + reduced.size(); }
};
} // namespace

/// Whether an operand of the step has neighbouring columns beside each other.
static bool hasColumns(const Nest &nest, unsigned column) {
  return llvm::any_of(nest.getStepOperands(), [&](Value value) {
    NestOperand operand = *nest.lookup(value);
    std::optional<UnitStride> unit = getUnitStride(operand);
    return unit && unit->dim == column &&
           llvm::any_of(operand.dims,
                        [&](unsigned dim) { return nest.isReduced(dim); });
  });
}

static bool canPadReduction(const Nest &nest) {
  Refusal refusal;
  FailureOr<Combiner> combiner = Combiner::get(nest.getInnerReduce(), refusal);
  if (failed(combiner))
    return false;
  SmallVector<Value> elements = llvm::to_vector(
      llvm::make_filter_range(nest.getStepOperands(), [&](Value value) {
        return llvm::any_of(nest.lookup(value)->dims,
                            [&](unsigned dim) { return nest.isReduced(dim); });
      }));
  return findNeutralElements(*combiner, elements, /*isExact=*/false)
      .has_value();
}

static FailureOr<Columns> getColumns(const Nest &nest, Refusal &refusal) {
  if (!nest.getInnerReduce())
    return refusal.set(nest.getRoot(), "reduces nothing");
  const unsigned column = nest.getNumParallelDims() - 1;
  if (!hasColumns(nest, column))
    return refusal.set(nest.getRoot(), "has no columns that are neighbours in "
                                       "memory and in the result");
  Columns columns;
  columns.canPad = canPadReduction(nest);
  columns.count = nest.getDims()[column].size;
  for (unsigned dim = 0, axis = 0; dim < nest.getNumDims(); ++dim) {
    if (nest.isReduced(dim))
      columns.length = columns.length * nest.getDims()[dim].size;
    // Columns stay apart from what is around them.
    bool joins = dim + 1 != column && dim != column &&
                 dim + 1 < nest.getNumDims() && canCollapse(nest, dim);
    if (joins) {
      columns.collapse.push_back(dim);
      continue;
    }
    if (dim < column)
      ++columns.numOuter;
    if (nest.isReduced(dim))
      columns.reduced.push_back(axis);
    ++axis;
  }
  return columns;
}

/// How many neighbours of `column` are one vector in all that is read and
/// written: `width` or 1.
static int64_t chooseWidth(Problem &problem, const Nest &nest, unsigned column,
                           int64_t width) {
  SmallVector<Expr> rows = {nest.getDims()[column].size};
  for (const NestOperand &operand : getOperands(nest)) {
    if (!hasDim(operand, column))
      continue;
    std::optional<UnitStride> unit = getUnitStride(operand);
    if (!unit || unit->dim != column)
      return 1;
    rows.push_back(unit->rowLength);
  }
  return problem.dividesAll(width, rows, /*isInner=*/true) ? width : 1;
}

/// Cuts the columns into chunks, of vectors, each with its loop around or
/// inside of the reduction.
static BlockOptions getBlock(const Columns &columns, int64_t chunk,
                             bool isPadded, bool reducesInside) {
  BlockOptions options;
  options.collapse = columns.collapse;
  options.chunks.resize(columns.getNumAxes());
  options.chunks[columns.column()] = {Expr(chunk)};
  if (isPadded)
    options.pad = {columns.column()};
  if (columns.width > 1) {
    options.vectorDim = columns.column();
    options.vectorWidth = columns.width;
  }
  for (unsigned axis = 0; axis <= columns.column(); ++axis)
    options.order.push_back({axis, 0});
  if (reducesInside)
    options.order.push_back({columns.column(), 1});
  for (unsigned axis : columns.reduced)
    options.order.push_back({axis, 0});
  if (!reducesInside)
    options.order.push_back({columns.column(), 1});
  return options;
}

/// The least power of two, at most `most`, that is at least `count` if that is
/// known.
static int64_t limit(int64_t most, std::optional<int64_t> count) {
  while (count && most > 1 && most / 2 >= *count)
    most /= 2;
  return most;
}

/// How many work-items reduce a column: fewer for a short one, and for one that
/// must not be padded.
static int64_t getNumRows(const Problem &problem, const Columns &columns,
                          int64_t lanes) {
  int64_t rows = std::min(kItems, problem.getDevice().maxGroupSize) / lanes;
  std::optional<int64_t> length = problem.getValue(columns.length);
  while (
      rows > 1 && length &&
      (*length < rows * kLoads / 2 || (!columns.canPad && *length % rows != 0)))
    rows /= 2;
  return rows;
}

static LogicalResult reduceByGroups(Problem &problem, const Columns &columns,
                                    const Handle &root, Schedule &schedule) {
  const int64_t lanes =
      limit(kLanes * columns.width, problem.getValue(columns.count)) /
      columns.width;
  const int64_t rows = getNumRows(problem, columns, lanes);
  const bool isWhole = problem.divides(rows, columns.length);
  if (rows == 1 || (!isWhole && !columns.canPad))
    return failure();
  schedule.comment("a group of " + Twine(lanes) + " lanes of " +
                   Twine(columns.width) + " columns, and " + Twine(rows) +
                   " rows");
  const bool isPadded = !problem.divides(lanes * columns.width, columns.count);
  SmallVector<Handle> loops = schedule.block(
      root, getBlock(columns, lanes, isPadded, /*reducesInside=*/true));
  mapToGroups(schedule, ArrayRef(loops).take_front(columns.numOuter + 1));
  schedule.mapTo(loops[columns.numOuter + 1], {"lcl(0)"});
  SplitChoice choice;
  choice.isStrided = true;
  choice.isPadded = !isWhole;
  choice.space = "local";
  SmallVector<Handle> parts =
      schedule.splitReduction(loops[columns.numOuter + 2], rows, choice);
  schedule.mapTo(parts[0], {"lcl(1)"});
  schedule.unroll(parts[1], kLoads);
  constexpr int64_t kSerial = 8;
  if (rows > kSerial)
    schedule.mapTo(schedule.treeReduction(parts[2], "local"), {"lcl(1)"});
  return success();
}

/// A work-item computes some vectors of columns, or as many numbers where they
/// are no vectors, a row of them after another as they stand in memory.
static void reduceByItems(Problem &problem, const Columns &columns,
                          const Handle &root, Schedule &schedule) {
  const int64_t device = problem.getDevice().vectorWidth;
  const int64_t size = limit(device >= kWide ? 4 * device : device,
                             problem.getValue(columns.count));
  schedule.comment(Twine(size) + " columns for a work-item");
  const bool isPadded = !problem.divides(size, columns.count);
  SmallVector<Handle> loops =
      schedule.block(root, getBlock(columns, size / columns.width, isPadded,
                                    /*reducesInside=*/false));
  Handle reduction = loops[columns.numOuter + 1];
  schedule.cleanUp({"views"});
  schedule.place(reduction, "private", {"seq"});
  mapToGroups(schedule, ArrayRef(loops).take_front(columns.numOuter + 1));
  schedule.mapTo(loops[loops.size() - 2], {"seq unroll"});
  schedule.mapTo(loops.back(), {"seq unroll"});
}

LogicalResult lift::planColumns(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  FailureOr<Columns> columns = getColumns(*nest, refusal);
  if (failed(columns))
    return failure();
  if (problem.getValue(columns->length).value_or(kShort) < kShort)
    return refusal.set(pattern, "has short columns");
  const DeviceModel &device = problem.getDevice();
  const unsigned column = nest->getNumParallelDims() - 1;
  if (!device.hasLocalMemory) {
    columns->width = chooseWidth(problem, *nest, column, device.vectorWidth);
    if (columns->width == 1 && device.vectorWidth < kWide)
      return refusal.set(pattern, "has columns that are no whole vectors");
    reduceByItems(problem, *columns, root, schedule);
    return success();
  }
  if (!nest->mayReorder())
    return refusal.set(nest->getOuterReduce(),
                       "is not declared associative and commutative");
  if (columns->reduced.size() > 1)
    return refusal.set(pattern, "reduces several dimensions that are not one");
  columns->width = chooseWidth(problem, *nest, column, device.vectorWidth);
  if (failed(reduceByGroups(problem, *columns, root, schedule)))
    return refusal.set(pattern, "cannot be padded to whole rows of a group");
  return success();
}
