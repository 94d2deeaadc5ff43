//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of rows that are read several times, as for softmax and layer
// normalisation, where the length of a row is known, or the most that it may
// be: a group has it in registers, each work-item some vectors, and reads it
// from memory once.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Analysis/VectorForms.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The most work-items of a group, for long rows too, and the least for which
/// it pays.
static constexpr int64_t kRowItems = 512, kLeastRowItems = 32;
/// How often each work-item goes through a row, at least.
static constexpr int64_t kLeastTrips = 2;
/// Of how many numbers a row has several neighbours in its group, at most and
/// at least.
static constexpr int64_t kShortRegisterRow = 512, kLeastRowNumbers = 8;
/// The numbers of a row that each of up to kFewRowItems work-items has, and
/// those that each has before there are more work-items.
static constexpr int64_t kNumbers = 8, kManyNumbers = 16, kFewRowItems = 256;
/// The bytes of rows that there is room for in the registers of a work-item: in
/// those of many work-items, which have 64 each, too. Single numbers take more
/// of them than vectors, for their addresses.
static constexpr int64_t kRowBytes = 128, kManyRegisterBytes = 200;
/// The bytes of rows whose length is not known in the registers of a work-item
/// of a device with many compute units: those of others hold kRowBytes.
static constexpr int64_t kLimitedRowBytes = 256;
/// The bytes of columns in the registers of a work-item where fewer columns for
/// a group would be less than a sector of memory.
static constexpr int64_t kSectorBytes = 256;
/// The rows of a group that are neighbours in memory, at most and at least, how
/// many of these there must be, a sector of 32 bytes of four-byte numbers, and
/// the least work-items for each.
static constexpr int64_t kRowColumns = 32, kFewRowColumns = 2, kNeighbours = 8,
                         kColumnItems = 4;

namespace {
struct RegisterRows {
  static FailureOr<RegisterRows> get(Operation *pattern, Refusal &refusal);

  LogicalResult chooseItems(Problem &problem, Refusal &refusal);
  LogicalResult limitLength(Problem &problem, Refusal &refusal);
  bool areNeighbours(Problem &problem) const;
  bool fit(int64_t most);
  bool fitRow(int64_t most);
  bool fitColumns(int64_t most);
  bool chooseShortRows(Problem &problem);
  int64_t countBytes(int64_t count) const;
  BlockOptions getLimit() const;
  size_t stageRows(const Handle &innermost, Schedule &schedule);
  void write(Problem &problem, const Handle &root, Schedule &schedule);

  Rows rows;
  Expr length;
  /// The arguments of the innermost map that are read several times, and what
  /// maps compute for others in the row.
  SmallVector<unsigned> kept;
  SmallVector<Value> computed;
  /// Those that are read several times, but by an index, too, and stay in
  /// memory: a group has them near where they would have had room in registers.
  SmallVector<unsigned> near;
  /// Whether that is in registers, too: it has room there, and rows are whole.
  bool areMapsHeld = true;
  /// The sizes that are numbers.
  std::map<std::string, int64_t> fixed;
  int64_t items = 0, numbers = 0, width = 1;
  /// Whether `numbers` is only the most that a row may have.
  bool isLimit = false;
  /// The rows of a group, and whether these are columns of an array in memory,
  /// so that neighbouring work-items have those beside each other.
  int64_t rowsOfGroup = 1;
  bool areColumns = false;

  /// The dimension of the group along which work-items share a row.
  std::string getItemDim() const { return areColumns ? "lcl(1)" : "lcl(0)"; }
  bool isWhole() const { return !isLimit && numbers % (items * width) == 0; }
  /// How often a work-item goes through the row.
  int64_t getTrips() const { return llvm::divideCeil(numbers, items * width); }
};
} // namespace

/// How often a pattern goes through what it reads: more than once in steps.
static size_t countTimes(Operation *pattern) {
  return hasRowSteps(pattern->getParentOp()) ? 2 : 1;
}

/// How often patterns of a body read a row of numbers as it is, so that each
/// work-item reads what it has; none if something else reads it, too.
static size_t countReaders(Value row) {
  auto type = dyn_cast<ArrayType>(row.getType());
  if (!type || type.getRank() != 1 || !type.getElementType().isIntOrFloat())
    return 0;
  llvm::SmallPtrSet<Operation *, 4> readers(row.user_begin(), row.user_end());
  size_t count = 0;
  for (Operation *reader : readers) {
    Operation *around = reader->getParentOp();
    const bool isInBody =
        reader->getBlock() == row.getParentBlock() ||
        (hasRowSteps(around) && around->getBlock() == row.getParentBlock());
    if (!isInBody || !isa<MapOp, ReduceOp>(reader) || hasRowSteps(reader))
      return 0;
    count += countTimes(reader);
  }
  return count;
}

