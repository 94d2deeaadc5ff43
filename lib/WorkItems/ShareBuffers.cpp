//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lets local buffers share storage, and private ones that are in
// memory. A buffer lives from the first statement that uses it to the last, in
// the innermost block that has all its uses: what a kernel reads, it has
// written in the same trip of the loops around.
//
// Buffers whose lives are apart share, local ones if that takes no further
// barrier. The largest come first, so that smaller ones find room in them.
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
struct SharedBuffer {
  loop::AllocOp alloc;
  SmallVector<Operation *> users;
  int64_t numNumbers;

  int64_t getNumBytes() const {
    return numNumbers * getElementBytes(getNumberType(alloc));
  }
};

/// Buffers that are stored in the same memory, the largest first.
using Storage = SmallVector<SharedBuffer>;

class BufferSharing {
public:
  BufferSharing(loop::KernelOp kernel, ThreadDependence &dependence)
      : kernel(kernel), dependence(dependence), placement(kernel, dependence) {}

  /// These return how many buffers have gone.
  FailureOr<unsigned> shareLocal(std::optional<int64_t> localMemory);
  unsigned sharePrivate();

private:
  /// The buffers of a space of which nothing comes from an earlier trip, the
  /// largest first.
  SmallVector<SharedBuffer> collectBuffers(AddressSpace space);
  /// Lets buffers be in the memory of their storage, if not more than
  /// `maxBarriers` are missing then.
  bool tryAll(ArrayRef<Storage> storages, unsigned maxBarriers);
  /// Storages with the first that allows it for each buffer in turn.
  SmallVector<Storage> mergeOneByOne(ArrayRef<SharedBuffer> buffers,
                                     unsigned maxBarriers);
  /// Lets the buffers of `added` be in `storage`, too, if their lives allow it,
  /// and not more than `maxBarriers` are missing then.
  bool tryMerge(Storage &storage, const Storage &added, unsigned maxBarriers);
  /// The same with the first of some storages that allows it.
  bool tryMergeWithAny(MutableArrayRef<Storage> storages, const Storage &added,
                       unsigned maxBarriers);

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
      BufferSharing sharing(kernel, getChildAnalysis<ThreadDependence>(kernel));
      FailureOr<unsigned> shared = sharing.shareLocal(localMemory);
      if (failed(shared))
        return signalPassFailure();
      numShared += *shared + sharing.sharePrivate();
    }
  }
};

} // namespace

