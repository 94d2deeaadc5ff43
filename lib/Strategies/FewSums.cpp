//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few sums for each element, of which a reduction in order takes the best or
// adds them up: the nearest of some centres, the likeliest of some classes. A
// work-item has a vector of elements whose numbers are neighbours in memory,
// and all the sums of them in registers, so that it reads each number once.
//
// Where there are many sums for each element, and these are long, they are a
// product of matrices, which is stored and then reduced. So are the sums of the
// parts of a row, as those of a quantised matrix with a scale for each group.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The most sums that a work-item has in registers at a time, for each element
/// of its vector, without and with local memory that has what they are of, and
/// the width of that vector.
static constexpr int64_t kSums = 8, kSumsOfShared = 10, kWidth = 2;
/// The work-items of a group that has local memory for these.
static constexpr int64_t kGroupItems = 128;
/// The work-items that each compute unit has at least, if a work-item has
/// several elements.
static constexpr int64_t kSumItemsOfUnit = 128;
/// How many numbers of a work-item are on their way together; and how many
/// trips of a loop, if it is not known how many it has: with two or four an
/// H200 takes up to 1.5 times as long as with three. Where local memory has
/// what the sums are of, all of few trips, or so many.
static constexpr int64_t kSumsTogether = 4, kTripsTogether = 3, kFewTrips = 64,
                         kTripsOfShared = 16;
/// How many sums of an element are many, the least length of sums that are
/// stored, and the most bytes of these.
static constexpr int64_t kManySums = 64, kLongSum = 16, kVeryLongSum = 128,
                         kMatrixBytes = int64_t(1) << 30;

namespace {
struct FewSums {
  /// The loops from the outermost map to the one over the elements.
  SmallVector<MapOp> maps;
  /// The reduction of the sums, and that of one.
  ReduceOp best, sum;
};
} // namespace

/// The only pattern in a body.
static Operation *findOnlyPattern(Block &body) {
  Operation *only = nullptr;
  for (Operation &op : body)
    if (isa<MapOp, FoldPattern>(op)) {
      if (only)
        return nullptr;
      only = &op;
    }
  return only;
}

/// The reduction of one sum, in the step of that of all.
static LogicalResult findSum(FewSums &sums, Refusal &refusal) {
  if (!sums.best)
    return refusal.set(sums.maps.front(), "reduces nothing first");
  sums.sum =
      dyn_cast_or_null<ReduceOp>(findOnlyPattern(sums.best.getBody().front()));
  if (!sums.sum || findOnlyPattern(sums.sum.getBody().front()))
    return refusal.set(sums.maps.front(),
                       "reduces nothing that is reduced itself");
  return success();
}

static FailureOr<FewSums> getFewSums(Operation *pattern, Refusal &refusal) {
  FewSums sums;
  Operation *op = pattern;
  while (auto map = dyn_cast_or_null<MapOp>(op)) {
    sums.maps.push_back(map);
    op = findOnlyPattern(map.getBody().front());
  }
  sums.best = dyn_cast_or_null<ReduceOp>(op);
  if (sums.maps.empty() || sums.maps.size() > kMaxLaunchDims || !sums.best)
    return refusal.set(pattern, "is no nest of at most three maps around a "
                                "reduction");
  if (failed(findSum(sums, refusal)))
    return failure();
  return sums;
}

/// The width of the vectors of a device, if there are elements enough for
/// work-items that have so many of them.
static int64_t chooseWidestVector(const Problem &problem, const FewSums &sums) {
  const DeviceModel &device = problem.getDevice();
  if (device.vectorWidth >= DeviceModel::kThreadWidth)
    return device.vectorWidth;
  const int64_t width = std::min(device.vectorWidth, kWidth);
  std::optional<int64_t> elements = problem.getValue(countElements(sums.maps));
  const bool areFew = device.hasLocalMemory && elements &&
                      *elements < width * kSumItemsOfUnit * device.computeUnits;
  return areFew ? 1 : width;
}

