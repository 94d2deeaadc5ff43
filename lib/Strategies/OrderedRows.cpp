//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of rows whose order must stay as it is: each work-item reduces a
// row, and loads a line of a cache to registers before it takes the steps of
// that, so that loads are on their way together.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "NestShape.h"

using namespace mlir;
using namespace mlir::lift;

/// The elements of a line, whose steps are written out.
static constexpr int64_t kLine = 32;

namespace {
/// What is reduced along neighbours.
struct OrderedRows {
  static FailureOr<OrderedRows> get(const Nest &nest, Refusal &refusal);

  SmallVector<Value> operands;
  /// How far apart they are.
  SmallVector<Expr> steps;
};
} // namespace

/// Refuses where no operand has neighbours along the reduced dimension, or some
/// have them along the results, so that those of neighbouring work-items are
/// read together.
FailureOr<OrderedRows> OrderedRows::get(const Nest &nest, Refusal &refusal) {
  const unsigned reduced = nest.getNumParallelDims();
  OrderedRows rows;
  bool areSeveral = false;
  for (Value value : nest.getStepOperands()) {
    NestOperand operand = *nest.lookup(value);
    std::optional<UnitStride> unit = getUnitStride(operand);
    if (!unit && hasDim(operand, reduced))
      return refusal.set(nest.getRoot(),
                         "reduces what are neither rows nor columns");
    if (unit && unit->dim + 1 == reduced)
      return refusal.set(nest.getRoot(),
                         "has results that are neighbours as what is reduced");
    if (!unit || unit->dim != reduced)
      continue;
    areSeveral |= operand.dims.size() > 1;
    rows.operands.push_back(value);
    llvm::append_range(rows.steps, unit->otherSteps);
  }
  if (!areSeveral)
    return refusal.set(nest.getRoot(), "reduces no rows");
  return rows;
}

/// Loads a line of each row, as vectors of `width`, for a trip of the loop over
/// lines.
static void loadLines(const Nest &nest, const OrderedRows &rows, int64_t width,
                      const Handle &lines, Schedule &schedule) {
  StageChoice choice;
  choice.space = "private";
  choice.vector = width;
  for (Value operand : rows.operands) {
    choice.argument = getArgument(nest, operand, nest.getNumParallelDims());
    schedule.mapTo(schedule.stage(lines, choice), {"seq unroll"});
  }
}

LogicalResult lift::planOrderedRows(Problem &problem, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  const unsigned numParallel = nest->getNumParallelDims();
  if (numParallel == 0 || numParallel > kMaxLaunchDims ||
      nest->getNumDims() != numParallel + 1)
    return refusal.set(pattern, "is no nest of at most three maps that reduces "
                                "one dimension");
  FailureOr<OrderedRows> rows = OrderedRows::get(*nest, refusal);
  if (failed(rows))
    return failure();
  const Expr &length = nest->getDims()[numParallel].size;
  if (problem.getValue(length).value_or(0) < 2 * kLine)
    return refusal.set(pattern, "is not known to reduce long rows");
  const int64_t lanes = chooseOwners(problem, countResults(*nest));
  schedule.comment("lines of " + Twine(kLine) + ", and " + Twine(lanes) +
                   " work-items for a group");
  SmallVector<Handle> maps = schedule.matchMaps(root, numParallel);
  Handle items = cutForItems(problem, schedule, maps, lanes,
                             nest->getDims()[numParallel - 1].size);
  SmallVector<Expr> sizes(rows->steps);
  sizes.push_back(length);
  const int64_t width = problem.getDevice().vectorWidth;
  const bool areVectors = problem.dividesAll(width, sizes, /*isInner=*/true);
  Handle reduce = schedule.matchPattern(0, items);
  if (!problem.divides(kLine, length))
    reduce = schedule.peelReduction(reduce, Expr::mod(length, kLine)).second;
  auto [lines, line] = schedule.chunkReduction(reduce, kLine);
  loadLines(*nest, *rows, areVectors ? width : 1, lines, schedule);
  schedule.unroll(line);
  mapToGroups(schedule, maps);
  schedule.mapTo(items, {"lcl(0)"});
  return success();
}
