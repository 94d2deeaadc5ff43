//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StencilShape.h"

using namespace mlir;
using namespace mlir::lift;

/// The most neighbours in one direction that are looked for.
static constexpr int64_t kReach = 4;
/// The most elements of a window that is reduced, all of whose steps are
/// written out.
static constexpr int64_t kWindow = 81;

/// How many elements further along each of `dims` an operand is that stands
/// `distance` further in memory; nothing if that is no sum of a few steps.
static bool findSteps(const Expr &distance, ArrayRef<Expr> steps,
                      SmallVectorImpl<int64_t> &counts) {
  if (steps.empty())
    return distance.isConstant(0);
  for (int64_t size = 0; size <= kReach; ++size)
    for (int64_t count : {size, -size}) {
      counts.push_back(count);
      if (findSteps(distance - steps.front() * count, steps.drop_front(),
                    counts))
        return true;
      counts.pop_back();
    }
  return false;
}

/// Notes that along a dimension so many neighbours are read.
static void addHeight(Stencil &stencil, unsigned dim, int64_t height) {
  if (dim == stencil.column || (stencil.row && *stencil.row < dim))
    return;
  if (stencil.row != dim)
    stencil.height = 1;
  stencil.row = dim;
  stencil.height = std::max(stencil.height, height);
}

/// Notes where two operands of an array are neighbours; whether they are.
static bool addPair(Stencil &stencil, const Neighbour &lhs,
                    const Neighbour &rhs) {
  if (lhs.offset.steps != rhs.offset.steps ||
      getArray(lhs.operand) != getArray(rhs.operand) ||
      lhs.offset.first == rhs.offset.first)
    return false;
  SmallVector<unsigned> dims;
  SmallVector<Expr> steps;
  for (const auto &[dim, step] : lhs.offset.steps) {
    dims.push_back(dim);
    steps.push_back(step);
  }
  SmallVector<int64_t> counts;
  if (!findSteps(rhs.offset.first - lhs.offset.first, steps, counts))
    return false;
  for (auto [dim, count] : llvm::zip_equal(dims, counts))
    if (count != 0)
      addHeight(stencil, dim, std::abs(count) + 1);
  return true;
}

/// Notes where a reduction goes along a parallel dimension; whether it does.
static bool addWindows(Stencil &stencil, Problem &problem, const Nest &nest,
                       const Neighbour &operand) {
  bool isWindow = false;
  for (const auto &[reduced, step] : operand.offset.steps) {
    if (!nest.isReduced(reduced))
      continue;
    for (const auto &[dim, along] : operand.offset.steps)
      for (int64_t count = 1; count <= kReach && !nest.isReduced(dim); ++count)
        if ((along * count - step).isConstant(0)) {
          addHeight(
              stencil, dim,
              problem.getValue(nest.getDims()[reduced].size).value_or(kWindow));
          isWindow = true;
        }
  }
  return isWindow;
}

/// The map that computes an operand where it is read, for the same element.
static MapOp getComputed(const Problem &problem, const Nest &nest,
                         const NestOperand &operand) {
  auto map = operand.source.getDefiningOp<MapOp>();
  bool isSame = map && operand.views.empty() &&
                operand.dims.size() == nest.getNumParallelDims() &&
                llvm::all_of(llvm::enumerate(operand.dims), [](auto dim) {
                  return dim.index() == dim.value();
                });
  return isSame && isLeftToReaders(problem, map) ? map : MapOp();
}

/// The operands that differ by column, which must be neighbours in memory.
static LogicalResult addNeighbours(const Problem &problem, const Nest &nest,
                                   SmallVectorImpl<Neighbour> &all,
                                   Refusal &refusal) {
  const unsigned column = nest.getNumParallelDims() - 1;
  for (const NestOperand &operand : nest.getOperands()) {
    if (!hasDim(operand, column))
      continue;
    if (MapOp map = getComputed(problem, nest, operand)) {
      FailureOr<Nest> inner = Nest::get(map, refusal);
      if (failed(inner))
        return failure();
      if (inner->getInnerReduce() || inner->getNumDims() != column + 1)
        return refusal.set(map, "reduces, or is nested otherwise than the map "
                                "that reads it");
      if (failed(addNeighbours(problem, *inner, all, refusal)))
        return failure();
      continue;
    }
    std::optional<MemoryOffset> offset = getMemoryOffset(operand);
    if (!offset || !offset->steps[column].isConstant(1))
      return refusal.set(nest.getRoot(), "has an operand whose neighbours in "
                                         "memory are not those of the result");
    all.push_back({operand, *offset});
  }
  return success();
}

/// The widest vectors that all rows are whole ones of, or 1. What is read from
/// elsewhere than their beginnings is read as numbers.
static int64_t chooseWidth(Problem &problem, const Nest &nest,
                           ArrayRef<Neighbour> operands) {
  if (!canBeVectors(nest))
    return 1;
  const unsigned column = nest.getNumParallelDims() - 1;
  SmallVector<Expr> multiples = {nest.getDims()[column].size};
  for (const Neighbour &operand : operands)
    for (const auto &[dim, step] : operand.offset.steps)
      if (dim != column && !nest.isReduced(dim))
        multiples.push_back(step);
  return problem.getVectorWidth(problem.getDevice().vectorWidth, multiples,
                                /*isInner=*/true);
}

FailureOr<Stencil> Stencil::get(Problem &problem, const Nest &nest,
                                Refusal &refusal) {
  Stencil stencil;
  if (failed(addNeighbours(problem, nest, stencil.operands, refusal)))
    return failure();
  if (std::optional<int64_t> count = countReduced(nest).getConstant();
      !count || *count > kWindow)
    return refusal.set(nest.getRoot(), "reduces many elements, or an unknown "
                                       "number of them");
  stencil.column = nest.getNumParallelDims() - 1;
  bool hasNeighbours = false;
  ArrayRef<Neighbour> operands = stencil.operands;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    hasNeighbours |= addWindows(stencil, problem, nest, operand);
    for (const Neighbour &other : operands.take_front(number))
      hasNeighbours |= addPair(stencil, operand, other);
  }
  if (!hasNeighbours)
    return refusal.set(nest.getRoot(), "reads no neighbours");
  return stencil;
}

void Stencil::chooseWidth(Problem &problem, const Nest &nest) {
  width = ::chooseWidth(problem, nest, operands);
}
