//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file registers the translation with mlir-translate-like tools.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Target/SPIRV/SPIRVBinary.h"

#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::lift;

void lift::registerToSPIRVTranslation(
    const std::function<void(DialectRegistry &)> &registerDialects) {
  static llvm::cl::opt<SPIRVFlavor> flavor(
      "spirv-flavor",
      llvm::cl::desc("with --lift-to-spirv-binary: what runs the module"),
      llvm::cl::init(SPIRVFlavor::OpenCL),
      llvm::cl::values(
          clEnumValN(SPIRVFlavor::OpenCL, "opencl", "OpenCL (default)"),
          clEnumValN(SPIRVFlavor::Vulkan, "vulkan", "Vulkan 1.1")));
  static TranslateFromMLIRRegistration registration(
      "lift-to-spirv-binary", "write the kernels of gpu.modules as SPIR-V",
      [](Operation *op, raw_ostream &os) {
        FailureOr<std::string> bytes = translateToSPIRV(op, flavor);
        if (failed(bytes))
          return failure();
        os << *bytes;
        return success();
      },
      registerDialects);
}
