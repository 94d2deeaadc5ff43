//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions in tiles. A group computes a tile of the result; the parts of
// the operands that a step of the reduction needs stand in local memory, two of
// each in turn; each work-item keeps its elements of the tile in registers
// through the whole reduction, and adds one product of a column and a row after
// another. This is how SGEMM is written by hand for GPUs; the derivation in
// equations is in docs/Rewriting.md.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Rewriting/ElementSteps.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "LocalTile.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
struct Contraction {
  Problem &problem;
  const Nest &nest;
  ContractionShape shape;
  LocalTile tile;
  bool padsRows, padsColumns, padsSteps;
  /// The sizes that are made numbers.
  std::map<std::string, int64_t> fixed;

  /// Whether there may be a step behind another one.
  bool hasSteps() const {
    std::optional<int64_t> steps =
        problem.getValue(shape.axes[shape.step()].size);
    return !steps || *steps > tile.steps;
  }

  SmallVector<unsigned> getPadded() const {
    SmallVector<unsigned> padded;
    if (padsRows)
      padded.push_back(shape.row);
    if (padsColumns)
      padded.push_back(shape.column);
    if (padsSteps)
      padded.push_back(shape.step());
    return padded;
  }
};
} // namespace

/// Rows that a work-item has beside each other.
static constexpr int64_t kLocalTileRows = 4;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Whether what is summed are parts that were made because few tiles are
/// assumed (see `assumeCut`).
static bool sumsParts(const Problem &problem, const Nest &nest) {
  return llvm::any_of(nest.getDims().take_front(nest.getNumParallelDims()),
                      [&](const NestDim &dim) {
                        return problem.isTakenAsAtMost(Problem::kFewParts,
                                                       dim.size);
                      });
}

/// Prefers that tiles of `length` have no more elements of a dimension, with
/// those beyond its end, than `most` / `of` of what those of half the length
/// have.
static void preferTiles(Problem &problem, const Expr &size, int64_t length,
                        int64_t most, int64_t of) {
  problem.prefer(ConstraintKind::LessEqual,
                 Expr::ceilDiv(size, length) * (2 * of),
                 Expr::ceilDiv(size, length / 2) * most);
}

/// The tile where sizes are not known: the first if there is work enough for
/// it; one of half as many elements if there is enough for that, or sums are in
/// parts; else the last.
static LocalTile assumeTile(Problem &problem, const Nest &nest,
                            const ContractionShape &shape,
                            ArrayRef<LocalTile> tiles) {
  const Expr units = problem.getComputeUnits();
  const Expr elements = shape.countResults();
  const LocalTile &large = tiles.front(), &small = tiles.back();
  const Expr ofRound = units * (large.rows * large.columns);
  if (problem.prefersAtLeast(ofRound, elements)) {
    // Where the last of a few rounds leaves many units idle, smaller tiles that
    // are whole ones do not.
    if (problem.assumes(Assumed::LargeAligned))
      problem.prefer(ConstraintKind::LessEqual,
                     Expr::ceilDiv(elements, ofRound) * ofRound * 17,
                     elements * 20);
    // Where smaller tiles are less far beyond the end, these are faster.
    const Expr &rows = shape.axes[shape.row].size;
    const Expr &columns = shape.axes[shape.column].size;
    if (problem.assumes(Assumed::LargeVectors))
      preferTiles(problem, columns, large.columns, 8, 7);
    if (problem.assumes(Assumed::Large)) {
      preferTiles(problem, columns, large.columns, 6, 5);
      if (isMatrixProduct(nest, shape))
        preferTiles(problem, rows, large.rows, 33, 32);
    }
    return large;
  }
  const bool isWide =
      !problem.assumes(Assumed::MediumVectors) &&
      (isMatrixProduct(nest, shape) || problem.assumes(Assumed::Medium));
  auto isMedium = [&](const LocalTile &tile) {
    return isWide ? tile.rows == 64 && tile.columns == 128
                  : tile.rows == 128 && tile.columns == 64;
  };
  const auto *medium = llvm::find_if(tiles, isMedium);
  if (medium == tiles.end())
    return small;
  const bool mayHaveEnough = problem.assumes(Assumed::Aligned) ||
                             problem.assumes(Assumed::MediumAny) ||
                             problem.assumes(Assumed::MediumVectors);
  const bool hasEnough =
      mayHaveEnough &&
      problem.prefer(ConstraintKind::LessEqual,
                     units * (medium->rows * medium->columns), elements);
  // Wider tiles are faster where all is loaded number by number, if they are
  // not much farther beyond the end of rows.
  if (hasEnough && problem.assumes(Assumed::MediumAny))
    preferTiles(problem, shape.axes[shape.column].size, medium->columns, 6, 5);
  if (hasEnough)
    return *medium;
  if (!sumsParts(problem, nest))
    return small;
  // The last of these tiles has more work-items: there are few groups.
  return isWide ? *medium : *llvm::find_if(llvm::reverse(tiles), isMedium);
}

