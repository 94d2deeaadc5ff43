//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what becomes of assertions on data.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_ASSERTIONS_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_ASSERTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {

/// Adds results to a function that say whether its assertions on data hold, and
/// are marked by `lift.asserted`. Those in bodies of linalg.generic stay, too:
/// what they guard is not computed where they do not hold.
LogicalResult returnAssertions(func::FuncOp func);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_ASSERTIONS_H
