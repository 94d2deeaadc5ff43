//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/InverseViews.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::lift;

Value lift::applyInverse(OpBuilder &builder, Operation *view, Value value) {
  Location loc = view->getLoc();
  if (auto join = dyn_cast<JoinOp>(view)) {
    Expr inner =
        cast<ArrayType>(join.getInput().getType()).getSize(join.getDim() + 1);
    return SplitOp::create(builder, loc, value,
                           SizeAttr::get(builder.getContext(), inner),
                           join.getDim());
  }
  if (auto split = dyn_cast<SplitOp>(view))
    return JoinOp::create(builder, loc, value, split.getDim());
  if (auto transpose = dyn_cast<TransposeOp>(view))
    return TransposeOp::create(
        builder, loc, value,
        builder.getDenseI64ArrayAttr(
            invertPermutationVector(transpose.getFullPermutation())));
  if (auto scalars = dyn_cast<AsScalarOp>(view)) {
    auto type = cast<ArrayType>(scalars.getInput().getType());
    return AsVectorOp::create(
        builder, loc, value,
        cast<VectorType>(type.getElementType()).getNumElements());
  }
  return AsScalarOp::create(builder, loc, value);
}

/// What bijective views, and such as cut elements off, are of.
static Value getRoot(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && (isBijective(op) || isa<TakeOp>(op))) {
    value = op->getOperand(0);
    op = value.getDefiningOp();
  }
  return value;
}

std::optional<SmallVector<Operation *>>
lift::getViewsOfResult(OpOperand &returned) {
  auto root = dyn_cast<OpResult>(getRoot(returned.get()));
  if (!root || !isa<MapOp>(root.getOwner()) ||
      root.getParentBlock() != returned.getOwner()->getBlock())
    return std::nullopt;
  for (OpOperand &operand : returned.getOwner()->getOpOperands())
    if (operand.getOperandNumber() < returned.getOperandNumber() &&
        getRoot(operand.get()) == root)
      return std::nullopt;
  SmallVector<Operation *> views;
  bool isCut = false;
  for (Value value = returned.get(); value != root;
       value = views.front()->getOperand(0)) {
    Operation *view = value.getDefiningOp();
    isCut |= isa<TakeOp>(view);
    if (isCut && !view->getOperand(0).hasOneUse())
      return std::nullopt;
    views.insert(views.begin(), view);
  }
  return views;
}
