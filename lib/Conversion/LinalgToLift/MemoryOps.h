//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how operations on memory are seen as operations on
// tensors: all that they read is loaded first, and all that they store is
// stored at the end.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_MEMORYOPS_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_MEMORYOPS_H

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::lift {

/// Whether an operation is one of linalg on memory of the host.
bool isOnHostMemory(Operation *op);

/// Operations on memory that follow each other, each beside the operation on
/// tensors that stands for it. The operations on memory stay until `commit`.
class MemoryOps {
public:
  explicit MemoryOps(AliasAnalysis &aliases) : aliases(&aliases) {}

  /// Whether `op` reads what may be where one of these stores, by another name:
  /// that must be stored before.
  bool mustComeLater(linalg::LinalgOp op) const;

  /// Writes the operation on tensors before `op`, and what it loads and stores.
  linalg::LinalgOp add(linalg::LinalgOp op);
  /// Takes back the last `add`.
  void removeLast();

  bool empty() const { return added.empty(); }
  /// Erases what is stored where a later one stores.
  void removeHiddenStores();
  /// Moves what is stored behind `last`, and erases the operations on memory.
  void commit(Operation *last);
  /// Erases what `add` has written.
  void discard();

private:
  struct Added {
    linalg::LinalgOp original, onTensors;
    SmallVector<Operation *> loads, stores;
  };

  /// What is in memory: the result of the last of these that stores there.
  Value load(Value memref, OpBuilder &builder, Added &made);

  AliasAnalysis *aliases;
  SmallVector<Added> added;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_MEMORYOPS_H
