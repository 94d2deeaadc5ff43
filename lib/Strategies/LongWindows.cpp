//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums over long windows with what all windows share: filters with many taps,
// correlations, the search for a template. As in a contraction, what is loaded
// should be used many times: a group copies what its windows are of to local
// memory, and a work-item computes some neighbouring results, for some taps at
// a time, from vectors of that, each of which many of its sums need (see
// lift-reuse-loads). Where there are only a few neighbouring results, as where
// a block of an image is looked for around its place, a work-item computes
// these, from what it reads itself.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The numbers of a vector, and the vectors of results of a work-item, the most
/// first: an odd number, so that those of neighbours are in different banks of
/// local memory. Fewer where a group has rows of them.
static constexpr int64_t kWindowVector = 4, kVectorsOfList[] = {5, 3, 1},
                         kVectorsOfRows[] = {3, 1};
/// The work-items of a group beside each other; or where there are rows, those,
/// and those behind each other, each with a row.
static constexpr int64_t kWindowLanes = 128, kWindowRowLanes = 32,
                         kWindowsBehind = 8;
/// The taps of a row whose steps are written out, and of a row so short that
/// these are all.
static constexpr int64_t kTapsTogether = 16, kRowOfTaps = 32;
/// The fewest taps of a window, as stencils are for those of fewer.
static constexpr int64_t kFewestTaps = 82;
/// The most results of a row that one work-item computes, the most steps for
/// these that are written out, and the fewest taps of their windows: for fewer,
/// memory matters more.
static constexpr int64_t kFewNeighbours = 16, kWrittenOut = 256,
                         kFewNeighboursTaps = 32;
/// The most taps of a part of a sum of few results.
static constexpr int64_t kMostTapsOfPart = 512;
/// Tiles for each compute unit.
static constexpr int64_t kWindowTiles = 2;

namespace {
/// The work-items of a group, and the results of each.
struct WindowTile {
  int64_t lanes, behind, results;

  int64_t columns() const { return lanes * results; }
};

struct LongWindows {
  static FailureOr<LongWindows> get(Problem &problem, Operation *pattern,
                                    Refusal &refusal);

  unsigned column() const { return nest.getNumParallelDims() - 1; }
  /// The dimension of the rows that columns are of, if there are several, along
  /// which windows may have rows, too.
  std::optional<unsigned> row() const {
    return column() > 0 && hasDim(*nest.lookup(windows), column() - 1)
               ? std::optional(column() - 1)
               : std::nullopt;
  }
  bool hasRowTaps() const { return nest.getNumDims() == column() + 3; }
  /// Whether a work-item computes all neighbouring results.
  bool hasFewColumns() const;
  /// The tile of a group, if there are results enough for the device, with
  /// those of so many parts of each sum.
  std::optional<WindowTile> chooseTile(const Problem &problem,
                                       int64_t numParts = 1) const;
  /// The taps of the parts of sums that have tiles, and memory, the most that
  /// divide all.
  std::optional<int64_t> choosePart(const Problem &problem) const;
  /// The bytes of what the windows of a tile are of.
  int64_t countBytes(const WindowTile &tile) const;

  Nest nest;
  /// The operand that is windows.
  Value windows;
  /// The rows of a window, and the taps of each.
  int64_t rowTaps = 1, taps = 1;
  /// The sizes that must be numbers for these to be.
  std::map<std::string, int64_t> fixed;
};
} // namespace

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

/// The only operand of the steps that differs by column.
static Value findOnlyWindows(const Nest &nest) {
  Value windows;
  for (Value value : nest.getStepOperands()) {
    if (!hasDim(*nest.lookup(value), nest.getNumParallelDims() - 1))
      continue;
    if (windows)
      return {};
    windows = value;
  }
  return windows;
}

