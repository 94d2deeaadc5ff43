//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Normalize.h"

#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/OnDevice.h"
#include "LiftDialect/Transforms/IdentityMaps.h"
#include "LiftDialect/Transforms/MapsOfViews.h"
#include "LiftDialect/Transforms/Passes.h"
#include "LiftDialect/Transforms/Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::lift {
#define GEN_PASS_DEF_NORMALIZEPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Copies and results
//===----------------------------------------------------------------------===//

static void expandCopies(func::FuncOp func) {
  func.walk([](CopyOp copy) {
    OpBuilder builder(copy);
    SmallVector<MappingAttr> mappings;
    if (ArrayAttr attr = copy.getMappingsAttr())
      llvm::append_range(mappings, attr.getAsRange<MappingAttr>());
    Value identity =
        createIdentityMaps(builder, copy.getLoc(), copy.getInput(), mappings);
    Value stored = MaterializeOp::create(builder, copy.getLoc(), identity,
                                         copy.getSpaceAttr(), copy.getPadAttr(),
                                         copy.getBuffersAttr());
    copy.replaceAllUsesWith(stored);
    copy.erase();
  });
}

/// Whether `op` says only what is so anyway: that its operand is stored in
/// global memory.
static bool isRedundant(MaterializeOp op) {
  return op.getSpace() == AddressSpace::Global && !op.getPad() &&
         !op.getBuffers() && !op.getInterleaved() &&
         getStoredSpace(op) == AddressSpace::Global;
}

/// Gives operands of scatters that no operation computes an identity map: what
/// is written through an index function must be computed.
static void storeScattered(func::FuncOp func) {
  func.walk([](ScatterOp scatter) {
    Value input = scatter.getInput();
    if (input.hasOneUse() && getStoredComputation(input))
      return;
    OpBuilder builder(scatter);
    scatter.getInputMutable().assign(
        createIdentityMaps(builder, scatter.getLoc(), input, /*mappings=*/{}));
  });
}

/// Gives what is stored as a result, and computed by no operation, an identity
/// map: a copy has loops, which can be mapped.
static void storeResults(func::FuncOp func) {
  // At the top level of a function, a kernel ends where a value is in memory.
  SmallVector<MaterializeOp> redundant;
  func.walk([&](MaterializeOp op) {
    if (!isa<func::FuncOp>(op->getParentOp()) && isRedundant(op))
      redundant.push_back(op);
  });
  for (MaterializeOp op : redundant) {
    op.replaceAllUsesWith(op.getInput());
    op.erase();
  }
  SmallVector<OpOperand *> operands;
  func.walk([&](Operation *op) {
    if (!op->hasTrait<OpTrait::IsTerminator>())
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      auto map = dyn_cast<MapOp>(op->getParentOp());
      bool isResult = map ? isStored(map.getResult(operand.getOperandNumber()))
                          : isa<KernelOp>(op->getParentOp()) ||
                                (isa<func::ReturnOp>(op) &&
                                 func.getOps<KernelOp>().empty());
      if (isResult)
        operands.push_back(&operand);
    }
  });
  OpBuilder builder(func.getContext());
  for (OpOperand *operand : operands)
    makeStorable(builder, *operand);
}

//===----------------------------------------------------------------------===//
// Iterate
//===----------------------------------------------------------------------===//

/// Writes one step of `iterate` on `value` before it; returns the result.
static FailureOr<Value> unrollStep(OpBuilder &builder, IterateOp iterate,
                                   Value value) {
  IRMapping mapping;
  mapping.map(iterate.getBody().getArgument(0), value);
  std::map<std::string, Expr> sizes = {
      {iterate.getSizeName().str(),
       cast<ArrayType>(value.getType()).getSize(0)}};
  for (Operation &op : iterate.getBody().front().without_terminator())
    if (failed(substituteSizes(builder.clone(op, mapping), sizes)))
      return failure();
  return mapping.lookupOrDefault(iterate.getYield().getOperand(0));
}

/// Writes the steps of `iterate`, which all have the same size, as a reduction
/// over as many elements; returns the result.
static FailureOr<Value> reduceSteps(OpBuilder &builder, IterateOp iterate) {
  Location loc = iterate.getLoc();
  Value element =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  Value steps = BroadcastOp::create(
      builder, loc, element,
      getSizeArrayAttr(builder.getContext(), iterate.getCount().getValue()));
  FailureOr<Value> next;
  auto reduce = ReduceOp::create(
      builder, loc, steps, iterate.getInput(),
      [&](OpBuilder &inner, Location, ValueRange, ValueRange accumulators) {
        next = unrollStep(inner, iterate, accumulators.front());
        return SmallVector<Value>{next.value_or(accumulators.front())};
      });
  if (failed(next))
    return failure();
  return reduce.getResult(0);
}