/// How many elements are a vector in memory, in all that the innermost map goes
/// through; nothing if their numbers are not beside each other, and no near
/// cache holds rows until a work-item goes on in them.
static std::optional<int64_t> chooseSumWidth(Problem &problem,
                                             const FewSums &sums) {
  MapOp map = sums.maps.back();
  const unsigned last = sums.maps.size() - 1;
  SmallVector<Expr> rows = {map.getTripCount()};
  for (unsigned input = 0; input < map.getInputs().size(); ++input) {
    std::optional<UnitStride> unit =
        getUnitStride(getRowOperand(sums.maps, input));
    if (!unit || unit->dim != last)
      return problem.getDevice().hasLocalMemory ? std::optional(int64_t(1))
                                                : std::nullopt;
    llvm::append_range(rows, unit->otherSteps);
  }
  const int64_t width = chooseWidestVector(problem, sums);
  return problem.dividesAll(width, rows, /*isInner=*/true) ? width : 1;
}

/// How many elements a vector of a work-item has also where these are no
/// vectors in memory, as what all of them share is read once; 1 if there are
/// none.
static int64_t choosePaddedWidth(const Problem &problem, const FewSums &sums) {
  const DeviceModel &device = problem.getDevice();
  const int64_t width = device.vectorWidth;
  if (device.runsThreads()) {
    MapOp map = sums.maps.back();
    return problem.getValue(map.getTripCount()).value_or(width) < width ? 1
                                                                        : width;
  }
  return width < DeviceModel::kThreadWidth ? chooseWidestVector(problem, sums)
                                           : 1;
}

/// The input whose rows, of a length that is a number, each element goes
/// through: a work-item that loads its row alone reads what is far from what
/// its neighbours read.
static std::optional<unsigned> findOwnRows(const Problem &problem,
                                           const FewSums &sums) {
  MapOp map = sums.maps.front();
  if (!problem.getDevice().hasLocalMemory || sums.maps.size() > 1)
    return std::nullopt;
  for (unsigned input = 0; input < map.getInputs().size(); ++input) {
    std::optional<UnitStride> unit =
        getUnitStride(getRowOperand(sums.maps, input));
    if (isa<ArrayType>(map.getBody().getArgument(input).getType()) && unit &&
        unit->dim == 1)
      return input;
  }
  return std::nullopt;
}

/// The rows of the elements of a group, if they are few bytes of local memory.
struct GroupRows {
  unsigned input;
  int64_t items, length;
  /// With the number behind each that has columns in different banks.
  int64_t bytes;
  /// The sizes that the length is of.
  std::map<std::string, int64_t> fixed;
};

static std::optional<GroupRows> chooseGroupRows(Problem &problem,
                                                const FewSums &sums) {
  // Near caches hold what is read at a time of rows that are no longer.
  constexpr int64_t kSectorBytes = 32;
  constexpr int64_t kItems = 128, kLeastItems = 32, kGroupBytes = 24 * 1024;
  std::optional<unsigned> input = findOwnRows(problem, sums);
  if (!input)
    return std::nullopt;
  MapOp map = sums.maps.front();
  auto row = cast<ArrayType>(map.getBody().getArgument(*input).getType());
  std::optional<int64_t> length = problem.getValue(row.getSize(0));
  if (row.getRank() > 1 || !length)
    return std::nullopt;
  const int64_t numberBytes = getHeldBytes(row.getElementType()),
                bytes = *length * numberBytes;
  int64_t items = kItems;
  while (items > kLeastItems && items * bytes > kGroupBytes)
    items /= 2;
  if (bytes <= kSectorBytes || items * bytes > kGroupBytes)
    return std::nullopt;
  auto fixed = problem.fix(row.getSize(0));
  if (!fixed)
    return std::nullopt;
  return GroupRows{*input, items, *length, items * (bytes + numberBytes),
                   *fixed};
}

/// Has a group copy the rows of its elements to local memory as they stand: the
/// loop over groups, and that over the elements of one.
static std::pair<Handle, Handle>
stageGroupRows(Problem &problem, const FewSums &sums, const GroupRows &rows,
               const Handle &map, Schedule &schedule) {
  MapOp outermost = sums.maps.front();
  schedule.comment("the rows of " + Twine(rows.items) +
                   " elements in local memory");
  const bool isPadded = !problem.divides(rows.items, outermost.getTripCount());
  auto [groups, items] = schedule.chunkMap(map, rows.items, isPadded);
  StageChoice choice;
  choice.argument = rows.input;
  choice.chunks = {rows.items};
  // A column is in different banks.
  choice.pad = {0, rows.length % 2 == 0 ? 1 : 0};
  schedule.mapTo(schedule.stage(groups, choice), {"seq unroll", "lcl(0)"});
  schedule.mapTo(groups, {"wrg(0)"});
  schedule.mapTo(items, {"lcl(0)"});
  return {groups, items};
}

