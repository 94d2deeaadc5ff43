//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements rewrites that are applied wherever they match, until
// none does: each makes the program smaller, or turns something into what
// nothing turns back.
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Patterns.h"

#include "Builders.h"
#include "LiftDialect/Analysis/InverseViews.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// Names each index that is no polynomial by what it is, so that the same ones
/// are equal.
class IndexNames final : public IndexBinder {
public:
  Expr clamp(const Expr &index, const Expr &lower, const Expr &upper) override {
    return name("clamp", {index, lower, upper});
  }
  Expr wrap(const Expr &index, const Expr &length) override {
    return name("wrap", {index, length});
  }
  Expr mirror(const Expr &index, const Expr &length) override {
    return name("mirror", {index, length});
  }
  Expr apply(Region &, const Expr &, const IndexRange &) override {
    return unknown();
  }
  Expr element(Value, ArrayRef<Expr>, const IndexRange &) override {
    return unknown();
  }

private:
  static Expr name(StringRef kind, ArrayRef<Expr> arguments) {
    std::string text = "%" + kind.str();
    for (const Expr &argument : arguments)
      text += "," + argument.str();
    return Expr::name(text);
  }
  static Expr unknown() { return Expr::error("an index that is computed"); }
};
} // namespace

/// The array that `array` is a view of, and where the element of `path` stands
/// in it; none where that is not one place.
static std::optional<Access> findSource(Value array, ArrayRef<Expr> path) {
  Access access{array, SmallVector<Expr>(path), {}, nullptr};
  while (auto view = access.source.getDefiningOp<ViewOpInterface>()) {
    IndexNames names;
    access = view.getReadAccess(access.path, names);
    if (!access.source || !access.tests.empty() ||
        llvm::any_of(access.path, std::mem_fn(&Expr::isError)))
      return std::nullopt;
  }
  return access;
}

/// Whether two arrays are the same, or the same views of one.
static bool areSameView(Value lhs, Value rhs) {
  if (lhs == rhs || lhs.getType() != rhs.getType())
    return lhs == rhs;
  auto type = cast<ArrayType>(lhs.getType());
  // The lane of a vector is one more index.
  const unsigned numIndices =
      type.getRank() + (isa<VectorType>(type.getElementType()) ? 1 : 0);
  SmallVector<Expr> path;
  for (unsigned dim = 0; dim < numIndices; ++dim)
    path.push_back(Expr::name("%dim" + std::to_string(dim)));
  std::optional<Access> left = findSource(lhs, path),
                        right = findSource(rhs, path);
  return left && right && left->source == right->source &&
         left->path == right->path;
}

namespace {
struct ViewOfBroadcast final : OpInterfaceRewritePattern<ViewOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ViewOpInterface view,
                                PatternRewriter &rewriter) const override {
    if (!isBijective(view) && !isa<TakeOp, DropOp>(*view))
      return rewriter.notifyMatchFailure(view, "is no rearrangement");
    auto broadcast = view->getOperand(0).getDefiningOp<BroadcastOp>();
    if (!broadcast || isa<ArrayType>(broadcast.getInput().getType()))
      return rewriter.notifyMatchFailure(view, "is not of equal elements");
    auto type = cast<ArrayType>(view->getResult(0).getType());
    Value element = broadcast.getInput();
    if (type.getElementType() != element.getType()) {
      if (!isa<VectorType>(type.getElementType()))
        return rewriter.notifyMatchFailure(view, "takes vectors apart");
      element = rewriter.createOrFold<vector::BroadcastOp>(
          view->getLoc(), type.getElementType(), element);
    }
    rewriter.replaceOpWithNewOp<BroadcastOp>(
        view, element,
        getSizeArrayAttr(rewriter.getContext(), type.getSizeExprs()));
    return success();
  }
};

/// Whether a program lets a sum be rounded otherwise: that of an associative
/// reduction, and one that says so itself.
template <typename Sum>
static bool mayRoundOtherwise(Sum sum) {
  auto reduce = sum->template getParentOfType<ReduceOp>();
  return (reduce && reduce.getAssociative()) ||
         bitEnumContainsAll(sum.getFastmath(), arith::FastMathFlags::contract);
}

/// Whether a value is an accumulator of a reduction that may be reordered, or
/// an element of one.
static bool isReorderedSum(Value value) {
  auto sum = dyn_cast<BlockArgument>(value);
  while (sum) {
    auto map = dyn_cast<MapOp>(sum.getOwner()->getParentOp());
    if (!map)
      break;
    sum = dyn_cast<BlockArgument>(map.getInputs()[sum.getArgNumber()]);
  }
  auto reduce =
      sum ? dyn_cast<ReduceOp>(sum.getOwner()->getParentOp()) : ReduceOp();
  return reduce && reduce.getAssociative() && reduce.getCommutative() &&
         llvm::is_contained(cast<FoldPattern>(*reduce).getAccumulatorArgs(),
                            sum);
}

/// a - b * c, as a sum of a and -b * c.
struct ContractMultiplySubtract final : OpRewritePattern<arith::SubFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SubFOp subtract,
                                PatternRewriter &rewriter) const override {
    if (!mayRoundOtherwise(subtract))
      return rewriter.notifyMatchFailure(subtract, "must be rounded as it is");
    auto product = subtract.getRhs().getDefiningOp<arith::MulFOp>();
    if (!product || !product->hasOneUse())
      return rewriter.notifyMatchFailure(subtract, "subtracts no product that "
                                                   "is used only here");
    Value negative =
        arith::NegFOp::create(rewriter, subtract.getLoc(), product.getLhs());
    rewriter.replaceOpWithNewOp<math::FmaOp>(
        subtract, negative, product.getRhs(), subtract.getLhs());
    return success();
  }
};

