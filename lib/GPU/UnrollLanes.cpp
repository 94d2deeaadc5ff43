//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/GPU/Passes.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::lift {
#define GEN_PASS_DEF_UNROLLLANESPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

static constexpr int64_t kMaxTrips = 16;

namespace {
struct UnrollLanesPass final
    : lift::impl::UnrollLanesPassBase<UnrollLanesPass> {
  void runOnOperation() override;
};
} // namespace

/// Adds the loops from whose index `position` is computed.
static void collectLoops(Value position,
                         llvm::SmallPtrSetImpl<Operation *> &loops) {
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.inclusive = true;
  // The slice of a block argument would be that of the operation around.
  if (position.getDefiningOp())
    (void)getBackwardSlice(position, &slice, options);
  auto addLoopOf = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    auto loop = argument
                    ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                    : scf::ForOp();
    if (loop && loop.getInductionVar() == value)
      loops.insert(loop);
  };
  addLoopOf(position);
  for (Operation *op : slice)
    llvm::for_each(op->getOperands(), addLoopOf);
}

static bool canUnroll(scf::ForOp loop) {
  std::optional<APInt> trips = loop.getStaticTripCount();
  return trips && trips->ule(kMaxTrips) &&
         !loop.walk([](Operation *op) {
                return isa<BarrierOp, gpu::BarrierOp>(op)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

void UnrollLanesPass::runOnOperation() {
  llvm::SmallPtrSet<Operation *, 8> selecting;
  getOperation().walk([&](Operation *op) {
    if (auto extract = dyn_cast<vector::ExtractOp>(op))
      for (Value position : extract.getDynamicPosition())
        collectLoops(position, selecting);
    if (auto insert = dyn_cast<vector::InsertOp>(op))
      for (Value position : insert.getDynamicPosition())
        collectLoops(position, selecting);
  });
  // Inner loops first: the copies of an outer one have none left to unroll.
  SmallVector<scf::ForOp> loops;
  getOperation().walk([&](scf::ForOp loop) {
    if (selecting.contains(loop) && canUnroll(loop))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops)
    if (succeeded(loopUnrollFull(loop)))
      ++numUnrolled;
}
