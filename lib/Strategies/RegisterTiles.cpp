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
#include "LocalTile.h"

#include "LiftDialect/Analysis/DeviceMemory.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// A tile of a work-item: rows, and vectors in a row; and how many steps of the
/// sum load the rows' operand together.
struct Tile {
  int64_t rows, vectors, steps;
  /// The numbers of a vector.
  int64_t width;

  int64_t columns() const { return vectors * width; }
};
} // namespace

/// On a CPU 8 rows of two of its vectors; else 4 of one, as 256 bytes of
/// registers hold them with what is loaded. Fewer rows where each element has
/// several accumulators; half as many columns, or rows, of numbers of 8 bytes.
static Tile chooseRegisterTile(const DeviceModel &device, const Nest &nest) {
  size_t numAccumulators = nest.getInits().size();
  Tile tile = device.vectorWidth >= DeviceModel::kThreadWidth
                  ? Tile{8, 2, 1, device.vectorWidth}
                  : Tile{4, 1, 4, device.vectorWidth};
  while (tile.rows > 1 && numAccumulators > 1) {
    tile.rows /= 2;
    numAccumulators = llvm::divideCeil(numAccumulators, 2);
  }
  if (llvm::any_of(nest.getInits(), [](Value init) {
        return getElementBytes(init.getType()) > 4;
      }))
    (tile.vectors > 1 ? tile.vectors : tile.rows) /= 2;
  return tile;
}

/// Whether steps of the sum are neighbours in an operand, in whole vectors.
static bool areStepsNeighbours(Problem &problem, const NestOperand &operand,
                               const Axis &step, int64_t steps) {
  std::optional<UnitStride> unit = getUnitStride(operand);
  return unit && unit->dim == step.lastDim &&
         problem.divides(steps, step.size, /*isInner=*/true) &&
         problem.dividesAll(steps, unit->otherSteps, /*isInner=*/true);
}

/// Whether rows of windows are to be tiles of their own, the last one with
/// rows that are dropped: where rows of several lines are in a tile, each has a
/// place and tests of its own.
static bool keepsLinesApart(const Problem &problem, const Nest &nest,
                            const ContractionShape &shape, int64_t rows) {
  constexpr double kMostComputed = 1.25;
  std::optional<int64_t> line = problem.getValue(shape.axes[shape.row].size);
  return !problem.getDevice().runsThreads() && line &&
         hasWindows(*nest.lookup(shape.rowOperands.front())) &&
         double(llvm::alignTo(*line, rows)) <= kMostComputed * double(*line);
}

/// Whether columns are those of windows that follow each other in memory, a few
/// elements apart. Those of one line are in a tile then: outside of an image,
/// they are so together in all other dimensions.
static bool areColumnsOfLines(const Nest &nest, const ContractionShape &shape) {
  constexpr int64_t kMostApart = 4;
  const unsigned last = shape.axes[shape.column].lastDim;
  return llvm::all_of(shape.columnOperands, [&](Value value) {
    const NestOperand operand = *nest.lookup(value);
    std::optional<MemoryOffset> offset = getMemoryOffset(operand);
    return hasWindows(operand) && offset &&
           offset->steps[last].getConstant().value_or(kMostApart + 1) <=
               kMostApart;
  });
}

/// The array with what is outside of it of which the columns are windows, if a
/// thread reads lines from a copy of that: as whole vectors, without a test for
/// each number.
static PadOp findCopiedLines(const Problem &problem, const Nest &nest,
                             const ContractionShape &shape) {
  // The products that take longer than another kernel does.
  constexpr int64_t kProducts = int64_t(1) << 18;
  if (!problem.getDevice().runsThreads() || !areColumnsOfLines(nest, shape) ||
      shape.columnOperands.size() != 1 ||
      problem.getValue(countResults(nest) * countReduced(nest))
              .value_or(kProducts) < kProducts)
    return {};
  PadOp lines;
  Value array = nest.lookup(shape.columnOperands.front())->source;
  while (Value viewed = getViewed(array)) {
    if (array.getDefiningOp<SlideOp>())
      lines = viewed.getDefiningOp<PadOp>();
    array = viewed;
  }
  const bool isCopied = lines && lines.getType().getRank() > 1 &&
                        problem.isSpare(countBytes(lines.getType()));
  return isCopied ? lines : PadOp();
}

/// Copies them; a thread takes a line or a plane. `columns` is the loop over
/// the tiles of columns.
static void copyLines(PadOp lines, const Nest &nest,
                      const ContractionShape &shape, const Handle &columns,
                      Schedule &schedule) {
  schedule.comment("lines with what is outside of them");
  Handle copy = schedule.copyArgument(
      columns,
      shape.getArgument(nest, shape.columnOperands.front(), shape.column),
      /*isBelowWindows=*/true);
  const int64_t rank = lines.getType().getRank();
  SmallVector<std::string> choices(rank, "seq");
  choices[0] = rank > 2 ? "wrg(1)" : "wrg(0)";
  if (rank > 2)
    choices[1] = "wrg(0)";
  schedule.mapTo(copy, choices);
}

