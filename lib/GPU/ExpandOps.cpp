//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that back ends other than C lack, or whose forms there say less,
// by operations that all have.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/DeviceProperties.h"
#include "LiftDialect/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::lift {
#define GEN_PASS_DEF_EXPANDOPSPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {

struct ExpandOpsPass final : lift::impl::ExpandOpsPassBase<ExpandOpsPass> {
  void runOnOperation() override;
};

/// Lane after lane, which is the order that the evaluator adds in.
struct ExpandReduction final : OpRewritePattern<vector::ReductionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::ReductionOp op,
                                PatternRewriter &rewriter) const override {
    Value result = op.getAcc();
    for (int64_t lane = 0; lane < op.getSourceVectorType().getNumElements();
         ++lane) {
      Value next = vector::ExtractOp::create(rewriter, op.getLoc(),
                                             op.getVector(), lane);
      result = result ? vector::makeArithReduction(rewriter, op.getLoc(),
                                                   op.getKind(), result, next,
                                                   op.getFastmathAttr())
                      : next;
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// The larger or smaller of two floats, NaN if one is, and -0 below +0: of
/// equal numbers the bits of both together, or those that both have, are the
/// result.
template <typename Op>
struct ExpandStrictMinMax final : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    constexpr bool isMax = std::is_same_v<Op, arith::MaximumFOp>;
    Location loc = op.getLoc();
    Value lhs = op.getLhs(), rhs = op.getRhs();
    Type type = op.getType();
    Type bits = rewriter.getIntegerType(
        getElementTypeOrSelf(type).getIntOrFloatBitWidth());
    if (auto vector = dyn_cast<VectorType>(type))
      bits = vector.clone(bits);
    auto isLhs = arith::CmpFOp::create(rewriter, loc,
                                       isMax ? arith::CmpFPredicate::OGT
                                             : arith::CmpFPredicate::OLT,
                                       lhs, rhs);
    // The sum of a NaN and anything is one.
    auto isNaN = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::UNO,
                                       lhs, rhs);
    auto isEqual = arith::CmpFOp::create(rewriter, loc,
                                         arith::CmpFPredicate::OEQ, lhs, rhs);
    Value lhsBits = arith::BitcastOp::create(rewriter, loc, bits, lhs);
    Value rhsBits = arith::BitcastOp::create(rewriter, loc, bits, rhs);
    Value both =
        isMax ? Value(arith::AndIOp::create(rewriter, loc, lhsBits, rhsBits))
              : Value(arith::OrIOp::create(rewriter, loc, lhsBits, rhsBits));
    Value equal = arith::BitcastOp::create(rewriter, loc, type, both);
    Value nan = arith::AddFOp::create(rewriter, loc, lhs, rhs);
    Value one = arith::SelectOp::create(rewriter, loc, isLhs, lhs, rhs);
    Value strict = arith::SelectOp::create(rewriter, loc, isEqual, equal, one);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isNaN, nan, strict);
    return success();
  }
};

/// x rounded towards zero: |x| rounded down, with the sign of x.
struct ExpandTrunc final : OpRewritePattern<math::TruncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::TruncOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value size = math::AbsFOp::create(rewriter, loc, op.getOperand());
    size = math::FloorOp::create(rewriter, loc, size);
    rewriter.replaceOpWithNewOp<math::CopySignOp>(op, size, op.getOperand());
    return success();
  }
};

/// How many bits are set: the sums of neighbouring fields of 1, 2 and 4 bits,
/// and then of all bytes.
struct ExpandBitCount final : OpRewritePattern<math::CtPopOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::CtPopOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getType();
    const unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    if (width < 8 || !llvm::isPowerOf2_32(width))
      return failure();
    auto makeConstant = [&](const APInt &value) {
      return createScalarOrSplatConstant(rewriter, loc, type, value);
    };
    auto shift = [&](Value value, unsigned distance) -> Value {
      return arith::ShRUIOp::create(rewriter, loc, value,
                                    makeConstant(APInt(width, distance)));
    };
    auto keep = [&](Value value, uint8_t mask) -> Value {
      return arith::AndIOp::create(
          rewriter, loc, value,
          makeConstant(APInt::getSplat(width, APInt(8, mask))));
    };
    auto add = [&](Value lhs, Value rhs) -> Value {
      return arith::AddIOp::create(rewriter, loc, lhs, rhs);
    };
    Value x = op.getOperand();
    x = add(keep(x, 0x55), keep(shift(x, 1), 0x55));
    x = add(keep(x, 0x33), keep(shift(x, 2), 0x33));
    x = keep(add(x, shift(x, 4)), 0x0f);
    if (width > 8) {
      x = arith::MulIOp::create(
          rewriter, loc, x, makeConstant(APInt::getSplat(width, APInt(8, 1))));
      x = shift(x, width - 8);
    }
    rewriter.replaceOp(op, x);
    return success();
  }
};

/// The ones below the lowest set bit.
struct ExpandTrailingZeros final
    : OpRewritePattern<math::CountTrailingZerosOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::CountTrailingZerosOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value ones = createScalarOrSplatConstant(rewriter, loc, op.getType(), -1);
    Value below = arith::AddIOp::create(rewriter, loc, op.getOperand(), ones);
    Value above = arith::XOrIOp::create(rewriter, loc, op.getOperand(), ones);
    rewriter.replaceOpWithNewOp<math::CtPopOp>(
        op, arith::AndIOp::create(rewriter, loc, below, above).getResult());
    return success();
  }
};

