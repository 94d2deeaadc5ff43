//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Selection.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::lift;

LogicalResult Selection::findOps(FoldPattern fold, Refusal &refusal) {
  Block &step = fold.getStep().front();
  DenseSet<Value> inputs;
  for (Value value : llvm::concat<Value>(accumulators, terms))
    if (!inputs.insert(value).second)
      return refusal.set(fold, "chooses one value for several accumulators");
  for (Value accumulator : fold.getAccumulatorArgs())
    inputs.insert(accumulator);
  DenseSet<Operation *> used;
  SmallVector<Value> values = {condition};
  while (!values.empty()) {
    Value value = values.pop_back_val();
    Operation *op = value.getDefiningOp();
    const bool isInput = inputs.contains(value),
               isConstant = op && op->hasTrait<OpTrait::ConstantLike>();
    // What the function has is there wherever parts are combined.
    if (isInput ? !isConstant
                : isa<func::FuncOp>(value.getParentBlock()->getParentOp()))
      continue;
    // Of other values than those of the program, too, it must be defined. A
    // constant that is a term is not the same in all of its uses then.
    const bool isOfStep =
        op && op->getBlock() == &step && isScalarOp(op) && isPure(op);
    if (isInput || (!isOfStep && !isConstant))
      return refusal.set(fold, "a condition depends on more than "
                               "accumulators and the values that it chooses "
                               "for them");
    if (!used.insert(op).second)
      continue;
    if (!isOfStep)
      ops.push_back(op);
    llvm::append_range(values, op->getOperands());
  }
  for (Operation &op : step)
    if (used.contains(&op))
      ops.push_back(&op);
  return success();
}

Attribute lift::evaluate(Value value, DenseMap<Value, Attribute> &known) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  SmallVector<Attribute> operands =
      llvm::map_to_vector(op->getOperands(), [&](Value operand) {
        return evaluate(operand, known);
      });
  if (op->getNumRegions() != 0)
    return {};
  // Folding may change an operation, as to turn operands round: not this one.
  SmallVector<OpFoldResult> results;
  Operation *copy = op->clone();
  LogicalResult folded = copy->fold(operands, results);
  copy->destroy();
  if (failed(folded) || results.empty())
    return {};
  OpFoldResult result = results[cast<OpResult>(value).getResultNumber()];
  Attribute constant = dyn_cast<Attribute>(result);
  if (!constant)
    constant = evaluate(cast<Value>(result), known);
  known[value] = constant;
  return constant;
}

//===----------------------------------------------------------------------===//
// What a condition says of the accumulators
//===----------------------------------------------------------------------===//

namespace {
/// The accumulators that are known to be equal to their terms, bit for bit,
/// where a condition is true, and where it is false; all, if it never is.
struct Equal {
  llvm::SmallBitVector ifTrue, ifFalse;
};

/// Finds that for a condition on certain terms, whatever the accumulators are:
/// the lanes of vectors, if they are some, each for itself.
class EqualFinder {
public:
  EqualFinder(const Selection &selection, ArrayRef<TypedAttr> values)
      : selection(selection), values(values),
        none(selection.accumulators.size()),
        all(selection.accumulators.size(), true) {
    for (auto [term, value] : llvm::zip_equal(selection.terms, values))
      known[term] = value;
  }

  Equal find(Value condition);

private:
  template <typename Cmp>
  Equal compare(Cmp cmp);

  const Selection &selection;
  ArrayRef<TypedAttr> values;
  const llvm::SmallBitVector none, all;
  DenseMap<Value, Attribute> known;
};
} // namespace

/// The number that a constant is, or that all lanes of it are.
static TypedAttr getLaneNumber(Attribute constant) {
  if (auto lanes = dyn_cast_or_null<SplatElementsAttr>(constant))
    constant = lanes.getSplatValue<Attribute>();
  return dyn_cast_or_null<TypedAttr>(constant);
}

/// The ends of what can be less and greater than `number`, or not comparable to
/// it: a comparison with it that holds for those of them for which another
/// statement does implies the statement.
static SmallVector<APFloat> getSamples(const APFloat &number) {
  const llvm::fltSemantics &semantics = number.getSemantics();
  SmallVector<APFloat> samples = {number, APFloat::getNaN(semantics)};
  for (bool isNegative : {false, true}) {
    samples.push_back(APFloat::getInf(semantics, isNegative));
    samples.push_back(APFloat::getZero(semantics, isNegative));
    samples.push_back(number);
    samples.back().next(/*nextDown=*/isNegative);
  }
  return samples;
}

