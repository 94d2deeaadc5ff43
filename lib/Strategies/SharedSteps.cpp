//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions and scans of arrays that no other strategy divides, as each step
// reads all that the one before it computes: recurrent networks, simulations,
// dynamic programming. One group takes the steps, and its work-items share the
// arrays of each; where maps stand around, a group does so for each of their
// elements.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Analysis/MapUses.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/Layouts.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The least elements of a state that are worth a group, and the most bytes of
/// one that stands in local memory: it is there twice, and several groups have
/// one.
static constexpr int64_t kLeastState = 8, kMostBytes = 8192;
/// The work-items that reduce numbers in a step.
static constexpr int64_t kStepItems = 64;
/// The most work-items of the only group that takes steps, and those that it
/// has where nothing else is known.
static constexpr int64_t kMostItemsAlone = 1024, kUsualItems = 128;

/// Whether work-items can share steps of a pattern, of which each of them must
/// take as many.
static bool hasSharedSteps(Operation *pattern) {
  auto isArray = [](Value init) { return isa<ArrayType>(init.getType()); };
  if (!isa<ReduceOp, ScanOp>(pattern))
    return false;
  auto fold = cast<FoldPattern>(pattern);
  return llvm::any_of(fold.getInits(), isArray) &&
         !fold.getStep().front().getOps<MapOp>().empty();
}

/// The bytes of a state that local memory has room for, if it is known and of
/// numbers.
static std::optional<Expr> getBytesNearby(const Problem &problem,
                                          FoldPattern fold) {
  Expr bytes = 0;
  for (Value init : fold.getInits()) {
    auto type = dyn_cast<ArrayType>(init.getType());
    if (!type)
      continue;
    if (!type.getElementType().isIntOrFloat())
      return std::nullopt;
    bytes = bytes + type.getNumElements() * getHeldBytes(type.getElementType());
  }
  return problem.getValue(bytes).value_or(kMostBytes + 1) <= kMostBytes
             ? std::optional(bytes)
             : std::nullopt;
}

/// The sizes of the state that become numbers, if it is known and small enough
/// to be in local memory. What is not used is not required.
static std::optional<std::map<std::string, int64_t>>
getSizesOfState(Problem &problem, FoldPattern fold) {
  std::optional<Expr> bytes = getBytesNearby(problem, fold);
  return bytes ? problem.fix(*bytes) : std::nullopt;
}

/// The types of arrays that are states of a scan, but of no array that is
/// stored.
static SmallVector<ArrayType> getUnstoredStates(Operation *pattern) {
  SmallVector<ArrayType> types;
  if (auto scan = dyn_cast<ScanOp>(pattern))
    for (auto [result, init] : llvm::zip_equal(
             scan->getResults(), cast<FoldPattern>(pattern).getInits()))
      if (auto type = dyn_cast<ArrayType>(init.getType());
          type && !isStored(result))
        types.push_back(type);
  return types;
}

bool lift::hasStateNearby(const Problem &problem, FoldPattern fold) {
  return isa<ReduceOp>(*fold) && hasSharedSteps(fold) &&
         areCopiedTogether(fold->getResultTypes()) &&
         getBytesNearby(problem, fold);
}

/// Whether each work-item of a group would have several states of its own, as
/// the next of one is read by others and that of another is not: those that are
/// stored nowhere are in private memory if they are known to be few numbers.
static bool hasPrivateStates(Operation *pattern) {
  return llvm::count_if(getUnstoredStates(pattern), [](ArrayType type) {
           return type.getNumElements().getConstant().value_or(
                      kPrivateLimit + 1) <= kPrivateLimit;
         }) > 1;
}

/// Whether a group has less for each step than one work-item with the state in
/// registers: where there are many elements in the maps, or very few in the
/// state.
static bool isForItems(const Problem &problem, ArrayRef<MapOp> maps,
                       FoldPattern fold) {
  constexpr int64_t kRoom = 64, kItems = 256;
  int64_t most = 0;
  bool isConstant = true;
  for (Value init : fold.getInits())
    if (auto type = dyn_cast<ArrayType>(init.getType())) {
      most = std::max(
          most, problem.getValue(type.getNumElements()).value_or(kRoom + 1));
      isConstant &= type.getNumElements().getConstant().has_value();
    }
  const bool areMany = problem.getValue(countElements(maps)).value_or(0) >=
                       kItems * problem.getDevice().computeUnits;
  return most < kLeastState || (isConstant && most <= kRoom && areMany);
}

