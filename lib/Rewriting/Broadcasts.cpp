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

/// The input of a loop inside that is all that uses an argument. Null if
/// it has another use, or several.
static OpOperand *getInnerInput(BlockArgument argument) {
  if (!argument.hasOneUse())
    return nullptr;
  OpOperand &use = *argument.use_begin();
  Operation *loop = use.getOwner();
  bool isInput = isa<MapOp, ReduceOp>(loop) &&
                 use.getOperandNumber() < getInputs(loop).size();
  return isInput ? &use : nullptr;
}

static BlockArgument getElement(OpOperand &input) {
  return input.getOwner()->getRegion(0).getArgument(input.getOperandNumber());
}

namespace {
/// A value, and where it is repeated how often.
struct Repetition {
  Value value;
  unsigned dim;
  SmallVector<Attribute> sizes;
};
} // namespace

/// A dimension of one element that is split off is a repetition, too.
static std::optional<Repetition> getRepetition(Operation *op, bool alsoSplits) {
  if (auto broadcast = dyn_cast_or_null<BroadcastOp>(op))
    return Repetition{broadcast.getInput(), unsigned(broadcast.getDim()),
                      llvm::to_vector(broadcast.getSizes().getValue())};
  auto split = dyn_cast_or_null<SplitOp>(op);
  if (!split || !alsoSplits)
    return std::nullopt;
  auto type = cast<ArrayType>(split.getResult().getType());
  const unsigned dim = split.getDim();
  for (unsigned one : {dim, dim + 1})
    if (type.getSize(one).isConstant(1))
      return Repetition{split.getInput(), one, {type.getSizes()[one]}};
  return std::nullopt;
}

bool lift::dropBroadcast(RewriterBase &rewriter, OpOperand &input,
                         bool alsoSplits) {
  Operation *op = input.get().getDefiningOp();
  std::optional<Repetition> repetition = getRepetition(op, alsoSplits);
  if (!repetition)
    return false;
  // The loops that go through what is repeated, and the one that repeats it.
  SmallVector<OpOperand *> inputs = {&input};
  for (unsigned dim = 0; dim < repetition->dim; ++dim) {
    OpOperand *inner = getInnerInput(getElement(*inputs.back()));
    if (!inner)
      return false;
    inputs.push_back(inner);
  }
  OpOperand *repeated = inputs.pop_back_val();
  Operation *loop = repeated->getOwner();
  if (getInputs(loop).size() == 1)
    return false;

  Value value = repetition->value;
  if (repetition->sizes.size() > 1) {
    rewriter.setInsertionPoint(op);
    value = BroadcastOp::create(
        rewriter, op->getLoc(), value,
        rewriter.getArrayAttr(ArrayRef(repetition->sizes).drop_front()),
        repetition->dim);
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
  if (op->use_empty())
    rewriter.eraseOp(op);
  return true;
}

LogicalResult lift::dropBroadcasts(RewriterBase &rewriter, Operation *root,
                                   bool alsoSplits, Refusal &refusal) {
  SmallVector<Operation *> loops;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<MapOp, ReduceOp>(op))
      loops.push_back(op);
  });
  bool isChanged = false;
  for (Operation *loop : loops)
    for (unsigned number = 0; number < getInputs(loop).size();)
      if (dropBroadcast(rewriter, loop->getOpOperand(number), alsoSplits))
        isChanged = true;
      else
        ++number;
  if (isChanged)
    return success();
  return refusal.set(root, "has no loop that goes through one value many "
                           "times, and through something else");
}
