//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums over several rows that are apart in memory and no whole vectors, as
// those of one channel of all images, on a CPU: a thread adds up each row as
// vectors. As one dimension, vectors would go beyond the end of rows, and the
// place of each number would take a division.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The shortest rows that are worth a loop over vectors each.
static constexpr int64_t kLeastSummed = 128;

/// Whether the last dimension of a chain of reductions goes along rows that are
/// apart in memory, by the dimensions of the chain, which are the last of
/// `whole`.
static bool areApart(const Nest &whole, const Nest &chain) {
  const unsigned last = whole.getNumDims() - 1;
  const unsigned first = whole.getNumDims() - chain.getNumDims();
  bool goAlong = llvm::all_of(whole.getOperands(), [&](const auto &operand) {
    std::optional<UnitStride> unit = getUnitStride(operand);
    return !hasDim(operand, last) || (unit && unit->dim == last);
  });
  bool isList = true;
  for (unsigned dim = first; dim < last; ++dim)
    isList &= isContiguous(whole, dim, dim + 1);
  return goAlong && !isList;
}

/// The innermost reduction of a chain, if it goes through rows for which a
/// thread has vectors.
static FailureOr<ReduceOp> getInnerOfRows(Problem &problem, Operation *pattern,
                                          Operation *op, Refusal &refusal) {
  auto reduce = dyn_cast<ReduceOp>(op);
  if (!reduce || !goesThroughRows(reduce))
    return refusal.set(op, "is no reduction of rows");
  FailureOr<Nest> chain = Nest::getChain(reduce, refusal);
  if (failed(chain))
    return failure();
  if (!chain->mayReorder() || chain->getNumDims() < 2)
    return refusal.set(op, "is not declared associative and commutative, or is "
                           "over one dimension");
  const Expr length = chain->getDims().back().size;
  if (problem.getValue(length).value_or(0) < kLeastSummed ||
      problem.divides(problem.getDevice().vectorWidth, length,
                      /*isInner=*/true))
    return refusal.set(op, "has short rows, or whole vectors");
  FailureOr<Nest> whole = Nest::get(pattern, refusal);
  if (!areApart(succeeded(whole) ? *whole : *chain, *chain))
    return refusal.set(op, "has rows that follow each other in memory, or "
                           "whose numbers do not");
  return chain->getInnerReduce();
}

LogicalResult lift::planSumsOfRows(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  if (!problem.getDevice().runsThreads())
    return refusal.set(pattern, "the device has no threads");
  Rows rows = collectRows(pattern);
  if (rows.maps.empty())
    return refusal.set(pattern, "is no map");
  SmallVector<ReduceOp> inner;
  for (Operation *op : rows.patterns) {
    FailureOr<ReduceOp> reduce = getInnerOfRows(problem, pattern, op, refusal);
    if (failed(reduce))
      return failure();
    inner.push_back(*reduce);
  }
  if (inner.empty())
    return refusal.set(pattern, "reduces nothing");
  SmallVector<Handle> maps = schedule.matchMaps(root, rows.maps.size());
  for (auto [number, reduce] : llvm::enumerate(inner)) {
    Handle handle = schedule.matchPattern(number, maps.back());
    for (Operation *op = reduce; op != rows.patterns[number];
         op = op->getParentOp())
      handle = schedule.matchPattern(0, handle);
    reduceByItem(problem, schedule, cast<FoldPattern>(*reduce), handle,
                 cast<FoldPattern>(*reduce).getTripCount());
  }
  mapToItems(schedule, maps, problem.getDevice(), countTrips(problem, rows));
  return success();
}
