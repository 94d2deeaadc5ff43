//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions whose sides are no sides of tiles. With one row or one column,
// they are products of a matrix and a vector; with a few columns, the tiles of
// a contraction would be mostly empty, unless the other dimensions of a side
// with several make better columns. A side that is a little more than whole
// tiles is peeled: whole tiles, and the rest.
//
//===----------------------------------------------------------------------===//

#include "ContractionShape.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "LocalTile.h"

using namespace mlir;
using namespace mlir::lift;

/// Joins the dimensions of an axis, of one element each, with the parallel one
/// behind them, or before them.
static BlockOptions joinAxis(const Nest &nest, const Axis &axis) {
  const bool isLast = axis.lastDim + 1 == nest.getNumParallelDims();
  BlockOptions options;
  for (unsigned dim = axis.firstDim; dim <= axis.lastDim; ++dim)
    options.collapse.push_back(isLast ? dim - 1 : dim);
  options.chunks.resize(nest.getNumDims() - options.collapse.size());
  for (unsigned dim = 0; dim < options.chunks.size(); ++dim)
    options.order.push_back({dim, 0});
  return options;
}

LogicalResult lift::planSingleSide(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  FailureOr<ContractionNest> contraction =
      getContraction(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const Nest &nest = contraction->nest;
  const ContractionShape &shape = contraction->shape;
  if (nest.getNumDims() != nest.getNumParallelDims() + 1)
    return refusal.set(nest.getRoot(), "reduces several dimensions");
  for (unsigned side : {shape.column, shape.row}) {
    const Axis &axis = shape.axes[side];
    if (problem.getValue(axis.size) != 1)
      continue;
    std::optional<std::map<std::string, int64_t>> fixed =
        problem.fix(axis.size);
    if (!fixed)
      continue;
    schedule.comment("one row or column");
    schedule.block(fixed->empty() ? root : schedule.fixSizes(root, *fixed),
                   joinAxis(nest, axis));
    return success();
  }
  return refusal.set(nest.getRoot(), "has several rows and columns");
}

/// So many columns fill no tile.
static constexpr int64_t kFewColumns = 8;

/// Whether there are so few columns that they are reduced as columns, and sums
/// so long: a group is for one row.
static bool isReducedAsColumns(const ContractionSizes &sizes) {
  constexpr int64_t kMostColumns = 4, kManySteps = 4096;
  return sizes.isProduct && sizes.columns <= kMostColumns &&
         sizes.steps >= kManySteps;
}

LogicalResult lift::planFewColumns(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  FailureOr<ContractionNest> contraction =
      getContraction(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const Nest &nest = contraction->nest;
  const ContractionShape &shape = contraction->shape;
  std::optional<ContractionSizes> sizes = getSizes(problem, nest, shape);
  if (!sizes || !isReducedAsColumns(*sizes))
    return refusal.set(nest.getRoot(), "is not known to have few columns, and "
                                       "long sums");
  if (sizes->outer * sizes->rows < problem.getDevice().computeUnits)
    return refusal.set(nest.getRoot(), "has few rows, too");
  if (!problem.getDevice().hasLocalMemory)
    return refusal.set(nest.getRoot(), "the device has no local memory of its "
                                       "own");
  return planColumns(problem, pattern, root, schedule, refusal);
}

/// The parallel dimensions that only the columns of a contraction have.
static SmallVector<unsigned> getColumnDims(const Nest &nest,
                                           const ContractionShape &shape) {
  const NestOperand rows = *nest.lookup(shape.rowOperands.front()),
                    columns = *nest.lookup(shape.columnOperands.front());
  return llvm::filter_to_vector(
      llvm::seq(nest.getNumParallelDims()),
      [&](unsigned dim) { return hasDim(columns, dim) && !hasDim(rows, dim); });
}

LogicalResult lift::planShortColumns(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal) {
  FailureOr<ContractionNest> contraction =
      getContraction(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const Nest &nest = contraction->nest;
  const unsigned last = nest.getNumParallelDims() - 1;
  auto isShort = [&](unsigned dim) {
    return problem.getValue(nest.getDims()[dim].size)
               .value_or(kFewColumns + 1) <= kFewColumns;
  };
  SmallVector<unsigned> columns = getColumnDims(nest, contraction->shape);
  auto isMoved = [&](unsigned dim) {
    return llvm::is_contained(columns, dim) && isShort(dim);
  };
  if (!isMoved(last))
    return refusal.set(nest.getRoot(), "has columns that are not known to be "
                                       "few");
  SmallVector<unsigned> order = llvm::to_vector(llvm::seq(nest.getNumDims()));
  std::stable_partition(order.begin(), order.end(), isMoved);
  if (llvm::all_of(columns, isShort) || isShort(order[last]))
    return refusal.set(nest.getRoot(), "has no other dimensions of columns, or "
                                       "no long one before the last");
  schedule.comment("short dimensions of columns around the others");
  schedule.block(root, getLoopsInOrder(order));
  return success();
}

/// How long one of the strategies above takes, or else one with tiles.
static double estimateAny(const Problem &problem, const ContractionSizes &sizes,
                          const Nest &nest, const ContractionShape &shape) {
  // Columns are read once for so many results.
  constexpr double kTogether = 4;
  const bool isSingle =
      sizes.isProduct && (sizes.rows == 1 || sizes.columns == 1);
  if (!isSingle && !isReducedAsColumns(sizes))
    return estimateInParts(problem, sizes, nest, shape);
  const double numbers = double(sizes.outer) * double(sizes.steps) *
                         double(std::max(sizes.rows, sizes.columns));
  const double passes =
      isSingle ? 1 : std::max(1.0, double(sizes.columns) / kTogether);
  return kNextKernelTime + kNumberInMemory * numbers * passes;
}

namespace {
/// The first elements of a side, which are whole tiles.
struct Peeling {
  unsigned axis;
  int64_t first;
};
} // namespace

/// How many elements of a side may be first: all, or whole tiles that leave a
/// few.
static SmallVector<int64_t> getFirsts(const Axis &axis, int64_t size) {
  constexpr int64_t kTile = 64;
  SmallVector<int64_t> firsts = {size};
  const int64_t first = (size - 1) / kTile * kTile;
  if (axis.firstDim == axis.lastDim && first > 0 && size - first <= kFewColumns)
    firsts.push_back(first);
  return firsts;
}

/// The peeling that takes the least time, if that is clearly less than what all
/// takes together. Both sides may be peeled, one after the other.
static std::optional<Peeling> choosePeeling(const Problem &problem,
                                            const ContractionSizes &sizes,
                                            const Nest &nest,
                                            const ContractionShape &shape) {
  constexpr double kClearly = 0.92;
  auto estimateSides = [&](int64_t rows, int64_t columns) {
    ContractionSizes part = sizes;
    part.rows = rows;
    part.columns = columns;
    return rows == 0 || columns == 0 ? 0.0
                                     : estimateAny(problem, part, nest, shape);
  };
  double least = kClearly * estimateAny(problem, sizes, nest, shape);
  std::optional<Peeling> best;
  for (int64_t rows : getFirsts(shape.axes[shape.row], sizes.rows))
    for (int64_t columns : getFirsts(shape.axes[shape.column], sizes.columns)) {
      if (rows == sizes.rows && columns == sizes.columns)
        continue;
      const double time = estimateSides(rows, columns) +
                          estimateSides(sizes.rows - rows, columns) +
                          estimateSides(sizes.rows, sizes.columns - columns);
      if (time >= least)
        continue;
      least = time;
      best = columns < sizes.columns ? Peeling{shape.column, columns}
                                     : Peeling{shape.row, rows};
    }
  return best;
}

LogicalResult lift::planPeeling(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal) {
  FailureOr<ContractionNest> contraction =
      getContractionInTiles(problem, pattern, refusal);
  if (failed(contraction))
    return failure();
  const Nest &nest = contraction->nest;
  const ContractionShape &shape = contraction->shape;
  // Who reads the parts of an array tests which of them it needs.
  if (!llvm::all_of(pattern->getResults(), [](Value result) {
        return findViewsToReturn(result).has_value();
      }))
    return refusal.set(nest.getRoot(), "computes what is not only returned");
  std::optional<ContractionSizes> sizes = getSizes(problem, nest, shape);
  if (!sizes)
    return refusal.set(nest.getRoot(), "is not known to have sides that are a "
                                       "little more than tiles");
  std::optional<Peeling> peeling = choosePeeling(problem, *sizes, nest, shape);
  if (!peeling)
    return refusal.set(nest.getRoot(), "has sides that are almost whole tiles, "
                                       "or far from them");
  schedule.comment("whole tiles, and the rest");
  schedule.peel(root, shape.axes[peeling->axis].firstDim, peeling->first);
  return success();
}