FailureOr<Rows> lift::getRowsOfOneLength(Operation *pattern, Refusal &refusal) {
  FailureOr<Rows> rows = getRows(pattern, refusal);
  if (failed(rows))
    return failure();
  for (Operation *op : rows->patterns) {
    if (getTripCount(op) != getTripCount(rows->patterns.front()))
      return refusal.set(op, "goes through a row of another length");
    if (auto map = dyn_cast<MapOp>(op); map && findObstacleInElements(map))
      return refusal.set(op, "computes what there are no vectors of");
  }
  return *rows;
}

bool lift::isReadAgain(Value row, ArrayRef<Operation *> patterns) {
  auto type = dyn_cast<ArrayType>(row.getType());
  if (!type || type.getRank() != 1 || !type.getElementType().isIntOrFloat())
    return false;
  size_t count = 0;
  for (Operation *pattern : patterns)
    if (llvm::is_contained(pattern->getOperands(), row))
      count += countTimes(pattern);
  return count > 1;
}

/// Whether others in the row read all that a map computes.
static bool isReadInRow(MapOp map) {
  return llvm::none_of(map.getResults(),
                       [](Value result) { return countReaders(result) == 0; });
}

FailureOr<RegisterRows> RegisterRows::get(Operation *pattern,
                                          Refusal &refusal) {
  FailureOr<Rows> rows = getRowsOfOneLength(pattern, refusal);
  if (failed(rows))
    return failure();
  RegisterRows shape;
  shape.rows = *rows;
  shape.length = getTripCount(rows->patterns.front());
  for (Operation *op : rows->patterns)
    if (auto map = dyn_cast<MapOp>(op); map && isReadInRow(map))
      llvm::append_range(shape.computed, map.getResults());
  MapOp innermost = rows->maps.back();
  for (BlockArgument argument : innermost.getBody().getArguments())
    if (countReaders(argument) > 1)
      shape.kept.push_back(argument.getArgNumber());
    else if (isReadAgain(argument, rows->patterns))
      shape.near.push_back(argument.getArgNumber());
  if (shape.kept.empty() && shape.computed.empty() && shape.near.empty())
    return refusal.set(pattern, "reads no row several times");
  return shape;
}

/// The bytes of rows that one of `count` work-items has.
int64_t RegisterRows::countBytes(int64_t count) const {
  MapOp innermost = rows.maps.back();
  SmallVector<Value> held;
  for (unsigned number : llvm::concat<const unsigned>(kept, near))
    held.push_back(innermost.getBody().getArgument(number));
  if (areMapsHeld)
    llvm::append_range(held, computed);
  int64_t bytes = 0;
  for (Value row : held)
    bytes += getHeldBytes(cast<ArrayType>(row.getType()).getElementType());
  return bytes * width * int64_t(llvm::divideCeil(numbers, count * width));
}

/// Whether the numbers of one row are far from each other in memory, in all
/// that is read several times, but those of neighbouring rows are not.
bool RegisterRows::areNeighbours(Problem &problem) const {
  const unsigned last = rows.maps.size() - 1;
  MapOp innermost = rows.maps.back();
  return !kept.empty() &&
         problem.getValue(innermost.getTripCount()).value_or(kNeighbours) >=
             kNeighbours &&
         llvm::all_of(kept, [&](unsigned number) {
           std::optional<UnitStride> unit =
               getUnitStride(getRowOperand(rows.maps, number));
           return unit && unit->dim == last;
         });
}

/// Chooses among `most` work-items; whether the rows fit into their registers.
bool RegisterRows::fit(int64_t most) {
  return areColumns ? fitColumns(most) : fitRow(most);
}

bool RegisterRows::fitColumns(int64_t most) {
  items = 0;
  for (rowsOfGroup = kRowColumns; rowsOfGroup >= kFewRowColumns;
       rowsOfGroup /= 2) {
    const int64_t room = most / rowsOfGroup;
    if (room < kColumnItems)
      continue;
    items = llvm::bit_ceil(uint64_t(llvm::divideCeil(numbers, kNumbers)));
    items = std::clamp(items, kColumnItems, room);
    // Fewer columns would be less than a sector.
    const bool isSector =
        rowsOfGroup == kNeighbours && isWhole() && most >= kManyRowItems;
    if (countBytes(items) <= (isSector ? kSectorBytes : kRowBytes))
      return true;
  }
  return false;
}

