//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that are read several times, as for softmax and layer normalisation, and
// that are too long for the registers of a group, as those with a number for
// each word of a language: the end of each is in registers, and only what is
// before it is read from memory again, or from a cache.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Analysis/VectorForms.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The bytes of rows that a work-item keeps in registers, which leaves room for
/// the vectors of the others that are on their way.
static constexpr int64_t kEndBytes = 128;
/// The part of a row that its end must be, at least, to be worth it.
static constexpr int64_t kLeastShare = 6;

namespace {
struct RowEnds {
  static FailureOr<RowEnds> get(Operation *pattern, Refusal &refusal);

  LogicalResult chooseEnd(Problem &problem, Refusal &refusal);
  void write(Problem &problem, const Handle &root, Schedule &schedule) const;

  Rows rows;
  Expr length;
  /// The arguments of the innermost map whose ends are kept.
  SmallVector<unsigned> kept;
  /// The sizes that are numbers.
  std::map<std::string, int64_t> fixed;
  int64_t numbers = 0, items = 0, width = 1;
  /// How often each work-item goes to memory, and to its registers. What is
  /// before the end so is whole vectors for all work-items.
  int64_t memoryTrips = 0, endTrips = 0;

private:
  int64_t countTripBytes() const;
  bool areRowsOfMemory() const;
  void chooseTrips(int64_t most);
  void stageEnds(const Handle &row, Schedule &schedule) const;
  void writeReduce(Problem &problem, const Handle &reduce,
                   Schedule &schedule) const;
  void writeMap(Problem &problem, const Handle &map, Schedule &schedule) const;

  /// The numbers of a trip of all work-items, and those before the end.
  int64_t getTripNumbers() const { return items * width; }
  int64_t countBefore() const { return memoryTrips * getTripNumbers(); }
  bool isWhole() const { return numbers % getTripNumbers() == 0; }
};
} // namespace

FailureOr<RowEnds> RowEnds::get(Operation *pattern, Refusal &refusal) {
  FailureOr<Rows> rows = getRowsOfOneLength(pattern, refusal);
  if (failed(rows))
    return failure();
  RowEnds shape;
  shape.rows = *rows;
  shape.length = getTripCount(rows->patterns.front());
  for (Operation *op : rows->patterns)
    if (isa<MapOp>(op) && !llvm::all_of(op->getUsers(), [](Operation *user) {
          return user->hasTrait<OpTrait::IsTerminator>();
        }))
      return refusal.set(op, "computes a row for others of the body");
  MapOp innermost = rows->maps.back();
  for (BlockArgument argument : innermost.getBody().getArguments())
    if (isReadAgain(argument, rows->patterns))
      shape.kept.push_back(argument.getArgNumber());
  if (shape.kept.empty())
    return refusal.set(pattern, "reads no row several times");
  if (!shape.areRowsOfMemory())
    return refusal.set(pattern, "has rows whose numbers are far from each "
                                "other in memory");
  return shape;
}

/// Whether neighbours in each row are neighbours in memory.
bool RowEnds::areRowsOfMemory() const {
  return llvm::all_of(kept, [&](unsigned number) {
    std::optional<UnitStride> unit =
        getUnitStride(getRowOperand(rows.maps, number));
    return unit && unit->dim == rows.maps.size();
  });
}

/// The bytes of rows that a work-item reads in a trip.
int64_t RowEnds::countTripBytes() const {
  MapOp innermost = rows.maps.back();
  int64_t bytes = 0;
  for (unsigned number : kept) {
    Value row = innermost.getBody().getArgument(number);
    bytes += getHeldBytes(cast<ArrayType>(row.getType()).getElementType());
  }
  return bytes * width;
}

/// Gives the end `most` trips, or a few less if the others then are unrolled
/// without rest.
void RowEnds::chooseTrips(int64_t most) {
  constexpr int64_t kLoads = 8, kFewLoads = 4, kFewer = 3;
  const int64_t trips = llvm::divideCeil(numbers, getTripNumbers());
  auto isEven = [&](int64_t end) {
    for (int64_t loads = kFewLoads; loads <= kLoads; ++loads)
      if ((trips - end) % loads == 0)
        return true;
    return false;
  };
  endTrips = most;
  for (int64_t end = most; end > 0 && end + kFewer >= most; --end)
    if (isEven(end)) {
      endTrips = end;
      break;
    }
  memoryTrips = trips - endTrips;
}

