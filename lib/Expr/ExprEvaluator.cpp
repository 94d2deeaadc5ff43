//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file computes the value of an expression for given values of its names.
//
//===----------------------------------------------------------------------===//

#include "ExprDivision.h"

namespace mlir::lift {

using namespace detail;

using Lookup = std::function<std::optional<int64_t>(const std::string &)>;

static EvalResult fail(std::string sentence) {
  return {std::nullopt, std::move(sentence)};
}

/// lhs op rhs for an opaque operation; the divisor is not zero.
static std::optional<int64_t> divide(Atom::Kind kind, int64_t lhs,
                                     int64_t rhs) {
  std::optional<int64_t> floor = floorDivide(lhs, rhs);
  if (!floor || kind == Atom::Kind::FloorDiv)
    return floor;
  // Neither product nor difference overflows in 128 bits.
  __int128 remainder = lhs - static_cast<__int128>(*floor) * rhs;
  return kind == Atom::Kind::Mod ? static_cast<int64_t>(remainder)
                                 : *floor + (remainder != 0);
}

static EvalResult evaluateAtom(const Atom &atom, const Lookup &lookup) {
  if (atom.getKind() == Atom::Kind::Name) {
    if (std::optional<int64_t> value = lookup(atom.getName()))
      return {value, ""};
    return fail("no value for '" + atom.getName() + "'");
  }
  EvalResult lhs = atom.getLhs().evaluate(lookup);
  if (!lhs.value)
    return lhs;
  EvalResult rhs = atom.getRhs().evaluate(lookup);
  if (!rhs.value)
    return rhs;
  if (*rhs.value == 0)
    return fail("size expression divides by zero: '" + atom.toExpr().str() +
                "'");
  if (auto result = divide(atom.getKind(), *lhs.value, *rhs.value))
    return {result, ""};
  return fail(overflowSentence);
}

static EvalResult evaluatePolynomial(const Polynomial &operand,
                                     const Lookup &lookup) {
  int64_t sum = 0;
  for (const Monomial &term : operand.terms) {
    int64_t product = term.coefficient;
    for (const auto &[atom, exponent] : term.factors) {
      EvalResult factor = evaluateAtom(atom, lookup);
      if (!factor.value)
        return factor;
      // A power of 0 or 1 ends the loop early: exponents may be huge.
      for (unsigned i = 0; i < exponent; ++i) {
        if (__builtin_mul_overflow(product, *factor.value, &product))
          return fail(overflowSentence);
        if (product == 0 || *factor.value == 1)
          break;
        if (*factor.value == -1 && i == 1 - exponent % 2)
          break;
      }
    }
    if (__builtin_add_overflow(sum, product, &sum))
      return fail(overflowSentence);
  }
  return {sum, ""};
}

EvalResult Expr::evaluate(const Lookup &lookup) const {
  if (isError())
    return fail(getError());
  EvalResult above = evaluatePolynomial(detail::getNumerator(*this), lookup);
  if (!above.value || detail::getDenominator(*this).isOne())
    return above;
  EvalResult below = evaluatePolynomial(detail::getDenominator(*this), lookup);
  if (!below.value)
    return below;
  if (*below.value == 0)
    return fail("size expression divides by zero: '" + str() + "'");
  std::optional<int64_t> quotient = floorDivide(*above.value, *below.value);
  if (!quotient)
    return fail(overflowSentence);
  if (static_cast<__int128>(*quotient) * *below.value != *above.value)
    return fail("exact division " + std::to_string(*above.value) + " / " +
                std::to_string(*below.value) + " leaves a remainder in '" +
                str() + "' (ceildiv and floordiv round)");
  return {quotient, ""};
}

} // namespace mlir::lift
