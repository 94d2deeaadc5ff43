//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that a map computes for others in its body and for its results, as the
// numerators of a softmax that is multiplied with a matrix: a row that is both
// could only be copied as a whole, by one work-item. So could a row or a plane
// that an index function computes for another pattern.
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"

#include "LiftDialect/Rewriting/YieldedViews.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

LogicalResult lift::planCopiedRows(Problem &, Operation *pattern,
                                   const Handle &root, Schedule &schedule,
                                   Refusal &refusal) {
  const Rows rows = collectRows(pattern);
  if (rows.maps.empty())
    return refusal.set(pattern, "is no map");
  MapOp innermost = rows.maps.back();
  if (llvm::none_of(innermost.getYield()->getOpOperands(), isYieldedToCopy))
    return refusal.set(innermost, "yields no row that others in its body read, "
                                  "nor one of an index function");
  schedule.copyYields(schedule.matchMaps(root, rows.maps.size()).back());
  return success();
}
