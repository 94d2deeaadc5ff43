//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

#include "BufferTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::lift;

namespace {

template <typename Op, typename SPIRVOp>
struct ConvertFunction final : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    rewriter.replaceOpWithNewOp<SPIRVOp>(op, type, adaptor.getOperands());
    return success();
  }
};

/// The remainder with the sign of the dividend, as OpenCL has it. Vulkan's is
/// undefined for negative numbers, and upstream's form, for both, has another
/// sign for the smallest.
struct ConvertRemainder final : OpConversionPattern<arith::RemSIOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::RemSIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
    Value quotient = spirv::SDivOp::create(rewriter, op.getLoc(), lhs, rhs);
    Value product = spirv::IMulOp::create(rewriter, op.getLoc(), quotient, rhs);
    rewriter.replaceOpWithNewOp<spirv::ISubOp>(op, lhs, product);
    return success();
  }
};

} // namespace

void lift::populateMathPatterns(const SPIRVTypeConverter &converter,
                                RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  if (isVulkan(converter.getTargetEnv()))
    patterns
        .add<ConvertFunction<math::Exp2Op, spirv::GLExp2Op>,
             ConvertFunction<math::Log2Op, spirv::GLLog2Op>, ConvertRemainder>(
            converter, context, kPatternBenefit);
  else
    patterns.add<ConvertFunction<arith::RemSIOp, spirv::SRemOp>>(
        converter, context, kPatternBenefit);
}
