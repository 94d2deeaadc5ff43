//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what has to be known about a kernel before printing it:
// which values anybody needs, and what may move past what.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIB_TARGET_OPENCL_KERNELFACTS_H
#define LIFTDIALECT_LIB_TARGET_OPENCL_KERNELFACTS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::lift::opencl {

class KernelFacts {
public:
  explicit KernelFacts(gpu::GPUFuncOp kernel);

  /// Whether something with an effect depends on the value. A value carried by
  /// a loop is alive only if it is used for more than computing itself.
  bool isLive(Value value) const { return liveValues.contains(value); }
  /// Whether the op has an effect, or a live result.
  bool isLive(Operation *op) const { return liveOps.contains(op); }

  /// The one use of `value` by a live op, or null if it has none or several.
  OpOperand *getOnlyLiveUse(Value value) const;

  /// Whether nothing between two ops of one block writes or waits.
  bool isQuietBetween(Operation *from, Operation *to) const {
    return epochs.lookup(from) == epochs.lookup(to);
  }

  /// Whether the kernel has barriers, and several branches, or one with an
  /// unrolled loop.
  bool hasBranchesBesideBarriers() const { return branchesBesideBarriers; }

  /// The largest alignment that a vector access to `memref` relies on, or 0.
  int64_t getUsedAlignment(Value memref) const;

private:
  void markLive(Value value);
  void markLive(Operation *op);
  void countEpochs(Block &block);

  llvm::DenseSet<Value> liveValues;
  llvm::DenseSet<Operation *> liveOps;
  SmallVector<Value> worklist;
  bool branchesBesideBarriers = false;
  /// How many ops with an effect come before an op in its block.
  llvm::DenseMap<Operation *, unsigned> epochs;
};

bool isBarrier(Operation *op);
/// Whether a barrier is in the op.
bool hasBarrier(Operation *op);

/// Whether an op neither writes memory nor synchronises. Allocations count as
/// harmless.
bool isQuiet(Operation *op);

} // namespace mlir::lift::opencl

#endif // LIFTDIALECT_LIB_TARGET_OPENCL_KERNELFACTS_H
