//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file computes what has to be known about a kernel before printing it.
//
//===----------------------------------------------------------------------===//

#include "KernelFacts.h"

#include "LiftDialect/Analysis/BufferAccess.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

bool opencl::isQuiet(Operation *op) {
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()) {
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        if (!isQuiet(&inner))
          return false;
    return true;
  }
  if (op->hasTrait<OpTrait::IsTerminator>())
    return true;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return false;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::all_of(instances, [](const MemoryEffects::EffectInstance &it) {
    return isa<MemoryEffects::Read, MemoryEffects::Allocate>(it.getEffect());
  });
}

bool opencl::isBarrier(Operation *op) {
  return isa<lift::BarrierOp, gpu::BarrierOp>(op);
}

bool opencl::hasBarrier(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isBarrier(inner) ? WalkResult::interrupt()
                                : WalkResult::advance();
      })
      .wasInterrupted();
}

KernelFacts::KernelFacts(gpu::GPUFuncOp kernel) {
  unsigned numBranches = 0;
  bool hasUnrolledLoop = false;
  kernel.getBody().walk([&](scf::IfOp branch) {
    ++numBranches;
    branch->walk([&](scf::ForOp loop) {
      hasUnrolledLoop |=
          loop->hasAttr(LiftDialect::UnrollAttrHelper::getNameStr());
    });
  });
  branchesBesideBarriers =
      (numBranches > 1 || hasUnrolledLoop) && hasBarrier(kernel);
  kernel.getBody().walk([&](Operation *op) {
    if (!isQuiet(op) && !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      markLive(op);
  });
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (loop && argument.getArgNumber() > 0)
        markLive(loop.getResult(argument.getArgNumber() - 1));
      continue;
    }
    Operation *op = value.getDefiningOp();
    unsigned number = cast<OpResult>(value).getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      markLive(loop.getRegionIterArg(number));
      markLive(loop.getInitArgs()[number]);
      markLive(loop.getBody()->getTerminator()->getOperand(number));
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      markLive(branch.thenYield().getOperand(number));
      markLive(branch.elseYield().getOperand(number));
    }
    markLive(op);
  }
  for (Block &block : kernel.getBody())
    countEpochs(block);
}

void KernelFacts::markLive(Value value) {
  if (liveValues.insert(value).second)
    worklist.push_back(value);
}

void KernelFacts::markLive(Operation *op) {
  if (!liveOps.insert(op).second)
    return;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    markLive(loop.getLowerBound());
    markLive(loop.getUpperBound());
    markLive(loop.getStep());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    // All that it carries may decide how often it goes on.
    for (Region *region : loop.getRegions())
      for (Value operand : region->front().getTerminator()->getOperands())
        markLive(operand);
    markLive(loop.getConditionOp());
    for (Value init : loop.getInits())
      markLive(init);
  } else if (!isa<scf::YieldOp>(op)) {
    for (Value operand : op->getOperands())
      markLive(operand);
  }
  // The yields of loops and branches pass on what is live, and no more.
  if (Operation *parent = op->getParentOp(); !isa<gpu::GPUFuncOp>(parent))
    markLive(parent);
}

OpOperand *KernelFacts::getOnlyLiveUse(Value value) const {
  OpOperand *only = nullptr;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    unsigned number = use.getOperandNumber();
    bool isUsed = isLive(user);
    if (isa<scf::YieldOp>(user)) {
      Operation *parent = user->getParentOp();
      isUsed = isa<scf::WhileOp>(parent)
                   ? isLive(parent)
                   : number < parent->getNumResults() &&
                         isLive(parent->getResult(number));
    } else if (auto loop = dyn_cast<scf::ForOp>(user)) {
      if (number >= loop.getNumControlOperands())
        isUsed = isLive(loop.getResult(number - loop.getNumControlOperands()));
    }
    if (!isUsed)
      continue;
    if (only)
      return nullptr;
    only = &use;
  }
  return only;
}

int64_t KernelFacts::getUsedAlignment(Value memref) const {
  int64_t alignment = 0;
  for (Operation *user : memref.getUsers())
    if (std::optional<BufferAccess> access = BufferAccess::get(user))
      alignment = std::max<int64_t>(alignment, access->alignment.value_or(0));
  return alignment;
}

void KernelFacts::countEpochs(Block &block) {
  unsigned epoch = 0;
  for (Operation &op : block) {
    epochs[&op] = epoch;
    if (!isQuiet(&op))
      ++epoch;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        countEpochs(inner);
  }
}
