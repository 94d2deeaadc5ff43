//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector of 8 or 16 numbers becomes several of 4: a type conversion of one
// value to many, with upstream's patterns for control flow.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/UnlegalizedOps.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::lift {
#define GEN_PASS_DEF_SPLITVECTORSPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

static constexpr int64_t kLanes = 4;

/// How many vectors a value of this type becomes.
static int64_t countParts(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  bool isSplit = vector && vector.getRank() == 1 &&
                 vector.getNumElements() > kLanes &&
                 vector.getNumElements() % kLanes == 0;
  return isSplit ? vector.getNumElements() / kLanes : 1;
}

static Type getPartType(Type type) {
  return countParts(type) == 1
             ? type
             : VectorType::get({kLanes}, getElementTypeOrSelf(type));
}

/// A private array of split vectors has the parts one after the other.
static std::optional<Type> getArrayType(MemRefType type) {
  const int64_t numParts = countParts(type.getElementType());
  if (numParts == 1)
    return std::nullopt;
  return MemRefType::get({type.getNumElements() * numParts},
                         getPartType(type.getElementType()),
                         MemRefLayoutAttrInterface(), type.getMemorySpace());
}

static Value extractLane(OpBuilder &builder, Location loc, ValueRange parts,
                         int64_t lane) {
  if (parts.size() == 1)
    return vector::ExtractOp::create(builder, loc, parts[0], lane);
  return vector::ExtractOp::create(builder, loc, parts[lane / kLanes],
                                   lane % kLanes);
}

/// The value of `type`, in parts, with these lanes.
static SmallVector<Value> assemble(OpBuilder &builder, Location loc, Type type,
                                   ValueRange lanes) {
  auto part = cast<VectorType>(getPartType(type));
  SmallVector<Value> parts;
  for (int64_t begin = 0; begin < int64_t(lanes.size());
       begin += part.getNumElements())
    parts.push_back(vector::FromElementsOp::create(
        builder, loc, part, lanes.slice(begin, part.getNumElements())));
  return parts;
}

/// `index` * `factor` + `offset`.
static Value scaleIndex(OpBuilder &builder, Location loc, Value index,
                        int64_t factor, int64_t offset) {
  auto makeConstant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  if (factor != 1)
    index = arith::MulIOp::create(builder, loc, index, makeConstant(factor));
  if (offset != 0)
    index = arith::AddIOp::create(builder, loc, index, makeConstant(offset));
  return index;
}

/// The alignment that part number `part` has of an access with `alignment`.
static uint64_t getPartAlignment(uint64_t alignment, Type vector,
                                 int64_t part) {
  const uint64_t bytes = getElementBytes(getPartType(vector));
  return part == 0 ? std::min(alignment, bytes)
                   : llvm::MinAlign(alignment, bytes);
}

namespace {
struct SplitVectorsPass final
    : lift::impl::SplitVectorsPassBase<SplitVectorsPass> {
  void runOnOperation() override;
};

/// Operations that do the same with each lane.
struct SplitElementwise final : ConversionPattern {
  SplitElementwise(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
        operands.empty() ||
        !(OpTrait::hasElementwiseMappableTraits(op) || isa<vector::FMAOp>(op)))
      return failure();
    // Each has as many parts as the widest; a scalar operand goes to all.
    int64_t numParts = countParts(op->getResult(0).getType());
    SmallVector<Value> parts;
    for (int64_t part = 0; part < numParts; ++part) {
      OperationState state(op->getLoc(), op->getName());
      for (ValueRange operand : operands)
        state.addOperands(operand.size() == 1 ? operand[0] : operand[part]);
      state.addTypes(getPartType(op->getResult(0).getType()));
      state.addAttributes(op->getDiscardableAttrDictionary().getValue());
      state.propertiesAttr = op->getPropertiesAsAttribute();
      parts.push_back(rewriter.create(state)->getResult(0));
    }
    rewriter.replaceOpWithMultiple(op, {parts});
    return success();
  }
};

/// A pattern for one operation whose operands may be in parts.
template <typename Op>
struct SplitPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  using Adaptor = typename OpConversionPattern<Op>::OneToNOpAdaptor;
};

struct SplitConstant final : SplitPattern<arith::ConstantOp> {
  using SplitPattern::SplitPattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto lanes = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!lanes)
      return failure();
    auto part = cast<ShapedType>(getPartType(op.getType()));
    SmallVector<Attribute> values(lanes.getValues<Attribute>());
    SmallVector<Value> parts;
    for (int64_t i = 0; i < countParts(op.getType()); ++i)
      parts.push_back(arith::ConstantOp::create(
          rewriter, op.getLoc(),
          DenseElementsAttr::get(part,
                                 ArrayRef(values).slice(i * kLanes, kLanes))));
    rewriter.replaceOpWithMultiple(op, {parts});
    return success();
  }
};

struct SplitVectorLoad final : SplitPattern<vector::LoadOp> {
  using SplitPattern::SplitPattern;

