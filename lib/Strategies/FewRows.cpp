//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Long rows that are fewer than a device has compute units: several groups
// reduce each, in parts; and where a row is more than reduced, as by a softmax,
// a kernel does each thing.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether there are so few rows, and each is so long, that another kernel
/// pays.
static bool areFewLongRows(const Problem &problem, const Expr &numRows,
                           const Expr &length) {
  constexpr int64_t kLeast = 1 << 18;
  const DeviceModel &device = problem.getDevice();
  std::optional<int64_t> count = problem.getValue(numRows);
  return device.hasLocalMemory && count && 2 * *count <= device.computeUnits &&
         problem.getValue(length).value_or(0) >= kLeast;
}

LogicalResult lift::planDividedRows(Problem &problem, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  const Rows rows = collectRows(pattern);
  if (rows.maps.empty() || rows.patterns.size() < 2)
    return refusal.set(pattern, "does not do several things to rows");
  MapOp innermost = rows.maps.back();
  if (!isRowBody(innermost.getBody().front()))
    return refusal.set(innermost,
                       "does more than to reduce rows of numbers, in "
                       "any order, and to compute others");
  if (!areFewLongRows(problem, countElements(rows.maps),
                      getTripCount(rows.patterns.front())))
    return refusal.set(pattern, "is not known to have few long rows");
  schedule.comment("each thing that is done to rows");
  schedule.divideMaps(schedule.matchMaps(root, rows.maps.size()));
  return success();
}

LogicalResult lift::planSeveralSteps(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal) {
  constexpr int64_t kLong = 128;
  const Rows rows = collectRows(pattern);
  if (rows.maps.empty() || rows.patterns.size() < 2)
    return refusal.set(pattern, "does not do several things to rows");
  // What has work for a group, if it is alone.
  auto isLongMap = [&](Operation *op) {
    return isa<MapOp>(op) &&
           problem.getValue(getTripCount(op)).value_or(0) >= kLong;
  };
  if (llvm::none_of(rows.patterns, isLongMap))
    return refusal.set(rows.maps.back(), "computes no rows that are known to "
                                         "be long");
  schedule.comment("each thing that is done to rows");
  schedule.divideMaps(schedule.matchMaps(root, rows.maps.size()));
  return success();
}

LogicalResult lift::planSplitRows(Problem &problem, Operation *pattern,
                                  const Handle &root, Schedule &schedule,
                                  Refusal &refusal) {
  // Groups for each compute unit, and a multiple of what a part has.
  constexpr int64_t kGroups = 4, kStep = 1024;
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  if (nest->getNumDims() != nest->getNumParallelDims() + 1 ||
      !nest->getInnerReduce() || !goesAlongRows(*nest))
    return refusal.set(nest->getRoot(), "reduces no rows of an array");
  if (!nest->mayReorder())
    return refusal.set(nest->getOuterReduce(),
                       "is not declared associative and commutative");
  const Expr &size = nest->getDims().back().size;
  if (!areFewLongRows(problem, countResults(*nest), size))
    return refusal.set(nest->getRoot(), "is not known to have few long rows");
  const int64_t groups = kGroups * problem.getDevice().computeUnits /
                         *problem.getValue(countResults(*nest));
  const int64_t part =
      llvm::alignTo(llvm::divideCeil(*problem.getValue(size), groups), kStep);
  schedule.comment("parts of " + Twine(part) + ", then their results");
  schedule.splitNest(root, {nest->getNumParallelDims()}, part,
                     !problem.divides(part, size, /*isInner=*/true));
  return success();
}
