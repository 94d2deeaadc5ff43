//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Pipelines/Pipelines.h"

#include "LiftDialect/Conversion/Passes.h"
#include "LiftDialect/GPU/Passes.h"
#include "LiftDialect/Mapping/Passes.h"
#include "LiftDialect/Strategies/Passes.h"
#include "LiftDialect/Transforms/Passes.h"
#include "LiftDialect/WorkItems/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/Transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::lift;

/// The names of the patterns that canonicalize loops; one of them makes plain
/// statements of loops with one trip. They have no names that others may use.
static SmallVector<std::string> getLoopPatterns() {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<scf::SCFDialect>();
  RewritePatternSet patterns(&context);
  scf::ForOp::getCanonicalizationPatterns(patterns, &context);
  return llvm::map_to_vector(
      patterns.getNativePatterns(),
      [](const auto &pattern) { return pattern->getDebugName().str(); });
}

/// Steps of a loop of the host, up to which they have kernels each instead:
/// what follows may compute several of them in one.
static constexpr int64_t kMaxStepsInRow = 16;

void lift::buildLiftToKernelsPipeline(OpPassManager &pm,
                                      const LiftToGPUOptions &options) {
  if (!options.target.empty())
    pm.addPass(createSetTargetPass({options.target}));
  pm.addPass(createInlineCallsPass());
  BindParamsPassOptions bindOptions;
  bindOptions.params.assign(options.params.begin(), options.params.end());
  bindOptions.defaults = options.mapping != MappingChoice::Solve;
  pm.addPass(createBindParamsPass(bindOptions));
  const bool optimizes =
      options.optimize && options.mapping == MappingChoice::Default;
  NormalizePassOptions normalizeOptions;
  if (optimizes)
    normalizeOptions.maxInRow = kMaxStepsInRow;
  pm.addNestedPass<func::FuncOp>(createNormalizePass(normalizeOptions));
  if (optimizes) {
    OutlineLoopsPassOptions outlineOptions;
    outlineOptions.sizes.assign(options.sizes.begin(), options.sizes.end());
    outlineOptions.target = options.optimizeFor;
    outlineOptions.maxMemory = options.maxMemory;
    pm.addPass(createOutlineLoopsPass(outlineOptions));
    pm.addNestedPass<func::FuncOp>(createFuseProducersPass());
    pm.addNestedPass<func::FuncOp>(createNormalizePass());
    OptimizePassOptions optimizeOptions;
    optimizeOptions.sizes.assign(options.sizes.begin(), options.sizes.end());
    optimizeOptions.assumed = options.assumed;
    optimizeOptions.maxMemory = options.maxMemory;
    optimizeOptions.target = options.optimizeFor;
    pm.addNestedPass<func::FuncOp>(createOptimizePass(optimizeOptions));
    pm.addNestedPass<func::FuncOp>(createNormalizePass());
  }
  pm.addNestedPass<func::FuncOp>(createInferSpacesPass());
  pm.addNestedPass<func::FuncOp>(createFormKernelsPass());
}

/// From kernels of patterns to such that can be lowered.
static void addMappingPasses(OpPassManager &pm,
                             const LiftToGPUOptions &options) {
  if (options.mapping == MappingChoice::Solve) {
    // The best mapping is parallel where one can be. Who has mapped all of a
    // kernel to seq gets a warning (lift-check-parallelism), and no error.
    MapParallelismPassOptions solverOptions;
    solverOptions.without = {"S9"};
    pm.addNestedPass<func::FuncOp>(createMapParallelismPass(solverOptions));
    pm.addPass(createBindParamsPass());
  } else if (options.mapping == MappingChoice::Default) {
    pm.addNestedPass<func::FuncOp>(createDefaultMappingPass());
  }
  pm.addNestedPass<func::FuncOp>(createFuseMapsPass());
  pm.addNestedPass<func::FuncOp>(createVectorizePatternsPass());
  if (options.mapping != MappingChoice::None) {
    CheckParallelismPassOptions checkOptions;
    checkOptions.sizes.assign(options.sizes.begin(), options.sizes.end());
    pm.addNestedPass<func::FuncOp>(createCheckParallelismPass(checkOptions));
  }
  pm.addNestedPass<func::FuncOp>(createSetLaunchPass());
}

