//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what callers on tensors do: transfers around the calls of
// functions that launch kernels. What one of them gives to the next stays on
// the device, and what several of them take is copied once (Reddy, "Polyhedral
// compilation for domain specific languages", 2019, chapter 4: transfers that
// nobody needs are the larger part of them).
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LOOPSTOGPU_HOSTCALLS_H
#define LIFT_LIB_CONVERSION_LOOPSTOGPU_HOSTCALLS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::lift {

/// Changes the calls of functions that have been lowered to what these take
/// now. Reports an array that is no result or operand of such a call.
LogicalResult lowerCalls(ModuleOp module);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LOOPSTOGPU_HOSTCALLS_H
