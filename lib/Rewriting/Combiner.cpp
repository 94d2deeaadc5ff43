//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lift;

FailureOr<Combiner> Combiner::get(ReduceOp reduce, Refusal &refusal) {
  Combiner combiner;
  auto fold = cast<FoldPattern>(*reduce);
  for (auto [next, accumulator] : llvm::zip_equal(
           fold.getYield()->getOperands(), fold.getAccumulatorArgs())) {
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != &fold.getStep().front() ||
        op->getNumOperands() != 2 || op->getNumResults() != 1 ||
        !accumulator.hasOneUse() ||
        !llvm::is_contained(op->getOperands(), accumulator))
      return refusal.set(reduce, "the step does not combine each accumulator "
                                 "with a value that depends on none");
    combiner.ops.push_back(op);
    combiner.positions.push_back(op->getOperand(0) == accumulator ? 0 : 1);
  }
  return combiner;
}

TypedAttr Combiner::getNeutral(unsigned accumulator) const {
  Operation *op = ops[accumulator];
  Type type = op->getResult(0).getType();
  if (isa<arith::AddFOp>(op)) {
    Attribute zero = FloatAttr::get(getElementTypeOrSelf(type), -0.0);
    if (auto vector = dyn_cast<VectorType>(type))
      return DenseElementsAttr::get(vector, zero);
    return cast<TypedAttr>(zero);
  }
  // The larger of a number and minus infinity is the number, NaN too; that of
  // maxnumf is not, for NaN.
  if (isa<arith::MaxNumFOp, arith::MinNumFOp>(op))
    return {};
  // Others have one side only.
  if (!op->hasTrait<OpTrait::IsCommutative>())
    return {};
  return arith::getNeutralElement(op).value_or(TypedAttr());
}

SmallVector<Value> Combiner::combine(OpBuilder &builder,
                                     ValueRange accumulators,
                                     ValueRange values) const {
  SmallVector<Value> results;
  for (auto [op, position, accumulator, value] :
       llvm::zip_equal(ops, positions, accumulators, values)) {
    IRMapping mapping;
    mapping.map(op->getOperand(position), accumulator);
    mapping.map(op->getOperand(1 - position), value);
    results.push_back(builder.clone(*op, mapping)->getResult(0));
  }
  return results;
}

/// The value of `value`, where those of `known` are constants.
static Attribute evaluate(Value value, DenseMap<Value, Attribute> &known) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  SmallVector<Attribute> operands = llvm::map_to_vector(
      op->getOperands(),
      [&](Value operand) { return evaluate(operand, known); });
  SmallVector<OpFoldResult> results;
  if (op->getNumRegions() != 0 || failed(op->fold(operands, results)) ||
      results.empty())
    return {};
  OpFoldResult result = results[cast<OpResult>(value).getResultNumber()];
  Attribute constant = dyn_cast<Attribute>(result);
  if (!constant)
    constant = evaluate(cast<Value>(result), known);
  known[value] = constant;
  return constant;
}

bool lift::leavesAccumulators(const Combiner &combiner,
                              ArrayRef<Value> elements,
                              ArrayRef<Attribute> constants) {
  DenseMap<Value, Attribute> known;
  for (auto [element, constant] : llvm::zip_equal(elements, constants))
    known[element] = constant;
  for (unsigned i = 0; i < combiner.getNumAccumulators(); ++i) {
    TypedAttr neutral = combiner.getNeutral(i);
    if (!neutral || evaluate(combiner.getTerm(i), known) != neutral)
      return false;
  }
  return true;
}
