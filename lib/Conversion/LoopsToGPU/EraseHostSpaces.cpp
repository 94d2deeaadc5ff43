//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lift {
#define GEN_PASS_DEF_ERASEHOSTSPACESPASS
#include "LiftDialect/Conversion/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;

namespace {
struct EraseHostSpacesPass final
    : lift::impl::EraseHostSpacesPassBase<EraseHostSpacesPass> {
  void runOnOperation() override {
    AttrTypeReplacer replacer;
    replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
      auto space =
          dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
      if (!space || space.getValue() != gpu::AddressSpace::Global)
        return std::nullopt;
      return MemRefType::Builder(type).setMemorySpace(Attribute());
    });
    for (Operation &op : *getOperation().getBody()) {
      if (isa<gpu::GPUModuleOp>(op)) {
        op.emitOpError("has kernels, whose buffers are in memory spaces")
                .attachNote()
            << "run gpu-module-to-binary first";
        return signalPassFailure();
      }
      replacer.recursivelyReplaceElementsIn(&op, /*replaceAttrs=*/true,
                                            /*replaceLocs=*/false,
                                            /*replaceTypes=*/true);
    }
  }
};
} // namespace
