//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/BufferAccess.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;

std::optional<BufferAccess> BufferAccess::get(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return BufferAccess{load.getMemRef(), load.getIndices(), {}, {}, {}};
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return BufferAccess{
        store.getMemRef(), store.getIndices(), {}, store.getValue(), {}};
  if (auto update = dyn_cast<memref::AtomicRMWOp>(op))
    return BufferAccess{
        update.getMemref(), update.getIndices(), {}, update.getValue(), {}};
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return BufferAccess{load.getBase(),
                        load.getIndices(),
                        load.getVectorType(),
                        {},
                        load.getAlignment()};
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return BufferAccess{store.getBase(), store.getIndices(),
                        store.getVectorType(), store.getValueToStore(),
                        store.getAlignment()};
  return std::nullopt;
}
