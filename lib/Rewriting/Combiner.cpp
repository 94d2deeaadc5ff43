//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Combiner.h"

#include "StepFamilies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lift;

DenseSet<Value> lift::getDependent(FoldPattern fold) {
  DenseSet<Value> dependent;
  for (Value accumulator : fold.getAccumulatorArgs())
    dependent.insert(accumulator);
  for (Operation &op : fold.getStep().front()) {
    const bool depends =
        op.walk([&](Operation *nested) {
            return llvm::any_of(nested->getOperands(),
                                [&](Value operand) {
                                  return dependent.contains(operand);
                                })
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          }).wasInterrupted();
    if (depends)
      dependent.insert(op.result_begin(), op.result_end());
  }
  return dependent;
}

/// Which operand of what computes an accumulator's next value is that
/// accumulator, if it is an operation on it and one other value, or a condition
/// that chooses between these.
static std::optional<unsigned> findAccumulator(Operation *op,
                                               Value accumulator) {
  if (!op || op->getNumResults() != 1 || op->getNumRegions() != 0)
    return std::nullopt;
  const unsigned numOthers = isa<arith::SelectOp>(op) ? 1 : 0;
  if (op->getNumOperands() != numOthers + 2)
    return std::nullopt;
  for (unsigned position : {numOthers, numOthers + 1})
    if (op->getOperand(position) == accumulator)
      return position;
  return std::nullopt;
}

FailureOr<Combiner> Combiner::get(FoldPattern fold, Refusal &refusal) {
  Combiner combiner;
  DenseSet<Value> dependent = getDependent(fold);
  for (auto [next, accumulator] : llvm::zip_equal(
           fold.getYield()->getOperands(), fold.getAccumulatorArgs())) {
    Operation *op = next.getDefiningOp();
    std::optional<unsigned> position = findAccumulator(op, accumulator);
    if (position) {
      combiner.ops.push_back(op);
      combiner.positions.push_back(*position);
    }
    if (!position ||
        dependent.contains(combiner.getTerm(combiner.ops.size() - 1)))
      return refusal.set(fold, "the step does not combine each accumulator "
                               "with a value that depends on none");
  }
  if (failed(combiner.findSelections(fold, refusal)))
    return failure();
  combiner.findNeutrals(fold);
  return combiner;
}

LogicalResult Combiner::findSelections(FoldPattern fold, Refusal &refusal) {
  for (auto [i, op] : llvm::enumerate(ops)) {
    auto select = dyn_cast<arith::SelectOp>(op);
    if (!select)
      continue;
    auto *selection = llvm::find_if(selections, [&](const Selection &other) {
      return other.condition == select.getCondition();
    });
    if (selection == selections.end()) {
      selections.emplace_back();
      selection = &selections.back();
      selection->condition = select.getCondition();
    }
    selection->accumulators.push_back(op->getOperand(positions[i]));
    selection->terms.push_back(getTerm(i));
    selection->selects.push_back(select);
    selection->numbers.push_back(i);
  }
  for (Selection &selection : selections)
    if (failed(selection.findOps(fold, refusal)))
      return failure();
  return success();
}

/// A constant of `type`, or with all lanes of it.
static TypedAttr getSplat(Type type, TypedAttr number) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? DenseElementsAttr::get(vector, number) : number;
}

/// The neutral element of an operation like `op` on single numbers.
static TypedAttr getScalarNeutral(Operation *op, Type type) {
  if (isa<arith::AddFOp>(op))
    return FloatAttr::get(type, -0.0);
  // The larger of a number and minus infinity is the number, NaN too; here NaN
  // is what any number is chosen of.
  if (isa<arith::MaxNumFOp, arith::MinNumFOp>(op))
    return FloatAttr::get(
        type, APFloat::getNaN(cast<FloatType>(type).getFloatSemantics()));
  // MLIR knows those of scalars only.
  Block block;
  Value argument = block.addArgument(type, op->getLoc());
  OperationState state(op->getLoc(), op->getName(), {argument, argument},
                       {type}, op->getAttrs());
  OwningOpRef<Operation *> scalar = Operation::create(state);
  return arith::getNeutralElement(*scalar).value_or(TypedAttr());
}

