//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LIFTTOLOOPS_INPLACE_H
#define LIFT_LIB_CONVERSION_LIFTTOLOOPS_INPLACE_H

#include "LiftDialect/Loop/LoopOps.h"

namespace mlir::lift::lower_patterns {

/// Marks the loops whose states need one buffer only (`in_place`), and erases
/// the stores that are then of what is there already.
void proveInPlace(loop::KernelOp kernel);

/// Erases what nothing uses any more, also what was computed for arithmetic
/// that has become part of an index.
void eraseUnused(Operation *root);

} // namespace mlir::lift::lower_patterns

#endif // LIFT_LIB_CONVERSION_LIFTTOLOOPS_INPLACE_H