/// Makes a tile as narrow as a line, with more of the rows instead.
static void fitToLine(Tile &tile, int64_t line, int64_t rows) {
  constexpr int64_t kNarrowest = 4;
  while (tile.vectors > 1 && llvm::alignTo(line, tile.columns()) >
                                 llvm::alignTo(line, tile.width)) {
    tile.vectors /= 2;
    if (2 * tile.rows <= rows)
      tile.rows *= 2;
  }
  while (tile.width > kNarrowest && tile.width / 2 >= line)
    tile.width /= 2;
}

/// Rows of a tile are neighbours in one dimension where that is whole tiles, as
/// what is outside of an image then is so for all of them in the others.
static FailureOr<ContractionShape> getShape(Problem &problem, const Nest &nest,
                                            int64_t rows, Refusal &refusal) {
  auto get = [&](bool joinsRows, bool joinsColumns) {
    // A thread has registers for many tests, but should not begin loops often.
    return ContractionShape::get(
        nest, /*joinsSteps=*/false, refusal, joinsRows,
        /*joinsReduced=*/problem.getDevice().runsThreads(), joinsColumns);
  };
  FailureOr<ContractionShape> joined =
      get(/*joinsRows=*/true, /*joinsColumns=*/true);
  if (failed(joined))
    return failure();
  const bool joinsColumns = !areColumnsOfLines(nest, *joined);
  FailureOr<ContractionShape> apart = get(/*joinsRows=*/false, joinsColumns);
  if (failed(apart) || problem.divides(rows, apart->axes[apart->row].size) ||
      keepsLinesApart(problem, nest, *apart, rows))
    return apart;
  return get(/*joinsRows=*/true, joinsColumns);
}

/// The reduced axis along which the rows of a tile slide: in its next step most
/// rows are what others are in this one, as the pixels that neighbouring
/// windows have in common. The order of the sum must be free, as these steps
/// follow each other.
static std::optional<unsigned>
findTaps(const Nest &nest, const ContractionShape &shape, int64_t rows) {
  constexpr int64_t kMostTaps = 5;
  const Axis &row = shape.axes[shape.row];
  std::optional<MemoryOffset> offset =
      getMemoryOffset(*nest.lookup(shape.rowOperands.front()));
  if (!offset || row.firstDim != row.lastDim || !nest.mayReorder())
    return std::nullopt;
  for (unsigned axis : ArrayRef(shape.reduced).drop_back()) {
    const Axis &taps = shape.axes[axis];
    const std::optional<int64_t> count = taps.size.getConstant();
    if (taps.firstDim != taps.lastDim || !count || *count < 2 ||
        *count > kMostTaps)
      continue;
    for (int64_t distance = 1; distance < rows; ++distance)
      if (offset->steps[taps.firstDim] ==
          offset->steps[row.firstDim] * distance)
        return axis;
  }
  return std::nullopt;
}

/// Rows and columns of a tile both have steps of the sum as neighbours: each
/// element adds products of vectors, of which those of all columns are in
/// registers while a row's is read; or those of all rows, where these slide
/// along other steps, which are then in the loop over vectors (see
/// lift-reuse-loads). The loop over neighbouring steps is the innermost, so
/// that few vectors are there at a time.
static void planDots(const Nest &nest, const ContractionShape &shape,
                     BlockOptions tiles, int64_t steps,
                     std::optional<unsigned> taps, const DeviceModel &device,
                     const Handle &root, Schedule &schedule) {
  // Steps, rows and columns of a tile become rows, columns and steps.
  auto *inner = tiles.order.end() - 3;
  std::rotate(inner, inner + 1, tiles.order.end());
  if (taps) {
    std::swap(inner[0], inner[1]);
    auto *tap = llvm::find_if(
        tiles.order, [&](const NestPart &part) { return part.dim == *taps; });
    std::rotate(tap, tap + 1, inner);
  }
  SmallVector<Handle> loops = schedule.block(root, tiles);
  const size_t numTiles = shape.outer.size() + 2;
  ArrayRef<Handle> reductions =
      ArrayRef(loops).slice(numTiles, shape.reduced.size());
  const Handle &outer = reductions.end()[0], &other = reductions.end()[1],
               &dot = reductions.end()[2];

  schedule.comment("accumulators in registers, as they are computed");
  schedule.cleanUp({"views"});
  schedule.place(reductions.front(), "private", {"seq", "seq"});

  schedule.comment("vectors of steps in registers");
  StageChoice choice;
  choice.space = "private";
  choice.vector = steps;
  const Value row = shape.rowOperands.front(),
              column = shape.columnOperands.front();
  choice.argument =
      shape.getArgument(nest, taps ? row : column, taps.value_or(shape.step()));
  Handle allCopy = schedule.stage(reductions.back(), choice);
  choice.argument = shape.getArgument(nest, taps ? column : row,
                                      taps ? shape.column : shape.row);
  Handle oneCopy = schedule.stage(outer, choice);
  schedule.cleanUp({"contract"}, loops.front());

  schedule.comment("what runs where");
  mapToItems(schedule, ArrayRef(loops).take_front(numTiles), device);
  schedule.mapTo(outer, {"seq unroll"});
  schedule.mapTo(other, {"seq unroll"});
  schedule.mapTo(loops.back(), {"seq unroll", "seq unroll"});
  const std::string copied = taps ? "seq unroll" : "seq";
  schedule.mapTo(allCopy, {copied, copied});
  schedule.mapTo(oneCopy, {copied});
  schedule.unroll(dot);
  if (taps)
    schedule.unroll(reductions.back());
}

