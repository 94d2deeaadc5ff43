//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_GPU_PASSES_H
#define LIFTDIALECT_GPU_PASSES_H

#include "LiftDialect/LiftAttributes.h"
#include "LiftDialect/LiftDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace mlir::ub {
class UBDialect;
} // namespace mlir::ub

namespace mlir::lift {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "LiftDialect/GPU/Passes.h.inc"

} // namespace mlir::lift

#endif // LIFTDIALECT_GPU_PASSES_H
