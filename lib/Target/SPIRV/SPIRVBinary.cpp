//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Target/SPIRV/SPIRVBinary.h"

#include "LiftDialect/Pipelines/Pipelines.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/SPIRV/Serialization.h"

using namespace mlir;
using namespace mlir::lift;

/// The kernels and functions of all modules in `op` as one gpu.module; modules
/// may share a user function.
static OwningOpRef<ModuleOp> gatherKernels(Operation *op) {
  OwningOpRef<ModuleOp> all = ModuleOp::create(op->getLoc());
  gpu::GPUModuleOp first;
  op->walk([&](gpu::GPUModuleOp module) {
    if (!first) {
      first = cast<gpu::GPUModuleOp>(module->clone());
      first.removeTargetsAttr();
      all->push_back(first);
      return;
    }
    for (Operation &nested : *module.getBody())
      if (!first.lookupSymbol(SymbolTable::getSymbolName(&nested)))
        first.getBody()->push_back(nested.clone());
  });
  return all;
}

/// The kernels in `op`, with a `spirv.module`.
static FailureOr<OwningOpRef<ModuleOp>> convertToSPIRV(Operation *op,
                                                       SPIRVFlavor flavor) {
  op->getContext()->getOrLoadDialect<spirv::SPIRVDialect>();
  OwningOpRef<ModuleOp> kernels = gatherKernels(op);
  auto hasKernels = [](gpu::GPUModuleOp module) {
    return !module.getOps<gpu::GPUFuncOp>().empty();
  };
  if (llvm::none_of(kernels->getOps<gpu::GPUModuleOp>(), hasKernels)) {
    auto diag =
        emitError(op->getLoc(), "found no kernel to translate to SPIR-V");
    diag.attachNote() << "lower the program to kernels first";
    return failure();
  }
  PassManager pm(op->getContext());
  ConvertGPUToSPIRVOptions options;
  options.flavor = flavor;
  buildConvertGPUToSPIRVPipeline(pm, options);
  if (failed(pm.run(*kernels)))
    return failure();
  return kernels;
}

static spirv::ModuleOp getModule(const OwningOpRef<ModuleOp> &kernels) {
  return *kernels.get().getOps<spirv::ModuleOp>().begin();
}

FailureOr<std::string> lift::translateToSPIRV(Operation *op,
                                              SPIRVFlavor flavor) {
  FailureOr<OwningOpRef<ModuleOp>> kernels = convertToSPIRV(op, flavor);
  SmallVector<uint32_t> words;
  if (failed(kernels) || failed(spirv::serialize(getModule(*kernels), words)))
    return failure();
  return std::string(reinterpret_cast<const char *>(words.data()),
                     sizeof(uint32_t) * words.size());
}

FailureOr<std::string> lift::printSPIRV(Operation *op, SPIRVFlavor flavor) {
  FailureOr<OwningOpRef<ModuleOp>> kernels = convertToSPIRV(op, flavor);
  if (failed(kernels))
    return failure();
  std::string text;
  llvm::raw_string_ostream(text) << getModule(*kernels) << "\n";
  return text;
}
