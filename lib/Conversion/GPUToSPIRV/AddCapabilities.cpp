//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Capabilities that follow from the types of operations, where upstream looks
// at the operations alone.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Conversion/Passes.h"

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"

namespace mlir::lift {
#define GEN_PASS_DEF_ADDSPIRVCAPABILITIESPASS
#include "LiftDialect/Conversion/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct AddSPIRVCapabilitiesPass final
    : lift::impl::AddSPIRVCapabilitiesPassBase<AddSPIRVCapabilitiesPass> {
  void runOnOperation() override;
};
} // namespace

static bool isWideAtomic(Operation *op) {
  return isa<spirv::AtomicIAddOp, spirv::AtomicSMaxOp, spirv::AtomicSMinOp,
             spirv::AtomicUMaxOp, spirv::AtomicUMinOp, spirv::AtomicAndOp,
             spirv::AtomicOrOp, spirv::AtomicXorOp, spirv::AtomicExchangeOp>(
             op) &&
         op->getResult(0).getType().isInteger(64);
}

void AddSPIRVCapabilitiesPass::runOnOperation() {
  spirv::ModuleOp module = getOperation();
  const StringRef name = spirv::ModuleOp::getVCETripleAttrName();
  auto triple = module->getAttrOfType<spirv::VerCapExtAttr>(name);
  const bool hasWideAtomics = module
                                  .walk([](Operation *op) {
                                    return isWideAtomic(op)
                                               ? WalkResult::interrupt()
                                               : WalkResult::advance();
                                  })
                                  .wasInterrupted();
  if (!triple || !hasWideAtomics)
    return;
  SmallVector<spirv::Capability> capabilities(triple.getCapabilities());
  if (llvm::is_contained(capabilities, spirv::Capability::Int64Atomics))
    return;
  capabilities.push_back(spirv::Capability::Int64Atomics);
  const SmallVector<spirv::Extension> extensions(triple.getExtensions());
  module->setAttr(name,
                  spirv::VerCapExtAttr::get(triple.getVersion(), capabilities,
                                            extensions, &getContext()));
}
