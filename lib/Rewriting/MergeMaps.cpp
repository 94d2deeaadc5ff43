//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/MergeMaps.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

static bool shareInput(MapOp first, MapOp second) {
  return llvm::any_of(first.getInputs(), [&](Value input) {
    return llvm::is_contained(second.getInputs(), input);
  });
}

FailureOr<MapOp>
lift::findMapToMerge(MapOp first, Refusal &refusal,
                     llvm::function_ref<bool(MapOp)> isWanted) {
  if (failed(checkSaysNothing(first, refusal)))
    return failure();
  auto isReturned = [](Value result) {
    return isOnlyYielded(result) || findViewsToReturn(result);
  };
  if (!llvm::all_of(first->getResults(), isReturned))
    return refusal.set(first, "has results that its block reads");
  for (Operation *op = first->getNextNode(); op; op = op->getNextNode()) {
    auto second = dyn_cast<MapOp>(op);
    if (second && !saysHowItRuns(second) && shareInput(first, second) &&
        first.getTripCount() == second.getTripCount() &&
        llvm::all_of(
            first->getUsers(),
            [&](Operation *user) { return second->isBeforeInBlock(user); }) &&
        isWanted(second))
      return second;
  }
  return refusal.set(first, "is followed by no map that goes through one of "
                            "its arrays");
}

/// The two maps of a body in which there is nothing else with a body.
static std::optional<std::pair<MapOp, MapOp>> getOnlyMaps(MapOp map) {
  SmallVector<MapOp> maps;
  for (Operation &op : map.getBody().front()) {
    if (op.getNumRegions() == 0)
      continue;
    maps.push_back(dyn_cast<MapOp>(op));
    if (!maps.back())
      return std::nullopt;
  }
  if (maps.size() != 2)
    return std::nullopt;
  return std::pair(maps[0], maps[1]);
}

MapOp lift::mergeMaps(RewriterBase &rewriter, MapOp first, MapOp second) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(second);
  llvm::SetVector<Value> inputs(llvm::from_range, first.getInputs());
  inputs.insert_range(second.getInputs());
  auto merged = MapOp::create(
      rewriter, second.getLoc(), inputs.getArrayRef(), MappingAttr(),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        SmallVector<Value> results;
        for (MapOp map : {first, second}) {
          Block &body = map.getBody().front();
          IRMapping values;
          for (auto [input, element] :
               llvm::zip_equal(map.getInputs(), body.getArguments()))
            values.map(element,
                       elements[llvm::find(inputs, input) - inputs.begin()]);
          for (Operation &op : body.without_terminator())
            builder.clone(op, values);
          for (Value result : body.getTerminator()->getOperands())
            results.push_back(values.lookupOrDefault(result));
        }
        return results;
      });
  const unsigned numFirst = first.getNumResults();
  rewriter.replaceOp(first, merged.getResults().take_front(numFirst));
  rewriter.replaceOp(second, merged.getResults().drop_front(numFirst));
  // Both may go through the same views of what is now one element.
  DominanceInfo dominance(merged);
  eliminateCommonSubExpressions(rewriter, dominance, merged);
  if (auto inner = getOnlyMaps(merged)) {
    Refusal refusal;
    if (FailureOr<MapOp> other = findMapToMerge(inner->first, refusal);
        succeeded(other))
      mergeMaps(rewriter, inner->first, *other);
  }
  return merged;
}
