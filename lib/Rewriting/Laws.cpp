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
// array of indices, and what is chosen first is what has the smallest index
// (IndexedChoices.cpp).
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "Order.h"
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

void lift::populateDeduceLawsPatterns(RewritePatternSet &patterns) {
  patterns.add<CountersAreIndices<ReduceOp>, CountersAreIndices<ScanOp>,
               DeclareLaws<ReduceOp>, DeclareLaws<ScanOp>>(
      patterns.getContext());
  populateChooseByIndexPatterns(patterns);
  populateKeptMaximaPatterns(patterns);
  populateTermStepPatterns(patterns);
}
