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

#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Rewriting/Combiner.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

#include <limits>

using namespace mlir;
using namespace mlir::lift;

/// The work-items of a group, and the most that lie beside each other.
static constexpr int64_t kColumnGroupItems = 256, kColumnLanes = 32;
/// The groups that a compute unit has at a time.
static constexpr int64_t kColumnGroupsOfUnit = 8;
/// The loads that a work-item has on its way at a time.
static constexpr int64_t kColumnLoads = 8;
/// Reductions that are shorter are left to one work-item each.
static constexpr int64_t kShort = 32;
/// The work-items of a compute unit that hide what each other waits for, where
/// there are no groups.
static constexpr int64_t kColumnItemsOfUnit = 64;

namespace {
/// The shape of a nest that reduces columns; numbers are those of axes, the
/// dimensions after collapsing.
struct Columns {
  /// The axes of groups, and the last parallel one.
  unsigned numOuter = 0;
  SmallVector<unsigned> collapse;
  SmallVector<unsigned> reduced;
  Expr count = 1, length = 1, numResults = 1;
  /// How many columns a work-item reduces as a vector.
  int64_t width = 1;
  /// The same of the columns of a chunk, of which only the last is not whole,
  /// where rows are no whole vectors.
  int64_t widthInChunk = 1;
  /// Whether there are elements that change no accumulator but in sign of zero.
  bool canPad = false;
  /// An operand that is the same for all columns, and its place among those of
  /// the reduction, if `steps` of its elements are a vector.
  std::optional<unsigned> shared;
  int64_t steps = 1;

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
  columns.numResults = countResults(nest);
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

/// Whether all that is reduced is what other patterns compute, as sums of
/// parts.
static bool reducesResults(const Nest &nest) {
  return llvm::all_of(nest.getStepOperands(), [&](Value value) {
    return getArray(*nest.lookup(value)).getDefiningOp() != nullptr;
  });
}

/// The lengths of rows in memory, if neighbouring columns are neighbours in all
/// that is read and written, so that they can be vectors; else none.
static SmallVector<Expr> getRowsOfVectors(const Nest &nest) {
  if (!canBeVectors(nest))
    return {};
  const unsigned column = nest.getNumParallelDims() - 1;
  SmallVector<Expr> rows = {nest.getDims()[column].size};
  for (const NestOperand &operand : nest.getOperands()) {
    if (!hasDim(operand, column))
      continue;
    std::optional<UnitStride> unit = getUnitStride(operand);
    if (!unit || unit->dim != column)
      return {};
    llvm::append_range(rows, unit->otherSteps);
  }
  return rows;
}

/// How many neighbouring columns are one vector in all that is read and
/// written: `width` or 1.
static int64_t chooseColumnWidth(Problem &problem, const Nest &nest,
                                 int64_t width) {
  const SmallVector<Expr> rows = getRowsOfVectors(nest);
  // Few sums of parts take little time, and may be of any number.
  const bool isInner = !problem.assumesParts() || !reducesResults(nest);
  return !rows.empty() && problem.dividesAll(width, rows, isInner) ? width : 1;
}

/// Finds an operand that is a vector for some steps of the reduction.
static void findShared(Problem &problem, const Nest &nest, Columns &columns) {
  const unsigned step = nest.getNumDims() - 1;
  const int64_t width = problem.getDevice().vectorWidth;
  if (columns.reduced.size() != 1 || nest.isReduced(step - 1) ||
      !canBeVectors(nest))
    return;
  unsigned position = 0;
  for (Value value : nest.getStepOperands()) {
    NestOperand operand = *nest.lookup(value);
    if (!hasDim(operand, step))
      continue;
    std::optional<UnitStride> unit = getUnitStride(operand);
    if (!hasDim(operand, columns.column()) && unit && unit->dim == step &&
        problem.divides(width, columns.length) &&
        problem.dividesAll(width, unit->otherSteps)) {
      columns.shared = position;
      columns.steps = width;
      return;
    }
    ++position;
  }
}

/// Cuts the columns into chunks, of vectors, each with its loop around or
/// inside of the reduction.
static BlockOptions getColumnBlock(const Columns &columns, int64_t chunk,
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
  if (columns.shared) {
    options.chunks[columns.reduced.back()] = {Expr(columns.steps)};
    options.order.push_back({columns.reduced.back(), 1});
  }
  if (!reducesInside)
    options.order.push_back({columns.column(), 1});
  return options;
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

/// The least power of two, at most `most`, that is at least `count` if that is
/// known.
static int64_t limit(int64_t most, std::optional<int64_t> count) {
  while (count && most > 1 && most / 2 >= *count)
    most /= 2;
  return most;
}

static int64_t getNumLanes(const Problem &problem, const Columns &columns) {
  return limit(kColumnLanes * columns.width, problem.getValue(columns.count)) /
         columns.width;
}

/// How many columns a work-item computes: some vectors of them, where that
/// leaves enough work-items and no rest.
static int64_t getNumOfItem(Problem &problem, const Columns &columns) {
  constexpr int64_t kVectors = 4;
  const DeviceModel &device = problem.getDevice();
  const int64_t width = device.vectorWidth;
  int64_t size = limit(kVectors * width, problem.getValue(columns.count));
  if (device.runsThreads())
    return size;
  std::optional<int64_t> results = problem.getValue(columns.numResults);
  const int64_t least = device.computeUnits * kColumnItemsOfUnit / 2;
  while (size > width && ((results && *results < size * least) ||
                          !problem.divides(size, columns.count,
                                           /*isInner=*/true)))
    size /= 2;
  return size;
}

/// How many work-items reduce a column: fewer for a short one, and for one that
/// must not be padded.
static int64_t getNumRows(const Problem &problem, const Columns &columns,
                          int64_t lanes) {
  int64_t rows =
      std::min(kColumnGroupItems, problem.getDevice().maxGroupSize) / lanes;
  std::optional<int64_t> length = problem.getValue(columns.length);
  while (rows > 1 && length &&
         (*length < rows * kColumnLoads / 2 ||
          (!columns.canPad && *length % rows != 0)))
    rows /= 2;
  return rows;
}

/// A group has lanes beside each other and rows behind each other.
static void reduceByGroups(Problem &problem, const Columns &columns,
                           const Handle &root, Schedule &schedule) {
  const int64_t lanes = getNumLanes(problem, columns);
  const int64_t rows = getNumRows(problem, columns, lanes);
  schedule.comment("a group of " + Twine(lanes) + " lanes of " +
                   Twine(columns.width) + " columns, and " + Twine(rows) +
                   " rows");
  const bool isPadded = !problem.divides(lanes * columns.width, columns.count);
  SmallVector<Handle> loops = schedule.block(
      root, getColumnBlock(columns, lanes, isPadded, /*reducesInside=*/true));
  Handle reduction = loops[columns.numOuter + 2];
  mapToGroups(schedule, ArrayRef(loops).take_front(columns.numOuter + 1));
  schedule.mapTo(loops[columns.numOuter + 1], {"lcl(0)"});
  if (rows > 1) {
    SplitChoice choice;
    choice.isStrided = true;
    choice.isPadded = !problem.divides(rows, columns.length);
    choice.space = "local";
    SmallVector<Handle> parts =
        schedule.splitReduction(reduction, rows, choice);
    schedule.mapTo(parts[0], {"lcl(1)"});
    constexpr int64_t kSerial = 8;
    if (rows > kSerial)
      schedule.mapTo(schedule.treeReduction(parts[2], "local"), {"lcl(1)"});
    reduction = parts[1];
  }
  schedule.unroll(reduction, kColumnLoads);
}

/// A work-item computes some vectors of columns, or as many numbers where they
/// are no vectors, a row of them after another as they stand in memory.
static void reduceByItems(Problem &problem, const Columns &columns,
                          const Handle &root, Schedule &schedule) {
  const int64_t size = getNumOfItem(problem, columns);
  schedule.comment(Twine(size) + " columns for a work-item");
  const bool isPadded = !problem.divides(size, columns.count);
  SmallVector<Handle> loops = schedule.block(
      root, getColumnBlock(columns, size / columns.width, isPadded,
                           /*reducesInside=*/false));
  ArrayRef<Handle> reductions =
      ArrayRef(loops).slice(columns.numOuter + 1, columns.reduced.size());
  Handle reduction = reductions.front(), own = loops[loops.size() - 2],
         stored = loops.back();
  if (columns.widthInChunk > 1) {
    const BlockOptions vectors =
        getInnerVectors(/*numLoops=*/1, columns.widthInChunk);
    own = schedule.block(own, vectors).front();
    stored = schedule.block(stored, vectors).front();
    for (const Handle &inner : llvm::reverse(reductions))
      schedule.relayout(inner);
  }
  schedule.cleanUp({"views"});
  schedule.place(reduction, "private", {"seq"});
  if (columns.shared) {
    schedule.comment("what all columns share, as vectors");
    StageChoice choice;
    choice.argument = *columns.shared;
    choice.space = "private";
    choice.vector = columns.steps;
    Handle copy = schedule.stage(reduction, choice);
    schedule.cleanUp({"contract"}, loops.front());
    schedule.mapTo(copy, {"seq"});
    schedule.unroll(loops[columns.numOuter + 2]);
  }
  mapToItems(schedule, ArrayRef(loops).take_front(columns.numOuter + 1),
             problem.getDevice());
  schedule.mapTo(own, {"seq unroll"});
  schedule.mapTo(stored, {"seq unroll"});
}

//===----------------------------------------------------------------------===//
// Parts for several groups
//===----------------------------------------------------------------------===//

/// How many of `length` elements a part has, a multiple of `step` or all of
/// them, so that the parts of `groups` groups take the least time on a device
/// that has `numGroups` at a time, in at most `maxRounds` rounds.
static int64_t getEvenPart(int64_t length, int64_t groups, int64_t numGroups,
                           int64_t step, int64_t maxRounds) {
  // Measured in the time of all elements in full rounds: what starts a round,
  // and what adds the results of parts.
  constexpr double kRound = 0.05, kResults = 0.1;
  const double full = double(length) * groups / numGroups;
  int64_t best = length;
  double least = std::numeric_limits<double>::infinity();
  for (int64_t round = 1; round <= maxRounds; ++round) {
    const int64_t most = round * numGroups / groups;
    if (most == 0)
      continue;
    const int64_t part = std::min<int64_t>(
        llvm::alignTo(llvm::divideCeil(length, most), step), length);
    const double time =
        round * (part + kRound * full) + (part < length ? kResults * full : 0);
    if (time < least) {
      best = part;
      least = time;
    }
  }
  return best;
}

/// The reduced dimensions that are cut into parts: all of them where they are
/// one axis, else the outermost.
static SmallVector<unsigned> getCutDims(const Nest &nest,
                                        const Columns &columns) {
  const unsigned first = nest.getNumParallelDims();
  return llvm::to_vector(llvm::seq(
      first, columns.reduced.size() == 1 ? nest.getNumDims() : first + 1));
}

static Expr getLength(const Nest &nest, ArrayRef<unsigned> dims) {
  Expr length = 1;
  for (unsigned dim : dims)
    length = length * nest.getDims()[dim].size;
  return length;
}

/// How many elements of the dimensions that are cut a part has, if columns are
/// cut because there are too few to fill the device once, or some times.
/// `numColumns` is how many a group computes, and `step` what it reduces at a
/// time.
static std::optional<int64_t> choosePart(Problem &problem, const Nest &nest,
                                         const Columns &columns,
                                         int64_t numColumns, int64_t numGroups,
                                         int64_t step, int64_t maxRounds) {
  if (!nest.mayReorder() || columns.numOuter + 2 > kMaxLaunchDims)
    return std::nullopt;
  constexpr int64_t kSteps = 8;
  std::optional<int64_t> row = problem.getValue(Expr::exactDiv(
      columns.length, getLength(nest, getCutDims(nest, columns))));
  if (!row)
    return std::nullopt;
  Expr results = columns.count;
  for (unsigned dim = 0; dim + 1 < nest.getNumParallelDims(); ++dim)
    results = results * nest.getDims()[dim].size;
  int64_t part = kSteps * step;
  std::optional<int64_t> count = problem.getValue(results);
  std::optional<int64_t> length = problem.getValue(columns.length);
  if (problem.isTakenAsAtMost(part, columns.length) ||
      (!count && problem.isAtLeast(numColumns * numGroups, results)))
    return std::nullopt;
  if (count) {
    const int64_t groups = llvm::divideCeil(*count, numColumns);
    // Groups that fill a third of the rounds are enough.
    if (3 * groups > numGroups * maxRounds)
      return std::nullopt;
    if (length)
      part = std::max(2 * step,
                      getEvenPart(*length, groups, numGroups, step, maxRounds));
  }
  part = llvm::divideCeil(part, *row);
  if (length && part * *row >= *length)
    return std::nullopt;
  return part;
}

/// Writes `reduce` for the columns, or for parts of them and then for the
/// results of the parts.
static void reduceColumnsInParts(
    Problem &problem, const Nest &nest, const Columns &columns,
    const Handle &root, Schedule &schedule, std::optional<int64_t> part,
    llvm::function_ref<void(const Columns &, const Handle &)> reduce) {
  const SmallVector<unsigned> cut = getCutDims(nest, columns);
  const Expr length = getLength(nest, cut);
  const bool isPadded = part && !problem.divides(*part, length);
  if (!part)
    return reduce(columns, root);
  schedule.comment("parts of " + Twine(*part) + ", then their results");
  // Single numbers are not read behind tests, which keep loads from being on
  // their way together; nor is anything where no elements are neutral.
  const bool isMasked = columns.width == 1 || !columns.canPad;
  SmallVector<Handle> nests =
      schedule.splitNest(root, cut, *part, isPadded, isMasked);
  Columns parts = columns;
  ++parts.numOuter;
  llvm::erase_if(parts.collapse, [&](unsigned dim) {
    return llvm::is_contained(ArrayRef(cut).drop_front(), dim + 1);
  });
  for (unsigned &dim : parts.collapse)
    ++dim;
  for (unsigned &axis : parts.reduced)
    ++axis;
  parts.length = Expr::exactDiv(columns.length, length) * *part;
  if (isPadded)
    parts.shared.reset();
  reduce(parts, nests[0]);
  Columns results = columns;
  llvm::erase_if(results.collapse,
                 [&](unsigned dim) { return nest.isReduced(dim); });
  results.reduced = {columns.column() + 1};
  results.length = Expr::ceilDiv(length, *part);
  results.canPad = true;
  results.shared.reset();
  reduce(results, nests[1]);
}

//===----------------------------------------------------------------------===//
// The strategy
//===----------------------------------------------------------------------===//

static LogicalResult planColumnsForItems(Problem &problem, const Nest &nest,
                                         Columns &columns, const Handle &root,
                                         Schedule &schedule, Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  const bool isWide = device.runsThreads();
  columns.width = chooseColumnWidth(problem, nest, device.vectorWidth);
  if (columns.width == 1 && !isWide)
    return refusal.set(nest.getRoot(), "has columns that are no whole vectors");
  if (!isWide)
    findShared(problem, nest, columns);
  else if (columns.width == 1 && !getRowsOfVectors(nest).empty() &&
           problem.getValue(columns.count).value_or(device.vectorWidth) >=
               device.vectorWidth)
    columns.widthInChunk = device.vectorWidth;
  constexpr int64_t kStep = 64;
  std::optional<int64_t> part =
      choosePart(problem, nest, columns, getNumOfItem(problem, columns),
                 device.computeUnits * (isWide ? 1 : kColumnItemsOfUnit), kStep,
                 /*maxRounds=*/1);
  if (!part)
    chooseInOrder(schedule, nest, root);
  reduceColumnsInParts(problem, nest, columns, root, schedule, part,
                       [&](const Columns &own, const Handle &handle) {
                         reduceByItems(problem, own, handle, schedule);
                       });
  return success();
}

static LogicalResult planColumnsForGroups(Problem &problem, const Nest &nest,
                                          Columns &columns, const Handle &root,
                                          Schedule &schedule,
                                          Refusal &refusal) {
  if (!nest.mayReorder())
    return refusal.set(nest.getOuterReduce(),
                       "is not declared associative and commutative");
  if (columns.reduced.size() > 1)
    return refusal.set(nest.getRoot(),
                       "reduces several dimensions that are not one");
  const DeviceModel &device = problem.getDevice();
  columns.width = chooseColumnWidth(problem, nest, device.vectorWidth);
  const int64_t lanes = getNumLanes(problem, columns);
  const int64_t rows = getNumRows(problem, columns, lanes);
  if (rows == 1 || (!columns.canPad && !problem.divides(rows, columns.length)))
    return refusal.set(nest.getRoot(),
                       "cannot be padded to whole rows of a group");
  std::optional<int64_t> part =
      choosePart(problem, nest, columns, lanes * columns.width,
                 device.computeUnits * kColumnGroupsOfUnit, rows * kColumnLoads,
                 /*maxRounds=*/8);
  reduceColumnsInParts(problem, nest, columns, root, schedule, part,
                       [&](const Columns &own, const Handle &handle) {
                         reduceByGroups(problem, own, handle, schedule);
                       });
  return success();
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
  if (problem.getValue(columns->length).value_or(kShort) < kShort ||
      problem.isTakenAsAtMost(Problem::kFewParts, columns->length))
    return refusal.set(pattern, "has short columns");
  auto plan = problem.getDevice().hasLocalMemory ? planColumnsForGroups
                                                 : planColumnsForItems;
  return plan(problem, *nest, *columns, root, schedule, refusal);
}

void lift::reduceColumns(Problem &problem, Schedule &schedule,
                         const Handle &root, const Expr &count,
                         const Expr &length) {
  Columns columns;
  columns.reduced = {1};
  columns.count = columns.numResults = count;
  columns.length = length;
  columns.canPad = true;
  reduceByGroups(problem, columns, root, schedule);
}
