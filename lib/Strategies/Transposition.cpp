//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transpositions: maps of numbers, some of whose operands have other neighbours
// in memory than the result. A group copies a square of such an operand to
// local memory along its own rows, and computes the square of the result along
// those of the result. Where these are no whole sectors of memory, each row of
// a square begins where a sector does: stores of parts of them take long. Where
// local memory is no nearer, a work-item turns squares in its registers.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

#include "llvm/ADT/bit.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lift;

/// The sides of squares: for large arrays, and for others.
static constexpr int64_t kLarge = 64, kSmall = 32;
/// The work-items of a group.
static constexpr int64_t kTransposingItems = 256;
/// The side of the tile of a thread, which turns squares of its vectors in it.
static constexpr int64_t kThread = 64;
/// The bytes that memory stores at a time.
static constexpr int64_t kSector = 32;

namespace {
struct Transposition {
  SmallVector<Axis> axes;
  SmallVector<unsigned> collapse;
  /// The axis along which the turned operands have neighbours; that of the
  /// result is the last.
  unsigned turned = 0;

  unsigned last() const { return axes.size() - 1; }
};
} // namespace

/// The axis along which an operand has neighbours, in either direction, which
/// it may step over by any distance along others.
static std::optional<unsigned> getUnitAxis(const NestOperand &operand,
                                           ArrayRef<Axis> axes) {
  std::optional<MemoryOffset> offset = getMemoryOffset(operand);
  if (!offset)
    return std::nullopt;
  for (auto [number, axis] : llvm::enumerate(axes))
    if (const Expr &step = offset->steps[axis.lastDim];
        hasDim(operand, axis.lastDim) &&
        (step.isConstant(1) || step.isConstant(-1)))
      return number;
  return std::nullopt;
}

/// Whether the operand has to be turned: neighbours along `axis`, and other
/// elements for neighbouring results.
static bool isTurned(const NestOperand &operand, const Transposition &shape) {
  std::optional<unsigned> unit = getUnitAxis(operand, shape.axes);
  return unit && *unit != shape.last() &&
         hasDim(operand, shape.axes.back().lastDim);
}

static FailureOr<Transposition> getTransposition(const Nest &nest,
                                                 Refusal &refusal) {
  if (nest.getInnerReduce())
    return refusal.set(nest.getRoot(), "reduces something");
  Transposition shape;
  shape.axes = collapseDims(nest, shape.collapse);
  for (const NestOperand &operand : nest.getOperands())
    if (isTurned(operand, shape)) {
      shape.turned = *getUnitAxis(operand, shape.axes);
      return shape;
    }
  return refusal.set(nest.getRoot(),
                     "has no operand whose neighbours in memory "
                     "are others than those of the result");
}

/// The bytes of local memory that squares of so many rows take.
static int64_t getBytes(const Nest &nest, const Transposition &shape,
                        int64_t side) {
  int64_t bytes = 0;
  for (Value value : nest.getEpilogueOperands())
    if (NestOperand operand = *nest.lookup(value);
        hasDim(operand, shape.axes.back().lastDim) &&
        getUnitAxis(operand, shape.axes) == shape.turned)
      bytes += side * (side + 1) * getHeldBytes(value.getType());
  return bytes;
}

/// A square of a large array is a large one, if there are then enough, and if
/// two groups find room at a time.
static int64_t chooseSide(const Problem &problem, const Nest &nest,
                          const Transposition &shape) {
  Expr elements = 1;
  for (const Axis &axis : shape.axes)
    elements = elements * axis.size;
  constexpr int64_t kSquaresOfUnit = 4;
  const DeviceModel &device = problem.getDevice();
  std::optional<int64_t> count = problem.getValue(elements);
  bool isSmall =
      count && *count < kSquaresOfUnit * device.computeUnits * kLarge * kLarge;
  return isSmall || 2 * getBytes(nest, shape, kLarge) > device.localMemory
             ? kSmall
             : kLarge;
}

