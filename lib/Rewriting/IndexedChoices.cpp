//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first of the best elements is the best one with the smallest index, which
// may be found in any order; and where a work-item goes through all elements in
// order, it is the first one again.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "Order.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// What is chosen first
//===----------------------------------------------------------------------===//

/// Whether each element of an array is one more than that before it. (The
/// first is so small that no index makes it overflow.)
static bool isCounted(Value array) {
  constexpr int64_t kMost = int64_t(1) << 20;
  auto generate = array.getDefiningOp<GenerateOp>();
  if (!generate || generate.getBody().getNumArguments() != 1)
    return false;
  Value number = generate.getYield().getOperand(0);
  if (number.getType().getIntOrFloatBitWidth() < 32)
    return false;
  APInt first;
  if (auto add = number.getDefiningOp<arith::AddIOp>();
      add && matchPattern(add.getRhs(), m_ConstantInt(&first)) &&
      std::abs(first.getSExtValue()) <= kMost)
    number = add.getLhs();
  auto cast = number.getDefiningOp<arith::IndexCastOp>();
  return cast && cast.getIn() == generate.getBody().getArgument(0);
}

/// The accumulator, of those that a condition chooses, that is an index of the
/// element.
static std::optional<size_t> findIndex(ReduceOp reduce,
                                       const Selection &selection) {
  auto elements = cast<FoldPattern>(*reduce).getElementArgs();
  for (auto [i, term] : llvm::enumerate(selection.terms)) {
    const auto *element = llvm::find(elements, term);
    if (element != elements.end() &&
        isCounted(reduce.getInputs()[element - elements.begin()]))
      return i;
  }
  return std::nullopt;
}

namespace {
/// A reduction that keeps the first of the best elements, and its index, keeps
/// the best one with the smallest index, whatever order they come in. It starts
/// from what is worse than any element; what the program starts from comes
/// last.
struct ChooseByIndex final : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp reduce,
                                PatternRewriter &rewriter) const override {
    if (reduce.getCommutative() || reduce->hasAttr("identity") ||
        reducesInSteps(reduce))
      return rewriter.notifyMatchFailure(reduce, "has no order");
    Refusal refusal;
    FailureOr<Combiner> combiner = Combiner::get(reduce, refusal);
    if (failed(combiner) || combiner->getSelections().size() != 1)
      return rewriter.notifyMatchFailure(reduce, "is no selection");
    const Selection &selection = combiner->getSelections().front();
    std::optional<Order> order = Order::get(selection);
    std::optional<size_t> index = findIndex(reduce, selection);
    if (selection.numbers.size() != combiner->getNumAccumulators() || !order ||
        !order->isStrict || !index || *index == order->key ||
        (order->fastmath &&
         bitEnumContainsAny(*order->fastmath, arith::FastMathFlags::ninf)) ||
        !llvm::all_of(reduce.getResultTypes(),
                      [](Type type) { return type.isIntOrFloat(); }))
      return rewriter.notifyMatchFailure(reduce, "keeps no first element");
    SmallVector<Value> worst =
        createWorst(rewriter, reduce, selection, *order, *index);
    ReduceOp changed =
        rebuild(rewriter, reduce, selection, *order, *index, worst);
    rewriter.setInsertionPointAfter(changed);
    rewriter.replaceOp(reduce, combiner->combine(rewriter, reduce.getInits(),
                                                 changed.getResults()));
    return success();
  }

