//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the placement of barriers: see BarrierPlacement.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_WORKITEMS_BARRIERPLACEMENT_H
#define LIFT_LIB_WORKITEMS_BARRIERPLACEMENT_H

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/LiftOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::lift {

/// Places the barriers that a kernel lacks.
class BarrierPlacement {
public:
  /// `unsafeMapping`: where a barrier can not be, that is a warning.
  BarrierPlacement(loop::KernelOp kernel, ThreadDependence &dependence,
                   bool unsafeMapping = false, bool analyzesIndices = true)
      : kernel(kernel), unsafeMapping(unsafeMapping), dependence(dependence),
        builder(kernel.getContext()), analyzesIndices(analyzesIndices) {}

  /// Inserts them and returns how many; reports if one would be in control flow
  /// that not all work-items of a group go through.
  FailureOr<unsigned> place();
  /// How many place() would insert; nothing if it would fail. May be asked
  /// again after accesses have got another buffer.
  std::optional<unsigned> countMissing();

private:
  using Accesses = SmallVector<MemoryAccess>;
  /// Accesses by their operations. However many ways lead from one to here,
  /// what it may conflict with is the same.
  using Pending = llvm::MapVector<Operation *, MemoryAccess>;

  /// Two accesses between which a barrier must be.
  struct Conflict {
    MemoryAccess first;
    MemoryAccess second;
  };
  /// The memories that a barrier must order, and one reason for each.
  struct Fence {
    std::optional<Conflict> local;
    std::optional<Conflict> global;
    bool isNeeded() const { return local || global; }
  };

  /// Goes through a block that all work-items go through together. `pending`
  /// has what is unordered before it, and then what is after it.
  LogicalResult visitBlock(Block &block, Pending &pending);
  LogicalResult visitUniformRegions(Operation *op, Pending &pending);
  LogicalResult visitLoop(loop::ForOp loop, Pending &pending);
  /// Finds the buffers through which work-items communicate: those that the
  /// kernel both reads and writes. What is only written is the value of a
  /// program in which each element is computed once.
  void findCommunication();
  /// All accesses of `op` to such buffers.
  Accesses getAccesses(Operation *op);
  /// The accesses of a block from `op` on that no barrier stands before.
  Accesses getAccessesBeforeBarrier(Block::iterator op);
  /// What must be ordered between the two; `after` is in a later trip of `loop`
  /// if there is one.
  bool mayConflict(const MemoryAccess &first, const MemoryAccess &second,
                   loop::ForOp loop);
  Fence getFence(const Pending &before, ArrayRef<MemoryAccess> after,
                 loop::ForOp loop = {});
  static void add(ArrayRef<MemoryAccess> accesses, Pending &pending);
  /// Removes what `barrier` orders.
  static void removeOrdered(BarrierOp barrier, Pending &pending);
  /// Inserts what is missing in the kernel.
  LogicalResult visitKernel();
  void insertBarrier(Operation *before, const Fence &fence, Pending &pending);
  /// The remark that says why there is a barrier.
  void report(BarrierOp barrier, const Conflict &conflict);
  /// Reports the barriers from number `first` on, which stand in a branch.
  LogicalResult checkBranch(Operation *branch, size_t first);
  /// Reports accesses that would need a barrier where none can be.
  LogicalResult checkInside(Operation *op, ArrayRef<MemoryAccess> accesses);

  loop::KernelOp kernel;
  bool unsafeMapping;
  ThreadDependence &dependence;
  OpBuilder builder;
  bool analyzesIndices;
  bool reportsErrors = true;
  DenseSet<Value> communicating;
  SmallVector<BarrierOp> placed;
};

} // namespace mlir::lift

#endif // LIFT_LIB_WORKITEMS_BARRIERPLACEMENT_H
