//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file simplifies quotients and remainders with what is known of the
// names in them. For d > 0:
//
//   floor((q * d + r) / d)              = q + floor(r / d)
//   floor(r / d)                        = k, if k * d <= r < (k + 1) * d
//   floor((g * a + b) / (g * c))        = floor(a / c), if 0 <= b < g
//
// Remainders follow from x mod d = x - d * floor(x / d), and the normal form of
// Expr turns what is left of that into a mod atom again.
//
//===----------------------------------------------------------------------===//

#include "ExprDivision.h"
#include "Prover.h"

#include <algorithm>

namespace mlir::lift::detail {

using Kind = Atom::Kind;

static constexpr int maxRounds = 4;
static constexpr unsigned maxFloorDepth = 8;

namespace {
class Simplifier {
public:
  explicit Simplifier(Prover &prover) : prover(prover) {}

  Expr run(const Expr &value);

private:
  Expr runOnce(const Expr &value);
  Expr simplifyAtom(const Atom &atom);
  Expr simplifyName(const Atom &atom);
  Expr floorOf(const Expr &lhs, const Expr &rhs);
  Expr floorOfRest(const Expr &rest, const Expr &divisor);

  WholeAndRest takeMultiples(const Expr &numerator, const Expr &divisor);
  void takeKnownMultiples(const Expr &divisor, WholeAndRest &split);
  std::optional<int64_t> findMultiple(const Expr &rest, const Expr &divisor);
  std::vector<Expr> getCommonFactors(const Expr &rest, const Expr &divisor);
  std::optional<Quotient> cancelFactor(const Expr &rest, const Expr &divisor,
                                       const Expr &factor);