/// The reduction of numbers that maps do, if it goes along rows in memory:
/// work-items that go along columns beside each other read neighbours.
static ReduceOp getReductionOfRows(const Rows &rows) {
  auto reduce = rows.patterns.size() == 1
                    ? dyn_cast<ReduceOp>(rows.patterns.front())
                    : ReduceOp();
  if (!reduce || goesThroughRows(reduce))
    return ReduceOp();
  Refusal refusal;
  FailureOr<Nest> nest = Nest::get(rows.maps.front(), refusal);
  return failed(nest) || goesAlongRows(*nest) ? reduce : ReduceOp();
}

namespace {
/// How a group takes steps.
struct StepChoice {
  /// Numbers in place of names of sizes.
  std::map<std::string, Expr> fixed;
  /// The work-items of the group, if that is said.
  std::optional<int64_t> numItems;
};
} // namespace

/// Divides a map among the work-items of a group, each of which reduces rows of
/// numbers as vectors.
static void shareMap(Problem &problem, Schedule &schedule, MapOp map,
                     const Handle &handle, const StepChoice &choice) {
  SmallVector<std::string> items = {"lcl(0)"};
  if (getPerfectlyNestedMap(map))
    items.insert(items.begin(), "lcl(1)");
  const Rows rows = collectRows(map);
  if (ReduceOp reduce = getReductionOfRows(rows)) {
    const Handle row = schedule.matchMaps(handle, rows.maps.size()).back();
    reduceByItem(
        problem, schedule, reduce, schedule.matchPattern(0, row),
        cast<FoldPattern>(*reduce).getTripCount().substitute(choice.fixed));
  }
  // What others read of a step is stored where one loop says how it runs.
  if (!choice.numItems || items.size() > 1 ||
      !llvm::all_of(map.getResults(),
                    [](Value result) { return isStored(result); }))
    return schedule.mapTo(handle, items);
  Handle chunks =
      schedule
          .chunkMap(handle, *choice.numItems,
                    !problem.divides(*choice.numItems, map.getTripCount()))
          .first;
  schedule.mapTo(chunks, {"seq unroll", "lcl(0)"});
}

/// Whether a group reduces numbers together, which each of its work-items would
/// reduce for itself: if they may be reordered, and are known to be several for
/// each.
static bool isForGroup(const Problem &problem, ReduceOp reduce) {
  Refusal refusal;
  return succeeded(checkReduction(reduce, refusal)) && takesNumbers(reduce) &&
         problem.getValue(cast<FoldPattern>(*reduce).getTripCount())
                 .value_or(0) >= 2 * kStepItems;
}

/// Divides the maps of a block, and reductions of numbers, among the work-items
/// of a group.
static void shareMaps(Problem &problem, Schedule &schedule,
                      const Handle &around, Block &block,
                      const StepChoice &choice = {}) {
  SmallVector<Operation *> patterns = getLoops(block);
  // A reduction leaves several patterns in its place: from the last.
  for (size_t number = patterns.size(); number-- > 0;) {
    Operation *inner = patterns[number];
    if (auto map = dyn_cast<MapOp>(inner))
      shareMap(problem, schedule, map, schedule.matchPattern(number, around),
               choice);
    else if (auto reduce = dyn_cast<ReduceOp>(inner);
             reduce && isForGroup(problem, reduce))
      reducePart(
          problem, schedule, reduce, schedule.matchPattern(number, around),
          cast<FoldPattern>(*reduce).getTripCount().substitute(choice.fixed),
          kStepItems, /*isVector=*/true);
  }
}

/// How many work-items a group has that alone takes steps, if the longest of
/// their maps is known to have work for more than usual.
static std::optional<int64_t> chooseItemsAlone(const Problem &problem,
                                               Block &step) {
  int64_t longest = 0;
  for (MapOp map : step.getOps<MapOp>())
    longest =
        std::max(longest, problem.getValue(map.getTripCount()).value_or(0));
  if (longest <= 2 * kUsualItems)
    return std::nullopt;
  return std::min({kMostItemsAlone, problem.getDevice().maxGroupSize,
                   int64_t(llvm::bit_ceil(uint64_t(longest)))});
}

