//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Shares.h"
#include "LiftDialect/Loop/OperandExprs.h"
#include "LoopCodes.h"

#include "LiftDialect/Loop/OperandExprs.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;
using namespace mlir::lift::loop;

namespace {
/// An access of an array, and the value that each index is, where it is one.
struct PlainAccess {
  Operation *op;
  SmallVector<Value> indices;
};

struct PrivateArray {
  Value buffer;
  SmallVector<PlainAccess> stores, loads;
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
  /// Whether there are more loops that copy what is spread.
  bool findSources();
  /// Also whether one of those dimensions must not be spread after all.
  std::pair<CopyLoops, bool> findCopies();

  const Launch &launch;
  /// Loops that copy, but not only to one such array.
  DenseSet<Operation *> noCopies;
  /// Loops that copy what is spread, with the dimension of the launch.
  DenseMap<Operation *, unsigned> sources;
};
} // namespace

/// The accesses of a buffer, also as a state of loops and through views.
static void addAccesses(Value buffer, SmallVectorImpl<PlainAccess> &accesses) {
  auto addState = [&](auto loop, unsigned operand) {
    unsigned number = operand - loop.getStates().getBeginOperandIndex();
    unsigned first = 1 + loop.getInits().size() + 2 * number;
    for (unsigned i : {first, first + 1})
      addAccesses(loop.getBody().getArgument(i), accesses);
  };
  for (OpOperand &use : buffer.getUses()) {
    Operation *op = use.getOwner();
    if (isa<loop::LoadOp, loop::StoreOp>(op)) {
      auto [path, operands] = loop::getExprs(op);
      accesses.push_back({op, loop::getPlain(path, operands)});
    } else if (auto loop = dyn_cast<loop::ForOp>(op)) {
      addState(loop, use.getOperandNumber());
    } else if (auto loop = dyn_cast<loop::WhileOp>(op)) {
      addState(loop, use.getOperandNumber());
    } else if (auto view = dyn_cast<loop::ViewOp>(op)) {
      SmallVector<PlainAccess> inner;
      addAccesses(view.getResult(), inner);
      SmallVector<Value> outer =
          loop::getPlain(view.getPath(), view.getIndices());
      for (PlainAccess &access : inner) {
        SmallVector<Value> indices = outer;
        for (auto [dim, index] : llvm::enumerate(access.indices))
          for (auto [target, expr] :
               llvm::zip_equal(indices, view.getPath().getExprs()))
            if (expr == loop::getDimSymbol(dim))
              target = index;
        accesses.push_back({access.op, std::move(indices)});
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
    SmallVector<PlainAccess> accesses;
    addAccesses(buffer, accesses);
    for (PlainAccess &access : accesses)
      (isa<loop::StoreOp>(access.op) ? array.stores : array.loads)
          .push_back(std::move(access));
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
  loop::ForOp loop = loop::getLoop(index);
  // The steps of a scan start with the second.
  bool isCopy = loop && !loop.getMap() && loop.getInits().empty() &&
                loop.getStates().empty() && loop.getLower().isConstant(0) &&
                loop.getIndices().empty() && !noCopies.contains(loop);
  return isCopy ? loop : loop::ForOp();
}

std::optional<unsigned> ShareFinder::getDim(const PrivateArray &array,
                                            unsigned dim) const {
  LoopCodes computing;
  for (const PlainAccess &store : array.stores) {
    loop::ForOp loop = loop::getLoop(store.indices[dim]);
    if (!loop)
      return std::nullopt;
    auto source = sources.find(loop);
    if (!getCopyLoop(store.indices[dim]))
      computing.add(loop);
    else if (source != sources.end())
      computing.add(getCode(MappingLevel::Lcl, source->second));
  }
  // Where there is one work-item, it has it all.
  for (unsigned lcl = 0; lcl < kMaxLaunchDims; ++lcl)
    if (launch.getLocalId(lcl) &&
        computing.holds(isShare(computing.getAll(), lcl)))
      return lcl;
  return std::nullopt;
}

void ShareFinder::setDims(PrivateArray &array) const {
  auto type = cast<loop::BufferType>(array.buffer.getType());
  array.dims.clear();
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    array.dims.push_back(getDim(array, dim));
}

bool ShareFinder::findSources() {
  bool isChanged = false;
  for (const PrivateArray &array : arrays)
    for (const PlainAccess &load : array.loads)
      for (auto [k, dim] : llvm::enumerate(array.dims))
        if (loop::ForOp loop = getCopyLoop(load.indices[k]); dim && loop)
          isChanged |= sources.try_emplace(loop, *dim).second;
  return isChanged;
}

std::pair<ShareFinder::CopyLoops, bool> ShareFinder::findCopies() {
  CopyLoops loops;
  bool isChanged = false;
  for (const PrivateArray &array : arrays)
    for (const PlainAccess &store : array.stores)
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
    if (findSources())
      continue;
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
