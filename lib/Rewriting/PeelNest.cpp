//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/PeelNest.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

/// The maps from `root` to the one `dim` levels inside, each of which computes
/// all results of the one around it.
static FailureOr<SmallVector<MapOp>> getPeeledLevels(MapOp root, unsigned dim,
                                                     Refusal &refusal) {
  SmallVector<MapOp> levels = {root};
  while (levels.size() <= dim) {
    OperandRange yielded = levels.back().getYield().getOperands();
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

/// Copies a map; the last of `levels` goes through the part of its inputs that
/// `View` makes: the first `size` elements, or the others.
template <typename View>
static MapOp copyPart(OpBuilder &builder, ArrayRef<MapOp> levels,
                      const Expr &size, IRMapping &values) {
  MapOp map = levels.front();
  Location loc = map.getLoc();
  SmallVector<Value> inputs =
      llvm::map_to_vector(map.getInputs(), [&](Value input) -> Value {
        input = values.lookupOrDefault(input);
        if (levels.size() > 1)
          return input;
        return View::create(builder, loc, input,
                            getSizeArrayAttr(builder.getContext(), {size}),
                            DenseI64ArrayAttr());
      });
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
  const Expr length = levels->back().getTripCount();
  if (size.getConstant().value_or(1) < 1 ||
      (length - size).getConstant().value_or(1) < 1)
    return refusal.set(levels->back(), "has " + length.str() +
                                           " elements, of which the first " +
                                           size.str() + " are all, or none");
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
