//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lets local buffers share storage. A buffer lives from the first
// statement that uses it to the last, in the innermost block that has all its
// uses: what a kernel reads, it has written in the same trip of the loops
// around.
//
// Buffers whose lives are apart share if that takes no further barrier. The
// largest come first, so that smaller ones find room in them.
//
//===----------------------------------------------------------------------===//

#include "BarrierPlacement.h"
#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/WorkItems/Passes.h"
#include "Rows.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {
#define GEN_PASS_DEF_SHAREBUFFERSPASS
#include "LiftDialect/WorkItems/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {

/// A buffer and the operations that use it.
struct LocalBuffer {
  loop::AllocOp alloc;
  SmallVector<Operation *> users;
  int64_t numNumbers;

  int64_t getNumBytes() const {
    return numNumbers * getElementBytes(getNumberType(alloc));
  }
};

/// Buffers that are stored in the same memory, the largest first.
using Storage = SmallVector<LocalBuffer>;

class BufferSharing {
public:
  BufferSharing(loop::KernelOp kernel, ThreadDependence &dependence)
      : kernel(kernel), dependence(dependence), placement(kernel, dependence) {}

  /// Returns how many buffers have gone.
  FailureOr<unsigned> run(std::optional<int64_t> localMemory);

private:
  /// The buffers of which nothing comes from an earlier trip, the largest
  /// first.
  SmallVector<LocalBuffer> collectBuffers();
  /// Lets the buffers of `added` be in `storage`, too, if their lives allow it,
  /// and not more than `maxBarriers` are missing then.
  bool tryMerge(Storage &storage, const Storage &added, unsigned maxBarriers);
  /// Makes one buffer of all that share.
  void mergeAllocs(const Storage &storage);

  loop::KernelOp kernel;
  ThreadDependence &dependence;
  BarrierPlacement placement;
  /// What all local buffers take.
  int64_t numBytes = 0;
};

struct ShareBuffersPass final
    : lift::impl::ShareBuffersPassBase<ShareBuffersPass> {
  using Base::Base;

  void runOnOperation() override {
    std::optional<int64_t> localMemory = getLocalMemoryLimit(getOperation());
    for (auto kernel : getOperation().getOps<loop::KernelOp>()) {
      if (failed(checkIsDistributed(kernel)))
        return signalPassFailure();
      FailureOr<unsigned> shared =
          BufferSharing(kernel, getChildAnalysis<ThreadDependence>(kernel))
              .run(localMemory);
      if (failed(shared))
        return signalPassFailure();
      numShared += *shared;
    }
  }
};

} // namespace

/// The innermost block that all operations are in.
static Block *getCommonBlock(ArrayRef<Operation *> ops) {
  Block *block = ops.front()->getBlock();
  while (!llvm::all_of(
      ops, [&](Operation *op) { return block->findAncestorOpInBlock(*op); }))
    block = block->getParentOp()->getBlock();
  return block;
}

/// Whether one buffer is last used before the other is first.
static bool liveApart(const LocalBuffer &one, const LocalBuffer &other) {
  Block *block = getCommonBlock(
      llvm::to_vector(llvm::concat<Operation *const>(one.users, other.users)));
  auto isBefore = [&](ArrayRef<Operation *> first, ArrayRef<Operation *> next) {
    return llvm::all_of(first, [&](Operation *op) {
      Operation *statement = block->findAncestorOpInBlock(*op);
      return llvm::all_of(next, [&](Operation *later) {
        return statement->isBeforeInBlock(block->findAncestorOpInBlock(*later));
      });
    });
  };
  return isBefore(one.users, other.users) || isBefore(other.users, one.users);
}

