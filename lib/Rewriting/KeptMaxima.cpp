//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions that keep a maximum by one operation, and what belongs to it by a
// comparison:
//
//   m' = maximum(m, x),  i' = x > m ? t : i
//
// Of integers, the comparison chooses the maximum, too. Of floats, a maximum
// that is NaN stays NaN, and i what belongs to the greatest number before that.
// Parts keep this number b of their own, and steps may be grouped:
//
//   m' = maximum(m, x),  (b', i') = x > b and m is no NaN ? (x, t) : (b, i)
//
// So it is with minima.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "Order.h"
#include "StepFamilies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// A step that keeps a maximum, or a minimum, and what belongs to it.
struct KeptMaximum {
  static FailureOr<KeptMaximum> get(FoldPattern fold);

  /// The number of its accumulator, what computes the next one, and of what.
  unsigned key = 0;
  Operation *op = nullptr;
  Value term;
  /// What chooses the others, and whether it does so where it is true.
  Value condition;
  bool isTermIfTrue = false;
  /// What they choose, and null for the maximum.
  SmallVector<Value> terms;

private:
  LogicalResult findMaximum(FoldPattern fold);
  LogicalResult findTerms(FoldPattern fold);
};
} // namespace

static bool isMaximum(Operation *op) {
  return isa<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(op);
}

static bool isMinimum(Operation *op) {
  return isa<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(op);
}

LogicalResult KeptMaximum::findMaximum(FoldPattern fold) {
  for (auto [number, next, accumulator] : llvm::enumerate(
           fold.getYield()->getOperands(), fold.getAccumulatorArgs())) {
    Operation *max = next.getDefiningOp();
    if (!max || !(isMaximum(max) || isMinimum(max)) ||
        !llvm::is_contained(max->getOperands(), accumulator))
      continue;
    if (op)
      return failure();
    key = number;
    op = max;
    term = max->getOperand(max->getOperand(0) == accumulator ? 1 : 0);
  }
  return success(op != nullptr);
}

/// What the others choose by one condition.
LogicalResult KeptMaximum::findTerms(FoldPattern fold) {
  for (auto [number, next, accumulator] : llvm::enumerate(
           fold.getYield()->getOperands(), fold.getAccumulatorArgs())) {
    terms.emplace_back();
    if (number == key)
      continue;
    auto select = next.getDefiningOp<arith::SelectOp>();
    if (!select || (condition && condition != select.getCondition()))
      return failure();
    const bool isFirst = select.getFalseValue() == accumulator;
    if ((!isFirst && select.getTrueValue() != accumulator) ||
        (condition && isFirst != isTermIfTrue))
      return failure();
    condition = select.getCondition();
    isTermIfTrue = isFirst;
    terms.back() = isFirst ? select.getTrueValue() : select.getFalseValue();
  }
  return success(condition != nullptr);
}

FailureOr<KeptMaximum> KeptMaximum::get(FoldPattern fold) {
  KeptMaximum kept;
  if (failed(kept.findMaximum(fold)) || failed(kept.findTerms(fold)))
    return failure();
  DenseSet<Value> dependent = getDependent(fold);
  if (dependent.contains(kept.term) ||
      llvm::any_of(kept.terms,
                   [&](Value term) { return dependent.contains(term); }))
    return failure();
  return kept;
}

/// The order by which a step compares what it keeps the maximum of: that of the
/// maximum.
static std::optional<Order> findOrder(const KeptMaximum &kept,
                                      FoldPattern fold) {
  Operation *cmp = kept.condition.getDefiningOp();
  if (!isa_and_present<arith::CmpFOp, arith::CmpIOp>(cmp))
    return std::nullopt;
  const bool isTermLeft = cmp->getOperand(0) == kept.term;
  Value accumulator = fold.getAccumulatorArgs()[kept.key];
  if (cmp->getOperand(isTermLeft ? 0 : 1) != kept.term ||
      cmp->getOperand(isTermLeft ? 1 : 0) != accumulator)
    return std::nullopt;
  std::optional<Order> order =
      lift::findOrder({cmp, isTermLeft, kept.isTermIfTrue});
  const bool isSigned = !isa<arith::MaxUIOp, arith::MinUIOp>(kept.op);
  if (!order || order->isGreaterBetter != isMaximum(kept.op) ||
      order->isSigned != isSigned)
    return std::nullopt;
  return order;
}

/// Promises that nothing is infinite do not hold for what parts start from.
static bool promiseFinite(const Order &order, Operation *op) {
  auto math = cast<arith::ArithFastMathInterface>(op);
  return bitEnumContainsAny(*order.fastmath |
                                math.getFastMathFlagsAttr().getValue(),
                            arith::FastMathFlags::ninf);
}

