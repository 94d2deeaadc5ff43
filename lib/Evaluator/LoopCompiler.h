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

#include "AddressSlice.h"
#include "Compiler.h"
#include "LiftDialect/Evaluator/KernelTrace.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "LoopProgram.h"

namespace mlir::lift::evaluator {

/// A kernel that is traced, as a work-item runs it: only what its addresses
/// depend on is computed.
struct TracedKernel {
  TracedKernel(loop::KernelOp kernel, KernelTrace::Filter isTraced)
      : slice(kernel), isTraced(isTraced) {}

  AddressSlice slice;
  KernelTrace::Filter isTraced;
  std::vector<KernelTrace::TracedBuffer> buffers;
  /// The ids that the kernel uses, and their registers.
  std::vector<std::pair<loop::IdOp, Slot>> ids;
};

class LoopCompiler {
public:
  explicit LoopCompiler(Compiler &compiler, TracedKernel *traced = nullptr)
      : compiler(compiler), traced(traced) {}

  LogicalResult compileKernel(loop::KernelOp op, Code &code);

  /// As a work-item runs it. Inputs have the given places; an array of which
  /// the data is not known has none.
  LogicalResult compileTraced(loop::KernelOp op,
                              ArrayRef<std::optional<LeafStorage>> inputs,
                              Code &code);

private:
  /// What a value of the kernel is in memory: an array, and the path there of
  /// element (@d0, @d1, ...), over registers.
  struct ArrayPart {
    LeafStorage array;
    SmallVector<Expr> path;
    /// Of a buffer that is traced, its number; and whether its content is
    /// there.
    std::optional<unsigned> number;
    bool hasContent = true;
  };

  LogicalResult compileBlock(Block &block, Code &code);
  LogicalResult compileOp(Operation &op, Code &code);
  LogicalResult compileAlloc(loop::AllocOp op, Code &code);
  LogicalResult compileView(loop::ViewOp op);
  LogicalResult compileAccess(Operation *op, Value buffer,
                              OperandRange operands, loop::ExprsAttr path,
                              Value value, bool isStore, Code &code);
  FailureOr<ArrayPart> makeTracedBuffer(Operation *op, Value value,
                                        std::optional<LeafStorage> input);
  LogicalResult traceAlloc(loop::AllocOp op, Code &code);
  LogicalResult traceId(loop::IdOp op);
  LogicalResult traceAccess(Operation *op, Value buffer, OperandRange operands,
                            loop::ExprsAttr path, Value value, bool isStore,
                            Code &code);
  /// Whether this is computed.
  bool isNeeded(Value scalar) const {
    return !traced || traced->slice.needsValue(scalar);
  }
  bool isNeeded(Operation &op) const;
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
  FailureOr<LeafStorage> makeBuffer(Operation *op, Type type);
  void bindWhole(Value value, const LeafStorage &array);
  AccessPlan makeAccess(const ArrayPart &buffer, ArrayRef<Expr> path,
                        Slot value, bool isStore);
  void addAccess(Operation *op, AccessPlan plan, Code &code);
  FailureOr<LeafStorage> makeScalar(Operation *op, Value value);
  /// Expressions of an operation, over registers; `@lane` is `lane`.
  SmallVector<Expr> getExprs(loop::ExprsAttr exprs, OperandRange operands,
                             std::optional<Slot> lane = std::nullopt);
  /// The name of a register in expressions.
  Expr getRegisterSymbol(Slot slot);
  IndexCode compileExpr(const Expr &expr);
  void appendExpr(const Expr &expr, IndexCode &code);
  void appendPolynomial(ArrayRef<Monomial> terms, IndexCode &code);

  Compiler &compiler;
  TracedKernel *traced;
  DenseMap<Value, ArrayPart> buffers;
  /// The registers that names in expressions stand for.
  llvm::StringMap<Slot> registers;
  /// A name in an expression that has no value, if there was one.
  std::string unknownName;
};

} // namespace mlir::lift::evaluator

#endif // LIFT_LIB_EVALUATOR_LOOPCOMPILER_H