/// acc + (a * b + c) = (acc + c) + a * b, in a sum that may be reordered: one
/// operation less if c is a product, or a sum of some.
struct AddTermsInTurn final : OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddFOp add,
                                PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      auto terms = add->getOperand(1 - i).getDefiningOp<math::FmaOp>();
      if (!isReorderedSum(add->getOperand(i)) || !terms ||
          !terms->hasOneUse() ||
          !isa_and_present<arith::MulFOp, math::FmaOp>(
              terms.getC().getDefiningOp()))
        continue;
      Value sum = arith::AddFOp::create(rewriter, add.getLoc(),
                                        add->getOperand(i), terms.getC());
      rewriter.replaceOpWithNewOp<math::FmaOp>(add, terms.getA(), terms.getB(),
                                               sum);
      // The other product has one use again.
      rewriter.eraseOp(terms);
      return success();
    }
    return rewriter.notifyMatchFailure(add, "adds no two products to a sum");
  }
};

struct ContractMultiplyAdd final : OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddFOp add,
                                PatternRewriter &rewriter) const override {
    if (!mayRoundOtherwise(add))
      return rewriter.notifyMatchFailure(add, "must be rounded as it is");
    for (unsigned i : {0, 1})
      if (auto product = add->getOperand(i).getDefiningOp<arith::MulFOp>();
          product && product->hasOneUse()) {
        rewriter.replaceOpWithNewOp<math::FmaOp>(
            add, product.getLhs(), product.getRhs(), add->getOperand(1 - i));
        return success();
      }
    return rewriter.notifyMatchFailure(add, "adds no product that is used only "
                                            "here");
  }
};

/// acc + (mask ? a * b : -0.0), the step of a padded sum.
struct ContractMaskedProduct final : OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddFOp add,
                                PatternRewriter &rewriter) const override {
    if (!mayRoundOtherwise(add))
      return rewriter.notifyMatchFailure(add, "must be rounded as it is");
    for (unsigned i : {0, 1}) {
      auto term = add->getOperand(i).getDefiningOp<arith::SelectOp>();
      if (!term || !term->hasOneUse() ||
          !matchPattern(term.getFalseValue(), m_NegZeroFloat()))
        continue;
      auto product = term.getTrueValue().getDefiningOp<arith::MulFOp>();
      if (!product || !product->hasOneUse())
        continue;
      Value sum = add->getOperand(1 - i);
      Value next = math::FmaOp::create(rewriter, add.getLoc(), product.getLhs(),
                                       product.getRhs(), sum);
      rewriter.replaceOpWithNewOp<arith::SelectOp>(add, term.getCondition(),
                                                   next, sum);
      return success();
    }
    return rewriter.notifyMatchFailure(add, "adds no product that is masked "
                                            "and used only here");
  }
};

struct ExpandFusedSum final : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FmaOp fma,
                                PatternRewriter &rewriter) const override {
    Value sum = fma.getC();
    if (!isReorderedSum(sum))
      return rewriter.notifyMatchFailure(fma, "adds to no sum that may be "
                                              "reordered");
    Value product =
        arith::MulFOp::create(rewriter, fma.getLoc(), fma.getA(), fma.getB());
    rewriter.replaceOpWithNewOp<arith::AddFOp>(fma, sum, product);
    return success();
  }
};

/// (acc + a) + b = acc + (a + b), in a sum that may be reordered.
struct GatherTerms final : OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddFOp add,
                                PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      auto inner = add->getOperand(i).getDefiningOp<arith::AddFOp>();
      if (!inner || !inner->hasOneUse())
        continue;
      for (unsigned j : {0, 1}) {
        Value sum = inner->getOperand(j), term = inner->getOperand(1 - j),
              other = add->getOperand(1 - i);
        if (!isReorderedSum(sum) || !sum.hasOneUse())
          continue;
        Value terms =
            arith::AddFOp::create(rewriter, add.getLoc(), term, other);
        rewriter.replaceOpWithNewOp<arith::AddFOp>(add, sum, terms);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(add, "adds no second term to a sum that "
                                            "may be reordered");
  }
};

/// map f x x = map (f . (x -> x x)) x, and the same for a reduction.
template <typename Loop>
struct MergeInputs final : OpRewritePattern<Loop> {
  using OpRewritePattern<Loop>::OpRewritePattern;

  LogicalResult matchAndRewrite(Loop loop,
                                PatternRewriter &rewriter) const override {
    for (unsigned i = 1; i < loop.getInputs().size(); ++i)
      for (unsigned first = 0; first < i; ++first)
        if (areSameView(loop.getInputs()[first], loop.getInputs()[i])) {
          Block &body = loop->getRegion(0).front();
          rewriter.replaceAllUsesWith(body.getArgument(i),
                                      body.getArgument(first));
          rewriter.modifyOpInPlace(loop, [&] {
            body.eraseArgument(i);
            loop.getInputsMutable().erase(i);
          });
          return success();
        }
    return rewriter.notifyMatchFailure(loop, "goes through each array once");
  }
};
} // namespace

void lift::populateViewPatterns(RewritePatternSet &patterns) {
  patterns.add<ViewOfBroadcast>(patterns.getContext());
}

void lift::populateContractPatterns(RewritePatternSet &patterns) {
  patterns.add<ContractMultiplyAdd, ContractMultiplySubtract, AddTermsInTurn,
               ContractMaskedProduct>(patterns.getContext());
}

void lift::populateExpandSumsPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandFusedSum, GatherTerms>(patterns.getContext());
}

void lift::populateMergeInputsPatterns(RewritePatternSet &patterns) {
  patterns.add<MergeInputs<MapOp>, MergeInputs<ReduceOp>>(
      patterns.getContext());
}
