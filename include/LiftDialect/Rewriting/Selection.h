//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selections: accumulators that are all chosen by one condition, each between
// itself and a value that depends on none, its *term*:
//
//   c(acc, t) ? t_j : acc_j      or      c(acc, t) ? acc_j : t_j
//
// as a maximum and its index are. It may look at the accumulators that it does
// not choose, too. What c says of two tuples combines the results of two parts.
// Terms that c never chooses, whatever the accumulators are, are neutral.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_SELECTION_H
#define LIFTDIALECT_REWRITING_SELECTION_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::lift {

struct Selection {
  /// Finds the operations that compute `condition`, in the step of `fold`, from
  /// all accumulators and the terms of these; refuses where it depends on more.
  LogicalResult findOps(FoldPattern fold, Refusal &refusal);
  /// Whether, for all accumulators, these terms leave each of them as it is,
  /// bit for bit.
  bool leavesAll(ArrayRef<TypedAttr> values) const;

  Value condition;
  SmallVector<Operation *> ops;
  /// Of each accumulator: the argument of the step, its term, what chooses
  /// between them, and the number of the accumulator.
  SmallVector<Value> accumulators, terms;
  SmallVector<arith::SelectOp> selects;
  SmallVector<unsigned> numbers;
};

/// The value of `value`, where those of `known` are constants.
Attribute evaluate(Value value, DenseMap<Value, Attribute> &known);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_SELECTION_H
