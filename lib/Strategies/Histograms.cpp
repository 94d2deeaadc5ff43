//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Histograms: a group has bins in local memory, which it updates by atomic
// operations if each step is one; else, and for few sums of floats, each
// work-item has bins of its own, a bank for each, and the group adds them up.
// Those of columns, in bins that are the same for all, have a work-item each,
// which reads beside its neighbours. Where there are too many bins for that, or
// no local memory, all work-items update the bins of the result; where steps
// are no atomic operations, or work-items are threads, each has a part of the
// elements, and bins in global memory.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Rewriting/Histograms.h"

#include "GroupReduction.h"
#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/AtomicUpdates.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "NestShape.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The bytes of the bins of a group, with which several groups share a compute
/// unit, and the most and the fewest work-items that have some of them.
static constexpr int64_t kGroupBytes = 32768, kMaxItems = 256, kMinItems = 8;
/// The work-items of a group whose bins take more local memory than that, all
/// of which share them, and the groups that a compute unit has work for then.
static constexpr int64_t kManyBinItems = 512, kManyBinGroupsOfUnit = 4;
/// The groups that each compute unit has work for, and the elements of a
/// work-item: the most, the least, and where the length is not known.
static constexpr int64_t kHistogramGroupsOfUnit = 8, kMostElements = 4096,
                         kLeastElements = 64, kBinnedElements = 512;
/// The work-items of a compute unit, or threads of a core, where each has bins
/// in global memory, the bins for each element of such parts at most, or the
/// elements of a thread for each bin at least, as it clears them and another
/// one adds them; and the elements of a part where their number or that of bins
/// is not known.
static constexpr int64_t kHistogramItemsOfUnit = 256, kThreadsOfUnit = 4,
                         kBinsOfElement = 4, kThreadElementsOfBin = 4,
                         kItemElements = 16384;

/// The fewest bins that the work-items of all groups share, where those of a
/// group have no memory for them, and the work-items with bins of their own
/// that are better than shared floats, for which an update is several steps.
static constexpr int64_t kBinsOfGroups = 1024, kManyOwners = 32;

/// The copies of bins that all groups share, at most, and the elements for each
/// of these bins, at least.
static constexpr int64_t kMostCopies = 16, kElementsOfCopy = 4;

/// The columns of a group, the groups of a compute unit, the least elements of
/// a part, also for each bin, and the loads that a work-item has on its way at
/// a time, where work-items have columns.
static constexpr int64_t kMostBinColumns = 32, kLeastBinColumns = 16,
                         kBinGroupsOfUnit = 12, kLeastColumnPart = 256,
                         kElementsOfBin = 4, kBinLoads = 16;

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

/// Whether each step updates its bins by atomic operations that the device has.
static bool hasAtomicUpdates(const DeviceModel &device,
                             ScatterReduceOp histogram) {
  return histogram.getAtomicUpdates() &&
         (device.hasWideAtomics ||
          llvm::none_of(histogram.getInits().getTypes(), [](Type bins) {
            return isWideUpdate(cast<ArrayType>(bins).getElementType());
          }));
}

/// Whether these are operations of it, as those on integers are, and on the
/// bits of the larger of two floats; sums of floats are several.
static bool hasFastUpdates(const DeviceModel &device,
                           ScatterReduceOp histogram) {
  return hasAtomicUpdates(device, histogram) &&
         !llvm::is_contained(*histogram.getAtomicUpdates(),
                             arith::AtomicRMWKind::addf);
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
  /// The groups that each compute unit has work for.
  int64_t groupsOfUnit = kHistogramGroupsOfUnit;
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
  const int64_t owners = std::min(items, numTables);
  const bool isAtomic = hasAtomicUpdates(device, histogram);
  if (numTables > 0 && isAtomic &&
      (hasFastUpdates(device, histogram) || owners < kManyOwners))
    return GroupBins{*count, items, /*areShared=*/true};
  if (numTables == 0 && isAtomic && bytes <= device.localMemory &&
      device.maxGroupSize >= kManyBinItems)
    return GroupBins{*count, kManyBinItems, /*areShared=*/true,
                     kManyBinGroupsOfUnit};
  if (owners < kMinItems)
    return refusal.set(histogram,
                       "has more bins than fit into local memory for " +
                           Twine(kMinItems) + " work-items");
  return GroupBins{*count, int64_t(llvm::bit_floor(uint64_t(owners))),
                   /*areShared=*/false};
}