/// Where the rows of the result begin in sectors of so many elements, if each
/// is so many elements further than the one before: {} if that cannot be made
/// up for in few columns.
static SmallVector<SkewLevel> getLevels(int64_t sector, int64_t step) {
  auto getSigned = [&](int64_t distance) {
    distance %= sector;
    return distance > sector / 2 ? distance - sector : distance;
  };
  // As many rows at a time as a group has.
  constexpr int64_t kLeast = 4;
  const int64_t rows = std::max(kLeast, sector / std::gcd(step, sector));
  const int64_t near = getSigned(step);
  if (std::abs(near) * (rows - 1) <= sector + kLeast)
    return {{rows, near}};
  if (const int64_t twice = getSigned(2 * step);
      rows == 2 * kLeast && std::abs(twice) * (kLeast - 1) <= sector)
    return {{kLeast, twice}, {2, step}};
  return {};
}

/// What is left of the rows of the result, divided by the elements of a sector,
/// or of all rows of a plane; nothing if these are whole, or not known.
static std::optional<int64_t>
getRest(Problem &problem, const Transposition &shape, int64_t sector) {
  // Skewed squares read parts of sectors, which caches must hold meanwhile.
  constexpr int64_t kManySquares = 16;
  const bool isPlane = shape.last() == 1;
  const Expr &rows = shape.axes[shape.turned].size,
             &length = shape.axes.back().size;
  std::optional<int64_t> count = problem.getValue(rows),
                         known = problem.getValue(length);
  if (count && known)
    return isPlane || *known * *count % sector == 0
               ? std::optional(*known % sector)
               : std::nullopt;
  std::optional<int64_t> rest = problem.getRestOfRow();
  if (!rest || !isPlane || sector != Assumption::kRowDivisor ||
      !problem.prefer(ConstraintKind::Equal, Expr::mod(length, sector),
                      *rest) ||
      !problem.prefer(ConstraintKind::LessEqual,
                      problem.getComputeUnits() *
                          (kManySquares * kLarge * kLarge),
                      rows * length))
    return std::nullopt;
  return rest;
}

/// How squares of so many rows are skewed, if that pays.
static std::optional<SkewOptions> getSkew(Problem &problem, const Nest &nest,
                                          const Transposition &shape,
                                          int64_t side) {
  const unsigned last = shape.last();
  if (side != kLarge || shape.turned + 1 != last || !shape.collapse.empty())
    return std::nullopt;
  const int64_t sector =
      kSector / getElementBytes(nest.getOutputs().front().getType());
  std::optional<int64_t> rest = getRest(problem, shape, sector);
  if (!rest || *rest == 0)
    return std::nullopt;
  SkewOptions skew;
  skew.levels = getLevels(sector, *rest);
  skew.rows = skew.columns = side;
  return skew.levels.empty() ? std::nullopt : std::optional(skew);
}

/// Loops over squares, and in them over [pieces][rows of a piece][columns].
static BlockOptions getSquares(Problem &problem, const Transposition &shape,
                               int64_t side) {
  BlockOptions options;
  options.collapse = shape.collapse;
  options.chunks.resize(shape.axes.size());
  options.chunks[shape.turned] = {Expr(side), Expr(kTransposingItems / side)};
  options.chunks[shape.last()] = {Expr(side)};
  for (unsigned axis : {shape.turned, shape.last()})
    if (!problem.divides(side, shape.axes[axis].size, /*isInner=*/true))
      options.pad.push_back(axis);
  for (unsigned axis = 0; axis < shape.last(); ++axis)
    if (axis != shape.turned)
      options.order.push_back({axis, 0});
  options.order.push_back({shape.turned, 0});
  options.order.push_back({shape.last(), 0});
  options.order.push_back({shape.turned, 1});
  options.order.push_back({shape.turned, 2});
  options.order.push_back({shape.last(), 1});
  return options;
}

/// The same for skewed rows, of which there are whole squares: the rows of the
/// first level, or the last four of them, are those of a piece.
static BlockOptions getSkewedSquares(const Transposition &shape,
                                     const SkewOptions &skew) {
  const unsigned row = shape.turned, level = row + 1,
                 column = level + skew.levels.size();
  const int64_t rowsOfPiece = kTransposingItems / skew.columns;
  int64_t together = 1;
  for (SkewLevel each : skew.levels)
    together *= each.rows;
  BlockOptions options;
  options.chunks.resize(column + 1);
  options.chunks[row] = {Expr(skew.rows / together)};
  options.chunks[column] = {Expr(skew.columns)};
  for (unsigned axis = 0; axis <= row; ++axis)
    options.order.push_back({axis, 0});
  options.order.push_back({column, 0});
  options.order.push_back({row, 1});
  const bool isCut = skew.levels.front().rows > rowsOfPiece;
  if (isCut) {
    options.chunks[level] = {Expr(rowsOfPiece)};
    options.order.push_back({level, 0});
  }
  for (unsigned inner = level + 1; inner < column; ++inner)
    options.order.push_back({inner, 0});
  options.order.push_back({level, isCut ? 1u : 0u});
  options.order.push_back({column, 1});
  return options;
}