FailureOr<LongWindows> LongWindows::get(Problem &problem, Operation *pattern,
                                        Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  const unsigned numParallel = nest->getNumParallelDims(),
                 numReduced = nest->getNumDims() - numParallel;
  if (numReduced < 1 || numReduced > 2 || numReduced > numParallel)
    return refusal.set(pattern, "reduces no windows of one or two dimensions");
  LongWindows result{*nest, findOnlyWindows(*nest)};
  std::optional<MemoryOffset> offset =
      result.windows ? getMemoryOffset(*nest->lookup(result.windows))
                     : std::nullopt;
  if (!offset || !offset->steps[numParallel - 1].isConstant(1))
    return refusal.set(pattern, "does not reduce windows of one array");
  for (unsigned number = 0; number < numReduced; ++number) {
    const unsigned reduced = numParallel + number;
    if (!goesAlike(*offset, reduced - numReduced, reduced))
      return refusal.set(pattern, "reduces what are no windows");
    const Expr &size = nest->getDims()[reduced].size;
    auto fixed = problem.fix(size);
    if (!fixed)
      return refusal.set(pattern, "has windows of an unknown size");
    result.fixed.merge(*fixed);
    (number + 1 == numReduced ? result.taps : result.rowTaps) =
        *problem.getValue(size);
  }
  if (result.taps == 1 ||
      (!result.hasFewColumns() && result.rowTaps * result.taps < kFewestTaps))
    return refusal.set(pattern, "has short windows");
  if (!result.hasFewColumns() && result.hasRowTaps() &&
      result.taps > kRowOfTaps && result.taps % kTapsTogether != 0)
    return refusal.set(pattern, "has windows whose rows are no whole steps");
  if (!canBeVectors(*nest))
    return refusal.set(pattern, "has values that there are no vectors of");
  return result;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

bool LongWindows::hasFewColumns() const {
  std::optional<int64_t> columns = nest.getDims()[column()].size.getConstant();
  return hasRowTaps() && columns && *columns > 1 &&
         *columns <= kFewNeighbours && *columns * taps <= kWrittenOut &&
         rowTaps * taps >= kFewNeighboursTaps;
}

int64_t LongWindows::countBytes(const WindowTile &tile) const {
  return llvm::alignTo(tile.behind + rowTaps - 1, tile.behind) *
         llvm::alignTo(tile.columns() + taps - 1, tile.lanes) *
         getHeldBytes(windows.getType());
}

std::optional<int64_t> LongWindows::choosePart(const Problem &problem) const {
  LongWindows parts = *this;
  parts.taps = kMostTapsOfPart;
  // What is added afterwards is less of longer parts, where these are enough.
  const int64_t longest = parts.chooseTile(problem) ? taps : kMostTapsOfPart;
  const Expr bytes = countResultBytes(nest);
  for (parts.taps = llvm::alignDown(longest, kTapsTogether);
       parts.taps >= kFewestTaps; parts.taps -= kTapsTogether)
    if (taps % parts.taps == 0 &&
        problem.isSpare(bytes * (taps / parts.taps)) &&
        parts.chooseTile(problem, taps / parts.taps))
      return parts.taps;
  return std::nullopt;
}

std::optional<WindowTile> LongWindows::chooseTile(const Problem &problem,
                                                  int64_t numParts) const {
  const DeviceModel &device = problem.getDevice();
  const bool hasRows =
      row() &&
      problem.getValue(nest.getDims()[*row()].size).value_or(kWindowsBehind) >=
          kWindowsBehind;
  WindowTile tile = {hasRows ? kWindowRowLanes : kWindowLanes,
                     hasRows ? kWindowsBehind : 1, /*results=*/0};
  if (tile.lanes * tile.behind > device.maxGroupSize)
    return std::nullopt;
  const int64_t bytes = getHeldBytes(nest.getOutputs().front().getType()) *
                        nest.getOutputs().size(),
                wanted = kWindowTiles * device.computeUnits * tile.lanes *
                         tile.behind;
  const std::optional<int64_t> results = problem.getValue(countResults(nest)),
                               columns = problem.getValue(
                                   nest.getDims()[column()].size);
  for (int64_t numVectors :
       hasRows ? ArrayRef(kVectorsOfRows) : ArrayRef(kVectorsOfList)) {
    tile.results = numVectors * kWindowVector;
    const bool isLeast = numVectors == 1;
    // Twice the results: their sums, and what they are summed up from.
    const bool hasRegisters =
        isLeast ||
        (2 * tile.results + kTapsTogether) * bytes <= device.privateMemory;
    const int64_t enough = wanted * tile.results / (isLeast ? kWindowTiles : 1);
    if (hasRegisters && results.value_or(enough) * numParts >= enough &&
        columns.value_or(tile.columns()) >= tile.columns() / 2 &&
        countBytes(tile) <= device.localMemory)
      return tile;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The strategy
//===----------------------------------------------------------------------===//

/// Groups around, in them the work-items, and in these results and windows.
static SmallVector<Handle>
cutWindowTiles(Problem &problem, const LongWindows &windows,
               const WindowTile &tile, const Handle &root, Schedule &schedule) {
  const unsigned numDims = windows.nest.getNumDims(), column = windows.column();
  BlockOptions options;
  options.chunks.resize(numDims);
  auto cut = [&](unsigned dim, ArrayRef<Expr> chunks) {
    options.chunks[dim] = llvm::to_vector(chunks);
    if (!problem.divides(chunks.front(), windows.nest.getDims()[dim].size))
      options.pad.push_back(dim);
  };
  for (unsigned dim = 0; dim <= column; ++dim)
    options.order.push_back({dim, 0});
  if (std::optional<unsigned> row = windows.row()) {
    cut(*row, {tile.behind});
    options.order.push_back({*row, 1});
  }
  cut(column, {tile.columns(), tile.results});
  // What is known of rows here lets whole vectors be stored: tiles end
  // anywhere.
  if (column > 0)
    (void)problem.divides(kWindowVector, windows.nest.getDims()[column].size,
                          /*isInner=*/true);
  options.order.push_back({column, 1});
  options.order.push_back({column, 2});
  for (unsigned dim = column + 1; dim < numDims; ++dim)
    options.order.push_back({dim, 0});
  SmallVector<Expr> sizes =
      llvm::map_to_vector(windows.nest.getDims().take_front(column + 1),
                          [](const NestDim &dim) { return dim.size; });
  SmallVector<Handle> loops = schedule.block(root, options);
  mapToGroups(schedule, ArrayRef(loops).take_front(column + 1),
              countTrips(problem, sizes, options));
  return loops;
}

/// Copies what the windows of a tile are of to local memory, in the loop over
/// the columns of tiles.
static void copyWindows(const LongWindows &windows, const WindowTile &tile,
                        const Handle &loop, Schedule &schedule) {
  const unsigned argument =
      getArgument(windows.nest, windows.windows, windows.column());
  schedule.copyArgument(loop, argument, /*isBelowWindows=*/true);
  Handle copy = schedule.computeAt(loop, argument);
  SmallVector<std::string> items = {"seq unroll", "lcl(0)"};
  BlockOptions columns;
  columns.chunks = {{tile.lanes}};
  columns.order = {{0, 0}, {0, 1}};
  unsigned column = 0;
  if (windows.row()) {
    // The rows first, so that what is beyond the columns is dropped at the end
    // of what is stored.
    BlockOptions rows;
    rows.chunks = {{tile.behind}, {}};
    rows.order = {{0, 0}, {0, 1}, {1, 0}};
    if ((tile.behind + windows.rowTaps - 1) % tile.behind != 0)
      rows.pad = {0};
    copy = schedule.block(copy, rows).front();
    items.insert(items.begin(), {"seq", "lcl(1)"});
    column = 2;
    columns.chunks.insert(columns.chunks.begin(), column, {});
    columns.order = {{0, 0}, {1, 0}, {2, 0}, {2, 1}};
  }
  if ((tile.columns() + windows.taps - 1) % tile.lanes != 0)
    columns.pad = {column};
  copy = schedule.block(copy, columns).front();
  schedule.storeResults(copy, "local", /*asRead=*/true);
  schedule.mapTo(copy, items);
}

/// The taps of a row of all rows, some for all results of a work-item at a
/// time, which are vectors of `width`.
static void reduceTaps(const LongWindows &windows, int64_t steps, int64_t width,
                       const Handle &results, Schedule &schedule) {
  const unsigned numReduced = windows.hasRowTaps() ? 2 : 1;
  const bool isWhole = windows.taps <= steps;
  BlockOptions options;
  options.chunks.resize(1 + numReduced);
  if (width > 1) {
    options.vectorDim = 0;
    options.vectorWidth = width;
  }
  for (unsigned dim = 1; dim < numReduced + !isWhole; ++dim)
    options.order.push_back({dim, 0});
  options.order.push_back({0, 0});
  options.order.push_back({numReduced, isWhole ? 0u : 1u});
  if (!isWhole)
    options.chunks.back() = {steps};
  SmallVector<Handle> loops = schedule.block(results, options);
  const size_t numOuter = options.order.size() - 2;
  schedule.place(loops.front(), "private", {"seq unroll"});
  schedule.mapTo(loops[numOuter], {"seq unroll"});
  schedule.unroll(loops[numOuter + 1]);
  schedule.mapTo(loops.back(), {"seq unroll"});
}

/// The last taps, which are no whole steps: of a vector of results at a time.
static void reduceRest(const Handle &results, Schedule &schedule) {
  BlockOptions options = getLoopsInOrder({0, 1});
  options.vectorDim = 0;
  options.vectorWidth = kWindowVector;
  SmallVector<Handle> loops = schedule.block(results, options);
  schedule.mapTo(loops.front(), {"seq unroll"});
  schedule.unroll(loops[1]);
}

//===----------------------------------------------------------------------===//
// Few columns
//===----------------------------------------------------------------------===//

/// A row of results for a work-item; those of neighbours in the result,
/// whatever dimensions they are of, for a group.
static LogicalResult planFewNeighbours(Problem &problem,
                                       const LongWindows &windows,
                                       const Handle &root, Schedule &schedule,
                                       Refusal &refusal) {
  ArrayRef<NestDim> dims = windows.nest.getDims();
  const unsigned column = windows.column();
  const int64_t least = problem.getDevice().computeUnits * kWindowLanes *
                        *dims[column].size.getConstant();
  if (problem.getValue(countResults(windows.nest)).value_or(least) < least)
    return refusal.set(windows.nest.getRoot(), "has few results");
  BlockOptions options;
  unsigned last = column - 1;
  SmallVector<Expr> sizes = {dims[last].size};
  while (last > 0 && problem.getValue(sizes.front()).value_or(kWindowLanes) <
                         kWindowLanes) {
    sizes.front() = dims[--last].size * sizes.front();
    options.collapse.insert(options.collapse.begin(), last);
  }
  for (unsigned dim = last; dim-- > 0;)
    sizes.insert(sizes.begin(), dims[dim].size);
  const unsigned numCollapsed = options.collapse.size();
  options.chunks.resize(dims.size() - numCollapsed);
  options.chunks[last] = {kWindowLanes};
  if (!problem.divides(kWindowLanes, sizes.back()))
    options.pad = {last};
  for (unsigned dim = 0; dim <= last; ++dim)
    options.order.push_back({dim, 0});
  options.order.push_back({last, 1});
  for (unsigned dim = last + 1; dim < dims.size() - numCollapsed; ++dim)
    options.order.push_back({dim, 0});

  schedule.comment("a row of results for a work-item");
  SmallVector<Handle> loops = schedule.block(
      windows.fixed.empty() ? root : schedule.fixSizes(root, windows.fixed),
      options);
  mapToGroups(schedule, ArrayRef(loops).take_front(last + 1),
              countTrips(problem, sizes, options));
  schedule.mapTo(loops[last + 1], {"lcl(0)"});
  reduceTaps(windows, windows.taps, /*width=*/1, loops[last + 2], schedule);
  schedule.cleanUp({"contract"}, loops.front());
  return success();
}

LogicalResult lift::planSplitWindows(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal) {
  if (isLeftToReaders(problem, pattern))
    return refusal.set(pattern, "is computed where it is read");
  // The number of all taps need not be one in the kernel.
  Problem trial = problem;
  FailureOr<LongWindows> windows = LongWindows::get(trial, pattern, refusal);
  if (failed(windows))
    return failure();
  if (windows->hasRowTaps() || !windows->nest.mayReorder())
    return refusal.set(pattern, "reduces no windows of rows in any order");
  if (windows->chooseTile(problem))
    return refusal.set(pattern, "has results enough, and windows for which "
                                "there is room in local memory");
  std::optional<int64_t> part = windows->choosePart(problem);
  const unsigned reduced = windows->column() + 1;
  const Expr &size = windows->nest.getDims()[reduced].size;
  if (!part || !problem.divides(*part, size, /*isInner=*/true))
    return refusal.set(pattern, "has few results, or windows that no parts for "
                                "which there is room divide");
  schedule.comment("parts of " + Twine(*part) + " taps");
  schedule.splitNest(root, {reduced}, *part, /*isPadded=*/false);
  return success();
}

LogicalResult lift::planLongWindows(Problem &problem, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  if (isLeftToReaders(problem, pattern))
    return refusal.set(pattern, "is computed where it is read");
  FailureOr<LongWindows> windows = LongWindows::get(problem, pattern, refusal);
  if (failed(windows))
    return failure();
  if (windows->hasFewColumns())
    return planFewNeighbours(problem, *windows, root, schedule, refusal);
  std::optional<WindowTile> tile = windows->chooseTile(problem);
  if (!tile)
    return refusal.set(pattern,
                       "has few results, or windows for which there is "
                       "no room in local memory");

  schedule.comment(Twine(tile->results) + " results for a work-item");
  SmallVector<Handle> loops = cutWindowTiles(
      problem, *windows, *tile,
      windows->fixed.empty() ? root : schedule.fixSizes(root, windows->fixed),
      schedule);
  const unsigned column = windows->column();
  schedule.comment("what windows are of, in local memory");
  copyWindows(*windows, *tile, loops[column], schedule);
  SmallVector<std::string> items = {"lcl(0)"};
  if (windows->row())
    items.insert(items.begin(), "lcl(1)");
  schedule.mapTo(loops[column + 1], items);

  schedule.comment("vectors of results, some taps at a time");
  Handle results = loops[column + 1 + items.size()];
  const int64_t rest = windows->taps % kTapsTogether;
  const bool isShort = windows->hasRowTaps() && windows->taps <= kRowOfTaps;
  if (!isShort && rest != 0) {
    Handle first = schedule
                       .peelReduction(schedule.matchPattern(0, results),
                                      windows->taps - rest)
                       .first;
    auto [sums, all] = schedule.fissionMap(results, first);
    reduceTaps(*windows, kTapsTogether, kWindowVector, sums, schedule);
    reduceRest(all, schedule);
  } else {
    reduceTaps(*windows, isShort ? windows->taps : kTapsTogether, kWindowVector,
               results, schedule);
  }
  schedule.cleanUp({"contract"}, loops.front());
  return success();
}
