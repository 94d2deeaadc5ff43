//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

#include "BufferTypes.h"
#include "LiftDialect/ElementTypes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;

namespace {

struct ConvertLoad final : OpConversionPattern<memref::LoadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<spirv::LoadOp>(
        op, getElementPointer(rewriter, op.getLoc(), adaptor.getMemref(),
                              adaptor.getIndices()));
    return success();
  }
};

struct ConvertStore final : OpConversionPattern<memref::StoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<spirv::StoreOp>(
        op,
        getElementPointer(rewriter, op.getLoc(), adaptor.getMemref(),
                          adaptor.getIndices()),
        adaptor.getValue());
    return success();
  }
};

/// A vector in a buffer of numbers is behind a pointer that is cast, and says
/// how it is aligned: without that it would have to be like the vector.
template <typename Op>
struct VectorPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

protected:
  /// Whether the buffer is one of vectors.
  static bool isRow(Op op) { return op.getMemRefType().getRank() == 2; }

  Value getVectorPointer(ConversionPatternRewriter &rewriter, Op op,
                         Value buffer, ValueRange indices) const {
    if (isRow(op))
      return getElementPointer(rewriter, op.getLoc(), buffer,
                               indices.drop_back());
    Value pointer = getElementPointer(rewriter, op.getLoc(), buffer, indices);
    Type vector = this->getTypeConverter()->convertType(op.getVectorType());
    return spirv::BitcastOp::create(
        rewriter, op.getLoc(),
        spirv::PointerType::get(
            vector,
            cast<spirv::PointerType>(pointer.getType()).getStorageClass()),
        pointer);
  }

  spirv::MemoryAccessAttr getAccess(Op op) const {
    if (isRow(op))
      return {};
    return spirv::MemoryAccessAttr::get(op.getContext(),
                                        spirv::MemoryAccess::Aligned);
  }

  IntegerAttr getAlignment(Op op) const {
    if (isRow(op))
      return {};
    uint64_t bytes = op.getAlignment().value_or(
        getElementBytes(op.getMemRefType().getElementType()));
    return IntegerAttr::get(IntegerType::get(op.getContext(), 32), bytes);
  }
};

struct ConvertVectorLoad final : VectorPattern<vector::LoadOp> {
  using VectorPattern::VectorPattern;

  LogicalResult
  matchAndRewrite(vector::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pointer =
        getVectorPointer(rewriter, op, adaptor.getBase(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<spirv::LoadOp>(op, pointer, getAccess(op),
                                               getAlignment(op));
    return success();
  }
};

struct ConvertVectorStore final : VectorPattern<vector::StoreOp> {
  using VectorPattern::VectorPattern;

  LogicalResult
  matchAndRewrite(vector::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pointer =
        getVectorPointer(rewriter, op, adaptor.getBase(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<spirv::StoreOp>(
        op, pointer, adaptor.getValueToStore(), getAccess(op),
        getAlignment(op));
    return success();
  }
};

/// Barriers order it with other accesses: it has no semantics of its own.
struct ConvertUpdate final : OpConversionPattern<memref::AtomicRMWOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::AtomicRMWOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const bool isInGroup =
        cast<spirv::PointerType>(adaptor.getMemref().getType())
            .getStorageClass() == spirv::StorageClass::Workgroup;
    auto replace = [&](auto update) {
      rewriter.replaceOpWithNewOp<decltype(update)>(
          op, op.getType(),
          getElementPointer(rewriter, op.getLoc(), adaptor.getMemref(),
                            adaptor.getIndices()),
          isInGroup ? spirv::Scope::Workgroup : spirv::Scope::Device,
          spirv::MemorySemantics::None, adaptor.getValue());
      return success();
    };
    switch (op.getKind()) {
    case arith::AtomicRMWKind::addi:
      return replace(spirv::AtomicIAddOp());
    case arith::AtomicRMWKind::maxs:
      return replace(spirv::AtomicSMaxOp());
    case arith::AtomicRMWKind::mins:
      return replace(spirv::AtomicSMinOp());
    case arith::AtomicRMWKind::maxu:
      return replace(spirv::AtomicUMaxOp());
    case arith::AtomicRMWKind::minu:
      return replace(spirv::AtomicUMinOp());
    case arith::AtomicRMWKind::andi:
      return replace(spirv::AtomicAndOp());
    case arith::AtomicRMWKind::ori:
      return replace(spirv::AtomicOrOp());
    case arith::AtomicRMWKind::xori:
      return replace(spirv::AtomicXorOp());
    case arith::AtomicRMWKind::assign:
      return replace(spirv::AtomicExchangeOp());
    default:
      return failure();
    }
  }
};

struct ConvertAlloca final : OpConversionPattern<memref::AllocaOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::AllocaOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type)
      return failure();
    rewriter.replaceOpWithNewOp<spirv::VariableOp>(
        op, type, spirv::StorageClass::Function, /*initializer=*/Value());
    return success();
  }
};

} // namespace

void lift::populateMemoryPatterns(const SPIRVTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<ConvertLoad, ConvertStore, ConvertVectorLoad, ConvertVectorStore,
               ConvertUpdate, ConvertAlloca>(converter, patterns.getContext(),
                                             kPatternBenefit);
}
