//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private arrays whose elements are all at constant indices become values. What
// upstream's mem2reg does in one block, this does through loops and branches,
// which are structured here: a loop carries the elements that it stores, a
// branch yields them.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/BufferAccess.h"
#include "LiftDialect/GPU/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lift {
#define GEN_PASS_DEF_PROMOTEARRAYSPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {

struct PromoteArraysPass final
    : lift::impl::PromoteArraysPassBase<PromoteArraysPass> {
  using Base::Base;
  void runOnOperation() override;
};

/// An element of an array.
using Slot = std::pair<Value, int64_t>;
/// What elements hold at some place of the program, in the order of their first
/// stores.
using SlotValues = llvm::MapVector<Slot, Value>;

/// Replaces the elements of arrays that can be values in one kernel.
class Promoter {
public:
  Promoter(IRRewriter &rewriter, const llvm::SetVector<Value> &arrays)
      : rewriter(rewriter), arrays(arrays) {}

  void promote(Block &block, SlotValues &values);

private:
  SmallVector<Slot> getSlots(Operation *access) const;
  SmallVector<Slot> collectStores(Operation *op) const;
  Value getValue(Slot slot, SlotValues &values, Operation *user);
  void promote(scf::ForOp loop, SlotValues &values);
  void promote(scf::IfOp branch, SlotValues &values);
  void promoteLoad(Operation *load, ArrayRef<Slot> slots, SlotValues &values);
  void promoteStore(Operation *store, ArrayRef<Slot> slots, SlotValues &values);

  IRRewriter &rewriter;
  const llvm::SetVector<Value> &arrays;
};

} // namespace

/// The first element of an access, if it is known.
static std::optional<int64_t> getFirst(const BufferAccess &access) {
  return getConstantIntValue(access.indices.front());
}

/// Whether all uses of an array of one dimension are elements at constant
/// indices, in loops and branches only.
static bool canBeValues(memref::AllocaOp array) {
  if (array.getType().getRank() != 1 || !array.getType().hasStaticShape())
    return false;
  return llvm::all_of(array->getUsers(), [&](Operation *user) {
    std::optional<BufferAccess> access = BufferAccess::get(user);
    if (!access || access->buffer != array.getResult() ||
        access->stored == array.getResult())
      return false;
    std::optional<int64_t> first = getFirst(*access);
    if (!first || *first < 0 ||
        *first + access->getNumElements() > array.getType().getNumElements())
      return false;
    for (Operation *around = user->getParentOp(); !isa<gpu::GPUFuncOp>(around);
         around = around->getParentOp())
      if (!isa<scf::ForOp, scf::IfOp>(around))
        return false;
    return true;
  });
}

/// The elements that an operation accesses, if they become values.
SmallVector<Slot> Promoter::getSlots(Operation *op) const {
  SmallVector<Slot> slots;
  std::optional<BufferAccess> access = BufferAccess::get(op);
  if (!access || !arrays.contains(access->buffer))
    return slots;
  for (int64_t i = 0; i < access->getNumElements(); ++i)
    slots.emplace_back(access->buffer, *getFirst(*access) + i);
  return slots;
}

/// The elements that `op` stores somewhere inside, in order.
SmallVector<Slot> Promoter::collectStores(Operation *op) const {
  llvm::SetVector<Slot> slots;
  op->walk([&](Operation *nested) {
    std::optional<BufferAccess> access = BufferAccess::get(nested);
    if (access && access->stored)
      slots.insert_range(getSlots(nested));
  });
  return slots.takeVector();
}

/// What `slot` holds; before the first store anything.
Value Promoter::getValue(Slot slot, SlotValues &values, Operation *user) {
  Value &value = values[slot];
  if (!value) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfterValue(slot.first);
    value = ub::PoisonOp::create(
        rewriter, user->getLoc(),
        cast<MemRefType>(slot.first.getType()).getElementType());
  }
  return value;
}

