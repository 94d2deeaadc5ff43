//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/AddedReductions.h"

#include "Builders.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

static bool isAddition(Operation *op) {
  return isa_and_present<arith::AddFOp, arith::AddIOp>(op);
}

/// What the step of a sum of numbers adds, by the operation that does so.
static FailureOr<Combiner> getSum(ReduceOp reduce, Refusal &refusal) {
  if (failed(checkSaysNothing(reduce, refusal)))
    return failure();
  if (!reduce.getAssociative() || !reduce.getCommutative())
    return refusal.set(reduce, "is not declared associative and commutative");
  FailureOr<Combiner> combiner =
      Combiner::get(cast<FoldPattern>(*reduce), refusal);
  if (failed(combiner))
    return failure();
  if (reduce.getNumResults() != 1 || !isAddition(combiner->getOp(0)))
    return refusal.set(reduce, "is no sum of numbers");
  return combiner;
}

/// The addition that is all that uses a value, if there is one.
static Operation *getOnlyAddition(Value value) {
  Operation *user = value.hasOneUse() ? *value.user_begin() : nullptr;
  return isAddition(user) && user->getBlock() == value.getParentBlock()
             ? user
             : nullptr;
}

/// The sum of all that a value is added to, and nothing else is done to.
static Value getWholeSum(Value value) {
  while (Operation *add = getOnlyAddition(value))
    value = add->getResult(0);
  return value;
}

static bool isZero(Value value) {
  return matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero());
}

/// What the sum of both starts with: one of the two initial values, as a
/// reduction has none that is computed.
static Value getInit(ReduceOp first, ReduceOp second) {
  Value init = first.getInits().front(), other = second.getInits().front();
  if (isZero(other))
    return init;
  return isZero(init) ? other : Value();
}

/// Adds as `add` does.
static Value emitSum(OpBuilder &builder, Operation *add, Value lhs, Value rhs) {
  if (auto addFloat = dyn_cast<arith::AddFOp>(add))
    return arith::AddFOp::create(builder, add->getLoc(), lhs, rhs,
                                 addFloat.getFastmath());
  return arith::AddIOp::create(builder, add->getLoc(), lhs, rhs);
}

/// Leaves a value out of the sum that it is added to.
static void dropFromSum(RewriterBase &rewriter, Value value) {
  Operation *add = getOnlyAddition(value);
  const bool isLeft = add->getOperand(0) == value;
  rewriter.replaceOp(add, add->getOperand(isLeft ? 1 : 0));
}

FailureOr<ReduceOp> lift::mergeAddedReductions(RewriterBase &rewriter,
                                               ReduceOp first, ReduceOp second,
                                               Refusal &refusal) {
  FailureOr<Combiner> sum = getSum(first, refusal),
                      other = getSum(second, refusal);
  if (failed(sum) || failed(other))
    return failure();
  auto getLength = [](ReduceOp reduce) {
    return cast<ArrayType>(reduce.getInputs().front().getType()).getSize(0);
  };
  if (getLength(first) != getLength(second))
    return refusal.set(second, "goes through another length");
  if (getWholeSum(first.getResult(0)) != getWholeSum(second.getResult(0)))
    return refusal.set(second, "is not only added to the other sum");
  Value init = getInit(first, second);
  if (!init)
    return refusal.set(second, "starts with a number that is not zero");
  llvm::SetVector<Value> inputs(llvm::from_range, first.getInputs());
  inputs.insert_range(second.getInputs());
  rewriter.setInsertionPoint(second);
  auto merged = ReduceOp::create(
      rewriter, second.getLoc(), inputs.getArrayRef(), init,
      [&](OpBuilder &builder, Location, ValueRange elements,
          ValueRange accumulators) {
        auto emit = [&](ReduceOp reduce, const Combiner &combiner) {
          SmallVector<Value> own;
          for (Value input : reduce.getInputs())
            own.push_back(elements[llvm::find(inputs, input) - inputs.begin()]);
          return emitTerm(builder, cast<FoldPattern>(*reduce), combiner, own);
        };
        Operation *add = sum->getOp(0);
        Value term = emit(first, *sum);
        term = emitSum(builder, add, term, emit(second, *other));
        return SmallVector<Value>{
            emitSum(builder, add, accumulators.front(), term)};
      });
  copyLaws(first, merged);
  dropFromSum(rewriter, first.getResult(0));
  rewriter.eraseOp(first);
  rewriter.replaceOp(second, merged.getResults());
  return merged;
}

