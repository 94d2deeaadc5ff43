//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of f32 that SPIR-V's instruction sets, or upstream's forms of them,
// lack, by others. Upstream's forms of log1p and expm1 lose all digits near 0.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::lift {
#define GEN_PASS_DEF_EXPANDFUNCTIONSPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct ExpandFunctionsPass final
    : lift::impl::ExpandFunctionsPassBase<ExpandFunctionsPass> {
  using Base::Base;

  void runOnOperation() override;
};
} // namespace

static Value makeConstant(OpBuilder &builder, Location loc, Type type,
                          double value) {
  FloatAttr attr = builder.getFloatAttr(getElementTypeOrSelf(type), value);
  return createScalarOrSplatConstant(builder, loc, type, attr.getValue());
}

namespace {

/// 2^x as a power.
struct ExpandExp2 final : OpRewritePattern<math::Exp2Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::Exp2Op op,
                                PatternRewriter &rewriter) const override {
    Value two = makeConstant(rewriter, op.getLoc(), op.getType(), 2);
    rewriter.replaceOpWithNewOp<math::PowFOp>(op, two, op.getOperand());
    return success();
  }
};

/// The cube root: a power of |x|, and a step of Newton's method, with the sign
/// of x. Zeros and infinities are their own roots.
struct ExpandCbrt final : OpRewritePattern<math::CbrtOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::CbrtOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getType();
    auto mul = [&](Value lhs, Value rhs) -> Value {
      return arith::MulFOp::create(rewriter, loc, lhs, rhs);
    };
    Value x = op.getOperand();
    Value size = math::AbsFOp::create(rewriter, loc, x);
    Value root = math::PowFOp::create(
        rewriter, loc, size, makeConstant(rewriter, loc, type, 1.0 / 3));
    // root - (root - size / root^2) / 3
    Value quotient =
        arith::DivFOp::create(rewriter, loc, size, mul(root, root));
    Value error = mul(arith::SubFOp::create(rewriter, loc, root, quotient),
                      makeConstant(rewriter, loc, type, 1.0 / 3));
    root = arith::SubFOp::create(rewriter, loc, root, error);
    root = math::CopySignOp::create(rewriter, loc, root, x);
    Value twice = arith::AddFOp::create(rewriter, loc, x, x);
    Value isFixed = arith::CmpFOp::create(rewriter, loc,
                                          arith::CmpFPredicate::UEQ, twice, x);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isFixed, x, root);
    return success();
  }
};

/// The angle of a point, from the arc tangent of a number up to 1, with IEEE's
/// results for zeros, infinities and NaN. Upstream's is NaN where a quotient of
/// the two is.
struct ExpandAtan2 final : OpRewritePattern<math::Atan2Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::Atan2Op op,
                                PatternRewriter &rewriter) const override {
    if (getElementTypeOrSelf(op.getType()).isF64())
      return rewriter.notifyMatchFailure(op, "Vulkan has no atan of f64");
    Location loc = op.getLoc();
    auto constant = [&](double value) {
      return makeConstant(rewriter, loc, op.getType(), value);
    };
    auto compare = [&](arith::CmpFPredicate predicate, Value lhs,
                       Value rhs) -> Value {
      return arith::CmpFOp::create(rewriter, loc, predicate, lhs, rhs);
    };
    auto select = [&](Value condition, Value yes, Value no) -> Value {
      return arith::SelectOp::create(rewriter, loc, condition, yes, no);
    };
    auto subtract = [&](double from, Value value) -> Value {
      return arith::SubFOp::create(rewriter, loc, constant(from), value);
    };
    Value zero = constant(0), one = constant(1);
    Value y = math::AbsFOp::create(rewriter, loc, op.getLhs());
    Value x = math::AbsFOp::create(rewriter, loc, op.getRhs());
    // Steep, or one of them is NaN.
    Value isSteep = compare(arith::CmpFPredicate::UGT, y, x);
    Value less = select(isSteep, x, y), more = select(isSteep, y, x);
    // Of two zeros, and of two infinities.
    Value ofEqual =
        select(compare(arith::CmpFPredicate::OEQ, more, zero), zero, one);
    Value slope =
        select(compare(arith::CmpFPredicate::OEQ, less, more), ofEqual,
               arith::DivFOp::create(rewriter, loc, less, more));
    Value angle = math::AtanOp::create(rewriter, loc, slope);
    angle = select(isSteep, subtract(llvm::numbers::pi / 2, angle), angle);
    Value sign = math::CopySignOp::create(rewriter, loc, one, op.getRhs());
    angle = select(compare(arith::CmpFPredicate::OLT, sign, zero),
                   subtract(llvm::numbers::pi, angle), angle);
    rewriter.replaceOpWithNewOp<math::CopySignOp>(op, angle, op.getLhs());
    return success();
  }
};

} // namespace

void ExpandFunctionsPass::runOnOperation() {
  const bool forVulkan = flavor == SPIRVFlavor::Vulkan;
  RewritePatternSet patterns(&getContext());
  patterns.add<ExpandCbrt>(&getContext());
  if (forVulkan)
    patterns.add<ExpandAtan2>(&getContext());
  else
    patterns.add<ExpandExp2>(&getContext());
  populateMathPolynomialApproximationPatterns(
      patterns, [forVulkan](StringRef name) {
        return name == math::Log1pOp::getOperationName() ||
               name == math::ExpM1Op::getOperationName() ||
               name == math::ErfcOp::getOperationName() ||
               (forVulkan && name == math::ErfOp::getOperationName());
      });
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    signalPassFailure();
}
