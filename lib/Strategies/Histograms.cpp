//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Histograms: a group has bins in local memory, which it updates by atomic
// operations if each step is one; else each work-item has bins of its own, a
// bank for each, and the group adds them up. Where there are too many bins for
// that, or no local memory, each work-item of the device has a part of the
// elements, and bins in global memory.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Rewriting/Histograms.h"

#include "GroupReduction.h"
#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "NestShape.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The bytes of the bins of a group, with which several groups share a compute
/// unit, and the most and the fewest work-items that have some of them.
static constexpr int64_t kGroupBytes = 32768, kMaxItems = 256, kMinItems = 8;
/// The groups that each compute unit has work for, and the elements of a
/// work-item: the most, the least, and where the length is not known.
static constexpr int64_t kHistogramGroupsOfUnit = 8, kMostElements = 4096,
                         kLeastElements = 64, kBinnedElements = 512;
/// The work-items of a compute unit, or threads of a core, where each has bins
/// in global memory, the bins for each element of such parts at most, and their
/// elements where the number of these or of bins is not known.
static constexpr int64_t kHistogramItemsOfUnit = 256, kThreadsOfUnit = 4,
                         kBinsOfElement = 4, kItemElements = 16384;

/// The bytes of one bin of each array of these.
static int64_t countBinBytes(ScatterReduceOp histogram) {
  int64_t bytes = 0;
  for (Value bins : histogram.getInits())
    bytes += getHeldBytes(cast<ArrayType>(bins.getType()).getElementType());
  return bytes;
}

namespace {
/// A histogram inside some maps, or at the top level.
struct HistogramNest {
  static FailureOr<HistogramNest> get(Operation *pattern, Refusal &refusal);

  Expr getLength() const {
    return cast<FoldPattern>(*histogram).getTripCount();
  }

  SmallVector<MapOp> maps;
  ScatterReduceOp histogram;
  /// Which pattern of the innermost map it is.
  unsigned number = 0;
};
} // namespace

FailureOr<HistogramNest> HistogramNest::get(Operation *pattern,
                                            Refusal &refusal) {
  Rows rows = collectRows(pattern);
  HistogramNest nest;
  nest.maps = rows.maps;
  for (auto [number, op] : llvm::enumerate(rows.patterns))
    if (auto histogram = dyn_cast<ScatterReduceOp>(op)) {
      nest.histogram = histogram;
      nest.number = number;
    }
  if (!nest.histogram || nest.maps.size() > kMaxLaunchDims)
    return refusal.set(pattern, "is no histogram, nor maps of one");
  for (Operation *op : rows.patterns)
    if (op != nest.histogram &&
        !isComputedFor(dyn_cast<MapOp>(op), nest.histogram))
      return refusal.set(op, "is neither a histogram nor all for it");
  for (MapOp map : nest.maps)
    for (Value yielded : map.getYield().getOperands())
      if (!isa_and_present<MapOp, ScatterReduceOp>(
              getStoredComputation(yielded)))
        return refusal.set(map, "has results that are no bins");
  return nest;
}

namespace {
/// The bins of a group in local memory.
struct GroupBins {
  static FailureOr<GroupBins> get(Problem &problem, const HistogramNest &nest,
                                  Refusal &refusal);

  /// How many of each array there are.
  int64_t count;
  int64_t items;
  /// Whether all work-items update the same ones.
  bool areShared;
};
} // namespace

FailureOr<GroupBins> GroupBins::get(Problem &problem, const HistogramNest &nest,
                                    Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  if (!device.hasLocalMemory)
    return refusal.set(nest.histogram,
                       "the device has no local memory of its own");
  ScatterReduceOp histogram = nest.histogram;
  std::optional<int64_t> count = problem.getValue(histogram.getNumBins());
  if (!count)
    return refusal.set(histogram, "has bins of no known number");
  const int64_t bytes = std::max<int64_t>(*count, 1) * countBinBytes(histogram);
  const int64_t items = std::min(kMaxItems, device.maxGroupSize),
                numTables = std::min(kGroupBytes, device.localMemory) / bytes;
  if (numTables > 0 && histogram.getAtomicUpdates())
    return GroupBins{*count, items, /*areShared=*/true};
  const int64_t owners = std::min(items, numTables);
  if (owners < kMinItems)
    return refusal.set(histogram,
                       "has more bins than fit into local memory for " +
                           Twine(kMinItems) + " work-items");
  return GroupBins{*count, int64_t(llvm::bit_floor(uint64_t(owners))),
                   /*areShared=*/false};
}

