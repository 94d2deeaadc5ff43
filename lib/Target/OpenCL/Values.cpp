//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements how SSA values become expressions and variables.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

/// Longer expressions than this get a variable: a reader's limit, no other.
static constexpr size_t longestWaitingExpression = 72;

//===----------------------------------------------------------------------===//
// Use
//===----------------------------------------------------------------------===//

CExpr KernelEmitter::raw(Value value) {
  auto it = values.find(value);
  assert(it != values.end() && "used before it was printed");
  if (!it->second.isPacked)
    return it->second;
  APFloat number(0.0f);
  if (!isa<VectorType>(value.getType()) &&
      matchPattern(value, m_ConstantFloat(&number)))
    return floatLiteral(number);
  return unpack(it->second, value.getType());
}

CExpr KernelEmitter::use(Value value) {
  CExpr expr = raw(value);
  return expr.isUnsigned ? castTo(typeName(value.getType()), expr) : expr;
}

CExpr KernelEmitter::exact(Value value) {
  CExpr expr = use(value);
  if (!expr.isLoose)
    return expr;
  expr.isLoose = false;
  switch (bitwidth(value.getType())) {
  case 32:
    return expr;
  case 64:
    expr.text += "L";
    return expr;
  default:
    CExpr result = castTo(typeName(value.getType()), expr);
    result.isAtom = true;
    return result;
  }
}

CExpr KernelEmitter::asUnsigned(Value value) {
  CExpr expr = raw(value);
  Type type = value.getType();
  if (isa<VectorType>(type))
    return reinterpret(unsignedTypeName(type), expr);
  if (expr.isUnsigned)
    return expr;
  unsigned bits = bitwidth(type);
  if (expr.isLoose && bits >= 32 && expr.text.front() != '-') {
    expr.text += bits == 64 ? "UL" : "u";
    expr.isLoose = false;
  } else {
    expr = castTo(unsignedTypeName(type), expr);
  }
  expr.isUnsigned = true;
  return expr;
}

CExpr KernelEmitter::atom(Value value) {
  CExpr expr = exact(value);
  if (expr.isAtom)
    return expr;
  expr = atom(expr, value.getType(), nameHint(value));
  // What a dead op did to a value must not be seen by others.
  if (!isDead)
    values[value] = expr;
  return expr;
}

CExpr KernelEmitter::atom(CExpr expr, Type type, StringRef hint) {
  if (expr.isAtom)
    return expr;
  CExpr result = CExpr::atom(isDead ? "dead" : names.fresh(hint));
  result.maskBits = expr.maskBits;
  result.isPacked = expr.isPacked;
  line("const " + variableTypeName(type, expr) + " " + result.text + " = " +
       expr.text + ";");
  return result;
}

CExpr KernelEmitter::asMask(Value value, unsigned bits) {
  CExpr expr = raw(value);
  if (expr.maskBits == bits)
    return expr;
  auto type = cast<VectorType>(value.getType());
  Type element = IntegerType::get(type.getContext(), bits);
  expr = call("convert_" + typeName(type.clone(element)), expr);
  expr.maskBits = bits;
  return expr;
}

CExpr KernelEmitter::forLoopHeader(Value value) {
  CExpr expr = use(value);
  return expr.readsMemory ? atom(value) : expr;
}

//===----------------------------------------------------------------------===//
// Definition
//===----------------------------------------------------------------------===//

/// Whether somebody asked for a variable.
static bool wantsVariable(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasAttr(LiftDialect::NameAttrHelper::getNameStr());
}

bool KernelEmitter::mayWait(Value value, const CExpr &expr) {
  if (wantsVariable(value) || expr.text.size() > longestWaitingExpression)
    return false;
  OpOperand *use = facts.getOnlyLiveUse(value);
  Operation *op = value.getDefiningOp();
  if (isPartOfPacked(op))
    return true;
  return use && use->getOwner()->getBlock() == op->getBlock() &&
         (!expr.readsMemory || facts.isQuietBetween(op, use->getOwner()));
}

void KernelEmitter::define(Value value, CExpr expr, StringRef hint) {
  if (isPacked(value.getType()) && !expr.isPacked)
    expr = pack(expr, value.getType());
  bool isNamed = expr.isAtom && !wantsVariable(value);
  if (isDead || !facts.isLive(value) || isNamed || mayWait(value, expr))
    values[value] = std::move(expr);
  else
    defineVariable(value, expr, hint);
}

void KernelEmitter::defineVariable(Value value, const CExpr &expr,
                                   StringRef hint) {
  CExpr variable = CExpr::atom(freshName(value, hint));
  variable.maskBits = expr.maskBits;
  variable.isPacked = expr.isPacked;
  if (facts.isLive(value))
    line("const " + variableTypeName(value.getType(), expr) + " " +
         variable.text + " = " + expr.text + ";");
  values[value] = std::move(variable);
}

CExpr KernelEmitter::mutableVariable(StringRef name) {
  CExpr variable = CExpr::atom(name.str());
  variable.variables.push_back(numVariables++);
  return variable;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static StringRef nameIn(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName();
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location inner : fused.getLocations())
      if (StringRef name = nameIn(inner); !name.empty())
        return name;
  }
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return nameIn(call.getCallee());
  return {};
}

StringRef KernelEmitter::nameHint(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return nameIn(argument.getLoc());
  Operation *op = value.getDefiningOp();
  if (isa<scf::ForOp>(op))
    return nameIn(op->getLoc());
  Attribute attr = op->getAttr(LiftDialect::NameAttrHelper::getNameStr());
  if (auto names = dyn_cast_or_null<ArrayAttr>(attr)) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    attr = number < names.size() ? names[number] : Attribute();
  }
  if (auto name = dyn_cast_or_null<StringAttr>(attr))
    return name.getValue();
  return nameIn(op->getLoc());
}

std::string KernelEmitter::freshName(Value value, StringRef fallback) {
  if (isDead || !facts.isLive(value))
    return "dead";
  StringRef hint = nameHint(value);
  return names.fresh(hint.empty() ? fallback : hint);
}

void KernelEmitter::line(const Twine &text) {
  if (!isDead)
    os << text << "\n";
}
