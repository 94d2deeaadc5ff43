//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What drivers do: calls of functions that have the same names for sizes, and
// loops of the host around them, which pass arrays on.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "LiftDialect/Driver.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

FailureOr<bool> Compiler::compileDriver(Operation &op, Code &code) {
  auto func = op.getParentOfType<func::FuncOp>();
  if (!func || !func->hasAttr(kDriverAttrName))
    return false;
  LogicalResult result = success();
  if (auto call = dyn_cast<func::CallOp>(op))
    result = compileHostCall(call, code);
  else if (auto loop = dyn_cast<scf::ForOp>(op))
    result = compileHostLoop(loop, code);
  else
    return false;
  if (failed(result))
    return failure();
  return true;
}

LogicalResult Compiler::compileHostCall(func::CallOp op, Code &code) {
  auto func = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (func.isDeclaration() || !func.getBody().hasOneBlock())
    return op.emitOpError("calls '")
           << op.getCallee() << "', whose body is not one block";
  if (!callees.insert(func))
    return op.emitOpError("makes '") << op.getCallee() << "' call itself";
  LogicalResult result = compileBody(op, func.getBody().front(), code);
  callees.remove(func);
  return result;
}

/// The value of a bound of a loop.
static FailureOr<int64_t> evaluateBound(scf::ForOp op, Value bound,
                                        const SizeBindings &bindings) {
  auto size = bound.getDefiningOp<SizeOp>();
  if (!size)
    return op.emitOpError("has a bound that is not a size");
  return evaluateSize(op.getLoc(), size.getValue().getValue(), bindings);
}

LogicalResult Compiler::compileHostLoop(scf::ForOp op, Code &code) {
  FailureOr<int64_t> from = evaluateBound(op, op.getLowerBound(), bindings);
  FailureOr<int64_t> to = evaluateBound(op, op.getUpperBound(), bindings);
  FailureOr<int64_t> step = evaluateBound(op, op.getStep(), bindings);
  if (failed(from) || failed(to) || failed(step))
    return failure();
  if (*from != 0 || *step != 1)
    return op.emitOpError("does not count from 0 in steps of 1");
  ReducePlan &plan =
      *program.reduces.emplace_back(std::make_unique<ReducePlan>());
  plan.trips = std::max<int64_t>(*to, 0);
  plan.counter = makeCounter(op.getInductionVar(), /*weight=*/1,
                             std::max<int64_t>(plan.trips, 1), plan.body);
  if (failed(compileAccumulators(op, op.getInitArgs(), op.getRegionIterArgs(),
                                 code, plan)) ||
      failed(compileBlock(*op.getBody(), plan.body)))
    return failure();
  yieldAccumulators(op.getYieldedValues(), plan);
  plan.captures = getCaptures(op);
  add(code, Instruction::Code::Reduce, op).reduce = &plan;
  for (auto [result, argument] :
       llvm::zip_equal(op.getResults(), op.getRegionIterArgs()))
    if (failed(setResult(op, result, get(argument))))
      return failure();
  return success();
}
