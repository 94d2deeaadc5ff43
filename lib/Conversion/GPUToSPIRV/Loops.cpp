//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream keeps the results of scf.for and scf.if in variables that their
// bodies store. Those of a loop without a trip are undefined then, and drivers
// compute with copies of what they carry. Here results are values: those of a
// loop are what its header has, those of a branch come to its merge block.
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

/// Blocks of a branch: header, then, else, merge.
struct ConvertIf final : OpConversionPattern<scf::IfOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(scf::IfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;
};

/// The end of a side of such a branch.
struct ConvertIfYield final : OpConversionPattern<scf::YieldOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(scf::YieldOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto selection = dyn_cast<spirv::SelectionOp>(op->getParentOp());
    if (!selection)
      return rewriter.notifyMatchFailure(op, "is not the end of an scf.if");
    rewriter.replaceOpWithNewOp<spirv::BranchOp>(op, selection.getMergeBlock(),
                                                 adaptor.getResults());
    return success();
  }
};

} // namespace

LogicalResult
ConvertIf::matchAndRewrite(scf::IfOp op, OpAdaptor adaptor,
                           ConversionPatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  SmallVector<Type> types;
  if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
    return failure();
  auto selection = spirv::SelectionOp::create(rewriter, loc, types,
                                              spirv::SelectionControl::None);
  selection.addMergeBlock(rewriter);
  Block *merge = selection.getMergeBlock();
  merge->addArguments(types, SmallVector<Location>(types.size(), loc));
  rewriter.modifyOpInPlace(merge->getTerminator(), [&] {
    merge->getTerminator()->setOperands(merge->getArguments());
  });
  Block *header = rewriter.createBlock(merge);
  Block *sides[] = {merge, merge};
  for (auto [side, region] : llvm::zip(sides, op->getRegions())) {
    if (region.empty())
      continue;
    side = &region.front();
    rewriter.inlineRegionBefore(region, merge);
  }
  rewriter.setInsertionPointToEnd(header);
  spirv::BranchConditionalOp::create(rewriter, loc, adaptor.getCondition(),
                                     sides[0], ValueRange(), sides[1],
                                     ValueRange());
  rewriter.replaceOp(op, selection.getResults());
  return success();
}

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
  patterns.add<ConvertFor, ConvertForYield, ConvertIf, ConvertIfYield>(
      converter, patterns.getContext(), kPatternBenefit);
}
