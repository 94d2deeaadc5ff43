//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums over long windows of rows, column by column: what attention to the keys
// before each query makes of their values, filters over time of many channels.
// The windows of neighbouring rows have all but one row in common, so that a
// work-item computes a vector of columns in some rows that follow each other,
// some taps at a time: what it loads of a row, all of its sums need (see
// lift-reuse-loads).
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The rows and the numbers in each that a work-item computes, and the taps
/// whose steps are written out.
static constexpr int64_t kItemRows = 8, kItemColumns = 4, kTapsOfRows = 8;
/// The work-items of a group, and the most and the fewest beside each other.
static constexpr int64_t kItemsOfRows = 256, kMostLanesOfRows = 32,
                         kLeastLanesOfRows = 4;
/// The fewest taps of a window, as stencils are for those of fewer.
static constexpr int64_t kFewestRowTaps = 82;

namespace {
struct WindowsOfRows {
  static FailureOr<WindowsOfRows> get(Problem &problem, Operation *pattern,
                                      Refusal &refusal);

  unsigned column() const { return nest.getNumParallelDims() - 1; }
  unsigned tap() const { return nest.getNumDims() - 1; }
  const Expr &getSize(unsigned dim) const { return nest.getDims()[dim].size; }

  /// Whether work-items for so many of all results and columns, if they are
  /// known, fill a device.
  bool hasResults(const Problem &problem, int64_t numParts = 1) const;

  Nest nest;
  /// The dimension of the rows along which windows slide.
  unsigned row = 0;
  /// How many columns are a vector in memory.
  int64_t width = 1;
};
} // namespace

/// The parallel dimension along which an operand goes as along the taps, if it
/// has those and the columns, which are neighbours in memory.
static std::optional<unsigned> findSlidingDim(const NestOperand &operand,
                                              unsigned column, unsigned tap) {
  std::optional<MemoryOffset> offset = getMemoryOffset(operand);
  if (!offset || !offset->steps[column].isConstant(1))
    return std::nullopt;
  for (unsigned dim : operand.dims)
    if (dim < column && goesAlike(*offset, dim, tap))
      return dim;
  return std::nullopt;
}

FailureOr<WindowsOfRows>
WindowsOfRows::get(Problem &problem, Operation *pattern, Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  WindowsOfRows result{*nest};
  const unsigned column = result.column(), tap = result.tap();
  if (column == 0 || tap != column + 1)
    return refusal.set(pattern, "reduces no windows of rows");
  std::optional<unsigned> row;
  SmallVector<NestOperand> others;
  SmallVector<Expr> multiples = {result.getSize(column)};
  for (Value value : nest->getStepOperands()) {
    const NestOperand operand = *nest->lookup(value);
    if (!hasDim(operand, column))
      continue;
    std::optional<UnitStride> unit = getUnitStride(operand);
    if (!unit || unit->dim != column)
      return refusal.set(pattern, "has columns that are no neighbours in "
                                  "memory");
    llvm::append_range(multiples, unit->otherSteps);
    std::optional<unsigned> own = findSlidingDim(operand, column, tap);
    if (own && row && row != own)
      return refusal.set(pattern, "reduces windows along different rows");
    if (own)
      row = own;
    else if (hasDim(operand, tap))
      others.push_back(operand);
  }
  if (!row)
    return refusal.set(pattern, "reduces no windows of rows");
  // What the rows share is read once for those of a work-item.
  if (llvm::any_of(others, [&](const NestOperand &operand) {
        return hasDim(operand, *row);
      }))
    return refusal.set(pattern, "reduces what are no windows of rows");
  if (!canBeVectors(*nest))
    return refusal.set(pattern, "has values that there are no vectors of");
  result.row = *row;
  if (problem.dividesAll(kItemColumns, multiples, /*isInner=*/true))
    result.width = kItemColumns;
  return result;
}

bool WindowsOfRows::hasResults(const Problem &problem, int64_t numParts) const {
  const int64_t enough = problem.getDevice().computeUnits * kItemsOfRows *
                         kItemRows * kItemColumns;
  return problem.getValue(countResults(nest)).value_or(enough) * numParts >=
             enough &&
         problem.getValue(getSize(column())).value_or(enough) >=
             kLeastLanesOfRows * kItemColumns;
}

/// The work-items of a group beside each other: as many as rows have columns
/// for.
static int64_t chooseLanesOfRows(const Problem &problem, const Expr &columns) {
  const int64_t length =
      problem.getValue(columns).value_or(kMostLanesOfRows * kItemColumns);
  int64_t lanes = kMostLanesOfRows;
  while (lanes > kLeastLanesOfRows && lanes * kItemColumns > length)
    lanes /= 2;
  return lanes;
}