/// The elements of a part for each of `items` work-items of as many groups as a
/// device needs for all histograms.
static int64_t chooseGroupPart(const Problem &problem,
                               const HistogramNest &nest, int64_t items) {
  std::optional<int64_t> length = problem.getValue(nest.getLength());
  if (!length)
    return items * kBinnedElements;
  const int64_t groups = llvm::divideCeil(
      kHistogramGroupsOfUnit * problem.getDevice().computeUnits,
      problem.getValue(countElements(nest.maps)).value_or(1));
  const int64_t elements =
      llvm::bit_ceil(uint64_t(llvm::divideCeil(*length, groups * items)));
  return items * std::clamp(elements, kLeastElements, kMostElements);
}

/// The elements of a part for one work-item, whose bins are in global memory.
static int64_t chooseItemPart(const Problem &problem,
                              const HistogramNest &nest) {
  const DeviceModel &device = problem.getDevice();
  ScatterReduceOp histogram = nest.histogram;
  std::optional<int64_t> length = problem.getValue(nest.getLength()),
                         bins = problem.getValue(histogram.getNumBins());
  if (!length || !bins)
    return kItemElements;
  const int64_t items =
      device.computeUnits *
      (device.runsThreads() ? kThreadsOfUnit : kHistogramItemsOfUnit);
  return std::max({int64_t(llvm::divideCeil(*length, items)),
                   *bins / kBinsOfElement, int64_t(1)});
}

/// Whether there is memory for the bins of the parts.
static bool hasMemoryForBins(const Problem &problem, const HistogramNest &nest,
                             int64_t part) {
  ScatterReduceOp histogram = nest.histogram;
  return problem.isSpare(
      countElements(nest.maps) * Expr::ceilDiv(nest.getLength(), part) *
      histogram.getNumBins() * countBinBytes(nest.histogram));
}

/// Whether there are several histograms, of which a group for each would leave
/// most of the device without work, and each takes long.
static bool areFewLongHistograms(const Problem &problem,
                                 const HistogramNest &nest) {
  constexpr int64_t kLong = 1 << 16;
  const DeviceModel &device = problem.getDevice();
  std::optional<int64_t> count = problem.getValue(countElements(nest.maps));
  return device.hasLocalMemory && count && *count <= 2 * device.computeUnits &&
         problem.getValue(nest.getLength()).value_or(0) >= kLong &&
         nest.maps.size() < kMaxLaunchDims;
}

LogicalResult lift::planSplitHistogram(Problem &problem, Operation *pattern,
                                       const Handle &root, Schedule &schedule,
                                       Refusal &refusal) {
  FailureOr<HistogramNest> nest = HistogramNest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  const bool areSeveral = !nest->maps.empty();
  if (areSeveral && !areFewLongHistograms(problem, *nest))
    return refusal.set(pattern, "makes several histograms that are not known "
                                "to be few and long");
  FailureOr<GroupBins> bins = GroupBins::get(problem, *nest, refusal);
  const int64_t part = succeeded(bins)
                           ? chooseGroupPart(problem, *nest, bins->items)
                           : chooseItemPart(problem, *nest);
  if (!hasMemoryForBins(problem, *nest, part))
    return refusal.set(pattern, "has no memory for the bins of parts");
  SplitChoice choice;
  choice.isPadded = !problem.divides(part, nest->getLength());
  schedule.comment("parts of " + Twine(part));
  if (areSeveral) {
    SmallVector<Handle> maps = schedule.matchMaps(root, nest->maps.size());
    SmallVector<Handle> split = schedule.splitHistogram(
        schedule.matchPattern(nest->number, maps.back()), part, choice);
    schedule.fissionMaps(maps, split[0]);
    return success();
  }
  choice.space = "global";
  SmallVector<Handle> split = schedule.splitHistogram(root, part, choice);
  if (failed(bins))
    mapToItems(schedule, split[0], problem.getDevice());
  if (!problem.getValue(nest->getLength()))
    problem.takeAsAtMost(Problem::kFewParts,
                         choice.isPadded
                             ? Expr::ceilDiv(nest->getLength(), part)
                             : Expr::exactDiv(nest->getLength(), part));
  return success();
}

