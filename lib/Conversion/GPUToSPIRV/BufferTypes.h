//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what kernels' buffers are in SPIR-V.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_GPUTOSPIRV_BUFFERTYPES_H
#define LIFT_LIB_CONVERSION_GPUTOSPIRV_BUFFERTYPES_H

#include "LiftDialect/LiftAttributes.h"
#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"

namespace mlir::lift {

/// Whether the environment is that of Vulkan, whose pointers have types that
/// cannot be changed.
bool isVulkan(const spirv::TargetEnv &env);

/// What a flavor may use; `lift-spirv-finish` finds out what a module does use.
spirv::TargetEnvAttr getTargetEnv(MLIRContext *context, SPIRVFlavor flavor);

/// Makes pointers of buffers:
///
///   global memory, OpenCL   a pointer to the first element
///   global memory, Vulkan   a storage buffer: a structure of a runtime array
///   local, private memory   a pointer to an array
///
/// In Vulkan an access of a vector takes an array of vectors: a buffer of two
/// dimensions, memref<?x4xf32>, is one of vectors (see VectorRows.h).
void addBufferTypes(SPIRVTypeConverter &converter);

/// The pointer to the element of `buffer`, which is such a pointer, at
/// `indices`. Without the last index of a buffer of vectors, that to the
/// vector.
Value getElementPointer(OpBuilder &builder, Location loc, Value buffer,
                        ValueRange indices);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_GPUTOSPIRV_BUFFERTYPES_H
