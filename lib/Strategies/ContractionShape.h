//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the dimensions of a contraction are: a reduction of two operands, each
// of which has a parallel dimension that the other has not; or of several of
// each kind.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_STRATEGIES_CONTRACTIONSHAPE_H
#define LIB_STRATEGIES_CONTRACTIONSHAPE_H

#include "NestShape.h"

namespace mlir::lift {

/// What the dimensions of a contraction are. The columns are those of the last
/// parallel dimension, whose elements are neighbours in the result.
struct ContractionShape {
  SmallVector<Axis> axes;
  /// Numbers of axes: the parallel ones that each group has one element of, the
  /// rows and the columns of its tile, and the reduced ones, the last of which
  /// is cut into steps.
  SmallVector<unsigned> outer, reduced;
  unsigned row, column;
  /// What the reduction goes through for each row, and for each column: one
  /// matrix each, or several of the same dimensions, as the real and imaginary
  /// parts of complex numbers, and the weights of two layers.
  SmallVector<Value> rowOperands, columnOperands;
  /// The accumulators of each element, and the bytes that they take.
  int64_t numAccumulators, accumulatorBytes = 0;

  unsigned step() const { return reduced.back(); }

  /// The number of results: of the elements of all parallel axes.
  Expr countResults() const;

  /// Refuses a nest that is no contraction. With `joinsSteps` the last reduced
  /// dimension, which is cut into steps, may be one with others: its steps are
  /// many, and which element of each they are is counted, or divided. Without
  /// `joinsRows` only the last of several dimensions of rows is cut, without
  /// `joinsColumns` that of columns, and without `joinsReduced` reduced
  /// dimensions stay apart.
  static FailureOr<ContractionShape> get(const Nest &nest, bool joinsSteps,
                                         Refusal &refusal,
                                         bool joinsRows = true,
                                         bool joinsReduced = true,
                                         bool joinsColumns = true);

  /// Says which operands are those of rows, and those of columns.
  LogicalResult divideFactors(const Nest &nest, ArrayRef<Value> factors,
                              Refusal &refusal);

  /// Makes one axis of the outer ones if there are more than groups have
  /// dimensions for: the parts of a sum and the images, or the heads.
  void joinOuter();

  /// The position of an operand of the step among those that a loop over an
  /// axis goes through.
  unsigned getArgument(const Nest &nest, Value operand, unsigned axis) const;

  /// Cuts the rows, columns and steps into tiles: loops over the outer axes and
  /// the tiles, over the reduced axes and the steps of a tile, and over the
  /// rows and columns of a tile.
  BlockOptions getTiles(int64_t rows, int64_t columns, int64_t steps,
                        ArrayRef<unsigned> padded) const;
};

} // namespace mlir::lift

#endif // LIB_STRATEGIES_CONTRACTIONSHAPE_H
