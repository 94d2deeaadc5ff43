//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares OpenCL C as a target of upstream's gpu-module-to-binary.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_TARGET_OPENCL_OPENCLTARGET_H
#define LIFTDIALECT_TARGET_OPENCL_OPENCLTARGET_H

namespace mlir {
class DialectRegistry;

namespace lift {

/// Lets `#lift.opencl_target` serialize GPU modules.
void registerOpenCLTarget(DialectRegistry &registry);

} // namespace lift
} // namespace mlir

#endif // LIFTDIALECT_TARGET_OPENCL_OPENCLTARGET_H