/// What the sums are of that is the same for all elements, as the centres: rows
/// that a group copies to its local memory.
struct SharedRows {
  struct Input {
    /// The number of the input of the reduction of the sums.
    unsigned number;
    int64_t count, length;

    /// The numbers behind a row, so that each starts at a whole vector.
    int64_t getPad() const {
      constexpr int64_t kVector = 4;
      return llvm::alignTo(length, kVector) - length;
    }
  };
  SmallVector<Input> inputs;
  /// The sizes that the rows are of.
  std::map<std::string, int64_t> fixed;
};

/// All that the reduction of the sums goes through outside of the maps, if that
/// is few bytes, for which local memory has room beside the rows of elements.
static SharedRows chooseSharedRows(Problem &problem, FewSums sums,
                                   const std::optional<GroupRows> &own) {
  constexpr int64_t kGroupBytes = 16 * 1024;
  const DeviceModel &device = problem.getDevice();
  SharedRows rows;
  if (!device.hasLocalMemory)
    return rows;
  Expr numbers = 0;
  int64_t bytes = 0;
  for (auto [number, input] : llvm::enumerate(sums.best.getInputs())) {
    auto type = cast<ArrayType>(input.getType());
    if (sums.maps.front().getBody().isAncestor(input.getParentRegion()) ||
        type.getRank() != 2 || !type.getElementType().isIntOrFloat())
      continue;
    std::optional<int64_t> count = problem.getValue(type.getSize(0)),
                           length = problem.getValue(type.getSize(1));
    if (!count || !length)
      continue;
    const SharedRows::Input shared = {static_cast<unsigned>(number), *count,
                                      *length};
    rows.inputs.push_back(shared);
    numbers = numbers + type.getNumElements();
    bytes += *count * (*length + shared.getPad()) *
             getHeldBytes(type.getElementType());
  }
  const int64_t room =
      std::min(kGroupBytes, device.localMemory - (own ? own->bytes : 0));
  if (rows.inputs.empty() || bytes > room)
    return SharedRows();
  // What is not used is not required.
  auto fixed = problem.fix(numbers);
  if (!fixed)
    return SharedRows();
  rows.fixed = *fixed;
  return rows;
}

/// Has a group copy rows that are the same for all its elements.
static void stageSharedRows(const SharedRows &rows, int64_t items,
                            const Handle &best, const Handle &groups,
                            Schedule &schedule) {
  schedule.comment("what the sums are of in local memory");
  for (const SharedRows::Input &input : rows.inputs) {
    StageChoice choice;
    choice.argument = input.number;
    choice.chunks = {items};
    choice.isPadded = input.count * input.length % items != 0;
    choice.pad = {0, input.getPad()};
    schedule.mapTo(schedule.stage(best, choice, groups),
                   {"seq unroll", "lcl(0)"});
  }
}

namespace {
/// How many sums are in registers at a time, and whether the last ones may be
/// beyond the end.
struct SumsTogether {
  int64_t count;
  bool isPadded;
};
} // namespace

/// All sums, or parts of about the same size.
static SumsTogether chooseSums(Problem &problem, const Expr &count,
                               int64_t most) {
  std::optional<int64_t> expected = problem.getValue(count);
  if (!expected)
    return {most, /*isPadded=*/true};
  if (*expected <= most && problem.isEqual(*expected, count))
    return {*expected, /*isPadded=*/false};
  const int64_t parts = llvm::divideCeil(*expected, most);
  const int64_t sums = llvm::divideCeil(*expected, parts);
  return {sums, !problem.divides(sums, count)};
}

namespace {
/// How sums are computed.
struct SumChoice {
  int64_t width = 1;
  /// Whether vectors may go beyond the end, and stand nowhere in memory.
  bool isPadded = false;
  std::optional<GroupRows> rows;
  SharedRows shared;

  bool isShared() const { return !shared.inputs.empty(); }
};

/// The loops around the sums.
struct SumLoops {
  /// From the outermost to that over groups, or to that over work-items where
  /// these are in no groups.
  SmallVector<Handle> maps;
  /// Over the work-items of a group, if there are any, and what a work-item
  /// does.
  Handle items, elements;
};
} // namespace