//===----------------------------------------------------------------------===//
// Grouping
//===----------------------------------------------------------------------===//

namespace {
/// x > m ? ... : maximum(m, x) of integers is a choice.
struct ChooseMaximum final : OpInterfaceRewritePattern<FoldPattern> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(FoldPattern fold,
                                PatternRewriter &rewriter) const override {
    FailureOr<KeptMaximum> kept = KeptMaximum::get(fold);
    if (failed(kept) || !isa<IntegerType>(kept->term.getType()) ||
        !findOrder(*kept, fold))
      return rewriter.notifyMatchFailure(fold, "compares no integer with the "
                                               "one that it keeps");
    Value accumulator = fold.getAccumulatorArgs()[kept->key];
    rewriter.setInsertionPoint(fold.getYield());
    Value chosen =
        arith::SelectOp::create(rewriter, kept->op->getLoc(), kept->condition,
                                kept->isTermIfTrue ? kept->term : accumulator,
                                kept->isTermIfTrue ? accumulator : kept->term);
    rewriter.modifyOpInPlace(fold.getYield(), [&] {
      fold.getYield()->setOperand(kept->key, chosen);
    });
    return success();
  }
};

/// Parts of a reduction keep the greatest number before NaN.
struct KeepBeforeNaN final : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp reduce,
                                PatternRewriter &rewriter) const override {
    auto fold = cast<FoldPattern>(*reduce);
    FailureOr<KeptMaximum> kept = KeptMaximum::get(fold);
    if (failed(kept) || !isa<FloatType>(kept->term.getType()) ||
        !llvm::all_of(reduce.getResultTypes(),
                      [](Type type) { return type.isIntOrFloat(); }) ||
        reduce->hasAttr("identity") || reducesInSteps(fold))
      return rewriter.notifyMatchFailure(reduce, "keeps no maximum in order");
    std::optional<Order> order = findOrder(*kept, fold);
    if (!order || !order->isStrict || promiseFinite(*order, kept->op))
      return rewriter.notifyMatchFailure(
          reduce, "does not keep the first of the greatest numbers");
    SmallVector<Value> inits(reduce.getInits());
    inits.push_back(inits[kept->key]);
    auto changed = ReduceOp::create(
        rewriter, reduce.getLoc(), reduce.getInputs(), inits,
        [&](OpBuilder &builder, Location, ValueRange elements,
            ValueRange accumulators) {
          return takeStep(builder, fold, *kept, *order, elements, accumulators);
        });
    changed.setAssociative(true);
    changed.setCommutative(reduce.getCommutative());
    changed.setUnrollAttr(reduce.getUnrollAttr());
    rewriter.replaceOp(reduce, changed.getResults().drop_back());
    return success();
  }

private:
  static SmallVector<Value> takeStep(OpBuilder &builder, FoldPattern fold,
                                     const KeptMaximum &kept,
                                     const Order &order, ValueRange elements,
                                     ValueRange accumulators);
};
} // namespace

SmallVector<Value> KeepBeforeNaN::takeStep(OpBuilder &builder, FoldPattern fold,
                                           const KeptMaximum &kept,
                                           const Order &order,
                                           ValueRange elements,
                                           ValueRange accumulators) {
  Location loc = fold.getLoc();
  IRMapping mapping;
  mapping.map(fold.getElementArgs(), elements);
  mapping.map(fold.getAccumulatorArgs(), accumulators.drop_back());
  for (Operation &op : fold.getStep().front().without_terminator())
    builder.clone(op, mapping);
  Value maximum = accumulators[kept.key], best = accumulators.back(),
        term = mapping.lookupOrDefault(kept.term);
  Value isBetter =
      arith::CmpFOp::create(builder, loc,
                            order.isGreaterBetter ? arith::CmpFPredicate::OGT
                                                  : arith::CmpFPredicate::OLT,
                            term, best, *order.fastmath);
  Value isNumber = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::ORD, maximum, maximum);
  Value condition = arith::AndIOp::create(builder, loc, isBetter, isNumber);
  SmallVector<Value> results;
  for (auto [number, chosen] : llvm::enumerate(kept.terms))
    results.push_back(number == kept.key ? mapping.lookup(kept.op->getResult(0))
                                         : arith::SelectOp::create(
                                               builder, loc, condition,
                                               mapping.lookupOrDefault(chosen),
                                               accumulators[number]));
  results.push_back(
      arith::SelectOp::create(builder, loc, condition, term, best));
  return results;
}

void lift::populateKeptMaximaPatterns(RewritePatternSet &patterns) {
  patterns.add<ChooseMaximum, KeepBeforeNaN>(patterns.getContext());
}

