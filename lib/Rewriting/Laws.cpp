//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Laws that need not be declared, as they can be proved. Where an order of the
// elements is all that is in the way, it goes: an accumulator that counts is an
// array of indices, and what is chosen first is what has the smallest index.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "StepFamilies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Proved laws
//===----------------------------------------------------------------------===//

/// Whether elements may be combined in any order and grouping, bit for bit. (Of
/// maxnumf, zeros of two signs are one number.)
static bool isFree(Operation *op) {
  return isa<arith::AddIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp,
             arith::XOrIOp, arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp,
             arith::MinUIOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::MaxNumFOp, arith::MinNumFOp>(op);
}

namespace {
/// A comparison of one accumulator and its term that has all terms of a
/// selection take the place of the accumulators, where the one is better.
struct Order {
  static std::optional<Order> get(const Selection &selection);

  /// What no number is worse than.
  TypedAttr getWorst(Type type) const;
  Value createEqual(OpBuilder &builder, Value term, Value accumulator) const;

  /// The number of that accumulator in its selection.
  size_t key = 0;
  bool isGreaterBetter = false, isSigned = true;
  /// Whether equal ones stay.
  bool isStrict = false;
  std::optional<arith::FastMathFlags> fastmath;
};

/// What a comparison chooses of numbers.
struct Choice {
  /// Whether a term takes the place of an accumulator.
  template <typename Number>
  bool choosesTerm(const Number &term, const Number &accumulator) const {
    return compare(isTermLeft ? term : accumulator,
                   isTermLeft ? accumulator : term) == isTermIfTrue;
  }
  bool compare(const APFloat &lhs, const APFloat &rhs) const {
    return arith::applyCmpPredicate(cast<arith::CmpFOp>(cmp).getPredicate(),
                                    lhs, rhs);
  }
  bool compare(const APInt &lhs, const APInt &rhs) const {
    return arith::applyCmpPredicate(cast<arith::CmpIOp>(cmp).getPredicate(),
                                    lhs, rhs);
  }

  Operation *cmp;
  bool isTermLeft, isTermIfTrue;
};
} // namespace

static bool isTermIfTrue(const Selection &selection, size_t i) {
  return arith::SelectOp(selection.selects[i]).getTrueValue() ==
         selection.terms[i];
}

/// What an order says of numbers, if it is one: of two different ones it
/// chooses the same, whichever comes first.
template <typename Number>
static std::optional<Order> findOrder(const Choice &choice, const Number &less,
                                      const Number &greater) {
  Order order;
  order.isGreaterBetter = choice.choosesTerm(greater, less);
  order.isStrict = !choice.choosesTerm(less, less);
  if (order.isGreaterBetter == choice.choosesTerm(less, greater))
    return std::nullopt;
  return order;
}

static std::optional<Order> findOrder(const Choice &choice) {
  if (auto cmp = dyn_cast<arith::CmpFOp>(choice.cmp)) {
    const APFloat one(1.0), two(2.0);
    // What is no number is never better.
    if (choice.choosesTerm(APFloat::getNaN(one.getSemantics()), one))
      return std::nullopt;
    std::optional<Order> order = findOrder(choice, one, two);
    if (order)
      order->fastmath = cmp.getFastmath();
    return order;
  }
  const APInt one(8, 1), two(8, 2), last(8, 255);
  std::optional<Order> order = findOrder(choice, one, two);
  if (order)
    order->isSigned = choice.choosesTerm(last, one) != order->isGreaterBetter;
  return order;
}

std::optional<Order> Order::get(const Selection &selection) {
  Operation *cmp = selection.condition.getDefiningOp();
  if (!isa_and_present<arith::CmpFOp, arith::CmpIOp>(cmp))
    return std::nullopt;
  for (size_t i = 1; i < selection.selects.size(); ++i)
    if (isTermIfTrue(selection, i) != isTermIfTrue(selection, 0))
      return std::nullopt;
  for (size_t i = 0; i < selection.selects.size(); ++i)
    for (bool isTermLeft : {false, true})
      if (cmp->getOperand(isTermLeft ? 0 : 1) == selection.terms[i] &&
          cmp->getOperand(isTermLeft ? 1 : 0) == selection.accumulators[i] &&
          !isa<VectorType>(selection.terms[i].getType())) {
        std::optional<Order> order =
            findOrder({cmp, isTermLeft, isTermIfTrue(selection, 0)});
        if (order)
          order->key = i;
        return order;
      }
  return std::nullopt;
}

TypedAttr Order::getWorst(Type type) const {
  if (auto number = dyn_cast<FloatType>(type))
    return FloatAttr::get(
        type, APFloat::getInf(number.getFloatSemantics(), isGreaterBetter));
  const unsigned width = type.getIntOrFloatBitWidth();
  if (isGreaterBetter)
    return IntegerAttr::get(type, isSigned ? APInt::getSignedMinValue(width)
                                           : APInt::getMinValue(width));
  return IntegerAttr::get(type, isSigned ? APInt::getSignedMaxValue(width)
                                         : APInt::getMaxValue(width));
}

