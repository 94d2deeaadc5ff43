//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where work-items wait for each other. In a loop over ids, they do for
//
//   * what is in memory that is allocated there, but not by one work-item for
//     itself: others have stored it;
//   * what is read and stored again, as the steps of a fold do, unless each
//     element is always with the same work-item: all accesses go, in some
//     dimension, to the number of a trip of a loop that is mapped in the same
//     way.
//
// In loops over global ids nobody waits: their work-items part.
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "OperandExprs.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;

namespace {
/// What a loop does with memory that is allocated around it.
struct Accesses {
  SmallVector<SmallVector<Value>> paths;
  bool isLoaded = false, isStored = false;
  /// The dimensions of local ids to which loops around accesses, but inside,
  /// are mapped.
  std::array<bool, kMaxLaunchDims> dims = {};
};
} // namespace

/// Whether both are numbers of trips of loops whose trips are with the same
/// work-items, in this dimension.
static bool isSameTrip(Value first, Value second, unsigned dim) {
  auto isMapped = [&](loop::ForOp loop) {
    MappingAttr mapping = loop ? loop.getMappingAttr() : MappingAttr();
    return mapping && mapping.getKind() == MappingKind::Lcl &&
           mapping.getDim() == dim;
  };
  loop::ForOp loop = getLoop(first), other = getLoop(second);
  return isMapped(loop) && isMapped(other) &&
         loop.getUpper() == other.getUpper();
}

/// Whether each element is with one work-item of dimension `dim`.
static bool isWithOne(const Accesses &accesses, unsigned dim) {
  ArrayRef<Value> first = accesses.paths.front();
  return llvm::any_of(llvm::seq(first.size()), [&](size_t k) {
    return llvm::all_of(accesses.paths, [&](ArrayRef<Value> path) {
      return isSameTrip(first[k], path[k], dim);
    });
  });
}

static bool isPassedOn(const Accesses &accesses) {
  if (!accesses.isLoaded || !accesses.isStored)
    return false;
  return llvm::any_of(llvm::seq(kMaxLaunchDims), [&](unsigned dim) {
    return accesses.dims[dim] && !isWithOne(accesses, dim);
  });
}

static bool isWaiting(loop::ForOp loop, const OwnBranches &branches) {
  if (loop.getMappingAttr().getKind() == MappingKind::Glb)
    return false;
  llvm::MapVector<Value, Accesses> buffers;
  auto add = [&](Operation *op, Value buffer) {
    Accesses &accesses = buffers[buffer];
    auto [path, operands] = getExprs(op);
    accesses.paths.push_back(getPlain(path, operands));
    (isa<loop::StoreOp>(op) ? accesses.isStored : accesses.isLoaded) = true;
    for (loop::ForOp around : getParallelLoops(op)) {
      MappingAttr mapping = around.getMappingAttr();
      if (loop->isProperAncestor(around) &&
          mapping.getKind() == MappingKind::Lcl)
        accesses.dims[mapping.getDim()] = true;
    }
  };
  auto isShared = [](loop::BufferType type) {
    return type.getSpace() != AddressSpace::Private;
  };
  auto isOwn = [&](Operation *op) {
    while ((op = op->getParentOp()) != loop)
      if (branches.contains(op))
        return true;
    return false;
  };
  WalkResult walk = loop.walk([&](Operation *op) {
    auto alloc = dyn_cast<loop::AllocOp>(op);
    if (alloc && isShared(alloc.getType()) && !isOwn(alloc))
      return WalkResult::interrupt();
    if (auto load = dyn_cast<loop::LoadOp>(op);
        load && isShared(load.getBuffer().getType()))
      add(load, load.getBuffer());
    else if (auto store = dyn_cast<loop::StoreOp>(op);
             store && isShared(store.getBuffer().getType()))
      add(store, store.getBuffer());
    return WalkResult::advance();
  });
  return walk.wasInterrupted() || llvm::any_of(buffers, [](const auto &pair) {
           return isPassedOn(pair.second);
         });
}

DenseSet<Operation *>
distribute_loops::findWaitingLoops(loop::KernelOp kernel,
                                   const OwnBranches &branches) {
  DenseSet<Operation *> waiting;
  kernel.walk([&](loop::ForOp loop) {
    if (isParallel(loop) && isWaiting(loop, branches))
      waiting.insert(loop);
  });
  return waiting;
}
