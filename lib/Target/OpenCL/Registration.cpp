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

#include "LiftDialect/Target/OpenCL/OpenCLEmitter.h"

#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::lift;

void mlir::lift::registerToOpenCLTranslation(
    const std::function<void(DialectRegistry &)> &registerDialects) {
  static llvm::cl::opt<bool> nativeHalf(
      "native-half",
      llvm::cl::desc("with --lift-to-opencl: compute with half numbers, which "
                     "takes cl_khr_fp16, instead of rounded floats"));
  static TranslateFromMLIRRegistration registration(
      "lift-to-opencl", "print the kernels of gpu.modules as OpenCL C",
      [](Operation *op, raw_ostream &os) {
        OpenCLEmitterOptions options;
        options.nativeHalf = nativeHalf;
        return translateToOpenCL(op, os, options);
      },
      registerDialects);
}
