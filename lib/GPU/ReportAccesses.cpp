//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/BufferAccess.h"
#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/GPU/Passes.h"
#include "LiftDialect/LiftDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lift {
#define GEN_PASS_DEF_REPORTACCESSESPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct ReportAccessesPass final
    : lift::impl::ReportAccessesPassBase<ReportAccessesPass> {
  void runOnOperation() override;
};

/// How many elements an access takes at once, and why not more.
struct Form {
  int64_t width = 1;
  std::string text;
};
} // namespace

/// Whether an access is that of a lane of a vector, but not of the first.
static bool isLaterLane(const MemoryAccess &access) {
  if (access.lanes) {
    Operation *previous = access.op->getPrevNode();
    while (previous &&
           previous->getAttr(LiftDialect::LanesAttrHelper::getNameStr()) !=
               access.lanes)
      previous = previous->getPrevNode();
    return previous;
  }
  return llvm::any_of(access.op->getUses(), [](OpOperand &use) {
    return isa<vector::FromElementsOp>(use.getOwner()) &&
           use.getOperandNumber() > 0;
  });
}

/// The access of the next lane, if `access` is that of the first lane of a
/// vector that is accessed lane by lane.
static Operation *getNextLane(const MemoryAccess &access) {
  if (access.lanes) {
    Operation *next = access.op->getNextNode();
    while (next && (!isa<memref::StoreOp>(next) ||
                    next->getAttr(LiftDialect::LanesAttrHelper::getNameStr()) !=
                        access.lanes))
      next = next->getNextNode();
    return next;
  }
  for (Operation *user : access.op->getResults().getUsers())
    if (isa<vector::FromElementsOp>(user) && user->getNumOperands() > 1 &&
        user->getOperand(0).getDefiningOp() == access.op)
      return user->getOperand(1).getDefiningOp();
  return nullptr;
}

static Form getForm(const MemoryAccess &access, ThreadDependence &dependence) {
  if (access.width > 1) {
    if (BufferAccess::get(access.op)->alignment)
      return {access.width, "aligned vector"};
    std::optional<Expr> index = dependence.getReadableIndex(access);
    return {access.width, "vector, but " + std::to_string(access.width) +
                              " is not known to divide the index " +
                              (index ? index->str() : "")};
  }
  Operation *next = getNextLane(access);
  std::optional<MemoryAccess> lane =
      next ? dependence.getAccess(next) : std::nullopt;
  if (!lane)
    return {1, "a number"};
  std::optional<Expr> first = dependence.getReadableIndex(access);
  std::optional<Expr> second = dependence.getReadableIndex(*lane);
  std::string apart = first && second ? (*second - *first).str() : "not known";
  return {1, "lane by lane, as neighbours are " + apart + " apart"};
}

static void report(const MemoryAccess &access, ThreadDependence &dependence,
                   gpu::GPUFuncOp func) {
  Form form = getForm(access, dependence);
  std::optional<Expr> stride = dependence.getStride(access, 0);
  bool isLocal = gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(
      cast<MemRefType>(access.buffer.getType()));
  remark::analysis(access.op->getLoc(), remark::RemarkOpts::name("access")
                                            .category("lift-report-accesses")
                                            .function(func.getName()))
      << remark::metric("Access", access.isWrite ? "write" : "read")
      << remark::metric("Space", isLocal ? "local" : "global")
      << remark::metric("Stride", stride ? stride->str() : "varies")
      << remark::metric("Width", form.width)
      << remark::metric("Form", form.text);
}

void ReportAccessesPass::runOnOperation() {
  markAllAnalysesPreserved();
  if (!getContext().getRemarkEngine())
    return;
  for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
    auto &dependence = getChildAnalysis<ThreadDependence>(func);
    func.walk([&](Operation *op) {
      std::optional<MemoryAccess> access = dependence.getAccess(op);
      if (access && !isLaterLane(*access))
        report(*access, dependence, func);
    });
  }
}
