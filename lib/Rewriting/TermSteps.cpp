//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps that do something to an accumulator by more than one operation on it,
// or by one without laws, and are the same, bit for bit, as one that has some:
//
//   c ? acc (+) e : acc = acc (+) (c ? e : neutral)
//   acc - e = acc + -e
//
//===----------------------------------------------------------------------===//

#include "StepFamilies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

/// The reduction, scan or histogram that a value is an accumulator of; null if
/// it is none.
static FoldPattern getFoldOfAccumulator(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto fold = argument
                  ? dyn_cast<FoldPattern>(argument.getOwner()->getParentOp())
                  : FoldPattern();
  return fold && llvm::is_contained(fold.getAccumulatorArgs(), value)
             ? fold
             : FoldPattern();
}

/// Whether `value` is nothing else than what is next of an accumulator, or what
/// conditions choose for that.
static bool leadsToNext(FoldPattern fold, Value value, Value accumulator) {
  const size_t number = llvm::find(fold.getAccumulatorArgs(), accumulator) -
                        fold.getAccumulatorArgs().begin();
  while (value.hasOneUse()) {
    OpOperand &use = *value.use_begin();
    if (use.getOwner() == fold.getYield())
      return use.getOperandNumber() == number;
    auto select = dyn_cast<arith::SelectOp>(use.getOwner());
    if (!select || use == select.getConditionMutable())
      return false;
    value = select;
  }
  return false;
}

/// Whether neutral elements may be no operands, as they are not finite.
static bool promisesFinite(Operation *op) {
  auto math = dyn_cast<arith::ArithFastMathInterface>(op);
  return math &&
         isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
             arith::MinNumFOp>(op) &&
         bitEnumContainsAny(math.getFastMathFlagsAttr().getValue(),
                            arith::FastMathFlags::nnan |
                                arith::FastMathFlags::ninf);
}

namespace {
/// c ? acc (+) e : acc = acc (+) (c ? e : neutral)
struct CombineChosenTerm final : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp select,
                                PatternRewriter &rewriter) const override {
    const bool isTermIfTrue = !getFoldOfAccumulator(select.getTrueValue());
    Value accumulator =
              isTermIfTrue ? select.getFalseValue() : select.getTrueValue(),
          next = isTermIfTrue ? select.getTrueValue() : select.getFalseValue();
    FoldPattern fold = getFoldOfAccumulator(accumulator);
    Operation *op = next.getDefiningOp();
    if (!fold || !leadsToNext(fold, select, accumulator) || !op ||
        op->getBlock() != &fold.getStep().front() || !op->hasOneUse() ||
        op->getNumOperands() != 2 || op->getNumResults() != 1)
      return rewriter.notifyMatchFailure(select, "leaves no accumulator as it "
                                                 "is that it else combines");
    const unsigned position = op->getOperand(0) == accumulator ? 1 : 0;
    if (op->getOperand(1 - position) != accumulator)
      return rewriter.notifyMatchFailure(op, "combines no accumulator");
    Value term = op->getOperand(position);
    DenseSet<Value> dependent = getDependent(fold);
    if (dependent.contains(term) || dependent.contains(select.getCondition()))
      return rewriter.notifyMatchFailure(op, "depends on accumulators in "
                                             "another way");
    TypedAttr neutral = getNeutralOperand(op);
    if (!neutral || promisesFinite(op))
      return rewriter.notifyMatchFailure(op, "has no neutral element");
    rewriter.setInsertionPoint(select);
    Location loc = select.getLoc();
    Value none = arith::ConstantOp::create(rewriter, loc, neutral);
    Value chosen = arith::SelectOp::create(rewriter, loc, select.getCondition(),
                                           isTermIfTrue ? term : none,
                                           isTermIfTrue ? none : term);
    // The condition may stand behind what is combined.
    rewriter.moveOpBefore(op, select);
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(position, chosen); });
    rewriter.replaceOp(select, op->getResults());
    return success();
  }
};

/// acc - e = acc + -e
template <typename SubOp>
struct AddNegativeTerm final : OpRewritePattern<SubOp> {
  using OpRewritePattern<SubOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(SubOp sub,
                                PatternRewriter &rewriter) const override {
    FoldPattern fold = getFoldOfAccumulator(sub.getLhs());
    if (!fold || !leadsToNext(fold, sub, sub.getLhs()) ||
        getDependent(fold).contains(sub.getRhs()))
      return rewriter.notifyMatchFailure(sub, "subtracts no term from an "
                                              "accumulator");
    replace(rewriter, sub);
    return success();
  }

private:
  static void replace(PatternRewriter &rewriter, arith::SubFOp sub) {
    rewriter.replaceOpWithNewOp<arith::AddFOp>(
        sub, sub.getLhs(), negate(rewriter, sub.getLoc(), sub.getRhs()),
        sub.getFastmath());
  }
  /// A promise that nothing overflows does not hold for -e.
  static void replace(PatternRewriter &rewriter, arith::SubIOp sub) {
    Location loc = sub.getLoc();
    Value zero = arith::ConstantOp::create(rewriter, loc,
                                           rewriter.getZeroAttr(sub.getType()));
    Value negative =
        rewriter.createOrFold<arith::SubIOp>(loc, zero, sub.getRhs());
    rewriter.replaceOpWithNewOp<arith::AddIOp>(sub, sub.getLhs(), negative);
  }
  /// -(a * b) as -a * b: sums of products are known.
  static Value negate(OpBuilder &builder, Location loc, Value value) {
    auto product = value.getDefiningOp<arith::MulFOp>();
    if (!product || !product->hasOneUse())
      return builder.createOrFold<arith::NegFOp>(loc, value);
    return arith::MulFOp::create(
        builder, loc,
        builder.createOrFold<arith::NegFOp>(loc, product.getLhs()),
        product.getRhs(), product.getFastmath());
  }
};
} // namespace

void lift::populateTermStepPatterns(RewritePatternSet &patterns) {
  patterns.add<CombineChosenTerm, AddNegativeTerm<arith::SubFOp>,
               AddNegativeTerm<arith::SubIOp>>(patterns.getContext());
}
