//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_PIPELINES_PIPELINES_H
#define LIFTDIALECT_PIPELINES_PIPELINES_H

#include "LiftDialect/LiftAttributes.h"
#include "LiftDialect/Strategies/Problem.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;

namespace lift {

/// Who maps the maps that the program leaves unmapped.
enum class MappingChoice {
  Default, ///< lift-default-mapping
  Solve,   ///< lift-map-parallelism
  None     ///< nobody: they are sequential
};

/// Options of pipelines that make GPU kernels of kernels of patterns.
template <typename Pipeline>
struct LoweringOptions : PassPipelineOptions<Pipeline> {
  template <typename Value>
  using Option = typename PassPipelineOptions<Pipeline>::template Option<Value>;

  Option<unsigned> indexBitwidth{
      *this, "index-bitwidth",
      llvm::cl::desc("Width of index arithmetic in kernels, 32 or 64"),
      llvm::cl::init(32)};
  Option<bool> unsafeMapping{
      *this, "unsafe-mapping",
      llvm::cl::desc(
          "Warn, and go on, where a mapping lets work-items use what "
          "others may not have finished"),
      llvm::cl::init(false)};
  Option<double> maxMemory{
      *this, "max-memory",
      llvm::cl::desc(
          "The most bytes of device memory, as a multiple of those "
          "of arguments and results: see lift-limit-memory; 0 is any "
          "number"),
      llvm::cl::init(0)};
  // Switches for ablation: turning one off changes speed, not results.
  Option<bool> simplifyIndices{
      *this, "simplify-indices",
      llvm::cl::desc("Simplify indices by what is known of sizes and loops"),
      llvm::cl::init(true)};
  Option<bool> simplifyControlFlow{
      *this, "simplify-control-flow",
      llvm::cl::desc("No loop where a work-item runs once, a branch where at "
                     "most once"),
      llvm::cl::init(true)};
  Option<bool> vectorizeAccesses{
      *this, "vectorize-accesses",
      llvm::cl::desc("Load and store the lanes of a vector together"),
      llvm::cl::init(true)};
  Option<bool> reduceStrength{
      *this, "reduce-strength",
      llvm::cl::desc("Compute the indices of loops step by step, and out of "
                     "them what they do not change"),
      llvm::cl::init(true)};
  Option<bool> reuseLoads{
      *this, "reuse-loads",
      llvm::cl::desc("Keep in registers what is read again"),
      llvm::cl::init(true)};
  Option<bool> versionLoops{
      *this, "version-loops",
      llvm::cl::desc("Keep tests for the border out of loops in the interior"),
      llvm::cl::init(true)};
  Option<bool> barriers{
      *this, "barriers",
      llvm::cl::desc("Place barriers only where work-items use elements of "
                     "each other, and not at each use of a shared buffer"),
      llvm::cl::init(true)};
  Option<bool> pipeline{
      *this, "pipeline",
      llvm::cl::desc("Use two buffers in turn where the program asks for it"),
      llvm::cl::init(true)};
};

/// Options of `convert-lift-to-gpu`.
struct ConvertLiftToGPUOptions : LoweringOptions<ConvertLiftToGPUOptions> {};

/// Options of `lift-to-gpu`.
struct LiftToGPUOptions : LoweringOptions<LiftToGPUOptions> {
  ListOption<std::string> params{
      *this, "params", llvm::cl::desc("Values of names, as NAME=INTEGER,...")};
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc("What the kernels run on, as for lift-set-target; by "
                     "default what the module says, or anything")};
  Option<MappingChoice> mapping{
      *this, "mapping",
      llvm::cl::desc("How maps run that the program leaves unmapped"),
      llvm::cl::init(MappingChoice::Default),
      llvm::cl::values(
          clEnumValN(MappingChoice::Default, "default",
                     "the outermost on global ids (default)"),
          clEnumValN(MappingChoice::Solve, "solve",
                     "as constraints allow it, with values for tuning names "
                     "and vector widths: see lift-map-parallelism"),
          clEnumValN(MappingChoice::None, "none", "in order"))};
  Option<bool> optimize{
      *this, "optimize",
      llvm::cl::desc(
          "Choose tiles, memory and mappings for functions that make "
          "no choices, see lift-optimize; with mapping=default only"),
      llvm::cl::init(true)};
  Option<std::string> optimizeFor{
      *this, "optimize-for",
      llvm::cl::desc("The device that lift-optimize chooses for, as for "
                     "lift-set-target; by default that of the module")};
  ListOption<std::string> sizes{
      *this, "sizes",
      llvm::cl::desc("Values that sizes are expected to have, as "
                     "NAME=INTEGER,...: what lift-optimize chooses for")};
  Option<Assumed> assumed{
      *this, "assumed",
      llvm::cl::desc("What lift-optimize assumes, and then requires, of other "
                     "sizes"),
      llvm::cl::init(Assumed::Nothing), AssumedValues()};
};

