//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how kernels take arguments that SPIR-V or Vulkan does not
// pass as they are.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_GPUTOSPIRV_ARGUMENTS_H
#define LIFT_LIB_CONVERSION_GPUTOSPIRV_ARGUMENTS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::lift {

/// Truth values come as i32, vectors of them as bytes: SPIR-V cannot pass them
/// to kernels.
void widenTruthValues(gpu::GPUFuncOp kernel);

/// Splits vectors of more than four numbers. Only their lanes may be used.
LogicalResult splitArguments(gpu::GPUFuncOp kernel);

/// Adds three i32 behind the arguments of a kernel that reads the number of its
/// group: the first group of the launch in each dimension. Who launches more
/// groups than a device takes at a time does so in slices; Vulkan's own
/// vkCmdDispatchBase does not go beyond that limit.
LogicalResult addFirstGroup(gpu::GPUFuncOp kernel);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_GPUTOSPIRV_ARGUMENTS_H
