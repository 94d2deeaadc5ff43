//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what a kernel in loop form may read though it need not.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_TRANSFORMS_GUARDEDREADS_H
#define LIFT_LIB_TRANSFORMS_GUARDEDREADS_H

#include "LiftDialect/Loop/IndexSymbols.h"

namespace mlir::lift {

/// Reads what a branch reads in any case, at an index that is clamped to what
/// the tests are for, so that the branch selects one of two values. Leaves a
/// branch alone that does more than that, or of which it is not known that the
/// clamped indices are those of elements.
void readAlways(loop::IfOp branch, loop::IndexSymbols &symbols);

/// Where a branch computes something from what it loads, moves each load to a
/// branch of its own before it, with the same tests: neighbouring loads can then
/// become one of a vector. A step of lift-reuse-loads.
void separateReads(loop::KernelOp kernel);

} // namespace mlir::lift

#endif // LIFT_LIB_TRANSFORMS_GUARDEDREADS_H