Value Order::createEqual(OpBuilder &builder, Value term,
                         Value accumulator) const {
  Location loc = term.getLoc();
  if (!fastmath)
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, term,
                                 accumulator);
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, term,
                               accumulator, *fastmath);
}

namespace {
struct Laws {
  bool areAssociative = false, areCommutative = false;
};
} // namespace

/// What is true of a step whatever the elements are. Selections by an order
/// keep what comes first of what is equal, or last: they do not commute.
static Laws proveLaws(const Combiner &combiner) {
  Refusal refusal;
  if (failed(combiner.getNeutrals(refusal)) ||
      !llvm::all_of(combiner.getSelections(), [](const Selection &selection) {
        return Order::get(selection).has_value();
      }))
    return {};
  for (unsigned i = 0; i < combiner.getNumAccumulators(); ++i)
    if (Operation *op = combiner.getOp(i);
        !isa<arith::SelectOp>(op) && !isFree(op))
      return {};
  return {true, combiner.getSelections().empty()};
}

/// Sums that fit into their type may have parts that do not.
static void allowOverflow(RewriterBase &rewriter, const Combiner &combiner) {
  for (unsigned i = 0; i < combiner.getNumAccumulators(); ++i)
    if (auto op = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(
            combiner.getOp(i));
        op &&
        op.getOverflowAttr().getValue() != arith::IntegerOverflowFlags::none)
      rewriter.modifyOpInPlace(op, [&] {
        op->setAttr(op.getIntegerOverflowAttrName(),
                    arith::IntegerOverflowFlagsAttr::get(
                        op->getContext(), arith::IntegerOverflowFlags::none));
      });
}

static Laws getLaws(ReduceOp reduce) {
  return {reduce.getAssociative(), reduce.getCommutative()};
}

static void declare(ReduceOp reduce, Laws laws) {
  reduce.setAssociative(laws.areAssociative);
  reduce.setCommutative(laws.areCommutative);
}

/// Nothing asks whether the elements of a scan commute: each stays in its
/// place.
static Laws getLaws(ScanOp scan) { return {scan.getAssociative(), true}; }

static void declare(ScanOp scan, Laws laws) {
  scan.setAssociative(laws.areAssociative);
}