  LogicalResult
  matchAndRewrite(vector::LoadOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<VectorType>(getPartType(op.getVectorType()));
    SmallVector<Value> parts;
    for (int64_t part = 0; part < countParts(op.getVectorType()); ++part) {
      Value index =
          scaleIndex(rewriter, op.getLoc(),
                     adaptor.getIndices().front().front(), 1, part * kLanes);
      auto load = vector::LoadOp::create(rewriter, op.getLoc(), type,
                                         adaptor.getBase().front(), index);
      if (std::optional<uint64_t> alignment = op.getAlignment())
        load.setAlignment(
            getPartAlignment(*alignment, op.getVectorType(), part));
      parts.push_back(load);
    }
    rewriter.replaceOpWithMultiple(op, {parts});
    return success();
  }
};

struct SplitVectorStore final : SplitPattern<vector::StoreOp> {
  using SplitPattern::SplitPattern;

  LogicalResult
  matchAndRewrite(vector::StoreOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    for (auto [part, value] : llvm::enumerate(adaptor.getValueToStore())) {
      Value index =
          scaleIndex(rewriter, op.getLoc(),
                     adaptor.getIndices().front().front(), 1, part * kLanes);
      auto store = vector::StoreOp::create(rewriter, op.getLoc(), value,
                                           adaptor.getBase().front(), index);
      if (std::optional<uint64_t> alignment = op.getAlignment())
        store.setAlignment(
            getPartAlignment(*alignment, op.getVectorType(), part));
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct SplitAlloca final : SplitPattern<memref::AllocaOp> {
  using SplitPattern::SplitPattern;

  LogicalResult
  matchAndRewrite(memref::AllocaOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<memref::AllocaOp>(
        op, cast<MemRefType>(*getArrayType(op.getType())),
        op.getAlignmentAttr());
    return success();
  }
};

/// Elements of private arrays of vectors.
struct SplitLoad final : SplitPattern<memref::LoadOp> {
  using SplitPattern::SplitPattern;

  LogicalResult
  matchAndRewrite(memref::LoadOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const int64_t numParts = countParts(op.getType());
    SmallVector<Value> parts;
    for (int64_t part = 0; part < numParts; ++part)
      parts.push_back(memref::LoadOp::create(
          rewriter, op.getLoc(), adaptor.getMemref().front(),
          scaleIndex(rewriter, op.getLoc(),
                     adaptor.getIndices().front().front(), numParts, part)));
    rewriter.replaceOpWithMultiple(op, {parts});
    return success();
  }
};

struct SplitStore final : SplitPattern<memref::StoreOp> {
  using SplitPattern::SplitPattern;

  LogicalResult
  matchAndRewrite(memref::StoreOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const int64_t numParts = adaptor.getValue().size();
    for (auto [part, value] : llvm::enumerate(adaptor.getValue()))
      memref::StoreOp::create(
          rewriter, op.getLoc(), value, adaptor.getMemref().front(),
          scaleIndex(rewriter, op.getLoc(),
                     adaptor.getIndices().front().front(), numParts, part));
    rewriter.eraseOp(op);
    return success();
  }
};

struct SplitBroadcast final : SplitPattern<vector::BroadcastOp> {
  using SplitPattern::SplitPattern;

  LogicalResult
  matchAndRewrite(vector::BroadcastOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getSourceType()))
      return failure();
    Value part = vector::BroadcastOp::create(rewriter, op.getLoc(),
                                             getPartType(op.getType()),
                                             adaptor.getSource().front());
    SmallVector<Value> parts(countParts(op.getType()), part);
    rewriter.replaceOpWithMultiple(op, {parts});
    return success();
  }
};

struct SplitExtract final : SplitPattern<vector::ExtractOp> {
  using SplitPattern::SplitPattern;

  LogicalResult
  matchAndRewrite(vector::ExtractOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (!op.hasDynamicPosition()) {
      rewriter.replaceOp(op, extractLane(rewriter, loc, adaptor.getSource(),
                                         op.getStaticPosition()[0]));
      return success();
    }
    // The lane of each part, and of these that of the right one.
    auto makeConstant = [&](int64_t value) {
      return arith::ConstantIndexOp::create(rewriter, loc, value);
    };
    Value position = adaptor.getDynamicPosition().front().front();
    Value lane =
        arith::RemUIOp::create(rewriter, loc, position, makeConstant(kLanes));
    Value wanted =
        arith::DivUIOp::create(rewriter, loc, position, makeConstant(kLanes));
    Value result;
    for (auto [number, part] : llvm::enumerate(adaptor.getSource())) {
      Value element = vector::ExtractOp::create(rewriter, loc, part, lane);
      if (!result) {
        result = element;
        continue;
      }
      Value isThis =
          arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, wanted,
                                makeConstant(number));
      result = arith::SelectOp::create(rewriter, loc, isThis, element, result);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct SplitInsert final : SplitPattern<vector::InsertOp> {
  using SplitPattern::SplitPattern;

  LogicalResult
  matchAndRewrite(vector::InsertOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value value = adaptor.getValueToStore().front();
    SmallVector<Value> parts(adaptor.getDest());
    if (!op.hasDynamicPosition()) {
      const int64_t position = op.getStaticPosition()[0];
      Value &part = parts[position / kLanes];
      part = vector::InsertOp::create(rewriter, loc, value, part,
                                      position % kLanes);
      rewriter.replaceOpWithMultiple(op, {parts});
      return success();
    }
    Value wanted = adaptor.getDynamicPosition().front().front();
    SmallVector<Value> lanes;
    for (int64_t lane = 0; lane < int64_t(parts.size()) * kLanes; ++lane) {
      Value isThis = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::eq, wanted,
          arith::ConstantIndexOp::create(rewriter, loc, lane));
      lanes.push_back(
          arith::SelectOp::create(rewriter, loc, isThis, value,
                                  extractLane(rewriter, loc, parts, lane)));
    }
    rewriter.replaceOpWithMultiple(
        op, {assemble(rewriter, loc, op.getType(), lanes)});
    return success();
  }
};

struct SplitFromElements final : SplitPattern<vector::FromElementsOp> {
  using SplitPattern::SplitPattern;

