//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What strategies ask of the bodies of patterns.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_STRATEGIES_BODYSHAPE_H
#define LIB_STRATEGIES_BODYSHAPE_H

#include "LiftDialect/LiftOps.h"

namespace mlir::lift {

/// The operations of a body that have bodies.
SmallVector<Operation *> getPatterns(Block &body);

/// The maps, reductions and scans of a body, by the numbers that
/// Schedule::matchPattern has for them: no generates, nor gathers.
SmallVector<Operation *> getLoops(Block &body);

/// How many elements a map, a reduction or a scan goes through.
Expr getTripCount(Operation *pattern);

/// Whether a type is an array that is known to have at most so many elements,
/// which are numbers: registers of one work-item have room for it.
bool isSmallArray(Type type, int64_t most);

/// How many maps stand inside each other, if they do nothing else with arrays.
std::optional<unsigned> getMapDepth(Operation *op);

/// Whether a body has reductions of rows, in any order, and maps of rows: a
/// group computes it together.
bool isRowBody(Block &body);

/// Whether an operation is a reduction in order, of numbers to numbers, each
/// step of which has such a body, as the search for a threshold by bisection:
/// the work-items of a group all take the steps, and share what is in them.
bool hasRowSteps(Operation *op);

} // namespace mlir::lift

#endif // LIB_STRATEGIES_BODYSHAPE_H
