//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In which order an operand of a nest stands in memory.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_STRIDES_H
#define LIFTDIALECT_REWRITING_STRIDES_H

#include "LiftDialect/Rewriting/Nest.h"

#include <map>

namespace mlir::lift {

/// How many arrays a view interleaves, one element of each after another: a
/// concat of a few along the last dimension, as many as vectors have numbers.
/// What follows takes its result as an array in memory, as lanes of whole
/// vectors are elements of known arrays. None of any other view.
std::optional<int64_t> getNumInterleaved(Operation *view);

/// Neighbours in memory.
struct UnitStride {
  /// The dimension of the nest along which elements are next to each other.
  unsigned dim;
  /// How far other dimensions step, in elements: the length of a row of the
  /// array in memory, and the steps within one. Vectors are whole if all are
  /// multiples of their width.
  SmallVector<Expr> otherSteps;
  /// The next one is before it.
  bool isReversed = false;
};

/// The dimension along which the elements of an operand are neighbours in the
/// array that holds them, seen through all views; none where there is none or
/// several, or where the step of another depends on where it is. With
/// `mayBeReversed` also where it goes through them backwards.
std::optional<UnitStride> getUnitStride(const NestOperand &operand,
                                        bool mayBeReversed = false);

/// The only dimension that moves along the rows of the array in memory, however
/// far; none where several do.
std::optional<unsigned> getRowDim(const NestOperand &operand);

/// The unit stride along dimension `dim`, within each `run` of elements that
/// starts at a multiple of that: rows that are joined may stand apart.
std::optional<UnitStride> getUnitStrideOfRuns(const NestOperand &operand,
                                              unsigned dim, int64_t run);

/// Where the elements of an operand stand in the array that holds them.
struct MemoryOffset {
  /// That of the element at the origin of the nest.
  Expr first;
  /// How far a step along each dimension of the operand goes.
  std::map<unsigned, Expr> steps;
};

/// Seen through all views, in elements; none where it is not known, or where
/// steps are not as far everywhere.
std::optional<MemoryOffset> getMemoryOffset(const NestOperand &operand);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_STRIDES_H
