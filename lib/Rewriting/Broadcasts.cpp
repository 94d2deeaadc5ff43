//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Broadcasts.h"

#include "Builders.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

/// The input of a loop in the body that is all that uses an argument. Null if
/// it has another use, or several.
static OpOperand *getInnerInput(BlockArgument argument) {
  if (!argument.hasOneUse())
    return nullptr;
  OpOperand &use = *argument.use_begin();
  Operation *loop = use.getOwner();
  bool isInput = isa<MapOp, ReduceOp>(loop) &&
                 loop->getBlock() == argument.getOwner() &&
                 use.getOperandNumber() < getInputs(loop).size();
  return isInput ? &use : nullptr;
}

static BlockArgument getElement(OpOperand &input) {
  return input.getOwner()->getRegion(0).getArgument(input.getOperandNumber());
}

bool lift::dropBroadcast(RewriterBase &rewriter, OpOperand &input) {
  auto broadcast = input.get().getDefiningOp<BroadcastOp>();
  if (!broadcast)
    return false;
  // The loops that go through what is repeated, and the one that repeats it.
  SmallVector<OpOperand *> inputs = {&input};
  for (int64_t dim = 0; dim < int64_t(broadcast.getDim()); ++dim) {
    OpOperand *inner = getInnerInput(getElement(*inputs.back()));
    if (!inner)
      return false;
    inputs.push_back(inner);
  }
  OpOperand *repeated = inputs.pop_back_val();
  Operation *loop = repeated->getOwner();
  if (getInputs(loop).size() == 1)
    return false;

  Value value = broadcast.getInput();
  if (broadcast.getSizes().size() > 1) {
    rewriter.setInsertionPoint(broadcast);
    value = BroadcastOp::create(
        rewriter, broadcast.getLoc(), value,
        rewriter.getArrayAttr(broadcast.getSizes().getValue().drop_front()),
        broadcast.getDim());
  }
  for (OpOperand *outer : inputs) {
    rewriter.modifyOpInPlace(outer->getOwner(), [&] { outer->set(value); });
    BlockArgument element = getElement(*outer);
    element.setType(cast<ArrayType>(value.getType()).getInnerType());
    value = element;
  }
  const unsigned number = repeated->getOperandNumber();
  rewriter.modifyOpInPlace(loop, [&] {
    BlockArgument element = loop->getRegion(0).getArgument(number);
    rewriter.replaceAllUsesWith(element, value);
    element.getOwner()->eraseArgument(number);
    getInputs(loop).erase(number);
  });
  if (broadcast->use_empty())
    rewriter.eraseOp(broadcast);
  return true;
}

void lift::dropBroadcasts(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> loops;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<MapOp, ReduceOp>(op))
      loops.push_back(op);
  });
  for (Operation *loop : loops)
    for (unsigned number = 0; number < getInputs(loop).size();)
      if (!dropBroadcast(rewriter, loop->getOpOperand(number)))
        ++number;
}
