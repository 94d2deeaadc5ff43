//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ReadForms.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::isOnlyRead(Value buffer) {
  auto arg = dyn_cast<BlockArgument>(buffer);
  auto kernel =
      arg ? dyn_cast<loop::KernelOp>(arg.getOwner()->getParentOp()) : nullptr;
  return kernel && llvm::is_contained(kernel.getInputArgs(), arg) &&
         llvm::all_of(buffer.getUsers(), llvm::IsaPred<loop::LoadOp>);
}

ReadForms::ReadForms(loop::ForOp loop, Assumptions facts)
    : loop(loop), symbols(std::move(facts)) {
  Expr lower = symbols.get(loop.getLower(), loop.getIndices());
  Expr upper = symbols.get(loop.getUpper(), loop.getIndices());
  trip = symbols.bind(loop.getInductionVar(), lower, upper - 2);
}

std::optional<std::string> ReadForms::get(Operation *op, bool isNext) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (failed(print(os, op->getResult(0), isNext)))
    return std::nullopt;
  return text;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

unsigned ReadForms::getNumber(Value value) {
  return numbers.try_emplace(value, numbers.size()).first->second;
}

LogicalResult ReadForms::print(raw_ostream &os, Value value, bool isNext) {
  if (!loop->isAncestor(value.getParentBlock()->getParentOp())) {
    os << "%" << getNumber(value);
    return success();
  }
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1)
    return failure();
  if (auto load = dyn_cast<loop::LoadOp>(op))
    return printRead(os, load, isNext);
  if (auto branch = dyn_cast<loop::IfOp>(op))
    return printBranch(os, branch, isNext);
  return printPure(os, op, isNext);
}

LogicalResult ReadForms::printRead(raw_ostream &os, loop::LoadOp load,
                                   bool isNext) {
  if (!isOnlyRead(load.getBuffer()))
    return failure();
  os << "%" << getNumber(load.getBuffer()) << "[";
  for (const Expr &expr : load.getPath().getExprs()) {
    std::optional<Expr> index = getExpr(expr, load.getIndices(), isNext);
    if (!index)
      return failure();
    os << index->str() << ",";
  }
  os << "]:" << load.getType();
  return success();
}

LogicalResult ReadForms::printBranch(raw_ostream &os, loop::IfOp branch,
                                     bool isNext) {
  const Assumptions &facts = symbols.getFacts();
  if (branch.getElseRegion().empty())
    return failure();
  bool isOpen = false;
  for (const IndexTest &test : branch.getIndexTests()) {
    auto get = [&](const Expr &expr) {
      return getExpr(expr, branch.getIndices(), isNext);
    };
    std::optional<Expr> lower = get(test.lower), index = get(test.index),
                        upper = get(test.upper);
    if (!lower || !index || !upper)
      return failure();
    if (facts.isLessOrEqual(*lower, *index) && facts.isLess(*index, *upper))
      continue;
    os << (isOpen ? "&" : "if ") << lower->str() << "<=" << index->str() << "<"
       << upper->str();
    isOpen = true;
  }
  auto printYielded = [&](Region &region) {
    return print(os, region.front().getTerminator()->getOperand(0), isNext);
  };
  if (!isOpen)
    return printYielded(branch.getThenRegion());
  os << "?";
  if (failed(printYielded(branch.getThenRegion())))
    return failure();
  os << ":";
  return printYielded(branch.getElseRegion());
}

LogicalResult ReadForms::printPure(raw_ostream &os, Operation *op,
                                   bool isNext) {
  if (!isPure(op) || op->getNumRegions() != 0 || isa<loop::IndexOp>(op))
    return failure();
  os << op->getName() << op->getAttrDictionary() << op->getResult(0).getType()
     << "(";
  for (Value operand : op->getOperands()) {
    if (failed(print(os, operand, isNext)))
      return failure();
    os << ",";
  }
  os << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

std::optional<Expr> ReadForms::getExpr(const Expr &expr, ValueRange operands,
                                       bool isNext) {
  bool isKnown = true;
  Expr result = loop::substituteOperands(expr, operands, [&](Value operand) {
                  std::optional<Expr> index = getIndex(operand, isNext);
                  isKnown &= index.has_value();
                  return index.value_or(0);
                }).front();
  return isKnown ? std::optional<Expr>(symbols.simplify(result)) : std::nullopt;
}

std::optional<Expr> ReadForms::getIndex(Value index, bool isNext) {
  if (index == loop.getInductionVar())
    return isNext ? trip + 1 : trip;
  Operation *op = index.getDefiningOp();
  if (!loop->isAncestor(index.getParentBlock()->getParentOp()))
    return symbols.get(index);
  auto definition = dyn_cast_if_present<loop::IndexOp>(op);
  return definition ? getDefined(definition, isNext) : std::nullopt;
}

std::optional<Expr> ReadForms::getDefined(loop::IndexOp index, bool isNext) {
  if (index.getData())
    return std::nullopt;
  SmallVector<Expr> exprs;
  for (const Expr &expr : index.getExprs().getExprs()) {
    std::optional<Expr> known = getExpr(expr, index.getIndices(), isNext);
    if (!known)
      return std::nullopt;
    exprs.push_back(*known);
  }
  const Assumptions &facts = symbols.getFacts();
  switch (index.getKind()) {
  case loop::IndexKind::Value:
  case loop::IndexKind::Within:
    return exprs[0];
  case loop::IndexKind::Clamp:
    if (facts.isLessOrEqual(exprs[1], exprs[0]) &&
        facts.isLessOrEqual(exprs[0], exprs[2]))
      return exprs[0];
    break;
  case loop::IndexKind::Wrap:
  case loop::IndexKind::Mirror:
    if (facts.isNonNegative(exprs[0]) && facts.isLess(exprs[0], exprs[1]))
      return exprs[0];
    break;
  default:
    return std::nullopt;
  }
  bool isClamp = index.getKind() == loop::IndexKind::Clamp;
  std::string text = loop::stringifyIndexKind(index.getKind()).str();
  for (const Expr &expr : exprs)
    text += "," + expr.str();
  return intern(text, isClamp ? exprs[1] : Expr(0),
                isClamp ? exprs[2] : exprs[1] - 1);
}

Expr ReadForms::intern(const std::string &text, const Expr &lower,
                       const Expr &upper) {
  auto it = interned.find(text);
  if (it == interned.end())
    it = interned.emplace(text, symbols.bind(Value(), lower, upper)).first;
  return it->second;
}
