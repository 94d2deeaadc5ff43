//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of small arrays for each of several elements, whose steps read all
// that the one before has computed: factorisations of small matrices. A
// work-item takes the steps of an element, with the state in private memory: in
// the result, neighbours would be as far from each other as a state is long.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The most numbers of a state, and the most steps that are written out, so
/// that compilers know which numbers each of them reads.
static constexpr int64_t kMostInState = 64, kMostSteps = 8;

/// Whether a pattern is a reduction of arrays that are known to be small.
static bool reducesSmallArrays(Operation *pattern) {
  auto reduce = dyn_cast<ReduceOp>(pattern);
  if (!reduce)
    return false;
  bool hasArray = false;
  for (Value init : reduce.getInits())
    if (auto type = dyn_cast<ArrayType>(init.getType())) {
      hasArray = true;
      if (!type.getElementType().isIntOrFloat() ||
          type.getNumElements().getConstant().value_or(kMostInState + 1) >
              kMostInState)
        return false;
    }
  return hasArray;
}

LogicalResult lift::planSmallStates(Problem &problem, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  const DeviceModel &device = problem.getDevice();
  Rows rows = collectRows(pattern);
  if (rows.maps.empty() || llvm::none_of(rows.patterns, reducesSmallArrays))
    return refusal.set(pattern, "reduces no small arrays for each element");
  schedule.comment("a work-item takes the steps of an element");
  SmallVector<Handle> maps = schedule.matchMaps(root, rows.maps.size());
  for (auto [number, fold] : llvm::enumerate(rows.patterns)) {
    if (!reducesSmallArrays(fold))
      continue;
    const Handle steps = schedule.matchPattern(number, maps.back());
    if (cast<FoldPattern>(fold).getTripCount().getConstant().value_or(
            kMostSteps + 1) <= kMostSteps)
      schedule.unroll(steps);
    schedule.place(steps, "private", {"seq"});
  }
  const SmallVector<Expr> sizes = llvm::map_to_vector(
      rows.maps, [](MapOp map) { return map.getTripCount(); });
  BlockOptions whole;
  whole.chunks.resize(sizes.size());
  mapToItems(schedule, maps, device, countTrips(problem, sizes, whole));
  return success();
}
