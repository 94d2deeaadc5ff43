//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
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
#include "LiftDialect/GPU/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::lift {
#define GEN_PASS_DEF_SHAREBUFFERSPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {

/// A buffer and the operations that use it.
struct LocalBuffer {
  BlockArgument value;
  SmallVector<OpOperand *> uses;
  MemRefType getType() const { return cast<MemRefType>(value.getType()); }
};

/// What several buffers are stored in: the largest of them, which is the first.
using Storage = SmallVector<LocalBuffer>;

class BufferSharing {
public:
  BufferSharing(gpu::GPUFuncOp func, ThreadDependence &dependence)
      : func(func), placement(func, dependence) {}

  /// Returns how many buffers have gone.
  FailureOr<unsigned> run(std::optional<int64_t> localMemory);

private:
  /// The buffers whose uses are all known, the largest first.
  SmallVector<LocalBuffer> collectBuffers();
  /// Moves the buffers of `added` to `storage` if their lives allow it, and not
  /// more than `maxBarriers` are missing then.
  bool tryMerge(Storage &storage, const Storage &added, unsigned maxBarriers);

  gpu::GPUFuncOp func;
  BarrierPlacement placement;
};

struct ShareBuffersPass final
    : lift::impl::ShareBuffersPassBase<ShareBuffersPass> {
  using Base::Base;

  void runOnOperation() override {
    std::optional<int64_t> localMemory = getLocalMemoryLimit(getOperation());
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      FailureOr<unsigned> shared =
          BufferSharing(func, getChildAnalysis<ThreadDependence>(func))
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

static SmallVector<Operation *> getUsers(const LocalBuffer &buffer) {
  return llvm::map_to_vector(buffer.uses,
                             [](OpOperand *use) { return use->getOwner(); });
}

/// Whether one buffer is last used before the other is first.
static bool liveApart(const LocalBuffer &one, const LocalBuffer &other) {
  SmallVector<Operation *> users = getUsers(one), others = getUsers(other);
  Block *block =
      getCommonBlock(llvm::to_vector(llvm::concat<Operation *>(users, others)));
  auto isBefore = [&](ArrayRef<Operation *> first, ArrayRef<Operation *> next) {
    return llvm::all_of(first, [&](Operation *op) {
      Operation *statement = block->findAncestorOpInBlock(*op);
      return llvm::all_of(next, [&](Operation *later) {
        return statement->isBeforeInBlock(block->findAncestorOpInBlock(*later));
      });
    });
  };
  return isBefore(users, others) || isBefore(others, users);
}

SmallVector<LocalBuffer> BufferSharing::collectBuffers() {
  // What is read first has come from an earlier trip.
  DenseSet<Value> written, readFirst;
  func.walk([&](Operation *op) {
    if (auto store = dyn_cast<memref::StoreOp>(op))
      written.insert(store.getMemRef());
    else if (auto store = dyn_cast<vector::StoreOp>(op))
      written.insert(store.getBase());
    else
      for (Value operand : op->getOperands())
        if (!written.contains(operand))
          readFirst.insert(operand);
  });
  SmallVector<LocalBuffer> buffers;
  for (BlockArgument value : func.getWorkgroupAttributions()) {
    bool isKnown = llvm::all_of(value.getUsers(), [](Operation *user) {
      return isa<memref::LoadOp, memref::StoreOp, vector::LoadOp,
                 vector::StoreOp>(user);
    });
    auto type = cast<MemRefType>(value.getType());
    if (value.use_empty() || !isKnown || readFirst.contains(value) ||
        type.getRank() != 1 || !type.hasStaticShape() ||
        !type.getLayout().isIdentity())
      continue;
    LocalBuffer &buffer = buffers.emplace_back(LocalBuffer{value, {}});
    for (OpOperand &use : value.getUses())
      buffer.uses.push_back(&use);
  }
  llvm::stable_sort(buffers, [](const LocalBuffer &a, const LocalBuffer &b) {
    return getNumBytes(a.getType()) > getNumBytes(b.getType());
  });
  return buffers;
}

bool BufferSharing::tryMerge(Storage &storage, const Storage &added,
                             unsigned maxBarriers) {
  for (const LocalBuffer &one : storage)
    for (const LocalBuffer &other : added)
      if (one.getType().getElementType() != other.getType().getElementType() ||
          !liveApart(one, other))
        return false;
  auto moveTo = [&](BlockArgument memory) {
    for (const LocalBuffer &buffer : added)
      for (OpOperand *use : buffer.uses)
        use->set(memory);
  };
  moveTo(storage.front().value);
  std::optional<unsigned> missing = placement.countMissing();
  if (!missing || *missing > maxBarriers) {
    moveTo(added.front().value);
    return false;
  }
  llvm::append_range(storage, added);
  return true;
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
  auto isShort = [&] {
    int64_t total = 0;
    for (BlockArgument value : func.getWorkgroupAttributions())
      if (!value.use_empty())
        total += getNumBytes(cast<MemRefType>(value.getType()));
    return localMemory && total > *localMemory;
  };
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
  unsigned numShared = buffers.size() - storages.size();
  if (numShared != 0)
    eraseUnusedLocalBuffers(func);
  return numShared;
}
