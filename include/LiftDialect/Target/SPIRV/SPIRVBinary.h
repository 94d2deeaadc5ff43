//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the translation of kernels to SPIR-V modules: the second
// back end beside OpenCL C. It takes the kernel form (docs/KernelForm.md).
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_TARGET_SPIRV_SPIRVBINARY_H
#define LIFTDIALECT_TARGET_SPIRV_SPIRVBINARY_H

#include "LiftDialect/LiftAttributes.h"
#include "mlir/Support/LLVM.h"

#include <functional>
#include <string>

namespace mlir {
class DialectRegistry;
class Operation;

namespace lift {

/// The bytes of a SPIR-V module, in the byte order of this machine, that has an
/// entry point for each kernel in `op`: a gpu.module, or a module that holds
/// some. Whatever has no form in SPIR-V is an error at the op.
FailureOr<std::string> translateToSPIRV(Operation *op, SPIRVFlavor flavor);

/// The same as the text of a `spirv.module`.
FailureOr<std::string> printSPIRV(Operation *op, SPIRVFlavor flavor);

/// Makes `--lift-to-spirv-binary` known to mlirTranslateMain.
/// `registerDialects` adds the dialects that may surround the kernels.
void registerToSPIRVTranslation(
    const std::function<void(DialectRegistry &)> &registerDialects);

/// Lets `#lift.spirv_target` serialize GPU modules.
void registerSPIRVTarget(DialectRegistry &registry);

} // namespace lift
} // namespace mlir

#endif // LIFTDIALECT_TARGET_SPIRV_SPIRVBINARY_H
