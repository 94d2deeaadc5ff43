//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BarrierPlacement.h"
#include "LiftDialect/WorkItems/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {
#define GEN_PASS_DEF_PLACEBARRIERSPASS
#include "LiftDialect/WorkItems/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {

struct PlaceBarriersPass final
    : lift::impl::PlaceBarriersPassBase<PlaceBarriersPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<loop::KernelOp>()) {
      if (failed(checkIsDistributed(kernel)))
        return signalPassFailure();
      FailureOr<unsigned> placed =
          BarrierPlacement(kernel, getChildAnalysis<ThreadDependence>(kernel),
                           unsafeMapping, analyzeIndices)
              .place();
      if (failed(placed))
        return signalPassFailure();
      numBarriers += *placed;
    }
    // Accesses and their indices are what they were.
    markAnalysesPreserved<ThreadDependence>();
  }
};

} // namespace