private:
  static SmallVector<Value> createWorst(OpBuilder &builder, ReduceOp reduce,
                                        const Selection &selection,
                                        const Order &order, size_t index) {
    SmallVector<TypedAttr> worst(reduce.getNumResults());
    for (auto [i, number] : llvm::enumerate(selection.numbers)) {
      Type type = reduce.getResult(number).getType();
      if (i == order.key)
        worst[number] = order.getWorst(type);
      else if (i == index)
        worst[number] = IntegerAttr::get(
            type, APInt::getSignedMaxValue(type.getIntOrFloatBitWidth()));
      else
        worst[number] = builder.getZeroAttr(type);
    }
    return createConstants(builder, reduce.getLoc(), worst);
  }

  static ReduceOp rebuild(RewriterBase &rewriter, ReduceOp reduce,
                          const Selection &selection, const Order &order,
                          size_t index, ValueRange worst) {
    auto changed = ReduceOp::create(
        rewriter, reduce.getLoc(), reduce.getInputs(), worst,
        [&](OpBuilder &builder, Location, ValueRange elements,
            ValueRange accumulators) {
          return cloneStep(builder, reduce, elements, accumulators);
        });
    changed.setAssociative(true);
    changed.setCommutative(true);
    changed.setUnrollAttr(reduce.getUnrollAttr());
    auto fold = cast<FoldPattern>(*changed);
    auto getSelect = [&](size_t i) {
      return fold.getYield()
          ->getOperand(selection.numbers[i])
          .getDefiningOp<arith::SelectOp>();
    };
    auto getTerm = [&](size_t i) {
      arith::SelectOp select = getSelect(i);
      return isTermIfTrue(selection, i) ? select.getTrueValue()
                                        : select.getFalseValue();
    };
    auto getAccumulator = [&](size_t i) -> Value {
      return fold.getAccumulatorArgs()[selection.numbers[i]];
    };
    OpBuilder builder(fold.getYield());
    Location loc = reduce.getLoc();
    Value isEqual = order.createEqual(builder, getTerm(order.key),
                                      getAccumulator(order.key));
    Value isBefore =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                              getTerm(index), getAccumulator(index));
    Value isSooner = arith::AndIOp::create(builder, loc, isEqual, isBefore);
    Value condition = getSelect(0).getCondition();
    if (!isTermIfTrue(selection, 0)) {
      // Who keeps the accumulator if this holds does so if nothing is sooner.
      Value truth =
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
      isSooner = arith::XOrIOp::create(builder, loc, isSooner, truth);
      condition = arith::AndIOp::create(builder, loc, condition, isSooner);
    } else {
      condition = arith::OrIOp::create(builder, loc, condition, isSooner);
    }
    for (size_t i = 0; i < selection.numbers.size(); ++i) {
      arith::SelectOp select = getSelect(i);
      select->moveAfter(condition.getDefiningOp());
      select.getConditionMutable().assign(condition);
    }
    return changed;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// What is chosen in order
//===----------------------------------------------------------------------===//

/// Matches an operation on two values, in either order.
template <typename Op>
static bool matchEither(Value value, llvm::function_ref<bool(Value)> first,
                        llvm::function_ref<bool(Value)> second) {
  auto op = value.getDefiningOp<Op>();
  return op && ((first(op.getLhs()) && second(op.getRhs())) ||
                (first(op.getRhs()) && second(op.getLhs())));
}

/// The number that a constant is, or that all lanes of it are.
static Attribute getConstantNumber(Value value) {
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return {};
  if (auto lanes = dyn_cast<SplatElementsAttr>(constant))
    return lanes.getSplatValue<Attribute>();
  return constant;
}

namespace {
/// A step that keeps the best element with the smallest index, as ChooseByIndex
/// makes it: what it chooses from, and the strict comparison that is a part of
/// its condition.
struct IndexedChoice {
  static FailureOr<IndexedChoice> get(ReduceOp reduce);
  Choice getChoice() const { return {cmp, isTermLeft, isTermIfTrue}; }

  /// The term of each accumulator.
  SmallVector<Value> terms;
  bool isTermIfTrue = false;
  Operation *cmp = nullptr;
  bool isTermLeft = false;
  size_t key = 0;

private:
  LogicalResult findTerms(ReduceOp reduce, Value &condition);
  bool isSooner(Value value, ReduceOp reduce);
  bool findIndex(Value isBefore, ReduceOp reduce);
  LogicalResult checkInits(ReduceOp reduce, const Order &order) const;

  size_t index = 0;
};
} // namespace