/// Steps of all iterates of a function, after those around them are unrolled.
static constexpr int64_t kMaxUnrolledSteps = 4096;

/// Whether the steps of an iterate, of which there are `count`, are a loop.
static bool isLoop(IterateOp iterate, std::optional<int64_t> count,
                   int64_t maxInRow) {
  if (!count)
    return true;
  auto func = dyn_cast<func::FuncOp>(iterate->getParentOp());
  return func && *count > maxInRow &&
         iterate.getType(0) == iterate.getInput().getType() &&
         !makesChoices(func);
}

LogicalResult lift::unrollIterates(func::FuncOp func, int64_t maxInRow,
                                   int64_t stepsBefore) {
  SmallVector<IterateOp> iterates;
  // Outermost first: the steps of an inner one may depend on the outer size.
  func.walk<WalkOrder::PreOrder>([&](IterateOp op) { iterates.push_back(op); });
  if (iterates.empty())
    return success();
  IterateOp iterate = iterates.front();
  OpBuilder builder(iterate);
  std::optional<int64_t> count = iterate.getCount().getValue().getConstant();
  if (isLoop(iterate, count, maxInRow)) {
    FailureOr<Value> result = reduceSteps(builder, iterate);
    if (failed(result))
      return failure();
    iterate.getResult(0).replaceAllUsesWith(*result);
    iterate.erase();
    return unrollIterates(func, maxInRow, stepsBefore);
  }
  int64_t steps = 0;
  if (llvm::AddOverflow(stepsBefore, *count, steps) ||
      steps > kMaxUnrolledSteps) {
    InFlightDiagnostic diag = iterate.emitOpError("has too many steps");
    diag.attachNote() << "all steps of a function are written out, "
                      << kMaxUnrolledSteps << " at most";
    return diag;
  }
  Value value = iterate.getInput();
  for (int64_t step = 0; step < *count; ++step) {
    FailureOr<Value> next = unrollStep(builder, iterate, value);
    if (failed(next))
      return failure();
    value = *next;
  }
  iterate.getResult(0).replaceAllUsesWith(value);
  iterate.erase();
  return unrollIterates(func, maxInRow, steps);
}

//===----------------------------------------------------------------------===//
// Maps of views
//===----------------------------------------------------------------------===//

namespace {
/// A map whose result is a rearrangement of the elements of its operands:
/// map(transpose)(x) is transpose [0, 2, 1] of x. One that copies its elements
/// to memory stays: a copy has loops, whether they are mapped or not.
struct FoldMapOfViews : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp map,
                                PatternRewriter &rewriter) const override {
    if (map.getMapping())
      return rewriter.notifyMatchFailure(map, "the map is mapped");
    bool changed = false;
    rewriter.setInsertionPoint(map);
    for (OpResult result : map.getResults()) {
      Value yielded = map.getYield().getOperand(result.getResultNumber());
      if (result.use_empty() || isElementCopy(result) ||
          !isRearranged(map, yielded))
        continue;
      rewriter.replaceAllUsesWith(result, rearrange(rewriter, map, yielded));
      changed = true;
    }
    return success(changed);
  }

