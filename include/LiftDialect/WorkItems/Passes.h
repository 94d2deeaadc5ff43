//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_WORKITEMS_PASSES_H
#define LIFTDIALECT_WORKITEMS_PASSES_H

#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mlir::lift {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "LiftDialect/WorkItems/Passes.h.inc"

} // namespace mlir::lift

#endif // LIFTDIALECT_WORKITEMS_PASSES_H
