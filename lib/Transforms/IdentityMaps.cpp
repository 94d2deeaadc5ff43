//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Transforms/IdentityMaps.h"

#include "LiftDialect/Analysis/InverseViews.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::lift;

SmallVector<Value> lift::createIdentityMaps(OpBuilder &builder, Location loc,
                                            ValueRange values,
                                            ArrayRef<MappingAttr> mappings) {
  if (!isa<ArrayType>(values.front().getType()))
    return values;
  MappingAttr mapping = mappings.empty() ? MappingAttr() : mappings.front();
  if (!mappings.empty())
    mappings = mappings.drop_front();
  return MapOp::create(
             builder, loc, values, mapping,
             [&](OpBuilder &inner, Location innerLoc, ValueRange args) {
               return createIdentityMaps(inner, innerLoc, args, mappings);
             })
      .getResults();
}

Value lift::createIdentityMaps(OpBuilder &builder, Location loc, Value value,
                               ArrayRef<MappingAttr> mappings) {
  return createIdentityMaps(builder, loc, ValueRange(value), mappings).front();
}

Value lift::getCopiedByMaps(Value value) {
  auto map = value.getDefiningOp<MapOp>();
  if (!map || map->getNumResults() != 1 || map.getInputs().size() != 1)
    return value;
  Value yielded = map.getYield().getOperand(0);
  return getCopiedByMaps(yielded) == map.getBody().getArgument(0)
             ? map.getInputs().front()
             : value;
}

/// Whether nobody else reads a value, nor what it is all or the first elements
/// of.
static bool isReadAlone(Value value) {
  while (value.hasOneUse()) {
    Operation *view = value.getDefiningOp();
    if (!view || !(isBijective(view) || isa<TakeOp>(view)))
      return true;
    value = view->getOperand(0);
  }
  return false;
}

/// Whether anything but a view or the end of the block uses an array, or what
/// views make of it.
static bool isReadByPatterns(Value array) {
  return llvm::any_of(array.getUsers(), [](Operation *user) {
    if (isa<ViewOpInterface>(user))
      return isReadByPatterns(user->getResult(0));
    return !user->hasTrait<OpTrait::IsTerminator>();
  });
}

/// Whether patterns read the array that a returned one is a view of: it is in
/// memory for them, and the view is a copy of what is there.
static bool isViewOfRead(Value returned) {
  Value value = returned;
  while (auto view = value.getDefiningOp<ViewOpInterface>())
    value = view.getViewSources().front();
  return value != returned && isReadByPatterns(value);
}

/// Whether a returned array is all that is used of a histogram, and all of its
/// bins: these are where they are updated.
static bool isWholeHistogram(Value returned) {
  Value value = returned;
  while (!value.getDefiningOp<ScatterReduceOp>() && value.hasOneUse())
    value = cast<ViewOpInterface>(value.getDefiningOp()).getViewSources()[0];
  return value == returned ||
         (value.hasOneUse() && isStored(value, /*whole=*/true));
}

/// Whether an operation can store an operand where its terminator does.
static bool isStorable(OpOperand &operand) {
  Value value = operand.get();
  auto materialize = value.getDefiningOp<MaterializeOp>();
  // In a kernel or a map, one computation may store in several places.
  const bool isResult = isa<func::ReturnOp>(operand.getOwner());
  const bool isFree = isResult ? (isReadAlone(value) && !isViewOfRead(value)) ||
                                     getViewsOfResult(operand).has_value()
                               : value.hasOneUse() || isStored(value);
  if (isResult &&
      isa_and_present<ScatterReduceOp>(getStoredComputation(value)) &&
      !isWholeHistogram(value))
    return false;
  return isFree &&
         (getStoredComputation(value) ||
          (materialize && materialize.getSpace() == AddressSpace::Global &&
           isResult));
}

/// Whether an array is put together of several, and can be stored in parts; or
/// a view of one that is, of parts that are computed apart.
static bool hasParts(OpOperand &operand) {
  auto view = operand.get().getDefiningOp<ViewOpInterface>();
  return view && operand.get().hasOneUse() && isWritable(view) &&
         (view.getViewSources().size() > 1 ||
          !getSeparateParts(operand).empty());
}

bool lift::makeStorable(OpBuilder &builder, OpOperand &operand) {
  Value value = operand.get();
  if (!isa<ArrayType>(value.getType()) || value.getDefiningOp<KernelOp>())
    return false;
  if (hasParts(operand)) {
    auto view = cast<ViewOpInterface>(value.getDefiningOp());
    bool changed = false;
    for (unsigned i = 0; i < view.getViewSources().size(); ++i)
      changed |= makeStorable(builder, view->getOpOperand(i));
    return changed;
  }
  if (isStorable(operand))
    return false;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(operand.getOwner());
  operand.set(createIdentityMaps(builder, operand.getOwner()->getLoc(), value,
                                 /*mappings=*/{}));
  return true;
}
