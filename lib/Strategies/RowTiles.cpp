//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of rows with something that is the same for all of them, as the
// product of a matrix and a vector: a work-item reduces some rows, so that what
// they share is read once for these. For GPUs whose local memory is no nearer
// than their cache (Mali); others reduce a row by many work-items.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The rows of a work-item, and the vectors of each that it reads in a trip.
static constexpr int64_t kRowTileRows = 8, kRowTileVectors = 4;
/// The work-items of a compute unit that hide what each other waits for.
static constexpr int64_t kRowTileItemsOfUnit = 32;

namespace {
struct RowTile {
  int64_t rows, width, vectors;
};
} // namespace

/// Tests that operands are rows, or shared by all rows, whose elements are read
/// as vectors.
static LogicalResult checkOperands(Problem &problem, const Nest &nest,
                                   int64_t width, Refusal &refusal) {
  const unsigned row = nest.getNumParallelDims() - 1;
  const unsigned step = nest.getNumDims() - 1;
  bool hasRows = false, hasShared = false;
  for (Value value : nest.getStepOperands()) {
    NestOperand operand = *nest.lookup(value);
    if (!hasDim(operand, step))
      continue;
    std::optional<UnitStride> unit = getUnitStride(operand);
    if (!unit || unit->dim != step ||
        !problem.dividesAll(width, unit->otherSteps, /*isInner=*/true))
      return refusal.set(nest.getRoot(),
                         "reduces an operand whose rows are no whole vectors");
    (hasDim(operand, row) ? hasRows : hasShared) = true;
  }
  if (!hasRows || !hasShared)
    return refusal.set(nest.getRoot(), "reduces nothing that rows share");
  return success();
}

static FailureOr<RowTile> chooseRowTile(Problem &problem, const Nest &nest,
                                        Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  const Expr &length = nest.getDims().back().size;
  const Expr &count = nest.getDims()[nest.getNumParallelDims() - 1].size;
  RowTile tile{kRowTileRows, device.vectorWidth, kRowTileVectors};
  if (!problem.divides(tile.width * tile.vectors, length, /*isInner=*/true))
    tile.vectors = 1;
  if (!problem.divides(tile.width, length, /*isInner=*/true))
    return refusal.set(nest.getRoot(), "has rows that are no whole vectors");
  std::optional<int64_t> results = problem.getValue(countResults(nest));
  const int64_t least = device.computeUnits * kRowTileItemsOfUnit;
  while (tile.rows > 1 && ((results && *results < tile.rows * least) ||
                           !problem.divides(tile.rows, count)))
    tile.rows /= 2;
  if (tile.rows == 1)
    return refusal.set(nest.getRoot(), "has few rows");
  return tile;
}

/// Loops over the tiles, over the trips, over the rows of a tile, over the
/// vectors of a trip, which so have one address, and over the steps that are a
/// vector.
static BlockOptions getRowTileBlock(const Nest &nest, const RowTile &tile) {
  const unsigned row = nest.getNumParallelDims() - 1;
  const unsigned step = nest.getNumDims() - 1;
  BlockOptions options;
  options.chunks.resize(nest.getNumDims());
  options.chunks[row] = {Expr(tile.rows)};
  if (tile.vectors > 1)
    options.chunks[step].push_back(tile.vectors * tile.width);
  options.chunks[step].push_back(tile.width);
  for (unsigned dim = 0; dim <= row; ++dim)
    options.order.push_back({dim, 0});
  options.order.push_back({step, 0});
  options.order.push_back({row, 1});
  for (unsigned part = 1; part <= options.chunks[step].size(); ++part)
    options.order.push_back({step, part});
  return options;
}

/// Reads what some steps take as vectors: what rows share at the start of a
/// trip, and one of each row in the loop over its vectors, or else over rows.
static void stageOperands(const Nest &nest, const RowTile &tile,
                          const Handle &trips, const Handle &rows,
                          const Handle &vectors, Schedule &schedule) {
  const unsigned row = nest.getNumParallelDims() - 1;
  const unsigned step = nest.getNumDims() - 1;
  const bool hasVectors = tile.vectors > 1;
  SmallVector<std::pair<Handle, bool>> copies;
  unsigned ofSteps = 0, ofRows = 0;
  for (Value value : nest.getStepOperands()) {
    NestOperand operand = *nest.lookup(value);
    const bool isOfRows = hasDim(operand, row);
    if (hasDim(operand, step)) {
      StageChoice choice;
      choice.argument = isOfRows && !hasVectors ? ofRows : ofSteps;
      choice.space = "private";
      choice.vector = tile.width;
      const Handle &place = !isOfRows ? trips : hasVectors ? vectors : rows;
      copies.emplace_back(schedule.stage(place, choice), isOfRows);
    }
    ofSteps += hasDim(operand, step);
    ofRows += isOfRows;
  }
  for (const auto &[copy, isOfRows] : copies)
    schedule.mapTo(copy, hasVectors && !isOfRows
                             ? SmallVector<std::string>{"seq", "seq"}
                             : SmallVector<std::string>{"seq"});
}

LogicalResult lift::planRowTiles(Problem &problem, Operation *pattern,
                                 const Handle &root, Schedule &schedule,
                                 Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  const DeviceModel &device = problem.getDevice();
  if (device.hasLocalMemory || device.runsThreads())
    return refusal.set(pattern, "the device has local memory of its own, or "
                                "work-items that are threads");
  const unsigned numMaps = nest->getNumParallelDims();
  if (nest->getNumDims() != numMaps + 1 || numMaps > kMaxLaunchDims ||
      !canBeVectors(*nest))
    return refusal.set(pattern, "does not reduce rows of numbers");
  FailureOr<RowTile> tile = chooseRowTile(problem, *nest, refusal);
  if (failed(tile) ||
      failed(checkOperands(problem, *nest, tile->width, refusal)))
    return failure();

  schedule.comment(Twine(tile->rows) + " rows for a work-item, " +
                   Twine(tile->vectors) + " x " + Twine(tile->width) +
                   " steps in a trip");
  SmallVector<Handle> loops =
      schedule.block(root, getRowTileBlock(*nest, *tile));
  const Handle &trips = loops[numMaps], &rows = loops[numMaps + 1],
               &vectors = loops[numMaps + 2];
  schedule.cleanUp({"views"});
  schedule.place(trips, "private", {"seq"});
  stageOperands(*nest, *tile, trips, rows, vectors, schedule);
  schedule.cleanUp({"contract"}, loops.front());
  mapToItems(schedule, ArrayRef(loops).take_front(numMaps), device);
  if (tile->vectors > 1)
    schedule.unroll(vectors);
  schedule.unroll(loops[loops.size() - 2]);
  schedule.mapTo(rows, {"seq unroll"});
  schedule.mapTo(loops.back(), {"seq unroll"});
  return success();
}
