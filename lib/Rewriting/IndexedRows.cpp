//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/IndexedRows.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

/// The operations of a body that compute `value`, in order; none if they do
/// more than numbers, views and maps.
static std::optional<SetVector<Operation *>> getComputation(Value value,
                                                            Block &body) {
  SetVector<Operation *> ops;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.omitUsesFromAbove = false;
  options.filter = [&](Operation *op) { return op->getBlock() == &body; };
  if (failed(getBackwardSlice(value, &ops, options)))
    return std::nullopt;
  const bool isSimple = llvm::all_of(ops, [](Operation *op) {
    return isPure(op) && (isScalarOp(op) || isa<ViewOpInterface, MapOp>(op) ||
                          op->hasTrait<OpTrait::ConstantLike>());
  });
  return isSimple ? std::optional(ops) : std::nullopt;
}

/// The arguments of a body that operations in it use.
static SmallVector<BlockArgument> getArguments(ArrayRef<Operation *> ops,
                                               Block &body) {
  llvm::SetVector<BlockArgument> arguments;
  for (Operation *op : ops)
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (auto argument = dyn_cast<BlockArgument>(operand);
            argument && argument.getOwner() == &body)
          arguments.insert(argument);
    });
  return arguments.takeVector();
}

/// Whether an array of such numbers may be what a lookup reads at.
static bool isLookupIndex(Value number) {
  return number.getType().isSignlessInteger(32) ||
         number.getType().isSignlessInteger(64);
}

/// What a body computes as `value` for all elements: an input of the map, or
/// another map before it. Indices, of which there are no arrays, as integers.
/// None for what is the same for all elements, or takes more than numbers.
static Value computeForAll(RewriterBase &rewriter, MapOp map, Value value) {
  Block &body = map.getBody().front();
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>();
      cast && cast->getBlock() == &body && isLookupIndex(cast.getIn()))
    value = cast.getIn();
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == &body
               ? map.getInputs()[argument.getArgNumber()]
               : Value();
  std::optional<SetVector<Operation *>> ops = getComputation(value, body);
  if (!ops)
    return nullptr;
  SmallVector<BlockArgument> used = getArguments(ops->getArrayRef(), body);
  if (used.empty())
    return nullptr;
  SmallVector<Value> inputs =
      llvm::map_to_vector(used, [&](BlockArgument argument) {
        return Value(map.getInputs()[argument.getArgNumber()]);
      });
  auto computed = MapOp::create(
      rewriter, map.getLoc(), inputs, MappingAttr(),
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        IRMapping values;
        for (auto [argument, element] : llvm::zip_equal(used, elements))
          values.map(argument, element);
        for (Operation *op : *ops)
          builder.clone(*op, values);
        Value result = values.lookup(value);
        if (isa<IndexType>(result.getType()))
          result = arith::IndexCastOp::create(builder, loc,
                                              builder.getI64Type(), result);
        return SmallVector<Value>{result};
      });
  return computed.getResult(0);
}

/// What `op` in the body of `map` gives all elements, a view outside of the
/// map, if it is an array, or several, at an index that the body computes.
static Value hoist(RewriterBase &rewriter, MapOp map, Operation *op) {
  Value array, index, outside;
  bool isInBounds = false;
  if (auto at = dyn_cast<AtOp>(op);
      at && isa<ArrayType>(at.getResult().getType()) && at.getDim() == 0 &&
      at.getPositions().size() == 1 && at.getIndices().size() == 1) {
    array = at.getInput();
    index = at.getIndices().front();
    outside = at.getOutside();
    isInBounds = at.getInBounds();
  } else if (auto lookup = dyn_cast<LookupOp>(op);
             lookup && lookup.getDim() == 0) {
    array = lookup.getInput();
    index = lookup.getIndices();
    outside = lookup.getOutside();
    isInBounds = lookup.getInBounds();
  }
  // Without either, the operations of the body must prove that the index is in
  // bounds.
  if (!array || (!isInBounds && !outside))
    return nullptr;
  auto isOutside = [&](Value value) {
    return value.getParentRegion()->isAncestor(map->getParentRegion());
  };
  if (!isOutside(array) || (outside && !isOutside(outside)))
    return nullptr;
  Value indices = computeForAll(rewriter, map, index);
  return indices ? LookupOp::create(rewriter, op->getLoc(), isInBounds, array,
                                    indices, outside, /*dim=*/0)
                 : Value();
}

/// Puts the inputs of a map inside others that yields nothing but its elements,
/// which are arrays, in the place of its results.
static void dropCopy(RewriterBase &rewriter, MapOp map) {
  Block *body = &map.getBody().front();
  auto isRow = [&](Value yielded) {
    auto argument = dyn_cast<BlockArgument>(yielded);
    return argument && argument.getOwner() == body &&
           isa<ArrayType>(argument.getType());
  };
  ValueRange yielded = map.getYield().getOperands();
  if (!isa<MapOp>(map->getParentOp()) || !llvm::all_of(yielded, isRow))
    return;
  rewriter.replaceOp(
      map, llvm::map_to_vector(yielded, [&](Value value) {
        return map.getInputs()[cast<BlockArgument>(value).getArgNumber()];
      }));
}

FailureOr<MapOp> lift::hoistIndexedRows(RewriterBase &rewriter, MapOp map,
                                        Refusal &refusal) {
  if (failed(checkSaysNothing(map, refusal)))
    return failure();
  Block &body = map.getBody().front();
  bool isChanged = false;
  for (MapOp inner : llvm::make_early_inc_range(body.getOps<MapOp>())) {
    FailureOr<MapOp> hoisted = hoistIndexedRows(rewriter, inner, refusal);
    if (failed(hoisted))
      continue;
    dropCopy(rewriter, *hoisted);
    isChanged = true;
  }
  SmallVector<std::pair<Operation *, Value>> hoisted;
  rewriter.setInsertionPoint(map);
  for (Operation &op : body.without_terminator())
    if (Value array = hoist(rewriter, map, &op))
      hoisted.push_back({&op, array});
  if (hoisted.empty() && !isChanged)
    return refusal.set(map, "reads no array from outside at an index that it "
                            "computes and that is in bounds");
  if (hoisted.empty())
    return map;
  SmallVector<Value> inputs(map.getInputs());
  for (auto [op, array] : hoisted) {
    inputs.push_back(array);
    rewriter.replaceOp(
        op, body.addArgument(op->getResult(0).getType(), op->getLoc()));
  }
  auto wider = MapOp::create(rewriter, map.getLoc(), map.getResultTypes(),
                             inputs, map->getAttrs());
  wider.getBody().takeBody(map.getBody());
  rewriter.replaceOp(map, wider);
  return wider;
}
