//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of a whole array: each group reduces a part, and one group what
// all others have; one group reduces a short array alone. Where a device has no
// local memory, a work-item reduces a part.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
#include "GroupReduction.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// Pieces that a work-item of a whole reduction adds, if there are work-items
/// enough for each compute unit, and at least.
static constexpr int64_t kReductionPieces = 64, kFewPieces = 8;
/// The work-items that a compute unit has at a time, and those with more
/// accumulators than are few, which take most of the registers.
static constexpr int64_t kFullItems = 2048, kLargeItems = 512,
                         kFewAccumulators = 8;
/// The most elements that one group reduces alone: a second kernel would take
/// longer; and its least work-items.
static constexpr int64_t kOneGroup = 16384, kLeastItems = 32;

static Expr getReducedLength(ReduceOp reduce) {
  return cast<FoldPattern>(*reduce).getTripCount();
}

/// For how many work-items, a power of two, the accumulators have room, with a
/// quarter more for the sums of several. Compute units have memory for several
/// groups with as much as one may have.
static int64_t getMaxItems(ReduceOp reduce, int64_t localMemory) {
  int64_t bytes = countHeldBytes(reduce.getInits().getTypes());
  bytes += bytes / 4;
  return llvm::bit_floor(uint64_t(std::max<int64_t>(localMemory / bytes, 1)));
}

static bool hasFewAccumulators(ReduceOp reduce) {
  return reduce.getInits().size() <= kFewAccumulators;
}

/// How many elements a group reduces: as many as any other, where each compute
/// unit has as many groups as it can have at a time, once or several times.
static int64_t getEvenPartSize(const DeviceModel &device, ReduceOp reduce,
                               int64_t length, int64_t items) {
  const int64_t groups =
      device.computeUnits *
      std::max<int64_t>(
          (hasFewAccumulators(reduce) ? kFullItems : kLargeItems) / items, 1);
  const int64_t most = items * device.vectorWidth * kReductionPieces;
  const int64_t times = llvm::divideCeil(length, groups * most);
  return items * llvm::divideCeil(length, groups * times * items);
}

/// How many elements a group reduces: those of few accumulators, if all have as
/// many without rest, a power of two.
static int64_t getPartSize(const Problem &problem, ReduceOp reduce,
                           int64_t items) {
  const DeviceModel &device = problem.getDevice();
  std::optional<int64_t> length = problem.getValue(getReducedLength(reduce));
  const int64_t piece = items * device.vectorWidth;
  int64_t pieces = kReductionPieces;
  while (length && pieces > kFewPieces &&
         *length <
             device.vectorWidth * pieces * kEnoughItems * device.computeUnits)
    pieces /= 2;
  if (!length || !device.hasLocalMemory)
    return piece * pieces;
  const bool isEven =
      *length % (piece * pieces) == 0 && hasFewAccumulators(reduce);
  if (isEven)
    return piece * pieces;
  return std::max(getEvenPartSize(device, reduce, *length, items),
                  piece * kFewPieces);
}

/// The most work-items of a group that is the only one.
static int64_t getItemsOfOneGroup(const DeviceModel &device, int64_t maxItems) {
  return std::min({kManyRowItems, maxItems,
                   int64_t(llvm::bit_floor(uint64_t(device.maxGroupSize)))});
}

/// Reduces the `count` results of the groups by one group.
static void reduceResults(Problem &problem, Schedule &schedule,
                          const Handle &reduce, const Expr &count,
                          int64_t maxItems) {
  schedule.comment("the results of the groups, by one group");
  const int64_t items = getItemsOfOneGroup(problem.getDevice(), maxItems);
  Handle piece =
      reduceByGroup(problem, schedule, reduce, count, items, /*width=*/1);
  unrollLoads(problem, schedule, piece, count, items, /*width=*/1);
}

/// Whether an array is so short, and its steps take so little time, that one
/// group reduces it.
static bool isForOneGroup(const Problem &problem, ReduceOp reduce) {
  std::optional<int64_t> length = problem.getValue(getReducedLength(reduce));
  return problem.getDevice().hasLocalMemory && length && *length <= kOneGroup &&
         takesNumbers(reduce);
}

/// Reduces an array by one group, of which a work-item has several loads.
static void reduceByOneGroup(Problem &problem, Schedule &schedule,
                             ReduceOp reduce, const Handle &root,
                             int64_t maxItems) {
  schedule.comment("all by one group");
  const Expr length = getReducedLength(reduce);
  int64_t items = getItemsOfOneGroup(problem.getDevice(), maxItems);
  while (items > kLeastItems && *problem.getValue(length) < items * kFewPieces)
    items /= 2;
  reducePart(problem, schedule, reduce, root, length, items, /*isVector=*/true);
}

LogicalResult lift::planWholeReduction(Problem &problem, Operation *pattern,
                                       const Handle &root, Schedule &schedule,
                                       Refusal &refusal) {
  auto reduce = dyn_cast<ReduceOp>(pattern);
  if (!reduce)
    return refusal.set(pattern, "is no reduction");
  if (failed(checkReduction(reduce, refusal)))
    return failure();
  const DeviceModel &device = problem.getDevice();
  // Without local memory, a work-item reduces a part alone: half of it, so that
  // there are more.
  const int64_t maxItems =
      getMaxItems(reduce, device.hasLocalMemory ? device.localMemory
                                                : device.localMemory / 2);
  if (isForOneGroup(problem, reduce)) {
    reduceByOneGroup(problem, schedule, reduce, root, maxItems);
    return success();
  }
  const int64_t items =
      std::min(getNumItems(problem, getReducedLength(reduce)), maxItems);
  const int64_t part = getPartSize(problem, reduce, items);
  SplitChoice choice;
  choice.isPadded =
      !problem.divides(part, getReducedLength(reduce), /*isInner=*/true);
  choice.space = "global";
  schedule.comment("a part of " + Twine(part) + " for each group");
  SmallVector<Handle> parts = schedule.splitReduction(root, part, choice);
  if (!device.hasLocalMemory) {
    mapToItems(schedule, parts[0], device);
    // Only the last of padded parts has vectors that are not whole.
    if (goesThroughRows(reduce))
      return success();
    if (device.runsThreads())
      reduceByThread(problem, schedule, reduce, parts[1], part);
    else
      reduceByItem(problem, schedule, reduce, parts[1], part);
    return success();
  }
  schedule.mapTo(parts[0], {"wrg(0)"});
  reduceResults(problem, schedule, parts[2],
                Expr::ceilDiv(getReducedLength(reduce), part), maxItems);
  schedule.comment("the part of a group");
  reducePart(problem, schedule, reduce, parts[1], part, items,
             /*isVector=*/!choice.isPadded && !goesThroughRows(reduce));
  return success();
}
