//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Shares.h"
#include "OperandExprs.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;

namespace {
/// A store to an array, and the value that each index is, where it is one.
struct PlainStore {
  loop::StoreOp op;
  SmallVector<Value> indices;
};

struct PrivateArray {
  Value buffer;
  SmallVector<PlainStore> stores;
  SpreadDims dims;
};

class ShareFinder {
public:
  explicit ShareFinder(const Launch &launch) : launch(launch) {}

  void addArrays(loop::KernelOp kernel);
  /// Decides which dimensions are spread, and maps the loops that copy.
  void find();

  SmallVector<PrivateArray> arrays;

private:
  void setDims(PrivateArray &array) const;
  std::optional<unsigned> getDim(const PrivateArray &array, unsigned dim) const;
  /// The loop that goes through the elements that it copies, and does nothing
  /// else, whose trips have this number; null if it is none.
  loop::ForOp getCopyLoop(Value index) const;

  /// The loops that copy to what is spread, with the dimension of the launch
  /// and the stores that go there.
  struct Copies {
    unsigned dim;
    DenseSet<Operation *> stores;
  };
  using CopyLoops = llvm::MapVector<Operation *, Copies>;
  /// Also whether one of those dimensions must not be spread after all.
  std::pair<CopyLoops, bool> findCopies();

  const Launch &launch;
  /// Loops that copy, but not only to one such array.
  DenseSet<Operation *> noCopies;
};
} // namespace

/// The stores to a buffer, also as a state of loops and through views.
static void addStores(Value buffer, SmallVectorImpl<PlainStore> &stores) {
  auto addState = [&](auto loop, unsigned operand) {
    unsigned number = operand - loop.getStates().getBeginOperandIndex();
    unsigned first = 1 + loop.getInits().size() + 2 * number;
    for (unsigned i : {first, first + 1})
      addStores(loop.getBody().getArgument(i), stores);
  };
  for (OpOperand &use : buffer.getUses()) {
    Operation *op = use.getOwner();
    if (auto store = dyn_cast<loop::StoreOp>(op)) {
      stores.push_back({store, getPlain(store.getPath(), store.getIndices())});
    } else if (auto loop = dyn_cast<loop::ForOp>(op)) {
      addState(loop, use.getOperandNumber());
    } else if (auto loop = dyn_cast<loop::WhileOp>(op)) {
      addState(loop, use.getOperandNumber());
    } else if (auto view = dyn_cast<loop::ViewOp>(op)) {
      SmallVector<PlainStore> inner;
      addStores(view.getResult(), inner);
      SmallVector<Value> outer = getPlain(view.getPath(), view.getIndices());
      for (PlainStore &store : inner) {
        SmallVector<Value> indices = outer;
        for (auto [dim, index] : llvm::enumerate(store.indices))
          for (auto [target, expr] :
               llvm::zip_equal(indices, view.getPath().getExprs()))
            if (expr == loop::getDimSymbol(dim))
              target = index;
        stores.push_back({store.op, std::move(indices)});
      }
    }
  }
}

void ShareFinder::addArrays(loop::KernelOp kernel) {
  auto add = [&](Value buffer) {
    auto type = cast<loop::BufferType>(buffer.getType());
    if (type.getSpace() != AddressSpace::Private || type.getRank() == 0)
      return;
    PrivateArray &array = arrays.emplace_back();
    array.buffer = buffer;
    addStores(buffer, array.stores);
  };
  auto addNext = [&](auto loop) {
    for (unsigned i = 0; i < loop.getStates().size(); ++i)
      add(loop.getBody().getArgument(2 + loop.getInits().size() + 2 * i));
  };
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto alloc = dyn_cast<loop::AllocOp>(op))
      add(alloc);
    else if (auto loop = dyn_cast<loop::ForOp>(op))
      addNext(loop);
    else if (auto loop = dyn_cast<loop::WhileOp>(op))
      addNext(loop);
  });
}

loop::ForOp ShareFinder::getCopyLoop(Value index) const {
  loop::ForOp loop = getLoop(index);
  // The steps of a scan start with the second.
  bool isCopy = loop && !loop.getMap() && loop.getInits().empty() &&
                loop.getStates().empty() && loop.getLower().isConstant(0) &&
                loop.getIndices().empty() && !noCopies.contains(loop);
  return isCopy ? loop : loop::ForOp();
}

std::optional<unsigned> ShareFinder::getDim(const PrivateArray &array,
                                            unsigned dim) const {
  std::optional<unsigned> found;
  for (const PlainStore &store : array.stores) {
    Value index = store.indices[dim];
    if (getCopyLoop(index))
      continue;
    loop::ForOp loop = getLoop(index);
    MappingAttr mapping = loop ? loop.getMappingAttr() : MappingAttr();
    if (!mapping || mapping.getKind() != MappingKind::Lcl ||
        (found && *found != mapping.getDim()))
      return std::nullopt;
    found = mapping.getDim();
  }
  // One work-item has it all.
  if (found && !launch.getLocalId(*found))
    return std::nullopt;
  return found;
}

void ShareFinder::setDims(PrivateArray &array) const {
  auto type = cast<loop::BufferType>(array.buffer.getType());
  array.dims.clear();
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    array.dims.push_back(getDim(array, dim));
}

std::pair<ShareFinder::CopyLoops, bool> ShareFinder::findCopies() {
  CopyLoops loops;
  bool isChanged = false;
  for (const PrivateArray &array : arrays)
    for (const PlainStore &store : array.stores)
      for (auto [k, dim] : llvm::enumerate(array.dims)) {
        loop::ForOp loop = getCopyLoop(store.indices[k]);
        if (!dim || !loop)
          continue;
        auto it = loops.insert({loop, Copies{*dim, {}}}).first;
        it->second.stores.insert(store.op);
        if (it->second.dim != *dim)
          isChanged |= noCopies.insert(loop).second;
      }
  for (auto &[loop, copies] : loops) {
    WalkResult walk =
        loop->walk([&, &stores = copies.stores](loop::StoreOp store) {
          return stores.contains(store) ? WalkResult::advance()
                                        : WalkResult::interrupt();
        });
    bool isInSame = llvm::any_of(
        getParallelLoops(loop), [&, dim = copies.dim](loop::ForOp around) {
          return around.getMappingAttr().getKind() == MappingKind::Lcl &&
                 around.getMappingAttr().getDim() == dim;
        });
    if (walk.wasInterrupted() || isInSame)
      isChanged |= noCopies.insert(loop).second;
  }
  return {std::move(loops), isChanged};
}

void ShareFinder::find() {
  while (true) {
    for (PrivateArray &array : arrays)
      setDims(array);
    auto [loops, isChanged] = findCopies();
    if (isChanged)
      continue;
    for (auto &[loop, copies] : loops)
      cast<loop::ForOp>(loop).setMappingAttr(
          MappingAttr::get(loop->getContext(), MappingKind::Lcl, copies.dim));
    return;
  }
}

Shares Shares::find(loop::KernelOp kernel, const Launch &launch) {
  ShareFinder finder(launch);
  finder.addArrays(kernel);
  finder.find();
  Shares shares;
  for (PrivateArray &array : finder.arrays)
    if (llvm::any_of(array.dims,
                     [](const auto &dim) { return dim.has_value(); }))
      shares.set(array.buffer, std::move(array.dims));
  return shares;
}
