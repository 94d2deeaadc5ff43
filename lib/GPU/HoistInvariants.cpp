//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/IndexSigns.h"
#include "LiftDialect/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace mlir::lift {
#define GEN_PASS_DEF_HOISTINVARIANTSPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct HoistInvariantsPass final
    : lift::impl::HoistInvariantsPassBase<HoistInvariantsPass> {
  void runOnOperation() override;
};
} // namespace

static bool isDivision(Operation *op) {
  return isa<arith::DivUIOp, arith::RemUIOp>(op) &&
         op->getResult(0).getType().isIndex();
}

/// A number that is `divisor` unless that is 0.
static Value makeSafeDivisor(OpBuilder &builder, Location loc, Value divisor) {
  auto safe = divisor.getDefiningOp<arith::MaxUIOp>();
  if (isPositive(divisor) || (safe && matchPattern(safe.getRhs(), m_One())))
    return divisor;
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return builder.createOrFold<arith::MaxUIOp>(loc, divisor, one);
}

/// Whether both branches have a loop, as where there is a version for the
/// interior. What only one of them needs is little next to its loop, and takes
/// registers of the other where it stands before both.
static bool choosesLoop(Operation *op) {
  auto branch = dyn_cast<scf::IfOp>(op);
  return branch && llvm::all_of(branch->getRegions(), [](Region &region) {
           return region
               .walk(
                   [](LoopLikeOpInterface) { return WalkResult::interrupt(); })
               .wasInterrupted();
         });
}

/// Moves what does not change out of `loop`, from branches too: branches are
/// often taken in every trip, and who does not take them has lost no more than
/// a few instructions before the loop. A loop may have no trip, so that a
/// division by what may be 0 needs another divisor.
static size_t hoistInvariants(scf::ForOp loop) {
  SmallVector<Region *> regions = {&loop.getRegion()};
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LoopLikeOpInterface>(op) || choosesLoop(op))
      return WalkResult::skip();
    if (isa<scf::IfOp>(op))
      for (Region &region : op->getRegions())
        regions.push_back(&region);
    return WalkResult::advance();
  });
  return moveLoopInvariantCode(
      regions,
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      // What is in a branch that has left the loop has left it with the branch.
      [&](Operation *op, Region *) {
        return loop->isProperAncestor(op) && isMemoryEffectFree(op) &&
               (isSpeculatable(op) || isDivision(op));
      },
      [&](Operation *op, Region *) {
        op->moveBefore(loop);
        if (!isDivision(op))
          return;
        OpBuilder builder(op);
        op->setOperand(
            1, makeSafeDivisor(builder, op->getLoc(), op->getOperand(1)));
      });
}

void HoistInvariantsPass::runOnOperation() {
  SmallVector<LoopLikeOpInterface> loops;
  // Inner loops first: what is computed before them is in the bodies of outer
  // ones.
  getOperation().walk([&](LoopLikeOpInterface loop) { loops.push_back(loop); });
  for (LoopLikeOpInterface loop : loops) {
    auto counted = dyn_cast<scf::ForOp>(*loop);
    numHoisted +=
        counted ? hoistInvariants(counted) : moveLoopInvariantCode(loop);
  }
}