bool RegisterRows::fitRow(int64_t most) {
  if (isLimit) {
    items = std::min(kRowItems, most);
    return countBytes(items) <= kLimitedRowBytes;
  }
  auto countItems = [&](int64_t each) {
    return int64_t(llvm::bit_ceil(uint64_t(llvm::divideCeil(numbers, each))));
  };
  items = std::max(countItems(kManyNumbers),
                   std::min(countItems(kNumbers), kFewRowItems));
  items = std::clamp(items, kLeastRowItems, std::min(kRowItems, most));
  // Without a rest, if a few less work-items are.
  constexpr int64_t kFewer = 4;
  for (int64_t fewer = items; fewer >= std::max(items / kFewer, kLeastRowItems);
       fewer /= 2)
    if (numbers % (fewer * width) == 0) {
      items = fewer;
      break;
    }
  int64_t room = kRowBytes;
  if (countBytes(items) > (width > 1 ? room : room / 2) &&
      kManyRowItems <= most) {
    items = kManyRowItems;
    room = kManyRegisterBytes;
  }
  return countBytes(items) <= room;
}

bool lift::haveLanes(ArrayRef<Operation *> patterns) {
  return llvm::all_of(patterns, [](Operation *op) {
    return isa<MapOp>(op) || hasLanes(cast<FoldPattern>(op));
  });
}

LogicalResult RegisterRows::chooseItems(Problem &problem, Refusal &refusal) {
  MapOp innermost = rows.maps.back();
  std::optional<int64_t> value = problem.getValue(length),
                         limit = problem.getMostOfRow();
  if (!value && (!limit || (kept.empty() && computed.empty())))
    return refusal.set(innermost, "has rows of no known length");
  isLimit = !value;
  numbers = value ? *value : *limit;
  const DeviceModel &device = problem.getDevice();
  areColumns = areNeighbours(problem);
  if (!areColumns && haveLanes(rows.patterns) &&
      problem.divides(device.vectorWidth, length, /*isInner=*/true))
    width = device.vectorWidth;
  if (isLimit && areColumns)
    return refusal.set(innermost, "has columns of no known length");
  const int64_t most = llvm::bit_floor(uint64_t(device.maxGroupSize));
  const bool areShort = !areColumns && chooseShortRows(problem);
  const int64_t least = areColumns ? kColumnItems : kLeastRowItems;
  if (!areShort && (numbers < kLeastTrips * least || most < kLeastRowItems))
    return refusal.set(innermost, "has rows that are too short for a group");
  if (!(areShort || fit(most)) || !(computed.empty() || isWhole())) {
    areMapsHeld = false;
    if ((kept.empty() && near.empty()) || !(areShort || fit(most)))
      return refusal.set(innermost, "has rows that do not fit into the "
                                    "registers of a group");
  }
  if (isLimit)
    return limitLength(problem, refusal);
  fixed = *problem.fix(length);
  return success();
}

/// Requires that rows have no more numbers than there is room for, and prefers
/// that they have many of these, and that there are rows enough for a device.
LogicalResult RegisterRows::limitLength(Problem &problem, Refusal &refusal) {
  constexpr int64_t kManyGroups = 2;
  MapOp innermost = rows.maps.back();
  if (!problem.require(ConstraintKind::LessEqual, length, numbers) ||
      !problem.prefer(ConstraintKind::LessEqual, getLeastOfLimit(numbers),
                      length) ||
      !problem.prefer(ConstraintKind::LessEqual,
                      problem.getComputeUnits() * kManyGroups,
                      countElements(rows.maps)) ||
      (countBytes(items) > kRowBytes &&
       !problem.prefer(ConstraintKind::LessEqual, kManyUnits,
                       problem.getComputeUnits())))
    return refusal.set(innermost, "has rows of another length");
  return success();
}

/// Few work-items for a row that is short, and several rows for a group.
bool RegisterRows::chooseShortRows(Problem &problem) {
  if (numbers > kShortRegisterRow || numbers < kLeastRowNumbers)
    return false;
  std::optional<ShortRows> group =
      getShortRows(problem.getDevice(), numbers, width,
                   problem.getValue(countElements(rows.maps)),
                   problem.getValue(rows.maps.back().getTripCount()));
  if (!group || countBytes(group->lanes) > kRowBytes)
    return false;
  items = group->lanes;
  rowsOfGroup = group->rows;
  return true;
}

/// Copies the rows that are read several times; how many patterns that makes.
size_t RegisterRows::stageRows(const Handle &innermost, Schedule &schedule) {
  StageChoice choice;
  choice.space = "private";
  choice.vector = width;
  choice.chunks = {items};
  choice.isPadded = !isWhole();
  SmallVector<std::string> loops = {"seq unroll", getItemDim()};
  if (isLimit) {
    choice.chunks.insert(choice.chunks.begin(), numbers / width);
    loops.insert(loops.begin(), "seq");
  }
  for (unsigned number : kept) {
    choice.argument = number;
    schedule.mapTo(schedule.stage(innermost, choice), loops);
  }
  return kept.size();
}

