//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// User functions by their reference, for back ends that have no C.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/GPU/Passes.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::lift {
#define GEN_PASS_DEF_INLINEUSERFUNCTIONSPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct InlineUserFunctionsPass final
    : lift::impl::InlineUserFunctionsPassBase<InlineUserFunctionsPass> {
  void runOnOperation() override;
};
} // namespace

static LogicalResult inlineReference(CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<UserFunOp>(
      call, call.getCalleeAttr());
  if (!callee)
    return call.emitOpError("calls what is no lift.user_fun");
  if (!callee.hasReference()) {
    InFlightDiagnostic diag =
        call.emitOpError("calls a function that is given in C only");
    diag.attachNote(callee.getLoc())
        << "give it a reference, which says the same with operations of MLIR";
    return diag;
  }
  OpBuilder builder(call);
  IRMapping mapping;
  mapping.map(callee.getBody().getArguments(), call.getInputs());
  for (Operation &op : callee.getBody().front().without_terminator())
    builder.clone(op, mapping);
  for (auto [result, yielded] :
       llvm::zip_equal(call.getResults(), callee.getYield().getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(yielded));
  call.erase();
  return success();
}

void InlineUserFunctionsPass::runOnOperation() {
  WalkResult walk = getOperation().walk(
      [](CallOp call) { return WalkResult(inlineReference(call)); });
  if (walk.wasInterrupted())
    return signalPassFailure();
  for (UserFunOp function :
       llvm::make_early_inc_range(getOperation().getOps<UserFunOp>()))
    function.erase();
}
