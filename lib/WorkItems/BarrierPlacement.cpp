//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file places barriers. A kernel is walked in program order with the set
// of accesses that no barrier has ordered yet; where the next statement
// conflicts with one of them, a barrier goes before it, at the outermost place
// that lies between the two. What a loop leaves unordered at its end is tested
// against its own beginning, for the next iteration.
//
//===----------------------------------------------------------------------===//

#include "BarrierPlacement.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::lift;

static bool isLocal(const MemoryAccess &access) {
  return cast<loop::BufferType>(access.buffer.getType()).getSpace() ==
         AddressSpace::Local;
}

/// Whether a barrier orders the memory of an access.
static bool orders(BarrierOp barrier, const MemoryAccess &access) {
  return isLocal(access) ? barrier.getLocal() : barrier.getGlobal();
}

BarrierPlacement::Accesses BarrierPlacement::getAccesses(Operation *op) {
  Accesses accesses;
  op->walk([&](Operation *nested) {
    std::optional<MemoryAccess> access = dependence.getAccess(nested);
    if (access && communicating.contains(access->buffer))
      accesses.push_back(*access);
  });
  return accesses;
}

void BarrierPlacement::findCommunication() {
  communicating.clear();
  DenseSet<Value> loaded, stored;
  kernel.walk([&](Operation *op) {
    std::optional<MemoryAccess> access = dependence.getAccess(op);
    if (!access)
      return;
    (access->isWrite ? stored : loaded).insert(access->buffer);
    // An atomic store makes something of what it finds.
    if (auto store = dyn_cast<loop::StoreOp>(op); store && store.getAtomic())
      loaded.insert(access->buffer);
  });
  for (Value buffer : stored)
    if (loaded.contains(buffer))
      communicating.insert(buffer);
}

BarrierPlacement::Accesses
BarrierPlacement::getAccessesBeforeBarrier(Block::iterator begin) {
  Accesses accesses;
  SmallVector<BarrierOp> barriers;
  for (Operation &op : llvm::make_range(begin, begin->getBlock()->end())) {
    if (auto barrier = dyn_cast<BarrierOp>(op))
      barriers.push_back(barrier);
    for (const MemoryAccess &access : getAccesses(&op))
      if (llvm::none_of(barriers, [&](BarrierOp barrier) {
            return orders(barrier, access);
          }))
        accesses.push_back(access);
  }
  return accesses;
}

bool BarrierPlacement::mayConflict(const MemoryAccess &first,
                                   const MemoryAccess &second,
                                   loop::ForOp loop) {
  if (!analyzesIndices)
    return first.buffer == second.buffer && first.op != second.op &&
           (first.isWrite || second.isWrite);
  // Trips are ordered where a loop ends.
  if (!loop)
    return dependence.mayConflictInTrip(first, second);
  // A barrier in each trip stands between all trips but neighbours.
  bool isNext =
      llvm::any_of(loop.getBody().getOps<BarrierOp>(),
                   [&](BarrierOp barrier) { return orders(barrier, first); });
  return dependence.mayConflictInLaterTrip(first, second, loop, isNext);
}

BarrierPlacement::Fence BarrierPlacement::getFence(const Pending &before,
                                                   ArrayRef<MemoryAccess> after,
                                                   loop::ForOp loop) {
  Fence fence;
  for (const auto &[op, first] : before)
    for (const MemoryAccess &second : after) {
      std::optional<Conflict> &conflict =
          isLocal(first) ? fence.local : fence.global;
      if (!conflict && mayConflict(first, second, loop))
        conflict = {first, second};
    }
  return fence;
}

void BarrierPlacement::add(ArrayRef<MemoryAccess> accesses, Pending &pending) {
  for (const MemoryAccess &access : accesses)
    pending.insert({access.op, access});
}

void BarrierPlacement::removeOrdered(BarrierOp barrier, Pending &pending) {
  pending.remove_if(
      [&](const auto &entry) { return orders(barrier, entry.second); });
}

/// "write at file:line:column".
static std::string describe(const MemoryAccess &access) {
  std::string text = access.isWrite ? "write" : "read";
  LocationAttr loc = access.op->getLoc();
  if (auto position = loc.findInstanceOf<FileLineColLoc>())
    text += " at " + position.getFilename().str() + ":" +
            std::to_string(position.getLine()) + ":" +
            std::to_string(position.getColumn());
  return text;
}

void BarrierPlacement::report(BarrierOp barrier, const Conflict &conflict) {
  remark::analysis(barrier.getLoc(), remark::RemarkOpts::name("barrier")
                                         .category("lift-place-barriers")
                                         .function(kernel.getFunctionName()))
      << remark::metric("Fence", isLocal(conflict.first) ? "local" : "global")
      << remark::metric("First", describe(conflict.first))
      << remark::metric("Second", describe(conflict.second));
}

