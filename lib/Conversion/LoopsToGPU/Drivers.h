//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what becomes of drivers: functions of the host with loops
// around launches.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LOOPSTOGPU_DRIVERS_H
#define LIFT_LIB_CONVERSION_LOOPSTOGPU_DRIVERS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::lift {

/// Replaces each driver by a function of the host in which the functions that
/// it calls, which have been lowered, are inlined. A loop frees what it goes on
/// from after each trip; a scan keeps a copy of it, by the functions of
/// createKeepers. Tests of sizes come before the loops.
LogicalResult lowerDrivers(ModuleOp module);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LOOPSTOGPU_DRIVERS_H
