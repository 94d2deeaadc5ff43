//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines polynomials with 64-bit integer coefficients over atoms:
// both halves of the fraction that an Expr is. Arithmetic never wraps. A result
// that cannot be represented is a *failed* polynomial with a sentence, and
// arithmetic on a failed polynomial fails with the same sentence.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EXPR_POLYNOMIAL_H
#define LIFT_LIB_EXPR_POLYNOMIAL_H

#include "LiftDialect/Expr/Expr.h"

namespace mlir::lift::detail {

/// Polynomials with more terms than this fail instead of filling the memory.
constexpr size_t maxTerms = 10000;

/// The sentences of failed polynomials.
extern const char *const overflowSentence;
extern const char *const tooLargeSentence;

/// atom^exponent factors, sorted by atom.
using Factors = std::vector<std::pair<Atom, unsigned>>;

/// A sum of monomials: sorted in descending graded lexicographic order (an
/// admissible order, which division relies on), with no zero coefficients and
/// no two terms with the same factors.
struct Polynomial {
  std::vector<Monomial> terms;
  const char *failure = nullptr;

  Polynomial() = default;
  explicit Polynomial(int64_t constant);
  explicit Polynomial(Monomial term);
  static Polynomial failed(const char *sentence);

  bool isZero() const { return terms.empty() && !failure; }
  bool isOne() const { return getConstant() == 1; }
  std::optional<int64_t> getConstant() const;
  /// The coefficient of the term without atoms.
  int64_t getConstantTerm() const;
};

/// The order of terms: negative if `lhs` comes first.
int compareFactors(const Factors &lhs, const Factors &rhs);
bool operator==(const Polynomial &lhs, const Polynomial &rhs);

Polynomial operator+(const Polynomial &lhs, const Polynomial &rhs);
Polynomial operator-(const Polynomial &lhs, const Polynomial &rhs);
Polynomial operator*(const Polynomial &lhs, const Polynomial &rhs);
Polynomial operator-(const Polynomial &operand);

/// lhs * rhs, or nothing if an exponent or the coefficient overflows.
std::optional<Monomial> multiply(const Monomial &lhs, const Monomial &rhs);
/// lhs / rhs if the coefficient and all factors of `rhs` divide those of `lhs`.
std::optional<Monomial> divide(const Monomial &lhs, const Monomial &rhs);
/// The factors of lhs / rhs if those of `rhs` divide those of `lhs`.
std::optional<Factors> divideFactors(const Factors &lhs, const Factors &rhs);

/// The product of the greatest common divisor of all coefficients (positive)
/// and of the atoms that all terms share. `operand` is not zero.
Monomial getContent(const Polynomial &operand);
/// The greatest common divisor of two monomials, with a positive coefficient.
Monomial gcd(const Monomial &lhs, const Monomial &rhs);

/// lhs / rhs if that is a polynomial with integer coefficients. `rhs` is not
/// zero.
std::optional<Polynomial> divideExact(const Polynomial &lhs,
                                      const Polynomial &rhs);
/// A common divisor of both with a positive leading coefficient: the greatest
/// one, unless the search for it takes too long or overflows. Neither is zero.
Polynomial gcd(const Polynomial &lhs, const Polynomial &rhs);

/// Cancels common factors of the fraction numerator / denominator and makes the
/// leading coefficient of the denominator, which is not zero, positive.
void cancel(Polynomial &numerator, Polynomial &denominator);

} // namespace mlir::lift::detail

#endif // LIFT_LIB_EXPR_POLYNOMIAL_H
