//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversion of a function on tensors.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_FUNCTIONCONVERTER_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_FUNCTIONCONVERTER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {

/// Replaces a function on tensors, whose operations of linalg are generic, by
/// one on arrays. Reports what is not supported.
LogicalResult convertFunction(func::FuncOp func, bool reassociate,
                              bool ignoreAssertions);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_FUNCTIONCONVERTER_H
