//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stencils: maps of numbers that read neighbours of the same arrays, one by one
// or as short reductions of windows. A work-item computes a vector of columns
// in some rows that follow each other, one after another, so that it has most
// of what a row needs from the one before (see lift-reuse-loads). The rows are
// those of the outermost dimension along which there are neighbours: planes in
// three dimensions, whose other neighbours are in the caches. A thread of a CPU
// computes vectors that follow each other in a row.
//
//===----------------------------------------------------------------------===//

#include "StencilShape.h"

#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The work-items of a group beside each other; or fewer, and some behind each
/// other, where there is a dimension between the rows and the columns.
static constexpr int64_t kStencilLanes = 128, kFewLanes = 32, kMiddle = 8;
/// The rows of a work-item, and those of one whose rows are planes, or windows
/// of many.
static constexpr int64_t kStencilRows = 4, kManyRows = 16, kPlanes = 8;
/// The vectors of a work-item that is a thread.
static constexpr int64_t kStencilVectors = 16;

namespace {
/// How many work-items a group has in each direction, and how many rows each
/// computes.
struct StencilTile {
  int64_t lanes = kStencilLanes, behind = 1, rows = 1;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static StencilTile chooseStencilTile(Problem &problem, const Nest &nest,
                                     const Stencil &stencil) {
  StencilTile tile;
  ArrayRef<NestDim> dims = nest.getDims();
  // As many numbers beside each other, but fewer of each work-item, where there
  // are no vectors.
  const int64_t fewer = stencil.width == 1 ? 2 : 1;
  if (stencil.middle())
    tile = {kFewLanes * fewer, kMiddle / fewer, 1};
  std::optional<int64_t> length = problem.getValue(dims[stencil.column].size);
  const int64_t fewest = stencil.middle() ? 1 : kFewLanes;
  while (length && tile.lanes > fewest &&
         tile.lanes / 2 * stencil.width >= *length) {
    tile.lanes /= 2;
    if (stencil.middle())
      tile.behind *= 2;
  }
  if (!stencil.row)
    return tile;
  // As many rows as leave enough work-items.
  const int64_t least =
      8 * problem.getDevice().computeUnits * kStencilLanes * stencil.width;
  std::optional<int64_t> elements = problem.getValue(countResults(nest));
  tile.rows = stencil.middle()                ? kPlanes / fewer
              : stencil.height > kStencilRows ? kManyRows
                                              : kStencilRows;
  while (tile.rows > 1 && elements && *elements < tile.rows * least)
    tile.rows /= 2;
  if (!stencil.middle() && tile.lanes < kStencilLanes &&
      problem.divides(kStencilLanes / tile.lanes * tile.rows,
                      dims[*stencil.row].size))
    tile.behind = kStencilLanes / tile.lanes;
  return tile;
}

/// Whether what a work-item keeps from row to row, and a result, take at most
/// three quarters of its registers.
static bool fitsRegisters(const DeviceModel &device, const Nest &nest,
                          const Stencil &stencil) {
  const int64_t bytes = getElementBytes(nest.getOutputs().front().getType());
  return 4 * (stencil.height + 1) * stencil.width * bytes <=
         3 * device.privateMemory;
}

/// The same with narrower vectors where those of all rows of a window would not
/// fit.
static StencilTile chooseTileInRegisters(Problem &problem, const Nest &nest,
                                         Stencil &stencil) {
  StencilTile tile = chooseStencilTile(problem, nest, stencil);
  while (tile.rows > 1 && stencil.width > 1 &&
         !fitsRegisters(problem.getDevice(), nest, stencil)) {
    stencil.width /= 2;
    tile = chooseStencilTile(problem, nest, stencil);
  }
  return tile;
}

//===----------------------------------------------------------------------===//
// The strategy
//===----------------------------------------------------------------------===//

/// Groups around, in them the work-items, and in these rows and reductions.
static BlockOptions getStencilBlock(Problem &problem, const Nest &nest,
                                    const Stencil &stencil,
                                    const StencilTile &tile) {
  BlockOptions options;
  options.chunks.resize(nest.getNumDims());
  const unsigned column = stencil.column;
  const unsigned behind = stencil.middle().value_or(stencil.row.value_or(0));
  auto cut = [&](unsigned dim, int64_t chunk, int64_t width) {
    options.chunks[dim].push_back(chunk);
    if (options.chunks[dim].size() == 1 &&
        !problem.divides(chunk * width, nest.getDims()[dim].size))
      options.pad.push_back(dim);
  };
  cut(column, tile.lanes, stencil.width);
  if (tile.behind > 1)
    cut(behind, behind == stencil.row ? tile.behind * tile.rows : tile.behind,
        1);
  if (tile.rows > 1)
    cut(*stencil.row, tile.rows, 1);
  if (stencil.width > 1) {
    options.vectorDim = column;
    options.vectorWidth = stencil.width;
  }
  for (unsigned dim = 0; dim <= column; ++dim)
    options.order.push_back({dim, 0});
  if (tile.behind > 1)
    options.order.push_back({behind, 1});
  options.order.push_back({column, 1});
  if (tile.rows > 1)
    options.order.push_back(
        {*stencil.row, unsigned(options.chunks[*stencil.row].size())});
  for (unsigned dim = column + 1; dim < nest.getNumDims(); ++dim)
    options.order.push_back({dim, 0});
  return options;
}

static void planGroups(Problem &problem, const Nest &nest,
                       const Stencil &stencil, const StencilTile &tile,
                       const Handle &root, Schedule &schedule) {
  schedule.comment("a group of " + Twine(tile.lanes) + " x " +
                   Twine(tile.behind) + " work-items, each with " +
                   Twine(tile.rows) + " x " + Twine(stencil.width) +
                   " numbers");
  const BlockOptions options = getStencilBlock(problem, nest, stencil, tile);
  SmallVector<Handle> loops = schedule.block(root, options);
  const unsigned numOuter = stencil.column + 1;
  SmallVector<Expr> sizes =
      llvm::map_to_vector(nest.getDims().take_front(numOuter),
                          [](const NestDim &dim) { return dim.size; });
  mapToGroups(schedule, ArrayRef(loops).take_front(numOuter),
              countTrips(problem, sizes, options));
  SmallVector<std::string> inner;
  if (tile.behind > 1)
    inner.push_back("lcl(1)");
  inner.push_back("lcl(0)");
  if (tile.rows > 1)
    inner.push_back("seq unroll");
  schedule.mapTo(loops[numOuter], inner);
  const unsigned numMaps = numOuter + inner.size();
  for (const Handle &reduction :
       ArrayRef(loops).drop_front(numMaps).drop_back())
    schedule.unroll(reduction);
  if (nest.getInnerReduce())
    schedule.cleanUp({"contract"}, loops.front());
}

/// The vectors of a work-item that is a thread, of which rows are whole
/// multiples; nothing if rows are no whole vectors.
static std::optional<int64_t> chooseVectors(Problem &problem,
                                            const Expr &length) {
  const int64_t width = problem.getDevice().vectorWidth;
  for (int64_t vectors = kStencilVectors; vectors > 0; --vectors)
    if (problem.divides(vectors * width, length, /*isInner=*/true))
      return vectors;
  return std::nullopt;
}

/// A row for each work-item, as vectors: how many of them there are is not
/// known, so that parts of several might be no whole ones.
static void planRowsOfThreads(Problem &problem, const Nest &nest,
                              unsigned column, const Handle &root,
                              Schedule &schedule) {
  schedule.comment("a row for a work-item");
  BlockOptions vectors;
  vectors.chunks.resize(nest.getNumDims() - column);
  vectors.vectorDim = 0;
  vectors.vectorWidth = problem.getDevice().vectorWidth;
  for (unsigned dim = column; dim < nest.getNumDims(); ++dim)
    vectors.order.push_back({dim - column, 0});
  SmallVector<Handle> maps = schedule.matchMaps(root, column + 1);
  SmallVector<Handle> inner = schedule.block(maps.back(), vectors);
  mapToItems(schedule, ArrayRef(maps).drop_back(), problem.getDevice());
  schedule.mapTo(inner.front(), {"seq"});
  for (const Handle &reduction : ArrayRef(inner).drop_front())
    schedule.unroll(reduction);
  if (nest.getInnerReduce())
    schedule.cleanUp({"contract"}, maps.front());
}

/// Neighbouring results in a row of that length for each work-item, as vectors.
static void planThreads(Problem &problem, const Nest &nest, unsigned column,
                        const Expr &length, const Handle &root,
                        Schedule &schedule) {
  const int64_t width = problem.getDevice().vectorWidth;
  if (column > 0 && !problem.getValue(length) &&
      problem.divides(width, length, /*isInner=*/true))
    return planRowsOfThreads(problem, nest, column, root, schedule);
  std::optional<int64_t> count = chooseVectors(problem, length);
  // No more vectors than a short row has.
  const int64_t expected =
      problem.getValue(length).value_or(kStencilVectors * width);
  const int64_t most =
      std::min<int64_t>(kStencilVectors, llvm::divideCeil(expected, width));
  const int64_t numbers = count.value_or(most) * width;
  schedule.comment(Twine(numbers) + " numbers for a work-item");
  BlockOptions rows, vectors;
  rows.chunks.resize(nest.getNumDims());
  rows.chunks[column] = {Expr(numbers)};
  if (!count)
    rows.pad.push_back(column);
  vectors.chunks.resize(nest.getNumDims() - column);
  vectors.vectorDim = 0;
  vectors.vectorWidth = width;
  for (unsigned dim = 0; dim < nest.getNumDims(); ++dim) {
    rows.order.push_back({dim, 0});
    if (dim == column)
      rows.order.push_back({column, 1});
    if (dim >= column)
      vectors.order.push_back({dim - column, 0});
  }
  SmallVector<Handle> outer = schedule.block(root, rows);
  SmallVector<Handle> inner = schedule.block(outer[column + 1], vectors);
  mapToItems(schedule, ArrayRef(outer).take_front(column + 1),
             problem.getDevice());
  schedule.mapTo(inner.front(), {"seq"});
  for (const Handle &reduction : ArrayRef(inner).drop_front())
    schedule.unroll(reduction);
  if (nest.getInnerReduce())
    schedule.cleanUp({"contract"}, outer.front());
}

LogicalResult lift::planStencil(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  const DeviceModel &device = problem.getDevice();
  if (!device.runsThreads() && device.maxGroupSize < kFewLanes * kMiddle)
    return refusal.set(pattern, "the device has no groups of many work-items");
  if (isLeftToReaders(problem, pattern))
    return refusal.set(pattern, "is computed where it is read");
  FailureOr<Stencil> stencil = Stencil::get(problem, *nest, refusal);
  if (failed(stencil))
    return failure();
  // As many small work-items as there are numbers are better for few.
  const int64_t least =
      device.runsThreads()
          ? kLeastForThreads
          : 2 * device.computeUnits * kStencilLanes * device.vectorWidth;
  if (problem.getValue(countResults(*nest)).value_or(least) < least)
    return refusal.set(pattern, "has few elements");
  stencil->chooseWidth(problem, *nest);
  if (device.runsThreads()) {
    if (!canBeVectors(*nest))
      return refusal.set(pattern, "has values that there are no vectors of");
    const unsigned column = stencil->column;
    WholeVectors rows = {root, nest->getDims()[column].size};
    if (stencil->width < device.vectorWidth) {
      auto whole =
          peelWholeVectors(problem, schedule, root, pattern,
                           nest->getNumParallelDims(), column, rows.length);
      if (!whole && !nest->getInnerReduce())
        return refusal.set(pattern, "has rows that are no whole vectors");
      rows = whole.value_or(rows);
    }
    planThreads(problem, *nest, column, rows.length, rows.maps, schedule);
    return success();
  }
  StencilTile tile = chooseTileInRegisters(problem, *nest, *stencil);
  if (problem.getValue(nest->getDims()[stencil->column].size)
          .value_or(tile.lanes * stencil->width) <
      tile.lanes / 2 * stencil->width)
    return refusal.set(pattern, "has rows too short for the lanes of a group");
  if (tile.rows == 1 && stencil->width == 1 && !nest->getInnerReduce())
    return refusal.set(pattern, "has neither vectors nor rows for a work-item");
  planGroups(problem, *nest, *stencil, tile, root, schedule);
  return success();
}