/// What a work-item computes, without groups.
static SumLoops cutSumsForItems(const SumChoice &choice,
                                SmallVector<Handle> maps, Schedule &schedule) {
  Handle elements = maps.back();
  if (choice.isPadded) {
    std::tie(maps.back(), elements) =
        schedule.chunkMap(maps.back(), choice.width, /*isPadded=*/true);
    elements = schedule.widen(elements, choice.width);
  } else if (choice.width > 1) {
    elements = maps.back() = schedule.widen(maps.back(), choice.width);
  }
  return {maps, "", elements};
}

/// The elements of groups, and of each of their work-items.
static SumLoops cutSumsForGroups(Problem &problem, const FewSums &sums,
                                 const SumChoice &choice,
                                 SmallVector<Handle> maps, Schedule &schedule) {
  MapOp innermost = sums.maps.back();
  const bool goesBeyond =
      !problem.divides(kGroupItems * choice.width, innermost.getTripCount());
  SumLoops loops;
  if (choice.isPadded) {
    std::tie(maps.back(), loops.items) =
        schedule.chunkMap(maps.back(), kGroupItems * choice.width, goesBeyond);
    std::tie(loops.items, loops.elements) =
        schedule.chunkMap(loops.items, choice.width, /*isPadded=*/false);
    loops.elements = schedule.widen(loops.elements, choice.width);
  } else {
    if (choice.width > 1)
      maps.back() = schedule.widen(maps.back(), choice.width);
    std::tie(maps.back(), loops.items) =
        schedule.chunkMap(maps.back(), kGroupItems, goesBeyond);
    loops.elements = loops.items;
  }
  loops.maps = maps;
  return loops;
}

/// Says where loops run, but those that have their places.
static void mapSumLoops(const SumChoice &choice, const SumLoops &loops,
                        Schedule &schedule) {
  if (choice.rows)
    return;
  if (choice.isShared()) {
    mapToGroups(schedule, loops.maps);
    schedule.mapTo(loops.items, {"lcl(0)"});
  } else {
    for (auto [i, map] : llvm::enumerate(llvm::reverse(loops.maps)))
      schedule.mapTo(map, {"glb(" + std::to_string(i) + ")"});
  }
  if (choice.isPadded)
    schedule.mapTo(loops.elements, {"seq"});
}

/// How many steps of a sum of a length that is a number are together in a loop,
/// or of any other.
static int64_t chooseSteps(std::optional<int64_t> length,
                           const SumChoice &choice) {
  if (!length)
    return kTripsTogether;
  if (choice.isShared())
    return *length <= kFewTrips ? *length : kTripsOfShared;
  return kSumsTogether / choice.width;
}

static FailureOr<SumChoice>
chooseSumLoops(Problem &problem, const FewSums &sums, Refusal &refusal) {
  std::optional<int64_t> width = chooseSumWidth(problem, sums);
  if (!width)
    return refusal.set(sums.maps.front(), "goes through elements whose numbers "
                                          "are not neighbours in memory");
  SumChoice choice;
  choice.width = *width;
  choice.rows = chooseGroupRows(problem, sums);
  choice.shared = chooseSharedRows(problem, sums, choice.rows);
  if (!choice.rows && *width == 1) {
    choice.width = choosePaddedWidth(problem, sums);
    choice.isPadded = choice.width > 1;
  }
  return choice;
}

