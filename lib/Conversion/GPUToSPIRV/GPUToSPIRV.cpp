//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Arguments.h"
#include "BufferTypes.h"
#include "Checks.h"
#include "FloatUpdates.h"
#include "LiftDialect/Analysis/DeviceProperties.h"
#include "LiftDialect/Analysis/UnlegalizedOps.h"
#include "LiftDialect/Conversion/Passes.h"
#include "Patterns.h"
#include "VectorRows.h"

#include "mlir/Conversion/ArithToSPIRV/ArithToSPIRV.h"
#include "mlir/Conversion/GPUToSPIRV/GPUToSPIRV.h"
#include "mlir/Conversion/MathToSPIRV/MathToSPIRV.h"
#include "mlir/Conversion/SCFToSPIRV/SCFToSPIRV.h"
#include "mlir/Conversion/UBToSPIRV/UBToSPIRV.h"
#include "mlir/Conversion/VectorToSPIRV/VectorToSPIRV.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::lift {
#define GEN_PASS_DEF_CONVERTLIFTGPUTOSPIRVPASS
#include "LiftDialect/Conversion/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct ConvertLiftGPUToSPIRVPass final
    : lift::impl::ConvertLiftGPUToSPIRVPassBase<ConvertLiftGPUToSPIRVPass> {
  using Base::Base;

  void runOnOperation() override;
};
} // namespace

static LogicalResult convert(gpu::GPUModuleOp module, SPIRVFlavor flavor) {
  MLIRContext *context = module.getContext();
  spirv::TargetEnvAttr env = getTargetEnv(context, flavor);
  module->setAttr(spirv::getTargetEnvAttrName(), env);
  SPIRVConversionOptions options;
  options.use64bitIndex = getIndexBitwidth(module) == 64;
  options.emulateLT32BitScalarTypes = false;
  options.emulateUnsupportedFloatTypes = false;
  SPIRVTypeConverter converter(env, options);
  addBufferTypes(converter);
  RewritePatternSet patterns(context);
  ScfToSPIRVContext scfContext;
  populateKernelPatterns(converter, patterns);
  populateMemoryPatterns(converter, patterns);
  populateLoopPatterns(converter, patterns);
  populateWorkItemPatterns(converter, patterns);
  populateMathPatterns(converter, patterns);
  populateGPUToSPIRVPatterns(converter, patterns);
  populateSCFToSPIRVPatterns(converter, scfContext, patterns);
  arith::populateArithToSPIRVPatterns(converter, patterns);
  populateMathToSPIRVPatterns(converter, patterns);
  populateVectorToSPIRVPatterns(converter, patterns);
  ub::populateUBToSPIRVConversionPatterns(converter, patterns);
  std::unique_ptr<SPIRVConversionTarget> target =
      SPIRVConversionTarget::get(env);
  UnlegalizedOpHandler handler(
      context,
      "has no form in SPIR-V for " + stringifySPIRVFlavor(flavor).str() +
          " with these types",
      "write it with others, or give the program to OpenCL C");
  return applyFullConversion(module, *target, std::move(patterns));
}

void ConvertLiftGPUToSPIRVPass::runOnOperation() {
  SmallVector<gpu::GPUModuleOp> modules(
      getOperation().getOps<gpu::GPUModuleOp>());
  for (gpu::GPUModuleOp module : modules) {
    // The host's launches need the kernels' own form.
    OpBuilder builder(module);
    auto copy = cast<gpu::GPUModuleOp>(builder.clone(*module));
    if (flavor == SPIRVFlavor::Vulkan)
      for (auto kernel : copy.getOps<gpu::GPUFuncOp>())
        if (failed(splitArguments(kernel)) || failed(addFirstGroup(kernel)))
          return signalPassFailure();
    if (failed(checkForSPIRV(copy, flavor)))
      return signalPassFailure();
    for (auto kernel : copy.getOps<gpu::GPUFuncOp>()) {
      widenTruthValues(kernel);
      if (flavor == SPIRVFlavor::Vulkan)
        formVectorRows(kernel);
      formFloatUpdates(kernel);
    }
    if (failed(convert(copy, flavor)))
      return signalPassFailure();
  }
}
