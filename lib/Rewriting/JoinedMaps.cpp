//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A body that reduces all numbers of a plane or volume as one row, and computes
// others from these by maps in each other, does several things to one row, as
// the normalisation of channels does.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

/// The maps of a nest that does nothing but to compute numbers in the
/// innermost, of numbers of arrays that have all of its dimensions; none if it
/// is no such.
static SmallVector<MapOp> getMapsOfNumbers(MapOp map) {
  SmallVector<MapOp> maps = {map};
  while (true) {
    Block &body = maps.back().getBody().front();
    if (llvm::none_of(body.getArgumentTypes(), llvm::IsaPred<ArrayType>))
      break;
    auto inner = dyn_cast<MapOp>(body.front());
    if (!inner || inner->getNextNode() != body.getTerminator() ||
        !llvm::equal(inner.getInputs(), body.getArguments()) ||
        !llvm::equal(inner.getResults(), maps.back().getYield().getOperands()))
      return {};
    maps.push_back(inner);
  }
  const bool areNumbers =
      llvm::none_of(maps.back().getBody().front(), [](Operation &op) {
        return op.getNumRegions() != 0 ||
               llvm::any_of(op.getOperandTypes(), llvm::IsaPred<ArrayType>);
      });
  return areNumbers ? maps : SmallVector<MapOp>();
}

/// Whether something beside `map` folds a row of so many numbers.
static bool isBesideFold(MapOp map, const Expr &count) {
  return llvm::any_of(*map->getBlock(), [&](Operation &op) {
    auto fold = dyn_cast<FoldPattern>(op);
    return fold && fold.getTripCount() == count &&
           llvm::none_of(ValueRange(fold.getElementArgs()).getTypes(),
                         llvm::IsaPred<ArrayType>);
  });
}

/// All numbers of an array as one row: the view that there is, if there is one.
static Value joinAll(OpBuilder &builder, Location loc, Value array) {
  while (cast<ArrayType>(array.getType()).getRank() > 1) {
    auto known = llvm::find_if(array.getUsers(), [&](Operation *user) {
      auto join = dyn_cast<JoinOp>(user);
      return join && join.getDim() == 0 &&
             user->getBlock() == builder.getInsertionBlock() &&
             user->isBeforeInBlock(&*builder.getInsertionPoint());
    });
    if (known != array.getUsers().end())
      array = (*known)->getResult(0);
    else
      array = JoinOp::create(builder, loc, array, 0);
  }
  return array;
}

namespace {
/// map (map f) x = split (map f (join x))
struct JoinMaps final : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp map,
                                PatternRewriter &rewriter) const override {
    if (!isa<MapOp>(map->getParentOp()))
      return rewriter.notifyMatchFailure(map, "is in no body of a map");
    SmallVector<MapOp> maps = getMapsOfNumbers(map);
    if (maps.size() < 2)
      return rewriter.notifyMatchFailure(map, "is no nest of maps of numbers");
    Expr count = 1;
    for (MapOp loop : maps)
      count = count * loop.getTripCount();
    if (!isBesideFold(map, count))
      return rewriter.notifyMatchFailure(map, "stands beside no reduction of "
                                              "all numbers");
    Location loc = map.getLoc();
    SmallVector<Value> rows =
        llvm::map_to_vector(map.getInputs(), [&](Value array) {
          return joinAll(rewriter, loc, array);
        });
    auto joined = MapOp::create(
        rewriter, loc, rows, MappingAttr(),
        [&](OpBuilder &builder, Location, ValueRange elements) {
          return cloneBody(builder, maps.back().getBody().front(), elements);
        });
    SmallVector<Value> results(joined.getResults());
    for (Value &result : results)
      for (MapOp loop : llvm::reverse(ArrayRef(maps).drop_front()))
        result = splitDim(rewriter, loc, result, loop.getTripCount());
    rewriter.replaceOp(map, results);
    return success();
  }
};
} // namespace

/// Whether an array becomes one row by joins alone, which several read.
static bool becomesRow(Value array) {
  while (cast<ArrayType>(array.getType()).getRank() > 1) {
    if (!array.hasOneUse() || !isa<JoinOp>(*array.user_begin()))
      return false;
    array = (*array.user_begin())->getResult(0);
  }
  return !array.use_empty() && !array.hasOneUse();
}

namespace {
/// map (f . join) x = map f (map join x): the map goes through rows.
struct JoinOutside final : OpRewritePattern<JoinOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(JoinOp join,
                                PatternRewriter &rewriter) const override {
    auto element = dyn_cast<BlockArgument>(join.getInput());
    auto map =
        element ? dyn_cast<MapOp>(element.getOwner()->getParentOp()) : MapOp();
    if (!map || map.getMapping() || !becomesRow(element))
      return rewriter.notifyMatchFailure(join, "makes no row of an element");
    rewriter.setInsertionPoint(map);
    OpOperand &input = map->getOpOperand(element.getArgNumber());
    Value outside =
        JoinOp::create(rewriter, join.getLoc(), input.get(), join.getDim() + 1);
    rewriter.modifyOpInPlace(map, [&] {
      input.set(outside);
      element.setType(join.getType());
    });
    rewriter.replaceOp(join, element);
    return success();
  }
};
} // namespace

void lift::populateJoinMapsPatterns(RewritePatternSet &patterns) {
  patterns.add<JoinMaps, JoinOutside>(patterns.getContext());
}
