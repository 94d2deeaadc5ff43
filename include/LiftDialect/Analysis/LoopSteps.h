//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what loops of the loop form are, that their text does not
// say in one place.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_LOOPSTEPS_H
#define LIFTDIALECT_ANALYSIS_LOOPSTEPS_H

#include "LiftDialect/Loop/LoopOps.h"

namespace mlir::lift {

/// The buffer that a state of a loop, or a view, is a part of: memory that the
/// kernel has, or that is allocated.
Value getRootBuffer(Value buffer);

/// Whether the trips of a loop are the steps of a scan: they depend on each
/// other, and store in what is around.
bool isScan(loop::ForOp loop);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_LOOPSTEPS_H