void lift::buildLiftToLoopsPipeline(OpPassManager &pm,
                                    const LiftToGPUOptions &options) {
  buildLiftToKernelsPipeline(pm, options);
  addMappingPasses(pm, options);
  pm.addNestedPass<func::FuncOp>(createLowerPatternsPass());
}

/// Lets work-items wait for each other, and decides where local buffers are.
template <typename Pipeline>
static void addSynchronization(OpPassManager &kernels,
                               const LoweringOptions<Pipeline> &options) {
  if (options.pipeline)
    kernels.addPass(createPipelineLoopsPass());
  PlaceBarriersPassOptions barrierOptions;
  barrierOptions.unsafeMapping = options.unsafeMapping;
  barrierOptions.analyzeIndices = options.barriers;
  kernels.addPass(createPlaceBarriersPass(barrierOptions));
  kernels.addPass(createReportAccessesPass({options.vectorizeAccesses}));
  kernels.addPass(createShareBuffersPass());
}

/// From kernels of patterns to what each of their work-items does.
template <typename Pipeline>
static void addDistribution(OpPassManager &pm,
                            const LoweringOptions<Pipeline> &options,
                            bool versionsLoops) {
  pm.addNestedPass<func::FuncOp>(
      createCheckMappingPass({options.unsafeMapping}));
  pm.addNestedPass<func::FuncOp>(
      createLowerPatternsPass({options.simplifyIndices}));
  DistributeLoopsPassOptions distributionOptions;
  distributionOptions.simplifyControlFlow = options.simplifyControlFlow;
  distributionOptions.simplifyIndices = options.simplifyIndices;
  distributionOptions.unsafeMapping = options.unsafeMapping;
  pm.addNestedPass<func::FuncOp>(
      createDistributeLoopsPass(distributionOptions));
  if (options.reuseLoads)
    pm.addNestedPass<func::FuncOp>(createReuseLoadsPass());
  if (versionsLoops)
    pm.addNestedPass<func::FuncOp>(createVersionLoopsPass());
  addSynchronization(pm.nest<func::FuncOp>(), options);
}

/// From what each work-item does to kernels of the gpu dialect.
template <typename Pipeline>
static void addExpansion(OpPassManager &pm,
                         const LoweringOptions<Pipeline> &options) {
  ConvertLoopsToGPUPassOptions conversionOptions;
  conversionOptions.indexBitwidth = options.indexBitwidth;
  conversionOptions.simplifyIndices = options.simplifyIndices;
  conversionOptions.vectorizeAccesses = options.vectorizeAccesses;
  conversionOptions.reduceStrength = options.reduceStrength;
  pm.addPass(createConvertLoopsToGPUPass(conversionOptions));
}

void lift::buildLiftToWorkItemsPipeline(OpPassManager &pm,
                                        const LiftToGPUOptions &options) {
  buildLiftToKernelsPipeline(pm, options);
  addMappingPasses(pm, options);
  addDistribution(pm, options, options.optimize && options.versionLoops);
}

void lift::buildConvertLiftToGPUPipeline(
    OpPassManager &pm, const ConvertLiftToGPUOptions &options) {
  addDistribution(pm, options, options.versionLoops);
  addExpansion(pm, options);
}

void lift::buildLiftToGPUPipeline(OpPassManager &pm,
                                  const LiftToGPUOptions &options) {
  buildLiftToKernelsPipeline(pm, options);
  buildKernelsToGPUPipeline(pm, options);
}

void lift::buildKernelsToGPUPipeline(OpPassManager &pm,
                                     const LiftToGPUOptions &options) {
  addMappingPasses(pm, options);
  // Without optimization, a program's text is the kernel's.
  addDistribution(pm, options, options.optimize && options.versionLoops);
  LimitMemoryPassOptions memoryOptions;
  memoryOptions.maxMemory = options.maxMemory;
  memoryOptions.sizes.assign(options.sizes.begin(), options.sizes.end());
  pm.addNestedPass<func::FuncOp>(createLimitMemoryPass(memoryOptions));
  addExpansion(pm, options);
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createCheckMemoryPass());
  kernels.addPass(createUnrollLanesPass());
  SmallVector<std::string> disabled;
  if (!options.simplifyControlFlow)
    disabled = getLoopPatterns();
  auto addCanonicalizer = [&] {
    pm.addPass(createCanonicalizerPass(GreedyRewriteConfig(), disabled));
  };
  addCanonicalizer();
  pm.addPass(createCSEPass());
  if (options.reduceStrength) {
    pm.addNestedPass<gpu::GPUModuleOp>(createMergeCarriedPass());
    pm.addNestedPass<gpu::GPUModuleOp>(createHoistInvariantsPass());
  }
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createCSEPass());
  // Branches with one condition are next to each other by now.
  addCanonicalizer();
  pm.addNestedPass<gpu::GPUModuleOp>(createVerifyKernelsPass());
}

