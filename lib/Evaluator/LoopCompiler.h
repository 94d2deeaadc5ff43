//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares LoopCompiler: kernels in loop form as instructions. See
// LoopDialect.td for what they mean.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EVALUATOR_LOOPCOMPILER_H
#define LIFT_LIB_EVALUATOR_LOOPCOMPILER_H

#include "Compiler.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "LoopProgram.h"

namespace mlir::lift::evaluator {

class LoopCompiler {
public:
  explicit LoopCompiler(Compiler &compiler) : compiler(compiler) {}

  LogicalResult compileKernel(loop::KernelOp op, Code &code);

private:
  /// What a value of the kernel is in memory: an array, and the path there of
  /// element (@d0, @d1, ...), over registers.
  struct Buffer {
    Place array;
    SmallVector<Expr> path;
  };

  LogicalResult compileBlock(Block &block, Code &code);
  LogicalResult compileOp(Operation &op, Code &code);
  LogicalResult compileAlloc(loop::AllocOp op, Code &code);
  LogicalResult compileView(loop::ViewOp op);
  LogicalResult compileAccess(Operation *op, Value buffer,
                              OperandRange operands, loop::ExprsAttr path,
                              Value value, bool isStore, Code &code);
  LogicalResult compileIndex(loop::IndexOp op, Code &code);
  LogicalResult compileIf(loop::IfOp op, Code &code);
  LogicalResult compileFor(loop::ForOp op, Code &code);
  LogicalResult compileWhile(loop::WhileOp op, Code &code);
  LogicalResult compileTest(loop::WhileOp op, LoopPlan &plan);
  /// Scalars, states and the body of a loop.
  template <typename Loop>
  LogicalResult compileTrips(Loop op, LoopPlan &plan);
  FailureOr<LoopState> compileState(Operation *op, Value buffer, Value current,
                                    Value next);

  /// A buffer of its own that has the shape of `type`.
  FailureOr<Place> makeBuffer(Operation *op, Type type);
  void bindWhole(Value value, const Place &array);
  AccessPlan makeAccess(const Buffer &buffer, ArrayRef<Expr> path, Slot value,
                        bool isStore);
  void addAccess(Operation *op, AccessPlan plan, Code &code);
  FailureOr<Place> makeScalar(Operation *op, Value value);
  /// Expressions of an operation, over registers; `@lane` is `lane`.
  SmallVector<Expr> getExprs(loop::ExprsAttr exprs, OperandRange operands,
                             std::optional<Slot> lane = std::nullopt);
  IndexCode compileExpr(const Expr &expr);
  void appendExpr(const Expr &expr, IndexCode &code);
  void appendPolynomial(ArrayRef<Monomial> terms, IndexCode &code);

  Compiler &compiler;
  DenseMap<Value, Buffer> buffers;
  /// A name in an expression that has no value, if there was one.
  std::string unknownName;
};

} // namespace mlir::lift::evaluator

#endif // LIFT_LIB_EVALUATOR_LOOPCOMPILER_H