/// The condition, which all accumulators have.
LogicalResult IndexedChoice::findTerms(ReduceOp reduce, Value &condition) {
  auto fold = cast<FoldPattern>(*reduce);
  for (auto [next, accumulator] : llvm::zip_equal(
           fold.getYield()->getOperands(), fold.getAccumulatorArgs())) {
    auto select = next.getDefiningOp<arith::SelectOp>();
    if (!select || (condition && condition != select.getCondition()))
      return failure();
    const bool isAccumulatorIfFalse = select.getFalseValue() == accumulator;
    if ((!isAccumulatorIfFalse && select.getTrueValue() != accumulator) ||
        (condition && isAccumulatorIfFalse != isTermIfTrue))
      return failure();
    condition = select.getCondition();
    isTermIfTrue = isAccumulatorIfFalse;
    terms.push_back(isTermIfTrue ? select.getTrueValue()
                                 : select.getFalseValue());
  }
  return success(condition && terms.size() > 1);
}

/// Whether a comparison is that of an index, which grows from step to step,
/// with the one that is kept.
bool IndexedChoice::findIndex(Value isBefore, ReduceOp reduce) {
  auto compared = isBefore.getDefiningOp<arith::CmpIOp>();
  auto accumulators = cast<FoldPattern>(*reduce).getAccumulatorArgs();
  if (!compared || compared.getPredicate() != arith::CmpIPredicate::slt)
    return false;
  const auto *term = llvm::find(terms, compared.getLhs());
  index = term - terms.begin();
  if (term == terms.end() || compared.getRhs() != accumulators[index])
    return false;
  Value element = *term;
  if (auto lanes = element.getDefiningOp<vector::BroadcastOp>())
    element = lanes.getSource();
  auto argument = dyn_cast<BlockArgument>(element);
  return argument && argument.getOwner()->getParentOp() == reduce &&
         argument.getArgNumber() < reduce.getInputs().size() &&
         isCounted(reduce.getInputs()[argument.getArgNumber()]);
}

/// Whether a value says that an element is as good as the one that is kept, and
/// has a smaller index.
bool IndexedChoice::isSooner(Value value, ReduceOp reduce) {
  auto accumulators = cast<FoldPattern>(*reduce).getAccumulatorArgs();
  auto isKeyTerm = [&](Value other) { return other == terms[key]; };
  auto isKey = [&](Value other) { return other == accumulators[key]; };
  auto isEqual = [&](Value other) {
    if (auto compared = other.getDefiningOp<arith::CmpFOp>())
      return compared.getPredicate() == arith::CmpFPredicate::OEQ &&
             matchEither<arith::CmpFOp>(other, isKeyTerm, isKey);
    auto compared = other.getDefiningOp<arith::CmpIOp>();
    return compared && compared.getPredicate() == arith::CmpIPredicate::eq &&
           matchEither<arith::CmpIOp>(other, isKeyTerm, isKey);
  };
  return matchEither<arith::AndIOp>(value, isEqual, [&](Value other) {
    return findIndex(other, reduce) && index != key;
  });
}

/// Refuses a start that some element is not better than, or sooner.
LogicalResult IndexedChoice::checkInits(ReduceOp reduce,
                                        const Order &order) const {
  Value worst = reduce.getInits()[key], last = reduce.getInits()[index];
  auto number = dyn_cast_or_null<IntegerAttr>(getConstantNumber(last));
  return success(getConstantNumber(worst) ==
                     order.getWorst(getElementTypeOrSelf(worst.getType())) &&
                 number && number.getValue().isMaxSignedValue());
}

