//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file leads from what other compilers give to Lift programs.
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Pipelines/Pipelines.h"

#include "LiftDialect/Conversion/Passes.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::lift;

void lift::buildLinalgToLiftPipeline(OpPassManager &pm,
                                     const LinalgToLiftOptions &options) {
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createConvertLinalgToLiftPass(
      {options.reassociate, options.ignoreAssertions, options.returnAssertions,
       options.outline}));
  pm.addPass(createCSEPass());
}

/// Upstream's way from tosa, as its own pipeline goes, but for the validation,
/// which refuses what other compilers take.
static void addTosaPasses(OpPassManager &func) {
  func.addPass(tosa::createTosaOptionalDecompositionsPass());
  func.addPass(createCanonicalizerPass());
  func.addPass(tosa::createTosaInferShapesPass());
  func.addPass(tosa::createTosaMakeBroadcastablePass());
  func.addPass(tosa::createTosaToLinalgNamed());
  func.addPass(createCanonicalizerPass());
  func.addPass(tosa::createTosaLayerwiseConstantFoldPass());
  func.addPass(tosa::createTosaMakeBroadcastablePass());
  func.addPass(createTosaToSCFPass());
  func.addPass(createTosaToTensorPass());
  func.addPass(tosa::createTosaToLinalg());
  TosaToArithPassOptions arithOptions;
  arithOptions.includeApplyRescale = true;
  arithOptions.use32Bit = true;
  func.addPass(createTosaToArithPass(arithOptions));
  // What the others have left.
  func.addPass(createTosaToTensorPass());
}

void lift::buildTosaToLiftPipeline(OpPassManager &pm,
                                   const LinalgToLiftOptions &options) {
  addTosaPasses(pm.nest<func::FuncOp>());
  buildLinalgToLiftPipeline(pm, options);
}

void lift::buildLiftCompilePipeline(OpPassManager &pm,
                                    const LiftCompileOptions &options) {
  LinalgToLiftOptions frontOptions;
  frontOptions.reassociate = options.reassociate;
  frontOptions.outline = true;
  buildTosaToLiftPipeline(pm, frontOptions);
  buildLiftToGPUPipeline(pm, options);
}

void lift::registerFrontEndPipelines() {
  PassPipelineRegistration<LinalgToLiftOptions>(
      "linalg-to-lift",
      "From functions on tensors, with operations of linalg, to Lift programs",
      buildLinalgToLiftPipeline);
  PassPipelineRegistration<LinalgToLiftOptions>(
      "tosa-to-lift",
      "The same from operations of tosa and linalg, by upstream's conversions",
      buildTosaToLiftPipeline);
  PassPipelineRegistration<LiftCompileOptions>(
      "lift-compile",
      "From functions on tensors to host functions, which keep what is not "
      "supported, and GPU kernels",
      buildLiftCompilePipeline);
}
