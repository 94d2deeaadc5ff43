//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PrivateValues.h"

using namespace mlir;
using namespace mlir::lift;
using StoredValue = MappingProblem::StoredValue;

namespace {
/// Which maps compute the elements of a private value.
struct Layout {
  /// For each dimension the maps that have it alone: an accumulator has one for
  /// its initial value, and one for the steps.
  SmallVector<SmallVector<unsigned>> maps;
  /// Whether each store to the dimension has such a map, or copies all of it.
  SmallVector<bool> isWhole;
  /// Maps that compute it, but rearranged.
  std::set<unsigned> rearranged;
};
} // namespace

static Layout getLayout(const FormAccesses &accesses, const FormBuffer &value) {
  Layout layout;
  layout.maps.resize(value.type.getRank());
  layout.isWhole.assign(value.type.getRank(), true);
  for (const FormAccess &access : value.accesses) {
    if (!access.isWrite)
      continue;
    bool isRearranged = false;
    MapNumbers inner = value.getInnerMaps(access);
    for (auto [dim, maps] : llvm::enumerate(layout.maps)) {
      const Expr &index = access.path[dim];
      layout.isWhole[dim] &= accesses.isWholeLoop(index);
      for (unsigned around : inner) {
        const std::string &name = accesses.getLoops(around).index;
        if (!index.mentions(name))
          continue;
        if (index != Expr::name(name))
          isRearranged = true;
        else if (!llvm::is_contained(maps, around))
          maps.push_back(around);
      }
    }
    if (isRearranged)
      layout.rearranged.insert(inner.begin(), inner.end());
  }
  return layout;
}

static void addUses(const FormAccesses &accesses, const FormBuffer &value,
                    const Layout &layout, MatchFinder &finder,
                    MemoryScope scope, StoredValue &buffer) {
  for (auto [dim, maps] : llvm::enumerate(layout.maps)) {
    SmallVector<std::pair<Expr, MapNumbers>> uses;
    for (const FormAccess &access : value.accesses) {
      std::pair<Expr, MapNumbers> use = {access.path[dim],
                                         value.getInnerMaps(access)};
      if (!llvm::is_contained(uses, use))
        uses.push_back(std::move(use));
    }
    for (unsigned map : maps)
      for (const auto &[index, around] : uses) {
        MappingProblem::Share share;
        share.map = map;
        if (layout.isWhole[dim])
          share.computing.assign(maps.begin(), maps.end());
        // S6 is not asked of the mapping that there is.
        if (scope == MemoryScope::AllMappings)
          finder.find(Expr::name(accesses.getLoops(map).index), map, index,
                      around, share.matches);
        buffer.shares.push_back(std::move(share));
      }
  }
}

static void addSpread(const FormBuffer &value, const Layout &layout,
                      Tabulator &tabulator, StoredValue &buffer) {
  SmallVector<Expr> sizes = value.type.getSizeExprs();
  // Where one of the maps of a dimension divides it, all do (S6).
  for (auto [maps, size] : llvm::zip_equal(layout.maps, sizes))
    if (!maps.empty())
      if (std::optional<Quantity> length = tabulator.getQuantity(size))
        buffer.spread.emplace_back(maps.front(), *length);
}

std::set<unsigned> lift::addShares(const FormAccesses &accesses,
                                   const FormBuffer &value, MatchFinder &finder,
                                   Tabulator &tabulator, MemoryScope scope,
                                   StoredValue &buffer) {
  Layout layout = getLayout(accesses, value);
  addUses(accesses, value, layout, finder, scope, buffer);
  addSpread(value, layout, tabulator, buffer);
  return layout.rearranged;
}

/// The last operation in the block of an allocation that needs the memory.
static Operation *getLastUse(const FormBuffer &value) {
  Operation *last = value.op;
  for (const FormAccess &access : value.accesses) {
    Operation *use = last->getBlock()->findAncestorOpInBlock(*access.op);
    if (use && last->isBeforeInBlock(use))
      last = use;
  }
  return last;
}

void lift::addTogether(const FormAccesses &accesses, MappingProblem &problem) {
  auto isPrivate = [](const FormBuffer &value) {
    return value.op && value.type.getSpace() == AddressSpace::Private;
  };
  for (auto [index, buffer] : llvm::enumerate(problem.buffers)) {
    const FormBuffer &value = accesses.getBuffers()[index];
    for (auto [number, other] : llvm::enumerate(accesses.getBuffers())) {
      if (!isPrivate(value) || !isPrivate(other))
        continue;
      Operation *at = other.op->getBlock()->findAncestorOpInBlock(*value.op);
      if (at && !at->isBeforeInBlock(other.op) &&
          !getLastUse(other)->isBeforeInBlock(at))
        buffer.together.push_back(number);
    }
  }
}
