//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which array accumulators need one buffer only.
//
// A trip of a loop with a state reads the current one and writes the next. Both
// may be the buffer itself if no element is read after it was overwritten. That
// is so for each read and each store of an element of which
//
//   * the read stands in an earlier statement of the body, or
//   * the two never go to the same element, whatever the trips, or
//   * both go to the same element in every trip of the loops around both, the
//     read first, and none of these loops stores an element several times.
//
// In a trip, each element is stored once: where the paths are equal in one trip
// of the loops around, they are different in two.
//
//===----------------------------------------------------------------------===//

#include "InPlace.h"

#include "LiftDialect/Loop/IndexSymbols.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::lower_patterns;

namespace {
/// An access of a state of a loop.
struct StateAccess {
  Operation *op;
  /// The element, over the values that are its operands.
  SmallVector<Expr> path;
};

/// The accesses of one state of `loop`.
class StateAccesses {
public:
  StateAccesses(Operation *loop, Value current, Value next,
                loop::IndexSymbols &symbols)
      : loop(loop), current(current), next(next), symbols(symbols) {}

  void collect();
  bool isInPlace() const;
  /// Erases stores of what is there already.
  void eraseCopies();

private:
  void add(Operation *op, Value buffer, loop::ExprsAttr exprs,
           ValueRange operands);
  bool isOrdered(const StateAccess &load, const StateAccess &store) const;
  bool areApart(const StateAccess &load, const StateAccess &store) const;

  Operation *loop;
  Value current, next;
  loop::IndexSymbols &symbols;
  SmallVector<StateAccess> loads, stores;
};
} // namespace

void StateAccesses::add(Operation *op, Value buffer, loop::ExprsAttr exprs,
                        ValueRange operands) {
  SmallVector<Expr> path = symbols.get(exprs, operands);
  while (buffer != current && buffer != next) {
    if (auto view = buffer.getDefiningOp<loop::ViewOp>()) {
      std::map<std::string, Expr> dims;
      for (auto [dim, index] : llvm::enumerate(path))
        dims[*loop::getDimSymbol(dim).getName()] = index;
      path = symbols.get(view.getPath(), view.getIndices());
      for (Expr &index : path)
        index = index.substitute(dims);
      buffer = view.getSource();
    } else {
      buffer = loop::getStateOperand(buffer);
    }
    if (!buffer)
      return;
  }
  bool isStore = isa<loop::StoreOp>(op);
  // What the trip has stored itself may be read.
  if (isStore)
    stores.push_back({op, std::move(path)});
  else if (buffer == current)
    loads.push_back({op, std::move(path)});
}

void StateAccesses::collect() {
  loop->getRegions().back().walk([&](Operation *op) {
    if (auto load = dyn_cast<loop::LoadOp>(op))
      add(load, load.getBuffer(), load.getPath(), load.getIndices());
    else if (auto store = dyn_cast<loop::StoreOp>(op))
      add(store, store.getBuffer(), store.getPath(), store.getIndices());
  });
}

bool StateAccesses::isOrdered(const StateAccess &load,
                              const StateAccess &store) const {
  Block *body = &loop->getRegions().back().front();
  Operation *first = body->findAncestorOpInBlock(*load.op);
  Operation *second = body->findAncestorOpInBlock(*store.op);
  if (first != second)
    return first->isBeforeInBlock(second);
  if (load.path != store.path)
    return false;
  // Down to where the two part.
  while (first == second) {
    // A loop with a state stores what it has stored before; branches part.
    auto around = dyn_cast<loop::ForOp>(first);
    if (!around || !around.getStates().empty())
      return false;
    body = &around.getBody().front();
    first = body->findAncestorOpInBlock(*load.op);
    second = body->findAncestorOpInBlock(*store.op);
  }
  return first->isBeforeInBlock(second);
}

/// The first and the last index that an access may go to along a dimension,
/// whatever the trip and the lane; nothing where that is not known.
static std::optional<std::pair<Expr, Expr>>
getBounds(const StateAccess &access, unsigned dim, const Assumptions &facts) {
  Type type = isa<loop::StoreOp>(access.op)
                  ? cast<loop::StoreOp>(access.op).getValue().getType()
                  : access.op->getResult(0).getType();
  Assumptions known = facts;
  if (auto vector = dyn_cast<VectorType>(type))
    known.setRange(*loop::getLaneSymbol().getName(), 0,
                   vector.getNumElements() - 1);
  const Expr &index = access.path[dim];
  std::optional<Expr> last = known.getUpperBound(index);
  std::optional<Expr> first = known.getUpperBound(-index);
  if (!first || !last)
    return std::nullopt;
  return std::pair(-*first, *last);
}

bool StateAccesses::areApart(const StateAccess &load,
                             const StateAccess &store) const {
  const Assumptions &facts = symbols.getFacts();
  for (size_t dim = 0; dim < std::min(load.path.size(), store.path.size());
       ++dim) {
    auto read = getBounds(load, dim, facts);
    auto written = getBounds(store, dim, facts);
    if (read && written &&
        (facts.isLess(read->second, written->first) ||
         facts.isLess(written->second, read->first)))
      return true;
  }
  return false;
}

bool StateAccesses::isInPlace() const {
  return llvm::all_of(loads, [&](const StateAccess &load) {
    return llvm::all_of(stores, [&](const StateAccess &store) {
      return isOrdered(load, store) || areApart(load, store);
    });
  });
}

void StateAccesses::eraseCopies() {
  for (const StateAccess &store : stores) {
    Value value = cast<loop::StoreOp>(store.op).getValue();
    bool isThere = llvm::any_of(loads, [&](const StateAccess &load) {
      return load.op->getResult(0) == value && load.path == store.path;
    });
    if (isThere)
      store.op->erase();
  }
}

template <typename Loop>
static void proveLoop(Loop loop, loop::IndexSymbols &symbols) {
  auto states =
      loop.getBody().getArguments().drop_front(1 + loop.getInits().size());
  SmallVector<StateAccesses> accesses;
  for (unsigned i = 0; i < loop.getStates().size(); ++i) {
    accesses.emplace_back(loop, states[2 * i], states[2 * i + 1], symbols);
    accesses.back().collect();
  }
  if (accesses.empty() ||
      !llvm::all_of(accesses, [](const StateAccesses &state) {
        return state.isInPlace();
      }))
    return;
  loop.setInPlace(true);
  for (StateAccesses &state : accesses)
    state.eraseCopies();
}

void lower_patterns::proveInPlace(loop::KernelOp kernel) {
  loop::IndexSymbols symbols{Assumptions()};
  kernel.walk([&](Operation *op) {
    if (auto loop = dyn_cast<loop::ForOp>(op))
      proveLoop(loop, symbols);
    else if (auto loop = dyn_cast<loop::WhileOp>(op))
      proveLoop(loop, symbols);
  });
}

void lower_patterns::eraseUnused(Operation *root) {
  root->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    // A kernel is launched even if nobody uses its results.
    if (isOpTriviallyDead(op) && !isa<loop::KernelOp>(op))
      op->erase();
  });
}