/// Whether functions are computed of the numbers of a row, as exponentials.
/// Measured on an H200, 2048 rows of 65536 numbers: with the end in registers,
/// softmax takes 0.81 of the time, and the sum of exponentials of 128256 0.90;
/// layer normalisation takes 1.07, and scaling by the sum of squares 1.19.
static bool computesFunctions(ArrayRef<Operation *> patterns) {
  return llvm::any_of(patterns, [](Operation *pattern) {
    return pattern
        ->walk([](Operation *op) {
          return isa_and_present<math::MathDialect>(op->getDialect())
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

LogicalResult RowEnds::chooseEnd(Problem &problem, Refusal &refusal) {
  MapOp innermost = rows.maps.back();
  std::optional<int64_t> value = problem.getValue(length);
  if (!value)
    return refusal.set(innermost, "has rows of no known length");
  numbers = *value;
  const DeviceModel &device = problem.getDevice();
  items = std::min<int64_t>(kManyRowItems,
                            llvm::bit_floor(uint64_t(device.maxGroupSize)));
  if (haveLanes(rows.patterns) &&
      problem.divides(device.vectorWidth, length, /*isInner=*/true))
    width = device.vectorWidth;
  if (width > 1 && !computesFunctions(rows.patterns))
    return refusal.set(innermost, "has rows of vectors that are only added up, "
                                  "or the like, which memory is as fast for");
  const int64_t most = kEndBytes / countTripBytes();
  const int64_t trips = llvm::divideCeil(numbers, getTripNumbers());
  if (most == 0 || trips <= most)
    return refusal.set(innermost, "has rows that are not too long for the "
                                  "registers of a group");
  if (most * kLeastShare < trips)
    return refusal.set(innermost, "has rows of which the registers of a group "
                                  "have room for a small part only");
  chooseTrips(most);
  fixed = *problem.fix(length);
  return success();
}

void RowEnds::stageEnds(const Handle &row, Schedule &schedule) const {
  StageChoice choice;
  choice.space = "private";
  choice.vector = width;
  choice.chunks = {items};
  choice.isPadded = !isWhole();
  choice.behind = countBefore();
  for (unsigned number : kept) {
    choice.argument = number;
    schedule.mapTo(schedule.stage(row, choice), {"seq unroll", "lcl(0)"});
  }
}

/// Each work-item goes on with what is in its registers, so that the group adds
/// up once.
void RowEnds::writeReduce(Problem &problem, const Handle &reduce,
                          Schedule &schedule) const {
  Handle piece =
      splitForGroup(problem, schedule, reduce, numbers, items, width);
  auto [before, end] = schedule.peelReduction(piece, countBefore() / items);
  if (width > 1) {
    schedule.vectorize(before, width);
    schedule.vectorize(end, width);
  }
  unrollLoads(problem, schedule, before, countBefore(), items, width);
  schedule.unroll(end);
}

void RowEnds::writeMap(Problem &problem, const Handle &map,
                       Schedule &schedule) const {
  auto [before, end] = schedule.peel(map, /*dim=*/0, countBefore());
  BlockOptions options;
  options.chunks = {{items}};
  options.order = {{0, 1}, {0, 0}};
  if (!isWhole())
    options.pad = {0};
  if (width > 1) {
    options.vectorDim = 0;
    options.vectorWidth = width;
  }
  schedule.mapTo(schedule.block(end, options)[0], {"lcl(0)", "seq unroll"});
  schedule.mapTo(before, {"lcl(0)"});
  if (width > 1)
    schedule.vectorize(before, width);
  unrollLoads(problem, schedule, before, countBefore(), items, width);
}

void RowEnds::write(Problem &problem, const Handle &root,
                    Schedule &schedule) const {
  Handle outermost = root;
  if (!fixed.empty()) {
    schedule.comment("rows of a length that is a number");
    outermost = schedule.fixSizes(root, fixed);
  }
  SmallVector<Handle> maps = schedule.matchMaps(outermost, rows.maps.size());
  schedule.comment("of " + Twine((memoryTrips + endTrips) * width) +
                   " numbers for a work-item, the last " +
                   Twine(endTrips * width) + " stay in registers");
  stageEnds(maps.back(), schedule);
  // A reduction leaves several patterns in its place: from the last.
  for (size_t number = rows.patterns.size(); number-- > 0;) {
    Handle inner =
        matchInRow(schedule, rows.patterns[number], maps.back(), kept.size());
    if (isa<MapOp>(rows.patterns[number]))
      writeMap(problem, inner, schedule);
    else
      writeReduce(problem, inner, schedule);
  }
  mapToGroups(schedule, maps, countTrips(problem, rows));
}

LogicalResult lift::planRowEnds(Problem &problem, Operation *pattern,
                                const Handle &root, Schedule &schedule,
                                Refusal &refusal) {
  FailureOr<RowEnds> shape = RowEnds::get(pattern, refusal);
  if (failed(shape) || failed(shape->chooseEnd(problem, refusal)))
    return failure();
  shape->write(problem, root, schedule);
  return success();
}
