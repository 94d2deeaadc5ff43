//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of the columns of a matrix with what another map reduces its rows
// to, as A^T (A x): a group has a row in its registers, reduces it, and adds
// what that makes of the row to the sums of all columns, in registers too. The
// groups go through parts of the rows, so that the matrix is read once; another
// kernel adds what they have.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// The most work-items of a group; those for rows of which each would have more
/// vectors then, which so many have no registers for; and the least.
static constexpr int64_t kManyJointItems = 1024, kJointItems = 512,
                         kLeastJointItems = 32;
/// The vectors of a row that each has at least, if there are so many, and the
/// bytes of rows and sums at most: as much is on its way.
static constexpr int64_t kJointVectors = 2, kJointBytes = 256;
/// The bytes of rows that the groups of a compute unit load at a time, and the
/// most of these groups.
static constexpr int64_t kLoadedBytes = 1 << 15, kJointGroupsOfUnit = 8;
/// A group has so many rows at least, since its sums are written and read
/// again.
static constexpr int64_t kLeastRows = 16;
/// Where their number is not known, so many times the groups of the usual
/// device, since many devices have more compute units; less where each takes
/// most registers of one.
static constexpr int64_t kMoreGroups = 4, kMoreLargeGroups = 2;
/// The bytes of rows and sums for which devices of few units have registers,
/// and those for which others have, if the length of rows is not known.
static constexpr int64_t kFewJointBytes = 128, kLimitedJointBytes = 512;
/// The numbers that each work-item has of a row that the group does not divide.
static constexpr int64_t kLeastJointNumbers = 4;

namespace {
struct RowsAndColumns {
  static FailureOr<RowsAndColumns> get(Operation *pattern, Refusal &refusal);

  /// Finds a work-item's share of a row, and requires that rows have that
  /// length.
  LogicalResult chooseItems(Problem &problem, Refusal &refusal);
  /// The length that a row is padded to, the bytes of the share of it and of
  /// the sums that a work-item has, and whether there is room for them.
  int64_t getPadded() const { return llvm::alignTo(length, items * width); }
  int64_t countBytes() const;
  bool fitsRegisters() const { return countBytes() <= kJointBytes; }
  /// The groups whose rows a compute unit loads at a time.
  int64_t countGroupsOfUnit() const;
  bool divideRows(Problem &problem);
  bool padRows(Problem &problem);
  LogicalResult limitRows(Problem &problem, Refusal &refusal);
  LogicalResult chooseRows(Problem &problem, Refusal &refusal);
  void write(Problem &problem, const Handle &root, Schedule &schedule) const;

  const Expr &getLength() const { return nest.getDims()[kColumn].size; }
  const Expr &getCount() const { return nest.getDims()[kRow].size; }

  static constexpr unsigned kColumn = 0, kRow = 1;
  Nest nest, producer;
  /// What is computed for each row, among the operands by rows.
  unsigned factor = 0;
  /// The matrix among the operands by rows of the map that reduces them.
  unsigned row = 0;
  /// The sizes that are numbers.
  std::map<std::string, int64_t> fixed;
  int64_t length = 0;
  /// Whether `length` is only the most that a row may have.
  bool isLimit = false;
  int64_t items = 0, width = 1;
  /// The rows of a group.
  Expr rows = 0;
};
} // namespace

/// The operands of the step that have a dimension.
static SmallVector<NestOperand> getOperandsBy(const Nest &nest, unsigned dim) {
  SmallVector<NestOperand> operands;
  for (Value value : nest.getStepOperands())
    if (NestOperand operand = *nest.lookup(value); hasDim(operand, dim))
      operands.push_back(operand);
  return operands;
}

/// Whether two operands are the same elements of one array, if each dimension
/// of the one stands for the other of the other.
static bool areSameMatrix(const NestOperand &lhs, const NestOperand &rhs) {
  if (lhs.dims.size() != 2 || rhs.dims.size() != 2 ||
      getArray(lhs) != getArray(rhs))
    return false;
  std::optional<MemoryOffset> left = getMemoryOffset(lhs),
                              right = getMemoryOffset(rhs);
  return left && right && left->first == right->first &&
         left->steps[0] == right->steps[1] &&
         left->steps[1] == right->steps[0] && left->steps[0].isConstant(1);
}

