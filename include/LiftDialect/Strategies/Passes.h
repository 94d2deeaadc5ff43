//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_STRATEGIES_PASSES_H
#define LIFTDIALECT_STRATEGIES_PASSES_H

#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/Strategies/Problem.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lift {

/// How lift-list-rewrites prints.
enum class ListFormat { Text, Json };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "LiftDialect/Strategies/Passes.h.inc"

} // namespace mlir::lift

#endif // LIFTDIALECT_STRATEGIES_PASSES_H
