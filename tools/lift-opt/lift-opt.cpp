//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::lift::registerAllDialects(registry);
  mlir::lift::registerAllPasses();
  mlir::lift::registerUpstreamPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Lift: functional data-parallel patterns to OpenCL\n",
      registry));
}