TypedAttr lift::getNeutralOperand(Operation *op) {
  if (!op->hasTrait<OpTrait::IsCommutative>())
    return {};
  Type type = op->getResult(0).getType();
  TypedAttr neutral = getScalarNeutral(op, getElementTypeOrSelf(type));
  return neutral ? getSplat(type, neutral) : neutral;
}

std::optional<SmallVector<TypedAttr>>
lift::findChoice(ArrayRef<SmallVector<TypedAttr>> candidates,
                 llvm::function_ref<bool(ArrayRef<TypedAttr>)> test) {
  constexpr size_t kMaxTries = 4096;
  size_t count = 1;
  for (const auto &values : candidates)
    count = std::min(count * values.size(), kMaxTries);
  // All combinations, as numbers in a mixed base.
  for (size_t number = 0; number < count; ++number) {
    SmallVector<TypedAttr> chosen;
    size_t rest = number;
    for (const auto &values : candidates) {
      chosen.push_back(values[rest % values.size()]);
      rest /= values.size();
    }
    if (test(chosen))
      return chosen;
  }
  return std::nullopt;
}

/// What a condition might never choose: the initial value, if that is known and
/// a number, and the ends of the numbers of a type.
static SmallVector<TypedAttr> getExtremes(Type type, Value init) {
  SmallVector<TypedAttr> values;
  TypedAttr constant;
  if (matchPattern(init, m_Constant(&constant))) {
    // Parts that start with NaN might keep it.
    auto number = dyn_cast<FloatAttr>(constant);
    if (isa<IntegerAttr>(constant) || (number && !number.getValue().isNaN()))
      values.push_back(constant);
  }
  Type number = getElementTypeOrSelf(type);
  auto add = [&](TypedAttr value) { values.push_back(getSplat(type, value)); };
  if (auto floats = dyn_cast<FloatType>(number)) {
    for (bool isNegative : {true, false})
      if (APFloat::semanticsHasInf(floats.getFloatSemantics()))
        add(FloatAttr::get(
            number, APFloat::getInf(floats.getFloatSemantics(), isNegative)));
  } else if (number.isSignlessInteger()) {
    const unsigned width = number.getIntOrFloatBitWidth();
    for (const APInt &value :
         {APInt::getSignedMinValue(width), APInt::getSignedMaxValue(width),
          APInt::getMinValue(width), APInt::getMaxValue(width)})
      add(IntegerAttr::get(number, value));
  }
  return values;
}

void Combiner::findNeutrals(FoldPattern fold) {
  for (Operation *op : ops)
    neutrals.push_back(getNeutralOperand(op));
  for (const Selection &selection : selections) {
    SmallVector<SmallVector<TypedAttr>> candidates =
        llvm::map_to_vector(selection.numbers, [&](unsigned number) {
          return getExtremes(ops[number]->getResult(0).getType(),
                             fold.getInits()[number]);
        });
    auto chosen = findChoice(candidates, [&](ArrayRef<TypedAttr> values) {
      return selection.leavesAll(values);
    });
    if (chosen)
      for (auto [number, value] : llvm::zip_equal(selection.numbers, *chosen))
        neutrals[number] = value;
  }
}

FailureOr<SmallVector<TypedAttr>>
Combiner::getNeutrals(Refusal &refusal) const {
  for (auto [op, neutral] : llvm::zip_equal(ops, neutrals))
    if (!neutral)
      return refusal.set(op, isa<arith::SelectOp>(op)
                                 ? "no values are known that its condition "
                                   "never chooses"
                                 : "has no neutral element");
  return neutrals;
}