/// A number to the power of a constant, by squares; of f16 as of f32, rounded.
struct ExpandPower final : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    APInt exponent;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&exponent)))
      return rewriter.notifyMatchFailure(op, "has an unknown exponent");
    Location loc = op.getLoc();
    Type type = op.getType();
    Type wide = type;
    if (getElementTypeOrSelf(type).isF16()) {
      wide = rewriter.getF32Type();
      if (auto vector = dyn_cast<VectorType>(type))
        wide = vector.clone(wide);
    }
    Value base = op.getLhs();
    if (wide != type)
      base = arith::ExtFOp::create(rewriter, loc, wide, base);
    Value one = createScalarOrSplatConstant(
        rewriter, loc, wide,
        APFloat::getOne(
            cast<FloatType>(getElementTypeOrSelf(wide)).getFloatSemantics()));
    Value result;
    for (APInt left = exponent.abs(); !left.isZero(); left.lshrInPlace(1)) {
      if (left[0])
        result =
            result
                ? arith::MulFOp::create(rewriter, loc, result, base).getResult()
                : base;
      if (left.ugt(1))
        base = arith::MulFOp::create(rewriter, loc, base, base);
    }
    if (!result)
      result = one;
    if (exponent.isNegative())
      result = arith::DivFOp::create(rewriter, loc, one, result);
    if (wide != type)
      result = arith::TruncFOp::create(rewriter, loc, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Tests of floats, by comparisons.
template <typename Op>
struct ExpandTest final : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value x = op.getOperand();
    const llvm::fltSemantics &semantics =
        cast<FloatType>(getElementTypeOrSelf(x.getType())).getFloatSemantics();
    auto compare = [&](arith::CmpFPredicate predicate, Value value,
                       const APFloat &bound) -> Value {
      return arith::CmpFOp::create(
          rewriter, loc, predicate, value,
          createScalarOrSplatConstant(rewriter, loc, x.getType(), bound));
    };
    if constexpr (std::is_same_v<Op, math::IsNaNOp>) {
      rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::UNO,
                                                 x, x);
      return success();
    }
    Value size = math::AbsFOp::create(rewriter, loc, x);
    Value result =
        compare(std::is_same_v<Op, math::IsInfOp> ? arith::CmpFPredicate::OEQ
                                                  : arith::CmpFPredicate::OLT,
                size, APFloat::getInf(semantics));
    if constexpr (std::is_same_v<Op, math::IsNormalOp>)
      result = arith::AndIOp::create(
          rewriter, loc, result,
          compare(arith::CmpFPredicate::OGE, size,
                  APFloat::getSmallestNormalized(semantics)));
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// The bits of an index are those of an integer as wide.
template <typename Op>
struct ExpandIndexBits final : OpRewritePattern<Op> {
  ExpandIndexBits(MLIRContext *context, unsigned indexBits)
      : OpRewritePattern<Op>(context, /*benefit=*/10), indexBits(indexBits) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isIndex())
      return rewriter.notifyMatchFailure(op, "is not of indices");
    Type integer = rewriter.getIntegerType(indexBits);
    if (auto vector = dyn_cast<VectorType>(type))
      integer = vector.clone(integer);
    Value bits = arith::IndexCastUIOp::create(rewriter, op.getLoc(), integer,
                                              op.getOperand());
    rewriter.replaceOpWithNewOp<arith::IndexCastUIOp>(
        op, type, Op::create(rewriter, op.getLoc(), bits));
    return success();
  }

private:
  unsigned indexBits;
};

/// Comparisons that hold for all floats, or for none.
struct ExpandConstantComparison final : OpRewritePattern<arith::CmpFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::CmpFOp op,
                                PatternRewriter &rewriter) const override {
    const bool holds = op.getPredicate() == arith::CmpFPredicate::AlwaysTrue;
    if (!holds && op.getPredicate() != arith::CmpFPredicate::AlwaysFalse)
      return rewriter.notifyMatchFailure(op, "depends on its operands");
    rewriter.replaceOp(op, createScalarOrSplatConstant(rewriter, op.getLoc(),
                                                       op.getType(),
                                                       APInt(1, holds)));
    return success();
  }
};

/// One condition for all lanes, which instructions have a condition each for.
struct ExpandSelect final : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    Value condition = op.getCondition();
    if (!type || isa<VectorType>(condition.getType()))
      return rewriter.notifyMatchFailure(op, "has as many conditions as lanes");
    Value conditions = vector::BroadcastOp::create(
        rewriter, op.getLoc(), type.clone(condition.getType()), condition);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(
        op, conditions, op.getTrueValue(), op.getFalseValue());
    return success();
  }
};

} // namespace

void ExpandOpsPass::runOnOperation() {
  RewritePatternSet patterns(&getContext());
  patterns
      .add<ExpandReduction, ExpandStrictMinMax<arith::MaximumFOp>,
           ExpandStrictMinMax<arith::MinimumFOp>, ExpandTrunc, ExpandBitCount,
           ExpandConstantComparison, ExpandSelect, ExpandTrailingZeros,
           ExpandPower, ExpandTest<math::IsNaNOp>, ExpandTest<math::IsInfOp>,
           ExpandTest<math::IsFiniteOp>, ExpandTest<math::IsNormalOp>>(
          &getContext());
  patterns.add<ExpandIndexBits<math::CountLeadingZerosOp>,
               ExpandIndexBits<math::CountTrailingZerosOp>,
               ExpandIndexBits<math::CtPopOp>>(
      &getContext(), getIndexBitwidth(getOperation()));
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  math::populateExpansionPatterns(patterns, {"ctlz"});
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    signalPassFailure();
}
