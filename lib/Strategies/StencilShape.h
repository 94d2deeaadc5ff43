//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shape of a stencil: which dimensions have neighbours.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_STRATEGIES_STENCILSHAPE_H
#define LIB_STRATEGIES_STENCILSHAPE_H

#include "NestShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Problem.h"

namespace mlir::lift {

/// An operand and where it stands.
struct Neighbour {
  NestOperand operand;
  MemoryOffset offset;
};

struct Stencil {
  /// Refuses nests that read no neighbours, or have windows of many elements,
  /// or other neighbours in memory than those of the result.
  static FailureOr<Stencil> get(Problem &problem, const Nest &nest,
                                Refusal &refusal);

  /// Has work-items compute vectors if all rows are whole ones, which `problem`
  /// then requires.
  void chooseWidth(Problem &problem, const Nest &nest);

  /// The outermost dimension along which there are neighbours, if it is not the
  /// last.
  std::optional<unsigned> row;
  /// The most neighbours of a row that are read.
  int64_t height = 1;
  /// The last parallel dimension, that of the columns.
  unsigned column = 0;
  /// How many columns a work-item computes at a time.
  int64_t width = 1;
  /// What differs by column, also of maps that are computed where they are
  /// read.
  SmallVector<Neighbour> operands;

  /// The dimension between rows and columns, if there is one.
  std::optional<unsigned> middle() const {
    if (!row || column == 0 || *row + 1 == column)
      return std::nullopt;
    return column - 1;
  }
};

} // namespace mlir::lift

#endif // LIB_STRATEGIES_STENCILSHAPE_H