SmallVector<Value> Combiner::combine(OpBuilder &builder,
                                     ValueRange accumulators,
                                     ValueRange values) const {
  SmallVector<Value> results(getNumAccumulators());
  for (auto [i, op] : llvm::enumerate(ops)) {
    if (isa<arith::SelectOp>(op))
      continue;
    IRMapping mapping;
    mapping.map(op->getOperand(positions[i]), accumulators[i]);
    mapping.map(getTerm(i), values[i]);
    results[i] = builder.clone(*op, mapping)->getResult(0);
  }
  for (const Selection &selection : selections) {
    IRMapping mapping;
    for (auto [i, number] : llvm::enumerate(selection.numbers))
      mapping.map(selection.terms[i], values[number]);
    for (auto [i, op] : llvm::enumerate(ops))
      mapping.map(op->getOperand(positions[i]), accumulators[i]);
    for (Operation *op : selection.ops)
      builder.clone(*op, mapping);
    for (unsigned number : selection.numbers)
      results[number] = builder.clone(*ops[number], mapping)->getResult(0);
  }
  return results;
}

void Combiner::maskTerms(MutableArrayRef<Value> results, Value mask) const {
  for (auto [i, result] : llvm::enumerate(results)) {
    Operation *op = result.getDefiningOp();
    OpBuilder builder(op);
    if (isa<arith::SelectOp>(op)) {
      builder.setInsertionPointAfter(op);
      result = arith::SelectOp::create(builder, op->getLoc(), mask, result,
                                       op->getOperand(positions[i]));
      continue;
    }
    OpOperand &term = op->getOpOperand(getTermPosition(i));
    Value neutral =
        arith::ConstantOp::create(builder, op->getLoc(), getNeutral(i));
    term.set(arith::SelectOp::create(builder, op->getLoc(), mask, term.get(),
                                     neutral));
  }
}

/// Whether `value`, combined with an accumulator, leaves it as it is.
static bool isNeutralTo(const Combiner &combiner, unsigned accumulator,
                        Attribute value, bool isExact) {
  TypedAttr neutral = combiner.getNeutral(accumulator);
  if (!neutral || !value)
    return false;
  if (value == neutral)
    return true;
  if (auto lanes = dyn_cast<SplatElementsAttr>(value))
    value = lanes.getSplatValue<Attribute>();
  auto number = dyn_cast<FloatAttr>(value);
  return !isExact && number && number.getValue().isZero() &&
         isa<arith::AddFOp>(combiner.getOp(accumulator));
}

/// What the elements might be: zeros of both signs (-0.0 * 0.0 is -0.0, which
/// 0.0 * 0.0 is not), and what is neutral to a combination.
static SmallVector<SmallVector<TypedAttr>>
getElementCandidates(const Combiner &combiner, ArrayRef<Value> elements) {
  SmallVector<SmallVector<TypedAttr>> candidates;
  for (Value element : elements) {
    Type type = element.getType();
    SmallVector<TypedAttr> &values = candidates.emplace_back();
    Type number = getElementTypeOrSelf(type);
    if (isa<FloatType>(number)) {
      values.push_back(getSplat(type, FloatAttr::get(number, 0.0)));
      values.push_back(getSplat(type, FloatAttr::get(number, -0.0)));
    } else if (number.isIntOrIndex()) {
      values.push_back(getSplat(type, IntegerAttr::get(number, 0)));
    }
    for (unsigned i = 0; i < combiner.getNumAccumulators(); ++i)
      if (TypedAttr neutral = combiner.getNeutral(i);
          neutral && neutral.getType() == type)
        values.push_back(neutral);
  }
  return candidates;
}

std::optional<SmallVector<TypedAttr>>
lift::findNeutralElements(const Combiner &combiner, ArrayRef<Value> elements,
                          bool isExact) {
  return findChoice(
      getElementCandidates(combiner, elements),
      [&](ArrayRef<TypedAttr> chosen) {
        DenseMap<Value, Attribute> known;
        for (auto [element, value] : llvm::zip_equal(elements, chosen))
          known[element] = value;
        return llvm::all_of(
            llvm::seq(combiner.getNumAccumulators()), [&](unsigned i) {
              return isNeutralTo(combiner, i,
                                 evaluate(combiner.getTerm(i), known), isExact);
            });
      });
}
