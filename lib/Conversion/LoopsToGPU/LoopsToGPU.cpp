//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Drivers.h"
#include "HostCalls.h"
#include "HostExpansion.h"
#include "KeptStates.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::lift {
#define GEN_PASS_DEF_CONVERTLOOPSTOGPUPASS
#include "LiftDialect/Conversion/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct ConvertLoopsToGPUPass final
    : lift::impl::ConvertLoopsToGPUPassBase<ConvertLoopsToGPUPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (indexBitwidth == 32 || indexBitwidth == 64)
      return success();
    return emitError(UnknownLoc::get(context))
           << "index-bitwidth " << indexBitwidth.getValue()
           << " is not 32 or 64";
  }

  void runOnOperation() override;
};
} // namespace

/// Gives the kernels the user functions that they call, in the order in which
/// `module` has them.
static void copyUserFunctions(ModuleOp module, gpu::GPUModuleOp kernels) {
  llvm::StringSet<> called;
  kernels.walk([&](CallOp call) { called.insert(call.getCallee()); });
  OpBuilder builder = OpBuilder::atBlockBegin(kernels.getBody());
  for (auto userFun : module.getOps<UserFunOp>())
    if (called.contains(userFun.getSymName()))
      builder.clone(*userFun);
}

void ConvertLoopsToGPUPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (failed(createKeepers(module)))
    return signalPassFailure();
  SmallVector<func::FuncOp> functions;
  for (auto func : module.getOps<func::FuncOp>())
    if (isLiftFunction(func))
      functions.push_back(func);
  // Without them, a driver has nothing to call.
  if (functions.empty()) {
    if (failed(lowerDrivers(module)))
      signalPassFailure();
    return;
  }
  const ConvertLoopsToGPUPassOptions options = {
      indexBitwidth, simplifyIndices, vectorizeAccesses, reduceStrength};
  OpBuilder builder(&getContext());
  builder.setInsertionPointToStart(module.getBody());
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());
  // Symbols are unique in a module: one more letter if a function is called
  // that already.
  std::string name = "kernels";
  while (module.lookupSymbol(name))
    name += "_";
  auto kernels = gpu::GPUModuleOp::create(builder, module.getLoc(), name);
  kernels->setAttr(LiftDialect::IndexBitwidthAttrHelper::getNameStr(),
                   builder.getI32IntegerAttr(indexBitwidth));
  for (func::FuncOp func : functions) {
    if (!getTuningParameters(func).empty()) {
      InFlightDiagnostic diag = func.emitError("tuning names have no values");
      diag.attachNote() << "run lift-bind-params first";
      return signalPassFailure();
    }
    FailureOr<SizeFacts> facts = SizeFacts::get(func);
    if (failed(facts))
      return signalPassFailure();
    HostExpansion host(func, *facts, options, builder);
    if (failed(host.lower(kernels)))
      return signalPassFailure();
  }
  copyUserFunctions(module, kernels);
  if (failed(lowerDrivers(module)) || failed(lowerCalls(module)))
    signalPassFailure();
}
