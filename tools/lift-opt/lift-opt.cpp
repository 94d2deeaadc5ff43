//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/InitAll.h"
#include "LiftDialect/Support/OptMain.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;

int main(int argc, char **argv) {
  DialectRegistry registry;
  lift::registerAllDialects(registry);
  lift::registerAllPasses();
  lift::registerUpstreamPasses();
  return lift::runOptMain(argc, argv,
                          "Lift: functional data-parallel patterns to OpenCL\n",
                          registry);
}
