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
#include "NestShape.h"
#include "ScanNest.h"

using namespace mlir;
using namespace mlir::lift;

/// The work-items of a group, and their elements, a vector each; the elements
/// of a part that is for one work-item; the most work-items of the one group
/// that scans the sums, and the most of those.
static constexpr int64_t kScanItems = 256, kScanElements = 4, kScanPart = 4096,
                         kSumItems = 1024, kMaxSums = 8192;
/// The number of elements that is planned for where it is not known.
static constexpr int64_t kMostScanned = int64_t(1) << 30;

static FailureOr<std::unique_ptr<Composition>> getSteps(Operation *pattern,
                                                        Refusal &refusal) {
  auto scan = dyn_cast<ScanOp>(pattern);
  if (!scan)
    return refusal.set(pattern, "is no scan");
  for (Value input : scan.getInputs())
    if (cast<ArrayType>(input.getType()).getRank() != 1)
      return refusal.set(pattern, "goes through rows, not through numbers");
  return Composition::get(scan, refusal);
}

/// The width of the vectors that so many sums are whole ones of.
static int64_t getSumWidth(int64_t count) {
  return count % 4 == 0 ? 4 : count % 2 == 0 ? 2 : 1;
}

Handle lift::scanByGroup(Schedule &schedule, const Handle &scan,
                         const GroupScan &choice) {
  SplitScanChoice options;
  options.epilogue = choice.epilogue;
  options.space = "local";
  options.vector = choice.vectorWidth;
  SplitScanHandles split = schedule.splitScan(scan, choice.size, options);
  const int64_t factor = choice.size.getConstant() ? 0 : 8;
  schedule.unroll(split.part, factor);
  schedule.unroll(split.scan, factor);
  SmallVector<Handle> maps = {split.parts, split.rest};
  if (choice.vectorWidth > 1)
    maps.push_back(split.copies);
  if (choice.times == 1) {
    maps.push_back(schedule.treeScan(split.starts, "local"));
    for (const Handle &map : maps)
      schedule.mapTo(map, {"lcl(0)"});
    return split.rest;
  }
  // Each work-item has several parts, and the sums of as many others.
  GroupScan sums = {choice.times, getSumWidth(choice.times)};
  schedule.storeResults(scanByGroup(schedule, split.starts, sums), "local");
  for (Handle &map : maps) {
    map = schedule.chunkMap(map, choice.items, /*isPadded=*/false).first;
    schedule.mapTo(map, {"seq unroll", "lcl(0)"});
  }
  return maps[1];
}

/// Scans `length` elements in parts: groups reduce the parts; what that gives
/// is scanned by one group where it is not much, or else in parts again; and
/// groups scan the parts from there, with an epilogue if there is one. There
/// are `most` elements at most.
static void scanInParts(Problem &problem, Schedule &schedule, FoldPattern fold,
                        const Composition &steps, const Handle &scan,
                        const Handle &epilogue, const Expr &length,
                        int64_t most) {
  const DeviceModel &device = problem.getDevice();
  const int64_t part =
      device.hasLocalMemory
          ? std::min(kScanItems, device.maxGroupSize) * kScanElements
          : kScanPart;
  SplitScanChoice choice;
  choice.isPadded = !problem.divides(part, length);
  const bool isWhole =
      !choice.isPadded ||
      problem.divides(device.vectorWidth, length, /*isInner=*/true);
  if (choice.isPadded && isWhole)
    choice.chunk = device.vectorWidth;
  choice.epilogue = epilogue;
  choice.space = "global";
  schedule.comment("parts of " + Twine(part));
  SplitScanHandles split = schedule.splitScan(scan, part, choice);
  schedule.mapTo(split.parts, {"wrg(0)"});
  schedule.mapTo(split.rest, {"wrg(0)"});
  if (!device.hasLocalMemory) {
    if (isWhole)
      reduceByItem(problem, schedule, fold, split.part, part);
    return;
  }
  // Of the vectors of a list, the last alone may be cut off.
  GroupScan own = {kScanElements, device.vectorWidth};
  own.epilogue = split.epilogue;
  scanByGroup(schedule, split.scan, own);
  if (steps.commute())
    reducePart(problem, schedule, fold, split.part, part,
               getNumItems(problem, part), /*isVector=*/true);
  else
    reduceInOrder(problem, schedule, split.part, part,
                  getOrderedPart(problem, steps, part));
  schedule.comment("what the parts reduce to");
  const Expr numParts = Expr::ceilDiv(length, part);
  if (most = llvm::divideCeil(most, part); most > kMaxSums)
    return scanInParts(problem, schedule, fold, steps, split.starts,
                       /*epilogue=*/"", numParts, most);
  // Not more than there are sums: no size is divided by more than 32 bits.
  const int64_t sumItems = std::min({kSumItems, device.maxGroupSize,
                                     int64_t(llvm::bit_ceil(uint64_t(most)))});
  auto [group, sums] = schedule.wrapScan(split.starts, sumItems);
  schedule.mapTo(group, {"wrg(0)"});
  scanByGroup(schedule, sums, {Expr::ceilDiv(numParts, sumItems)});
}

