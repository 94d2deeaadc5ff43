//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-reduce, knowing Lift:
//
//   lift-reduce bug.mlir --lift-reduce-program='test=is-it-bad.sh'
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/InitAll.h"
#include "LiftDialect/Reducer/Passes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::lift::registerAllDialects(registry);
  mlir::lift::registerAllPasses();
  mlir::lift::registerUpstreamPasses();
  mlir::lift::registerLiftReducerPasses();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
