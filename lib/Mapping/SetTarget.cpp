//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/Passes.h"
#include "LiftDialect/Mapping/Targets.h"

namespace mlir::lift {
#define GEN_PASS_DEF_SETTARGETPASS
#include "LiftDialect/Mapping/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct SetTargetPass final : lift::impl::SetTargetPassBase<SetTargetPass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

void SetTargetPass::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<TargetDeviceSpecInterface> spec = getTargetSpec(module, target);
  if (failed(spec))
    return signalPassFailure();
  StringRef name = DLTIDialect::kTargetSystemDescAttrName;
  auto gpu = StringAttr::get(&getContext(), "GPU");
  SmallVector<DataLayoutEntryInterface> devices = {
      DataLayoutEntryAttr::get(gpu, *spec)};
  if (auto system = module->getAttrOfType<TargetSystemSpecAttr>(name))
    for (DataLayoutEntryInterface device : system.getEntries())
      if (device.getKey() != DataLayoutEntryKey(gpu))
        devices.push_back(device);
  module->setAttr(name, TargetSystemSpecAttr::get(&getContext(), devices));
}
