//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_TRANSFORMS_PASSES_H
#define LIFTDIALECT_TRANSFORMS_PASSES_H

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/LiftDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lift {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "LiftDialect/Transforms/Passes.h.inc"

/// Stores what must be in memory, as lift-infer-spaces does; if it is still to
/// be mapped, whatever its maps run on.
void inferSpaces(func::FuncOp func, int64_t privateLimit, bool isMapped = true);

} // namespace mlir::lift

#endif // LIFTDIALECT_TRANSFORMS_PASSES_H
