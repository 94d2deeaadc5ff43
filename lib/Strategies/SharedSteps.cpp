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

using namespace mlir;
using namespace mlir::lift;

/// Whether a map computes one of the next accumulators.
static bool computesArraysByMaps(FoldPattern fold) {
  return llvm::any_of(fold.getYield()->getOperands(), [&](Value next) {
    Operation *computation = getStoredComputation(next);
    return isa_and_present<MapOp>(computation) &&
           computation->getBlock() == &fold.getStep().front();
  });
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
  if (!computesArraysByMaps(fold))
    return refusal.set(pattern, "has no steps that are maps");
  schedule.comment("one group takes the steps");
  SmallVector<Operation *> patterns = getPatterns(fold.getStep().front());
  for (auto [number, inner] : llvm::enumerate(patterns)) {
    auto map = dyn_cast<MapOp>(inner);
    if (!map)
      continue;
    SmallVector<std::string> items = {"lcl(0)"};
    if (getPerfectlyNestedMap(map))
      items.insert(items.begin(), "lcl(1)");
    schedule.mapTo(schedule.matchPattern(number, root), items);
  }
  return success();
}
