//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/WorkItems/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lift {
#define GEN_PASS_DEF_REPORTACCESSESPASS
#include "LiftDialect/WorkItems/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct ReportAccessesPass final
    : lift::impl::ReportAccessesPassBase<ReportAccessesPass> {
  using Base::Base;
  void runOnOperation() override;
};

/// How many elements an access takes at once, and why not more.
struct Form {
  int64_t width = 1;
  std::string text;
};
} // namespace

static Form getForm(const MemoryAccess &access, const Assumptions &facts,
                    bool areLanesTogether) {
  if (!access.vector)
    return {1, "a number"};
  if (access.width == 1 || !areLanesTogether) {
    std::string apart =
        access.laneStride ? access.laneStride->str() : "not known";
    return {1, "lane by lane, as neighbours are " + apart + " apart"};
  }
  if (llvm::isPowerOf2_64(access.width) &&
      facts.isDivisible(access.index, access.width))
    return {access.width, "aligned vector"};
  return {access.width, "vector, but " + std::to_string(access.width) +
                            " is not known to divide the index " +
                            access.index.str()};
}

static void report(const MemoryAccess &access,
                   const ThreadDependence &dependence, bool areLanesTogether,
                   StringRef function) {
  Form form = getForm(access, dependence.getFacts(), areLanesTogether);
  std::optional<Expr> stride = dependence.getStride(access, 0);
  auto type = cast<loop::BufferType>(access.buffer.getType());
  remark::analysis(access.op->getLoc(), remark::RemarkOpts::name("access")
                                            .category("lift-report-accesses")
                                            .function(function))
      << remark::metric("Access", access.isWrite ? "write" : "read")
      << remark::metric("Space", stringifyAddressSpace(type.getSpace()))
      << remark::metric("Stride", stride ? stride->str() : "varies")
      << remark::metric("Width", form.width)
      << remark::metric("Form", form.text);
}

void ReportAccessesPass::runOnOperation() {
  markAllAnalysesPreserved();
  if (!getContext().getRemarkEngine())
    return;
  for (auto kernel : getOperation().getOps<loop::KernelOp>()) {
    auto &dependence = getChildAnalysis<ThreadDependence>(kernel);
    std::string function = kernel.getFunctionName();
    kernel.walk([&](Operation *op) {
      if (std::optional<MemoryAccess> access = dependence.getAccess(op))
        report(*access, dependence, vectorizeAccesses, function);
    });
  }
}
