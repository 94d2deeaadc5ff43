//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares expressions over the operands of operations that are
// rewritten.
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
  SmallVector<Expr> use(loop::ExprsAttr exprs, ValueRange exprOperands);

  ValueRange getOperands() const { return operands; }

private:
  SmallVector<Value> operands;
};

/// The expressions of `op`, and the operands that they are over; null if it has
/// none.
std::pair<loop::ExprsAttr, ValueRange> getExprs(Operation *op);
void setExprs(Operation *op, loop::ExprsAttr exprs, ValueRange operands);
void setExprs(Operation *op, ArrayRef<Expr> exprs,
              const OperandExprs &operands);

/// The operand that each expression is; null where it is none.
SmallVector<Value> getPlain(loop::ExprsAttr exprs, ValueRange operands);
/// The loop whose trips have this number, or null.
loop::ForOp getLoop(Value index);

loop::IndexOp createIndex(OpBuilder &builder, Location loc,
                          loop::IndexKind kind, ArrayRef<Expr> exprs,
                          const OperandExprs &operands);
/// A branch without content.
loop::IfOp createBranch(OpBuilder &builder, Location loc,
                        ArrayRef<IndexTest> tests,
                        const OperandExprs &operands);

} // namespace mlir::lift::loop

#endif // LIFTDIALECT_LOOP_OPERANDEXPRS_H
