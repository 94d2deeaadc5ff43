//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BarrierPlacement.h"
#include "LiftDialect/GPU/Passes.h"

namespace mlir::lift {
#define GEN_PASS_DEF_PLACEBARRIERSPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {

struct PlaceBarriersPass final
    : lift::impl::PlaceBarriersPassBase<PlaceBarriersPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      FailureOr<unsigned> placed =
          BarrierPlacement(func, getChildAnalysis<ThreadDependence>(func),
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
