//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how work-items update floats that they share: SPIR-V
// without extensions has atomic operations on integers alone.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_GPUTOSPIRV_FLOATUPDATES_H
#define LIFT_LIB_CONVERSION_GPUTOSPIRV_FLOATUPDATES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::lift {

/// Makes buffers of the bits of floats of those whose elements a kernel updates
/// by atomic operations, which become loops of exchanges for sums, and a few
/// operations on bits for the smaller or larger; casts what other accesses load
/// and store.
void formFloatUpdates(gpu::GPUFuncOp kernel);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_GPUTOSPIRV_FLOATUPDATES_H