  Prover &prover;
  std::map<Expr, Expr> known;
  unsigned depth = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Multiples of the divisor
//===----------------------------------------------------------------------===//

/// Uses each fact `d divides v` for multiples of v: what a sum of several terms
/// is a multiple of shows in none of the terms.
void Simplifier::takeKnownMultiples(const Expr &divisor, WholeAndRest &split) {
  for (const Divides &fact : prover.getDivides()) {
    WholeAndRest part = splitWhole(split.rest, fact.value);
    if (part.whole.isError() || part.whole.isConstant(0) ||
        !prover.isInteger(divideRaw(part.whole * fact.divisor, divisor)))
      continue;
    split.whole = split.whole + divideRaw(part.whole * fact.value, divisor);
    split.rest = part.rest;
  }
}

/// Splits off everything that the divisor is known to divide.
WholeAndRest Simplifier::takeMultiples(const Expr &numerator,
                                       const Expr &divisor) {
  WholeAndRest split = splitWhole(numerator, divisor);
  Expr whole = split.whole, rest;
  for (const Monomial &term : split.rest.getNumerator()) {
    Expr ratio = divideRaw(term.toExpr(), divisor);
    if (prover.isInteger(ratio))
      whole = whole + ratio;
    else
      rest = rest + term.toExpr();
  }
  WholeAndRest result{whole, rest};
  takeKnownMultiples(divisor, result);
  return result;
}

/// The k with k * divisor <= rest < (k + 1) * divisor, if it is small.
std::optional<int64_t> Simplifier::findMultiple(const Expr &rest,
                                                const Expr &divisor) {
  for (int64_t k : {0, -1, 1})
    if (prover.isWithin(rest, divisor * k, divisor * (k + 1)))
      return k;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Common factors
//===----------------------------------------------------------------------===//

/// Factors of the divisor that some terms share with it.
std::vector<Expr> Simplifier::getCommonFactors(const Expr &rest,
                                               const Expr &divisor) {
  const Polynomial &above = getNumerator(divisor);
  const Monomial content = getContent(above);
  std::vector<Expr> candidates;
  for (const Monomial &term : rest.getNumerator()) {
    candidates.push_back(gcd(term, content).toExpr());
    candidates.push_back(gcd(term, Monomial{term.coefficient, {}}).toExpr());
  }
  if (above.terms.size() > 1)
    candidates.push_back(divideRaw(makePolynomial(above), content.toExpr()));
  std::vector<Expr> factors;
  for (const Expr &candidate : candidates)
    if (!candidate.isConstant(1) && candidate != divisor &&
        std::find(factors.begin(), factors.end(), candidate) == factors.end() &&
        prover.isInteger(divideRaw(divisor, candidate)) &&
        prover.isPositive(candidate))
      factors.push_back(candidate);
  return factors;
}

/// For rest = g * a + b and divisor = g * c with k * g <= b < (k + 1) * g, the
/// quotient (a + k) / c that has the same floor.
std::optional<Quotient> Simplifier::cancelFactor(const Expr &rest,
                                                 const Expr &divisor,
                                                 const Expr &factor) {
  WholeAndRest split = takeMultiples(rest, factor);
  // With nothing left over nothing would be won, and with nothing whole the
  // divisor itself has been tried before.
  if (split.rest.isConstant(0) || split.whole.isConstant(0) ||
      split.rest.isError() || split.whole.isError())
    return std::nullopt;
  std::optional<int64_t> multiple = findMultiple(split.rest, factor);
  if (!multiple)
    return std::nullopt;
  return Quotient{split.whole + *multiple, divideRaw(divisor, factor)};
}

//===----------------------------------------------------------------------===//
// Floor
//===----------------------------------------------------------------------===//

Expr Simplifier::floorOfRest(const Expr &rest, const Expr &divisor) {
  if (rest.isConstant(0))
    return rest;
  if (std::optional<int64_t> multiple = findMultiple(rest, divisor))
    return Expr(*multiple);
  for (const Expr &factor : getCommonFactors(rest, divisor))
    if (auto shorter = cancelFactor(rest, divisor, factor))
      return floorOf(shorter->numerator, shorter->divisor);
  return Expr::floorDiv(rest, divisor);
}

Expr Simplifier::floorOf(const Expr &lhs, const Expr &rhs) {
  Quotient reduced = reduceQuotient(lhs, rhs);
  if (reduced.divisor.isError() || depth == maxFloorDepth ||
      reduced.divisor.isConstant(1) || !prover.isPositive(reduced.divisor))
    return Expr::floorDiv(lhs, rhs);
  ++depth;
  WholeAndRest split = takeMultiples(reduced.numerator, reduced.divisor);
  Expr result = split.whole + floorOfRest(split.rest, reduced.divisor);
  --depth;
  return result.isError() ? Expr::floorDiv(lhs, rhs) : result;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Expr Simplifier::simplifyName(const Atom &atom) {
  if (!prover.hasRange(atom.getName()))
    return atom.toExpr();
  const Expr &lower = prover.getLower(atom.getName());
  return lower == prover.getUpper(atom.getName()) ? lower : atom.toExpr();
}

Expr Simplifier::simplifyAtom(const Atom &atom) {
  if (atom.getKind() == Kind::Name)
    return simplifyName(atom);
  Expr lhs = run(atom.getLhs()), rhs = run(atom.getRhs());
  if (lhs.isError() || rhs.isError() || rhs.isConstant(0))
    return atom.toExpr();
  switch (atom.getKind()) {
  case Kind::FloorDiv:
    return floorOf(lhs, rhs);
  case Kind::CeilDiv:
    return floorOf(lhs - 1, rhs) + 1;
  case Kind::Mod:
    return lhs - rhs * floorOf(lhs, rhs);
  case Kind::Name:
    break;
  }
  return atom.toExpr();
}

Expr Simplifier::runOnce(const Expr &value) {
  Expr result =
      value.rebuild([&](const Atom &atom) { return simplifyAtom(atom); });
  return result.isError() ? value : result;
}

Expr Simplifier::run(const Expr &value) {
  if (value.getConstant() || value.isError())
    return value;
  auto seen = known.find(value);
  if (seen != known.end())
    return seen->second;
  Expr result = value;
  for (int round = 0; round < maxRounds; ++round) {
    Expr next = runOnce(result);
    if (next == result)
      break;
    result = next;
  }
  known.emplace(value, result);
  return result;
}

Expr simplify(Prover &prover, const Expr &value) {
  return Simplifier(prover).run(value);
}

} // namespace mlir::lift::detail
