//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares ReadForms: what is read in a trip of a loop in loop form,
// and what in the next one, as text that is the same for the same element.
//
// Memory that a kernel only reads is what this is about: when something is read
// from it makes no difference.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_TRANSFORMS_READFORMS_H
#define LIFT_LIB_TRANSFORMS_READFORMS_H

#include "LiftDialect/Loop/IndexSymbols.h"

namespace mlir::lift {

/// Whether a kernel only reads from a buffer.
bool isOnlyRead(Value buffer);

class ReadForms {
public:
  /// `facts` is what is known of sizes. The loop has two trips at least.
  ReadForms(loop::ForOp loop, Assumptions facts);

  /// What an operation of the loop's body reads in a trip that is not the last,
  /// or in the one after it. Nothing if that is not known.
  std::optional<std::string> get(Operation *op, bool isNext);

private:
  /// Writes what a value is.
  LogicalResult print(raw_ostream &os, Value value, bool isNext);
  LogicalResult printRead(raw_ostream &os, loop::LoadOp load, bool isNext);
  LogicalResult printBranch(raw_ostream &os, loop::IfOp branch, bool isNext);
  LogicalResult printPure(raw_ostream &os, Operation *op, bool isNext);

  /// An expression of an operation, over its operands.
  std::optional<Expr> getExpr(const Expr &expr, ValueRange operands,
                              bool isNext);
  std::optional<Expr> getIndex(Value index, bool isNext);
  std::optional<Expr> getDefined(loop::IndexOp index, bool isNext);
  /// A symbol for what is no polynomial, the same for the same text.
  Expr intern(const std::string &text, const Expr &lower, const Expr &upper);
  unsigned getNumber(Value value);

  loop::ForOp loop;
  loop::IndexSymbols symbols;
  Expr trip;
  std::map<std::string, Expr> interned;
  DenseMap<Value, unsigned> numbers;
};

} // namespace mlir::lift

#endif // LIFT_LIB_TRANSFORMS_READFORMS_H
