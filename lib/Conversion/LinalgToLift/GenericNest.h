//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversion of linalg.generic to maps and reductions.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_GENERICNEST_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_GENERICNEST_H

#include "ScalarBody.h"

namespace mlir::lift {

/// The arrays, or scalars, that stand for the results of `op`. Reports what is
/// not supported.
FailureOr<SmallVector<Value>> convertGeneric(OpBuilder &builder,
                                             linalg::GenericOp op,
                                             const ConversionState &state);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_GENERICNEST_H
