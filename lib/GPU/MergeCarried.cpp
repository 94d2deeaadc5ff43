//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/GPU/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::lift {
#define GEN_PASS_DEF_MERGECARRIEDPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct MergeCarriedPass final
    : lift::impl::MergeCarriedPassBase<MergeCarriedPass> {
  void runOnOperation() override;
};

/// Which of the values that a loop carries are the same in each trip: those
/// that start as the same value, and become what is computed from the same
/// values, are. As for states of automata (Hopcroft, 1971), all that start
/// alike are taken for the same until what they become differs.
class EqualCarried {
public:
  explicit EqualCarried(scf::ForOp loop);

  /// The first one that is the same as this one.
  unsigned getFirst(unsigned number) const { return first[number]; }

private:
  bool isSame(Value lhs, Value rhs);
  bool isSameArgument(BlockArgument lhs, BlockArgument rhs);
  bool isSameResult(OpResult lhs, OpResult rhs);

  scf::ForOp loop;
  SmallVector<unsigned> first;
  /// What has been found to be the same: asked once, however often it is used.
  DenseSet<std::pair<Value, Value>> same;
};
} // namespace

bool EqualCarried::isSameArgument(BlockArgument lhs, BlockArgument rhs) {
  auto getNumber = [&](BlockArgument arg) -> std::optional<unsigned> {
    if (arg.getOwner() != loop.getBody() || arg == loop.getInductionVar())
      return std::nullopt;
    return first[arg.getArgNumber() - loop.getNumInductionVars()];
  };
  return getNumber(lhs) && getNumber(lhs) == getNumber(rhs);
}

bool EqualCarried::isSameResult(OpResult lhs, OpResult rhs) {
  Operation *lhsOp = lhs.getOwner(), *rhsOp = rhs.getOwner();
  return lhsOp->getBlock() == loop.getBody() &&
         rhsOp->getBlock() == loop.getBody() && lhsOp->getNumRegions() == 0 &&
         isMemoryEffectFree(lhsOp) &&
         lhs.getResultNumber() == rhs.getResultNumber() &&
         OperationEquivalence::isEquivalentTo(
             lhsOp, rhsOp,
             [&](Value a, Value b) { return success(isSame(a, b)); },
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

bool EqualCarried::isSame(Value lhs, Value rhs) {
  if (lhs == rhs || same.contains({lhs, rhs}))
    return true;
  auto lhsArg = dyn_cast<BlockArgument>(lhs);
  auto rhsArg = dyn_cast<BlockArgument>(rhs);
  if (lhsArg || rhsArg)
    return lhsArg && rhsArg && isSameArgument(lhsArg, rhsArg);
  if (!isSameResult(cast<OpResult>(lhs), cast<OpResult>(rhs)))
    return false;
  same.insert({lhs, rhs});
  return true;
}

EqualCarried::EqualCarried(scf::ForOp loop) : loop(loop) {
  OperandRange inits = loop.getInitArgs();
  for (Value init : inits)
    first.push_back(llvm::find(inits, init) - inits.begin());
  ValueRange yielded = loop.getYieldedValues();
  bool changed;
  do {
    same.clear();
    SmallVector<unsigned> refined;
    for (unsigned i = 0; i < first.size(); ++i) {
      auto numbers = llvm::seq(0u, i);
      auto found = llvm::find_if(numbers, [&](unsigned k) {
        return first[k] == first[i] && refined[k] == k &&
               isSame(yielded[k], yielded[i]);
      });
      refined.push_back(found == numbers.end() ? i : *found);
    }
    changed = refined != first;
    first = std::move(refined);
  } while (changed);
}

/// Uses the first of equal values only; returns how many are left unused.
static size_t mergeCarried(scf::ForOp loop) {
  EqualCarried equal(loop);
  size_t numMerged = 0;
  for (unsigned i = 0; i < loop.getNumResults(); ++i) {
    const unsigned first = equal.getFirst(i);
    if (first == i)
      continue;
    loop.getRegionIterArg(i).replaceAllUsesWith(loop.getRegionIterArg(first));
    loop.getResult(i).replaceAllUsesWith(loop.getResult(first));
    ++numMerged;
  }
  return numMerged;
}

void MergeCarriedPass::runOnOperation() {
  // Outer loops first: what inner ones start with may be the same then.
  getOperation().walk<WalkOrder::PreOrder>(
      [&](scf::ForOp loop) { numMergedValues += mergeCarried(loop); });
}
