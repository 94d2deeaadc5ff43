//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

#include "BufferTypes.h"
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

} // namespace

void lift::populateMathPatterns(const SPIRVTypeConverter &converter,
                                RewritePatternSet &patterns) {
  if (isVulkan(converter.getTargetEnv()))
    patterns.add<ConvertFunction<math::Exp2Op, spirv::GLExp2Op>,
                 ConvertFunction<math::Log2Op, spirv::GLLog2Op>>(
        converter, patterns.getContext(), kPatternBenefit);
}
