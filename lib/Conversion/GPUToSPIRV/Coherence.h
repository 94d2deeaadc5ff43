//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares which buffers work-items of a group exchange values in.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_GPUTOSPIRV_COHERENCE_H
#define LIFT_LIB_CONVERSION_GPUTOSPIRV_COHERENCE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::lift {

/// The arguments of a kernel that it stores to before a barrier that orders
/// global memory, and accesses behind it: such a buffer, in Vulkan, is one that
/// all work-items see alike only if it is coherent. Arguments that are not
/// `lift.restrict` may be one buffer.
llvm::BitVector findCoherentBuffers(gpu::GPUFuncOp kernel);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_GPUTOSPIRV_COHERENCE_H
