//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how kernels get arrays of vectors, which is how Vulkan
// loads and stores vectors: its pointers cannot be cast.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_GPUTOSPIRV_VECTORROWS_H
#define LIFT_LIB_CONVERSION_GPUTOSPIRV_VECTORROWS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::lift {

/// Gives each buffer of `kernel` that is accessed as vectors a second
/// dimension, of as many numbers as all its aligned vector accesses can be
/// divided into: memref<?xf32> becomes memref<?x4xf32>. A number is then at [i
/// / 4, i mod 4], a vector at [i / 4, 0]. Accesses without an alignment become
/// those of single numbers. The last row of a buffer may be one in part:
/// whoever allocates rounds up to 16 bytes.
void formVectorRows(gpu::GPUFuncOp kernel);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_GPUTOSPIRV_VECTORROWS_H
