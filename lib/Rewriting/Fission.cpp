//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Fission.h"

#include "Builders.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// The operations of a step, by what they depend on.
struct Step {
  explicit Step(ReduceOp reduce);

  bool isOnAccumulators(Operation &op) const {
    return onAccumulators.contains(&op);
  }
  /// Whether the map computes it.
  bool isInMap(Operation &op) const { return inMap.contains(&op); }

  /// What the map computes and the reduction needs.
  llvm::SetVector<Value> passed;

private:
  llvm::SmallPtrSet<Operation *, 16> onAccumulators, inMap;
};
} // namespace

Step::Step(ReduceOp reduce) {
  auto fold = cast<FoldPattern>(*reduce);
  Block &body = reduce.getBody().front();
  llvm::SmallPtrSet<Value, 16> accumulated(
      llvm::from_range, SmallVector<Value>(fold.getAccumulatorArgs()));
  llvm::SetVector<Value> computed;
  for (Operation &op : body.without_terminator()) {
    if (usesAny(op, [&](Value value) { return accumulated.contains(value); })) {
      onAccumulators.insert(&op);
      accumulated.insert_range(op.getResults());
    } else if (op.getNumRegions() != 0 || usesAny(op, [&](Value value) {
                 return computed.contains(value);
               })) {
      inMap.insert(&op);
      computed.insert_range(op.getResults());
    }
  }
  for (Operation &op : body)
    if (!isInMap(op))
      for (Value value : computed)
        if (usesAny(op, [&](Value used) { return used == value; }))
          passed.insert(value);
}

FailureOr<Fission> lift::fissionReduction(RewriterBase &rewriter,
                                          ReduceOp reduce, Refusal &refusal) {
  Step step(reduce);
  if (step.passed.empty())
    return refusal.set(reduce, "has no pattern in its step that does not "
                               "depend on the accumulators");
  if (failed(checkStorable(reduce, step.passed.getArrayRef(), refusal)))
    return failure();
  auto fold = cast<FoldPattern>(*reduce);
  Block &body = reduce.getBody().front();
  Location loc = reduce.getLoc();
  rewriter.setInsertionPoint(reduce);
  Fission fission;
  fission.map =
      MapOp::create(rewriter, loc, reduce.getInputs(), MappingAttr(),
                    [&](OpBuilder &builder, Location, ValueRange elements) {
                      IRMapping values;
                      values.map(fold.getElementArgs(), elements);
                      for (Operation &op : body.without_terminator())
                        if (!step.isOnAccumulators(op))
                          builder.clone(op, values);
                      return llvm::map_to_vector(step.passed, [&](Value value) {
                        return values.lookup(value);
                      });
                    });
  SmallVector<Value> inputs(reduce.getInputs());
  llvm::append_range(inputs, fission.map.getResults());
  fission.reduce = ReduceOp::create(
      rewriter, loc, inputs, reduce.getInits(),
      [&](OpBuilder &builder, Location, ValueRange elements,
          ValueRange accumulators) {
        IRMapping values;
        const size_t numOwn = reduce.getInputs().size();
        values.map(fold.getElementArgs(), elements.take_front(numOwn));
        values.map(fold.getAccumulatorArgs(), accumulators);
        for (auto [value, element] :
             llvm::zip_equal(step.passed, elements.drop_front(numOwn)))
          values.map(value, element);
        for (Operation &op : body.without_terminator())
          if (!step.isInMap(op))
            builder.clone(op, values);
        return llvm::map_to_vector(
            fold.getYield()->getOperands(),
            [&](Value value) { return values.lookupOrDefault(value); });
      });
  copyLaws(reduce, fission.reduce);
  fission.reduce.setUnrollAttr(reduce.getUnrollAttr());
  (void)runRegionDCE(rewriter, fission.map.getBody());
  (void)runRegionDCE(rewriter, fission.reduce.getBody());
  rewriter.replaceOp(reduce, fission.reduce.getResults());
  return fission;
}

/// Leaves out what a body does not need, and the inputs that it does not.
static void dropUnused(RewriterBase &rewriter, MapOp map) {
  (void)runRegionDCE(rewriter, map.getBody());
  Block &body = map.getBody().front();
  for (unsigned number = body.getNumArguments(); number-- > 0;) {
    if (!body.getArgument(number).use_empty() || body.getNumArguments() == 1)
      continue;
    body.eraseArgument(number);
    map.getInputsMutable().erase(number);
  }
}

