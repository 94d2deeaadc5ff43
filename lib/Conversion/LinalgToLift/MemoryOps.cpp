//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MemoryOps.h"

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::isOnHostMemory(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && structured.hasPureBufferSemantics() &&
         llvm::all_of(op->getOperandTypes(), [](Type type) {
           auto memref = dyn_cast<MemRefType>(type);
           return !memref || !memref.getMemorySpace();
         });
}

static Type getTensorType(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  return RankedTensorType::get(type.getShape(), type.getElementType());
}

/// Where an operation stores its results.
static SmallVector<Value> getDestinations(linalg::LinalgOp op) {
  return op.getDpsInits();
}

bool MemoryOps::mustComeLater(linalg::LinalgOp op) const {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    if (!isa<MemRefType>(operand.getType()))
      return false;
    return llvm::any_of(added, [&](const Added &before) {
      return llvm::any_of(getDestinations(before.original),
                          [&](Value destination) {
                            return destination != operand &&
                                   !aliases->alias(destination, operand).isNo();
                          });
    });
  });
}

Value MemoryOps::load(Value memref, OpBuilder &builder, Added &made) {
  for (const Added &before : llvm::reverse(added))
    for (auto [destination, result] : llvm::zip_equal(
             getDestinations(before.original), before.onTensors->getResults()))
      if (destination == memref)
        return result;
  auto findLoad = [&](const Added &one) -> Value {
    for (Operation *load : one.loads)
      if (load->getOperand(0) == memref)
        return load->getResult(0);
    return {};
  };
  for (const Added &before : added)
    if (Value load = findLoad(before))
      return load;
  if (Value load = findLoad(made))
    return load;
  auto load = bufferization::ToTensorOp::create(builder, made.original.getLoc(),
                                                getTensorType(memref), memref,
                                                /*restrict=*/true);
  made.loads.push_back(load);
  return load;
}

linalg::LinalgOp MemoryOps::add(linalg::LinalgOp op) {
  OpBuilder builder(op);
  Added made;
  made.original = op;
  SmallVector<Value> operands =
      llvm::map_to_vector(op->getOperands(), [&](Value operand) {
        return isa<MemRefType>(operand.getType()) ? load(operand, builder, made)
                                                  : operand;
      });
  SmallVector<Type> types =
      llvm::map_to_vector(getDestinations(op), getTensorType);
  made.onTensors = cast<linalg::LinalgOp>(clone(builder, op, types, operands));
  for (auto [destination, result] :
       llvm::zip_equal(getDestinations(op), made.onTensors->getResults()))
    made.stores.push_back(bufferization::MaterializeInDestinationOp::create(
        builder, op.getLoc(), /*result=*/Type(), result, destination,
        /*restrict=*/true, /*writable=*/true));
  added.push_back(std::move(made));
  return added.back().onTensors;
}

void MemoryOps::removeLast() {
  Added last = added.pop_back_val();
  llvm::for_each(last.stores, [](Operation *store) { store->erase(); });
  last.onTensors->erase();
  llvm::for_each(last.loads, [](Operation *load) { load->erase(); });
}

void MemoryOps::discard() {
  while (!added.empty())
    removeLast();
}

void MemoryOps::removeHiddenStores() {
  DenseSet<Value> stored;
  for (Added &made : llvm::reverse(added))
    llvm::erase_if(made.stores, [&](Operation *store) {
      auto op = cast<bufferization::MaterializeInDestinationOp>(store);
      if (stored.insert(op.getDest()).second)
        return false;
      op.erase();
      return true;
    });
}

void MemoryOps::commit(Operation *last) {
  for (Added &made : llvm::reverse(added)) {
    for (Operation *store : llvm::reverse(made.stores))
      store->moveAfter(last);
    made.original.erase();
  }
  added.clear();
}
