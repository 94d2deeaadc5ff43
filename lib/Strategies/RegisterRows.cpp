//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of rows that are read several times, as for softmax and layer
// normalisation, where the length of a row is known: a group has it in
// registers, each work-item some vectors, and reads it from memory once.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Analysis/VectorForms.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The most work-items of a group, and the least for which it pays.
static constexpr int64_t kItems = 512, kLeastItems = 32;
/// The vectors of a row that a work-item has, if there are so many, and the
/// bytes of rows that there is room for in its registers.
static constexpr int64_t kVectors = 2, kRegisterBytes = 128;

namespace {
struct RegisterRows {
  static FailureOr<RegisterRows> get(Operation *pattern, Refusal &refusal);

  LogicalResult chooseItems(Problem &problem, Refusal &refusal);
  void write(Problem &problem, const Handle &root, Schedule &schedule);

  Rows rows;
  Expr length;
  /// The arguments of the innermost map that are read several times.
  SmallVector<unsigned> kept;
  /// The sizes that are numbers.
  std::map<std::string, int64_t> fixed;
  int64_t items = 0, numbers = 0;
};
} // namespace

static Expr getTripCount(Operation *pattern) {
  if (auto map = dyn_cast<MapOp>(pattern))
    return map.getTripCount();
  return cast<FoldPattern>(pattern).getTripCount();
}

/// Whether patterns read an argument as it is, so that each work-item reads
/// what it has, and more than one of them.
static bool isReadAgain(BlockArgument argument) {
  auto type = dyn_cast<ArrayType>(argument.getType());
  if (!type || type.getRank() != 1 || !type.getElementType().isIntOrFloat())
    return false;
  llvm::SmallPtrSet<Operation *, 4> readers;
  for (Operation *user : argument.getUsers()) {
    if (!isa<MapOp, ReduceOp>(user) || user->getBlock() != argument.getOwner())
      return false;
    readers.insert(user);
  }
  return readers.size() > 1;
}

FailureOr<RegisterRows> RegisterRows::get(Operation *pattern,
                                          Refusal &refusal) {
  FailureOr<Rows> rows = getRows(pattern, refusal);
  if (failed(rows))
    return failure();
  RegisterRows shape;
  shape.rows = *rows;
  shape.length = getTripCount(rows->patterns.front());
  for (Operation *op : rows->patterns) {
    if (getTripCount(op) != shape.length)
      return refusal.set(op, "goes through a row of another length");
    if (auto map = dyn_cast<MapOp>(op); map && findObstacleInElements(map))
      return refusal.set(op, "computes what there are no vectors of");
  }
  MapOp innermost = rows->maps.back();
  for (BlockArgument argument : innermost.getBody().getArguments())
    if (isReadAgain(argument))
      shape.kept.push_back(argument.getArgNumber());
  if (shape.kept.empty())
    return refusal.set(pattern, "reads no row several times");
  return shape;
}

LogicalResult RegisterRows::chooseItems(Problem &problem, Refusal &refusal) {
  MapOp innermost = rows.maps.back();
  std::optional<int64_t> value = problem.getValue(length);
  if (!value)
    return refusal.set(innermost, "has rows of no known length");
  numbers = *value;
  const DeviceModel &device = problem.getDevice();
  const int64_t width = device.vectorWidth;
  items = llvm::bit_floor(uint64_t(std::min(kItems, device.maxGroupSize)));
  while (items > 1 &&
         (numbers % (items * width) != 0 || numbers < items * width * kVectors))
    items /= 2;
  if (items < kLeastItems)
    return refusal.set(innermost, "has rows that a group does not divide");
  int64_t bytes = 0;
  for (unsigned number : kept) {
    auto type =
        cast<ArrayType>(innermost.getBody().getArgument(number).getType());
    bytes += numbers / items * getElementBytes(type.getElementType());
  }
  if (bytes > kRegisterBytes)
    return refusal.set(innermost, "has rows that do not fit into the registers "
                                  "of a group");
  problem.divides(width, length, /*isInner=*/true);
  fixed = *problem.fix(length);
  return success();
}

void RegisterRows::write(Problem &problem, const Handle &root,
                         Schedule &schedule) {
  const int64_t width = problem.getDevice().vectorWidth;
  SmallVector<Handle> maps = {root};
  if (!fixed.empty()) {
    schedule.comment("rows of a length that is a number");
    maps = {schedule.fixSizes(root, fixed)};
  }
  for (size_t i = 1; i < rows.maps.size(); ++i)
    maps.push_back(schedule.matchPattern(0, maps.back()));
  schedule.comment(Twine(numbers / items) + " numbers for a work-item");
  BlockOptions options;
  options.chunks = {{items}};
  options.order = {{0, 1}, {0, 0}};
  options.vectorDim = 0;
  options.vectorWidth = width;
  int64_t room = problem.getDevice().localMemory / 2;
  // A reduction leaves several patterns in its place: from the last.
  for (size_t number = rows.patterns.size(); number-- > 0;) {
    Handle inner = schedule.matchPattern(number, maps.back());
    auto map = dyn_cast<MapOp>(rows.patterns[number]);
    if (!map) {
      reducePart(problem, schedule, inner, numbers, items, /*isVector=*/true);
      continue;
    }
    Handle own = schedule.block(inner, options)[0];
    storeForOthers(schedule, map, own, numbers, room);
    schedule.mapTo(own, {"lcl(0)", "seq unroll"});
  }
  StageChoice choice;
  choice.space = "private";
  choice.vector = width;
  choice.chunks = {items};
  for (unsigned number : kept) {
    choice.argument = number;
    schedule.mapTo(schedule.stage(maps.back(), choice),
                   {"seq unroll", "lcl(0)"});
  }
  mapToGroups(schedule, maps);
}

LogicalResult lift::planRegisterRows(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal) {
  if (!problem.getDevice().hasLocalMemory)
    return refusal.set(pattern, "the device has no local memory of its own");
  FailureOr<RegisterRows> shape = RegisterRows::get(pattern, refusal);
  if (failed(shape) || failed(shape->chooseItems(problem, refusal)))
    return failure();
  shape->write(problem, root, schedule);
  return success();
}
