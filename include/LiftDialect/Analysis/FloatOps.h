//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How much a program computes.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_FLOATOPS_H
#define LIFTDIALECT_ANALYSIS_FLOATOPS_H

#include "LiftDialect/Expr/Expr.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {

/// The floating-point operations that a function asks for, as rates count them:
/// one for each operation of arith or math on floats and each of its lanes, two
/// for a fused multiply-add, times the trips of the patterns around. What
/// several read is counted once. Of more than 64 steps of an iterate each counts
/// as the first. A reduce_while counts as if it went to the end, a function in C
/// as what its reference computes; calls of functions on arrays are to be inlined
/// before.
Expr countFloatOps(func::FuncOp func);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_FLOATOPS_H
