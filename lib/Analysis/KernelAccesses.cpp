//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements how ThreadDependence sees the accesses of a kernel:
// their linear indices, and what the conditions and loops around say.
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/BufferAccess.h"
#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether work-items share what the memref points to.
static bool isShared(Value memref) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(
      cast<MemRefType>(memref.getType()).getMemorySpace());
  return space && space.getValue() != gpu::AddressSpace::Private;
}

void ThreadDependence::addLess(Value lower, Value upper, MemoryAccess &access,
                               int64_t distance) {
  std::optional<Expr> lhs = getExpr(lower), rhs = getExpr(upper);
  if (lhs && rhs)
    access.nonNegative.push_back(*rhs - *lhs - distance);
}

void ThreadDependence::addCondition(arith::CmpIOp compare, bool holds,
                                    MemoryAccess &access) {
  arith::CmpIPredicate predicate =
      holds ? compare.getPredicate()
            : arith::invertPredicate(compare.getPredicate());
  if (predicate == arith::CmpIPredicate::slt)
    addLess(compare.getLhs(), compare.getRhs(), access);
  else if (predicate == arith::CmpIPredicate::sge)
    addLess(compare.getRhs(), compare.getLhs(), access, /*distance=*/0);
}

/// The dimension of an id that is 0 for one work-item of a group, or for none.
static std::optional<unsigned> getDimOfId(Value value) {
  if (auto id = value.getDefiningOp<gpu::ThreadIdOp>())
    return static_cast<unsigned>(id.getDimension());
  if (auto id = value.getDefiningOp<gpu::GlobalIdOp>())
    return static_cast<unsigned>(id.getDimension());
  return std::nullopt;
}

void ThreadDependence::setConditions(MemoryAccess &access) {
  auto markTest = [&](Value condition) {
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    if (!compare)
      return;
    addCondition(compare, /*holds=*/true, access);
    std::optional<unsigned> dim = getDimOfId(compare.getLhs());
    if (dim && ((compare.getPredicate() == arith::CmpIPredicate::eq &&
                 matchPattern(compare.getRhs(), m_Zero())) ||
                (compare.getPredicate() == arith::CmpIPredicate::slt &&
                 matchPattern(compare.getRhs(), m_One()))))
      access.isSingle[*dim] = true;
  };
  std::function<void(Value)> mark = [&](Value condition) {
    if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
      mark(both.getLhs());
      mark(both.getRhs());
      return;
    }
    markTest(condition);
  };
  for (Operation *op = access.op; op; op = op->getParentOp()) {
    if (auto branch = dyn_cast_or_null<scf::IfOp>(op->getParentOp())) {
      if (op->getBlock() == branch.thenBlock())
        mark(branch.getCondition());
      else if (auto test = branch.getCondition().getDefiningOp<arith::CmpIOp>())
        addCondition(test, /*holds=*/false, access);
    }
    auto loop = dyn_cast_or_null<scf::ForOp>(op->getParentOp());
    if (!loop)
      continue;
    // Who starts behind the end takes no trip.
    if (std::optional<unsigned> dim = getDimOfId(loop.getLowerBound()))
      access.isSingle[*dim] |= matchPattern(loop.getUpperBound(), m_One());
    // A range of trips does not say that the last one is below the end. That
    // there is one says something of quotients alone: others are positive.
    if (!matchPattern(loop.getStep(), m_One()))
      addLess(loop.getInductionVar(), loop.getUpperBound(), access);
    if (loop.getUpperBound().getDefiningOp<arith::DivUIOp>())
      addLess(loop.getLowerBound(), loop.getUpperBound(), access);
  }
}

std::optional<MemoryAccess> ThreadDependence::getAccess(Operation *op) {
  std::optional<BufferAccess> accessed = BufferAccess::get(op);
  if (!accessed)
    return std::nullopt;
  MemoryAccess access;
  access.op = op;
  access.buffer = accessed->buffer;
  access.isWrite = accessed->stored != nullptr;
  access.width = accessed->getNumElements();
  access.lanes = op->getAttr(LiftDialect::LanesAttrHelper::getNameStr());
  if (!isShared(access.buffer))
    return std::nullopt;
  // Several dimensions with static sizes are one, row-major.
  ArrayRef<int64_t> shape =
      cast<MemRefType>(access.buffer.getType()).getShape();
  Expr linear = 0;
  access.index = linear;
  for (auto [index, size] : llvm::zip_equal(accessed->indices, shape)) {
    std::optional<Expr> expr = getExpr(index);
    if (!expr || (ShapedType::isDynamic(size) && shape.size() > 1)) {
      access.index = std::nullopt;
      break;
    }
    linear = shape.size() > 1 ? linear * Expr(size) + *expr : *expr;
    access.index = facts.simplify(linear);
  }
  setConditions(access);
  return access;
}
