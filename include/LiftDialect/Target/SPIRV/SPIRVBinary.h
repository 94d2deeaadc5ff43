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
#include <vector>

namespace mlir {
class DialectRegistry;
class Operation;

namespace lift {

/// A SPIR-V module with an entry point for each kernel.
struct SPIRVBinary {
  /// In the byte order of this machine.
  SmallVector<uint32_t> words;
  /// What a device must have, by the names of SPIR-V: "Float16".
  std::vector<std::string> capabilities, extensions;

  /// The words as a file has them.
  StringRef getBytes() const {
    return {reinterpret_cast<const char *>(words.data()), 4 * words.size()};
  }
};

/// Makes one module of all kernels in `op`, a gpu.module or a module that holds
/// some. Whatever has no form in SPIR-V is an error at the op.
FailureOr<SPIRVBinary> translateToSPIRV(Operation *op, SPIRVFlavor flavor);

/// Makes `--lift-to-spirv-binary` known to mlirTranslateMain.
/// `registerDialects` adds the dialects that may surround the kernels.
void registerToSPIRVTranslation(
    const std::function<void(DialectRegistry &)> &registerDialects);

/// Lets `#lift.spirv_target` serialize GPU modules.
void registerSPIRVTarget(DialectRegistry &registry);

} // namespace lift
} // namespace mlir

#endif // LIFTDIALECT_TARGET_SPIRV_SPIRVBINARY_H