LogicalResult lift::planFewSums(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal) {
  FailureOr<FewSums> sums = getFewSums(pattern, refusal);
  if (failed(sums))
    return failure();
  const Expr count = cast<FoldPattern>(*sums->best).getTripCount();
  if (problem.getValue(count).value_or(kSums) < 2)
    return refusal.set(sums->best, "is one sum");
  FailureOr<SumChoice> choice = chooseSumLoops(problem, *sums, refusal);
  if (failed(choice))
    return failure();
  const SumsTogether together =
      chooseSums(problem, count, choice->isShared() ? kSumsOfShared : kSums);
  schedule.comment(Twine(together.count) + " sums for each of " +
                   Twine(choice->width) + " elements of a work-item");
  Handle outermost = root;
  const Expr length = cast<FoldPattern>(*sums->sum).getTripCount();
  const auto fixed = problem.fix(length);
  std::map<std::string, int64_t> numbers =
      fixed.value_or(std::map<std::string, int64_t>());
  if (choice->rows)
    numbers.insert(choice->rows->fixed.begin(), choice->rows->fixed.end());
  numbers.insert(choice->shared.fixed.begin(), choice->shared.fixed.end());
  if (!numbers.empty()) {
    schedule.comment("sums of a length that is a number");
    outermost = schedule.fixSizes(root, numbers);
  }
  SumLoops loops;
  loops.maps = schedule.matchMaps(outermost, sums->maps.size());
  if (choice->rows) {
    std::tie(loops.maps.back(), loops.elements) = stageGroupRows(
        problem, *sums, *choice->rows, loops.maps.back(), schedule);
  } else if (choice->isShared()) {
    loops = cutSumsForGroups(problem, *sums, *choice, loops.maps, schedule);
  } else {
    loops = cutSumsForItems(*choice, loops.maps, schedule);
  }
  Handle best = schedule.matchPattern(0, loops.elements);
  if (choice->isShared())
    stageSharedRows(choice->shared,
                    choice->rows ? choice->rows->items : kGroupItems, best,
                    loops.maps.back(), schedule);
  Handle chunk =
      schedule.chunkReduction(best, together.count, together.isPadded).second;
  auto [each, last] = schedule.fission(chunk);
  BlockOptions options;
  options.chunks.resize(2);
  options.order = {{1, 0}, {0, 0}};
  SmallVector<Handle> steps = schedule.block(each, options);
  schedule.place(steps.front(), "private", {"seq"});
  schedule.cleanUp({"views", "contract"}, loops.maps.front());

  schedule.comment("what runs where");
  mapSumLoops(*choice, loops, schedule);
  schedule.mapTo(steps[1], {"seq unroll"});
  schedule.mapTo(steps.back(), {"seq unroll"});
  if (choice->isShared() || choice->width < kSumsTogether)
    schedule.unroll(
        steps.front(),
        chooseSteps(fixed ? problem.getValue(length) : std::nullopt, *choice));
  schedule.unroll(last);
  return success();
}

LogicalResult lift::planSeparateSums(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal) {
  Rows rows = collectRows(pattern);
  if (rows.maps.empty() || rows.patterns.size() < 2)
    return refusal.set(pattern, "does nothing in one body besides to reduce");
  FewSums sums = {rows.maps, dyn_cast<ReduceOp>(rows.patterns.front()), {}};
  if (failed(findSum(sums, refusal)))
    return failure();
  if (llvm::any_of(sums.best->getResultTypes(), llvm::IsaPred<ArrayType>) ||
      !problem.isSpare(countElements(sums.maps) *
                       countHeldBytes(sums.best->getResultTypes())))
    return refusal.set(sums.best, "has no numbers that there is memory for");
  const Expr count = cast<FoldPattern>(*sums.best).getTripCount();
  if (problem.getValue(count).value_or(kSums) < 2 ||
      !(problem.getDevice().hasLocalMemory || chooseSumWidth(problem, sums)))
    return refusal.set(sums.best, "would not have several sums in registers");
  schedule.comment("the sums, then what is made of them");
  SmallVector<Handle> maps = schedule.matchMaps(root, sums.maps.size());
  schedule.fissionMaps(maps, schedule.matchPattern(0, maps.back()));
  return success();
}

/// The pattern whose argument a value is, or is a view of one of; null if there
/// is none.
static Operation *getOwner(Value value) {
  while (auto view = value.getDefiningOp<ViewOpInterface>()) {
    if (view.getViewSources().size() != 1 || view->getNumRegions() != 0)
      return nullptr;
    value = view->getOperand(0);
  }
  auto argument = dyn_cast<BlockArgument>(value);
  return argument ? argument.getOwner()->getParentOp() : nullptr;
}

/// The arrays that the reduction of the sums goes through, and each sum in
/// them.
static SmallVector<Value> getArraysOfSums(const FewSums &sums) {
  ReduceOp sum = sums.sum, best = sums.best;
  SmallVector<Value> arrays;
  for (Value input : sum.getInputs())
    if (auto argument = dyn_cast<BlockArgument>(input);
        argument && argument.getOwner() == &best.getBody().front())
      arrays.push_back(best.getInputs()[argument.getArgNumber()]);
  return arrays;
}

