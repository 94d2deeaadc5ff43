//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Windows that overlap, copied to private memory: what several of them have is
// there once.
//
//   for t below 3                         for m below 6
//     for l below 4            becomes      copy[m] = in[m]
//       copy[t][l] = in[l + t]            ... copy[l + t] ...
//   ... copy[t][l] ...
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Loop/OperandExprs.h"
#include "MergeReads.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// Two loops of a copy whose indices all that is copied depends on as
/// inner + distance * outer alone; the names do not say which is around which.
struct Overlap {
  loop::ForOp outer, inner;
  int64_t distance;
};

/// A private buffer that one statement fills.
class WindowCopy {
public:
  static std::optional<WindowCopy> get(loop::AllocOp alloc);
  bool merge();

private:
  WindowCopy(loop::AllocOp alloc, loop::StoreOp store)
      : alloc(alloc), store(store) {}

  void collectLoops();
  bool isPlain();
  std::optional<unsigned> getDim(loop::ForOp loop);
  std::optional<Overlap> findOverlap();
  bool dependsOnSum(Overlap overlap);
  void rewrite(Overlap overlap);

  loop::AllocOp alloc;
  loop::StoreOp store;
  /// Those around the statement, with nothing else in them that has effects,
  /// from the innermost.
  SmallVector<loop::ForOp> loops;
};
} // namespace

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

std::optional<WindowCopy> WindowCopy::get(loop::AllocOp alloc) {
  auto type = cast<loop::BufferType>(alloc.getType());
  if (type.getSpace() != AddressSpace::Private || type.getRank() < 2 ||
      alloc.getPad() || alloc.getInTurn())
    return std::nullopt;
  loop::StoreOp store;
  for (Operation *user : alloc->getUsers()) {
    if (isa<loop::LoadOp>(user))
      continue;
    auto other = dyn_cast<loop::StoreOp>(user);
    if (!other || store)
      return std::nullopt;
    store = other;
  }
  if (!store)
    return std::nullopt;
  WindowCopy copy(alloc, store);
  copy.collectLoops();
  if (copy.loops.size() < 2 || !copy.isPlain())
    return std::nullopt;
  return copy;
}

void WindowCopy::collectLoops() {
  auto hasOneStatement = [&](Block &block, Operation *statement) {
    return llvm::all_of(block.without_terminator(), [&](Operation &op) {
      return &op == statement || isRead(op) ||
             (isPure(&op) && op.getNumRegions() == 0);
    });
  };
  Operation *statement = store;
  while (auto loop = dyn_cast<loop::ForOp>(statement->getParentOp())) {
    if (!countTrips(loop) || !loop.getLower().isConstant(0) ||
        !loop.getInits().empty() || !loop.getStates().empty() ||
        loop->isAncestor(alloc) ||
        !hasOneStatement(loop.getBody().front(), statement))
      return;
    loops.push_back(loop);
    statement = loop;
  }
}

/// Whether the numbers of trips are used in expressions alone, and nothing is
/// read from the copy before it is complete.
bool WindowCopy::isPlain() {
  loop::ForOp outermost = loops.back();
  for (loop::ForOp loop : loops)
    for (Operation *user : loop.getInductionVar().getUsers()) {
      auto [exprs, operands] = loop::getExprs(user);
      if (!exprs || llvm::count(user->getOperands(), loop.getInductionVar()) !=
                        llvm::count(operands, loop.getInductionVar()))
        return false;
    }
  return llvm::all_of(alloc->getUsers(), [&](Operation *user) {
    return user == store || !outermost->isAncestor(user);
  });
}

//===----------------------------------------------------------------------===//
// Overlaps
//===----------------------------------------------------------------------===//

static bool mentions(const Expr &expr, ValueRange operands, Value operand) {
  return llvm::any_of(llvm::enumerate(operands), [&](auto numbered) {
    return numbered.value() == operand &&
           expr.mentions(*loop::getOperandSymbol(numbered.index()).getName());
  });
}