/// What the kernels of SPIR-V are made of: no C functions, unrolled loops, and
/// private arrays in registers.
static void addLegalization(OpPassManager &kernels, SPIRVFlavor flavor) {
  // All that follows takes the kernel form, whoever wrote the kernels.
  kernels.addPass(createVerifyKernelsPass({/*foreign=*/true}));
  kernels.addPass(createInlineUserFunctionsPass());
  kernels.addPass(createExpandOpsPass());
  // A function of f16 is that of f32, rounded, as in OpenCL C.
  math::MathExtendToSupportedTypesOptions floats;
  floats.extraTypeStrs = {"f64"};
  kernels.addPass(math::createMathExtendToSupportedTypes(floats));
  kernels.addPass(createExpandFunctionsPass({flavor}));
  kernels.addPass(createUnrollLoopsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  if (flavor == SPIRVFlavor::Vulkan)
    kernels.addPass(createSplitVectorsPass());
  OpPassManager &functions = kernels.nest<gpu::GPUFuncOp>();
  functions.addPass(createPromoteArraysPass());
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
  // Branches have become operations on vectors with one condition.
  kernels.addPass(createExpandOpsPass());
}

void lift::buildConvertGPUToSPIRVPipeline(
    OpPassManager &pm, const ConvertGPUToSPIRVOptions &options) {
  addLegalization(pm.nest<gpu::GPUModuleOp>(), options.flavor);
  pm.addPass(createConvertLiftGPUToSPIRVPass({options.flavor}));
  OpPassManager &modules = pm.nest("spirv.module");
  modules.addPass(spirv::createSPIRVLowerABIAttributesPass());
  modules.addPass(createCanonicalizerPass());
  modules.addPass(createCSEPass());
  modules.addPass(createFinishSPIRVPass());
  modules.addPass(spirv::createSPIRVUpdateVCEPass());
  modules.addPass(createAddSPIRVCapabilitiesPass());
}

void lift::buildLiftToSPIRVPipeline(OpPassManager &pm,
                                    const LiftToSPIRVOptions &options) {
  buildLiftToGPUPipeline(pm, options);
  ConvertGPUToSPIRVOptions conversionOptions;
  conversionOptions.flavor = options.flavor;
  buildConvertGPUToSPIRVPipeline(pm, conversionOptions);
}

void lift::registerPipelines() {
  registerFrontEndPipelines();
  PassPipelineRegistration<LiftToGPUOptions>(
      "lift-to-gpu", "From a Lift program to host functions and GPU kernels",
      buildLiftToGPUPipeline);
  PassPipelineRegistration<ConvertLiftToGPUOptions>(
      "convert-lift-to-gpu",
      "From mapped kernels of patterns to host functions and GPU kernels; a "
      "part of lift-to-gpu",
      buildConvertLiftToGPUPipeline);
  PassPipelineRegistration<LiftToSPIRVOptions>(
      "lift-to-spirv",
      "From a Lift program to host functions, GPU kernels, and SPIR-V of these",
      buildLiftToSPIRVPipeline);
  PassPipelineRegistration<ConvertGPUToSPIRVOptions>(
      "convert-gpu-kernels-to-spirv",
      "From GPU kernels to SPIR-V modules beside them; a part of lift-to-spirv",
      buildConvertGPUToSPIRVPipeline);
  PassPipelineRegistration<LiftToGPUOptions>(
      "lift-to-loops", "From a Lift program to kernels in loop form",
      buildLiftToLoopsPipeline);
  PassPipelineRegistration<LiftToGPUOptions>(
      "lift-to-work-items",
      "From a Lift program to kernels in loop form, divided among work-items; "
      "a part of lift-to-gpu",
      buildLiftToWorkItemsPipeline);
}