SmallVector<LocalBuffer> BufferSharing::collectBuffers() {
  // What is read before it is written comes from there.
  DenseSet<Value> written, readFirst;
  SmallVector<loop::AllocOp> allocs;
  kernel.walk([&](Operation *op) {
    if (auto store = dyn_cast<loop::StoreOp>(op))
      written.insert(store.getBuffer());
    else if (auto alloc = dyn_cast<loop::AllocOp>(op))
      allocs.push_back(alloc);
    else if (auto load = dyn_cast<loop::LoadOp>(op);
             load && !written.contains(load.getBuffer()))
      readFirst.insert(load.getBuffer());
  });
  SmallVector<LocalBuffer> buffers;
  for (loop::AllocOp alloc : allocs) {
    std::optional<int64_t> numNumbers = getNumNumbers(alloc);
    if (alloc.getType().getSpace() != AddressSpace::Local || !numNumbers)
      continue;
    LocalBuffer buffer{alloc, llvm::to_vector(alloc->getUsers()), *numNumbers};
    numBytes += buffer.getNumBytes();
    if (!buffer.users.empty() && !readFirst.contains(alloc))
      buffers.push_back(std::move(buffer));
  }
  llvm::stable_sort(buffers, [](const LocalBuffer &a, const LocalBuffer &b) {
    return a.getNumBytes() > b.getNumBytes();
  });
  return buffers;
}

bool BufferSharing::tryMerge(Storage &storage, const Storage &added,
                             unsigned maxBarriers) {
  for (const LocalBuffer &one : storage)
    for (const LocalBuffer &other : added)
      if (getNumberType(one.alloc) != getNumberType(other.alloc) ||
          !liveApart(one, other))
        return false;
  auto moveTo = [&](loop::AllocOp memory) {
    for (const LocalBuffer &buffer : added)
      dependence.setStorage(buffer.alloc, memory);
  };
  moveTo(storage.front().alloc);
  std::optional<unsigned> missing = placement.countMissing();
  if (!missing || *missing > maxBarriers) {
    moveTo(added.front().alloc);
    return false;
  }
  numBytes -= added.front().getNumBytes();
  llvm::append_range(storage, added);
  return true;
}

void BufferSharing::mergeAllocs(const Storage &storage) {
  SmallVector<Operation *> users;
  for (const LocalBuffer &buffer : storage)
    llvm::append_range(users, buffer.users);
  const LocalBuffer &largest = storage.front();
  OpBuilder builder = OpBuilder::atBlockBegin(getCommonBlock(users));
  Value row = createRow(builder, largest.alloc->getLoc(), largest.numNumbers,
                        getNumberType(largest.alloc), AddressSpace::Local);
  for (const LocalBuffer &buffer : storage) {
    for (Operation *user : buffer.users)
      moveToRow(user, buffer.alloc, row);
    buffer.alloc->erase();
  }
}

FailureOr<unsigned> BufferSharing::run(std::optional<int64_t> localMemory) {
  SmallVector<LocalBuffer> buffers = collectBuffers();
  if (buffers.size() < 2)
    return 0u;
  std::optional<unsigned> missing = placement.countMissing();
  if (!missing)
    return 0u;
  SmallVector<Storage> storages;
  for (const LocalBuffer &buffer : buffers) {
    Storage added = {buffer};
    if (llvm::none_of(storages, [&](Storage &storage) {
          return tryMerge(storage, added, *missing);
        }))
      storages.push_back(added);
  }
  auto isShort = [&] { return localMemory && numBytes > *localMemory; };
  bool addsBarriers = false;
  for (size_t i = 0; i < storages.size(); ++i)
    for (size_t k = i + 1; k < storages.size() && isShort();) {
      if (tryMerge(storages[i], storages[k],
                   std::numeric_limits<unsigned>::max())) {
        storages.erase(storages.begin() + k);
        addsBarriers = true;
      } else {
        ++k;
      }
    }
  if (addsBarriers && failed(placement.place()))
    return failure();
  // Each in front of those before.
  for (const Storage &storage : llvm::reverse(storages))
    if (storage.size() > 1)
      mergeAllocs(storage);
  return buffers.size() - storages.size();
}
