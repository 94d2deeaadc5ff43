//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect, the passes and the pipelines as a plug-in of mlir-opt:
//
//   mlir-opt --load-dialect-plugin=LiftPlugin.so
//       --load-pass-plugin=LiftPlugin.so --pass-pipeline=...
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"

using namespace mlir;

/// Registers passes and pipelines, whichever of the two entry points asks
/// first; a pipeline must not be registered twice.
static void registerPassesOnce() {
  static const bool isRegistered = (lift::registerAllPasses(), true);
  (void)isRegistered;
}

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Lift", LLVM_VERSION_STRING,
          [](DialectRegistry *registry) {
            lift::registerAllDialects(*registry);
            registerPassesOnce();
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "LiftPasses", LLVM_VERSION_STRING,
          registerPassesOnce};
}
