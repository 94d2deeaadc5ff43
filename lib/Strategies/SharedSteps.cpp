//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions and scans of arrays that no other strategy divides, as each step
// reads all that the one before it computes: recurrent networks, simulations.
// One group takes the steps, and its work-items share the arrays of each.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/MapUses.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

/// The maps that compute the next accumulators, if they are arrays.
static llvm::SmallSetVector<Operation *, 4> getMapsOfSteps(FoldPattern fold) {
  llvm::SmallSetVector<Operation *, 4> maps;
  for (Value next : fold.getYield()->getOperands()) {
    Operation *computation = getStoredComputation(next);
    if (isa_and_present<MapOp>(computation) &&
        computation->getBlock() == &fold.getStep().front())
      maps.insert(computation);
  }
  return maps;
}

LogicalResult lift::planSharedSteps(Problem &problem, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  // Work-items must take the same number of steps.
  if (!isa<ReduceOp, ScanOp>(pattern))
    return refusal.set(pattern, "is no reduction or scan");
  auto fold = cast<FoldPattern>(pattern);
  if (problem.getDevice().runsThreads())
    return refusal.set(pattern, "the device has no work-items that share steps "
                                "for less than these take");
  llvm::SmallSetVector<Operation *, 4> maps = getMapsOfSteps(fold);
  if (maps.empty())
    return refusal.set(pattern, "has no steps that are maps");
  schedule.comment("one group takes the steps");
  SmallVector<Operation *> patterns = getPatterns(fold.getStep().front());
  for (auto [number, inner] : llvm::enumerate(patterns)) {
    if (!maps.contains(inner))
      continue;
    SmallVector<std::string> items = {"lcl(0)"};
    if (getPerfectlyNestedMap(cast<MapOp>(inner)))
      items.insert(items.begin(), "lcl(1)");
    schedule.mapTo(schedule.matchPattern(number, root), items);
  }
  return success();
}
