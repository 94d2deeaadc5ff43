//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what makes operands of tensors that a body reads itself.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_BODYREADS_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_BODYREADS_H

#include "ScalarBody.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lift {

/// An operation that stands before `op` and does the same, of which each tensor
/// is an operand that the body of `op` reads at indices of its loops; or `op`,
/// if there is none.
linalg::GenericOp makeOperandsOfReads(linalg::GenericOp op,
                                      const ConversionState &state);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_BODYREADS_H
