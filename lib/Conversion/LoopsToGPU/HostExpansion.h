//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares HostExpansion, which writes the host function: tests of
// the preconditions, allocations and launches.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LOOPSTOGPU_HOSTEXPANSION_H
#define LIFT_LIB_CONVERSION_LOOPSTOGPU_HOSTEXPANSION_H

#include "IndexEmitter.h"
#include "KernelFrame.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Conversion/Passes.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {

/// Creates the function of the host that takes the place of `func`, before it:
/// buffers for arrays, and after the arguments an index for each size. The
/// builder stands in its body.
func::FuncOp createHostFunction(OpBuilder &builder, func::FuncOp func,
                                const SizeFacts &facts);

class HostExpansion {
public:
  HostExpansion(func::FuncOp func, const SizeFacts &facts,
                const ConvertLoopsToGPUPassOptions &options,
                OpBuilder &builder);

  /// Replaces `func` by a host function that launches kernels from `module`.
  LogicalResult lower(gpu::GPUModuleOp module);

private:
  void createFunction();
  void emitPreconditions();
  LogicalResult lowerKernel(loop::KernelOp kernel, gpu::GPUModuleOp module);
  LogicalResult lowerOp(Operation *op, gpu::GPUModuleOp module);
  Value emitArgument(const KernelArgument &argument,
                     SmallVectorImpl<Value> &results,
                     SmallVectorImpl<Value> &temporaries);
  LogicalResult lowerReturn(func::ReturnOp op);
  Value allocate(const Expr &numElements, Type elementType);
  Value allocate(MemRefType type, ValueRange sizes);
  void free(Value buffer);
  void emitAssert(Location loc, Value condition, const Twine &message);
  /// Tests that 32-bit indices reach a number, and says what it is the number
  /// of.
  void emitIndexWidthTest(const Expr &number, StringRef before,
                          StringRef after);
  /// The same for what the kernel's indices come up to; no test of less than
  /// another number that is tested.
  void emitIndexBoundTests(const std::set<Expr> &bounds);
  /// Tests that they count every element of an array that is never stored as a
  /// whole, too: one that views made.
  void emitViewSizeTests();
  /// Frees the results of earlier kernels that nothing uses after `kernel`.
  void freeAfter(loop::KernelOp kernel);

  func::FuncOp func;
  const SizeFacts &facts;
  /// The facts, and that no size is above the largest.
  Assumptions boundedFacts;
  const ConvertLoopsToGPUPassOptions &options;
  /// The most that an index of 32 bits may be.
  int64_t maxIndex;
  OpBuilder &builder;
  IndexEmitter indices;
  func::FuncOp host;
  llvm::StringMap<Value> sizes;
  /// Host values of the arguments and kernel results of `func`.
  DenseMap<Value, Value> values;
  std::set<Expr> tested;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LOOPSTOGPU_HOSTEXPANSION_H
