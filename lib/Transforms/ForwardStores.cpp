//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads of elements that the same work-item has just stored become the stored
// values, and buffers that nobody reads are not written.
//
//===----------------------------------------------------------------------===//

#include "MergeReads.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether a buffer is memory of its own: a state of a loop is that of its
/// initial value.
static bool isOwnMemory(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  return argument ? isa<loop::KernelOp>(argument.getOwner()->getParentOp())
                  : isa<loop::AllocOp>(buffer.getDefiningOp());
}

/// Whether a read is of the element that was stored, as it was stored. Equal
/// indices are the same values.
static bool readsStored(loop::LoadOp load, loop::StoreOp store) {
  return load.getPath() == store.getPath() &&
         load.getIndices() == store.getIndices() &&
         load.getType() == store.getValue().getType();
}

/// In a block, between a store and a read of the same element that nothing
/// stands between that may store to the buffer, no other work-item stores
/// there either: it would be a race.
static unsigned forwardInBlock(Block &block) {
  DenseMap<Value, loop::StoreOp> stored;
  unsigned count = 0;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto store = dyn_cast<loop::StoreOp>(op)) {
      if (isOwnMemory(store.getBuffer()) && !store.getAtomic())
        stored[store.getBuffer()] = store;
      else
        stored.clear();
      continue;
    }
    if (auto load = dyn_cast<loop::LoadOp>(op)) {
      auto store = stored.find(load.getBuffer());
      if (store == stored.end() || !readsStored(load, store->second))
        continue;
      load.replaceAllUsesWith(store->second.getValue());
      load.erase();
      ++count;
      continue;
    }
    if (op.getNumRegions() != 0 && op.walk([](loop::StoreOp) {
                                       return WalkResult::interrupt();
                                     }).wasInterrupted())
      stored.clear();
  }
  return count;
}

/// Erases a buffer that is written only.
static void eraseIfUnread(loop::AllocOp alloc) {
  if (!llvm::all_of(alloc->getUsers(), llvm::IsaPred<loop::StoreOp>))
    return;
  for (Operation *store : llvm::make_early_inc_range(alloc->getUsers()))
    store->erase();
  alloc.erase();
}

unsigned lift::forwardStores(loop::KernelOp kernel) {
  unsigned count = 0;
  kernel->walk([&](Block *block) { count += forwardInBlock(*block); });
  SmallVector<loop::AllocOp> allocs;
  kernel->walk([&](loop::AllocOp alloc) { allocs.push_back(alloc); });
  llvm::for_each(allocs, eraseIfUnread);
  return count;
}
