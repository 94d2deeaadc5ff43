//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements how ThreadDependence sees the accesses of a kernel:
// their linear indices, and what the branches and loops around say.
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/Loop/OperandExprs.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Branches and loops around
//===----------------------------------------------------------------------===//

SmallVector<Expr> ThreadDependence::getOpenTests(loop::IfOp branch) {
  SmallVector<Expr> open;
  auto add = [&](const Expr &value) {
    Expr simple = facts.simplify(getExpr(value, branch.getIndices()));
    if (!facts.isNonNegative(simple))
      open.push_back(simple);
  };
  for (const IndexTest &test : branch.getIndexTests()) {
    add(test.index - test.lower);
    add(test.upper - test.index - 1);
  }
  return open;
}

bool ThreadDependence::isAlwaysTaken(loop::IfOp branch) {
  return getOpenTests(branch).empty();
}

/// The dimension of an id that is 0 for one work-item of a group, or for none.
static std::optional<unsigned> getDimOfId(loop::IdOp id) {
  if (!id || id.getLevel() == loop::IdLevel::Group)
    return std::nullopt;
  return id.getDim();
}

void ThreadDependence::addTests(loop::IfOp branch, bool hold,
                                MemoryAccess &access) {
  SmallVector<Expr> open = getOpenTests(branch);
  // Of several, one that does not hold is not known.
  if (!hold) {
    if (open.size() == 1)
      access.nonNegative.push_back(-open.front() - 1);
    return;
  }
  llvm::append_range(access.nonNegative, open);
  SmallVector<Value> plain =
      loop::getPlain(branch.getTests(), branch.getIndices());
  for (auto [number, test] : llvm::enumerate(branch.getIndexTests())) {
    Value tested = plain[3 * number + 1];
    auto id = tested ? tested.getDefiningOp<loop::IdOp>() : loop::IdOp();
    if (std::optional<unsigned> dim = getDimOfId(id))
      access.isSingle[*dim] |= test.upper.isConstant(1);
  }
}

void ThreadDependence::addTrip(loop::ForOp loop, MemoryAccess &access) {
  // Who starts behind the end takes no trip.
  if (std::optional<unsigned> dim = getDimOfId(loop::getFirstId(loop)))
    access.isSingle[*dim] |= loop.getUpper().isConstant(1);
  Expr lower = getExpr(loop.getLower(), loop.getIndices());
  Expr upper = getExpr(loop.getUpper(), loop.getIndices());
  // A range of trips does not say that the last one is below the end; nor that
  // there is one, which makes quotients positive.
  if (!loop.getStep().isConstant(1))
    access.nonNegative.push_back(upper - getExpr(loop.getInductionVar()) - 1);
  if (!facts.isLess(lower, upper))
    access.nonNegative.push_back(upper - lower - 1);
}

void ThreadDependence::setConditions(MemoryAccess &access) {
  for (Operation *op = access.op; op != kernel; op = op->getParentOp()) {
    Operation *parent = op->getParentOp();
    if (auto branch = dyn_cast<loop::IfOp>(parent))
      addTests(branch, op->getParentRegion() == &branch.getThenRegion(),
               access);
    else if (auto loop = dyn_cast<loop::ForOp>(parent))
      addTrip(loop, access);
  }
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void ThreadDependence::setLanes(MemoryAccess &access, const Expr &lane) const {
  std::string name = *lane.getName();
  Expr first = facts.simplify(access.index.substitute({{name, 0}}));
  Expr second = access.index.substitute({{name, 1}});
  Expr stride = facts.simplify(second - first);
  if (!facts.simplify(access.index - first - lane * stride).isConstant(0))
    return;
  access.laneStride = stride;
  if (stride.isConstant(1)) {
    access.index = first;
    access.width = access.vector.getNumElements();
  }
}

/// How much longer than the array says the rows of a buffer are.
static ArrayRef<int64_t> getPad(Value buffer) {
  auto alloc = buffer.getDefiningOp<loop::AllocOp>();
  return alloc ? alloc.getPad().value_or(ArrayRef<int64_t>())
               : ArrayRef<int64_t>();
}

std::optional<MemoryAccess> ThreadDependence::computeAccess(Operation *op) {
  MemoryAccess access;
  access.op = op;
  Type accessed;
  if (auto load = dyn_cast<loop::LoadOp>(op)) {
    access.buffer = load.getBuffer();
    accessed = load.getType();
  } else if (auto store = dyn_cast<loop::StoreOp>(op)) {
    access.buffer = store.getBuffer();
    access.isWrite = true;
    accessed = store.getValue().getType();
  } else {
    return std::nullopt;
  }
  auto type = cast<loop::BufferType>(access.buffer.getType());
  if (type.getSpace() == AddressSpace::Private)
    return std::nullopt;
  auto [exprs, operands] = loop::getExprs(op);
  SmallVector<Expr> path =
      loop::substituteOperands(exprs.getExprs(), operands,
                               [&](Value operand) { return getExpr(operand); });
  access.vector = dyn_cast<VectorType>(accessed);
  Expr lane;
  if (access.vector) {
    lane = Expr::name("%lane" + std::to_string(numNames++));
    facts.setRange(*lane.getName(), 0, access.vector.getNumElements() - 1);
    if (path.size() == type.getRank() && !loop::hasLanes(exprs))
      path.push_back(lane);
    for (Expr &index : path)
      index = index.substitute({{*loop::getLaneSymbol().getName(), lane}});
  }
  access.index =
      facts.simplify(loop::getLinearIndex(type, path, getPad(access.buffer)));
  if (access.index.isError())
    access.index = nameInRange(-kMaxSize - 1, kMaxSize);
  if (access.vector)
    setLanes(access, lane);
  setConditions(access);
  return access;
}

std::optional<MemoryAccess> ThreadDependence::getAccess(Operation *op) {
  auto it = accesses.find(op);
  if (it == accesses.end())
    it = accesses.insert({op, computeAccess(op)}).first;
  std::optional<MemoryAccess> access = it->second;
  if (access)
    if (Value storage = storages.lookup(access->buffer))
      access->buffer = storage;
  return access;
}
