//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what passes build and rewrite operations of the loop form
// with: expressions over operands.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LOOP_OPERANDEXPRS_H
#define LIFTDIALECT_LOOP_OPERANDEXPRS_H

#include "LiftDialect/Loop/LoopOps.h"

namespace mlir::lift::loop {

/// The operands of an operation that is to be built, and expressions over them.
class OperandExprs {
public:
  /// The symbol of `value`, which becomes an operand; 0 for none.
  Expr use(Value value);
  /// Expressions of another operation, whose operands become operands.
  SmallVector<Expr> use(ExprsAttr exprs, ValueRange exprOperands);

  ValueRange getOperands() const { return operands; }

private:
  SmallVector<Value> operands;
};

/// The expressions of `op`, and the operands that they are over; null if it has
/// none.
std::pair<ExprsAttr, ValueRange> getExprs(Operation *op);
void setExprs(Operation *op, ExprsAttr exprs, ValueRange operands);
void setExprs(Operation *op, ArrayRef<Expr> exprs,
              const OperandExprs &operands);

/// The operand that each expression is; null where it is none.
SmallVector<Value> getPlain(ExprsAttr exprs, ValueRange operands);
/// The loop whose trips have this number, or null.
ForOp getLoop(Value index);
/// The id that a loop starts from, or null.
IdOp getFirstId(ForOp loop);

IndexOp createIndex(OpBuilder &builder, Location loc, IndexKind kind,
                    ArrayRef<Expr> exprs, const OperandExprs &operands);
/// A branch without content.
IfOp createBranch(OpBuilder &builder, Location loc, ArrayRef<IndexTest> tests,
                  const OperandExprs &operands);

/// Erases what has no effect, and results that nobody uses.
void eraseUnused(KernelOp kernel);

} // namespace mlir::lift::loop

#endif // LIFTDIALECT_LOOP_OPERANDEXPRS_H