FailureOr<RowsAndColumns> RowsAndColumns::get(Operation *pattern,
                                              Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  if (nest->getNumParallelDims() != 1 || nest->getNumDims() != 2)
    return refusal.set(pattern, "reduces no columns of a matrix");
  SmallVector<NestOperand> operands = getOperandsBy(*nest, kRow);
  auto *factor = llvm::find_if(operands, [](const NestOperand &operand) {
    return operand.dims.size() == 1 && operand.views.empty() &&
           operand.source.getDefiningOp<MapOp>();
  });
  if (factor == operands.end())
    return refusal.set(pattern, "reduces nothing that a map computes for each "
                                "element");
  auto map = factor->source.getDefiningOp<MapOp>();
  if (!factor->source.hasOneUse() || map->getNumResults() != 1)
    return refusal.set(map, "is read elsewhere, too");
  FailureOr<Nest> producer = Nest::get(map, refusal);
  if (failed(producer))
    return failure();
  if (producer->getNumParallelDims() != 1 || producer->getNumDims() != 2 ||
      producer->getDims()[1].size != nest->getDims()[kColumn].size)
    return refusal.set(map, "reduces no rows of a matrix");
  SmallVector<NestOperand> sources = getOperandsBy(*producer, /*dim=*/0);
  auto *row = llvm::find_if(sources, [&](const NestOperand &source) {
    return llvm::any_of(operands, [&](const NestOperand &operand) {
      return areSameMatrix(operand, source);
    });
  });
  if (row == sources.end())
    return refusal.set(pattern, "reduces columns of no matrix whose rows are "
                                "reduced for it");
  if (!nest->mayReorder() || !producer->mayReorder())
    return refusal.set(nest->mayReorder() ? producer->getOuterReduce()
                                          : nest->getOuterReduce(),
                       "is not declared associative and commutative");
  if (!hasLanes(producer->getInnerReduce()))
    return refusal.set(map, "reduces rows to what a condition chooses");
  RowsAndColumns shape{*nest, *producer};
  shape.factor = factor - operands.begin();
  shape.row = row - sources.begin();
  return shape;
}

/// The bytes of an element of each row, and of each sum.
static int64_t getColumnBytes(const Nest &nest, unsigned column) {
  int64_t bytes = 0;
  for (Value value : nest.getStepOperands())
    if (hasDim(*nest.lookup(value), column))
      bytes += getHeldBytes(value.getType());
  for (Value result : nest.getOuterReduce().getResults())
    bytes += getHeldBytes(result.getType());
  return bytes;
}

int64_t RowsAndColumns::countGroupsOfUnit() const {
  const int64_t bytes = length * getColumnBytes(nest, kColumn) / 2;
  return std::clamp<int64_t>(kLoadedBytes / bytes, 1, kJointGroupsOfUnit);
}

int64_t RowsAndColumns::countBytes() const {
  return getPadded() / items * getColumnBytes(nest, kColumn);
}

/// A group whose vectors divide a row.
bool RowsAndColumns::divideRows(Problem &problem) {
  width = problem.getDevice().vectorWidth;
  items = std::min<int64_t>(
      length > kManyJointItems * kJointVectors * width ? kJointItems
                                                       : kManyJointItems,
      llvm::bit_floor(uint64_t(problem.getDevice().maxGroupSize)));
  while (items >= kLeastJointItems && (length % (items * width) != 0 ||
                                       length < items * width * kJointVectors))
    items /= 2;
  return items >= kLeastJointItems && fitsRegisters();
}