LogicalResult lift::planSeparateHistograms(Problem &problem, Operation *pattern,
                                           const Handle &root,
                                           Schedule &schedule,
                                           Refusal &refusal) {
  Rows rows = collectRows(pattern);
  auto *first = llvm::find_if(rows.patterns, llvm::IsaPred<ScatterReduceOp>);
  if (rows.maps.empty() || first == rows.patterns.end())
    return refusal.set(pattern, "is no maps of a histogram");
  auto histogram = cast<ScatterReduceOp>(*first);
  if (std::next(first) == rows.patterns.end())
    return refusal.set(pattern, "makes nothing of its histograms");
  const Expr bins = countElements(rows.maps) * histogram.getNumBins();
  if (!problem.isSpare(bins * countBinBytes(histogram)))
    return refusal.set(pattern, "has no memory for the bins");
  schedule.comment("the histograms, then what is made of them");
  SmallVector<Handle> maps = schedule.matchMaps(root, rows.maps.size());
  schedule.fissionMaps(
      maps, schedule.matchPattern(first - rows.patterns.begin(), maps.back()));
  return success();
}

/// Shares a map over the bins among the work-items of a group.
static void mapBins(Schedule &schedule, const Handle &map,
                    const GroupBins &bins) {
  if (bins.count == bins.items)
    return schedule.mapTo(map, {"lcl(0)"});
  Handle chunks =
      schedule.chunkMap(map, bins.items, bins.count % bins.items != 0).first;
  schedule.mapTo(chunks, {"seq", "lcl(0)"});
}

static void shareBins(Schedule &schedule, ArrayRef<Handle> maps,
                      const Handle &histogram, const GroupBins &bins) {
  schedule.comment(Twine(bins.items) + " work-items that share bins");
  SmallVector<Handle> shared = schedule.shareHistogram(histogram);
  mapToGroups(schedule, maps);
  mapBins(schedule, shared[0], bins);
  mapBins(schedule, shared[2], bins);
}

static void splitBins(Problem &problem, Schedule &schedule,
                      const HistogramNest &nest, ArrayRef<Handle> maps,
                      const Handle &histogram, const GroupBins &bins) {
  SplitChoice choice;
  choice.isStrided = true;
  choice.isPadded = !problem.divides(bins.items, nest.getLength());
  choice.space = "local";
  schedule.comment(Twine(bins.items) + " work-items with bins of their own");
  SmallVector<Handle> split =
      schedule.splitHistogram(histogram, bins.items, choice);
  mapToGroups(schedule, maps);
  schedule.mapTo(split[0], {"lcl(0)"});
  schedule.unroll(schedule.matchPattern(0, split[2]));
  if (bins.count <= bins.items)
    schedule.mapTo(split[2], {"lcl(0)"});
  else
    mapBins(schedule, split[2], bins);
}

LogicalResult lift::planHistograms(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  FailureOr<HistogramNest> nest = HistogramNest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  if (nest->maps.empty())
    return refusal.set(pattern, "is one histogram");
  FailureOr<GroupBins> bins = GroupBins::get(problem, *nest, refusal);
  if (failed(bins))
    return failure();
  Handle first = root;
  if (auto fixed = *problem.fix(nest->histogram.getNumBins()); !fixed.empty()) {
    schedule.comment("bins of a number that is known");
    first = schedule.fixSizes(root, fixed);
  }
  SmallVector<Handle> maps = schedule.matchMaps(first, nest->maps.size());
  Handle histogram = schedule.matchPattern(nest->number, maps.back());
  if (bins->areShared)
    shareBins(schedule, maps, histogram, *bins);
  else
    splitBins(problem, schedule, *nest, maps, histogram, *bins);
  return success();
}
