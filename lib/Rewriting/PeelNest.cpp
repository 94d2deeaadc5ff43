//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/PeelNest.h"

#include "Builders.h"
#include "LiftDialect/Rewriting/YieldedViews.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

/// What a yielded value is a view of.
static Value getViewed(Value value) {
  while (auto view = value.getDefiningOp<ViewOpInterface>()) {
    if (view->getNumOperands() != 1 || !value.hasOneUse())
      break;
    value = view->getOperand(0);
  }
  return value;
}

/// The maps from `root` to the one `dim` levels inside, each of which computes
/// all results of the one around it, or what these are views of.
static FailureOr<SmallVector<MapOp>> getPeeledLevels(MapOp root, unsigned dim,
                                                     Refusal &refusal) {
  SmallVector<MapOp> levels = {root};
  while (levels.size() <= dim) {
    auto yielded =
        llvm::map_to_vector(levels.back().getYield().getOperands(), getViewed);
    auto inner =
        yielded.empty() ? MapOp() : yielded.front().getDefiningOp<MapOp>();
    if (!inner || inner->getParentOp() != levels.back() ||
        !llvm::equal(inner.getResults(), yielded) ||
        !llvm::all_of(inner.getResults(),
                      [](Value result) { return result.hasOneUse(); }))
      return refusal.set(levels.back(),
                         "computes something else than one map inside");
    levels.push_back(inner);
  }
  return levels;
}

/// Moves views of what is peeled out of all maps around it.
static void hoistViewsOf(RewriterBase &rewriter,
                         MutableArrayRef<MapOp> levels) {
  for (MapOp &level : llvm::reverse(levels.drop_back()))
    level = hoistYieldedViews(rewriter, level);
  for (auto [around, level] :
       llvm::zip_equal(levels.drop_back(), levels.drop_front()))
    level = around.getYield().getOperand(0).getDefiningOp<MapOp>();
}

/// Refuses to take so many elements of a loop if these are all, or none.
static LogicalResult checkFirst(Operation *loop, const Expr &length,
                                const Expr &size, Refusal &refusal) {
  if (size.getConstant().value_or(1) < 1 ||
      (length - size).getConstant().value_or(1) < 1)
    return refusal.set(loop, "has " + length.str() +
                                 " elements, of which the first " + size.str() +
                                 " are all, or none");
  return success();
}

/// The part of some arrays that `View` makes: the first `size` elements, or the
/// others.
template <typename View>
static SmallVector<Value> getPart(OpBuilder &builder, Location loc,
                                  ValueRange arrays, const Expr &size) {
  return llvm::map_to_vector(arrays, [&](Value array) -> Value {
    return builder.createOrFold<View>(
        loc, array, getSizeArrayAttr(builder.getContext(), {size}),
        DenseI64ArrayAttr());
  });
}

/// Copies a map; the last of `levels` goes through the part of its inputs that
/// `View` makes: the first `size` elements, or the others.
template <typename View>
static MapOp copyPart(OpBuilder &builder, ArrayRef<MapOp> levels,
                      const Expr &size, IRMapping &values) {
  MapOp map = levels.front();
  Location loc = map.getLoc();
  SmallVector<Value> inputs =
      llvm::map_to_vector(map.getInputs(), [&](Value input) {
        return values.lookupOrDefault(input);
      });
  if (levels.size() == 1)
    inputs = getPart<View>(builder, loc, inputs, size);
  auto copy = MapOp::create(
      builder, loc, inputs, map.getMappingAttr(),
      [&](OpBuilder &nested, Location, ValueRange elements) {
        values.map(map.getBody().getArguments(), elements);
        for (Operation &op : map.getBody().front().without_terminator()) {
          if (levels.size() > 1 && &op == levels[1])
            values.map(op.getResults(),
                       copyPart<View>(nested, levels.drop_front(), size, values)
                           .getResults());
          else
            nested.clone(op, values);
        }
        return llvm::map_to_vector(
            map.getYield().getOperands(),
            [&](Value value) { return values.lookupOrDefault(value); });
      });
  copy.setUnrollAttr(map.getUnrollAttr());
  copy.setVectorWidthAttr(map.getVectorWidthAttr());
  return copy;
}

FailureOr<PeeledNest> lift::peelNest(RewriterBase &rewriter, MapOp root,
                                     unsigned dim, const Expr &size,
                                     Refusal &refusal) {
  FailureOr<SmallVector<MapOp>> levels = getPeeledLevels(root, dim, refusal);
  if (failed(levels))
    return failure();
  if (failed(checkFirst(levels->back(), levels->back().getTripCount(), size,
                        refusal)))
    return failure();
  hoistViewsOf(rewriter, *levels);
  root = levels->front();
  rewriter.setInsertionPoint(root);
  IRMapping first, rest;
  PeeledNest peeled = {copyPart<TakeOp>(rewriter, *levels, size, first),
                       copyPart<DropOp>(rewriter, *levels, size, rest)};
  SmallVector<Value> results;
  for (auto [before, behind] :
       llvm::zip_equal(peeled.first.getResults(), peeled.rest.getResults()))
    results.push_back(ConcatOp::create(rewriter, root.getLoc(),
                                       ValueRange{before, behind}, dim));
  rewriter.replaceOp(root, results);
  return peeled;
}

FailureOr<std::pair<ReduceOp, ReduceOp>>
lift::peelReduction(RewriterBase &rewriter, ReduceOp reduce, const Expr &size,
                    Refusal &refusal) {
  auto fold = cast<FoldPattern>(*reduce);
  if (failed(checkFirst(reduce, fold.getTripCount(), size, refusal)))
    return failure();
  Location loc = reduce.getLoc();
  rewriter.setInsertionPoint(reduce);
  auto reducePart = [&](ValueRange arrays, ValueRange inits) {
    auto part = ReduceOp::create(
        rewriter, loc, arrays, inits,
        [&](OpBuilder &builder, Location, ValueRange elements,
            ValueRange accumulators) {
          return cloneStep(builder, fold, elements, accumulators);
        });
    copyLaws(reduce, part);
    return part;
  };
  ReduceOp first =
      reducePart(getPart<TakeOp>(rewriter, loc, reduce.getInputs(), size),
                 reduce.getInits());
  ReduceOp rest =
      reducePart(getPart<DropOp>(rewriter, loc, reduce.getInputs(), size),
                 first.getResults());
  rewriter.replaceOp(reduce, rest.getResults());
  return std::pair(first, rest);
}
