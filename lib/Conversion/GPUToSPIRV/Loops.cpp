//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream keeps the results of an scf.for in variables that its body stores:
// without a trip they are undefined. Here they are what the header has.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lift;

namespace {

/// Blocks of a loop: entry, header, body, continue, merge.
struct ConvertFor final : OpConversionPattern<scf::ForOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(scf::ForOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;
};

/// The end of the body of such a loop, which is not that of the continue block.
struct ConvertForYield final : OpConversionPattern<scf::YieldOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(scf::YieldOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;
};

} // namespace

LogicalResult
ConvertFor::matchAndRewrite(scf::ForOp op, OpAdaptor adaptor,
                            ConversionPatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  SmallVector<Value> inits{adaptor.getLowerBound()};
  llvm::append_range(inits, adaptor.getInitArgs());
  auto loop =
      spirv::LoopOp::create(rewriter, loc, TypeRange(adaptor.getInitArgs()),
                            spirv::LoopControl::None);
  loop.addEntryAndMergeBlock(rewriter);
  Block *merge = loop.getMergeBlock();
  Block *header = rewriter.createBlock(
      merge, TypeRange(inits), SmallVector<Location>(inits.size(), loc));
  Value index = header->getArgument(0);

  TypeConverter::SignatureConversion signature(inits.size());
  for (BlockArgument argument : header->getArguments())
    signature.remapInput(argument.getArgNumber(), argument);
  Block *body = rewriter.applySignatureConversion(op.getBody(), signature,
                                                  getTypeConverter());
  rewriter.inlineRegionBefore(op.getRegion(), merge);

  rewriter.createBlock(merge);
  Value next = spirv::IAddOp::create(rewriter, loc, index, adaptor.getStep());
  // ConvertForYield adds the others.
  spirv::BranchOp::create(rewriter, loc, header, next);

  rewriter.setInsertionPointToEnd(loop.getEntryBlock());
  spirv::BranchOp::create(rewriter, loc, header, inits);
  rewriter.setInsertionPointToEnd(header);
  Value isIn = spirv::SLessThanOp::create(rewriter, loc, rewriter.getI1Type(),
                                          index, adaptor.getUpperBound());
  spirv::BranchConditionalOp::create(rewriter, loc, isIn, body, ValueRange(),
                                     merge, ValueRange());
  rewriter.modifyOpInPlace(merge->getTerminator(), [&] {
    merge->getTerminator()->setOperands(header->getArguments().drop_front());
  });
  rewriter.replaceOp(op, loop.getResults());
  return success();
}

LogicalResult
ConvertForYield::matchAndRewrite(scf::YieldOp op, OpAdaptor adaptor,
                                 ConversionPatternRewriter &rewriter) const {
  auto loop = dyn_cast<spirv::LoopOp>(op->getParentOp());
  if (!loop || loop.getContinueBlock() == op->getBlock())
    return rewriter.notifyMatchFailure(op, "is not the end of an scf.for");
  Block *next = loop.getContinueBlock();
  auto back = cast<spirv::BranchOp>(next->getTerminator());
  rewriter.modifyOpInPlace(back, [&] {
    back.getTargetOperandsMutable().append(adaptor.getResults());
  });
  rewriter.replaceOpWithNewOp<spirv::BranchOp>(op, next);
  return success();
}

void lift::populateLoopPatterns(const SPIRVTypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<ConvertFor, ConvertForYield>(converter, patterns.getContext(),
                                            kPatternBenefit);
}
