//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions in registers alone: each work-item computes a tile of the result
// that its registers hold, without a word to others. For CPUs, and for GPUs
// whose local memory is no nearer than their cache (Mali).
//
//===----------------------------------------------------------------------===//

#include "ContractionShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// A tile of a work-item: rows, and vectors in a row; and how many steps of the
/// sum load the rows' operand together.
struct Tile {
  int64_t rows, vectors, steps;
};
} // namespace

/// On a CPU 8 rows of two of its vectors; else 4 of one, as 256 bytes of
/// registers hold them with what is loaded.
static Tile chooseTile(const DeviceModel &device) {
  return device.vectorWidth >= DeviceModel::kThreadWidth ? Tile{8, 2, 1}
                                                         : Tile{4, 1, 4};
}

/// Whether steps of the sum are neighbours in an operand, in whole vectors.
static bool areStepsNeighbours(Problem &problem, const NestOperand &operand,
                               const Axis &step, int64_t steps) {
  std::optional<UnitStride> unit = getUnitStride(operand);
  return unit && unit->dim == step.lastDim &&
         problem.divides(steps, step.size, /*isInner=*/true) &&
         problem.dividesAll(steps, unit->otherSteps, /*isInner=*/true);
}

/// Rows of a tile are neighbours in one dimension where that is whole tiles, as
/// what is outside of an image then is so for all of them in the others.
static FailureOr<ContractionShape> getShape(Problem &problem, const Nest &nest,
                                            int64_t rows, Refusal &refusal) {
  FailureOr<ContractionShape> apart = ContractionShape::get(
      nest, /*joinsSteps=*/false, refusal, /*joinsRows=*/false);
  if (failed(apart) || problem.divides(rows, apart->axes[apart->row].size))
    return apart;
  return ContractionShape::get(nest, /*joinsSteps=*/false, refusal);
}

LogicalResult lift::planRegisterTiles(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal) {
  FailureOr<Nest> nestOr = Nest::get(pattern, refusal);
  if (failed(nestOr))
    return failure();
  const Nest &nest = *nestOr;
  const DeviceModel &device = problem.getDevice();
  Tile tile = chooseTile(device);
  FailureOr<ContractionShape> shape =
      getShape(problem, nest, tile.rows, refusal);
  if (failed(shape))
    return failure();
  const int64_t columns = tile.vectors * device.vectorWidth;
  // Steps are loaded together where they are neighbours: fewer of both operands
  // than of one, as registers hold them.
  const Axis &step = shape->axes[shape->step()];
  auto loadsSteps = [&](Value operand, int64_t steps) {
    return steps > 1 &&
           areStepsNeighbours(problem, *nest.lookup(operand), step, steps);
  };
  const bool columnsBySteps =
      loadsSteps(shape->columnOperand, tile.steps / 2) &&
      loadsSteps(shape->rowOperand, tile.steps / 2);
  if (columnsBySteps)
    tile.steps /= 2;
  else if (!loadsSteps(shape->rowOperand, tile.steps))
    tile.steps = 1;
  SmallVector<unsigned> padded;
  if (!problem.divides(tile.rows, shape->axes[shape->row].size))
    padded.push_back(shape->row);
  if (!problem.divides(columns, shape->axes[shape->column].size,
                       /*isInner=*/true))
    padded.push_back(shape->column);

  schedule.comment("a tile of " + Twine(tile.rows) + " x " + Twine(columns) +
                   " for a work-item");
  SmallVector<Handle> loops = schedule.block(
      root, shape->getTiles(tile.rows, columns, tile.steps, padded));
  const size_t numTiles = shape->outer.size() + 2;
  ArrayRef<Handle> reductions =
      ArrayRef(loops).slice(numTiles, shape->reduced.size() + (tile.steps > 1));
  Handle rows = loops[numTiles + reductions.size()];

  BlockOptions vectors;
  vectors.vectorDim = 1;
  vectors.vectorWidth = device.vectorWidth;
  vectors.chunks.resize(2);
  vectors.order = {{0, 0}, {1, 0}};
  SmallVector<Handle> own = schedule.block(rows, vectors);
  SmallVector<Handle> stored = schedule.block(loops.back(), vectors);

  schedule.comment("accumulators in registers, as they are computed");
  for (const Handle &reduction : llvm::reverse(reductions))
    schedule.relayout(reduction);
  schedule.cleanUp({"views"});
  schedule.place(reductions.front(), "private", {"seq", "seq"});

  schedule.comment("what is read for each row, or for each step, in registers");
  StageChoice bySteps;
  bySteps.space = "private";
  bySteps.readOrder = {1, 0};
  bySteps.vector = tile.steps;
  SmallVector<Handle> copies;
  auto stageSteps = [&](Value operand) {
    bySteps.argument = shape->getArgument(nest, operand, shape->step());
    copies.push_back(schedule.stage(reductions.drop_back().back(), bySteps));
  };
  if (tile.steps > 1)
    stageSteps(shape->rowOperand);
  Handle columnCopy;
  if (columnsBySteps) {
    stageSteps(shape->columnOperand);
  } else {
    StageChoice oneStep;
    oneStep.space = "private";
    oneStep.vector = device.vectorWidth;
    oneStep.argument =
        shape->getArgument(nest, shape->columnOperand, shape->step());
    columnCopy = schedule.stage(reductions.back(), oneStep);
  }
  schedule.cleanUp({"contract"}, loops.front());

  schedule.comment("what runs where");
  mapToItems(schedule, ArrayRef(loops).take_front(numTiles), device);
  schedule.mapTo(own[0], {"seq unroll", "seq unroll"});
  schedule.mapTo(stored[0], {"seq unroll", "seq unroll"});
  if (!columnCopy.empty())
    schedule.mapTo(columnCopy, {"seq"});
  for (const Handle &copy : copies)
    schedule.mapTo(copy, {"seq", "seq"});
  if (tile.steps > 1)
    schedule.unroll(reductions.back());
  return success();
}
