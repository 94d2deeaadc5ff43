//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_TRANSFORMS_PASSES_H
#define LIFTDIALECT_TRANSFORMS_PASSES_H

#include "LiftDialect/LiftDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lift {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "LiftDialect/Transforms/Passes.h.inc"

} // namespace mlir::lift

#endif // LIFTDIALECT_TRANSFORMS_PASSES_H
