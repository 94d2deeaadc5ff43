//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Transforms/Passes.h"

namespace mlir::lift {
#define GEN_PASS_DEF_INFERSPACESPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct InferSpacesPass final
    : lift::impl::InferSpacesPassBase<InferSpacesPass> {
  using Base::Base;
  void runOnOperation() override { inferSpaces(getOperation(), privateLimit); }
};
} // namespace

/// Whether the result of a fold is stored by the end of the block around,
/// and used nowhere else.
static bool isStoredAtEnd(OpResult result) {
  if (isa<ArrayType>(result.getType()) && !result.use_empty() &&
      !isStored(result, /*whole=*/true))
    return false;
  return llvm::all_of(result.getUses(), [](OpOperand &use) {
    if (!use.getOwner()->hasTrait<OpTrait::IsTerminator>())
      return false;
    // A scalar is stored as an element of the map's result, if that is.
    auto map = dyn_cast<MapOp>(use.getOwner()->getParentOp());
    return !map || isStored(map.getResult(use.getOperandNumber()));
  });
}

/// Whether an array that a fold computes must be in memory of its own: it has
/// no destination, or the fold must run before that is known. All results are
/// computed together; of one that nobody uses, lowering finds a place for the
/// accumulator.
static bool resultNeedsMemory(FoldPattern fold, OpResult value) {
  if (value.use_empty())
    return false;
  bool isAccumulator = isa<ArrayType>(
      fold.getAccumulatorArgs()[value.getResultNumber()].getType());
  if (!isStored(value, /*whole=*/isAccumulator))
    return true;
  // At the top level there are kernels, which compute all results that are
  // used.
  if (fold->getNumResults() == 1 || isa<func::FuncOp>(fold->getParentOp()))
    return false;
  return !llvm::all_of(fold->getResults(), isStoredAtEnd);
}

/// Whether a reduction starts from the value, which is stored as its
/// accumulator then.
static bool isInitialValue(Value value) {
  if (!value.hasOneUse())
    return false;
  OpOperand &use = *value.use_begin();
  Operation *user = use.getOwner();
  if (auto view = dyn_cast<ViewOpInterface>(user))
    return isWritable(view) && isInitialValue(user->getResult(0));
  auto fold = dyn_cast<FoldPattern>(user);
  return fold && !isa<ScanOp>(user) &&
         user->getBlock() == value.getParentBlock() &&
         use.getOperandNumber() >= fold.getInputs().size();
}

/// Whether a computed array must be in memory and is not yet.
static bool needsMemory(OpResult value, bool isMapped) {
  if (!isa<ArrayType>(value.getType()))
    return false;
  if (value.hasOneUse() && isa<MaterializeOp>(*value.user_begin()))
    return false;
  if (auto fold = dyn_cast<FoldPattern>(value.getOwner()))
    return resultNeedsMemory(fold, value);
  if (value.use_empty())
    return false;
  // What is scattered cannot be read on the way.
  if (isa<ScatterOp>(value.getOwner()))
    return !isStored(value);
  auto map = cast<MapOp>(value.getOwner());
  bool isParallel =
      isMapped && map.getMapping() && map.getMappingAttr().isParallel();
  return isParallel ? !isStored(value) && !isInitialValue(value)
                    : !isReadOnce(value);
}

/// The materialize that says where `value` is stored, if there is one.
static MaterializeOp findMaterialize(OpResult value) {
  for (Operation *user : value.getUsers())
    if (auto materialize = dyn_cast<MaterializeOp>(user))
      if (materialize->getBlock() == value.getOwner()->getBlock())
        return materialize;
  return {};
}

static void materialize(OpResult value, int64_t privateLimit) {
  Operation *op = value.getOwner();
  // The other uses read the same memory.
  if (MaterializeOp stored = findMaterialize(value)) {
    stored->moveAfter(op);
    value.replaceAllUsesExcept(stored, stored);
    return;
  }
  AddressSpace space =
      isa<func::FuncOp>(op->getParentOp())
          ? AddressSpace::Global
          : getDefaultSpace(cast<ArrayType>(value.getType()), privateLimit);
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  auto stored =
      MaterializeOp::create(builder, op->getLoc(), value,
                            AddressSpaceAttr::get(op->getContext(), space),
                            DenseI64ArrayAttr(), IntegerAttr());
  value.replaceAllUsesExcept(stored, stored);
}

void lift::inferSpaces(func::FuncOp func, int64_t privateLimit, bool isMapped) {
  // What a value needs depends on its uses only, which come later and are
  // visited first.
  SmallVector<OpResult> values;
  func.walk([&](Operation *op) {
    if (isa<MapOp, FoldPattern, ScatterOp>(op))
      values.append(op->result_begin(), op->result_end());
  });
  for (OpResult value : llvm::reverse(values))
    if (needsMemory(value, isMapped))
      materialize(value, privateLimit);
}
