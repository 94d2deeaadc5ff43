//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions that go through the same array become one, with the accumulators
// of all: each element is read once,
//
//   reduce f z x, reduce g y x = reduce (\(a, b) e -> (f a e, g b e)) (z, y) x
//
// which is exact: each accumulator takes the same steps in the same order.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

/// The most accumulators of a reduction that others become part of.
static constexpr unsigned kMaxAccumulators = 8;

/// Whether a reduction of numbers, or a chain of them, may be cut into parts,
/// and says nothing of how it runs.
static bool isFreeReduction(ReduceOp reduce) {
  auto isNumber = [](Type type) { return type.isIntOrFloat(); };
  if (saysHowItRuns(reduce) || !reduce.getAssociative() ||
      !reduce.getCommutative() ||
      !llvm::all_of(reduce.getResultTypes(), isNumber))
    return false;
  auto inner = reduce.getBody().front().getOps<ReduceOp>();
  if (!inner.empty())
    return llvm::all_of(inner, isFreeReduction);
  Refusal refusal;
  FailureOr<Combiner> combiner = Combiner::get(reduce, refusal);
  return succeeded(combiner) && succeeded(combiner->getNeutrals(refusal));
}

static Expr getReducedLength(ReduceOp reduce) {
  return cast<ArrayType>(reduce.getInputs().front().getType()).getSize(0);
}

bool lift::mayMergeReductions(ReduceOp first, ReduceOp second) {
  return isFreeReduction(first) && isFreeReduction(second) &&
         getReducedLength(first) == getReducedLength(second) &&
         first.getNumResults() + second.getNumResults() <= kMaxAccumulators;
}

/// The operations between `first` and the end of its block that need it.
static llvm::SetVector<Operation *> getDependents(ReduceOp first) {
  llvm::SetVector<Operation *> dependents;
  dependents.insert(first);
  for (Operation *op = first->getNextNode(); op; op = op->getNextNode())
    if (usesAny(*op, [&](Value value) {
          return dependents.contains(value.getDefiningOp());
        }))
      dependents.insert(op);
  return dependents;
}

/// The reduction of both, in the place of `second`.
static ReduceOp merge(PatternRewriter &rewriter, ReduceOp first,
                      ReduceOp second) {
  llvm::SetVector<Value> inputs(llvm::from_range, first.getInputs());
  inputs.insert_range(second.getInputs());
  SmallVector<Value> inits(first.getInits());
  llvm::append_range(inits, second.getInits());
  auto merged = ReduceOp::create(
      rewriter, second.getLoc(), inputs.getArrayRef(), inits,
      [&](OpBuilder &builder, Location, ValueRange elements,
          ValueRange accumulators) {
        SmallVector<Value> next;
        for (ReduceOp reduce : {first, second}) {
          SmallVector<Value> own;
          for (Value input : reduce.getInputs())
            own.push_back(elements[llvm::find(inputs, input) - inputs.begin()]);
          llvm::append_range(
              next, cloneStep(builder, cast<FoldPattern>(*reduce), own,
                              accumulators.take_front(reduce.getNumResults())));
          accumulators = accumulators.drop_front(reduce.getNumResults());
        }
        return next;
      });
  copyLaws(first, merged);
  return merged;
}

namespace {
struct MergeReductions final : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp first,
                                PatternRewriter &rewriter) const override {
    if (!isFreeReduction(first))
      return rewriter.notifyMatchFailure(first, "may not be cut into parts");
    llvm::SetVector<Operation *> dependents = getDependents(first);
    ReduceOp second = findOther(first, dependents);
    if (!second)
      return rewriter.notifyMatchFailure(first, "goes through arrays alone");
    rewriter.setInsertionPoint(second);
    ReduceOp merged = merge(rewriter, first, second);
    Operation *last = merged;
    for (Operation *op : dependents.getArrayRef().drop_front()) {
      if (!op->isBeforeInBlock(second))
        break;
      rewriter.moveOpAfter(op, last);
      last = op;
    }
    const unsigned numFirst = first.getNumResults();
    rewriter.replaceOp(first, merged.getResults().take_front(numFirst));
    rewriter.replaceOp(second, merged.getResults().drop_front(numFirst));
    return success();
  }

private:
  /// A later reduction of the block that `first` can be one with.
  static ReduceOp findOther(ReduceOp first,
                            const llvm::SetVector<Operation *> &dependents) {
    for (Operation *op = first->getNextNode(); op; op = op->getNextNode()) {
      auto second = dyn_cast<ReduceOp>(op);
      if (second && !dependents.contains(second) &&
          mayMergeReductions(first, second) &&
          llvm::any_of(first.getInputs(), [&](Value input) {
            return llvm::is_contained(second.getInputs(), input);
          }))
        return second;
    }
    return {};
  }
};
} // namespace

void lift::populateMergeReductionsPatterns(RewritePatternSet &patterns) {
  patterns.add<MergeReductions>(patterns.getContext());
}
