//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/GPU/Passes.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lift {
#define GEN_PASS_DEF_CHECKMEMORYPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct CheckMemoryPass final
    : lift::impl::CheckMemoryPassBase<CheckMemoryPass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

/// Reports that a kernel needs more than the target has, at the buffer that
/// takes most of it.
static LogicalResult reportTooLarge(gpu::GPUFuncOp func, int64_t needed,
                                    int64_t available) {
  ArrayRef<BlockArgument> buffers = func.getWorkgroupAttributions();
  auto getBytes = [](BlockArgument buffer) {
    return getNumBytes(cast<MemRefType>(buffer.getType()));
  };
  const BlockArgument *largest =
      llvm::max_element(buffers, [&](BlockArgument a, BlockArgument b) {
        return getBytes(a) < getBytes(b);
      });
  Location loc = largest == buffers.end() ? func.getLoc() : largest->getLoc();
  InFlightDiagnostic diag =
      emitError(loc) << "kernel '" << func.getName() << "' needs " << needed
                     << " bytes of local memory, of which the target has "
                     << available;
  for (BlockArgument buffer : buffers)
    diag.attachNote(buffer.getLoc()) << getBytes(buffer) << " bytes for this";
  diag.attachNote() << "make the tiles smaller, or materialize in private or "
                       "global memory";
  return diag;
}

/// Of a target that does not say how many registers there are: more than any
/// GPU has for a work-item.
static constexpr int64_t kMaxPrivateBytes = 16384;

/// Warns of a kernel whose arrays are not all in registers: they are in memory,
/// of which each work-item needs its own.
static void warnOfPrivateMemory(gpu::GPUFuncOp func, int64_t needed,
                                std::optional<int64_t> available) {
  if (needed <= available.value_or(kMaxPrivateBytes))
    return;
  InFlightDiagnostic diag = func.emitWarning("kernel '")
                            << func.getName() << "' needs " << needed
                            << " bytes of private memory for each work-item, ";
  if (available)
    diag << "of which the target has " << *available << " in registers";
  else
    diag << "more than any GPU has in registers";
  diag.attachNote() << "map what is private to lcl, so that each work-item has "
                       "a share, or materialize in local or global memory";
}

void CheckMemoryPass::runOnOperation() {
  std::optional<int64_t> available = getLocalMemoryLimit(getOperation());
  std::optional<int64_t> registers = getPrivateMemoryLimit(getOperation());
  for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
    KernelMemory memory = getKernelMemory(func);
    remark::analysis(func.getLoc(), remark::RemarkOpts::name("memory")
                                        .category("lift-check-memory")
                                        .function(func.getName()))
        << remark::metric("LocalBytes", memory.localBytes)
        << remark::metric("PrivateBytes", memory.privateBytes);
    if (available && memory.localBytes > *available &&
        failed(reportTooLarge(func, memory.localBytes, *available)))
      return signalPassFailure();
    warnOfPrivateMemory(func, getLivePrivateBytes(func), registers);
  }
}