  LogicalResult
  matchAndRewrite(vector::FromElementsOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> lanes;
    for (ValueRange element : adaptor.getElements())
      lanes.push_back(element.front());
    rewriter.replaceOpWithMultiple(
        op, {assemble(rewriter, op.getLoc(), op.getType(), lanes)});
    return success();
  }
};

struct SplitShuffle final : SplitPattern<vector::ShuffleOp> {
  using SplitPattern::SplitPattern;

  LogicalResult
  matchAndRewrite(vector::ShuffleOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const int64_t numFirst = op.getV1VectorType().getNumElements();
    SmallVector<Value> lanes;
    for (int64_t position : op.getMask()) {
      // A lane that nobody defines may be any.
      position = std::max<int64_t>(position, 0);
      lanes.push_back(
          position < numFirst
              ? extractLane(rewriter, op.getLoc(), adaptor.getV1(), position)
              : extractLane(rewriter, op.getLoc(), adaptor.getV2(),
                            position - numFirst));
    }
    rewriter.replaceOpWithMultiple(
        op, {assemble(rewriter, op.getLoc(), op.getType(), lanes)});
    return success();
  }
};

} // namespace

/// The host passes an argument as a whole: a vector of its lanes takes its
/// place.
static void rebuildArguments(gpu::GPUFuncOp kernel) {
  Block &entry = kernel.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  for (BlockArgument argument : entry.getArguments()) {
    if (countParts(argument.getType()) == 1)
      continue;
    auto type = cast<VectorType>(argument.getType());
    SmallVector<Value> lanes;
    SmallPtrSet<Operation *, 16> extracts;
    for (int64_t lane = 0; lane < type.getNumElements(); ++lane) {
      lanes.push_back(vector::ExtractOp::create(builder, argument.getLoc(),
                                                argument, lane));
      extracts.insert(lanes.back().getDefiningOp());
    }
    auto whole =
        vector::FromElementsOp::create(builder, argument.getLoc(), type, lanes);
    argument.replaceAllUsesExcept(whole, extracts);
  }
}

/// Whether an operation is a lane of an argument.
static bool isLaneOfArgument(Operation *op) {
  auto lane = dyn_cast<vector::ExtractOp>(op);
  auto argument =
      lane ? dyn_cast<BlockArgument>(lane.getSource()) : BlockArgument();
  return argument && isa<gpu::GPUFuncOp>(argument.getOwner()->getParentOp());
}

/// What an operation has to do with vectors that are split.
static bool usesSplitVectors(Operation *op) {
  if (isLaneOfArgument(op))
    return false;
  auto isSplit = [](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return countParts(memref ? memref.getElementType() : type) != 1;
  };
  return llvm::any_of(op->getOperandTypes(), isSplit) ||
         llvm::any_of(op->getResultTypes(), isSplit);
}

void SplitVectorsPass::runOnOperation() {
  getOperation().walk(rebuildArguments);
  TypeConverter converter;
  converter.addConversion([](Type type) { return type; });
  converter.addConversion(
      [](VectorType type,
         SmallVectorImpl<Type> &parts) -> std::optional<LogicalResult> {
        if (countParts(type) == 1)
          return std::nullopt;
        parts.append(countParts(type), getPartType(type));
        return success();
      });
  converter.addConversion(getArrayType);
  RewritePatternSet patterns(&getContext());
  patterns
      .add<SplitElementwise, SplitConstant, SplitVectorLoad, SplitVectorStore,
           SplitAlloca, SplitLoad, SplitStore, SplitBroadcast, SplitExtract,
           SplitInsert, SplitFromElements, SplitShuffle>(converter,
                                                         &getContext());
  ConversionTarget target(getContext());
  target.markUnknownOpDynamicallyLegal(
      [](Operation *op) { return !usesSplitVectors(op); });
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  UnlegalizedOpHandler handler(
      &getContext(), "cannot be split into vectors of four numbers",
      "write it with operations on single numbers, or on vectors of at most "
      "four");
  if (failed(
          applyPartialConversion(getOperation(), target, std::move(patterns))))
    signalPassFailure();
}