FailureOr<ReduceOp> lift::mergeWithAddedReduction(RewriterBase &rewriter,
                                                  ReduceOp first,
                                                  Refusal &refusal) {
  (void)refusal.set(first, "is followed by no other sum");
  for (Operation *op = first->getNextNode(); op; op = op->getNextNode())
    if (auto second = dyn_cast<ReduceOp>(op))
      if (FailureOr<ReduceOp> merged =
              mergeAddedReductions(rewriter, first, second, refusal);
          succeeded(merged))
        return merged;
  return failure();
}

//===----------------------------------------------------------------------===//
// Reductions in the steps of others
//===----------------------------------------------------------------------===//

/// The operation that combines the only accumulator of a reduction in any order
/// with a term; null if that is not all that its step does with it.
static FailureOr<Combiner> getOnlyCombiner(ReduceOp reduce) {
  Refusal refusal;
  if (!reduce.getAssociative() || !reduce.getCommutative() ||
      reduce.getNumResults() != 1 || failed(checkSaysNothing(reduce, refusal)))
    return failure();
  FailureOr<Combiner> combiner =
      Combiner::get(cast<FoldPattern>(*reduce), refusal);
  if (failed(combiner) || combiner->getOp(0)->getNumOperands() != 2)
    return failure();
  return combiner;
}

/// Whether a reduction starts with what leaves its result as the rest makes it,
/// up to the sign of a zero.
static bool startsWithNeutral(ReduceOp reduce, const Combiner &combiner) {
  TypedAttr neutral = combiner.getNeutral(0);
  Value init = reduce.getInits().front();
  Attribute start;
  return neutral && matchPattern(init, m_Constant(&start)) &&
         (start == neutral || (isAddition(combiner.getOp(0)) && isZero(init)));
}

/// The reduction of elements of `reduce` alone whose result is all that its
/// step combines with the accumulator, by the operation of that one; null if
/// there is none.
static ReduceOp getContinuable(ReduceOp reduce) {
  FailureOr<Combiner> outer = getOnlyCombiner(reduce);
  if (failed(outer))
    return nullptr;
  auto inner = outer->getTerm(0).getDefiningOp<ReduceOp>();
  Region *body = &reduce.getBody();
  if (!inner || inner->getParentRegion() != body || !inner->hasOneUse() ||
      llvm::any_of(inner.getInputs(), [&](Value input) {
        return input.getParentRegion() != body;
      }))
    return nullptr;
  FailureOr<Combiner> combiner = getOnlyCombiner(inner);
  const bool isPart =
      succeeded(combiner) &&
      combiner->getOp(0)->getName() == outer->getOp(0)->getName() &&
      startsWithNeutral(inner, *combiner);
  return isPart ? inner : nullptr;
}

/// Whether the step of a reduction is another that goes on from its
/// accumulators.
static bool isContinued(ReduceOp reduce) {
  auto fold = cast<FoldPattern>(*reduce);
  auto inner = fold.getYield()->getOperand(0).getDefiningOp<ReduceOp>();
  return inner && llvm::equal(inner.getInits(), fold.getAccumulatorArgs());
}

namespace {
struct ContinueFromAccumulator final : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp reduce,
                                PatternRewriter &rewriter) const override {
    ReduceOp inner = getContinuable(reduce);
    if (!inner)
      return rewriter.notifyMatchFailure(reduce, "combines no reductions of "
                                                 "its elements alone");
    // Those that become one go through all dimensions together, or none.
    for (auto other : reduce->getBlock()->getOps<ReduceOp>())
      if (other != reduce && mayMergeReductions(reduce, other) &&
          !isContinued(other) && !getContinuable(other))
        return rewriter.notifyMatchFailure(other, "has another step");
    Operation *combine = inner->use_begin()->getOwner();
    Value accumulator = cast<FoldPattern>(*reduce).getAccumulatorArgs().front();
    rewriter.modifyOpInPlace(
        inner, [&] { inner.getInitsMutable().assign(accumulator); });
    rewriter.replaceOp(combine, inner.getResults());
    return success();
  }
};
} // namespace

void lift::populateContinueReductionsPatterns(RewritePatternSet &patterns) {
  patterns.add<ContinueFromAccumulator>(patterns.getContext());
}
