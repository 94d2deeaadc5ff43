//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of products of truth values, as of paths in a graph, are sums of
// products of integers: these are one instruction, and what is done to each
// factor alone, as to widen it, is done once, where factors are copied. So are
// disjunctions: whether any of the products is true, their number says.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

/// The conjunction of two different truth values that a value is; null if it is
/// none.
static arith::AndIOp getProductOfTruths(Value value) {
  auto product = value.getDefiningOp<arith::AndIOp>();
  return product && value.getType().isInteger(1) &&
                 product.getLhs() != product.getRhs() && product->hasOneUse()
             ? product
             : arith::AndIOp();
}

namespace {
/// acc + (int)(a & b) = acc + (int)a * (int)b
struct MultiplyTruths final : OpRewritePattern<arith::ExtUIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtUIOp extend,
                                PatternRewriter &rewriter) const override {
    arith::AndIOp product = getProductOfTruths(extend.getIn());
    auto reduce = dyn_cast<ReduceOp>(extend->getParentOp());
    if (!product || product->getBlock() != extend->getBlock() || !reduce ||
        !extend->hasOneUse() || !isa<arith::AddIOp>(*extend->user_begin()))
      return rewriter.notifyMatchFailure(extend, "is no product that a step of "
                                                 "a reduction adds");
    Location loc = extend.getLoc();
    auto widen = [&](Value truth) -> Value {
      return arith::ExtUIOp::create(rewriter, loc, extend.getType(), truth);
    };
    rewriter.replaceOpWithNewOp<arith::MulIOp>(extend, widen(product.getLhs()),
                                               widen(product.getRhs()));
    return success();
  }
};

/// reduce (|) acc (a & b) = acc | (reduce (+) 0 ((int)(a & b)) != 0)
/// There are fewer elements than 2^32.
struct CountTruths final : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp reduce,
                                PatternRewriter &rewriter) const override {
    auto fold = cast<FoldPattern>(*reduce);
    if (reduce.getNumResults() != 1 || reduce->hasAttr("identity") ||
        reduce.getVectorWidthAttr() || goesOn(reduce))
      return rewriter.notifyMatchFailure(reduce, "keeps no truth value of its "
                                                 "own");
    Refusal refusal;
    FailureOr<Combiner> combiner = Combiner::get(reduce, refusal);
    if (failed(combiner) || !isa<arith::OrIOp>(combiner->getOp(0)) ||
        !getProductOfTruths(combiner->getTerm(0)))
      return rewriter.notifyMatchFailure(reduce, "is no disjunction of "
                                                 "products of truth values");
    Location loc = reduce.getLoc();
    Value zero =
        arith::ConstantOp::create(rewriter, loc, rewriter.getI32IntegerAttr(0));
    auto count = ReduceOp::create(
        rewriter, loc, reduce.getInputs(), zero,
        [&](OpBuilder &builder, Location, ValueRange elements,
            ValueRange accumulators) {
          return addTerm(builder, fold, *combiner, elements, accumulators[0]);
        });
    count.setAssociative(true);
    count.setCommutative(true);
    count.setUnrollAttr(reduce.getUnrollAttr());
    Value isAny = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne,
                                        count.getResult(0), zero);
    rewriter.replaceOpWithNewOp<arith::OrIOp>(reduce, reduce.getInits()[0],
                                              isAny);
    return success();
  }

private:
  /// Whether it goes on from an accumulator, as those of several dimensions do,
  /// which are one loop nest.
  static bool goesOn(ReduceOp reduce) {
    auto argument = dyn_cast<BlockArgument>(reduce.getInits()[0]);
    return argument && isa<ReduceOp>(argument.getOwner()->getParentOp());
  }
  static SmallVector<Value> addTerm(OpBuilder &builder, FoldPattern fold,
                                    const Combiner &combiner,
                                    ValueRange elements, Value count) {
    Location loc = fold.getLoc();
    Value term =
        arith::ExtUIOp::create(builder, loc, count.getType(),
                               emitTerm(builder, fold, combiner, elements));
    return {arith::AddIOp::create(builder, loc, count, term)};
  }
};
} // namespace

void lift::populateCountTruthsPatterns(RewritePatternSet &patterns) {
  patterns.add<CountTruths, MultiplyTruths>(patterns.getContext());
}