/// Whether a sum goes through what the reduction of the sums does, in arrays
/// that each element has of its own, or in others.
static bool goesThroughSums(const FewSums &sums, bool isOwn) {
  return llvm::any_of(getArraysOfSums(sums), [&](Value array) {
    return (getOwner(array) == sums.maps.back()) == isOwn;
  });
}

/// Whether the sums of all elements are a product of matrices: one has a row
/// for each element, the other one for each of its sums.
static bool areProduct(const FewSums &sums) {
  MapOp elements = sums.maps.back();
  ReduceOp sum = sums.sum;
  return goesThroughSums(sums, /*isOwn=*/false) &&
         llvm::any_of(sum.getInputs(),
                      [&](Value input) { return getOwner(input) == elements; });
}

/// Whether each sum goes through numbers that no other does, as those of groups
/// of a row: all of the sums take less memory than these.
static bool haveOwnNumbers(const FewSums &sums) {
  return goesThroughSums(sums, /*isOwn=*/true);
}

/// Whether each sum is of parts of two rows, those of the innermost map and of
/// another: the sums of the same part are a product of matrices.
static bool arePartsOfProduct(const FewSums &sums) {
  return haveOwnNumbers(sums) &&
         llvm::any_of(getArraysOfSums(sums), [&](Value array) {
           return llvm::is_contained(ArrayRef(sums.maps).drop_back(),
                                     getOwner(array));
         });
}

/// Refuses few or short sums, and a matrix of them that takes too much memory.
static LogicalResult checkMatrix(const Problem &problem, const FewSums &sums,
                                 Refusal &refusal) {
  ReduceOp sum = sums.sum, best = sums.best;
  const Expr count = cast<FoldPattern>(*best).getTripCount();
  const int64_t length =
      problem.getValue(cast<FoldPattern>(*sum).getTripCount()).value_or(0);
  if (!haveOwnNumbers(sums) && length < kVeryLongSum &&
      problem.getValue(count).value_or(0) < kManySums)
    return refusal.set(best,
                       "is not known to have many sums, or very long ones");
  if (length < kLongSum)
    return refusal.set(sum, "is not known to be long");
  const Expr bytes =
      countElements(sums.maps) * count * countHeldBytes(sum.getResultTypes());
  if (problem.getValue(bytes).value_or(kMatrixBytes + 1) > kMatrixBytes ||
      !problem.isSpare(bytes))
    return refusal.set(best, "has no memory for a matrix of its sums");
  return success();
}

/// The loops of sums of the parts of rows: that over the parts is the
/// outermost, so that neighbours in memory are sums of neighbouring rows, as in
/// the tiles of a contraction.
static BlockOptions getPartsFirst(unsigned numMaps) {
  SmallVector<unsigned> order = {numMaps};
  llvm::append_range(order, llvm::seq(numMaps));
  order.push_back(numMaps + 1);
  return getLoopsInOrder(order);
}

LogicalResult lift::planManySums(Problem &problem, Operation *pattern,
                                 const Handle &root, Schedule &schedule,
                                 Refusal &refusal) {
  FailureOr<FewSums> sums = getFewSums(pattern, refusal);
  if (failed(sums))
    return failure();
  if (!sums->sum.getAssociative() || !sums->sum.getCommutative() ||
      !(areProduct(*sums) || haveOwnNumbers(*sums)))
    return refusal.set(sums->sum, "is neither one of a product of matrices nor "
                                  "one of a part of a row");
  if (failed(checkMatrix(problem, *sums, refusal)))
    return failure();
  SmallVector<Handle> maps = schedule.matchMaps(root, sums->maps.size());
  Handle each = schedule.fission(schedule.matchPattern(0, maps.back())).first;
  auto [product, rest] = schedule.fissionMaps(maps, each);
  Handle stored = product;
  if (arePartsOfProduct(*sums)) {
    schedule.comment("the sums of the same part beside each other");
    stored = schedule.block(product, getPartsFirst(maps.size())).front();
  }
  schedule.storeResults(stored, "global");
  schedule.comment("what finds the best of numbers may be reordered");
  schedule.cleanUp({"deduce_laws"}, rest);
  return success();
}
