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

#include "SmallStates.h"

#include "BodyShape.h"
#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The most numbers of a state, and the most steps that are written out, so
/// that compilers know which numbers each of them reads.
static constexpr int64_t kMostInState = 64, kMostSteps = 8;

bool lift::reducesSmallArrays(Operation *pattern) {
  auto reduce = dyn_cast<ReduceOp>(pattern);
  if (!reduce)
    return false;
  bool hasArray = false;
  for (Value init : reduce.getInits())
    if (isa<ArrayType>(init.getType())) {
      hasArray = true;
      if (!isSmallArray(init.getType(), kMostInState))
        return false;
    }
  return hasArray;
}

void lift::placeSmallStates(Block &body, const Handle &map,
                            Schedule &schedule) {
  for (auto [number, fold] : llvm::enumerate(getLoops(body))) {
    if (!reducesSmallArrays(fold))
      continue;
    const Handle steps = schedule.matchPattern(number, map);
    if (getTripCount(fold).getConstant().value_or(kMostSteps + 1) <= kMostSteps)
      schedule.unroll(steps);
    schedule.place(steps, "private", {"seq"});
  }
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
  MapOp innermost = rows.maps.back();
  placeSmallStates(innermost.getBody().front(), maps.back(), schedule);
  const SmallVector<Expr> sizes = llvm::map_to_vector(
      rows.maps, [](MapOp map) { return map.getTripCount(); });
  BlockOptions whole;
  whole.chunks.resize(sizes.size());
  mapToItems(schedule, maps, device, countTrips(problem, sizes, whole));
  return success();
}
