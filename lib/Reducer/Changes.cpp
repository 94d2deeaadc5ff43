//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lists the changes that make a program smaller.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Reducer/Changes.h"

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lift;

namespace {

/// Counts changes down to the one that is wanted, and makes that.
class Changes {
public:
  Changes(func::FuncOp func, unsigned index) : func(func), remaining(index) {}

  bool run();
  /// How many changes of the function were too few.
  unsigned getRemaining() const { return remaining; }

private:
  /// Whether the change that is described next is the one.
  bool isWanted() { return !isDone && remaining-- == 0 && (isDone = true); }

  void dropResults();
  void returnEarlier();
  void inlineBodies();
  void replaceResults(Operation *op);
  void replaceByEarlier(OpResult result);
  void replaceByArgument(OpResult result);
  void dropPatternInputs(Operation *op);
  void dropPatternResults(Operation *op);
  void dropChoices(Operation *op);
  void dropUnusedArguments();
  void updateType();

  func::FuncOp func;
  unsigned remaining;
  bool isDone = false;
};

} // namespace

void Changes::updateType() {
  Operation *ret = func.getBody().front().getTerminator();
  func.setFunctionType(FunctionType::get(
      func.getContext(), func.getBody().front().getArgumentTypes(),
      ret->getOperandTypes()));
}

void Changes::dropResults() {
  Operation *ret = func.getBody().front().getTerminator();
  for (unsigned i = 0; ret->getNumOperands() > 1 && i < ret->getNumOperands();
       ++i)
    if (isWanted())
      ret->eraseOperand(i);
}

/// Returns what a result is computed from instead of it.
void Changes::returnEarlier() {
  for (OpOperand &operand :
       func.getBody().front().getTerminator()->getOpOperands())
    if (Operation *op = operand.get().getDefiningOp())
      for (Value earlier : op->getOperands())
        if (isWanted())
          operand.set(earlier);
}

/// Puts the body of an operation in its place.
static void inlineBody(Operation *op) {
  Block &body = op->getRegion(0).front();
  op->replaceAllUsesWith(body.getTerminator()->getOperands());
  body.getTerminator()->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations());
  op->erase();
}

/// Kernels are left out, but not what is in them. Of a map or a reduction, the
/// body remains, for elements and accumulators that are arguments.
void Changes::inlineBodies() {
  Block &block = func.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isa<KernelOp, MapOp, ReduceOp>(op) || !isWanted())
      continue;
    for (BlockArgument element : op.getRegion(0).getArguments())
      element.replaceAllUsesWith(
          block.addArgument(element.getType(), element.getLoc()));
    inlineBody(&op);
  }
}

void Changes::replaceByEarlier(OpResult result) {
  SmallVector<Value> candidates;
  auto consider = [&](Value value) {
    if (value.getType() == result.getType() && value != result &&
        !llvm::is_contained(candidates, value))
      candidates.push_back(value);
  };
  for (Value operand : result.getOwner()->getOperands())
    consider(operand);
  for (Value argument : func.getArguments())
    consider(argument);
  for (Value argument : result.getOwner()->getBlock()->getArguments())
    consider(argument);
  for (Operation &earlier : *result.getOwner()->getBlock()) {
    if (&earlier == result.getOwner())
      break;
    for (Value value : earlier.getResults())
      consider(value);
  }
  for (Value value : candidates)
    if (isWanted())
      result.replaceAllUsesWith(value);
}

void Changes::replaceByArgument(OpResult result) {
  if (result.getType().isIndex() || isa<TupleType>(result.getType()) ||
      result.getType().isInteger(1))
    return;
  if (!isWanted())
    return;
  Value argument =
      func.getBody().front().addArgument(result.getType(), func.getLoc());
  result.replaceAllUsesWith(argument);
}

void Changes::replaceResults(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    replaceByEarlier(result);
    if (!op->hasTrait<OpTrait::ConstantLike>())
      replaceByArgument(result);
  }
}

