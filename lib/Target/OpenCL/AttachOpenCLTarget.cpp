//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Conversion/Passes.h"
#include "LiftDialect/LiftAttributes.h"
#include "LiftDialect/LiftDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::lift {
#define GEN_PASS_DEF_ATTACHOPENCLTARGETPASS
#include "LiftDialect/Conversion/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct AttachOpenCLTargetPass final
    : lift::impl::AttachOpenCLTargetPassBase<AttachOpenCLTargetPass> {
  using Base::Base;

  void runOnOperation() override {
    auto target = OpenCLTargetAttr::get(&getContext());
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>()) {
      SmallVector<Attribute> targets;
      if (ArrayAttr old = module.getTargetsAttr())
        llvm::append_range(targets, old);
      if (!llvm::is_contained(targets, target))
        targets.push_back(target);
      module.setTargetsAttr(ArrayAttr::get(&getContext(), targets));
    }
  }
};
} // namespace