/// Copies the turned operands that the innermost loop over squares goes
/// through, which have so many dimensions inside.
static void stageTurned(const Nest &nest, const Transposition &shape,
                        int64_t side, unsigned rank, const Handle &squares,
                        Schedule &schedule) {
  StageChoice choice;
  // Columns first; of the rows, those of a piece in between.
  choice.readOrder.push_back(rank - 1);
  llvm::append_range(choice.readOrder, llvm::seq<int64_t>(0, rank - 1));
  choice.chunks = {kTransposingItems, side};
  // Columns of it are in different banks.
  choice.pad.resize(rank, 0);
  choice.pad.back() = 1;
  unsigned argument = 0;
  for (Value value : nest.getEpilogueOperands()) {
    NestOperand operand = *nest.lookup(value);
    if (!hasDim(operand, shape.axes.back().lastDim))
      continue;
    choice.argument = argument++;
    if (getUnitAxis(operand, shape.axes) == shape.turned)
      schedule.mapTo(schedule.stage(squares, choice),
                     {"seq unroll", "lcl(1)", "lcl(0)"});
  }
}

/// Loops over tiles of so many rows and columns, which are those of a
/// work-item, then over squares of `width` in these, if they have several.
static BlockOptions getVectorSquares(Problem &problem,
                                     const Transposition &shape, int64_t tile,
                                     int64_t width) {
  BlockOptions options;
  options.collapse = shape.collapse;
  options.chunks.resize(shape.axes.size());
  for (unsigned axis : {shape.turned, shape.last()}) {
    options.chunks[axis] = {Expr(tile)};
    if (tile > width)
      options.chunks[axis].push_back(width);
    if (!problem.divides(tile, shape.axes[axis].size, /*isInner=*/true))
      options.pad.push_back(axis);
  }
  for (unsigned axis = 0; axis <= shape.last(); ++axis)
    options.order.push_back({axis, 0});
  for (unsigned part = 1; part <= options.chunks[shape.turned].size(); ++part)
    for (unsigned axis : {shape.turned, shape.last()})
      options.order.push_back({axis, part});
  return options;
}

/// The side of squares, a power of two: as many numbers as a vector has, if
/// registers hold all turned operands and what one of them becomes.
static int64_t chooseVectorSide(const DeviceModel &device, const Nest &nest,
                                const Transposition &shape) {
  int64_t bytes = 0, largest = 0;
  for (Value value : nest.getEpilogueOperands())
    if (isTurned(*nest.lookup(value), shape)) {
      const int64_t own = getHeldBytes(value.getType());
      bytes += own;
      largest = std::max(largest, own);
    }
  int64_t side = llvm::bit_floor(uint64_t(device.vectorWidth));
  while (side * side * (bytes + largest) > device.privateMemory)
    side /= 2;
  return side;
}

/// Leaves whole vectors along both axes of the squares, which `root` and
/// `shape` are then of, and what is beside them to work-items of their own.
static LogicalResult peelSquares(Problem &problem, const Nest &nest,
                                 Transposition &shape, Handle &root,
                                 Schedule &schedule, Refusal &refusal) {
  if (!shape.collapse.empty()) {
    BlockOptions options;
    options.collapse = shape.collapse;
    options.chunks.resize(shape.axes.size());
    for (unsigned axis = 0; axis < shape.axes.size(); ++axis)
      options.order.push_back({axis, 0});
    root = schedule.block(root, options).front();
    shape.collapse.clear();
  }
  for (unsigned number : {shape.turned, shape.last()}) {
    Axis &axis = shape.axes[number];
    if (problem.divides(problem.getDevice().vectorWidth, axis.size,
                        /*isInner=*/true))
      continue;
    auto whole = peelWholeVectors(problem, schedule, root, nest.getRoot(),
                                  shape.axes.size(), number, axis.size);
    if (!whole)
      return refusal.set(nest.getRoot(), "has rows that are no whole vectors, "
                                         "and are short or not only returned");
    root = whole->maps;
    axis.size = whole->length;
  }
  return success();
}

