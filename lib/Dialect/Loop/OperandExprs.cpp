//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Loop/OperandExprs.h"

#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::loop;

Expr OperandExprs::use(Value value) {
  if (!value)
    return 0;
  auto it = llvm::find(operands, value);
  unsigned number = it - operands.begin();
  if (it == operands.end())
    operands.push_back(value);
  return loop::getOperandSymbol(number);
}

SmallVector<Expr> OperandExprs::use(ExprsAttr exprs, ValueRange exprOperands) {
  return loop::substituteOperands(exprs.getExprs(), exprOperands,
                                  [&](Value operand) { return use(operand); });
}

std::pair<ExprsAttr, ValueRange> loop::getExprs(Operation *op) {
  using Result = std::pair<ExprsAttr, ValueRange>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<LoadOp, StoreOp, ViewOp>([](auto access) {
        return Result(access.getPath(), access.getIndices());
      })
      .Case<ForOp, WhileOp>(
          [](auto loop) { return Result(loop.getBounds(), loop.getIndices()); })
      .Case([](IfOp branch) {
        return Result(branch.getTests(), branch.getIndices());
      })
      .Case([](IndexOp index) {
        return Result(index.getExprs(), index.getIndices());
      })
      .Default([](Operation *) { return Result(); });
}

void loop::setExprs(Operation *op, ExprsAttr exprs, ValueRange operands) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<LoadOp, StoreOp, ViewOp>([&](auto access) {
        access.setPathAttr(exprs);
        access.getIndicesMutable().assign(operands);
      })
      .Case<ForOp, WhileOp>([&](auto loop) {
        loop.setBoundsAttr(exprs);
        loop.getIndicesMutable().assign(operands);
      })
      .Case([&](IfOp branch) {
        branch.setTestsAttr(exprs);
        branch.getIndicesMutable().assign(operands);
      })
      .Case([&](IndexOp index) {
        index.setExprsAttr(exprs);
        index.getIndicesMutable().assign(operands);
      });
}

void loop::setExprs(Operation *op, ArrayRef<Expr> exprs,
                    const OperandExprs &operands) {
  setExprs(op, ExprsAttr::get(op->getContext(), exprs), operands.getOperands());
}

SmallVector<Value> loop::getPlain(ExprsAttr exprs, ValueRange operands) {
  return llvm::map_to_vector(exprs.getExprs(), [&](const Expr &expr) {
    for (auto [number, operand] : llvm::enumerate(operands))
      if (expr == loop::getOperandSymbol(number))
        return Value(operand);
    return Value();
  });
}

ForOp loop::getLoop(Value index) {
  auto arg = dyn_cast_if_present<BlockArgument>(index);
  return arg ? dyn_cast<ForOp>(arg.getOwner()->getParentOp()) : ForOp();
}

IdOp loop::getFirstId(ForOp loop) {
  Value first = getPlain(loop.getBounds(), loop.getIndices()).front();
  return first ? first.getDefiningOp<IdOp>() : IdOp();
}

IndexOp loop::createIndex(OpBuilder &builder, Location loc, IndexKind kind,
                          ArrayRef<Expr> exprs, const OperandExprs &operands) {
  return IndexOp::create(
      builder, loc, builder.getIndexType(), kind, operands.getOperands(),
      ExprsAttr::get(builder.getContext(), exprs), /*data=*/Value());
}

IfOp loop::createBranch(OpBuilder &builder, Location loc,
                        ArrayRef<IndexTest> tests,
                        const OperandExprs &operands) {
  SmallVector<Expr> exprs;
  for (const IndexTest &test : tests)
    llvm::append_values(exprs, test.lower, test.index, test.upper);
  auto branch = IfOp::create(builder, loc, TypeRange(), operands.getOperands(),
                             ExprsAttr::get(builder.getContext(), exprs));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThenRegion().emplaceBlock());
  YieldOp::create(builder, loc, ValueRange());
  return branch;
}

void loop::eraseUnused(KernelOp kernel) {
  kernel->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (op != kernel && isOpTriviallyDead(op))
      op->erase();
  });
}
