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
//   * what is in memory that is allocated there, but not by each work-item for
//     itself, or by one: others have stored it;
//   * what is read and stored again, as the steps of a fold do, unless each
//     element is always with the same work-item: all accesses go, in some
//     dimension, to the number of a trip of a loop that is mapped in the same
//     way, or to the vector with that number, or are all the first's.
//
// In loops over global ids nobody waits: their work-items part.
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"

#include "LiftDialect/Loop/OperandExprs.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;
using namespace mlir::lift::loop;

namespace {
/// The part of a path that is `width` elements behind those of the trips
/// before.
struct Trips {
  loop::ForOp loop;
  Expr width;
};

/// What a loop does with memory that is allocated around it.
struct Accesses {
  SmallVector<SmallVector<Trips>> paths;
  bool isLoaded = false, isStored = false;
  /// The dimensions of local ids to which loops around accesses, but inside,
  /// are mapped.
  std::array<bool, kMaxLaunchDims> dims = {};
  /// Those in which the first work-item makes all accesses.
  std::array<bool, kMaxLaunchDims> ofFirst = {true, true, true};
};
} // namespace

/// The trips that `expr`, part of the path to so many lanes, counts; no loop if
/// it does not, or if lanes of two trips are the same elements.
static Trips getTrips(const Expr &expr, ValueRange operands, int64_t lanes) {
  Expr lane = loop::getLaneSymbol();
  bool hasLanes = expr.mentions(*lane.getName());
  Expr start = hasLanes ? expr - lane : expr;
  Expr width = hasLanes ? lanes : 1;
  for (auto [number, operand] : llvm::enumerate(operands))
    if (start == width * loop::getOperandSymbol(number))
      return {loop::getLoop(operand), width};
  return {};
}

/// Whether both are numbers of trips of loops whose trips are with the same
/// work-items, in this dimension.
static bool isSameTrip(Trips first, Trips second, unsigned dim) {
  auto isMapped = [&](loop::ForOp loop) {
    MappingAttr mapping = loop ? loop.getMappingAttr() : MappingAttr();
    return mapping && mapping.getKind() == MappingKind::Lcl &&
           mapping.getDim() == dim;
  };
  return isMapped(first.loop) && isMapped(second.loop) &&
         first.loop.getUpper() == second.loop.getUpper() &&
         first.width == second.width;
}

/// Whether each element is with one work-item of dimension `dim`.
static bool isWithOne(const Accesses &accesses, unsigned dim) {
  if (accesses.ofFirst[dim])
    return true;
  ArrayRef<Trips> first = accesses.paths.front();
  return llvm::any_of(llvm::seq(first.size()), [&](size_t k) {
    return llvm::all_of(accesses.paths, [&](ArrayRef<Trips> path) {
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

/// Whether each work-item has its own part of what is allocated: loops around
/// tell them apart.
static bool isOfEach(loop::AllocOp alloc, const Launch &launch) {
  SmallVector<loop::ForOp> around = getParallelLoops(alloc);
  return llvm::all_of(llvm::seq(kMaxLaunchDims), [&](unsigned dim) {
    return !launch.getLocalId(dim) ||
           llvm::any_of(around, [&](loop::ForOp loop) {
             MappingAttr mapping = loop.getMappingAttr();
             return mapping.getKind() == MappingKind::Lcl &&
                    mapping.getDim() == dim;
           });
  });
}

static bool isWaiting(loop::ForOp loop, const Launch &launch,
                      const OwnBranches &branches) {
  if (loop.getMappingAttr().getKind() == MappingKind::Glb)
    return false;
  llvm::MapVector<Value, Accesses> buffers;
  auto add = [&](Operation *op, Value buffer, Type type) {
    Accesses &accesses = buffers[buffer];
    auto vector = dyn_cast<VectorType>(type);
    int64_t lanes = vector ? vector.getNumElements() : 1;
    auto [path, operands] = loop::getExprs(op);
    ValueRange indices = operands;
    accesses.paths.push_back(
        llvm::map_to_vector(path.getExprs(), [&](const Expr &expr) {
          return getTrips(expr, indices, lanes);
        }));
    (isa<loop::StoreOp>(op) ? accesses.isStored : accesses.isLoaded) = true;
    std::array<bool, kMaxLaunchDims> ofFirst = {};
    for (loop::ForOp around : getParallelLoops(op)) {
      MappingAttr mapping = around.getMappingAttr();
      if (mapping.getKind() != MappingKind::Lcl ||
          !launch.getLocalId(mapping.getDim()))
        continue;
      ofFirst[mapping.getDim()] = around.getUpper().isConstant(1);
      if (loop->isProperAncestor(around))
        accesses.dims[mapping.getDim()] = true;
    }
    for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim)
      accesses.ofFirst[dim] &= ofFirst[dim];
  };
  auto isShared = [&](Value buffer) {
    auto alloc = buffer.getDefiningOp<loop::AllocOp>();
    return cast<loop::BufferType>(buffer.getType()).getSpace() !=
               AddressSpace::Private &&
           !(alloc && isOfEach(alloc, launch));
  };
  auto isOwn = [&](Operation *op) {
    while ((op = op->getParentOp()) != loop)
      if (branches.contains(op))
        return true;
    return false;
  };
  WalkResult walk = loop.walk([&](Operation *op) {
    auto alloc = dyn_cast<loop::AllocOp>(op);
    if (alloc && isShared(alloc) && !isOwn(alloc))
      return WalkResult::interrupt();
    if (auto load = dyn_cast<loop::LoadOp>(op);
        load && isShared(load.getBuffer()))
      add(load, load.getBuffer(), load.getResult().getType());
    else if (auto store = dyn_cast<loop::StoreOp>(op);
             store && isShared(store.getBuffer()))
      add(store, store.getBuffer(), store.getValue().getType());
    return WalkResult::advance();
  });
  return walk.wasInterrupted() || llvm::any_of(buffers, [](const auto &pair) {
           return isPassedOn(pair.second);
         });
}

DenseSet<Operation *>
distribute_loops::findWaitingLoops(loop::KernelOp kernel, const Launch &launch,
                                   const OwnBranches &branches) {
  DenseSet<Operation *> waiting;
  kernel.walk([&](loop::ForOp loop) {
    if (isParallel(loop) && isWaiting(loop, launch, branches))
      waiting.insert(loop);
  });
  return waiting;
}
