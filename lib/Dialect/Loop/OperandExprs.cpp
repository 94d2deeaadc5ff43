//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Loop/OperandExprs.h"

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

SmallVector<Expr> OperandExprs::use(loop::ExprsAttr exprs,
                                    ValueRange exprOperands) {
  return loop::substituteOperands(exprs.getExprs(), exprOperands,
                                  [&](Value operand) { return use(operand); });
}

std::pair<loop::ExprsAttr, ValueRange> loop::getExprs(Operation *op) {
  using Result = std::pair<loop::ExprsAttr, ValueRange>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<loop::LoadOp, loop::StoreOp, loop::ViewOp>([](auto access) {
        return Result(access.getPath(), access.getIndices());
      })
      .Case<loop::ForOp, loop::WhileOp>(
          [](auto loop) { return Result(loop.getBounds(), loop.getIndices()); })
      .Case([](loop::IfOp branch) {
        return Result(branch.getTests(), branch.getIndices());
      })
      .Case([](loop::IndexOp index) {
        return Result(index.getExprs(), index.getIndices());
      })
      .Default([](Operation *) { return Result(); });
}

void loop::setExprs(Operation *op, loop::ExprsAttr exprs, ValueRange operands) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<loop::LoadOp, loop::StoreOp, loop::ViewOp>([&](auto access) {
        access.setPathAttr(exprs);
        access.getIndicesMutable().assign(operands);
      })
      .Case<loop::ForOp, loop::WhileOp>([&](auto loop) {
        loop.setBoundsAttr(exprs);
        loop.getIndicesMutable().assign(operands);
      })
      .Case([&](loop::IfOp branch) {
        branch.setTestsAttr(exprs);
        branch.getIndicesMutable().assign(operands);
      })
      .Case([&](loop::IndexOp index) {
        index.setExprsAttr(exprs);
        index.getIndicesMutable().assign(operands);
      });
}

void loop::setExprs(Operation *op, ArrayRef<Expr> exprs,
                    const OperandExprs &operands) {
  setExprs(op, loop::ExprsAttr::get(op->getContext(), exprs),
           operands.getOperands());
}

SmallVector<Value> loop::getPlain(loop::ExprsAttr exprs, ValueRange operands) {
  return llvm::map_to_vector(exprs.getExprs(), [&](const Expr &expr) {
    for (auto [number, operand] : llvm::enumerate(operands))
      if (expr == loop::getOperandSymbol(number))
        return Value(operand);
    return Value();
  });
}

loop::ForOp loop::getLoop(Value index) {
  auto arg = dyn_cast_if_present<BlockArgument>(index);
  return arg ? dyn_cast<loop::ForOp>(arg.getOwner()->getParentOp())
             : loop::ForOp();
}

loop::IndexOp loop::createIndex(OpBuilder &builder, Location loc,
                                loop::IndexKind kind, ArrayRef<Expr> exprs,
                                const OperandExprs &operands) {
  return loop::IndexOp::create(
      builder, loc, builder.getIndexType(), kind, operands.getOperands(),
      loop::ExprsAttr::get(builder.getContext(), exprs), /*data=*/Value());
}

loop::IfOp loop::createBranch(OpBuilder &builder, Location loc,
                              ArrayRef<IndexTest> tests,
                              const OperandExprs &operands) {
  SmallVector<Expr> exprs;
  for (const IndexTest &test : tests)
    llvm::append_values(exprs, test.lower, test.index, test.upper);
  auto branch =
      loop::IfOp::create(builder, loc, TypeRange(), operands.getOperands(),
                         loop::ExprsAttr::get(builder.getContext(), exprs));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThenRegion().emplaceBlock());
  loop::YieldOp::create(builder, loc, ValueRange());
  return branch;
}