FailureOr<IndexedChoice> IndexedChoice::get(ReduceOp reduce) {
  IndexedChoice choice;
  Value condition;
  if (failed(choice.findTerms(reduce, condition)))
    return failure();
  auto accumulators = cast<FoldPattern>(*reduce).getAccumulatorArgs();
  // One comparison of a term with its accumulator.
  auto isBetter = [&](Value value) {
    Operation *cmp = value.getDefiningOp();
    if (!isa_and_present<arith::CmpFOp, arith::CmpIOp>(cmp))
      return false;
    for (size_t i = 0; i < choice.terms.size(); ++i)
      for (bool isTermLeft : {false, true})
        if (cmp->getOperand(isTermLeft ? 0 : 1) == choice.terms[i] &&
            cmp->getOperand(isTermLeft ? 1 : 0) == accumulators[i]) {
          choice.cmp = cmp;
          choice.isTermLeft = isTermLeft;
          choice.key = i;
          return true;
        }
    return false;
  };
  auto isSooner = [&](Value value) { return choice.isSooner(value, reduce); };
  auto isNotSooner = [&](Value value) {
    return matchEither<arith::XOrIOp>(value, isSooner, [](Value other) {
      return matchPattern(other, m_One());
    });
  };
  // Each is tried as the first: the second knows the key from it.
  if (!(choice.isTermIfTrue
            ? matchEither<arith::OrIOp>(condition, isBetter, isSooner)
            : matchEither<arith::AndIOp>(condition, isBetter, isNotSooner)))
    return failure();
  std::optional<Order> order = findOrder(choice.getChoice());
  if (!order || !order->isStrict || reduce->hasAttr("identity") ||
      (order->fastmath &&
       bitEnumContainsAny(*order->fastmath, arith::FastMathFlags::ninf)) ||
      failed(choice.checkInits(reduce, *order)))
    return failure();
  return choice;
}

namespace {
/// Where what a reduction has found takes the place of what a program starts
/// from, if it is better.
struct FinalChoice {
  static FailureOr<FinalChoice> get(ReduceOp reduce,
                                    const IndexedChoice &choice);

  SmallVector<std::pair<arith::SelectOp, unsigned>> selects;
  /// What the program starts from; for what nothing reads, anything.
  SmallVector<Value> inits;

private:
  /// Whether a value is there before a reduction; constants are moved there.
  static bool isBefore(Value value, ReduceOp reduce);
  bool setInit(unsigned number, Value init, ReduceOp reduce) {
    if (inits[number] && inits[number] != init)
      return false;
    inits[number] = init;
    return isBefore(init, reduce);
  }
};
} // namespace

bool FinalChoice::isBefore(Value value, ReduceOp reduce) {
  Operation *op = value.getDefiningOp();
  return !op || op->getBlock() != reduce->getBlock() ||
         op->hasTrait<OpTrait::ConstantLike>() || op->isBeforeInBlock(reduce);
}

/// Whether two comparisons choose the same, whatever they compare: an operation
/// may have its operands in another order.
static bool chooseSame(const Choice &choice, const Choice &other) {
  std::optional<Order> order = findOrder(choice), otherOrder = findOrder(other);
  if (!order || !otherOrder || order->fastmath != otherOrder->fastmath ||
      order->isGreaterBetter != otherOrder->isGreaterBetter ||
      order->isStrict != otherOrder->isStrict ||
      order->isSigned != otherOrder->isSigned)
    return false;
  const APFloat one(1.0), none = APFloat::getNaN(one.getSemantics());
  return !order->fastmath ||
         choice.choosesTerm(one, none) == other.choosesTerm(one, none);
}