/// The names of SPIR-V's flavors, for options.
inline auto getSPIRVFlavorValues() {
  return llvm::cl::values(
      clEnumValN(SPIRVFlavor::OpenCL, "opencl", "OpenCL (default)"),
      clEnumValN(SPIRVFlavor::Vulkan, "vulkan", "Vulkan 1.1"));
}

/// Options of `convert-gpu-kernels-to-spirv`.
struct ConvertGPUToSPIRVOptions
    : PassPipelineOptions<ConvertGPUToSPIRVOptions> {
  Option<SPIRVFlavor> flavor{
      *this, "flavor", llvm::cl::desc("What runs the kernels"),
      llvm::cl::init(SPIRVFlavor::OpenCL), getSPIRVFlavorValues()};
};

/// Options of `lift-to-spirv`: those of `lift-to-gpu`, and the flavor.
struct LiftToSPIRVOptions : LiftToGPUOptions {
  Option<SPIRVFlavor> flavor{
      *this, "flavor", llvm::cl::desc("What runs the kernels"),
      llvm::cl::init(SPIRVFlavor::OpenCL), getSPIRVFlavorValues()};
};

/// Options of `linalg-to-lift` and `tosa-to-lift`.
struct LinalgToLiftOptions : PassPipelineOptions<LinalgToLiftOptions> {
  Option<bool> reassociate{
      *this, "reassociate",
      llvm::cl::desc("Allow sums and products of floats in any order"),
      llvm::cl::init(false)};
  Option<bool> ignoreAssertions{
      *this, "ignore-assertions",
      llvm::cl::desc("Leave out assertions on data, which kernels cannot make; "
                     "elements outside of tensors are then 0"),
      llvm::cl::init(false)};
  Option<bool> returnAssertions{
      *this, "return-assertions",
      llvm::cl::desc("Make results of assertions on data, for whoever runs the "
                     "function"),
      llvm::cl::init(false)};
  Option<bool> outline{
      *this, "outline",
      llvm::cl::desc("Keep functions on tensors, and what is not supported in "
                     "them; convert what can be to functions that they call"),
      llvm::cl::init(false)};
};

/// Options of `lift-compile`: those of `lift-to-gpu`, and whether floats may be
/// added in any order.
struct LiftCompileOptions : LiftToGPUOptions {
  Option<bool> reassociate{
      *this, "reassociate",
      llvm::cl::desc("Allow sums and products of floats in any order"),
      llvm::cl::init(false)};
};

/// From functions on tensors, with operations of linalg, to Lift programs.
void buildLinalgToLiftPipeline(OpPassManager &pm,
                               const LinalgToLiftOptions &options);

/// The same from operations of tosa and linalg, by upstream's conversions of
/// tosa.
void buildTosaToLiftPipeline(OpPassManager &pm,
                             const LinalgToLiftOptions &options);

/// From a program to kernels in loop form, whose sizes need no values.
void buildLiftToLoopsPipeline(OpPassManager &pm,
                              const LiftToGPUOptions &options);

/// From a program to kernels in loop form, as each work-item runs them.
void buildLiftToWorkItemsPipeline(OpPassManager &pm,
                                  const LiftToGPUOptions &options);

/// From a program to kernels of patterns, whose maps are as the program says.
/// The first part of lift-to-gpu.
void buildLiftToKernelsPipeline(OpPassManager &pm,
                                const LiftToGPUOptions &options);

/// The rest of it: maps what is not mapped, and lowers. Tuning names have
/// values, or are given them by the solver.
void buildKernelsToGPUPipeline(OpPassManager &pm,
                               const LiftToGPUOptions &options);

/// From a program to host functions and GPU kernels.
void buildLiftToGPUPipeline(OpPassManager &pm, const LiftToGPUOptions &options);

/// The part of it that makes GPU kernels of kernels of patterns: mappings and
/// launches are there already.
void buildConvertLiftToGPUPipeline(OpPassManager &pm,
                                   const ConvertLiftToGPUOptions &options);

/// From kernels in the kernel form to SPIR-V modules beside them.
void buildConvertGPUToSPIRVPipeline(OpPassManager &pm,
                                    const ConvertGPUToSPIRVOptions &options);

/// From a program to host functions, GPU kernels, and SPIR-V of these.
void buildLiftToSPIRVPipeline(OpPassManager &pm,
                              const LiftToSPIRVOptions &options);

/// From functions on tensors, with operations of linalg and tosa among others,
/// to functions that launch kernels for those of their operations that Lift
/// supports.
void buildLiftCompilePipeline(OpPassManager &pm,
                              const LiftCompileOptions &options);

/// Makes the pipelines known to command lines.
void registerPipelines();

/// Makes those known that lead to Lift programs.
void registerFrontEndPipelines();

} // namespace lift
} // namespace mlir

#endif // LIFTDIALECT_PIPELINES_PIPELINES_H
