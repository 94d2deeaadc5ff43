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

/// The largest number of elements of a constant that is written into a function
/// on arrays: larger ones are not supported.
constexpr int64_t kMaxConstantElements = 8;

struct ConversionOptions {
  /// Sums and products of floats may be computed in any order.
  bool reassociate = false;
  /// Assertions on data are left out; or else are results.
  bool ignoreAssertions = false;
  bool returnAssertions = false;
};

/// Replaces a function on tensors, whose operations of linalg are generic, by
/// one on arrays. Reports what is not supported.
LogicalResult convertFunction(func::FuncOp func,
                              const ConversionOptions &options);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_FUNCTIONCONVERTER_H