/// The map along which a histogram reads neighbours in memory, all of which go
/// into the same bins.
static std::optional<unsigned> findColumns(const HistogramNest &nest) {
  ScatterReduceOp histogram = nest.histogram;
  std::optional<unsigned> columns;
  SmallVector<NestOperand> indices;
  for (Value input : histogram.getInputs()) {
    auto map = input.getDefiningOp<MapOp>();
    ValueRange arrays =
        isComputedFor(map, histogram) ? ValueRange(map.getInputs()) : input;
    for (Value array : arrays) {
      std::optional<NestOperand> operand = traceOperand(array, nest.maps);
      if (!operand)
        return std::nullopt;
      operand->dims.push_back(nest.maps.size());
      if (input == histogram.getBinIndices())
        indices.push_back(*operand);
      else if (std::optional<UnitStride> unit = getUnitStride(*operand);
               unit && unit->dim < nest.maps.size())
        columns = unit->dim;
    }
  }
  if (columns && llvm::any_of(indices, [&](const NestOperand &operand) {
        return hasDim(operand, *columns);
      }))
    return std::nullopt;
  return columns;
}

namespace {
/// The bins of columns in local memory: rows of an odd length, one for each
/// work-item, as all reach a bin of the same number at a time.
struct ColumnBins {
  static FailureOr<ColumnBins> get(Problem &problem, const HistogramNest &nest,
                                   Refusal &refusal);

  int64_t getPad() const { return 1 - count % 2; }

  /// The map over the columns, and how many of them a group has.
  unsigned dim;
  int64_t lanes;
  /// How many of each array there are.
  int64_t count;
  /// The elements of a part, if there are too few groups without parts.
  std::optional<int64_t> part;
};
} // namespace

/// Cuts the elements into parts if groups for all columns are too few for the
/// device; refuses if those of the parts are.
static LogicalResult chooseBinPart(Problem &problem, const HistogramNest &nest,
                                   ColumnBins &bins, Refusal &refusal) {
  std::optional<int64_t> all = problem.getValue(countElements(nest.maps)),
                         length = problem.getValue(nest.getLength());
  if (!all || !length)
    return refusal.set(nest.histogram, "has no known numbers of columns and "
                                       "elements");
  const int64_t units = problem.getDevice().computeUnits,
                groups = llvm::divideCeil(*all, bins.lanes),
                most = llvm::divideCeil(kBinGroupsOfUnit * units, groups);
  const int64_t part = std::max<int64_t>(
      {int64_t(llvm::bit_floor(uint64_t(*length / most))),
       int64_t(llvm::bit_ceil(uint64_t(kElementsOfBin * bins.count))),
       kLeastColumnPart});
  if (part < *length && nest.maps.size() < kMaxLaunchDims)
    bins.part = part;
  const int64_t numParts =
      bins.part ? llvm::divideCeil(*length, *bins.part) : 1;
  if (groups * numParts < units)
    return refusal.set(nest.histogram, "has columns for too few groups");
  return success();
}

FailureOr<ColumnBins>
ColumnBins::get(Problem &problem, const HistogramNest &nest, Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  ScatterReduceOp histogram = nest.histogram;
  std::optional<unsigned> dim = findColumns(nest);
  if (!device.hasLocalMemory || hasFastUpdates(device, histogram) || !dim)
    return refusal.set(histogram, "has no columns with bins of their own");
  if (failed(Nest::get(nest.maps.front(), refusal, Nest::Operands::Rows)))
    return failure();
  MapOp innermost = nest.maps.back();
  if (ValueRange(innermost.getYield().getOperands()) != histogram.getResults())
    return refusal.set(innermost, "has other results than bins");
  MapOp columns = nest.maps[*dim];
  std::optional<int64_t> numColumns = problem.getValue(columns.getTripCount()),
                         count = problem.getValue(histogram.getNumBins());
  if (!count || numColumns.value_or(0) < kLeastBinColumns)
    return refusal.set(histogram,
                       "has few columns, or bins of no known number");
  ColumnBins bins = {*dim, kMostBinColumns, *count, std::nullopt};
  auto fits = [&] {
    return bins.lanes * (*count + bins.getPad()) * countBinBytes(histogram) <=
           std::min(kGroupBytes, device.localMemory);
  };
  while (bins.lanes > kLeastBinColumns && (*numColumns < bins.lanes || !fits()))
    bins.lanes /= 2;
  if (!fits())
    return refusal.set(histogram, "has more bins than fit into local memory");
  if (failed(chooseBinPart(problem, nest, bins, refusal)))
    return failure();
  return bins;
}

