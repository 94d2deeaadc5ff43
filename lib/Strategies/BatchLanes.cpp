//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of many small matrices whose batch is the last dimension: neighbours
// in memory are elements of different products. Each of the work-items beside
// each other has a product of its own, and computes a tile of it in registers;
// tiles beside each other, for those behind each other, read the same rows. In
// tiles that a group shares, a sector of memory would be read for each number.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The products of a group beside each other, and the rows and columns of the
/// tile that a work-item computes of one.
static constexpr int64_t kBatchLanes = 32, kBatchTile = 8;
/// The most rows and columns of a product that are better off so: of larger
/// ones, tiles that a group shares are read so often that sectors matter less.
static constexpr int64_t kMostOfSide = 128;
/// The steps of the sum whose loads are on their way together.
static constexpr int64_t kBatchSteps = 2;

namespace {
/// The dimensions of products, by their numbers.
struct BatchedProducts {
  static FailureOr<BatchedProducts> get(const Nest &nest, Refusal &refusal);

  unsigned batch, row, column;
  /// All others of the results.
  SmallVector<unsigned> outer;
};
} // namespace

FailureOr<BatchedProducts> BatchedProducts::get(const Nest &nest,
                                                Refusal &refusal) {
  SmallVector<Value> factors = nest.getStepOperands();
  if (!nest.getInnerReduce() || factors.size() != 2)
    return refusal.set(nest.getRoot(), "is no product of two matrices");
  const NestOperand left = *nest.lookup(factors[0]),
                    right = *nest.lookup(factors[1]);
  std::optional<UnitStride> unit = getUnitStride(left),
                            other = getUnitStride(right);
  if (!unit || !other || unit->dim != other->dim || nest.isReduced(unit->dim))
    return refusal.set(nest.getRoot(), "has no batch whose elements are "
                                       "neighbours in both factors");
  BatchedProducts products;
  products.batch = unit->dim;
  std::optional<unsigned> row, column;
  for (unsigned dim = 0; dim < nest.getNumParallelDims(); ++dim) {
    if (hasDim(left, dim) && !hasDim(right, dim))
      row = dim;
    else if (hasDim(right, dim) && !hasDim(left, dim))
      column = dim;
    if (dim != products.batch)
      products.outer.push_back(dim);
  }
  if (!row || !column)
    return refusal.set(nest.getRoot(), "has no rows, or no columns");
  products.row = *row;
  products.column = *column;
  llvm::erase_if(products.outer,
                 [&](unsigned dim) { return dim == *row || dim == *column; });
  return products;
}

/// Whether there are as many products as lanes, of sides for which it pays.
static LogicalResult checkSizes(const Problem &problem, const Nest &nest,
                                const BatchedProducts &products,
                                Refusal &refusal) {
  auto getSize = [&](unsigned dim) {
    return problem.getValue(nest.getDims()[dim].size).value_or(0);
  };
  for (unsigned dim : {products.row, products.column})
    if (getSize(dim) < kBatchTile || getSize(dim) > kMostOfSide)
      return refusal.set(nest.getRoot(),
                         "has products that are not known to be small");
  if (getSize(products.batch) < kBatchLanes)
    return refusal.set(nest.getRoot(),
                       "has no batch that is known to be large");
  return success();
}

/// Tiles of rows and columns, for lanes of the batch.
static BlockOptions getTiles(Problem &problem, const Nest &nest,
                             const BatchedProducts &products) {
  BlockOptions options;
  options.chunks.resize(nest.getNumDims());
  auto cut = [&](unsigned dim, int64_t chunk) {
    options.chunks[dim] = {Expr(chunk)};
    if (!problem.divides(chunk, nest.getDims()[dim].size))
      options.pad.push_back(dim);
  };
  cut(products.batch, kBatchLanes);
  cut(products.row, kBatchTile);
  cut(products.column, kBatchTile);
  llvm::sort(options.pad);
  for (unsigned dim : products.outer)
    options.order.push_back({dim, 0});
  llvm::append_range(options.order, ArrayRef<NestPart>{{products.row, 0},
                                                       {products.batch, 0},
                                                       {products.column, 0},
                                                       {products.batch, 1}});
  for (unsigned dim = nest.getNumParallelDims(); dim < nest.getNumDims(); ++dim)
    options.order.push_back({dim, 0});
  llvm::append_range(options.order, ArrayRef<NestPart>{{products.row, 1},
                                                       {products.column, 1}});
  return options;
}

LogicalResult lift::planBatchLanes(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  FailureOr<BatchedProducts> products = BatchedProducts::get(*nest, refusal);
  if (failed(products) ||
      failed(checkSizes(problem, *nest, *products, refusal)))
    return failure();
  schedule.comment("a product for each of " + Twine(kBatchLanes) +
                   " lanes, a tile of " + Twine(kBatchTile) + " x " +
                   Twine(kBatchTile) + " of it for a work-item");
  SmallVector<Handle> loops =
      schedule.block(root, getTiles(problem, *nest, *products));
  const size_t numGroups = products->outer.size() + 2;
  ArrayRef<Handle> reductions = ArrayRef(loops).slice(
      numGroups + 2, nest->getNumDims() - nest->getNumParallelDims());
  const Handle &tile = reductions.end()[0];
  schedule.cleanUp({"views"});
  schedule.place(reductions.front(), "private", {"seq unroll", "seq unroll"});
  StageChoice choice;
  choice.space = "private";
  SmallVector<Handle> copies;
  for (Value factor : nest->getStepOperands()) {
    choice.argument = getArgument(*nest, factor, nest->getNumDims() - 1);
    copies.push_back(schedule.stage(reductions.back(), choice));
  }
  schedule.cleanUp({"contract"}, loops.front());
  mapToGroups(schedule, ArrayRef(loops).take_front(numGroups));
  schedule.mapTo(loops[numGroups], {"lcl(1)"});
  schedule.mapTo(loops[numGroups + 1], {"lcl(0)"});
  schedule.mapTo(tile, {"seq unroll", "seq unroll"});
  schedule.mapTo(loops.back(), {"seq unroll", "seq unroll"});
  for (const Handle &copy : copies)
    schedule.mapTo(copy, {"seq unroll"});
  schedule.unroll(reductions.back(), kBatchSteps);
  return success();
}