//===----------------------------------------------------------------------===//
// All elements in order
//===----------------------------------------------------------------------===//

namespace {
/// A step as KeepBeforeNaN makes it.
struct KeptBeforeNaN {
  static FailureOr<KeptBeforeNaN> get(ReduceOp reduce);

  KeptMaximum kept;
  /// The number of the accumulator that no NaN changes.
  unsigned best = 0;
  /// The comparison with it.
  Value isBetter;
};
} // namespace

/// Whether two accumulators start from the same.
static bool startAlike(Value lhs, Value rhs) {
  Attribute left, right;
  return lhs == rhs || (matchPattern(lhs, m_Constant(&left)) &&
                        matchPattern(rhs, m_Constant(&right)) && left == right);
}

/// Refuses where parts have been reduced, of which the maximum and the greatest
/// number before NaN are different elements.
FailureOr<KeptBeforeNaN> KeptBeforeNaN::get(ReduceOp reduce) {
  auto fold = cast<FoldPattern>(*reduce);
  FailureOr<KeptMaximum> kept = KeptMaximum::get(fold);
  if (failed(kept) || !kept->isTermIfTrue)
    return failure();
  auto both = kept->condition.getDefiningOp<arith::AndIOp>();
  const auto *best = llvm::find(kept->terms, kept->term);
  if (!both || best == kept->terms.end())
    return failure();
  KeptBeforeNaN found = {*kept, unsigned(best - kept->terms.begin()), {}};
  auto accumulators = fold.getAccumulatorArgs();
  for (Value value : both->getOperands()) {
    auto cmp = value.getDefiningOp<arith::CmpFOp>();
    if (!cmp)
      return failure();
    if (cmp.getPredicate() == arith::CmpFPredicate::ORD &&
        cmp.getLhs() == accumulators[kept->key] && cmp.getRhs() == cmp.getLhs())
      continue;
    if (found.isBetter || cmp.getLhs() != kept->term ||
        cmp.getRhs() != accumulators[found.best])
      return failure();
    found.isBetter = cmp;
  }
  if (!found.isBetter || !reduce.getResult(found.best).use_empty() ||
      !startAlike(reduce.getInits()[kept->key], reduce.getInits()[found.best]))
    return failure();
  return found;
}

namespace {
/// The inverse of KeepBeforeNaN: where one work-item goes through all elements
/// in order, the greatest number before NaN is the maximum, until that is NaN.
struct CompareWithMaximum final : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp reduce,
                                PatternRewriter &rewriter) const override {
    FailureOr<KeptBeforeNaN> found = KeptBeforeNaN::get(reduce);
    if (failed(found))
      return rewriter.notifyMatchFailure(
          reduce, "keeps no number before NaN beside the maximum");
    const unsigned best = found->best;
    auto changed = ReduceOp::create(
        rewriter, reduce.getLoc(), reduce.getInputs(),
        without(reduce.getInits(), best),
        [&](OpBuilder &builder, Location, ValueRange elements,
            ValueRange accumulators) {
          return takeStep(builder, reduce, *found, elements, accumulators);
        });
    changed.setUnrollAttr(reduce.getUnrollAttr());
    rewriter.replaceAllUsesWith(without(reduce.getResults(), best),
                                changed.getResults());
    rewriter.eraseOp(reduce);
    return success();
  }

private:
  static SmallVector<Value> takeStep(OpBuilder &builder, FoldPattern fold,
                                     const KeptBeforeNaN &found,
                                     ValueRange elements,
                                     ValueRange accumulators);
};
} // namespace

SmallVector<Value> CompareWithMaximum::takeStep(OpBuilder &builder,
                                                FoldPattern fold,
                                                const KeptBeforeNaN &found,
                                                ValueRange elements,
                                                ValueRange accumulators) {
  const unsigned key = found.kept.key, best = found.best;
  SmallVector<Value> all(accumulators);
  all.insert(all.begin() + best, accumulators[key > best ? key - 1 : key]);
  IRMapping mapping;
  mapping.map(fold.getElementArgs(), elements);
  mapping.map(fold.getAccumulatorArgs(), ValueRange(all));
  for (Operation &op : fold.getStep().front().without_terminator())
    builder.clone(op, mapping);
  mapping.lookup(found.kept.condition)
      .replaceAllUsesWith(mapping.lookup(found.isBetter));
  return llvm::map_to_vector(
      without(fold.getYield()->getOperands(), best),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

void lift::populateCompareWithMaximumPatterns(RewritePatternSet &patterns) {
  patterns.add<CompareWithMaximum>(patterns.getContext());
}

bool lift::keepsBeforeNaN(ReduceOp reduce) {
  return succeeded(KeptBeforeNaN::get(reduce));
}
