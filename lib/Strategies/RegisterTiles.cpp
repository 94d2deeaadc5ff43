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

LogicalResult lift::planRegisterTiles(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal) {
  FailureOr<Nest> nestOr = Nest::get(pattern, refusal);
  if (failed(nestOr))
    return failure();
  const Nest &nest = *nestOr;
  FailureOr<ContractionShape> shape =
      ContractionShape::get(nest, /*joinsSteps=*/false, refusal);
  if (failed(shape))
    return failure();
  const DeviceModel &device = problem.getDevice();
  Tile tile = chooseTile(device);
  const int64_t columns = tile.vectors * device.vectorWidth;
  std::optional<UnitStride> rowStride =
      getUnitStride(*nest.lookup(shape->rowOperand));
  // Steps are loaded together where they are neighbours.
  const Axis &step = shape->axes[shape->step()];
  if (!rowStride || rowStride->dim != step.lastDim ||
      !problem.divides(tile.steps, step.size, /*isInner=*/true) ||
      !problem.dividesAll(tile.steps, rowStride->otherSteps, /*isInner=*/true))
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
  StageChoice fragment;
  fragment.space = "private";
  Handle rowFragment;
  if (tile.steps > 1) {
    fragment.argument =
        shape->getArgument(nest, shape->rowOperand, shape->step());
    fragment.readOrder = {1, 0};
    fragment.vector = tile.steps;
    rowFragment = schedule.stage(reductions.drop_back().back(), fragment);
  }
  StageChoice columnFragment;
  columnFragment.space = "private";
  columnFragment.vector = device.vectorWidth;
  columnFragment.argument =
      shape->getArgument(nest, shape->columnOperand, shape->step());
  Handle columnCopy = schedule.stage(reductions.back(), columnFragment);
  schedule.cleanUp({"contract"}, loops.front());

  schedule.comment("what runs where");
  mapToGroups(schedule, ArrayRef(loops).take_front(numTiles));
  schedule.mapTo(own[0], {"seq unroll", "seq unroll"});
  schedule.mapTo(stored[0], {"seq unroll", "seq unroll"});
  schedule.mapTo(columnCopy, {"seq"});
  if (!rowFragment.empty()) {
    schedule.mapTo(rowFragment, {"seq", "seq"});
    schedule.unroll(reductions.back());
  }
  return success();
}