FailureOr<FinalChoice> FinalChoice::get(ReduceOp reduce,
                                        const IndexedChoice &choice) {
  FinalChoice found;
  found.inits.resize(reduce.getNumResults());
  // The comparison of what has been found with what the program starts from.
  auto isFinalCmp = [&](Operation *op) {
    if (op->getName() != choice.cmp->getName() ||
        op->getBlock() != reduce->getBlock())
      return false;
    Value best = reduce.getResult(choice.key);
    const bool isLeft = op->getOperand(0) == best;
    return (isLeft || op->getOperand(1) == best) &&
           chooseSame({op, isLeft, choice.isTermIfTrue}, choice.getChoice()) &&
           found.setInit(choice.key, op->getOperand(isLeft ? 1 : 0), reduce);
  };
  for (OpResult result : reduce.getResults()) {
    const unsigned number = result.getResultNumber();
    for (Operation *user : result.getUsers()) {
      if (number == choice.key && isFinalCmp(user))
        continue;
      auto select = dyn_cast<arith::SelectOp>(user);
      if (!select || select->getBlock() != reduce->getBlock())
        return failure();
      Value chosen = choice.isTermIfTrue ? select.getTrueValue()
                                         : select.getFalseValue(),
            other = choice.isTermIfTrue ? select.getFalseValue()
                                        : select.getTrueValue();
      Operation *cmp = select.getCondition().getDefiningOp();
      if (chosen != result || other == result || !cmp || !isFinalCmp(cmp) ||
          !found.setInit(number, other, reduce))
        return failure();
      found.selects.emplace_back(select, number);
    }
  }
  // All that the comparisons choose is what has been found.
  auto isFound = [&](Operation *user) {
    return llvm::any_of(found.selects, [&](const auto &select) {
      return select.first == user;
    });
  };
  if (found.selects.empty() ||
      !llvm::all_of(
          reduce.getResult(choice.key).getUsers(), [&](Operation *user) {
            return isFound(user) || llvm::all_of(user->getUsers(), isFound);
          }))
    return failure();
  for (auto [init, start] : llvm::zip_equal(found.inits, reduce.getInits()))
    if (!init)
      init = start;
  return found;
}

namespace {
/// The inverse of ChooseByIndex: where one work-item goes through all elements
/// in order, the first of the best ones is that with the smallest index.
struct ChooseInOrder final : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp reduce,
                                PatternRewriter &rewriter) const override {
    FailureOr<IndexedChoice> choice = IndexedChoice::get(reduce);
    if (failed(choice))
      return rewriter.notifyMatchFailure(reduce, "keeps no smallest index");
    FailureOr<FinalChoice> last = FinalChoice::get(reduce, *choice);
    if (failed(last))
      return rewriter.notifyMatchFailure(
          reduce, "has results that are not compared with others last");
    for (Value init : last->inits)
      if (Operation *op = init.getDefiningOp();
          op && op->getBlock() == reduce->getBlock() &&
          reduce->isBeforeInBlock(op))
        rewriter.moveOpBefore(op, reduce);
    rewriter.setInsertionPoint(reduce);
    auto changed = cast<ReduceOp>(rewriter.clone(*reduce));
    changed.getInitsMutable().assign(last->inits);
    changed.setCommutative(false);
    auto fold = cast<FoldPattern>(*changed);
    // The comparison is where it is in the step of the other.
    Block &step = reduce.getBody().front();
    auto cmp =
        std::next(fold.getStep().front().begin(),
                  std::distance(step.begin(), choice->cmp->getIterator()));
    for (Value next : fold.getYield()->getOperands())
      next.getDefiningOp<arith::SelectOp>().getConditionMutable().assign(
          cmp->getResult(0));
    for (auto [select, number] : last->selects)
      rewriter.replaceOp(select, changed.getResult(number));
    for (Operation *user : llvm::make_early_inc_range(reduce->getUsers()))
      rewriter.eraseOp(user);
    rewriter.eraseOp(reduce);
    return success();
  }
};
} // namespace

bool lift::mayChooseInOrder(ReduceOp reduce) {
  FailureOr<IndexedChoice> choice = IndexedChoice::get(reduce);
  return (succeeded(choice) && succeeded(FinalChoice::get(reduce, *choice))) ||
         keepsBeforeNaN(reduce);
}

void lift::populateChooseInOrderPatterns(RewritePatternSet &patterns) {
  patterns.add<ChooseInOrder>(patterns.getContext());
  populateCompareWithMaximumPatterns(patterns);
}

void lift::populateChooseByIndexPatterns(RewritePatternSet &patterns) {
  patterns.add<ChooseByIndex>(patterns.getContext());
}