/// A group that goes beyond the end of a row, not far if there are others
/// beside it: one alone needs the more work-items.
bool RowsAndColumns::padRows(Problem &problem) {
  const int64_t vectorWidth = problem.getDevice().vectorWidth;
  width = length % vectorWidth == 0 ? vectorWidth : 1;
  items = std::min<int64_t>(
      kJointItems, llvm::bit_floor(uint64_t(problem.getDevice().maxGroupSize)));
  while (items >= kLeastJointItems && length < items * kLeastJointNumbers)
    items /= 2;
  if (items < kLeastJointItems)
    return false;
  const double mostPadded = countGroupsOfUnit() > 1 ? 1.15 : 1.35;
  const int64_t most = items;
  while (items >= kLeastJointItems &&
         (getPadded() > mostPadded * length || !fitsRegisters()))
    items /= 2;
  if (items < kLeastJointItems)
    items = most;
  return fitsRegisters();
}

/// A group for rows whose length is not known, but the most that it may be.
LogicalResult RowsAndColumns::limitRows(Problem &problem, Refusal &refusal) {
  const int64_t vectorWidth = problem.getDevice().vectorWidth;
  width = problem.divides(vectorWidth, getLength(), /*isInner=*/true)
              ? vectorWidth
              : 1;
  items = std::min<int64_t>(
      kManyJointItems,
      llvm::bit_floor(uint64_t(problem.getDevice().maxGroupSize)));
  if (items < kLeastJointItems || countBytes() > kLimitedJointBytes)
    return refusal.set(nest.getRoot(),
                       "has rows that do not fit into the registers of a "
                       "group");
  // Of shorter rows, much of the group would be beyond the end.
  if (!problem.require(ConstraintKind::LessEqual, getLength(), length) ||
      !problem.prefer(ConstraintKind::LessEqual, getLeastOfLimit(length),
                      getLength()) ||
      (countBytes() > kFewJointBytes &&
       !problem.prefer(ConstraintKind::LessEqual, kManyUnits,
                       problem.getComputeUnits())))
    return refusal.set(nest.getRoot(), "has rows of another length");
  return success();
}

LogicalResult RowsAndColumns::chooseItems(Problem &problem, Refusal &refusal) {
  std::optional<int64_t> known = problem.getValue(getLength()),
                         limit = problem.getMostOfRow();
  if (!known && !limit)
    return refusal.set(nest.getRoot(), "has rows of no known length");
  if (!canBeVectors(nest) || !canBeVectors(producer))
    return refusal.set(nest.getRoot(), "computes what there are no vectors of");
  isLimit = !known;
  length = known ? *known : *limit;
  if (isLimit)
    return limitRows(problem, refusal);
  if (!divideRows(problem) && !padRows(problem))
    return refusal.set(nest.getRoot(),
                       items < kLeastJointItems
                           ? "has rows that are too short for a group"
                           : "has rows that do not fit into the registers of a "
                             "group");
  // Rows start with whole vectors.
  if (width > 1)
    problem.divides(width, getLength(), /*isInner=*/true);
  fixed = *problem.fix(getLength());
  return success();
}

LogicalResult RowsAndColumns::chooseRows(Problem &problem, Refusal &refusal) {
  const int64_t units = problem.getDevice().computeUnits;
  const int64_t groups = units * countGroupsOfUnit();
  std::optional<int64_t> count = problem.getValue(getCount());
  if (!count) {
    const int64_t most =
        groups * (fitsRegisters() ? kMoreGroups : kMoreLargeGroups);
    rows = Expr::ceilDiv(getCount(), most);
    problem.prefer(ConstraintKind::LessEqual, most * kLeastRows, getCount());
    return success();
  }
  int64_t ofGroup =
      std::max<int64_t>(llvm::divideCeil(*count, groups), kLeastRows);
  if (2 * *count < units * ofGroup)
    return refusal.set(nest.getRoot(), "has few rows");
  // Somewhat larger parts, if there is no rest then.
  for (int64_t more = ofGroup; more <= ofGroup + ofGroup / 8; ++more)
    if (*count % more == 0) {
      ofGroup = more;
      break;
    }
  rows = ofGroup;
  return success();
}

