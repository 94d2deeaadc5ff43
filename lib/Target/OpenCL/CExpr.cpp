//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the building of C expressions: see CExpr.h.
//
//===----------------------------------------------------------------------===//

#include "CExpr.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

void CExpr::absorb(const CExpr &operand) {
  readsMemory |= operand.readsMemory;
  for (unsigned variable : operand.variables)
    if (!reads(variable))
      variables.push_back(variable);
}

static Prec precedenceOf(StringRef op) {
  return llvm::StringSwitch<Prec>(op)
      .Cases({"*", "/", "%"}, Prec::Multiplicative)
      .Cases({"+", "-"}, Prec::Additive)
      .Cases({"<<", ">>"}, Prec::Shift)
      .Cases({"<", "<=", ">", ">="}, Prec::Relational)
      .Cases({"==", "!="}, Prec::Equality)
      .Case("&", Prec::BitAnd)
      .Case("^", Prec::BitXor)
      .Case("|", Prec::BitOr)
      .Case("&&", Prec::LogicalAnd)
      .Case("||", Prec::LogicalOr)
      .Default(Prec::Conditional);
}

/// Whether `child`, as an operand of `op`, reads well without parentheses.
/// What C needs comes first; the rest are mixtures that people misread.
static bool standsBare(const CExpr &child, StringRef op, bool isRight) {
  Prec prec = precedenceOf(op);
  // `!a == b` is (!a) == b, and few would say so.
  if (StringRef(child.text).starts_with("!"))
    return prec <= Prec::LogicalAnd;
  if (child.prec >= Prec::Unary)
    return true;
  if (child.prec < prec || (isRight && child.prec == prec))
    return false;
  bool isArithmetic =
      child.prec == Prec::Multiplicative || child.prec == Prec::Additive;
  switch (prec) {
  case Prec::Multiplicative:
    return child.op == op && op == "*";
  case Prec::Additive:
    return true;
  case Prec::Relational:
  case Prec::Equality:
    return isArithmetic;
  case Prec::LogicalAnd:
  case Prec::LogicalOr:
    return child.op == op || child.prec == Prec::Relational ||
           child.prec == Prec::Equality;
  default:
    return child.op == op && op != "<<" && op != ">>";
  }
}

CExpr opencl::binary(const CExpr &lhs, StringRef op, const CExpr &rhs) {
  auto side = [&](const CExpr &child, bool isRight) {
    return standsBare(child, op, isRight) ? child.text : "(" + child.text + ")";
  };
  CExpr expr;
  expr.text = side(lhs, false) + " " + op.str() + " " + side(rhs, true);
  expr.prec = precedenceOf(op);
  expr.op = op.str();
  expr.absorb(lhs);
  expr.absorb(rhs);
  return expr;
}

CExpr opencl::unary(StringRef op, const CExpr &operand) {
  CExpr expr;
  // `- -x` must not become the decrement of x.
  bool clash = StringRef(operand.text).starts_with(op);
  expr.text = op.str() + operand.str(clash ? Prec::Postfix : Prec::Unary);
  expr.prec = Prec::Unary;
  expr.absorb(operand);
  return expr;
}

CExpr opencl::castTo(StringRef type, const CExpr &operand) {
  CExpr expr;
  expr.text = "(" + type.str() + ")" + operand.str(Prec::Unary);
  expr.prec = Prec::Unary;
  expr.absorb(operand);
  return expr;
}

static std::string list(ArrayRef<CExpr> operands, CExpr &into) {
  std::string text;
  llvm::interleave(
      operands,
      [&](const CExpr &operand) {
        text += operand.text;
        into.absorb(operand);
      },
      [&] { text += ", "; });
  return text;
}

CExpr opencl::vectorLiteral(StringRef type, ArrayRef<CExpr> operands) {
  CExpr expr;
  expr.text = "(" + type.str() + ")(" + list(operands, expr) + ")";
  expr.prec = Prec::Unary;
  return expr;
}

CExpr opencl::call(const Twine &function, ArrayRef<CExpr> operands) {
  CExpr expr;
  expr.text = function.str() + "(" + list(operands, expr) + ")";
  expr.prec = Prec::Postfix;
  return expr;
}

CExpr opencl::conditional(const CExpr &condition, const CExpr &ifTrue,
                          const CExpr &ifFalse) {
  // Nested conditionals get parentheses everywhere.
  CExpr expr;
  expr.text = condition.str(Prec::LogicalOr) + " ? " +
              ifTrue.str(Prec::LogicalOr) + " : " +
              ifFalse.str(Prec::LogicalOr);
  expr.prec = Prec::Conditional;
  expr.absorb(condition);
  expr.absorb(ifTrue);
  expr.absorb(ifFalse);
  return expr;
}

CExpr opencl::member(const CExpr &base, const Twine &field) {
  CExpr expr;
  expr.text = base.str(Prec::Postfix) + "." + field.str();
  expr.prec = Prec::Postfix;
  expr.absorb(base);
  return expr;
}

CExpr opencl::subscript(const CExpr &base, const CExpr &index) {
  CExpr expr;
  expr.text = base.str(Prec::Postfix) + "[" + index.text + "]";
  expr.prec = Prec::Postfix;
  expr.absorb(base);
  expr.absorb(index);
  return expr;
}

std::string opencl::laneName(unsigned lane, unsigned width) {
  if (width <= 4)
    return std::string(1, "xyzw"[lane]);
  return std::string("s") + llvm::hexdigit(lane, /*LowerCase=*/true);
}