/// `first`, and the numbers behind it in its body that are made of nothing else
/// in `scope`.
static llvm::SetVector<Operation *> getWithNumbers(Operation *first,
                                                   Region &scope) {
  llvm::SetVector<Operation *> all;
  all.insert(first);
  auto isKnown = [&](Value value) {
    Operation *def = value.getDefiningOp();
    return !scope.isAncestor(value.getParentRegion()) ||
           (def &&
            (all.contains(def) || def->hasTrait<OpTrait::ConstantLike>()));
  };
  for (Operation &op : llvm::make_range(std::next(first->getIterator()),
                                        first->getBlock()->end()))
    if (isScalarOp(&op) && isPure(&op) && op.getNumOperands() != 0 &&
        llvm::all_of(op.getOperands(), isKnown) &&
        llvm::none_of(op.getResultTypes(), llvm::IsaPred<IndexType>))
      all.insert(&op);
  return all;
}

FailureOr<std::pair<MapOp, MapOp>> lift::fissionMap(RewriterBase &rewriter,
                                                    MapOp map, Operation *first,
                                                    Refusal &refusal,
                                                    MapOp around) {
  Block &body = map.getBody().front();
  if (failed(checkSaysNothing(map, refusal)))
    return failure();
  if (first->getBlock() != &body)
    return refusal.set(first, "is not in the body of the map");
  llvm::SetVector<Operation *> moved =
      getWithNumbers(first, around ? around.getBody() : map.getBody());
  auto isPassed = [&](Value result) {
    return llvm::any_of(result.getUsers(), [&](Operation *user) {
      return !moved.contains(body.findAncestorOpInBlock(*user));
    });
  };
  SmallVector<Value> passed;
  for (Operation *op : moved)
    llvm::append_range(passed,
                       llvm::make_filter_range(op->getResults(), isPassed));
  if (passed.empty())
    return refusal.set(first, "computes what nothing needs");
  if (failed(checkStorable(first, passed, refusal)))
    return failure();
  Location loc = map.getLoc();
  rewriter.setInsertionPoint(map);
  auto before =
      MapOp::create(rewriter, loc, map.getInputs(), MappingAttr(),
                    [&](OpBuilder &builder, Location, ValueRange elements) {
                      IRMapping values;
                      values.map(body.getArguments(), elements);
                      for (Operation &op : body.without_terminator())
                        if (moved.contains(&op) || op.isBeforeInBlock(first) ||
                            op.hasTrait<OpTrait::ConstantLike>())
                          builder.clone(op, values);
                      return llvm::map_to_vector(passed, [&](Value value) {
                        return values.lookup(value);
                      });
                    });
  SmallVector<Value> inputs(map.getInputs());
  llvm::append_range(inputs, before.getResults());
  // What is yielded as it is passed on is not copied, but for a map of nothing
  // else.
  IRMapping results;
  ValueRange yielded = map.getYield().getOperands();
  if (!llvm::all_of(yielded, [&](Value value) {
        return llvm::is_contained(passed, value);
      }))
    results.map(passed, before.getResults());
  auto isCopied = [&](Value value) { return !results.contains(value); };
  SmallVector<Value> copied = llvm::filter_to_vector(yielded, isCopied);
  auto after = MapOp::create(
      rewriter, loc, inputs, MappingAttr(),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        IRMapping values;
        values.map(body.getArguments(),
                   elements.take_front(body.getNumArguments()));
        values.map(passed, elements.drop_front(body.getNumArguments()));
        for (Operation &op : body.without_terminator())
          if (!moved.contains(&op))
            builder.clone(op, values);
        return llvm::map_to_vector(
            copied, [&](Value value) { return values.lookupOrDefault(value); });
      });
  results.map(copied, after.getResults());
  dropUnused(rewriter, before);
  dropUnused(rewriter, after);
  rewriter.replaceOp(map, llvm::map_to_vector(yielded, [&](Value value) {
                       return results.lookup(value);
                     }));
  return std::pair(before, after);
}
