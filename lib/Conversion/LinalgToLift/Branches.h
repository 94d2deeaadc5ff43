//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// This file declares how branches on tensors become choices.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_BRANCHES_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_BRANCHES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {

/// Replaces each scf.if that gives tensors by what both of its branches
/// compute, and a choice among their elements; unless a branch has something
/// that must not be computed when the other one is taken.
void mergeBranches(func::FuncOp func);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_BRANCHES_H