/// The same by threads of a CPU, each of which goes through several parts at
/// the same time; one of them scans what the parts reduce to.
static void scanByThreads(Problem &problem, Schedule &schedule,
                          FoldPattern fold, const Composition &steps,
                          const Handle &scan, const Expr &length) {
  const DeviceModel &device = problem.getDevice();
  const int64_t part = chooseInterleavedPart(problem, length);
  SplitScanChoice choice;
  choice.isPadded = true;
  choice.multiple = kInterleavedParts;
  choice.space = "global";
  schedule.comment(Twine(kInterleavedParts) + " parts of " + Twine(part) +
                   " at the same time");
  SplitScanHandles split = schedule.splitScan(scan, part, choice);
  mapToItems(schedule, scanInterleaved(schedule, split.rest), device);
  if (!steps.commute())
    return reduceInterleaved(schedule, split.parts, device);
  mapToItems(schedule, split.parts, device);
  reduceByThread(problem, schedule, fold, split.part, part);
}

static void scanAll(Problem &problem, Schedule &schedule, const Handle &root,
                    const Handle &epilogue, FoldPattern scan,
                    const Composition &steps) {
  const Expr length = scan.getTripCount();
  if (isForOneThread(problem, length))
    return schedule.comment("all by one thread");
  if (problem.getDevice().runsThreads())
    return scanByThreads(problem, schedule, scan, steps, root, length);
  scanInParts(problem, schedule, scan, steps, root, epilogue, length,
              problem.getValue(length).value_or(kMostScanned));
}

LogicalResult lift::planScan(Problem &problem, Operation *pattern,
                             const Handle &root, Schedule &schedule,
                             Refusal &refusal) {
  FailureOr<std::unique_ptr<Composition>> steps = getSteps(pattern, refusal);
  if (failed(steps))
    return failure();
  scanAll(problem, schedule, root, /*epilogue=*/"", cast<FoldPattern>(pattern),
          **steps);
  return success();
}

/// The scan of which a map reads results as they are; null if there is none.
static ScanOp findScan(MapOp map) {
  for (Value input : map.getInputs())
    if (auto scan = input.getDefiningOp<ScanOp>())
      return scan;
  return {};
}

LogicalResult lift::planScanWithEpilogue(Problem &problem, Operation *pattern,
                                         const Handle &root, Schedule &schedule,
                                         Refusal &refusal) {
  auto map = dyn_cast<MapOp>(pattern);
  ScanOp scan = map ? findScan(map) : ScanOp();
  if (!scan)
    return refusal.set(pattern, "is no map of what is scanned");
  FailureOr<std::unique_ptr<Composition>> steps = getSteps(scan, refusal);
  if (failed(steps))
    return failure();
  FailureOr<Nest> nest = Nest::get(map, refusal);
  if (failed(nest))
    return failure();
  if (nest->getNumDims() > 1 || !canBeVectors(*nest))
    return refusal.set(map, "does more than to compute numbers");
  if (!problem.getDevice().hasLocalMemory)
    return refusal.set(map, "would have its elements scanned to memory");
  const auto patterns = getTopLevelPatterns(problem.getFunc());
  Handle scanned =
      schedule.matchPattern(llvm::find(patterns, scan) - patterns.begin());
  scanAll(problem, schedule, scanned, root, cast<FoldPattern>(*scan), **steps);
  return success();
}