/// Groups around, in them the work-items, and the rows and columns of each.
static SmallVector<Handle> cutTilesOfRows(Problem &problem,
                                          const WindowsOfRows &windows,
                                          const Handle &root,
                                          Schedule &schedule) {
  const unsigned row = windows.row, column = windows.column();
  const int64_t lanes = chooseLanesOfRows(problem, windows.getSize(column));
  BlockOptions options;
  options.chunks.resize(windows.nest.getNumDims());
  auto cut = [&](unsigned dim, int64_t items, int64_t own) {
    options.chunks[dim] = {Expr(items * own), Expr(own)};
    if (!problem.divides(items * own, windows.getSize(dim)))
      options.pad.push_back(dim);
  };
  cut(row, kItemsOfRows / lanes, kItemRows);
  cut(column, lanes, kItemColumns);
  SmallVector<Expr> sizes;
  for (unsigned dim = 0; dim <= column; ++dim) {
    options.order.push_back({dim, 0});
    sizes.push_back(windows.getSize(dim));
  }
  options.order.append({{row, 1}, {column, 1}, {row, 2}, {column, 2}});
  options.order.push_back({windows.tap(), 0});
  SmallVector<Handle> loops = schedule.block(root, options);
  mapToGroups(schedule, ArrayRef(loops).take_front(column + 1),
              countTrips(problem, sizes, options));
  schedule.mapTo(loops[column + 1], {"lcl(1)", "lcl(0)"});
  return loops;
}

/// Has a loop over some taps load what is the same for all columns as vectors.
static void loadTogether(Problem &problem, const WindowsOfRows &windows,
                         const Handle &taps, Schedule &schedule) {
  const Nest &nest = windows.nest;
  StageChoice choice;
  choice.space = "private";
  choice.vector = kItemColumns;
  for (Value value : nest.getStepOperands()) {
    const NestOperand operand = *nest.lookup(value);
    std::optional<UnitStride> unit = getUnitStride(operand);
    if (hasDim(operand, windows.column()) || !unit ||
        unit->dim != windows.tap() ||
        !problem.dividesAll(choice.vector, unit->otherSteps, /*isInner=*/true))
      continue;
    choice.argument = getArgument(nest, value, windows.tap());
    schedule.mapTo(schedule.stage(taps, choice),
                   SmallVector<std::string>(
                       hasDim(operand, windows.row) ? 2 : 1, "seq unroll"));
  }
}

LogicalResult lift::planSplitWindowsOfRows(Problem &problem, Operation *pattern,
                                           const Handle &root,
                                           Schedule &schedule,
                                           Refusal &refusal) {
  FailureOr<WindowsOfRows> windows =
      WindowsOfRows::get(problem, pattern, refusal);
  if (failed(windows))
    return failure();
  const Expr &size = windows->getSize(windows->tap());
  const int64_t taps = problem.getValue(size).value_or(0);
  if (windows->hasResults(problem) || !windows->nest.mayReorder())
    return refusal.set(pattern, "has results enough, or sums in order");
  // The longest parts that divide all taps and are enough.
  const Expr bytes = countResultBytes(windows->nest);
  auto isGood = [&](int64_t part) {
    return taps % part == 0 && windows->hasResults(problem, taps / part) &&
           problem.isSpare(bytes * (taps / part));
  };
  int64_t part = taps / kTapsOfRows * kTapsOfRows;
  while (part >= kFewestRowTaps && !isGood(part))
    part -= kTapsOfRows;
  if (part < kFewestRowTaps || !problem.divides(part, size, /*isInner=*/true))
    return refusal.set(pattern, "has few results, or columns, also with parts "
                                "that divide its windows");
  schedule.comment("parts of " + Twine(part) + " taps");
  schedule.splitNest(root, {windows->tap()}, part, /*isPadded=*/false);
  return success();
}

LogicalResult lift::planWindowsOfRows(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  if (!device.hasLocalMemory || device.maxGroupSize < kItemsOfRows)
    return refusal.set(pattern, "the device has no groups of many work-items");
  FailureOr<WindowsOfRows> windows =
      WindowsOfRows::get(problem, pattern, refusal);
  if (failed(windows))
    return failure();
  const Expr &taps = windows->getSize(windows->tap());
  if (problem.getValue(taps).value_or(0) < kFewestRowTaps ||
      !problem.divides(kTapsOfRows, taps, /*isInner=*/true))
    return refusal.set(pattern, "is not known to have long windows, of whole "
                                "steps");
  if (!windows->hasResults(problem))
    return refusal.set(pattern, "has few results, or columns");

  schedule.comment(Twine(kItemRows) + " rows of " + Twine(kItemColumns) +
                   " columns for a work-item");
  SmallVector<Handle> loops = cutTilesOfRows(problem, *windows, root, schedule);
  schedule.comment("some taps of all of these at a time");
  BlockOptions options;
  options.chunks = {{}, {}, {kTapsOfRows}};
  options.order = {{2, 0}, {0, 0}, {1, 0}, {2, 1}};
  if (windows->width > 1) {
    options.vectorDim = 1;
    options.vectorWidth = windows->width;
  }
  SmallVector<Handle> steps =
      schedule.block(loops[windows->column() + 3], options);
  const SmallVector<std::string> own = {"seq unroll", "seq unroll"};
  schedule.place(steps[0], "private", own);
  loadTogether(problem, *windows, steps[0], schedule);
  schedule.mapTo(steps[1], own);
  schedule.unroll(steps[3]);
  schedule.mapTo(steps[4], own);
  schedule.cleanUp({"contract"}, loops.front());
  return success();
}
