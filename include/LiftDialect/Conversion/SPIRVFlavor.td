//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes that know what runs SPIR-V are told.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_CONVERSION_SPIRVFLAVOR_TD
#define LIFTDIALECT_CONVERSION_SPIRVFLAVOR_TD

include "mlir/Pass/PassBase.td"

def SPIRVFlavorOption
    : Option<"flavor", "flavor", "::mlir::lift::SPIRVFlavor",
             /*default=*/"::mlir::lift::SPIRVFlavor::OpenCL",
             "What runs the kernels",
             [{::llvm::cl::values(
               clEnumValN(::mlir::lift::SPIRVFlavor::OpenCL, "opencl",
                          "OpenCL (default)"),
               clEnumValN(::mlir::lift::SPIRVFlavor::Vulkan, "vulkan",
                          "Vulkan 1.1"))}]>;

#endif // LIFTDIALECT_CONVERSION_SPIRVFLAVOR_TD
