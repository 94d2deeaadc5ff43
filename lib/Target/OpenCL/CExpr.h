//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines what a piece of printed C is (CExpr), and the functions
// that build bigger pieces out of smaller ones. They are the only place that
// knows C's operator precedence.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIB_TARGET_OPENCL_CEXPR_H
#define LIFTDIALECT_LIB_TARGET_OPENCL_CEXPR_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace mlir::lift::opencl {

/// How strongly the outermost operator of an expression binds, weakest first.
enum class Prec : uint8_t {
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Unary,
  Postfix,
  Primary
};

/// The text of a C expression, and what has to be known to use it as an operand
/// or to move it to another place.
struct CExpr {
  std::string text;
  Prec prec = Prec::Primary;
  /// The operator, if this is a binary expression.
  std::string op;
  /// The value is signless, but the C type is the unsigned one of its width
  /// (scalars of 32 and 64 bits only).
  bool isUnsigned = false;
  /// The C type may differ from the value's: an integer literal, which is an
  /// `int` although the value is a char or a long.
  bool isLoose = false;
  /// An integer or float literal, or a name: evaluating it twice costs nothing.
  bool isAtom = false;
  /// Holds a load: may not move past anything that writes.
  bool readsMemory = false;
  /// For a vector of i1: the width of the integers (0 or -1) that stand for it.
  unsigned maskBits = 0;
  /// A vector of halves, two of them in each unsigned int (see
  /// PackedHalf.cpp).
  bool isPacked = false;
  /// The variables in it that loops assign to.
  llvm::SmallVector<unsigned, 2> variables;

  static CExpr atom(std::string text) {
    CExpr expr;
    expr.text = std::move(text);
    expr.isAtom = true;
    return expr;
  }

  /// The text, in parentheses if it binds weaker than `least`.
  std::string str(Prec least = Prec::Conditional) const {
    return prec < least ? "(" + text + ")" : text;
  }
  bool reads(unsigned variable) const {
    return llvm::is_contained(variables, variable);
  }
  /// Notes that `operand` is part of this expression.
  void absorb(const CExpr &operand);
};

/// `lhs op rhs`. Besides the parentheses that C needs, those that make the
/// reader (and -Wparentheses) sure.
CExpr binary(const CExpr &lhs, StringRef op, const CExpr &rhs);
/// `op operand`.
CExpr unary(StringRef op, const CExpr &operand);
/// `(type)operand`.
CExpr castTo(StringRef type, const CExpr &operand);
/// `(type)(operands)`: a vector, of a scalar or of its elements.
CExpr vectorLiteral(StringRef type, ArrayRef<CExpr> operands);
/// `function(operands)`.
CExpr call(const Twine &function, ArrayRef<CExpr> operands);
/// `condition ? ifTrue : ifFalse`.
CExpr conditional(const CExpr &condition, const CExpr &ifTrue,
                  const CExpr &ifFalse);
/// `base.field`.
CExpr member(const CExpr &base, const Twine &field);
/// `base[index]`.
CExpr subscript(const CExpr &base, const CExpr &index);

/// The field that is lane `lane` of a vector of `width`: x, y, z, w or s0..sf.
std::string laneName(unsigned lane, unsigned width);

} // namespace mlir::lift::opencl

#endif // LIFTDIALECT_LIB_TARGET_OPENCL_CEXPR_H
