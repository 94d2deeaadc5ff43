//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Loop/IndexSymbols.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::loop;

Expr IndexSymbols::bind(Value value, const Expr &lower, const Expr &upper) {
  std::string name = "%" + std::to_string(values.size());
  values[name] = value;
  facts.setRange(name, lower, upper);
  Expr symbol = Expr::name(name);
  if (value)
    exprs[value] = symbol;
  return symbol;
}

Expr IndexSymbols::get(Value index) {
  if (auto it = exprs.find(index); it != exprs.end())
    return it->second;
  auto definition = index.getDefiningOp<IndexOp>();
  if (definition && definition.getKind() == IndexKind::Value) {
    Expr expr = get(definition.getExprs()[0], definition.getIndices());
    exprs[index] = expr;
    return expr;
  }
  auto [lower, upper] = getRange(index);
  if (lower == upper) {
    exprs[index] = lower;
    return lower;
  }
  return bind(index, lower, upper);
}

Expr IndexSymbols::get(const Expr &expr, ValueRange operands) {
  return substituteOperands(expr, operands,
                            [&](Value operand) { return get(operand); })
      .front();
}

SmallVector<Expr> IndexSymbols::get(ExprsAttr exprs, ValueRange operands) {
  return substituteOperands(exprs.getExprs(), operands,
                            [&](Value operand) { return get(operand); });
}

/// How many ids there are.
static Expr getCount(IdOp id) {
  auto kernel = id->getParentOfType<loop::KernelOp>();
  Expr local = kernel.getLocalSizeIn(id.getDim());
  Expr global = kernel.getGlobalSizeIn(id.getDim());
  switch (id.getLevel()) {
  case IdLevel::Local:
    return local;
  case IdLevel::Group:
    return Expr::exactDiv(global, local);
  case IdLevel::Global:
    return global;
  }
  llvm_unreachable("unknown level of ids");
}

std::pair<Expr, Expr> IndexSymbols::getRange(Value index) {
  auto getTrips = [&](auto loop) -> std::pair<Expr, Expr> {
    return {get(loop.getLower(), loop.getIndices()),
            get(loop.getUpper(), loop.getIndices()) - 1};
  };
  if (auto definition = index.getDefiningOp<IndexOp>()) {
    auto [lower, upper] = definition.getRange();
    return {get(lower, definition.getIndices()),
            get(upper, definition.getIndices())};
  }
  if (auto id = index.getDefiningOp<IdOp>())
    return {0, facts.simplify(getCount(id) - 1)};
  if (auto arg = dyn_cast<BlockArgument>(index);
      arg && arg.getArgNumber() == 0) {
    Operation *parent = arg.getOwner()->getParentOp();
    if (auto loop = dyn_cast<ForOp>(parent))
      return getTrips(loop);
    if (auto loop = dyn_cast<WhileOp>(parent))
      return getTrips(loop);
  }
  return {-kMaxSize - 1, kMaxSize};
}

AttachedExprs
IndexSymbols::attach(MLIRContext *context, ArrayRef<Expr> exprs,
                     const std::map<std::string, Expr> &symbols) const {
  SmallVector<Expr> simple = llvm::map_to_vector(
      exprs, [&](const Expr &expr) { return prepare(expr); });
  AttachedExprs attached;
  std::map<std::string, Expr> replacements = symbols;
  for (const Expr &expr : simple) {
    std::set<std::string> names;
    expr.collectNames(names);
    for (const std::string &name : names) {
      Value value = getValue(name);
      if (!value || replacements.count(name))
        continue;
      replacements[name] = getOperandSymbol(attached.operands.size());
      attached.operands.push_back(value);
    }
  }
  for (Expr &expr : simple)
    expr = expr.substitute(replacements);
  attached.exprs = ExprsAttr::get(context, simple);
  return attached;
}
