//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the sizes of the tensors of a function as expressions. A
// dynamic dimension of an argument has a name of its own, until an operation
// asks for it to be as large as something else; what other tensors and numbers
// are, follows.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_TENSORSIZES_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_TENSORSIZES_H

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::lift {

/// Reports an assertion on data.
LogicalResult refuseAssertion(Operation *assertion);

class TensorSizes {
public:
  /// Reports a size that is no expression of the sizes of arguments, and sizes
  /// that contradict each other.
  static FailureOr<TensorSizes> get(func::FuncOp func, bool ignoreAssertions);

  /// The sizes of a tensor.
  SmallVector<Expr> getSizes(Value tensor) const;
  /// How often each loop of an operation runs.
  SmallVector<Expr> getLoops(linalg::LinalgOp op) const;
  /// What an integer is, if it is an expression of sizes.
  std::optional<Expr> getNumber(OpFoldResult value) const;
  /// Whether a condition holds, if that is known for all sizes.
  std::optional<bool> getTruth(Value condition) const;
  SmallVector<Expr> getNumbers(ArrayRef<OpFoldResult> values) const;
  /// What callers guarantee, beyond what the types say.
  ArrayRef<SizeConstraint> getRequirements() const { return requirements; }

private:
  /// The sizes that the operands of an operation say of its loops.
  void
  forEachLoop(linalg::LinalgOp op,
              function_ref<void(unsigned loop, const Expr &size)> visit) const;
  LogicalResult visit(Operation *op);
  LogicalResult visitLinalg(linalg::LinalgOp op);
  LogicalResult visitReshape(Operation *op);
  LogicalResult visitConcat(Operation *op);
  LogicalResult visitPad(Operation *op);
  LogicalResult visitSized(Operation *op);
  LogicalResult visitFreeReshape(Operation *op);
  /// What a loop carries keeps its sizes.
  LogicalResult visitLoop(scf::ForOp loop);
  void visitNumber(Operation *op);
  /// Whether an operation gives the same as on expressions: without wrapping,
  /// and rounding down. Required, where it must be.
  bool isExact(Operation *op, ArrayRef<Expr> operands);
  void visitComparison(arith::CmpIOp compare);
  /// Names the dynamic dimensions of an argument.
  void name(BlockArgument argument);
  /// The result has these sizes, and those that its type says.
  LogicalResult set(OpResult result, ArrayRef<Expr> sizes);
  /// The same, where there may be a size that is no expression.
  LogicalResult setMixed(OpResult result, ArrayRef<OpFoldResult> sizes);
  /// Two sizes are the same whenever `op` is right.
  LogicalResult equate(Operation *op, const Expr &lhs, const Expr &rhs);
  /// What `op` asserts; false if that is no relation of sizes.
  bool assume(Operation *op, Value condition);
  void require(ConstraintKind kind, const Expr &lhs, const Expr &rhs);
  Expr resolve(const Expr &size) const { return size.substitute(values); }

  bool ignoreAssertions = false;
  unsigned numNames = 0;
  DenseMap<Value, SmallVector<Expr>> tensors;
  DenseMap<Value, Expr> numbers;
  DenseMap<Value, bool> truths;
  /// The names that have turned out to be something else.
  std::map<std::string, Expr> values;
  SmallVector<SizeConstraint> requirements;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_TENSORSIZES_H
