//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file writes expressions as text that the parser reads back as the same
// expression. The text need not follow the normal form term by term: it starts
// with a positive term where there is one, and takes shared names out of a sum.
//
//===----------------------------------------------------------------------===//

#include "ExprStorage.h"

#include <algorithm>
#include <limits>

namespace mlir::lift {

using namespace detail;

namespace {
class Printer {
public:
  void printExpr(const Expr &expr);
  void printOperand(const Expr &expr);
  std::string take() { return std::move(out); }

private:
  void printPolynomial(const Polynomial &operand);
  void printSum(const std::vector<Monomial> &terms);
  void printTerm(int64_t coefficient, const Factors &factors,
                 bool isSummand = true);
  void printOperation(const Atom &atom);
  void printNames(const Factors &factors, bool &first);
  void printParenthesized(const Polynomial &operand);

  std::string out;
};
} // namespace

static bool isOpaque(const Atom &atom) {
  return atom.getKind() != Atom::Kind::Name;
}

/// Whether `expr` needs no parentheses in any context.
static bool isSimple(const Expr &expr) {
  std::optional<int64_t> constant = expr.getConstant();
  return constant ? *constant >= 0 : expr.getName().has_value();
}

void Printer::printOperation(const Atom &atom) {
  printOperand(atom.getLhs());
  switch (atom.getKind()) {
  case Atom::Kind::FloorDiv:
    out += " floordiv ";
    break;
  case Atom::Kind::CeilDiv:
    out += " ceildiv ";
    break;
  case Atom::Kind::Mod:
    out += " mod ";
    break;
  case Atom::Kind::Name:
    break;
  }
  printOperand(atom.getRhs());
}

/// Appends ` * name` for each factor that is a name.
void Printer::printNames(const Factors &factors, bool &first) {
  for (const auto &[atom, exponent] : factors) {
    if (isOpaque(atom))
      continue;
    for (unsigned i = 0; i < exponent; ++i) {
      if (!first)
        out += " * ";
      first = false;
      out += atom.getName();
    }
  }
}

/// Writes the coefficient, then operations, then names, as in
/// `2 * (N ceildiv TM) * TM`.
void Printer::printTerm(int64_t coefficient, const Factors &factors,
                        bool isSummand) {
  bool first = true;
  if (coefficient == -1 && !factors.empty()) {
    out += "-";
  } else if (coefficient != 1 || factors.empty()) {
    out += std::to_string(coefficient);
    first = false;
  }
  // One operation alone binds as tightly as the term itself.
  bool isAlone = isSummand && coefficient == 1 && factors.size() == 1 &&
                 factors.front().second == 1;
  for (const auto &[atom, exponent] : factors) {
    if (!isOpaque(atom))
      continue;
    for (unsigned i = 0; i < exponent; ++i) {
      if (!first)
        out += " * ";
      first = false;
      out += isAlone ? "" : "(";
      printOperation(atom);
      out += isAlone ? "" : ")";
    }
  }
  printNames(factors, first);
}

void Printer::printSum(const std::vector<Monomial> &terms) {
  // Begin with a positive term, if any.
  auto leading =
      std::find_if(terms.begin(), terms.end(),
                   [](const Monomial &term) { return term.coefficient > 0; });
  if (leading == terms.end())
    leading = terms.begin();
  printTerm(leading->coefficient, leading->factors);
  for (auto term = terms.begin(); term != terms.end(); ++term) {
    if (term == leading)
      continue;
    // The magnitude of the most negative number is not a number.
    bool isMinus = term->coefficient < 0 &&
                   term->coefficient != std::numeric_limits<int64_t>::min();
    out += isMinus ? " - " : " + ";
    printTerm(isMinus ? -term->coefficient : term->coefficient, term->factors);
  }
}

void Printer::printPolynomial(const Polynomial &operand) {
  if (operand.terms.empty()) {
    out += "0";
    return;
  }
  Monomial shared = getContent(operand);
  if (operand.terms.size() == 1 || shared.factors.empty())
    return printSum(operand.terms);
  std::vector<Monomial> terms;
  for (const Monomial &term : operand.terms)
    terms.push_back(Monomial{term.coefficient,
                             *divideFactors(term.factors, shared.factors)});
  out += "(";
  printSum(terms);
  out += ") * ";
  printTerm(1, shared.factors, /*isSummand=*/false);
}

void Printer::printParenthesized(const Polynomial &operand) {
  printOperand(makePolynomial(operand));
}

void Printer::printExpr(const Expr &expr) {
  if (expr.isError()) {
    out += "<error: " + expr.getError() + ">";
    return;
  }
  if (getDenominator(expr).isOne())
    return printPolynomial(getNumerator(expr));
  // Always over the whole numerator, never term by term: (N - 1) / 2.
  printParenthesized(getNumerator(expr));
  out += " / ";
  printParenthesized(getDenominator(expr));
}

void Printer::printOperand(const Expr &expr) {
  if (isSimple(expr))
    return printExpr(expr);
  out += "(";
  printExpr(expr);
  out += ")";
}

std::string Expr::str() const {
  Printer printer;
  printer.printExpr(*this);
  return printer.take();
}

std::string Expr::strInDimension() const {
  Printer printer;
  printer.printOperand(*this);
  return printer.take();
}

} // namespace mlir::lift
