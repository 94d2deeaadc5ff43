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
// three dimensions, whose other neighbours are in the caches.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The work-items of a group beside each other; or fewer, and some behind each
/// other, where there is a dimension between the rows and the columns.
static constexpr int64_t kLanes = 128, kFewLanes = 32, kMiddle = 8;
/// The rows of a work-item, and those of one whose rows are planes, or windows
/// of many.
static constexpr int64_t kRows = 4, kManyRows = 16, kPlanes = 8;
/// The most neighbours in one direction that are looked for.
static constexpr int64_t kReach = 4;
/// The most elements of a window that is reduced.
static constexpr int64_t kWindow = 31;

namespace {
struct Stencil {
  /// The outermost dimension along which there are neighbours, if it is not the
  /// last.
  std::optional<unsigned> row;
  /// The most neighbours of a row that are read.
  int64_t height = 1;
  /// The last parallel dimension, that of the columns.
  unsigned column = 0;
  /// How many columns a work-item computes at a time.
  int64_t width = 1;

  /// The dimension between rows and columns, if there is one.
  std::optional<unsigned> middle() const {
    if (!row || column == 0 || *row + 1 == column)
      return std::nullopt;
    return column - 1;
  }
};

/// An operand and where it stands.
struct Neighbour {
  NestOperand operand;
  MemoryOffset offset;
};

/// How many work-items a group has in each direction, and how many rows each
/// computes.
struct StencilTile {
  int64_t lanes = kLanes, behind = 1, rows = 1;
};
} // namespace

//===----------------------------------------------------------------------===//
// The shape
//===----------------------------------------------------------------------===//

/// The array in memory that an operand is of.
static Value getArray(const NestOperand &operand) {
  Value array = operand.source;
  while (auto view = array.getDefiningOp<ViewOpInterface>()) {
    if (view.getViewSources().size() != 1)
      break;
    array = view.getViewSources().front();
  }
  return array;
}

/// How many elements further along each of `dims` an operand is that stands
/// `distance` further in memory; nothing if that is no sum of a few steps.
static bool findSteps(const Expr &distance, ArrayRef<Expr> steps,
                      SmallVectorImpl<int64_t> &counts) {
  if (steps.empty())
    return distance.isConstant(0);
  for (int64_t size = 0; size <= kReach; ++size)
    for (int64_t count : {size, -size}) {
      counts.push_back(count);
      if (findSteps(distance - steps.front() * count, steps.drop_front(),
                    counts))
        return true;
      counts.pop_back();
    }
  return false;
}

/// Notes that along a dimension so many neighbours are read.
static void addHeight(Stencil &stencil, unsigned dim, int64_t height) {
  if (dim == stencil.column || (stencil.row && *stencil.row < dim))
    return;
  if (stencil.row != dim)
    stencil.height = 1;
  stencil.row = dim;
  stencil.height = std::max(stencil.height, height);
}

/// Notes where two operands of an array are neighbours; whether they are.
static bool addPair(Stencil &stencil, const Neighbour &lhs,
                    const Neighbour &rhs) {
  if (lhs.offset.steps != rhs.offset.steps ||
      getArray(lhs.operand) != getArray(rhs.operand) ||
      lhs.offset.first == rhs.offset.first)
    return false;
  SmallVector<unsigned> dims;
  SmallVector<Expr> steps;
  for (const auto &[dim, step] : lhs.offset.steps) {
    dims.push_back(dim);
    steps.push_back(step);
  }
  SmallVector<int64_t> counts;
  if (!findSteps(rhs.offset.first - lhs.offset.first, steps, counts))
    return false;
  for (auto [dim, count] : llvm::zip_equal(dims, counts))
    if (count != 0)
      addHeight(stencil, dim, std::abs(count) + 1);
  return true;
}

/// Notes where a reduction goes along a parallel dimension; whether it does.
static bool addWindows(Stencil &stencil, Problem &problem, const Nest &nest,
                       const Neighbour &operand) {
  bool isWindow = false;
  for (const auto &[reduced, step] : operand.offset.steps) {
    if (!nest.isReduced(reduced))
      continue;
    for (const auto &[dim, along] : operand.offset.steps)
      for (int64_t count = 1; count <= kReach && !nest.isReduced(dim); ++count)
        if ((along * count - step).isConstant(0)) {
          addHeight(
              stencil, dim,
              problem.getValue(nest.getDims()[reduced].size).value_or(kWindow));
          isWindow = true;
        }
  }
  return isWindow;
}

/// The map that computes an operand where it is read, for the same element.
static MapOp getComputed(const Nest &nest, const NestOperand &operand) {
  auto map = operand.source.getDefiningOp<MapOp>();
  bool isSame = map && operand.views.empty() &&
                operand.dims.size() == nest.getNumParallelDims() &&
                llvm::all_of(llvm::enumerate(operand.dims), [](auto dim) {
                  return dim.index() == dim.value();
                });
  return isSame && isComputedWhereRead(operand.source) ? map : MapOp();
}