/// Inputs of a map or a reduction that the body does not look at.
void Changes::dropPatternInputs(Operation *op) {
  if (!isa<MapOp, ReduceOp>(op))
    return;
  auto map = dyn_cast<MapOp>(op);
  MutableOperandRange inputs =
      map ? map.getInputsMutable() : cast<ReduceOp>(op).getInputsMutable();
  Block &body = op->getRegion(0).front();
  // The size of one input is how often the body is applied.
  for (unsigned i = 0; inputs.size() > 1 && i < inputs.size(); ++i)
    if (body.getArgument(i).use_empty() && isWanted()) {
      inputs.erase(i);
      body.eraseArgument(i);
    }
}

/// Results of a map or a reduction. What uses one gets another that has its
/// type; a reduction that still reads such an accumulator, its initial value.
void Changes::dropPatternResults(Operation *op) {
  if (!isa<MapOp, ReduceOp>(op))
    return;
  for (OpResult result : op->getResults()) {
    auto other = llvm::find_if(op->getResults(), [&](OpResult other) {
      return other != result &&
             (result.use_empty() || other.getType() == result.getType());
    });
    if (other == op->getResults().end() || !isWanted())
      continue;
    result.replaceAllUsesWith(*other);
    unsigned index = result.getResultNumber();
    Block &body = op->getRegion(0).front();
    body.getTerminator()->eraseOperand(index);
    if (auto reduce = dyn_cast<ReduceOp>(op)) {
      BlockArgument accumulator = reduce.getAccumulatorArgs()[index];
      accumulator.replaceAllUsesWith(reduce.getInits()[index]);
      body.eraseArgument(accumulator.getArgNumber());
      reduce.getInitsMutable().erase(index);
    }
    llvm::BitVector unused(op->getNumResults());
    unused.set(index);
    IRRewriter(op->getContext()).eraseOpResults(op, unused);
    return;
  }
}

void Changes::dropChoices(Operation *op) {
  for (StringRef name :
       {"mapping", "unroll", "vector_width", "mappings", "pad", "buffers"})
    if (op->hasAttr(name) && !isa<PadOp>(op) && isWanted())
      op->removeAttr(name);
  if (isa<MaterializeOp, CopyOp>(op) && isWanted())
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
}

void Changes::dropUnusedArguments() {
  Block &body = func.getBody().front();
  for (unsigned i = body.getNumArguments(); i-- > 0;)
    if (body.getArgument(i).use_empty() && isWanted())
      body.eraseArgument(i);
}

bool Changes::run() {
  dropResults();
  returnEarlier();
  dropUnusedArguments();
  inlineBodies();
  // The last operations first: what only they need goes with them.
  SmallVector<Operation *> ops;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != func.getOperation())
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (!isDone)
      replaceResults(op);
  for (Operation *op : ops) {
    if (!isDone)
      dropPatternInputs(op);
    if (!isDone)
      dropPatternResults(op);
    if (!isDone)
      dropChoices(op);
  }
  if (!isDone)
    return false;
  IRRewriter rewriter(func.getContext());
  (void)runRegionDCE(rewriter, func.getBody());
  updateType();
  return true;
}

/// Leaves a function out, if there are others.
static bool dropFunction(ModuleOp module, unsigned &index) {
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  if (functions.size() < 2)
    return false;
  if (index >= functions.size()) {
    index -= functions.size();
    return false;
  }
  functions[index].erase();
  return true;
}

bool lift::applyChange(ModuleOp module, unsigned index) {
  if (dropFunction(module, index))
    return true;
  for (auto func : module.getOps<func::FuncOp>()) {
    // Neither declarations nor functions with branches.
    if (!func.getBody().hasOneBlock())
      continue;
    Changes changes(func, index);
    if (changes.run())
      return true;
    index = changes.getRemaining();
  }
  return false;
}