namespace {
template <typename FoldOp>
struct DeclareLaws final : OpRewritePattern<FoldOp> {
  using OpRewritePattern<FoldOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(FoldOp op,
                                PatternRewriter &rewriter) const override {
    const Laws declared = getLaws(op);
    if (declared.areAssociative && declared.areCommutative)
      return rewriter.notifyMatchFailure(op, "declares all laws");
    Refusal refusal;
    FailureOr<Combiner> combiner = Combiner::get(op, refusal);
    if (failed(combiner))
      return rewriter.notifyMatchFailure(op, refusal.getReason());
    const Laws proved = proveLaws(*combiner);
    const Laws laws = {declared.areAssociative || proved.areAssociative,
                       declared.areCommutative || proved.areCommutative};
    if (laws.areAssociative == declared.areAssociative &&
        laws.areCommutative == declared.areCommutative)
      return rewriter.notifyMatchFailure(op, "has laws that are unknown");
    allowOverflow(rewriter, *combiner);
    rewriter.modifyOpInPlace(op, [&] { declare(op, laws); });
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Accumulators that count
//===----------------------------------------------------------------------===//

/// Whether a step, or a map that computes elements for it, reduces something: a
/// work-item may take all steps, in their order, and another comparison would
/// cost it time.
static bool reducesInSteps(FoldPattern fold) {
  auto hasFold = [](Region &region) {
    return !region.getOps<FoldPattern>().empty();
  };
  return hasFold(fold.getStep()) ||
         llvm::any_of(fold.getInputs(), [&](Value input) {
           auto map = input.getDefiningOp<MapOp>();
           return map && hasFold(map.getBody());
         });
}

namespace {
struct Counter {
  unsigned number;
  /// What each step adds.
  Value step;
};
} // namespace

/// An accumulator that each step adds the same integer to, and that something
/// else in the step reads.
static std::optional<Counter> findCounter(FoldPattern fold) {
  Block &step = fold.getStep().front();
  for (auto [i, next, accumulator] : llvm::enumerate(
           fold.getYield()->getOperands(), fold.getAccumulatorArgs())) {
    auto add = next.getDefiningOp<arith::AddIOp>();
    if (!add || !isa<IntegerType>(accumulator.getType()) ||
        llvm::all_of(accumulator.getUsers(),
                     [&](Operation *user) { return user == add; }))
      continue;
    Value other = add.getLhs() == accumulator ? add.getRhs() : add.getLhs();
    if ((add.getLhs() == accumulator) == (add.getRhs() == accumulator))
      continue;
    if (other.getParentBlock() != &step || matchPattern(other, m_Constant()))
      return Counter{unsigned(i), other};
  }
  return std::nullopt;
}

/// `init + index * step`.
static Value count(OpBuilder &builder, Location loc, Value init, Value step,
                   Value index) {
  Value number =
      arith::IndexCastOp::create(builder, loc, init.getType(), index);
  return builder.createOrFold<arith::AddIOp>(
      loc, builder.createOrFold<arith::MulIOp>(loc, number, step), init);
}

/// The outermost loop that has `op` inside, and none of `values`.
static Operation *getLoopBehind(Operation *op, ValueRange values) {
  while (isa<MapOp, FoldPattern>(op->getParentOp()) &&
         llvm::none_of(values, [&](Value value) {
           return op->getParentOp()->isAncestor(
               value.getParentBlock()->getParentOp());
         }))
    op = op->getParentOp();
  return op;
}

/// The array of what an accumulator is before, or after, each step: outside of
/// all loops, so that these stay perfectly nested.
static Value generateCounts(OpBuilder &builder, FoldPattern fold, Value init,
                            Value step, bool isAfter) {
  Location loc = fold->getLoc();
  const Expr length = fold.getTripCount();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(getLoopBehind(fold, {init, step}));
  auto counts = GenerateOp::create(
      builder, loc,
      ArrayType::get(builder.getContext(), {length}, init.getType()),
      getSizeArrayAttr(builder.getContext(), {length}));
  Block *body = builder.createBlock(&counts.getBody());
  Value index = body->addArgument(builder.getIndexType(), loc);
  if (isAfter)
    index = arith::AddIOp::create(
        builder, loc, index, arith::ConstantIndexOp::create(builder, loc, 1));
  YieldOp::create(builder, loc, count(builder, loc, init, step, index));
  return counts.getResult();
}

static SmallVector<Value> without(ValueRange values, unsigned number) {
  SmallVector<Value> others(values);
  others.erase(others.begin() + number);
  return others;
}

template <typename FoldOp>
static FoldOp dropCounter(RewriterBase &rewriter, FoldOp op, unsigned counter,
                          Value counts) {
  SmallVector<Value> inputs(op.getInputs());
  inputs.push_back(counts);
  auto fold = cast<FoldPattern>(*op);
  return FoldOp::create(
      rewriter, op.getLoc(), inputs, without(op.getInits(), counter),
      [&](OpBuilder &builder, Location, ValueRange elements,
          ValueRange accumulators) {
        SmallVector<Value> all(accumulators);
        all.insert(all.begin() + counter, elements.back());
        return without(cloneStep(builder, fold, elements.drop_back(), all),
                       counter);
      });
}

namespace {
/// reduce \(n, a) x -> (n + c, f n a x) = reduce f over counted elements.
template <typename FoldOp>
struct CountersAreIndices final : OpRewritePattern<FoldOp> {
  using OpRewritePattern<FoldOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(FoldOp op,
                                PatternRewriter &rewriter) const override {
    auto fold = cast<FoldPattern>(*op);
    std::optional<Counter> counter = findCounter(fold);
    if (!counter || op->hasAttr("identity") || reducesInSteps(fold))
      return rewriter.notifyMatchFailure(op, "no accumulator counts");
    Value init = op.getInits()[counter->number];
    Value step = counter->step;
    if (step.getParentBlock() == &fold.getStep().front())
      step = rewriter.clone(*step.getDefiningOp())->getResult(0);
    Value counts =
        generateCounts(rewriter, fold, init, step, /*isAfter=*/false);
    FoldOp changed = dropCounter(rewriter, op, counter->number, counts);
    copyChoices(op, changed);
    SmallVector<Value> results(changed.getResults());
    results.insert(results.begin() + counter->number,
                   op->getResult(counter->number).use_empty()
                       ? init
                       : createResult(rewriter, op, init, step));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static void copyChoices(FoldOp from, FoldOp to) {
    to.setAssociative(from.getAssociative());
    to.setUnrollAttr(from.getUnrollAttr());
    if constexpr (std::is_same_v<FoldOp, ReduceOp>) {
      to.setCommutative(from.getCommutative());
      to.setVectorWidthAttr(from.getVectorWidthAttr());
    }
  }

  static Value createResult(OpBuilder &builder, FoldOp op, Value init,
                            Value step) {
    auto fold = cast<FoldPattern>(*op);
    if constexpr (std::is_same_v<FoldOp, ScanOp>)
      return generateCounts(builder, fold, init, step, /*isAfter=*/true);
    else
      return count(builder, op.getLoc(), init, step,
                   SizeOp::create(builder, op.getLoc(),
                                  SizeAttr::get(builder.getContext(),
                                                fold.getTripCount())));
  }
};
} // namespace

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

void lift::populateDeduceLawsPatterns(RewritePatternSet &patterns) {
  patterns.add<CountersAreIndices<ReduceOp>, CountersAreIndices<ScanOp>,
               ChooseByIndex, DeclareLaws<ReduceOp>, DeclareLaws<ScanOp>>(
      patterns.getContext());
  populateTermStepPatterns(patterns);
}
