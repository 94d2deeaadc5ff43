//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_MAPPING_PASSES_H
#define LIFTDIALECT_MAPPING_PASSES_H

#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "LiftDialect/Mapping/Rules.h"
#include "LiftDialect/Mapping/Solver.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lift {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "LiftDialect/Mapping/Passes.h.inc"

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_PASSES_H
