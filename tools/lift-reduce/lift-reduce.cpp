//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What mlir-reduce is to other programs: makes a program smaller that shows an
// error.
//
//   lift-reduce bug.mlir --lift-reduce-program='test=is-it-bad.sh'
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/InitAll.h"
#include "LiftDialect/Reducer/Passes.h"
#include "LiftDialect/Support/OptMain.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;

int main(int argc, char **argv) {
  DialectRegistry registry;
  lift::registerAllDialects(registry);
  lift::registerAllPasses();
  lift::registerUpstreamPasses();
  lift::registerLiftReducerPasses();
  return lift::runOptMain(argc, argv, "Lift: smaller programs\n", registry);
}
