//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scan of an array of numbers, in three steps: groups reduce parts, one
// group scans what they reduce to, and groups scan the parts from there. In a
// group, work-items do the same with a few elements each, in registers, and
// scan the sums of the work-items in local memory. Where a device has none, a
// work-item does what a group does.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// Elements of a work-item of a group; of a part that is for one work-item; and
/// the most work-items of the group that scans the sums.
static constexpr int64_t kElements = 16, kItemPart = 4096, kSumItems = 1024;

static LogicalResult checkScan(Operation *pattern, Refusal &refusal) {
  auto scan = dyn_cast<ScanOp>(pattern);
  if (!scan)
    return refusal.set(pattern, "is no scan");
  if (!scan.getAssociative())
    return refusal.set(pattern, "is not declared associative");
  for (Value input : scan.getInputs())
    if (cast<ArrayType>(input.getType()).getRank() != 1)
      return refusal.set(pattern, "goes through rows, not through numbers");
  return success();
}

/// Scans by the work-items of a group, `size` elements each.
static void scanByGroup(Schedule &schedule, const Handle &scan,
                        const Expr &size, int64_t vectorWidth) {
  SplitScanChoice choice;
  choice.space = "local";
  choice.vector = vectorWidth;
  SplitScanHandles split = schedule.splitScan(scan, size, choice);
  Handle steps = schedule.treeScan(split.starts, "local");
  for (const Handle &map : {split.copies, split.parts, steps, split.rest})
    schedule.mapTo(map, {"lcl(0)"});
  const int64_t factor = size.getConstant() ? 0 : 8;
  schedule.unroll(split.part, factor);
  schedule.unroll(split.scan, factor);
}

LogicalResult lift::planScan(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal) {
  if (failed(checkScan(pattern, refusal)))
    return failure();
  const DeviceModel &device = problem.getDevice();
  const Expr length = cast<FoldPattern>(pattern).getTripCount();
  const int64_t items = getNumItems(problem, length);
  const int64_t part = device.hasLocalMemory ? items * kElements : kItemPart;
  SplitScanChoice choice;
  choice.isPadded = !problem.divides(part, length, /*isInner=*/true);
  choice.space = "global";
  schedule.comment("parts of " + Twine(part));
  SplitScanHandles split = schedule.splitScan(root, part, choice);
  schedule.mapTo(split.parts, {"wrg(0)"});
  schedule.mapTo(split.rest, {"wrg(0)"});
  if (!device.hasLocalMemory) {
    if (!choice.isPadded)
      reduceByItem(problem, schedule, split.part, part);
    return success();
  }
  schedule.comment("what the parts reduce to, by one group");
  const int64_t sumItems = std::min(kSumItems, device.maxGroupSize);
  auto [group, sums] = schedule.wrapScan(split.starts, sumItems);
  schedule.mapTo(group, {"wrg(0)"});
  scanByGroup(schedule, sums,
              Expr::ceilDiv(Expr::ceilDiv(length, part), sumItems),
              /*vectorWidth=*/1);
  schedule.comment("the parts, by the others");
  scanByGroup(schedule, split.scan, kElements,
              choice.isPadded ? 1 : device.vectorWidth);
  reducePart(problem, schedule, split.part, part, items, choice.isPadded);
  return success();
}
