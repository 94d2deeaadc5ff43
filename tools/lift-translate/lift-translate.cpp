//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The translations out of MLIR: today, kernels to OpenCL C.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Target/OpenCL/OpenCLEmitter.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  mlir::lift::registerToOpenCLTranslation();
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "Lift: kernels to OpenCL C\n"));
}