/// Squares that a thread goes through number by number; rectangles where one
/// side is short.
static void planSquaresOfNumbers(Problem &problem, const Transposition &shape,
                                 const Handle &root, Schedule &schedule) {
  BlockOptions options;
  options.collapse = shape.collapse;
  options.chunks.resize(shape.axes.size());
  for (unsigned axis = 0; axis <= shape.last(); ++axis)
    options.order.push_back({axis, 0});
  auto getSide = [&](unsigned axis, int64_t most) {
    return std::min(problem.getValue(shape.axes[axis].size).value_or(kThread),
                    most);
  };
  for (auto [axis, other] : {std::pair(shape.turned, shape.last()),
                             std::pair(shape.last(), shape.turned)}) {
    const int64_t side =
        getSide(axis, kThread * kThread / getSide(other, kThread));
    options.chunks[axis] = {Expr(side)};
    if (!problem.divides(side, shape.axes[axis].size, /*isInner=*/true))
      options.pad.push_back(axis);
    options.order.push_back({axis, 1});
  }
  schedule.comment("squares of numbers");
  SmallVector<Handle> loops = schedule.block(root, options);
  mapToItems(schedule, ArrayRef(loops).take_front(shape.axes.size()),
             problem.getDevice());
  schedule.mapTo(loops[shape.axes.size()], {"seq", "seq"});
}

/// Squares that a work-item turns in its registers.
static LogicalResult planTransposeForItems(Problem &problem, const Nest &nest,
                                           Transposition shape, Handle root,
                                           Schedule &schedule,
                                           Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  if (!canBeVectors(nest))
    return refusal.set(nest.getRoot(),
                       "has values that there are no vectors of");
  const int64_t width = chooseVectorSide(device, nest, shape);
  if (width < 2)
    return refusal.set(nest.getRoot(),
                       "has squares that do not fit into registers");
  const int64_t tile = device.runsThreads() ? std::max(kThread, width) : width;
  const bool areWhole = llvm::all_of(
      ArrayRef<unsigned>{shape.turned, shape.last()}, [&](unsigned axis) {
        return problem.divides(width, shape.axes[axis].size, /*isInner=*/true);
      });
  if (!areWhole && !device.runsThreads())
    return refusal.set(nest.getRoot(), "has rows that are no whole vectors");
  if (!areWhole &&
      failed(peelSquares(problem, nest, shape, root, schedule, refusal))) {
    planSquaresOfNumbers(problem, shape, root, schedule);
    return success();
  }
  schedule.comment("squares of " + Twine(width) + " x " + Twine(width) +
                   " in registers");
  SmallVector<Handle> loops =
      schedule.block(root, getVectorSquares(problem, shape, tile, width));
  ArrayRef<Handle> items = ArrayRef(loops).take_front(shape.axes.size());
  mapToItems(schedule, items, device);
  ArrayRef<Handle> inner = ArrayRef(loops).drop_front(items.size()).drop_back();
  for (const Handle &squares : inner.drop_back(2))
    schedule.mapTo(squares, {"seq"});
  BlockOptions vectors;
  vectors.chunks.resize(2);
  vectors.order = {{0, 0}, {1, 0}};
  vectors.vectorDim = 1;
  vectors.vectorWidth = width;
  const Handle rows = schedule.block(inner.end()[-2], vectors).front();
  unsigned argument = 0;
  for (Value value : nest.getEpilogueOperands()) {
    NestOperand operand = *nest.lookup(value);
    if (!hasDim(operand, shape.axes[shape.turned].lastDim))
      continue;
    if (isTurned(operand, shape))
      schedule.mapTo(schedule.transposeVectors(rows, argument), {"seq unroll"});
    ++argument;
  }
  schedule.mapTo(rows, {"seq unroll", "seq unroll"});
  return success();
}

