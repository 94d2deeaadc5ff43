//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Hoisting.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/Fission.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

/// What an operation uses, and the operations inside of it, that is computed
/// outside of it.
static void addUsed(Operation *op, llvm::SetVector<Value> &values) {
  values.insert_range(op->getOperands());
  getUsedValuesDefinedAbove(op->getRegions(), values);
}

/// The values in the body of `map`, and in maps inside, that `pattern` is
/// computed from. An element of a map between the two comes from the array
/// that it is of.
static llvm::SetVector<Value> getUsedInBody(Operation *pattern, MapOp map) {
  llvm::SetVector<Value> used, inBody;
  addUsed(pattern, used);
  for (size_t i = 0; i < used.size(); ++i) {
    Value value = used[i];
    if (!map.getBody().isAncestor(value.getParentRegion()))
      continue;
    inBody.insert(value);
    auto element = dyn_cast<BlockArgument>(value);
    if (!element)
      addUsed(value.getDefiningOp(), used);
    else if (auto inner = cast<MapOp>(element.getOwner()->getParentOp());
             inner != map)
      used.insert(inner.getInputs()[element.getArgNumber()]);
  }
  return inBody;
}

MapOp lift::findRepeatingMap(Operation *pattern) {
  auto map = dyn_cast<MapOp>(pattern->getParentOp());
  while (map && llvm::any_of(getUsedInBody(pattern, map), [&](Value value) {
           return llvm::is_contained(map.getBody().getArguments(), value);
         }))
    map = dyn_cast<MapOp>(map->getParentOp());
  return map;
}

/// Refuses to move a pattern, and what it needs, out of maps that make choices,
/// or that have made some for it.
static LogicalResult checkIsMovable(Operation *pattern, MapOp map,
                                    Refusal &refusal) {
  for (Operation *op = pattern->getParentOp(); op != map->getParentOp();
       op = op->getParentOp())
    if (failed(checkSaysNothing(op, refusal)))
      return failure();
  llvm::SetVector<Operation *> moved;
  moved.insert(pattern);
  for (Value value : getUsedInBody(pattern, map))
    if (Operation *op = value.getDefiningOp())
      moved.insert(op);
  for (Operation *op : moved)
    if (Operation *choice = findChoice(op))
      return refusal.set(choice, saysHowItRuns(choice)
                                     ? "says how it runs"
                                     : "says where an array stands");
  return success();
}

FailureOr<Operation *> lift::hoistPattern(RewriterBase &rewriter,
                                          Operation *pattern,
                                          Refusal &refusal) {
  MapOp around = findRepeatingMap(pattern);
  if (!around)
    return refusal.set(pattern, "needs an element of each map around it");
  if (failed(checkIsMovable(pattern, around, refusal)))
    return failure();
  if (pattern->use_empty())
    return refusal.set(pattern, "computes what nothing needs");
  if (pattern->getParentOp() != around &&
      failed(checkStorable(pattern, pattern->getResults(), refusal)))
    return failure();
  while (pattern->getParentOp() != around) {
    FailureOr<std::pair<MapOp, MapOp>> maps =
        fissionMap(rewriter, cast<MapOp>(pattern->getParentOp()), pattern,
                   refusal, around);
    if (failed(maps))
      return failure();
    pattern = maps->first;
  }
  llvm::SetVector<Value> used = getUsedInBody(pattern, around);
  for (Operation &op : llvm::make_early_inc_range(around.getBody().front()))
    if (&op == pattern || llvm::any_of(op.getResults(), [&](Value result) {
          return used.contains(result);
        }))
      rewriter.moveOpBefore(&op, around);
  return pattern;
}
