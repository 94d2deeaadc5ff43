//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

#include "BufferTypes.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::lift;

namespace {

/// Built-in variables are vectors of i64 in OpenCL, of i32 in Vulkan, whatever
/// an index is.
template <typename Op, spirv::BuiltIn builtIn>
struct ConvertId final : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto &converter = *this->template getTypeConverter<SPIRVTypeConverter>();
    Type type = isVulkan(converter.getTargetEnv()) ? rewriter.getI32Type()
                                                   : rewriter.getI64Type();
    Value ids = spirv::getBuiltinVariableValue(op, builtIn, type, rewriter);
    Value id = spirv::CompositeExtractOp::create(rewriter, op.getLoc(), ids,
                                                 {int32_t(op.getDimension())});
    if (Type index = converter.getIndexType(); index != type)
      id = spirv::UConvertOp::create(rewriter, op.getLoc(), index, id);
    rewriter.replaceOp(op, id);
    return success();
  }
};

/// Groups have a constant size.
struct ConvertBlockDim final : OpConversionPattern<gpu::BlockDimOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(gpu::BlockDimOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DenseI32ArrayAttr sizes = spirv::lookupLocalWorkGroupSize(op);
    if (!sizes)
      return failure();
    Type index = getTypeConverter<SPIRVTypeConverter>()->getIndexType();
    rewriter.replaceOpWithNewOp<spirv::ConstantOp>(
        op, index,
        rewriter.getIntegerAttr(
            index, sizes.asArrayRef()[int32_t(op.getDimension())]));
    return success();
  }
};

template <typename Op>
struct ConvertBarrier final : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    using Semantics = spirv::MemorySemantics;
    auto &converter = *this->template getTypeConverter<SPIRVTypeConverter>();
    bool ordersLocal = true, ordersGlobal = true;
    if constexpr (std::is_same_v<Op, lift::BarrierOp>) {
      ordersLocal = op.getLocal();
      ordersGlobal = op.getGlobal();
    }
    Semantics semantics = Semantics::AcquireRelease;
    if (ordersLocal)
      semantics = semantics | Semantics::WorkgroupMemory;
    if (ordersGlobal)
      semantics = semantics | (isVulkan(converter.getTargetEnv())
                                   ? Semantics::UniformMemory
                                   : Semantics::CrossWorkgroupMemory);
    rewriter.replaceOpWithNewOp<spirv::ControlBarrierOp>(
        op, spirv::Scope::Workgroup, spirv::Scope::Workgroup, semantics);
    return success();
  }
};

} // namespace

void lift::populateWorkItemPatterns(const SPIRVTypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<ConvertId<gpu::ThreadIdOp, spirv::BuiltIn::LocalInvocationId>,
               ConvertId<gpu::BlockIdOp, spirv::BuiltIn::WorkgroupId>,
               ConvertId<gpu::GridDimOp, spirv::BuiltIn::NumWorkgroups>,
               ConvertId<gpu::GlobalIdOp, spirv::BuiltIn::GlobalInvocationId>,
               ConvertBlockDim, ConvertBarrier<lift::BarrierOp>,
               ConvertBarrier<gpu::BarrierOp>>(converter, patterns.getContext(),
                                               kPatternBenefit);
}