/// The operands that differ by column, which must be neighbours in memory.
static LogicalResult addNeighbours(const Nest &nest,
                                   SmallVectorImpl<Neighbour> &all,
                                   Refusal &refusal) {
  const unsigned column = nest.getNumParallelDims() - 1;
  for (const NestOperand &operand : nest.getOperands()) {
    if (!hasDim(operand, column))
      continue;
    if (MapOp map = getComputed(nest, operand)) {
      FailureOr<Nest> inner = Nest::get(map, refusal);
      if (failed(inner))
        return failure();
      if (inner->getInnerReduce() || inner->getNumDims() != column + 1)
        return refusal.set(map, "reduces, or is nested otherwise than the map "
                                "that reads it");
      if (failed(addNeighbours(*inner, all, refusal)))
        return failure();
      continue;
    }
    std::optional<MemoryOffset> offset = getMemoryOffset(operand);
    if (!offset || !offset->steps[column].isConstant(1))
      return refusal.set(nest.getRoot(), "has an operand whose neighbours in "
                                         "memory are not those of the result");
    all.push_back({operand, *offset});
  }
  return success();
}

static FailureOr<Stencil> getStencil(Problem &problem, const Nest &nest,
                                     ArrayRef<Neighbour> operands,
                                     Refusal &refusal) {
  if (std::optional<int64_t> count = countReduced(nest).getConstant();
      !count || *count > kWindow)
    return refusal.set(nest.getRoot(), "reduces many elements, or an unknown "
                                       "number of them");
  Stencil stencil;
  stencil.column = nest.getNumParallelDims() - 1;
  bool hasNeighbours = false;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    hasNeighbours |= addWindows(stencil, problem, nest, operand);
    for (const Neighbour &other : operands.take_front(number))
      hasNeighbours |= addPair(stencil, operand, other);
  }
  if (!hasNeighbours)
    return refusal.set(nest.getRoot(), "reads no neighbours");
  return stencil;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// `width` if all rows are whole vectors, or 1. What is read from elsewhere
/// than their beginnings is read as numbers.
static int64_t chooseWidth(Problem &problem, const Nest &nest,
                           ArrayRef<Neighbour> operands) {
  if (!canBeVectors(nest))
    return 1;
  const int64_t width = problem.getDevice().vectorWidth;
  const unsigned column = nest.getNumParallelDims() - 1;
  SmallVector<Expr> multiples = {nest.getDims()[column].size};
  for (const Neighbour &operand : operands)
    for (const auto &[dim, step] : operand.offset.steps)
      if (dim != column && !nest.isReduced(dim))
        multiples.push_back(step);
  return problem.dividesAll(width, multiples, /*isInner=*/true) ? width : 1;
}

static StencilTile chooseTile(Problem &problem, const Nest &nest,
                              const Stencil &stencil) {
  StencilTile tile;
  ArrayRef<NestDim> dims = nest.getDims();
  if (stencil.middle())
    tile = {kFewLanes, kMiddle, 1};
  std::optional<int64_t> length = problem.getValue(dims[stencil.column].size);
  while (length && tile.lanes > kFewLanes &&
         tile.lanes / 2 * stencil.width >= *length)
    tile.lanes /= 2;
  if (!stencil.row)
    return tile;
  // As many rows as leave enough work-items.
  const int64_t least =
      8 * problem.getDevice().computeUnits * kLanes * stencil.width;
  std::optional<int64_t> elements = problem.getValue(countResults(nest));
  tile.rows = stencil.middle()         ? kPlanes
              : stencil.height > kRows ? kManyRows
                                       : kRows;
  while (tile.rows > 1 && elements && *elements < tile.rows * least)
    tile.rows /= 2;
  if (!stencil.middle() && tile.lanes < kLanes &&
      problem.divides(kLanes / tile.lanes * tile.rows, dims[*stencil.row].size))
    tile.behind = kLanes / tile.lanes;
  return tile;
}

//===----------------------------------------------------------------------===//
// The strategy
//===----------------------------------------------------------------------===//

/// Groups around, in them the work-items, and in these rows and reductions.
static BlockOptions getBlock(Problem &problem, const Nest &nest,
                             const Stencil &stencil, const StencilTile &tile) {
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
  SmallVector<Handle> loops =
      schedule.block(root, getBlock(problem, nest, stencil, tile));
  const unsigned numOuter = stencil.column + 1;
  mapToGroups(schedule, ArrayRef(loops).take_front(numOuter));
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

LogicalResult lift::planStencil(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  if (!problem.getDevice().hasLocalMemory ||
      problem.getDevice().maxGroupSize < kFewLanes * kMiddle)
    return refusal.set(pattern,
                       "the device has no local memory of its own, or groups "
                       "that are too small");
  if (llvm::all_of(pattern->getResults(), isComputedWhereRead))
    return refusal.set(pattern, "is computed where it is read");
  SmallVector<Neighbour> operands;
  if (failed(addNeighbours(*nest, operands, refusal)))
    return failure();
  FailureOr<Stencil> stencil = getStencil(problem, *nest, operands, refusal);
  if (failed(stencil))
    return failure();
  // As many small work-items as there are numbers are better for few.
  const DeviceModel &device = problem.getDevice();
  const int64_t least = 2 * device.computeUnits * kLanes * device.vectorWidth;
  if (problem.getValue(countResults(*nest)).value_or(least) < least)
    return refusal.set(pattern, "has few elements");
  stencil->width = chooseWidth(problem, *nest, operands);
  StencilTile tile = chooseTile(problem, *nest, *stencil);
  if (tile.rows == 1 && stencil->width == 1 && !nest->getInnerReduce())
    return refusal.set(pattern, "has neither vectors nor rows for a work-item");
  planGroups(problem, *nest, *stencil, tile, root, schedule);
  return success();
}
