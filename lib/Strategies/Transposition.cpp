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
// those of the result.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The sides of squares: for large arrays, and for others.
static constexpr int64_t kLarge = 64, kSmall = 32;
/// The work-items of a group.
static constexpr int64_t kItems = 256;

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

/// The axis along which an operand has neighbours, which it may step over by
/// any distance along others.
static std::optional<unsigned> getUnitAxis(const NestOperand &operand,
                                           ArrayRef<Axis> axes) {
  std::optional<MemoryOffset> offset = getMemoryOffset(operand);
  if (!offset)
    return std::nullopt;
  for (auto [number, axis] : llvm::enumerate(axes))
    if (hasDim(operand, axis.lastDim) &&
        offset->steps[axis.lastDim].isConstant(1))
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
      bytes += side * (side + 1) * getElementBytes(value.getType());
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

/// Loops over squares, and in them over [pieces][rows of a piece][columns].
static BlockOptions getSquares(Problem &problem, const Transposition &shape,
                               int64_t side) {
  BlockOptions options;
  options.collapse = shape.collapse;
  options.chunks.resize(shape.axes.size());
  options.chunks[shape.turned] = {Expr(side), Expr(kItems / side)};
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

/// Copies the turned operands that the innermost loop over squares goes
/// through.
static void stageTurned(const Nest &nest, const Transposition &shape,
                        int64_t side, const Handle &squares,
                        Schedule &schedule) {
  StageChoice choice;
  choice.readOrder = {2, 0, 1};
  choice.chunks = {kItems, side};
  // Columns of it are in different banks.
  choice.pad = {0, 0, 1};
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

LogicalResult lift::planTransposition(Problem &problem, Operation *pattern,
                                      const Handle &root, Schedule &schedule,
                                      Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  FailureOr<Transposition> shape = getTransposition(*nest, refusal);
  if (failed(shape))
    return failure();
  if (!problem.getDevice().hasLocalMemory ||
      problem.getDevice().maxGroupSize < kItems)
    return refusal.set(pattern,
                       "the device has no local memory of its own, or groups "
                       "that are too small");
  const int64_t side = chooseSide(problem, *nest, *shape);
  if (getBytes(*nest, *shape, side) > problem.getDevice().localMemory)
    return refusal.set(pattern,
                       "has squares that do not fit into local memory");
  for (unsigned axis : {shape->turned, shape->last()})
    if (problem.getValue(shape->axes[axis].size).value_or(kSmall) < kSmall / 2)
      return refusal.set(pattern, "has no room for squares");
  schedule.comment("squares of " + Twine(side) + " x " + Twine(side));
  SmallVector<Handle> loops =
      schedule.block(root, getSquares(problem, *shape, side));
  ArrayRef<Handle> squares = ArrayRef(loops).take_front(shape->axes.size());
  stageTurned(*nest, *shape, side, squares.back(), schedule);
  mapToGroups(schedule, squares);
  schedule.mapTo(loops[squares.size()], {"seq unroll", "lcl(1)", "lcl(0)"});
  return success();
}
