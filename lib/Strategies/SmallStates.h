//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What strategies do with reductions of small arrays that a work-item takes the
// steps of.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_STRATEGIES_SMALLSTATES_H
#define LIB_STRATEGIES_SMALLSTATES_H

#include "LiftDialect/Strategies/Schedule.h"

namespace mlir::lift {

/// Whether a pattern is a reduction of arrays that are known to be small.
bool reducesSmallArrays(Operation *pattern);

/// Has the states of such reductions in the body of a map, which `map` stands
/// for, in private memory, and few steps written out.
void placeSmallStates(Block &body, const Handle &map, Schedule &schedule);

} // namespace mlir::lift

#endif // LIB_STRATEGIES_SMALLSTATES_H