/// The only group takes the steps of a fold. States that stand in local memory,
/// or in the results of a scan, have numbers as sizes if these are known.
static void shareStepsAlone(Problem &problem, FoldPattern fold,
                            const Handle &root, Schedule &schedule) {
  Handle steps = root;
  StepChoice choice;
  const bool isNear = hasStateNearby(problem, fold);
  auto sizes = isNear || (isa<ScanOp>(*fold) && getUnstoredStates(fold).empty())
                   ? getSizesOfState(problem, fold)
                   : std::nullopt;
  if (sizes && !sizes->empty()) {
    steps = schedule.fixSizes(root, *sizes);
    choice.fixed = {sizes->begin(), sizes->end()};
  }
  Block &step = fold.getStep().front();
  choice.numItems = chooseItemsAlone(problem, step);
  shareMaps(problem, schedule, steps, step, choice);
  schedule.cleanUp({"contract"}, steps);
  if (isNear)
    schedule.place(steps, "local", {"lcl(0)"});
}

/// A group takes the steps of each fold in the body of maps, with the state in
/// local memory where that has room.
static LogicalResult shareStepsOfMaps(Problem &problem, const Rows &rows,
                                      const Handle &root, Schedule &schedule) {
  std::map<std::string, int64_t> sizes;
  SmallVector<bool> areNear;
  const bool mayFix = llvm::all_of(rows.patterns, [](Operation *pattern) {
    return getUnstoredStates(pattern).empty();
  });
  for (Operation *pattern : rows.patterns) {
    std::optional<std::map<std::string, int64_t>> fixed;
    if (mayFix && hasSharedSteps(pattern))
      fixed = getSizesOfState(problem, cast<FoldPattern>(pattern));
    // The states of a scan stand in its results.
    areNear.push_back(fixed && isa<ReduceOp>(pattern));
    if (fixed)
      sizes.insert(fixed->begin(), fixed->end());
  }
  Handle outermost = sizes.empty() ? root : schedule.fixSizes(root, sizes);
  SmallVector<Handle> maps = schedule.matchMaps(outermost, rows.maps.size());
  const StepChoice choice = {{sizes.begin(), sizes.end()}, std::nullopt};
  MapOp last = rows.maps.back();
  for (auto [number, pattern] : llvm::enumerate(rows.patterns)) {
    if (!hasSharedSteps(pattern))
      continue;
    Handle fold = schedule.matchPattern(number, maps.back());
    shareMaps(problem, schedule, fold,
              cast<FoldPattern>(pattern).getStep().front(), choice);
    schedule.cleanUp({"contract"}, fold);
    if (areNear[number])
      schedule.place(fold, "local", {"lcl(0)"});
  }
  // Last, as what a reduction becomes is several patterns.
  shareMaps(problem, schedule, maps.back(), last.getBody().front(), choice);
  mapToGroups(schedule, maps, countTrips(problem, rows));
  return success();
}

LogicalResult lift::planSharedSteps(Problem &problem, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  Rows rows = collectRows(pattern);
  SmallVector<Operation *> folds =
      llvm::filter_to_vector(rows.patterns, hasSharedSteps);
  if (folds.empty())
    return refusal.set(pattern, "has no reduction or scan with steps that are "
                                "maps");
  if (problem.getDevice().runsThreads())
    return refusal.set(pattern, "the device has no work-items that share steps "
                                "for less than these take");
  if (rows.maps.empty()) {
    schedule.comment("one group takes the steps");
    shareStepsAlone(problem, cast<FoldPattern>(pattern), root, schedule);
    return success();
  }
  for (Operation *fold : folds) {
    if (isForItems(problem, rows.maps, cast<FoldPattern>(fold)))
      return refusal.set(fold, "has less for each step than a group");
    if (hasPrivateStates(fold))
      return refusal.set(fold, "has several states of few numbers that are not "
                               "stored, which each work-item would have of "
                               "its own");
  }
  schedule.comment("a group takes the steps of an element");
  return shareStepsOfMaps(problem, rows, root, schedule);
}