private:
  /// Whether the map computes, element by element, an array that is stored.
  static bool isElementCopy(OpResult result) {
    auto map = cast<MapOp>(result.getOwner());
    Value yielded = map.getYield().getOperand(result.getResultNumber());
    return !isa<ArrayType>(yielded.getType()) &&
           (isStored(result) ||
            llvm::any_of(result.getUsers(), llvm::IsaPred<MaterializeOp>));
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Elements that nobody reads
//===----------------------------------------------------------------------===//

/// Whether an array, seen through views, is computed or in memory of the
/// function's own.
static bool isComputed(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return !isa<func::FuncOp>(argument.getOwner()->getParentOp());
  if (auto view = value.getDefiningOp<ViewOpInterface>())
    return llvm::any_of(view.getViewSources(), isComputed);
  return isa<ArrayType>(value.getType()) && !value.getDefiningOp<GenerateOp>();
}

namespace {
/// Of an operand of which a map reads no element only the size counts: what
/// computes it, and the memory that it stands in, may go.
struct DropUnreadElements : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp map,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    for (auto [operand, element] : llvm::zip_equal(
             map->getOpOperands(), map.getBody().front().getArguments())) {
      auto type = cast<ArrayType>(operand.get().getType());
      if (!element.use_empty() || !isComputed(operand.get()))
        continue;
      Value zero = arith::ConstantOp::create(
          rewriter, map.getLoc(), rewriter.getZeroAttr(type.getElementType()));
      Value zeros = BroadcastOp::create(
          rewriter, map.getLoc(), zero,
          getSizeArrayAttr(getContext(), type.getSizeExprs()), /*dim=*/0);
      rewriter.modifyOpInPlace(map, [&] { operand.set(zeros); });
      changed = true;
    }
    return success(changed);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The first of some windows, and the last
//===----------------------------------------------------------------------===//

namespace {
/// Some windows of an array are windows of a part of it, which strategies that
/// copy what windows are of see: take (slide x) = slide (take x), and the same
/// of drop.
template <typename PartOp>
struct SlideOverPart : OpRewritePattern<PartOp> {
  using OpRewritePattern<PartOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(PartOp part,
                                PatternRewriter &rewriter) const override {
    auto slide = part.getInput().template getDefiningOp<SlideOp>();
    if (!slide)
      return rewriter.notifyMatchFailure(part, "is no part of windows");
    SmallVector<Expr> sizes;
    for (auto [dim, attr] : llvm::zip_equal(getDims(part), part.getSize())) {
      const int64_t number = dim - slide.getFirstDim();
      if (number < 0 || number >= int64_t(slide.getNumDims()))
        return rewriter.notifyMatchFailure(part, "is no part of all windows");
      const Expr count = cast<SizeAttr>(attr).getValue(),
                 window = cast<SizeAttr>(slide.getSize()[number]).getValue(),
                 step = cast<SizeAttr>(slide.getStep()[number]).getValue();
      sizes.push_back(isa<TakeOp>(part) ? (count - 1) * step + window
                                        : count * step);
      // Other forms of the same number are another type.
      const Expr length = slide.getInput().getType().getSize(dim),
                 left =
                     isa<TakeOp>(part) ? sizes.back() : length - sizes.back();
      if (Expr::exactDiv(left - window + step, step) !=
          part.getType().getSize(dim))
        return rewriter.notifyMatchFailure(part, "has sizes of another form");
    }
    auto below = PartOp::create(rewriter, part.getLoc(), slide.getInput(),
                                getSizeArrayAttr(rewriter.getContext(), sizes),
                                part.getDimsAttr());
    rewriter.replaceOpWithNewOp<SlideOp>(part, below, slide.getSize(),
                                         slide.getStep(), slide.getDimsAttr());
    return success();
  }

private:
  static SmallVector<int64_t> getDims(TakeOp take) {
    return take.getTakenDims();
  }
  static SmallVector<int64_t> getDims(DropOp drop) {
    return drop.getDroppedDims();
  }
};
} // namespace

void lift::populateMapOfViewsPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldMapOfViews>(patterns.getContext());
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct NormalizePass final : lift::impl::NormalizePassBase<NormalizePass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!isLiftFunction(func))
      return;
    // Its patterns may be folded until only scalars are left.
    if (llvm::none_of(llvm::concat<const Type>(func.getArgumentTypes(),
                                               func.getResultTypes()),
                      llvm::IsaPred<ArrayType, TensorType, BaseMemRefType>))
      func->setAttr(kOnDeviceAttrName, UnitAttr::get(&getContext()));
    Region &body = func.getBody();
    if (!body.hasOneBlock() ||
        !isa<func::ReturnOp>(body.front().getTerminator())) {
      InFlightDiagnostic diag =
          func.emitError("a function on arrays must be one block");
      diag.attachNote() << "use arith.select, or scf.if in the function that "
                           "calls this one, in place of branches";
      return signalPassFailure();
    }
    // A size that no argument gives is an error of the program: all that
    // follows would only find it later.
    if (failed(unrollIterates(func, maxInRow)) || failed(flattenTuples(func)) ||
        failed(SizeFacts::get(func)))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateMapOfViewsPatterns(patterns);
    patterns
        .add<DropUnreadElements, SlideOverPart<TakeOp>, SlideOverPart<DropOp>>(
            &getContext());
    if (failed(applyPatternsGreedily(func, std::move(patterns))))
      return signalPassFailure();
    expandCopies(func);
    storeScattered(func);
    storeResults(func);
  }
};
} // namespace