/// The axis that is known to be too short for squares, if the other one of the
/// two is not: the rows, or columns, of a list of pairs or colours. Where it is
/// written, others wait for sectors that one work-item after another completes.
static std::optional<unsigned> getShortAxis(const Problem &problem,
                                            const Transposition &shape) {
  auto isShort = [&](unsigned axis) {
    return problem.getValue(shape.axes[axis].size).value_or(kSmall) <
           kSmall / 2;
  };
  const bool isTurnedShort = isShort(shape.turned);
  if (isTurnedShort == isShort(shape.last()))
    return std::nullopt;
  constexpr int64_t kMostWritten = 4;
  if (isTurnedShort)
    return shape.turned;
  return problem.getValue(shape.axes.back().size) <= kMostWritten
             ? std::optional(shape.last())
             : std::nullopt;
}

/// A work-item has all elements along the short axis: what it reads, or writes,
/// of one sector of memory is on its way together.
static void planShortAxis(Problem &problem, const Transposition &shape,
                          unsigned shortAxis, const Handle &root,
                          Schedule &schedule) {
  const unsigned longAxis =
      shortAxis == shape.last() ? shape.turned : shape.last();
  schedule.comment("all along the short dimension for a work-item");
  BlockOptions options;
  options.collapse = shape.collapse;
  options.chunks.resize(shape.axes.size());
  options.chunks[longAxis] = {Expr(kTransposingItems)};
  if (!problem.divides(kTransposingItems, shape.axes[longAxis].size))
    options.pad = {longAxis};
  for (unsigned axis = 0; axis < shape.axes.size(); ++axis)
    if (axis != shortAxis)
      options.order.push_back({axis, 0});
  options.order.push_back({longAxis, 1});
  options.order.push_back({shortAxis, 0});
  const std::map<std::string, int64_t> fixed =
      problem.fix(shape.axes[shortAxis].size)
          .value_or(std::map<std::string, int64_t>());
  SmallVector<Handle> loops = schedule.block(
      fixed.empty() ? root : schedule.fixSizes(root, fixed), options);
  mapToGroups(schedule, ArrayRef(loops).take_front(shape.axes.size() - 1));
  schedule.mapTo(loops[shape.axes.size() - 1], {"lcl(0)", "seq unroll"});
}

LogicalResult lift::planTransposition(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  FailureOr<Transposition> shape = getTransposition(*nest, refusal);
  if (failed(shape))
    return failure();
  if (!problem.getDevice().hasLocalMemory)
    return planTransposeForItems(problem, *nest, *shape, root, schedule,
                                 refusal);
  if (problem.getDevice().maxGroupSize < kTransposingItems)
    return refusal.set(pattern, "the device has groups that are too small");
  if (std::optional<unsigned> axis = getShortAxis(problem, *shape)) {
    planShortAxis(problem, *shape, *axis, root, schedule);
    return success();
  }
  int64_t side = chooseSide(problem, *nest, *shape);
  // If what is left of rows is assumed, there are enough large squares, which
  // pay also where a group is alone.
  const int64_t skewed = problem.getRestOfRow() ? kLarge : side;
  std::optional<SkewOptions> skew = getSkew(problem, *nest, *shape, skewed);
  if (skew)
    side = skewed;
  if (getBytes(*nest, *shape, side) > problem.getDevice().localMemory)
    return refusal.set(pattern,
                       "has squares that do not fit into local memory");
  for (unsigned axis : {shape->turned, shape->last()})
    if (problem.getValue(shape->axes[axis].size).value_or(kSmall) < kSmall / 2)
      return refusal.set(pattern, "has no room for squares");
  schedule.comment("squares of " + Twine(side) + " x " + Twine(side));
  SmallVector<Handle> loops =
      skew ? schedule.block(schedule.skewRows(root, *skew),
                            getSkewedSquares(*shape, *skew))
           : schedule.block(root, getSquares(problem, *shape, side));
  ArrayRef<Handle> squares = ArrayRef(loops).take_front(shape->axes.size());
  ArrayRef<Handle> inner =
      ArrayRef(loops).drop_front(squares.size()).drop_back();
  stageTurned(*nest, *shape, side, inner.size(), squares.back(), schedule);
  mapToGroups(schedule, squares);
  SmallVector<std::string> choices(inner.size() - 2, "seq unroll");
  llvm::append_values(choices, "lcl(1)", "lcl(0)");
  schedule.mapTo(inner.front(), choices);
  return success();
}
