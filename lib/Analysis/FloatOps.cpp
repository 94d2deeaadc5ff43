//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/FloatOps.h"

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;

/// What the steps of `iterate` take, whose body takes `inside`: the outermost
/// size of its array may change from step to step, if there are not too many.
static Expr countSteps(IterateOp iterate, const Expr &inside) {
  constexpr int64_t kMost = 64;
  auto input = cast<ArrayType>(iterate.getInput().getType());
  auto yielded = cast<ArrayType>(iterate.getYield()->getOperand(0).getType());
  const std::string name = iterate.getSizeName().str();
  const Expr count = iterate.getCount().getValue();
  auto countStep = [&](int64_t step) {
    return inside.substitute(
        {{name, IterateOp::sizeAfter(input.getSize(0), yielded.getSize(0), name,
                                     step)}});
  };
  std::optional<int64_t> steps = count.getConstant();
  if (!steps || *steps > kMost)
    return count * countStep(0);
  Expr sum = 0;
  for (int64_t step = 0; step < *steps; ++step)
    sum = sum + countStep(step);
  return sum;
}

/// What `op` takes, whose body takes `inside`.
static Expr countRuns(Operation *op, const Expr &inside) {
  return llvm::TypeSwitch<Operation *, Expr>(op)
      .Case([&](MapOp map) { return map.getTripCount() * inside; })
      .Case([&](FoldPattern fold) { return fold.getTripCount() * inside; })
      .Case([&](IterateOp iterate) { return countSteps(iterate, inside); })
      .Case([&](GenerateOp generate) {
        return cast<ArrayType>(generate.getResult().getType())
                   .getNumElements() *
               inside;
      })
      .Default([&](Operation *) { return inside; });
}

/// What one operation without a body computes.
static int64_t countOps(Operation *op) {
  if (!isa_and_present<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      isa<arith::SelectOp>(op) || isa<CastOpInterface>(op))
    return 0;
  Type type = op->getOperand(0).getType();
  if (!isa<FloatType>(getElementTypeOrSelf(type)))
    return 0;
  auto vector = dyn_cast<VectorType>(type);
  return (vector ? vector.getNumElements() : 1) *
         (isa<math::FmaOp>(op) ? 2 : 1);
}

static Expr countIn(Region &region) {
  Expr sum = 0;
  for (Operation &op : region.getOps()) {
    sum = sum + countOps(&op);
    Operation *body = &op;
    if (auto call = dyn_cast<CallOp>(op))
      body = SymbolTable::lookupNearestSymbolFrom<UserFunOp>(
          call, call.getCalleeAttr());
    Expr inside = 0;
    for (Region &nested : body ? body->getRegions() : MutableArrayRef<Region>())
      inside = inside + countIn(nested);
    sum = sum + countRuns(&op, inside);
  }
  return sum;
}

Expr lift::countFloatOps(func::FuncOp func) { return countIn(func.getBody()); }
