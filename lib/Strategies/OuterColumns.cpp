//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions whose neighbours in memory are elements of an outer dimension, as
// products of matrices and vectors of a batch that is the last dimension of the
// matrices. The loop over that dimension becomes the innermost one, so that
// they are columns; and what is read again and again with them, as the vectors,
// is copied so that its elements are neighbours, too.
//
//===----------------------------------------------------------------------===//

#include "LocalTile.h"
#include "NestShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The least neighbours of which a sector of memory holds several.
static constexpr int64_t kLeastNeighbours = 8;
/// How often each number that is copied is read, at least.
static constexpr int64_t kLeastReads = 32;

/// The parallel dimension along which all operands that have every dimension of
/// the nest have neighbours in memory; none if there is none, or no operand.
static std::optional<unsigned> getCommonColumns(const Nest &nest) {
  std::optional<unsigned> common;
  for (Value value : nest.getStepOperands()) {
    NestOperand operand = *nest.lookup(value);
    if (operand.dims.size() < nest.getNumDims())
      continue;
    std::optional<UnitStride> unit = getUnitStride(operand);
    if (!unit || nest.isReduced(unit->dim) || hasWindows(operand) ||
        (common && *common != unit->dim))
      return std::nullopt;
    common = unit->dim;
  }
  return common;
}

/// Whether an operand has other neighbours in memory than columns, and is small
/// enough that a copy with these as neighbours takes no time.
static bool isToCopy(const Problem &problem, const Nest &nest,
                     const NestOperand &operand, unsigned column) {
  std::optional<UnitStride> unit = getUnitStride(operand);
  if (!unit || unit->dim == column || !hasDim(operand, column) ||
      !nest.isReduced(operand.dims.back()) || hasWindows(operand))
    return false;
  Expr reads = 1;
  for (unsigned dim = 0; dim < nest.getNumParallelDims(); ++dim)
    if (!hasDim(operand, dim))
      reads = reads * nest.getDims()[dim].size;
  return problem.getValue(reads).value_or(0) >= kLeastReads;
}

LogicalResult lift::planOuterColumns(Problem &problem, Operation *pattern,
                                     const Handle &root, Schedule &schedule,
                                     Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  std::optional<unsigned> column = getCommonColumns(*nest);
  if (!nest->getInnerReduce() || !column ||
      problem.getValue(nest->getDims()[*column].size).value_or(0) <
          kLeastNeighbours)
    return refusal.set(pattern, "reduces no columns that are known to be many");
  const unsigned last = nest->getNumParallelDims() - 1;
  if (*column != last) {
    SmallVector<unsigned> loops =
        llvm::to_vector(llvm::seq<unsigned>(0, nest->getNumDims()));
    std::rotate(loops.begin() + *column, loops.begin() + *column + 1,
                loops.begin() + last + 1);
    schedule.comment("the loop over neighbours in memory as innermost one");
    schedule.block(root, getLoopsInOrder(loops));
    return success();
  }
  for (Value value : nest->getStepOperands()) {
    NestOperand operand = *nest->lookup(value);
    if (!isToCopy(problem, *nest, operand, last))
      continue;
    schedule.comment("a copy whose columns are neighbours in memory, too");
    const Axis columns{last, last, nest->getDims()[last].size};
    planCopy(*nest, value, moveAxis(operand, columns, /*toEnd=*/true), root,
             schedule);
    return success();
  }
  return refusal.set(pattern, "reduces columns as they stand in memory");
}