void Promoter::promote(scf::ForOp loop, SlotValues &values) {
  SmallVector<Slot> slots = collectStores(loop);
  SmallVector<Value> inits;
  for (Slot slot : slots)
    inits.push_back(getValue(slot, values, loop));
  const unsigned numOld = loop.getNumRegionIterArgs();
  if (!slots.empty()) {
    rewriter.setInsertionPoint(loop);
    auto keep = [](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
      return SmallVector<Value>(carried.begin(), carried.end());
    };
    loop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, keep));
    // It names what the loop carried before.
    loop->removeAttr(LiftDialect::CarriedAttrHelper::getNameStr());
  }
  SlotValues inside = values;
  for (auto [slot, carried] :
       llvm::zip(slots, loop.getRegionIterArgs().drop_front(numOld)))
    inside[slot] = carried;
  promote(*loop.getBody(), inside);
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  for (auto [number, slot] : llvm::enumerate(slots)) {
    yield->setOperand(numOld + number, inside[slot]);
    values[slot] = loop.getResult(numOld + number);
  }
}

void Promoter::promote(scf::IfOp branch, SlotValues &values) {
  SmallVector<Slot> slots = collectStores(branch);
  SmallVector<Type> types(branch.getResultTypes());
  for (Slot slot : slots)
    types.push_back(getValue(slot, values, branch).getType());
  const unsigned numOld = branch.getNumResults();
  if (!slots.empty()) {
    rewriter.setInsertionPoint(branch);
    auto extended =
        scf::IfOp::create(rewriter, branch.getLoc(), types,
                          branch.getCondition(), /*addThenBlock=*/false,
                          /*addElseBlock=*/false);
    extended->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
    extended.getThenRegion().takeBody(branch.getThenRegion());
    extended.getElseRegion().takeBody(branch.getElseRegion());
    if (extended.getElseRegion().empty()) {
      rewriter.createBlock(&extended.getElseRegion());
      scf::YieldOp::create(rewriter, branch.getLoc());
    }
    rewriter.replaceOp(branch, extended.getResults().take_front(numOld));
    branch = extended;
  }
  for (Region *region : branch.getRegions()) {
    if (region->empty())
      continue;
    SlotValues inside = values;
    promote(region->front(), inside);
    Operation *yield = region->front().getTerminator();
    for (Slot slot : slots)
      yield->insertOperands(yield->getNumOperands(), inside[slot]);
  }
  for (auto [number, slot] : llvm::enumerate(slots))
    values[slot] = branch.getResult(numOld + number);
}

void Promoter::promoteLoad(Operation *load, ArrayRef<Slot> slots,
                           SlotValues &values) {
  SmallVector<Value> elements;
  for (Slot slot : slots)
    elements.push_back(getValue(slot, values, load));
  rewriter.setInsertionPoint(load);
  if (isa<vector::LoadOp>(load))
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(
        load, load->getResult(0).getType(), elements);
  else
    rewriter.replaceOp(load, elements);
}

void Promoter::promoteStore(Operation *store, ArrayRef<Slot> slots,
                            SlotValues &values) {
  Value stored = BufferAccess::get(store)->stored;
  rewriter.setInsertionPoint(store);
  for (auto [lane, slot] : llvm::enumerate(slots))
    values[slot] =
        isa<vector::StoreOp>(store)
            ? vector::ExtractOp::create(rewriter, store->getLoc(), stored, lane)
                  .getResult()
            : stored;
  rewriter.eraseOp(store);
}

void Promoter::promote(Block &block, SlotValues &values) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      promote(loop, values);
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      promote(branch, values);
    } else if (SmallVector<Slot> slots = getSlots(&op); !slots.empty()) {
      if (BufferAccess::get(&op)->stored)
        promoteStore(&op, slots, values);
      else
        promoteLoad(&op, slots, values);
    }
  }
}

void PromoteArraysPass::runOnOperation() {
  gpu::GPUFuncOp kernel = getOperation();
  Block &entry = kernel.getBody().front();
  llvm::SetVector<Value> arrays;
  int64_t numElements = 0;
  for (auto array : entry.getOps<memref::AllocaOp>()) {
    if (!canBeValues(array) ||
        numElements + array.getType().getNumElements() > maxElements)
      continue;
    arrays.insert(array);
    numElements += array.getType().getNumElements();
  }
  IRRewriter rewriter(kernel.getContext());
  SlotValues values;
  Promoter(rewriter, arrays).promote(entry, values);
  for (Value array : arrays)
    rewriter.eraseOp(array.getDefiningOp());
  numPromoted += arrays.size();
}
