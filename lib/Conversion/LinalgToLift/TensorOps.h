//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversion of operations on tensors that compute
// nothing: they become views.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_TENSOROPS_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_TENSOROPS_H

#include "ScalarBody.h"

namespace mlir::lift {

/// The array, or scalar, that stands for the result of `op`. Reports what is
/// not supported.
FailureOr<Value> convertTensorOp(OpBuilder &builder, Operation *op,
                                 const ConversionState &state);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_TENSOROPS_H