/// The dimension of the buffer that a loop goes through, all of it.
std::optional<unsigned> WindowCopy::getDim(loop::ForOp loop) {
  auto type = cast<loop::BufferType>(alloc.getType());
  Value index = loop.getInductionVar();
  SmallVector<Value> plain =
      loop::getPlain(store.getPath(), store.getIndices());
  std::optional<unsigned> found;
  for (auto [dim, expr] : llvm::enumerate(store.getPath().getExprs())) {
    if (!mentions(expr, store.getIndices(), index))
      continue;
    if (found || plain[dim] != index || dim >= type.getRank() ||
        !type.getSizeExprs()[dim].isConstant(*countTrips(loop)))
      return std::nullopt;
    found = dim;
  }
  return found;
}

/// Whether all expressions of what is copied are functions of the sum. What is
/// computed from indices is one of these, or the same for all.
bool WindowCopy::dependsOnSum(Overlap overlap) {
  const Expr outer = Expr::name("%outer"), inner = Expr::name("%inner");
  DenseMap<Value, Expr> others;
  auto getSymbol = [&](Value operand) {
    if (operand == overlap.outer.getInductionVar())
      return outer;
    if (operand == overlap.inner.getInductionVar())
      return inner;
    return others
        .try_emplace(operand, Expr::name("%" + std::to_string(others.size())))
        .first->second;
  };
  loop::ForOp outermost = loops.back();
  return !outermost.getBody()
              .walk([&](Operation *op) {
                auto [exprs, operands] = loop::getExprs(op);
                if (op == store || !exprs)
                  return WalkResult::advance();
                for (const Expr &expr : loop::substituteOperands(
                         exprs.getExprs(), operands, getSymbol)) {
                  Expr ofSum = expr.substitute(
                      {{*inner.getName(), inner - outer * overlap.distance}});
                  if (ofSum.mentions(*outer.getName()))
                    return WalkResult::interrupt();
                }
                return WalkResult::advance();
              })
              .wasInterrupted();
}

std::optional<Overlap> WindowCopy::findOverlap() {
  for (loop::ForOp outer : loops)
    for (loop::ForOp inner : loops) {
      if (outer == inner || !getDim(outer) || !getDim(inner))
        continue;
      // All sums below the largest are there, and several more than once.
      for (int64_t distance = 1; distance < *countTrips(inner); ++distance) {
        Overlap overlap{outer, inner, distance};
        if (dependsOnSum(overlap))
          return overlap;
      }
    }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

void WindowCopy::rewrite(Overlap overlap) {
  auto [outer, inner, distance] = overlap;
  const unsigned outerDim = *getDim(outer), innerDim = *getDim(inner);
  const Expr count = *countTrips(inner) + distance * (*countTrips(outer) - 1);

  auto type = cast<loop::BufferType>(alloc.getType());
  SmallVector<Expr> sizes = type.getSizeExprs();
  sizes[innerDim] = count;
  sizes.erase(sizes.begin() + outerDim);
  alloc.getResult().setType(loop::BufferType::get(
      alloc.getContext(), sizes, type.getElementType(), type.getSpace()));
  for (Operation *user : alloc->getUsers()) {
    auto [exprs, operands] = loop::getExprs(user);
    SmallVector<Expr> path = exprs.getExprs();
    path[innerDim] = path[innerDim] + path[outerDim] * distance;
    path.erase(path.begin() + outerDim);
    SmallVector<Value> indices(operands);
    loop::setExprs(user, loop::ExprsAttr::get(alloc.getContext(), path),
                   indices);
  }

  loop::setExprs(inner, {Expr(0), count}, loop::OperandExprs());
  OpBuilder builder(outer);
  outer.getInductionVar().replaceAllUsesWith(
      Value(loop::createIndex(builder, outer.getLoc(), loop::IndexKind::Value,
                              {Expr(0)}, loop::OperandExprs())));
  outer.getYield()->erase();
  outer->getBlock()->getOperations().splice(
      outer->getIterator(), outer.getBody().front().getOperations());
  outer.erase();
}

bool WindowCopy::merge() {
  std::optional<Overlap> overlap = findOverlap();
  if (overlap)
    rewrite(*overlap);
  return overlap.has_value();
}

unsigned lift::mergeWindows(loop::KernelOp kernel) {
  SmallVector<loop::AllocOp> allocs;
  kernel->walk([&](loop::AllocOp alloc) { allocs.push_back(alloc); });
  unsigned count = 0;
  for (loop::AllocOp alloc : allocs) {
    // Windows may overlap in several dimensions.
    std::optional<WindowCopy> copy;
    while ((copy = WindowCopy::get(alloc)) && copy->merge())
      ++count;
  }
  return count;
}