/// One row of as many numbers as there may be.
BlockOptions RegisterRows::getLimit() const {
  BlockOptions options;
  options.chunks = {{Expr(numbers)}};
  options.order = {{0, 0}, {0, 1}};
  options.pad = {0};
  return options;
}

void RegisterRows::write(Problem &problem, const Handle &root,
                         Schedule &schedule) {
  Handle outermost = root;
  if (!fixed.empty()) {
    schedule.comment("rows of a length that is a number");
    outermost = schedule.fixSizes(root, fixed);
  }
  SmallVector<Handle> maps = schedule.matchMaps(outermost, rows.maps.size());
  schedule.comment(Twine(getTrips() * width) + " numbers for a work-item");
  Handle row = maps.back();
  if (rowsOfGroup > 1) {
    schedule.comment("a group of " + Twine(items) + " lanes and " +
                     Twine(rowsOfGroup) + " rows");
    std::tie(maps.back(), row) = schedule.chunkMap(
        row, rowsOfGroup,
        !problem.divides(rowsOfGroup, rows.maps.back().getTripCount()));
    schedule.mapTo(row, {areColumns ? "lcl(0)" : "lcl(1)"});
  }
  const size_t numCopies = stageRows(row, schedule);
  BlockOptions options;
  options.chunks = {{items}};
  options.order = {{0, 1}, {0, 0}};
  if (!isWhole() && !isLimit)
    options.pad = {0};
  if (width > 1) {
    options.vectorDim = 0;
    options.vectorWidth = width;
  }
  int64_t room = problem.getDevice().localMemory / 2 / rowsOfGroup;
  // A reduction leaves several patterns in its place: from the last.
  for (size_t number = rows.patterns.size(); number-- > 0;) {
    Handle inner = matchInRow(schedule, rows.patterns[number], row, numCopies);
    auto map = dyn_cast<MapOp>(rows.patterns[number]);
    if (!map) {
      schedule.unroll(
          isLimit ? reduceByGroupTo(schedule, inner, numbers, items, width)
                  : reduceByGroup(problem, schedule, inner, numbers, items,
                                  width, getItemDim()));
      continue;
    }
    if (isLimit) {
      SmallVector<Handle> loops = schedule.block(inner, getLimit());
      schedule.mapTo(loops[0], {"seq"});
      inner = loops[1];
    }
    Handle own = schedule.block(inner, options)[0];
    if (areMapsHeld && isReadInRow(map))
      schedule.storeResults(own, "private");
    else
      storeForOthers(schedule, map, own, getTrips() * items * width, room);
    schedule.mapTo(own, {getItemDim(), "seq unroll"});
  }
  mapToGroups(schedule, maps, countTrips(problem, rows));
}

LogicalResult lift::planRepeatedMaps(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal) {
  FailureOr<RegisterRows> shape = RegisterRows::get(pattern, refusal);
  if (failed(shape))
    return failure();
  std::optional<int64_t> length = problem.getValue(shape->length);
  if (!length || shape->computed.empty())
    return refusal.set(pattern, "computes no rows of a known length for others "
                                "of its body");
  // What rows in registers require of sizes is not yet required.
  Problem trial = problem;
  if (succeeded(shape->chooseItems(trial, refusal)) && shape->areMapsHeld)
    return refusal.set(pattern, "has room in registers for what maps compute");
  int64_t bytes = 0;
  for (Value row : shape->computed)
    bytes += getHeldBytes(cast<ArrayType>(row.getType()).getElementType());
  if (*length * bytes <= problem.getDevice().localMemory / 2)
    return refusal.set(pattern,
                       "has room in local memory for what maps compute");
  Handle row = schedule.matchMaps(root, shape->rows.maps.size()).back();
  // Each is erased: from the last.
  for (size_t number = shape->rows.patterns.size(); number-- > 0;)
    if (auto map = dyn_cast<MapOp>(shape->rows.patterns[number]);
        map && isReadInRow(map))
      schedule.computeInReaders(
          matchInRow(schedule, shape->rows.patterns[number], row));
  return success();
}

LogicalResult lift::planRegisterRows(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal) {
  FailureOr<RegisterRows> shape = RegisterRows::get(pattern, refusal);
  if (failed(shape) || failed(shape->chooseItems(problem, refusal)))
    return failure();
  shape->write(problem, root, schedule);
  return success();
}
