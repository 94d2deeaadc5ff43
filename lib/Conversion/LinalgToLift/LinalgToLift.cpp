//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Branches.h"
#include "FunctionConverter.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Conversion/Passes.h"
#include "LiftDialect/LiftDialect.h"
#include "Outliner.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::lift {
#define GEN_PASS_DEF_CONVERTLINALGTOLIFTPASS
#include "LiftDialect/Conversion/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

/// Whether there is a view for an operation of linalg as it is.
static bool isView(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return false;
  if (isa<linalg::TransposeOp, linalg::BroadcastOp>(op))
    return true;
  return isa<linalg::FillOp, linalg::CopyOp>(op) &&
         getElementTypeOrSelf(op->getOperand(0)) ==
             getElementTypeOrSelf(op->getOperand(1));
}

/// Takes apart what is several loop nests.
static LogicalResult decompose(IRRewriter &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  if (auto pack = dyn_cast<linalg::PackOp>(op))
    return linalg::lowerPack(rewriter, pack);
  if (auto unpack = dyn_cast<linalg::UnPackOp>(op))
    return linalg::lowerUnPack(rewriter, unpack);
  if (auto transform = dyn_cast<linalg::WinogradFilterTransformOp>(op))
    return linalg::decomposeWinogradFilterTransformOp(rewriter, transform);
  if (auto transform = dyn_cast<linalg::WinogradInputTransformOp>(op))
    return linalg::decomposeWinogradInputTransformOp(rewriter, transform);
  if (auto transform = dyn_cast<linalg::WinogradOutputTransformOp>(op))
    return linalg::decomposeWinogradOutputTransformOp(rewriter, transform);
  if (auto aggregated = dyn_cast<linalg::AggregatedOpInterface>(op)) {
    FailureOr<SmallVector<Value>> results =
        aggregated.decomposeOperation(rewriter);
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }
  return success();
}

/// The largest number of steps of a loop that are written one by one: where the
/// host may loop instead, and elsewhere; and of operations that come of them.
static constexpr int64_t kMaxStepsOfHost = 64;
static constexpr int64_t kMaxSteps = 1024;
static constexpr int64_t kMaxOpsOfSteps = 16384;

/// Writes the steps of short loops one by one, the innermost loops first.
static void unrollLoops(func::FuncOp func, int64_t maxSteps) {
  SmallVector<scf::ForOp> loops;
  func.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    std::optional<APInt> steps = loop.getStaticTripCount();
    if (!steps || steps->sgt(maxSteps))
      continue;
    int64_t numOps = 0;
    loop.walk([&](Operation *) { ++numOps; });
    if (steps->getSExtValue() * numOps <= kMaxOpsOfSteps)
      (void)loopUnrollFull(loop);
  }
}

/// Removes results that nobody uses, such as the indices beside a maximum.
static void removeUnusedResults(func::FuncOp func) {
  SmallVector<Operation *> ops;
  func.walk([&](linalg::GenericOp op) {
    if (op.getNumResults() > 1)
      ops.push_back(op);
  });
  RewritePatternSet patterns(func.getContext());
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  // An operation that the patterns leave as it is, is as right with its
  // results.
  (void)applyOpPatternsGreedily(ops, std::move(patterns), config);
}

/// Writes affine expressions in the bodies of operations as arithmetic.
static void expandApplies(func::FuncOp func) {
  IRRewriter rewriter(func.getContext());
  func.walk([&](affine::AffineApplyOp apply) {
    if (apply->getParentOp() == func)
      return;
    rewriter.setInsertionPoint(apply);
    if (std::optional<SmallVector<Value>> results = affine::expandAffineMap(
            rewriter, apply.getLoc(), apply.getMap(), apply.getMapOperands()))
      rewriter.replaceOp(apply, *results);
  });
}

/// Rounds constants that are converted to fewer bits: upstream's folders leave
/// them, and not every device has f64.
static void roundConstants(func::FuncOp func) {
  IRRewriter rewriter(func.getContext());
  func.walk([&](arith::TruncFOp op) {
    FloatAttr constant;
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || op.getRoundingmodeAttr() ||
        !matchPattern(op.getIn(), m_Constant(&constant)))
      return;
    APFloat value = constant.getValue();
    bool losesInfo;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, type, rewriter.getFloatAttr(type, value));
  });
}

/// Makes linalg.generic of the operations of linalg that are no views.
static LogicalResult generalize(func::FuncOp func, int64_t maxSteps) {
  IRRewriter rewriter(func.getContext());
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    if (isa<linalg::PackOp, linalg::UnPackOp, linalg::WinogradFilterTransformOp,
            linalg::WinogradInputTransformOp, linalg::WinogradOutputTransformOp,
            linalg::AggregatedOpInterface>(op) &&
        failed(decompose(rewriter, op)))
      return op->emitOpError("is not supported: it cannot be taken apart");
  unrollLoops(func, maxSteps);
  SmallVector<linalg::LinalgOp> named;
  func.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp>(op) && !isView(op))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    if (failed(linalg::generalizeNamedOp(rewriter, op)))
      return op.emitOpError("is not supported: it has no form with loops");
  }
  removeUnusedResults(func);
  expandApplies(func);
  roundConstants(func);
  WalkResult memory = func.walk([](linalg::LinalgOp op) {
    if (op.hasPureTensorSemantics())
      return WalkResult::advance();
    InFlightDiagnostic diag = op.emitOpError("works on memory");
    diag.attachNote() << "only operations on tensors become patterns: convert "
                         "before bufferization";
    return WalkResult::interrupt();
  });
  return failure(memory.wasInterrupted());
}

namespace {
struct ConvertLinalgToLiftPass final
    : lift::impl::ConvertLinalgToLiftPassBase<ConvertLinalgToLiftPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<func::FuncOp> funcs;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && isCandidate(func))
        funcs.push_back(func);
    auto convert = [&](func::FuncOp func) {
      // Callers know nothing of more results.
      const bool isCalled =
          !SymbolTable::symbolKnownUseEmpty(func, getOperation());
      return convertFunction(
          func, {reassociate, ignoreAssertions,
                 returnAssertions && !ignoreAssertions && !isCalled});
    };
    for (func::FuncOp func : funcs) {
      if (outline) {
        auto prepare = [](func::FuncOp func) {
          return generalize(func, kMaxStepsOfHost);
        };
        numOutlined += Outliner(func, prepare, convert).run();
        continue;
      }
      // The host computes one branch alone; here, there is no host.
      mergeBranches(func);
      if (failed(generalize(func, kMaxSteps)) || failed(convert(func)))
        return signalPassFailure();
    }
  }

private:
  /// Whether a function is on tensors; or has some, if it stays on them.
  bool isCandidate(func::FuncOp func) {
    auto isTensor = llvm::IsaPred<TensorType>;
    return outline ? !isLiftFunction(func)
                   : llvm::any_of(func.getArgumentTypes(), isTensor) ||
                         llvm::any_of(func.getResultTypes(), isTensor);
  }
};
} // namespace