void RowsAndColumns::write(Problem &problem, const Handle &root,
                           Schedule &schedule) const {
  SmallVector<Operation *> patterns = getTopLevelPatterns(problem.getFunc());
  Handle columns = root;
  if (!fixed.empty()) {
    schedule.comment("rows of a length that is a number");
    const unsigned number =
        llvm::find(patterns, producer.getRoot()) - patterns.begin();
    schedule.fixSizes(schedule.matchPattern(number), fixed);
    columns = schedule.fixSizes(root, fixed);
  }
  schedule.comment("parts of " + rows.str() + " rows, one after another");
  const bool hasRest = !problem.divides(rows, getCount());
  SmallVector<Handle> nests =
      schedule.splitNest(columns, {kRow}, rows, hasRest, /*isMasked=*/true);
  BlockOptions options;
  options.chunks.resize(3);
  options.order = {{0, 0}, {2, 0}, {1, 0}};
  const int64_t padded = getPadded();
  const bool isPadded = isLimit || padded != length;
  if (isPadded) {
    schedule.comment("columns of a length that the group divides");
    options.chunks[1] = {padded};
    options.order = {{0, 0}, {1, 0}, {2, 0}, {1, 1}};
    options.pad = {1};
  }
  SmallVector<Handle> loops = schedule.block(nests[0], options);
  const Handle reduction = loops[isPadded ? 2 : 1];
  schedule.comment("what a row is reduced to, where it is used");
  schedule.computeAt(loops[0], factor);
  schedule.cleanUp({"merge_inputs"});
  Handle each = schedule.fuseProducer(reduction, factor);

  schedule.comment("vectors of the row, and of the sums, for a work-item");
  options.chunks = {{items}};
  options.order = {{0, 1}, {0, 0}};
  options.pad.clear();
  if (width > 1) {
    options.vectorDim = 0;
    options.vectorWidth = width;
  }
  SmallVector<Handle> added =
      schedule.block(schedule.matchPattern(1, each), options);
  SmallVector<Handle> stored = schedule.block(loops.back(), options);
  schedule.relayout(each);
  schedule.cleanUp({"views"});
  schedule.place(each, "private", {"lcl(0)", "seq unroll"});
  StageChoice choice;
  choice.argument = row;
  choice.space = "private";
  choice.vector = width;
  choice.chunks = {items};
  choice.buffers = 2;
  choice.isPadded = isPadded;
  SmallVector<std::string> copyLoops = {"seq unroll", "lcl(0)"};
  if (isLimit) {
    choice.chunks.insert(choice.chunks.begin(), length / width);
    copyLoops.insert(copyLoops.begin(), "seq");
  }
  Handle copy = schedule.stage(each, choice);
  const Handle reduced = schedule.matchPattern(1, each);
  schedule.unroll(
      isLimit ? reduceByGroupTo(schedule, reduced, length, items, width)
              : reduceByGroup(problem, schedule, reduced, length, items,
                              getRowWidth(problem, producer.getInnerReduce(),
                                          length, items)));
  schedule.cleanUp({"contract"}, added[0]);

  schedule.comment("what runs where");
  mapToGroups(schedule, {loops.front()});
  if (isPadded)
    schedule.mapTo(loops[1], {"seq"});
  schedule.mapTo(copy, copyLoops);
  schedule.mapTo(added[0], {"lcl(0)", "seq unroll"});
  schedule.mapTo(stored[0], {"lcl(0)", "seq unroll"});
  schedule.comment("the sums of the groups");
  reduceColumns(problem, schedule, nests[1],
                isLimit ? getLength() : Expr(length),
                Expr::ceilDiv(getCount(), rows));
}

LogicalResult lift::planRowsAndColumns(Problem &problem, Operation *pattern,
                                       const Handle &root, Schedule &schedule,
                                       Refusal &refusal) {
  FailureOr<RowsAndColumns> shape = RowsAndColumns::get(pattern, refusal);
  if (failed(shape) || failed(shape->chooseItems(problem, refusal)) ||
      failed(shape->chooseRows(problem, refusal)))
    return failure();
  shape->write(problem, root, schedule);
  return success();
}
