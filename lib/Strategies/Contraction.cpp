//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions in tiles. A group computes a tile of the result; the parts of the
// operands that a step of the reduction needs stand in local memory, two of each
// in turn; each work-item keeps its elements of the tile in registers through
// the whole reduction, and adds one product of a column and a row after another.
// This is how SGEMM is written by hand for GPUs; the derivation in equations is
// in docs/Rewriting.md.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// One or more dimensions of the nest that are treated as one.
struct Axis {
  unsigned firstDim;
  unsigned lastDim;
  Expr size;
};

/// What the dimensions of a contraction are. The columns are those of the last
/// parallel dimension, whose elements are neighbours in the result.
struct Shape {
  SmallVector<Axis> axes;
  /// Numbers of axes: the parallel ones that each group has one element of, the
  /// rows and the columns of its tile, and the reduced ones, the last of which
  /// is cut into steps.
  SmallVector<unsigned> outer, reduced;
  unsigned row, column;
  Value rowOperand, columnOperand;

  unsigned step() const { return reduced.back(); }
};

/// A tile, and the elements that each work-item of 16 x 16 has of it.
struct Tile {
  int64_t rows, columns, steps;
  /// The share of the best rate that the kernel reaches on large problems
  /// (measured on an H200 with matrix products of 4096).
  double rate;
};

struct Contraction {
  Problem &problem;
  const Nest &nest;
  Shape shape;
  Tile tile;
  bool padsRows, padsColumns, padsSteps;
};
} // namespace

/// Work-items of a group in each dimension.
static constexpr int64_t kGroup = 16;
/// Neighbours that are loaded, stored and computed at a time.
static constexpr int64_t kVector = 4;
/// Rows that a work-item has beside each other.
static constexpr int64_t kRows = 4;

static constexpr Tile kTiles[] = {{128, 128, 8, 1.0},
                                  {64, 128, 16, 0.95},
                                  {128, 64, 16, 0.94},
                                  {64, 64, 16, 0.945}};

//===----------------------------------------------------------------------===//
// The shape of a contraction
//===----------------------------------------------------------------------===//

static bool hasDim(const NestOperand &operand, unsigned dim) {
  return llvm::is_contained(operand.dims, dim);
}

/// All operands that vary: of the step, of the epilogue, and initial values.
static SmallVector<NestOperand> getOperands(const Nest &nest) {
  SmallVector<Value> values = nest.getStepOperands();
  llvm::append_range(values, nest.getEpilogueOperands());
  llvm::append_range(values, nest.getInits());
  SmallVector<NestOperand> operands;
  for (Value value : values)
    if (std::optional<NestOperand> operand = nest.lookup(value))
      operands.push_back(*operand);
  return operands;
}

/// Whether all operands have both dimensions beside each other, or neither.
static bool canCollapse(const Nest &nest, unsigned dim) {
  return llvm::all_of(getOperands(nest), [&](const NestOperand &operand) {
    if (!hasDim(operand, dim) && !hasDim(operand, dim + 1))
      return true;
    const auto *it = llvm::find(operand.dims, dim);
    return it != operand.dims.end() && it + 1 != operand.dims.end() &&
           *(it + 1) == dim + 1;
  });
}

/// The two operands that the reduction goes through.
static FailureOr<std::pair<Value, Value>> getFactors(const Nest &nest,
                                                     Refusal &refusal) {
  SmallVector<Value> factors;
  for (Value value : nest.getStepOperands())
    if (llvm::any_of(nest.lookup(value)->dims,
                     [&](unsigned dim) { return nest.isReduced(dim); }))
      factors.push_back(value);
  if (factors.size() != 2)
    return refusal.set(nest.getRoot(),
                       "reduces " + Twine(factors.size()) + " operands, not 2");
  for (Value factor : factors)
    for (unsigned dim = nest.getNumParallelDims(); dim < nest.getNumDims();
         ++dim)
      if (!hasDim(*nest.lookup(factor), dim))
        return refusal.set(nest.getRoot(), "reduces dimensions that an operand "
                                           "does not have");
  return std::pair(factors[0], factors[1]);
}

