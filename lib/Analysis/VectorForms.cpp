//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/VectorForms.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::lift;

/// Elements of these types can be lanes.
static bool areNumbers(TypeRange types) {
  return llvm::all_of(types, [](Type type) { return type.isIntOrFloat(); });
}

/// User functions take numbers alone, and are called for each lane.
static bool hasVectorForm(Operation &op) {
  return (isa<CallOp>(op) || OpTrait::hasElementwiseMappableTraits(&op)) &&
         areNumbers(op.getOperandTypes()) && areNumbers(op.getResultTypes());
}

std::optional<VectorObstacle> lift::findObstacleInTypes(TypeRange types,
                                                        const Twine &what) {
  for (auto [i, type] : llvm::enumerate(types))
    if (!areNumbers(type))
      return VectorObstacle{
          (what + " #" + Twine(i) + " is of type " + debugString(type)).str(),
          "only numbers become vectors: give the width to the innermost "
          "pattern"};
  return std::nullopt;
}

std::optional<VectorObstacle> lift::findObstacleInBody(Block &body) {
  llvm::SmallPtrSet<Value, 16> varying(body.args_begin(), body.args_end());
  auto isVarying = [&](Value value) { return varying.contains(value); };
  for (Operation &op : body.without_terminator()) {
    if (!usesAny(op, isVarying))
      continue;
    if (!hasVectorForm(op))
      return VectorObstacle{
          "'" + op.getName().getStringRef().str() + "' has no form on vectors",
          "operations of arith and math on integers and floats, and "
          "calls of user functions, have one"};
    varying.insert(op.result_begin(), op.result_end());
  }
  return std::nullopt;
}

std::optional<VectorObstacle> lift::findObstacleInElements(MapOp map) {
  Block &body = map.getBody().front();
  if (auto obstacle =
          findObstacleInTypes(body.getArgumentTypes(), "element of operand"))
    return obstacle;
  if (auto obstacle = findObstacleInTypes(map.getYield().getOperandTypes(),
                                          "element of result"))
    return obstacle;
  return findObstacleInBody(body);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The operation that adds a product to an accumulator, with one rounding.
static math::FmaOp findMultiplyAdd(FoldPattern fold, unsigned i) {
  Value accumulator = fold.getAccumulatorArgs()[i];
  auto fma = fold.getYield()->getOperand(i).getDefiningOp<math::FmaOp>();
  return fma && fma.getC() == accumulator && accumulator.hasOneUse() &&
                 fma->hasOneUse()
             ? fma
             : math::FmaOp();
}

Operation *lift::findLaneCombiner(ReduceOp reduce, unsigned i) {
  auto fold = cast<FoldPattern>(reduce.getOperation());
  if (math::FmaOp fma = findMultiplyAdd(fold, i))
    return fma;
  SmallVector<BlockArgument> accumulators(fold.getAccumulatorArgs());
  SmallVector<Operation *> combiners;
  if (!matchReduction(accumulators, i, combiners) || combiners.size() != 1)
    return nullptr;
  Operation *combiner = combiners.front();
  return combiner->hasTrait<OpTrait::IsCommutative>() &&
                 arith::getNeutralElement(combiner)
             ? combiner
             : nullptr;
}

TypedAttr lift::getLaneNeutral(Operation *combiner) {
  if (isa<math::FmaOp>(combiner))
    return FloatAttr::get(combiner->getResult(0).getType(), -0.0);
  return *arith::getNeutralElement(combiner);
}

Value lift::combineLanes(OpBuilder &builder, Operation *combiner, Value left,
                         Value right) {
  if (auto fma = dyn_cast<math::FmaOp>(combiner))
    return arith::AddFOp::create(builder, fma.getLoc(), left, right,
                                 fma.getFastmath());
  return clone(builder, combiner, combiner->getResultTypes(), {left, right})
      ->getResult(0);
}

/// Whether the elements may be combined in another order.
static bool mayReorder(ReduceOp reduce, Operation *combiner) {
  if (reduce.getAssociative() && reduce.getCommutative())
    return true;
  if (auto op = dyn_cast<arith::ArithFastMathInterface>(combiner))
    return isa<arith::MaximumFOp, arith::MinimumFOp>(combiner) ||
           arith::bitEnumContainsAll(op.getFastMathFlagsAttr().getValue(),
                                     arith::FastMathFlags::reassoc);
  // Integers wrap, unless a sum on the way is promised not to.
  auto op = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(combiner);
  return !op || !(op.hasNoSignedWrap() || op.hasNoUnsignedWrap());
}

std::optional<VectorObstacle> lift::findObstacleInSteps(ReduceOp reduce) {
  Block &body = reduce.getBody().front();
  if (auto obstacle =
          findObstacleInTypes(TypeRange(body.getArgumentTypes())
                                  .drop_back(reduce.getInits().size()),
                              "element of operand"))
    return obstacle;
  if (auto obstacle =
          findObstacleInTypes(reduce.getInits().getTypes(), "accumulator"))
    return obstacle;
  for (unsigned i = 0; i < reduce.getInits().size(); ++i) {
    Operation *combiner = findLaneCombiner(reduce, i);
    if (!combiner)
      return VectorObstacle{
          "a step does not combine accumulator #" + std::to_string(i) +
              " with one value by an operation that has a neutral "
              "element",
          "lanes are combined by sums, products, minima, maxima, "
          "and, or, and xor"};
    if (!mayReorder(reduce, combiner))
      return VectorObstacle{
          "lanes combine the elements in another order, which "
          "changes the result of '" +
              combiner->getName().getStringRef().str() + "'",
          "declare the reduction associative and commutative if "
          "it may differ"};
  }
  return findObstacleInBody(body);
}