LogicalResult lift::planRegisterTiles(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal) {
  FailureOr<Nest> nestOr = Nest::get(pattern, refusal);
  if (failed(nestOr))
    return failure();
  const Nest &nest = *nestOr;
  const DeviceModel &device = problem.getDevice();
  Tile tile = chooseRegisterTile(device, nest);
  FailureOr<ContractionShape> shape =
      getShape(problem, nest, tile.rows, refusal);
  if (failed(shape))
    return failure();
  if (isTiny(problem, nest, *shape))
    return refusal.set(pattern, "has few products for each number");
  const NestDim &line = nest.getDims()[shape->axes[shape->column].lastDim];
  const bool hasLines = areColumnsOfLines(nest, *shape);
  if (std::optional<int64_t> length = problem.getValue(line.size);
      hasLines && length)
    fitToLine(tile, *length,
              problem.getValue(shape->axes[shape->row].size).value_or(1));
  // Steps are loaded together where they are neighbours.
  const Axis &step = shape->axes[shape->step()];
  auto loadsSteps = [&](Value operand, int64_t steps) {
    return steps > 1 &&
           areStepsNeighbours(problem, *nest.lookup(operand), step, steps);
  };
  auto loadsBoth = [&](int64_t steps) {
    return loadsSteps(shape->columnOperands.front(), steps) &&
           loadsSteps(shape->rowOperands.front(), steps);
  };
  const bool hasPair = !hasLines && shape->rowOperands.size() == 1 &&
                       shape->columnOperands.size() == 1;
  int64_t dotSteps = hasPair ? tile.steps : 1;
  while (dotSteps > 1 && !loadsBoth(dotSteps))
    dotSteps /= 2;
  if (dotSteps > 1)
    tile.steps = dotSteps;
  else if (!llvm::all_of(shape->rowOperands, [&](Value operand) {
             return loadsSteps(operand, tile.steps);
           }))
    tile.steps = 1;
  SmallVector<unsigned> padded;
  if (!problem.divides(tile.rows, shape->axes[shape->row].size))
    padded.push_back(shape->row);
  if (!problem.divides(tile.columns(), shape->axes[shape->column].size,
                       /*isInner=*/true))
    padded.push_back(shape->column);

  schedule.comment("a tile of " + Twine(tile.rows) + " x " +
                   Twine(tile.columns()) + " for a work-item");
  BlockOptions tiles =
      shape->getTiles(tile.rows, tile.columns(), tile.steps, padded);
  if (dotSteps > 1) {
    planDots(nest, *shape, std::move(tiles), dotSteps,
             findTaps(nest, *shape, tile.rows), device, root, schedule);
    return success();
  }
  SmallVector<Handle> loops = schedule.block(root, tiles);
  const size_t numTiles = shape->outer.size() + 2;
  if (PadOp lines = findCopiedLines(problem, nest, *shape))
    copyLines(lines, nest, *shape, loops[numTiles - 1], schedule);
  ArrayRef<Handle> reductions =
      ArrayRef(loops).slice(numTiles, shape->reduced.size() + (tile.steps > 1));
  Handle rows = loops[numTiles + reductions.size()];

  BlockOptions vectors;
  vectors.vectorDim = 1;
  vectors.vectorWidth = tile.width;
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
  SmallVector<Handle> rowCopies, columnCopies;
  if (tile.steps > 1) {
    StageChoice bySteps;
    bySteps.space = "private";
    bySteps.readOrder = {1, 0};
    bySteps.vector = tile.steps;
    for (Value operand : shape->rowOperands) {
      bySteps.argument = shape->getArgument(nest, operand, shape->step());
      rowCopies.push_back(
          schedule.stage(reductions.drop_back().back(), bySteps));
    }
  }
  StageChoice oneStep;
  oneStep.space = "private";
  oneStep.vector = tile.width;
  for (Value operand : shape->columnOperands) {
    oneStep.argument = shape->getArgument(nest, operand, shape->step());
    columnCopies.push_back(schedule.stage(reductions.back(), oneStep));
  }
  schedule.cleanUp({"contract"}, loops.front());

  schedule.comment("what runs where");
  mapToItems(schedule, ArrayRef(loops).take_front(numTiles), device);
  schedule.mapTo(own[0], {"seq unroll", "seq unroll"});
  schedule.mapTo(stored[0], {"seq unroll", "seq unroll"});
  for (const Handle &copy : columnCopies)
    schedule.mapTo(copy, {"seq"});
  for (const Handle &copy : rowCopies)
    schedule.mapTo(copy, {"seq", "seq"});
  if (tile.steps > 1)
    schedule.unroll(reductions.back());
  return success();
}