/// The elements of a part for each of the work-items of as many groups as a
/// device needs for all histograms.
static int64_t chooseGroupPart(const Problem &problem,
                               const HistogramNest &nest,
                               const GroupBins &bins) {
  const int64_t items = bins.items;
  std::optional<int64_t> length = problem.getValue(nest.getLength());
  if (!length)
    return items * kBinnedElements;
  const int64_t groups =
      llvm::divideCeil(bins.groupsOfUnit * problem.getDevice().computeUnits,
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
  const bool isThread = device.runsThreads();
  const int64_t least = isThread ? bins.value_or(0) * kThreadElementsOfBin
                                 : bins.value_or(0) / kBinsOfElement;
  if (!length || !bins)
    return isThread ? std::max(kItemElements, least) : kItemElements;
  const int64_t items =
      device.computeUnits * (isThread ? kThreadsOfUnit : kHistogramItemsOfUnit);
  return std::max(
      {int64_t(llvm::divideCeil(*length, items)), least, int64_t(1)});
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

/// How many copies of its bins a histogram has that all groups share: where
/// work-items meet in a few bins, fewer do so in each copy.
static int64_t chooseCopies(const Problem &problem, const HistogramNest &nest) {
  ScatterReduceOp histogram = nest.histogram;
  const Expr bins = histogram.getNumBins();
  std::optional<int64_t> length = problem.getValue(nest.getLength()),
                         count = problem.getValue(bins);
  if (!length || !count)
    return 1;
  const int64_t copies =
      std::clamp<int64_t>(*length / (kElementsOfCopy * *count), 1, kMostCopies);
  return problem.isSpare(copies * bins * countBinBytes(histogram))
             ? llvm::bit_floor(uint64_t(copies))
             : 1;
}

/// Gives a histogram copies of its bins, those of one bin beside each other,
/// which neighbouring elements go into in turn.
static Handle copyBins(Problem &problem, const HistogramNest &nest,
                       const Handle &root, int64_t copies, Schedule &schedule) {
  schedule.comment(Twine(copies) + " copies of each bin");
  SplitChoice choice;
  choice.isStrided = true;
  choice.isPadded = !problem.divides(copies, nest.getLength());
  Handle parts = schedule.splitHistogram(root, copies, choice)[0];
  Handle joined = schedule.joinHistograms(parts, /*isTurned=*/true);
  schedule.cleanUp({"views"});
  return joined;
}

LogicalResult lift::planHistogramOfGroups(Problem &problem, Operation *pattern,
                                          const Handle &root,
                                          Schedule &schedule,
                                          Refusal &refusal) {
  FailureOr<HistogramNest> nest = HistogramNest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  const DeviceModel &device = problem.getDevice();
  if (!nest->maps.empty() || !hasAtomicUpdates(device, nest->histogram))
    return refusal.set(pattern, "is no histogram alone, of atomic operations");
  if (device.runsThreads() ||
      succeeded(GroupBins::get(problem, *nest, refusal)))
    return refusal.set(pattern,
                       "has room for bins that fewer work-items share");
  if (problem.getValue(nest->histogram.getNumBins()).value_or(0) <
      kBinsOfGroups)
    return refusal.set(pattern, "is not known to have many bins");
  const int64_t copies = chooseCopies(problem, *nest);
  Handle histogram = root;
  if (copies > 1)
    histogram = copyBins(problem, *nest, root, copies, schedule);
  schedule.comment("work-items of all groups share the bins");
  schedule.shareHistogram(histogram, /*isForGroups=*/true);
  return success();
}

LogicalResult lift::planJoinedHistograms(Problem &problem, Operation *pattern,
                                         const Handle &root, Schedule &schedule,
                                         Refusal &refusal) {
  FailureOr<HistogramNest> nest = HistogramNest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  ScatterReduceOp histogram = nest->histogram;
  const DeviceModel &device = problem.getDevice();
  if (nest->maps.size() != 1 || !hasAtomicUpdates(device, histogram))
    return refusal.set(pattern,
                       "is no one map of histograms of atomic operations");
  const std::optional<unsigned> columns = findColumns(*nest);
  if (device.runsThreads() ||
      succeeded(ColumnBins::get(problem, *nest, refusal)) ||
      (!columns && succeeded(GroupBins::get(problem, *nest, refusal))))
    return refusal.set(pattern,
                       "has room for bins that fewer work-items share");
  if (problem.getValue(countElements(nest->maps) * histogram.getNumBins())
          .value_or(0) < kBinsOfGroups)
    return refusal.set(pattern, "is not known to have many bins");
  schedule.comment("one histogram for all elements");
  schedule.joinHistograms(root, columns.has_value());
  schedule.cleanUp({"views"});
  return success();
}

LogicalResult lift::planSplitHistogram(Problem &problem, Operation *pattern,
                                       const Handle &root, Schedule &schedule,
                                       Refusal &refusal) {
  FailureOr<HistogramNest> nest = HistogramNest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  const bool areSeveral = !nest->maps.empty();
  FailureOr<ColumnBins> columns = failure();
  if (areSeveral)
    columns = ColumnBins::get(problem, *nest, refusal);
  if (areSeveral &&
      (succeeded(columns) ? !columns->part
                          : !areFewLongHistograms(problem, *nest)))
    return refusal.set(pattern, "makes several histograms that are not known "
                                "to be few and long");
  FailureOr<GroupBins> bins = GroupBins::get(problem, *nest, refusal);
  const int64_t part = succeeded(columns) ? *columns->part
                       : succeeded(bins)
                           ? chooseGroupPart(problem, *nest, *bins)
                           : chooseItemPart(problem, *nest);
  if (!hasMemoryForBins(problem, *nest, part))
    return refusal.set(pattern, "has no memory for the bins of parts");
  if (problem.getDevice().runsThreads() &&
      problem.getValue(nest->getLength()).value_or(part + 1) <= part)
    return refusal.set(pattern, "has no more elements than a part");
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

/// Shares a map over so many bins among the work-items of a group; where these
/// are as many as the largest map has, in whole rounds, so that it has `items`.
static void mapBins(Schedule &schedule, const Handle &map, int64_t count,
                    int64_t items, bool areWholeRounds = false) {
  if (count == items || (count < items && !areWholeRounds))
    return schedule.mapTo(map, {"lcl(0)"});
  Handle chunks = schedule.chunkMap(map, items, count % items != 0).first;
  schedule.mapTo(chunks, {"seq", "lcl(0)"});
}

static void shareBins(Problem &problem, Schedule &schedule,
                      const HistogramNest &nest, ArrayRef<Handle> maps,
                      const Handle &histogram, const GroupBins &bins) {
  // So many steps at a time, without tests, if that is known.
  (void)problem.divides(bins.items, nest.getLength());
  schedule.comment(Twine(bins.items) + " work-items that share bins");
  SmallVector<Handle> shared = schedule.shareHistogram(histogram);
  mapToGroups(schedule, maps);
  mapBins(schedule, shared[0], bins.count, bins.items, /*areWholeRounds=*/true);
  mapBins(schedule, shared[2], bins.count, bins.items, /*areWholeRounds=*/true);
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
  mapBins(schedule, split[2], bins.count, bins.items);
}

/// Has a group compute the histograms of columns beside each other, in local
/// memory, from where its work-items copy one after the other.
static void binColumns(Problem &problem, Schedule &schedule,
                       const HistogramNest &nest, const Handle &root,
                       const ColumnBins &bins) {
  schedule.comment(Twine(bins.lanes) + " columns for a group");
  BlockOptions options;
  for (unsigned dim = 0; dim < nest.maps.size(); ++dim) {
    options.chunks.emplace_back();
    if (dim != bins.dim)
      options.order.push_back({dim, 0});
  }
  options.chunks[bins.dim] = {Expr(bins.lanes)};
  llvm::append_range(options.order,
                     ArrayRef<NestPart>{{bins.dim, 0}, {bins.dim, 1}});
  MapOp columns = nest.maps[bins.dim];
  if (!problem.divides(bins.lanes, columns.getTripCount()))
    options.pad = {bins.dim};
  const SmallVector<Handle> loops = schedule.block(root, options);
  ArrayRef<Handle> maps = ArrayRef(loops).take_front(nest.maps.size());
  const Handle &lanes = loops[maps.size()];
  schedule.chunkHistogram(schedule.matchPattern(nest.number, lanes), kBinLoads,
                          !problem.divides(kBinLoads, nest.getLength()));
  schedule.copyYields(maps.back(), /*isForAll=*/true);
  schedule.storeResults(lanes, "local", /*asRead=*/false, {0, bins.getPad()});
  mapToGroups(schedule, maps);
  schedule.mapTo(lanes, {"lcl(0)"});
  for (unsigned i = 0; i < columns->getNumResults(); ++i)
    mapBins(schedule,
            schedule.matchPattern(0, schedule.matchPattern(i + 1, maps.back())),
            bins.count, bins.lanes);
}

LogicalResult lift::planHistograms(Problem &problem, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  FailureOr<HistogramNest> nest = HistogramNest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  if (nest->maps.empty())
    return refusal.set(pattern, "is one histogram");
  FailureOr<ColumnBins> columns = ColumnBins::get(problem, *nest, refusal);
  FailureOr<GroupBins> bins = GroupBins::get(problem, *nest, refusal);
  if (failed(columns) && failed(bins))
    return failure();
  Handle first = root;
  if (auto fixed = *problem.fix(nest->histogram.getNumBins()); !fixed.empty()) {
    schedule.comment("bins of a number that is known");
    first = schedule.fixSizes(root, fixed);
  }
  if (succeeded(columns)) {
    binColumns(problem, schedule, *nest, first, *columns);
    return success();
  }
  SmallVector<Handle> maps = schedule.matchMaps(first, nest->maps.size());
  Handle histogram = schedule.matchPattern(nest->number, maps.back());
  if (bins->areShared)
    shareBins(problem, schedule, *nest, maps, histogram, *bins);
  else
    splitBins(problem, schedule, *nest, maps, histogram, *bins);
  return success();
}