static FailureOr<Shape> getShape(const Problem &problem, const Nest &nest,
                                 Refusal &refusal) {
  if (!nest.getInnerReduce())
    return refusal.set(nest.getRoot(), "reduces nothing");
  auto factors = getFactors(nest, refusal);
  if (failed(factors))
    return failure();
  Shape shape;
  std::tie(shape.rowOperand, shape.columnOperand) = *factors;
  // The columns are of the operand that has the last dimension that only one
  // has.
  auto isOfOne = [&](unsigned dim) {
    return hasDim(*nest.lookup(factors->first), dim) !=
           hasDim(*nest.lookup(factors->second), dim);
  };
  std::optional<unsigned> last;
  for (unsigned dim = 0; dim < nest.getNumParallelDims(); ++dim)
    if (isOfOne(dim))
      last = dim;
  if (last && hasDim(*nest.lookup(shape.rowOperand), *last))
    std::swap(shape.rowOperand, shape.columnOperand);
  NestOperand rows = *nest.lookup(shape.rowOperand);
  NestOperand columns = *nest.lookup(shape.columnOperand);
  std::optional<unsigned> row, column;
  for (unsigned dim = 0; dim < nest.getNumDims(); ++dim) {
    if (!hasDim(rows, dim) && !hasDim(columns, dim))
      return refusal.set(nest.getRoot(), "has a dimension that no operand has");
    bool joins = dim > 0 &&
                 hasDim(rows, dim) == hasDim(rows, dim - 1) &&
                 hasDim(columns, dim) == hasDim(columns, dim - 1) &&
                 nest.isReduced(dim) == nest.isReduced(dim - 1) &&
                 // Only the last reduced dimension is cut; what it has beside
                 // others would be divided in each step.
                 dim + 1 != nest.getNumDims() && canCollapse(nest, dim - 1);
    if (joins) {
      shape.axes.back().lastDim = dim;
      shape.axes.back().size = shape.axes.back().size * nest.getDims()[dim].size;
      continue;
    }
    shape.axes.push_back({dim, dim, nest.getDims()[dim].size});
    unsigned axis = shape.axes.size() - 1;
    if (nest.isReduced(dim))
      shape.reduced.push_back(axis);
    else if (!hasDim(columns, dim))
      row = axis;
    else if (!hasDim(rows, dim))
      column = axis;
  }
  if (!row || !column)
    return refusal.set(nest.getRoot(), "has no dimension that only one of its "
                                       "operands has, for each of them");
  shape.row = *row;
  shape.column = *column;
  for (unsigned axis = 0; axis < shape.axes.size(); ++axis)
    if (axis != shape.row && axis != shape.column &&
        !llvm::is_contained(shape.reduced, axis))
      shape.outer.push_back(axis);
  return shape;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// How long a tile takes, in units of one product at the best rate, if the sizes
/// are known: the busiest unit computes its groups one after another, and is
/// slower where few groups are on it at a time. The constants are measured with
/// matrix products of 1024, 2048 and 4096 on an H200.
static double estimate(const Problem &problem, const Shape &shape,
                       const Tile &tile) {
  auto getCount = [&](unsigned axis) {
    return problem.getValue(shape.axes[axis].size).value_or(1 << 16);
  };
  double groups = double(llvm::divideCeil(getCount(shape.row), tile.rows)) *
                  double(llvm::divideCeil(getCount(shape.column), tile.columns));
  for (unsigned axis : shape.outer)
    groups *= double(getCount(axis));
  double onUnit =
      std::ceil(groups / double(problem.getDevice().computeUnits));
  double elements = double(tile.rows * tile.columns);
  double occupied = onUnit * elements / (128 * 128);
  return onUnit * elements /
         (tile.rate * std::min(1.0, 0.55 + 0.35 * occupied));
}

static FailureOr<Tile> chooseTile(const Problem &problem, const Nest &nest,
                                  const Shape &shape, Refusal &refusal) {
  const Tile *best = nullptr;
  int64_t bytes = 4;
  for (const Tile &tile : kTiles) {
    int64_t memory =
        2 * bytes * tile.steps * (tile.rows + tile.columns + 2 * kVector);
    if (memory > problem.getDevice().localMemory)
      continue;
    if (!best ||
        estimate(problem, shape, tile) < estimate(problem, shape, *best))
      best = &tile;
  }
  if (!best || problem.getDevice().maxGroupSize < kGroup * kGroup)
    return refusal.set(nest.getRoot(),
                       "finds no tile that fits into local memory");
  Tile tile = *best;
  // A short reduction is one step, or two.
  if (std::optional<int64_t> steps =
          problem.getValue(shape.axes[shape.step()].size))
    while (tile.steps > 4 && *steps <= tile.steps / 2)
      tile.steps /= 2;
  return tile;
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

/// How a factor's tile of [step][row or column] is copied to local memory: along
/// the rows of the array in memory, as vectors where they are whole ones.
static StageChoice getStage(Contraction &c, Value factor, unsigned argument,
                            bool isPadded) {
  StageChoice choice;
  choice.argument = argument;
  choice.rowLength = kGroup;
  choice.buffers = 2;
  std::optional<UnitStride> unit = getUnitStride(*c.nest.lookup(factor));
  const Axis &step = c.shape.axes[c.shape.step()];
  const bool alongSteps = unit && unit->dim == step.lastDim;
  if (alongSteps) {
    choice.readOrder = {1, 0};
    // Rows of an odd number of vectors: a column is in different banks.
    choice.pad = {0, kVector};
  }
  if (unit && !isPadded && !(alongSteps && c.padsSteps) &&
      c.problem.divides(kVector, unit->rowLength))
    choice.vector = kVector;
  return choice;
}

/// The position of `operand` among those of the step that a loop over an axis
/// goes through.
static unsigned getArgument(const Contraction &c, Value operand,
                            unsigned axis) {
  unsigned position = 0;
  for (Value value : c.nest.getStepOperands()) {
    if (value == operand)
      break;
    position += hasDim(*c.nest.lookup(value), c.shape.axes[axis].firstDim);
  }
  return position;
}

/// Cuts a tile for its work-items: [rows of work-items][columns of work-items]
/// and, of each, pieces of neighbouring rows and of a vector.
static BlockOptions getItemBlock(const Tile &tile) {
  BlockOptions options;
  options.vectorDim = 1;
  options.vectorWidth = kVector;
  SmallVector<Expr> rows, columns;
  SmallVector<NestPart> order;
  const bool hasPieces = tile.rows > kGroup * kRows;
  if (hasPieces)
    rows = {kGroup * kRows, kRows};
  else
    rows = {kRows};
  const bool hasHalves = tile.columns > kGroup * kVector;
  if (hasHalves)
    columns = {kGroup};
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

static BlockOptions getTileBlock(const Contraction &c) {
  BlockOptions options;
  const Shape &shape = c.shape;
  for (const Axis &axis : shape.axes)
    for (unsigned dim = axis.firstDim; dim < axis.lastDim; ++dim)
      options.collapse.push_back(dim);
  options.chunks.resize(shape.axes.size());
  options.chunks[shape.row] = {Expr(c.tile.rows)};
  options.chunks[shape.column] = {Expr(c.tile.columns)};
  options.chunks[shape.step()] = {Expr(c.tile.steps)};
  for (unsigned axis : shape.outer)
    options.order.push_back({axis, 0});
  options.order.push_back({shape.row, 0});
  options.order.push_back({shape.column, 0});
  for (unsigned axis : shape.reduced)
    options.order.push_back({axis, 0});
  options.order.push_back({shape.step(), 1});
  options.order.push_back({shape.row, 1});
  options.order.push_back({shape.column, 1});
  if (c.padsRows)
    options.pad.push_back(shape.row);
  if (c.padsColumns)
    options.pad.push_back(shape.column);
  if (c.padsSteps)
    options.pad.push_back(shape.step());
  return options;
}

/// What the loops around a tile run on: at most three dimensions of groups, the
/// innermost neighbours in dimension 0.
static void mapGroups(Schedule &schedule, ArrayRef<Handle> loops) {
  for (auto [i, loop] : llvm::enumerate(llvm::reverse(loops)))
    schedule.mapTo(loop, {i < kMaxLaunchDims ? "wrg(" + std::to_string(i) + ")"
                                             : std::string("seq")});
}

static void write(Contraction &c, const Handle &root, Schedule &schedule) {
  const Shape &shape = c.shape;
  schedule.comment("a tile of " + Twine(c.tile.rows) + " x " +
                   Twine(c.tile.columns) + " for a group, " +
                   Twine(c.tile.steps) + " steps of the sum at a time");
  SmallVector<Handle> loops = schedule.block(root, getTileBlock(c));
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
  Handle rowCopy = schedule.stage(
      steps, getStage(c, shape.rowOperand,
                      getArgument(c, shape.rowOperand, shape.step()),
                      c.padsRows));
  Handle columnCopy = schedule.stage(
      steps, getStage(c, shape.columnOperand,
                      getArgument(c, shape.columnOperand, shape.step()),
                      c.padsColumns));
  StageChoice fragment;
  fragment.space = "private";
  fragment.argument = getArgument(c, shape.rowOperand, shape.row);
  fragment.vector = kVector;
  Handle rowFragment = schedule.stage(own[0], fragment, own[1]);
  fragment.argument = getArgument(c, shape.columnOperand, shape.column);
  fragment.vector = 1;
  Handle columnFragment;
  if (c.tile.columns > kGroup * kVector)
    columnFragment = schedule.stage(own[1], fragment);
  schedule.cleanUp({"contract"});

  schedule.comment("what runs where");
  mapGroups(schedule, groups);
  schedule.mapTo(own[0], {"lcl(1)"});
  schedule.mapTo(own[1], {"lcl(0)"});
  SmallVector<std::string> inner(own.size() - 3, "seq unroll");
  schedule.mapTo(own[2], inner);
  inner.insert(inner.begin(), {"lcl(1)", "lcl(0)"});
  schedule.mapTo(stored[0], inner);
  schedule.mapTo(rowCopy, {"lcl(1)", "lcl(0)"});
  schedule.mapTo(columnCopy, {"lcl(1)", "lcl(0)"});
  schedule.mapTo(rowFragment, {"seq"});
  if (!columnFragment.empty())
    schedule.mapTo(columnFragment, {"seq"});
  schedule.unroll(reductions.back());
}

LogicalResult lift::planContraction(Problem &problem, const Nest &nest,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  FailureOr<Shape> shape = getShape(problem, nest, refusal);
  if (failed(shape))
    return failure();
  FailureOr<Tile> tile = chooseTile(problem, nest, *shape, refusal);
  if (failed(tile))
    return failure();
  auto pads = [&](unsigned axis, int64_t size) {
    return !problem.divides(size, shape->axes[axis].size);
  };
  bool padsRows = pads(shape->row, tile->rows);
  bool padsColumns = pads(shape->column, tile->columns);
  bool padsSteps = pads(shape->step(), tile->steps);
  Contraction contraction{problem,  nest,        *shape,   *tile,
                          padsRows, padsColumns, padsSteps};
  write(contraction, root, schedule);
  return success();
}
