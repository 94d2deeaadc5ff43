//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that a map looks up at indices which it goes through, as what a kernel
// before it has found: lift-fuse-producers hoists such look-ups before a
// pattern is divided.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether something in a pattern reads an array at an index.
static bool readsIndexedRows(Operation *pattern) {
  return pattern
      ->walk([](AtOp at) {
        return isa<ArrayType>(at.getResult().getType())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult lift::planIndexedRows(Problem &, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  if (!isa<MapOp>(pattern) || !readsIndexedRows(pattern))
    return refusal.set(pattern, "is no map that looks rows up");
  // The indices are not needed any more.
  schedule.cleanUp({}, schedule.hoistIndexedRows(root));
  return success();
}
