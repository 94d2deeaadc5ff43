//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Transforms/Passes.h"
#include "LiftDialect/Transforms/Sizes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lift {
#define GEN_PASS_DEF_INLINECALLSPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct InlineCallsPass final
    : lift::impl::InlineCallsPassBase<InlineCallsPass> {
  using Base::Base;
  void runOnOperation() override;

private:
  /// Inlines all calls in `func`, and first those in what it calls.
  LogicalResult inlineCallsIn(func::FuncOp func, SymbolTable &symbols);
  LogicalResult inlineCall(CallOp call, func::FuncOp callee);

  /// The functions around the current one, each called by the one before.
  llvm::SetVector<Operation *> callers;
  DenseSet<Operation *> done;
  llvm::SetVector<Operation *> inlined;
};
} // namespace

/// Makes the function around a call require what the callee does. The relations
/// are tested before a launch, so they may speak of the function's sizes only.
static LogicalResult addRequirements(CallOp call, func::FuncOp callee) {
  auto requirements = callee->getAttrOfType<ArrayAttr>(
      LiftDialect::RequiresAttrHelper::getNameStr());
  if (!requirements)
    return success();
  for (Operation *op = call; !isa<func::FuncOp>(op); op = op->getParentOp())
    if (auto iterate = dyn_cast<IterateOp>(op)) {
      InFlightDiagnostic diag =
          call.emitOpError("calls '")
          << call.getCallee() << "', which requires something of its sizes, in "
          << "a step of an iterate";
      diag.attachNote(iterate.getLoc()) << "the sizes of a step are not tested";
      return diag;
    }
  auto caller = call->getParentOfType<func::FuncOp>();
  llvm::SetVector<Attribute> all;
  if (auto own = caller->getAttrOfType<ArrayAttr>(
          LiftDialect::RequiresAttrHelper::getNameStr()))
    all.insert_range(own);
  std::map<std::string, Expr> sizes = call.getSizeMap();
  for (auto constraint : requirements.getAsRange<ConstraintAttr>()) {
    auto replace = [&](SizeAttr size) {
      return SizeAttr::get(size.getContext(),
                           size.getValue().substitute(sizes));
    };
    all.insert(ConstraintAttr::get(
        constraint.getContext(), constraint.getKind(),
        replace(constraint.getLhs()), replace(constraint.getRhs())));
  }
  caller->setAttr(LiftDialect::RequiresAttrHelper::getNameStr(),
                  ArrayAttr::get(call.getContext(), all.getArrayRef()));
  return success();
}

LogicalResult InlineCallsPass::inlineCall(CallOp call, func::FuncOp callee) {
  if (callee.isDeclaration() || !callee.getBody().hasOneBlock()) {
    InFlightDiagnostic diag = call.emitOpError("calls '")
                              << call.getCallee()
                              << "', whose body is not one block";
    diag.attachNote(callee.getLoc()) << "called function";
    return diag;
  }
  if (failed(addRequirements(call, callee)))
    return failure();
  OpBuilder builder(call);
  IRMapping mapping;
  Block &body = callee.getBody().front();
  mapping.map(body.getArguments(), call.getInputs());
  std::map<std::string, Expr> sizes = call.getSizeMap();
  for (Operation &op : body.without_terminator())
    if (failed(substituteSizes(builder.clone(op, mapping), sizes)))
      return failure();
  SmallVector<Value> results;
  for (Value value : body.getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  call->replaceAllUsesWith(results);
  call->erase();
  inlined.insert(callee);
  return success();
}

LogicalResult InlineCallsPass::inlineCallsIn(func::FuncOp func,
                                             SymbolTable &symbols) {
  if (!done.insert(func).second)
    return success();
  callers.insert(func);
  SmallVector<CallOp> calls;
  func.walk([&](CallOp call) { calls.push_back(call); });
  for (CallOp call : calls) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee)
      continue;
    if (callers.contains(callee)) {
      InFlightDiagnostic diag = call.emitOpError("makes '")
                                << call.getCallee() << "' call itself";
      diag.attachNote(callee.getLoc()) << "called function";
      diag.attachNote() << "use iterate to apply a function several times";
      return diag;
    }
    if (failed(inlineCallsIn(callee, symbols)) ||
        failed(inlineCall(call, callee)))
      return failure();
  }
  callers.remove(func);
  return success();
}

void InlineCallsPass::runOnOperation() {
  SymbolTable symbols(getOperation());
  for (auto func : getOperation().getOps<func::FuncOp>())
    if (failed(inlineCallsIn(func, symbols)))
      return signalPassFailure();
  for (Operation *func : inlined)
    if (cast<func::FuncOp>(func).isPrivate() &&
        SymbolTable::symbolKnownUseEmpty(func, getOperation()))
      symbols.erase(func);
}
