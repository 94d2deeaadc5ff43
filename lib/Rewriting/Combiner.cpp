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

/// What the step computes from its accumulators, directly or not.
static DenseSet<Value> getDependent(FoldPattern fold) {
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

FailureOr<Combiner> Combiner::get(FoldPattern fold, Refusal &refusal) {
  Combiner combiner;
  DenseSet<Value> dependent = getDependent(fold);
  for (auto [next, accumulator] : llvm::zip_equal(
           fold.getYield()->getOperands(), fold.getAccumulatorArgs())) {
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != &fold.getStep().front() ||
        op->getNumOperands() != 2 || op->getNumResults() != 1 ||
        !accumulator.hasOneUse() ||
        !llvm::is_contained(op->getOperands(), accumulator) ||
        dependent.contains(op->getOperand(op->getOperand(0) == accumulator)))
      return refusal.set(fold, "the step does not combine each accumulator "
                               "with a value that depends on none");
    combiner.ops.push_back(op);
    combiner.positions.push_back(op->getOperand(0) == accumulator ? 0 : 1);
  }
  return combiner;
}

/// The neutral element of an operation like `op` on single numbers.
static TypedAttr getScalarNeutral(Operation *op, Type type) {
  if (isa<arith::AddFOp>(op))
    return FloatAttr::get(type, -0.0);
  // MLIR knows those of scalars only.
  Block block;
  Value argument = block.addArgument(type, op->getLoc());
  OperationState state(op->getLoc(), op->getName(), {argument, argument},
                       {type}, op->getAttrs());
  OwningOpRef<Operation *> scalar = Operation::create(state);
  return arith::getNeutralElement(*scalar).value_or(TypedAttr());
}

FailureOr<SmallVector<TypedAttr>>
Combiner::getNeutrals(Refusal &refusal) const {
  SmallVector<TypedAttr> neutrals;
  for (unsigned i = 0; i < getNumAccumulators(); ++i) {
    neutrals.push_back(getNeutral(i));
    if (!neutrals.back())
      return refusal.set(getOp(i), "has no neutral element");
  }
  return neutrals;
}

TypedAttr Combiner::getNeutral(unsigned accumulator) const {
  Operation *op = ops[accumulator];
  // The larger of a number and minus infinity is the number, NaN too; that of
  // maxnumf is not, for NaN. Others than commutative ones have one side only.
  if (isa<arith::MaxNumFOp, arith::MinNumFOp>(op) ||
      !op->hasTrait<OpTrait::IsCommutative>())
    return {};
  Type type = op->getResult(0).getType();
  TypedAttr neutral = getScalarNeutral(op, getElementTypeOrSelf(type));
  auto vector = dyn_cast<VectorType>(type);
  return vector && neutral ? DenseElementsAttr::get(vector, neutral) : neutral;
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

void Combiner::maskTerms(ValueRange results, Value mask) const {
  for (auto [i, result] : llvm::enumerate(results)) {
    Operation *op = result.getDefiningOp();
    OpOperand &term = op->getOpOperand(getTermPosition(i));
    OpBuilder builder(op);
    Value neutral =
        arith::ConstantOp::create(builder, op->getLoc(), getNeutral(i));
    term.set(arith::SelectOp::create(builder, op->getLoc(), mask, term.get(),
                                     neutral));
  }
}

/// The value of `value`, where those of `known` are constants.
static Attribute evaluate(Value value, DenseMap<Value, Attribute> &known) {
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

/// Whether `value`, combined with an accumulator, leaves it as it is.
static bool isNeutral(const Combiner &combiner, unsigned accumulator,
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
getCandidates(const Combiner &combiner, ArrayRef<Value> elements) {
  SmallVector<SmallVector<TypedAttr>> candidates;
  for (Value element : elements) {
    Type type = element.getType();
    SmallVector<TypedAttr> &values = candidates.emplace_back();
    auto add = [&, type = type](TypedAttr number) {
      auto vector = dyn_cast<VectorType>(type);
      values.push_back(vector ? DenseElementsAttr::get(vector, number)
                              : number);
    };
    Type number = getElementTypeOrSelf(type);
    if (isa<FloatType>(number)) {
      add(FloatAttr::get(number, 0.0));
      add(FloatAttr::get(number, -0.0));
    } else if (number.isIntOrIndex()) {
      add(IntegerAttr::get(number, 0));
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
  constexpr size_t kMaxTries = 4096;
  auto candidates = getCandidates(combiner, elements);
  size_t count = 1;
  for (const auto &values : candidates)
    count = std::min(count * values.size(), kMaxTries);
  // All combinations, as numbers in a mixed base.
  for (size_t choice = 0; choice < count; ++choice) {
    SmallVector<TypedAttr> chosen;
    DenseMap<Value, Attribute> known;
    size_t rest = choice;
    for (auto [element, values] : llvm::zip_equal(elements, candidates)) {
      chosen.push_back(values[rest % values.size()]);
      known[element] = chosen.back();
      rest /= values.size();
    }
    if (llvm::all_of(llvm::seq(combiner.getNumAccumulators()), [&](unsigned i) {
          return isNeutral(combiner, i, evaluate(combiner.getTerm(i), known),
                           isExact);
        }))
      return chosen;
  }
  return std::nullopt;
}
