//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass lift-distribute-loops: the loops of a kernel become loops of its
// work-items.
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"

#include "LiftDialect/Loop/OperandExprs.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {
#define GEN_PASS_DEF_DISTRIBUTELOOPSPASS
#include "LiftDialect/Conversion/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;

namespace {
struct DistributeLoopsPass final
    : lift::impl::DistributeLoopsPassBase<DistributeLoopsPass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

static LogicalResult distribute(loop::KernelOp kernel,
                                const DistributeLoopsPassOptions &options) {
  warnOfIgnoredChoices(kernel);
  FailureOr<Launch> launch = Launch::get(kernel);
  if (failed(launch) || failed(checkMappings(kernel)))
    return failure();
  Shares shares = Shares::find(kernel, *launch);
  lowerStates(kernel, shares);
  OwnBranches branches = guardStores(kernel, *launch);
  addSlices(kernel, *launch);
  BoundedIndices bounded;
  distributeLoops(kernel, *launch, options, branches, bounded);
  if (failed(lowerIndices(kernel, *launch, options, shares, bounded)))
    return failure();
  // A kernel is launched even if nobody uses its results.
  loop::eraseUnused(kernel);
  return success();
}

void DistributeLoopsPass::runOnOperation() {
  if (getOperation().isDeclaration())
    return;
  const DistributeLoopsPassOptions options = {simplifyControlFlow,
                                              simplifyIndices, unsafeMapping};
  for (auto kernel : getOperation().getOps<loop::KernelOp>())
    if (failed(distribute(kernel, options)))
      return signalPassFailure();
}
