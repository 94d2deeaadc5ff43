//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan of a driver keeps the state after each step: a kernel copies it into
// an array of all.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LOOPSTOGPU_KEPTSTATES_H
#define LIFT_LIB_CONVERSION_LOOPSTOGPU_KEPTSTATES_H

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {

/// Creates, for each result of scans of drivers that is used, a function in
/// loop form that takes all states, one of them and its number, and returns all
/// states, in the same memory. The scans name them. Reports a scan that is in
/// another loop, goes through anything but the numbers of its steps, or keeps
/// numbers.
LogicalResult createKeepers(ModuleOp module);

/// The name of the function for a result of a scan of a driver; null for one
/// that nobody uses.
StringAttr getKeeper(ScanOp scan, unsigned result);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LOOPSTOGPU_KEPTSTATES_H