/// Whether one buffer is last used before the other is first.
static bool liveApart(const SharedBuffer &one, const SharedBuffer &other) {
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

SmallVector<SharedBuffer> BufferSharing::collectBuffers(AddressSpace space) {
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
  SmallVector<SharedBuffer> buffers;
  for (loop::AllocOp alloc : allocs) {
    std::optional<int64_t> numNumbers = getNumNumbers(alloc);
    if (alloc.getType().getSpace() != space || !numNumbers)
      continue;
    SharedBuffer buffer{alloc, llvm::to_vector(alloc->getUsers()), *numNumbers};
    if (space == AddressSpace::Local)
      numBytes += buffer.getNumBytes();
    if (!buffer.users.empty() && !readFirst.contains(alloc))
      buffers.push_back(std::move(buffer));
  }
  llvm::stable_sort(buffers, [](const SharedBuffer &a, const SharedBuffer &b) {
    return a.getNumBytes() > b.getNumBytes();
  });
  return buffers;
}

/// Whether buffers of numbers of one type are never in use at the same time.
static bool canShare(ArrayRef<SharedBuffer> storage,
                     ArrayRef<SharedBuffer> added) {
  return llvm::all_of(storage, [&](const SharedBuffer &one) {
    return llvm::all_of(added, [&](const SharedBuffer &other) {
      return getNumberType(one.alloc) == getNumberType(other.alloc) &&
             liveApart(one, other);
    });
  });
}

/// Each buffer in the first storage whose buffers it can share with.
static SmallVector<Storage> groupByLives(ArrayRef<SharedBuffer> buffers) {
  SmallVector<Storage> storages;
  for (const SharedBuffer &buffer : buffers) {
    auto *storage = llvm::find_if(storages, [&](const Storage &storage) {
      return canShare(storage, buffer);
    });
    if (storage == storages.end())
      storages.push_back({buffer});
    else
      storage->push_back(buffer);
  }
  return storages;
}

bool BufferSharing::tryAll(ArrayRef<Storage> storages, unsigned maxBarriers) {
  auto moveAll = [&](bool areShared) {
    for (const Storage &storage : storages)
      for (const SharedBuffer &buffer : storage)
        dependence.setStorage(buffer.alloc,
                              areShared ? storage.front().alloc : buffer.alloc);
  };
  moveAll(/*areShared=*/true);
  std::optional<unsigned> missing = placement.countMissing();
  if (!missing || *missing > maxBarriers) {
    moveAll(/*areShared=*/false);
    return false;
  }
  for (const Storage &storage : storages)
    for (const SharedBuffer &buffer : llvm::drop_begin(storage))
      numBytes -= buffer.getNumBytes();
  return true;
}

bool BufferSharing::tryMerge(Storage &storage, const Storage &added,
                             unsigned maxBarriers) {
  if (!canShare(storage, added))
    return false;
  auto moveTo = [&](loop::AllocOp memory) {
    for (const SharedBuffer &buffer : added)
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

bool BufferSharing::tryMergeWithAny(MutableArrayRef<Storage> storages,
                                    const Storage &added,
                                    unsigned maxBarriers) {
  // Of many reductions with the same steps, each would try the memory of all
  // others.
  constexpr unsigned kMostTries = 8;
  auto mayShare = llvm::make_filter_range(
      storages, [&](Storage &storage) { return canShare(storage, added); });
  unsigned tries = 0;
  return llvm::any_of(mayShare, [&](Storage &storage) {
    return tries++ < kMostTries && tryMerge(storage, added, maxBarriers);
  });
}

SmallVector<Storage>
BufferSharing::mergeOneByOne(ArrayRef<SharedBuffer> buffers,
                             unsigned maxBarriers) {
  SmallVector<Storage> storages;
  for (const SharedBuffer &buffer : buffers) {
    Storage added = {buffer};
    if (!tryMergeWithAny(storages, added, maxBarriers))
      storages.push_back(added);
  }
  return storages;
}

/// Makes one buffer of all that share.
static void mergeAllocs(const Storage &storage) {
  SmallVector<Operation *> users;
  for (const SharedBuffer &buffer : storage)
    llvm::append_range(users, buffer.users);
  const SharedBuffer &largest = storage.front();
  loop::AllocOp alloc = largest.alloc;
  OpBuilder builder = OpBuilder::atBlockBegin(getCommonBlock(users));
  Value row = createRow(builder, alloc.getLoc(), largest.numNumbers,
                        getNumberType(alloc), alloc.getType().getSpace());
  for (const SharedBuffer &buffer : storage) {
    for (Operation *user : buffer.users)
      moveToRow(user, buffer.alloc, row);
    buffer.alloc->erase();
  }
}

static void mergeAllocs(ArrayRef<Storage> storages) {
  // Each in front of those before.
  for (const Storage &storage : llvm::reverse(storages))
    if (storage.size() > 1)
      mergeAllocs(storage);
}

/// Whether each trip of the loops that have all uses of a buffer has its own:
/// nothing comes from an earlier one.
static bool isFresh(const SharedBuffer &buffer) {
  Block *block = getCommonBlock(buffer.users);
  loop::AllocOp alloc = buffer.alloc;
  for (; block != alloc->getBlock(); block = block->getParentOp()->getBlock())
    if (!isa<loop::IfOp>(block->getParentOp()))
      return false;
  return true;
}

unsigned BufferSharing::sharePrivate() {
  SmallVector<SharedBuffer> buffers = collectBuffers(AddressSpace::Private);
  // Those that may be in registers take no memory, and would be in memory if
  // one of them is.
  llvm::erase_if(buffers, [](const SharedBuffer &buffer) {
    return buffer.numNumbers <= kMaxRegisters || !isFresh(buffer);
  });
  SmallVector<Storage> storages = groupByLives(buffers);
  mergeAllocs(storages);
  return buffers.size() - storages.size();
}

FailureOr<unsigned>
BufferSharing::shareLocal(std::optional<int64_t> localMemory) {
  SmallVector<SharedBuffer> buffers = collectBuffers(AddressSpace::Local);
  if (buffers.size() < 2)
    return 0u;
  std::optional<unsigned> missing = placement.countMissing();
  if (!missing)
    return 0u;
  // Counting takes long; most often all that can share may.
  SmallVector<Storage> storages = groupByLives(buffers);
  if (!tryAll(storages, *missing))
    storages = mergeOneByOne(buffers, *missing);
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
  mergeAllocs(storages);
  return buffers.size() - storages.size();
}
