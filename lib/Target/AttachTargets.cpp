//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What GPU modules are to become, as attributes for upstream's
// gpu-module-to-binary.
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Conversion/Passes.h"
#include "LiftDialect/LiftAttributes.h"
#include "LiftDialect/LiftDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::lift {
#define GEN_PASS_DEF_ATTACHOPENCLTARGETPASS
#define GEN_PASS_DEF_ATTACHSPIRVTARGETPASS
#include "LiftDialect/Conversion/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

static void addTarget(ModuleOp op, Attribute target) {
  for (auto module : op.getOps<gpu::GPUModuleOp>()) {
    SmallVector<Attribute> targets;
    if (ArrayAttr old = module.getTargetsAttr())
      llvm::append_range(targets, old);
    if (!llvm::is_contained(targets, target))
      targets.push_back(target);
    module.setTargetsAttr(ArrayAttr::get(op.getContext(), targets));
  }
}

namespace {
struct AttachOpenCLTargetPass final
    : lift::impl::AttachOpenCLTargetPassBase<AttachOpenCLTargetPass> {
  void runOnOperation() override {
    addTarget(getOperation(), OpenCLTargetAttr::get(&getContext()));
  }
};

struct AttachSPIRVTargetPass final
    : lift::impl::AttachSPIRVTargetPassBase<AttachSPIRVTargetPass> {
  using Base::Base;

  void runOnOperation() override {
    addTarget(getOperation(), SPIRVTargetAttr::get(&getContext(), flavor));
  }
};
} // namespace
