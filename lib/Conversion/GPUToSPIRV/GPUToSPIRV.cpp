//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BufferTypes.h"
#include "Checks.h"
#include "LiftDialect/Conversion/Passes.h"
#include "LiftDialect/LiftDialect.h"
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

/// The width of an index in the kernels of `module`.
static unsigned getIndexBits(gpu::GPUModuleOp module) {
  auto bits = module->getAttrOfType<IntegerAttr>(
      LiftDialect::IndexBitwidthAttrHelper::getNameStr());
  return bits ? bits.getInt() : 32;
}

static LogicalResult convert(gpu::GPUModuleOp module, SPIRVFlavor flavor) {
  MLIRContext *context = module.getContext();
  spirv::TargetEnvAttr env = getTargetEnv(context, flavor);
  module->setAttr(spirv::getTargetEnvAttrName(), env);
  SPIRVConversionOptions options;
  options.use64bitIndex = getIndexBits(module) == 64;
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
  return applyFullConversion(module, *target, std::move(patterns));
}

/// SPIR-V cannot pass truth values to kernels: they come as i32, vectors of
/// them as bytes.
static void widenTruthValues(gpu::GPUFuncOp kernel) {
  Block &entry = kernel.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  for (BlockArgument argument : entry.getArguments()) {
    if (!getElementTypeOrSelf(argument.getType()).isInteger(1))
      continue;
    auto vector = dyn_cast<VectorType>(argument.getType());
    argument.setType(vector ? vector.clone(builder.getI8Type())
                            : Type(builder.getI32Type()));
    Location loc = argument.getLoc();
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(argument.getType()));
    auto value = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                       argument, zero);
    argument.replaceAllUsesExcept(value, value);
  }
  kernel.setFunctionType(builder.getFunctionType(
      TypeRange(entry.getArgumentTypes()).take_front(kernel.getNumArguments()),
      {}));
}

/// Splits an argument of more than four numbers: the parts are the same push
/// constants. lift-split-vectors has left its lanes only.
static LogicalResult splitArgument(gpu::GPUFuncOp kernel, unsigned number) {
  constexpr int64_t kLanes = 4;
  BlockArgument argument = kernel.getArgument(number);
  auto type = dyn_cast<VectorType>(argument.getType());
  auto isLane = [](Operation *user) {
    auto lane = dyn_cast<vector::ExtractOp>(user);
    return lane && !lane.hasDynamicPosition();
  };
  if (!type || type.getRank() != 1 || type.getNumElements() <= kLanes ||
      type.getNumElements() % kLanes != 0 ||
      !llvm::all_of(argument.getUsers(), isLane))
    return success();
  const unsigned numParts = type.getNumElements() / kLanes;
  for (unsigned part = 0; part < numParts; ++part)
    if (failed(kernel.insertArgument(
            number + 1, VectorType::get({kLanes}, type.getElementType()), {},
            argument.getLoc())))
      return failure();
  for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
    auto lane = cast<vector::ExtractOp>(user);
    const int64_t position = lane.getStaticPosition().front();
    OpBuilder builder(lane);
    lane.replaceAllUsesWith(
        vector::ExtractOp::create(
            builder, lane.getLoc(),
            kernel.getArgument(number + 1 + position / kLanes),
            position % kLanes)
            .getResult());
    lane.erase();
  }
  return kernel.eraseArgument(number);
}

static LogicalResult splitArguments(gpu::GPUFuncOp kernel) {
  for (unsigned number = kernel.getNumArguments(); number-- > 0;)
    if (failed(splitArgument(kernel, number)))
      return failure();
  return success();
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
        if (failed(splitArguments(kernel)))
          return signalPassFailure();
    if (failed(checkForSPIRV(copy, flavor)))
      return signalPassFailure();
    for (auto kernel : copy.getOps<gpu::GPUFuncOp>()) {
      widenTruthValues(kernel);
      if (flavor == SPIRVFlavor::Vulkan)
        formVectorRows(kernel);
    }
    if (failed(convert(copy, flavor)))
      return signalPassFailure();
  }
}