/// The best tile.
static FailureOr<LocalTile> chooseLocalTile(Problem &problem, const Nest &nest,
                                            const ContractionShape &shape,
                                            Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  SmallVector<LocalTile> tiles = getTiles(device, shape);
  if (tiles.empty())
    return refusal.set(nest.getRoot(),
                       "finds no tile that fits into local memory");
  std::optional<ContractionSizes> sizes = getSizes(problem, nest, shape);
  if (!sizes)
    return assumeTile(problem, nest, shape, tiles);
  LocalTile tile = getBestTile(device, *sizes, tiles);
  // A short reduction is one step, or two; in each step of another one it is
  // two, as the next one is loaded meanwhile.
  const int64_t most = shape.reduced.size() > 1 ? 1 : 2;
  if (std::optional<int64_t> steps =
          problem.getValue(shape.axes[shape.step()].size))
    while (tile.steps > 4 && *steps * most <= tile.steps)
      tile.steps /= 2;
  return tile;
}

/// The sizes of what is summed, if they are known, and several or few: where
/// each step of the sum stands is then known, too, and how often loops run. In
/// a long sum over one dimension a step is as far from the one before whatever
/// the size is, and drivers that know the number of trips use more registers;
/// also if it is odd, as two steps, one for each buffer, are unrolled.
static std::map<std::string, int64_t> fixSums(Problem &problem,
                                              const Nest &nest, int64_t steps) {
  constexpr int64_t kFew = 512;
  ArrayRef<NestDim> reduced =
      nest.getDims().drop_front(nest.getNumParallelDims());
  const int64_t length = problem.getValue(reduced[0].size).value_or(kFew + 1);
  const int64_t trips = llvm::divideCeil(length, steps);
  const bool isOdd = trips > 1 && trips % 2 != 0;
  const bool hasOwnSizes =
      nest.getRoot()
          ->walk([](IterateOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  std::map<std::string, int64_t> fixed;
  if (hasOwnSizes || (reduced.size() == 1 && (length > kFew || isOdd)))
    return fixed;
  for (const NestDim &dim : reduced)
    fixed.merge(problem.fix(dim.size).value_or(fixed));
  return fixed;
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

namespace {
/// A copy, and how its loops run.
struct Copy {
  StageChoice stage;
  SmallVector<std::string> choices;
};
} // namespace

/// How a factor's tile of [step][row or column], of so many rows or columns, is
/// copied to local memory: along the rows of the array in memory, as vectors
/// where they are whole ones, each work-item one element of a list in turn.
static Copy getCopy(Contraction &c, Value factor, int64_t length,
                    bool isPadded) {
  Copy copy;
  StageChoice &choice = copy.stage;
  choice.argument = c.shape.getArgument(c.nest, factor, c.shape.step());
  choice.buffers = c.hasSteps() ? 2 : 1;
  choice.isComputed = !ElementSteps::get(factor).empty();
  const NestOperand operand = *c.nest.lookup(factor);
  const Axis &step = c.shape.axes[c.shape.step()];
  std::optional<UnitStride> unit = getUnitStride(operand);
  // Rows may be joined, as the heads of attention are.
  if (!unit && step.firstDim == step.lastDim)
    unit = getUnitStrideOfRuns(operand, step.lastDim, c.tile.steps);
  const bool alongSteps = unit && unit->dim == step.lastDim;
  if (alongSteps) {
    choice.readOrder = {1, 0};
    // Rows of an odd number of vectors: a column is in different banks.
    choice.pad = {0, kTileVector};
  }
  // Neighbours are in the array, or none of them is.
  if (unit) {
    SmallVector<Expr> multiples(unit->otherSteps);
    if (alongSteps ? c.padsSteps : isPadded)
      multiples.push_back(c.nest.getDims()[unit->dim].size);
    choice.vector =
        c.problem.getVectorWidth(kTileVector, multiples, /*isInner=*/true);
  }
  // Where a window stands takes longer to compute than neighbours in it to
  // load.
  const int64_t neighbours =
      alongSteps && step.firstDim == step.lastDim && hasWindows(operand)
          ? kTileVector / choice.vector
          : 1;
  const int64_t loaded = c.tile.getGroupSize() * neighbours;
  choice.chunks = {c.tile.itemsAcross * neighbours};
  copy.choices = {"lcl(1)", "lcl(0)"};
  if (length * c.tile.steps > loaded * choice.vector) {
    choice.chunks.insert(choice.chunks.begin(), loaded);
    choice.isPadded = length * c.tile.steps % (loaded * choice.vector) != 0;
    copy.choices.insert(copy.choices.begin(), "seq unroll");
  }
  if (neighbours > 1) {
    choice.chunks.push_back(neighbours);
    copy.choices.push_back("seq unroll");
  }
  return copy;
}

/// Cuts a tile for its work-items: [rows of work-items][columns of work-items]
/// and, of each, pieces of neighbouring rows and of a vector.
static BlockOptions getItemBlock(const LocalTile &tile) {
  BlockOptions options;
  options.vectorDim = 1;
  options.vectorWidth = kTileVector;
  SmallVector<Expr> rows, columns;
  SmallVector<NestPart> order;
  const bool hasPieces = tile.rows > tile.itemsDown * kLocalTileRows;
  if (hasPieces)
    rows = {tile.itemsDown * kLocalTileRows, kLocalTileRows};
  else
    rows = {kLocalTileRows};
  const bool hasHalves = tile.columns > tile.itemsAcross * kTileVector;
  if (hasHalves)
    columns = {tile.itemsAcross};
  options.chunks = {rows, columns};
  order.push_back({0, hasPieces ? 1u : 0u});
  order.push_back({1, hasHalves ? 1u : 0u});
  if (hasPieces)
    order.push_back({0, 0});
  order.push_back({0, hasPieces ? 2u : 1u});
  if (hasHalves)
    order.push_back({1, 0});
  options.order = order;
  return options;
}

static void write(Contraction &c, const Handle &matched, Schedule &schedule) {
  const ContractionShape &shape = c.shape;
  Handle root = matched;
  if (!c.fixed.empty()) {
    schedule.comment("sums of a length that is a number");
    root = schedule.fixSizes(root, c.fixed);
  }
  schedule.comment("a tile of " + Twine(c.tile.rows) + " x " +
                   Twine(c.tile.columns) + " for a group, " +
                   Twine(c.tile.steps) + " steps of the sum at a time");
  SmallVector<Handle> loops =
      schedule.block(root, shape.getTiles(c.tile.rows, c.tile.columns,
                                          c.tile.steps, c.getPadded()));
  const size_t numGroups = shape.outer.size() + 2;
  ArrayRef<Handle> groups = ArrayRef(loops).take_front(numGroups);
  ArrayRef<Handle> reductions =
      ArrayRef(loops).slice(numGroups, shape.reduced.size() + 1);
  Handle steps = reductions.drop_back().back();
  Handle tile = loops[numGroups + reductions.size()];

  schedule.comment("the elements of a work-item");
  BlockOptions items = getItemBlock(c.tile);
  SmallVector<Handle> own = schedule.block(tile, items);
  SmallVector<Handle> stored = schedule.block(loops.back(), items);

  schedule.comment("accumulators in registers, as they are computed");
  for (const Handle &reduction : llvm::reverse(reductions))
    schedule.relayout(reduction);
  schedule.cleanUp({"views"});
  schedule.place(reductions.front(), "private", {"lcl(1)", "lcl(0)"});

  schedule.comment("tiles in local memory, fragments in registers");
  SmallVector<std::pair<Handle, SmallVector<std::string>>> copies;
  auto copyTile = [&](Value operand, int64_t length, bool isPadded) {
    Copy copy = getCopy(c, operand, length, isPadded);
    copies.emplace_back(schedule.stage(steps, copy.stage), copy.choices);
  };
  for (Value operand : shape.rowOperands)
    copyTile(operand, c.tile.rows, c.padsRows);
  for (Value operand : shape.columnOperands)
    copyTile(operand, c.tile.columns, c.padsColumns);
  StageChoice fragment;
  fragment.space = "private";
  fragment.vector = kTileVector;
  for (Value operand : shape.rowOperands) {
    fragment.argument = shape.getArgument(c.nest, operand, shape.row);
    copies.push_back({schedule.stage(own[0], fragment, own[1]), {"seq"}});
  }
  fragment.vector = 1;
  if (c.tile.columns > c.tile.itemsAcross * kTileVector)
    for (Value operand : shape.columnOperands) {
      fragment.argument = shape.getArgument(c.nest, operand, shape.column);
      copies.push_back({schedule.stage(own[1], fragment), {"seq"}});
    }
  schedule.cleanUp({"contract"}, loops.front());

  schedule.comment("what runs where");
  mapToGroups(schedule, groups);
  schedule.mapTo(own[0], {"lcl(1)"});
  schedule.mapTo(own[1], {"lcl(0)"});
  SmallVector<std::string> inner(own.size() - 3, "seq unroll");
  schedule.mapTo(own[2], inner);
  inner.insert(inner.begin(), {"lcl(1)", "lcl(0)"});
  schedule.mapTo(stored[0], inner);
  for (const auto &[copy, choices] : copies)
    schedule.mapTo(copy, choices);
  schedule.unroll(reductions.back());
}

LogicalResult lift::planLocalTiles(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  FailureOr<ContractionNest> nestAndShape =
      getContraction(problem, pattern, refusal);
  if (failed(nestAndShape))
    return failure();
  const Nest &nest = nestAndShape->nest;
  const ContractionShape &shape = nestAndShape->shape;
  if (!problem.getDevice().hasLocalMemory)
    return refusal.set(nest.getRoot(), "the device has no local memory of its "
                                       "own");
  if (isTiny(problem, nest, shape))
    return refusal.set(nest.getRoot(), "has few products for each number");
  FailureOr<LocalTile> tile = chooseLocalTile(problem, nest, shape, refusal);
  if (failed(tile))
    return failure();
  const Axis &step = shape.axes[shape.step()];
  if (problem.assumes(Assumed::ShortSums) && step.firstDim < step.lastDim)
    problem.prefer(ConstraintKind::LessEqual, nest.getDims().back().size,
                   kShortSum);
  auto pads = [&](unsigned axis, int64_t size, bool isInner) {
    return !problem.divides(size, shape.axes[axis].size, isInner);
  };
  bool padsRows = pads(shape.row, tile->rows, /*isInner=*/false);
  // Of few tiles, one that is not whole costs little.
  bool padsColumns = (sumsParts(problem, nest) &&
                      !problem.getValue(shape.axes[shape.column].size)) ||
                     pads(shape.column, tile->columns, /*isInner=*/true);
  bool padsSteps = pads(shape.step(), tile->steps, /*isInner=*/true);
  Contraction contraction{
      problem,  nest,        shape,     *tile,
      padsRows, padsColumns, padsSteps, fixSums(problem, nest, tile->steps)};
  chooseInOrder(schedule, nest, root);
  write(contraction, root, schedule);
  return success();
}