static SmallVector<APInt> getSamples(const APInt &number) {
  const unsigned width = number.getBitWidth();
  return {number,
          number - 1,
          number + 1,
          APInt::getMinValue(width),
          APInt::getMaxValue(width),
          APInt::getSignedMinValue(width),
          APInt::getSignedMaxValue(width)};
}

static bool areSame(const APFloat &lhs, const APFloat &rhs) {
  return lhs.bitwiseIsEqual(rhs);
}

static bool areSame(const APInt &lhs, const APInt &rhs) { return lhs == rhs; }

/// Compares an accumulator with a number.
template <typename Cmp>
Equal EqualFinder::compare(Cmp cmp) {
  using NumberAttr = std::conditional_t<std::is_same_v<Cmp, arith::CmpFOp>,
                                        FloatAttr, IntegerAttr>;
  const bool isLeft = llvm::is_contained(selection.accumulators, cmp.getLhs());
  Value accumulator = isLeft ? cmp.getLhs() : cmp.getRhs();
  const size_t number = llvm::find(selection.accumulators, accumulator) -
                        selection.accumulators.begin();
  auto constant = dyn_cast_or_null<NumberAttr>(
      getLaneNumber(evaluate(isLeft ? cmp.getRhs() : cmp.getLhs(), known)));
  if (number == selection.accumulators.size() || !constant)
    return {none, none};
  auto term = cast<NumberAttr>(getLaneNumber(values[number]));
  Equal equal = {all, all};
  for (const auto &sample : getSamples(constant.getValue())) {
    const bool holds =
        isLeft ? arith::applyCmpPredicate(cmp.getPredicate(), sample,
                                          constant.getValue())
               : arith::applyCmpPredicate(cmp.getPredicate(),
                                          constant.getValue(), sample);
    const bool isTerm = areSame(sample, term.getValue());
    (holds ? equal.ifTrue : equal.ifFalse) &=
        isTerm ? llvm::SmallBitVector(none).set(number) : none;
  }
  return equal;
}

Equal EqualFinder::find(Value condition) {
  if (auto constant = dyn_cast_or_null<IntegerAttr>(
          getLaneNumber(evaluate(condition, known))))
    return constant.getValue().isZero() ? Equal{all, none} : Equal{none, all};
  Operation *op = condition.getDefiningOp();
  if (!op)
    return {none, none};
  if (auto cmp = dyn_cast<arith::CmpIOp>(op))
    return compare(cmp);
  // Promises not to be given infinities are not made of neutral ones.
  if (auto cmp = dyn_cast<arith::CmpFOp>(op))
    return bitEnumContainsAny(cmp.getFastmath(), arith::FastMathFlags::ninf)
               ? Equal{none, none}
               : compare(cmp);
  if (!isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::SelectOp>(op))
    return {none, none};
  SmallVector<Equal> parts = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return find(operand); });
  const Equal &a = parts[0], &b = parts[1];
  auto both = [](llvm::SmallBitVector lhs, const llvm::SmallBitVector &rhs) {
    return lhs |= rhs;
  };
  auto either = [](llvm::SmallBitVector lhs, const llvm::SmallBitVector &rhs) {
    return lhs &= rhs;
  };
  if (isa<arith::AndIOp>(op))
    return {both(a.ifTrue, b.ifTrue), either(a.ifFalse, b.ifFalse)};
  if (isa<arith::OrIOp>(op))
    return {either(a.ifTrue, b.ifTrue), both(a.ifFalse, b.ifFalse)};
  if (isa<arith::XOrIOp>(op))
    return {either(both(a.ifTrue, b.ifFalse), both(a.ifFalse, b.ifTrue)),
            either(both(a.ifTrue, b.ifTrue), both(a.ifFalse, b.ifFalse))};
  const Equal &c = parts[2];
  return {either(both(a.ifTrue, b.ifTrue), both(a.ifFalse, c.ifTrue)),
          either(both(a.ifTrue, b.ifFalse), both(a.ifFalse, c.ifFalse))};
}

bool Selection::leavesAll(ArrayRef<TypedAttr> values) const {
  Equal equal = EqualFinder(*this, values).find(condition);
  return llvm::all_of(llvm::seq(selects.size()), [&](size_t i) {
    arith::SelectOp select = selects[i];
    return (select.getTrueValue() == terms[i] ? equal.ifTrue : equal.ifFalse)
        .test(i);
  });
}