void BarrierPlacement::insertBarrier(Operation *before, const Fence &fence,
                                     Pending &pending) {
  builder.setInsertionPoint(before);
  auto barrier =
      BarrierOp::create(builder, before->getLoc(), fence.local.has_value(),
                        fence.global.has_value());
  if (reportsErrors && kernel.getContext()->getRemarkEngine())
    for (const std::optional<Conflict> &conflict : {fence.local, fence.global})
      if (conflict)
        report(barrier, *conflict);
  placed.push_back(barrier);
  removeOrdered(barrier, pending);
}

LogicalResult BarrierPlacement::checkInside(Operation *op,
                                            ArrayRef<MemoryAccess> accesses) {
  for (const MemoryAccess &first : accesses)
    for (const MemoryAccess &second : accesses) {
      if (&first == &second || !dependence.mayConflictInside(op, first, second))
        continue;
      if (!reportsErrors)
        return failure();
      InFlightDiagnostic diag = reportUnsafeMapping(
          first.op, unsafeMapping,
          "needs a barrier in control flow that not all work-items of a group "
          "go through");
      diag.attachNote(second.op->getLoc())
          << "another work-item may use the same element here";
      diag.attachNote(op->getLoc()) << "the control flow is here";
      if (unsafeMapping)
        return success();
      return diag;
    }
  return success();
}

LogicalResult BarrierPlacement::visitLoop(loop::ForOp loop, Pending &pending) {
  Pending before = pending;
  Block &body = loop.getBody().front();
  if (failed(visitBlock(body, pending)))
    return failure();
  if (!loop.getAtMostOnce()) {
    Accesses next = getAccessesBeforeBarrier(body.begin());
    if (Fence fence = getFence(pending, next, loop); fence.isNeeded())
      insertBarrier(body.getTerminator(), fence, pending);
  }
  // The loop may have had no trip at all.
  for (const auto &entry : before)
    pending.insert(entry);
  return success();
}

/// No barrier can stand in a branch, even if all work-items take it alike
/// (docs/KernelForm.md).
LogicalResult BarrierPlacement::checkBranch(Operation *branch, size_t first) {
  if (placed.size() == first)
    return success();
  if (!reportsErrors)
    return failure();
  InFlightDiagnostic diag =
      reportUnsafeMapping(placed[first]->getNextNode(), unsafeMapping,
                          "needs a barrier in a branch, where none can stand");
  diag.attachNote(branch->getLoc()) << "the branch is here";
  if (!unsafeMapping)
    return diag;
  for (BarrierOp barrier : ArrayRef(placed).drop_front(first))
    barrier.erase();
  placed.truncate(first);
  return success();
}

LogicalResult BarrierPlacement::visitUniformRegions(Operation *op,
                                                    Pending &pending) {
  if (auto loop = dyn_cast<loop::ForOp>(op))
    return visitLoop(loop, pending);
  if (auto branch = dyn_cast<loop::IfOp>(op);
      branch && dependence.isAlwaysTaken(branch))
    return visitBlock(branch.getThenRegion().front(), pending);
  Pending after = pending;
  size_t numPlaced = placed.size();
  // No barrier can stand here: only accesses that are known to meet count.
  llvm::SaveAndRestore analyzed(analyzesIndices, true);
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      Pending branch = pending;
      if (failed(visitBlock(block, branch)))
        return failure();
      for (const auto &entry : branch)
        after.insert(entry);
    }
  pending = std::move(after);
  return checkBranch(op, numPlaced);
}

LogicalResult BarrierPlacement::visitBlock(Block &block, Pending &pending) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto barrier = dyn_cast<BarrierOp>(op)) {
      removeOrdered(barrier, pending);
      continue;
    }
    Accesses accesses = getAccesses(&op);
    if (accesses.empty())
      continue;
    // Before the whole statement, so that a loop has it once; with the fences
    // that later statements would need a barrier for.
    if (getFence(pending, accesses).isNeeded()) {
      Accesses later = getAccessesBeforeBarrier(op.getIterator());
      insertBarrier(&op, getFence(pending, later), pending);
    }
    if (op.getNumRegions() == 0) {
      add(accesses, pending);
    } else if (dependence.isUniform(&op)) {
      if (failed(visitUniformRegions(&op, pending)))
        return failure();
    } else {
      if (failed(checkInside(&op, accesses)))
        return failure();
      add(accesses, pending);
    }
  }
  return success();
}

LogicalResult BarrierPlacement::visitKernel() {
  placed.clear();
  findCommunication();
  Pending pending;
  return visitBlock(kernel.getBody().front(), pending);
}

FailureOr<unsigned> BarrierPlacement::place() {
  reportsErrors = true;
  if (failed(visitKernel()))
    return failure();
  return placed.size();
}

std::optional<unsigned> BarrierPlacement::countMissing() {
  reportsErrors = false;
  LogicalResult result = visitKernel();
  for (BarrierOp barrier : placed)
    barrier.erase();
  return succeeded(result) ? std::optional<unsigned>(placed.size())
                           : std::nullopt;
}
