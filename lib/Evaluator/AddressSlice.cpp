//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AddressSlice.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

AddressSlice::AddressSlice(loop::KernelOp kernel) {
  kernel->walk([&](Operation *op) {
    if (auto index = dyn_cast<loop::IndexOp>(op)) {
      if (index.getData())
        values.insert(index.getData());
    } else if (auto condition = dyn_cast<loop::ConditionOp>(op)) {
      values.insert(condition.getCondition());
    }
  });
  for (size_t i = 0; i < values.size(); ++i)
    addDefinition(values[i]);
}

/// What is stored in a buffer is needed.
void AddressSlice::addContent(Value buffer) {
  if (!buffers.insert(buffer).second)
    return;
  for (Operation *user : buffer.getUsers())
    if (auto store = dyn_cast<loop::StoreOp>(user))
      values.insert(store.getValue());
}

/// Of scalar `number` that a loop carries, what it starts with and what a trip
/// yields.
void AddressSlice::addCarried(Operation *op, unsigned number) {
  auto add = [&](auto loop) {
    values.insert(loop.getInits()[number]);
    values.insert(loop.getYield().getValues()[number]);
    values.insert(loop.getBody().getArgument(1 + number));
    values.insert(loop.getResult(number));
  };
  llvm::TypeSwitch<Operation *>(op).Case<loop::ForOp, loop::WhileOp>(add);
}

void AddressSlice::addDefinition(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    unsigned number = argument.getArgNumber();
    auto loop = dyn_cast<loop::WhileOp>(parent);
    unsigned numCarried =
        isa<loop::ForOp, loop::WhileOp>(parent) ? parent->getNumResults() : 0;
    if (number >= 1 && number <= numCarried)
      addCarried(parent, number - 1);
    else if (loop && llvm::is_contained(loop.getPassed(), argument))
      for (auto [passed, operand] :
           llvm::zip_equal(loop.getPassed(), loop.getCondition().getPassed()))
        if (passed == argument)
          values.insert(operand);
    return;
  }
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast<loop::LoadOp>(op))
    return addContent(load.getBuffer());
  if (isa<loop::IndexOp, loop::IdOp>(op))
    return;
  if (isa<loop::ForOp, loop::WhileOp>(op))
    return addCarried(op, cast<OpResult>(value).getResultNumber());
  if (auto branch = dyn_cast<loop::IfOp>(op)) {
    for (Region &region : branch->getRegions())
      if (!region.empty())
        values.insert(region.front().getTerminator()->getOperand(
            cast<OpResult>(value).getResultNumber()));
    return;
  }
  values.insert(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
}
