//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements floordiv, ceildiv and mod of expressions, and the
// canonical choice between the many ways to write the same remainder.
//
// Everything is reduced to floor(x / d) for a polynomial x:
//
//   ceil(x / d)  =  floor((x - 1) / d) + 1
//   x mod d      =  x - d * floor(x / d)
//
// These hold for integers x and d > 0. What is shown to the user goes the other
// way: a quotient whose numerator ends in -1 (modulo a constant d) is a ceildiv
// atom, and canonicalize() writes x - d * (x floordiv d) as a mod atom wherever
// the sum does not get longer by it. It first expands all mod atoms, so that
// its answer depends on the value of the sum alone, not on how it came about.
//
//===----------------------------------------------------------------------===//

#include "ExprDivision.h"

#include <algorithm>
#include <limits>

namespace mlir::lift {

using namespace detail;
using Kind = Atom::Kind;

/// Sums that are longer than this when their remainders are written out stay as
/// they are: equal ones may then compare different, but nothing explodes.
static constexpr size_t maxExpandedTerms = 500;

/// Sums with more quotients than this are not searched for pairs of them.
static constexpr size_t maxNestedQuotients = 12;

std::optional<int64_t> detail::floorDivide(int64_t lhs, int64_t rhs) {
  if (rhs == -1 && lhs == std::numeric_limits<int64_t>::min())
    return std::nullopt;
  int64_t quotient = lhs / rhs;
  if (lhs % rhs != 0 && (lhs < 0) != (rhs < 0))
    --quotient;
  return quotient;
}

//===----------------------------------------------------------------------===//
// Quotients in lowest terms
//===----------------------------------------------------------------------===//

static bool hasOneSign(const Polynomial &operand) {
  bool negative = operand.terms.front().coefficient < 0;
  return std::all_of(
      operand.terms.begin(), operand.terms.end(),
      [&](const Monomial &term) { return (term.coefficient < 0) == negative; });
}

/// x / d for polynomials in lowest terms, keeping the sign of d.
static Quotient reducePolynomials(const Polynomial &x, const Polynomial &d) {
  Polynomial common = gcd(x, d);
  // Whether a divisor of mixed signs is positive is unknown: the rest of d
  // would be of unknown sign too.
  if (!hasOneSign(common))
    common = Polynomial(gcd(getContent(x), getContent(d)));
  std::optional<Polynomial> above = divideExact(x, common);
  std::optional<Polynomial> below = divideExact(d, common);
  if (!above || !below)
    return {makePolynomial(x), makePolynomial(d)};
  return {makePolynomial(std::move(*above)), makePolynomial(std::move(*below))};
}

/// The same for a divisor that is an exact fraction: that it is an integer is
/// known of it as it stands, so that only constants may cancel, and only
/// against a constant denominator.
static Quotient reduceByFraction(const Expr &x, const Expr &d) {
  Polynomial above = getNumerator(x) * getDenominator(d);
  Polynomial below = getNumerator(d);
  cancel(above, below);
  if (!above.failure && !below.failure && below.isOne())
    return {makePolynomial(std::move(above)), Expr(1)};
  if (!getDenominator(d).getConstant())
    return {x, d};
  Monomial common =
      gcd(getContent(getNumerator(x)), getContent(getNumerator(d)));
  Expr factor(common.coefficient);
  return {divideRaw(x, factor), divideRaw(d, factor)};
}

Quotient detail::reduceQuotient(const Expr &lhs, const Expr &rhs) {
  // The denominator of lhs moves into the divisor.
  Expr x = lhs, d = rhs;
  if (!getPolynomial(lhs)) {
    x = lhs.getNumeratorExpr();
    if (!getPolynomial(x))
      x = makePolynomial(getNumerator(lhs));
    d = multiplyRaw(rhs, makePolynomial(getDenominator(lhs)));
  }
  if (d.isError() || x.isConstant(0))
    return {x, d};
  if (const Polynomial *divisor = getPolynomial(d))
    return reducePolynomials(getNumerator(x), *divisor);
  return reduceByFraction(x, d);
}

//===----------------------------------------------------------------------===//
// Whole part and rest
//===----------------------------------------------------------------------===//

/// Splits one term by the monomial divisor above / below.
static void splitTerm(const Monomial &term, const Monomial &above,
                      const Monomial &below, Polynomial &whole,
                      Polynomial &rest) {
  std::optional<Monomial> scaled = multiply(term, below);
  std::optional<Factors> factors;
  if (scaled)
    factors = divideFactors(scaled->factors, above.factors);
  if (!factors) {
    rest.terms.push_back(term);
    return;
  }
  if (above.coefficient == -1) { // The one divisor whose quotient may overflow.
    rest.terms.push_back(term);
    return;
  }
  int64_t quotient = scaled->coefficient / above.coefficient;
  int64_t left = scaled->coefficient % above.coefficient;
  if (left != 0 && (below.coefficient != 1 || !below.factors.empty())) {
    rest.terms.push_back(term);
    return;
  }
  // Of a coefficient that does not divide, the sign stays: 5 * i becomes i, but
  // -i never becomes 3 * i. A constant goes all the way into 0 .. d - 1.
  if (term.factors.empty() && left < 0 && above.coefficient > 0) {
    --quotient;
    left += above.coefficient;
  }
  if (quotient)
    whole.terms.push_back(Monomial{quotient, std::move(*factors)});
  if (left)
    rest.terms.push_back(Monomial{left, term.factors});
}

static WholeAndRest splitByMonomial(const Expr &x, const Monomial &above,
                                    const Monomial &below) {
  Polynomial whole, rest;
  for (const Monomial &term : getNumerator(x).terms)
    splitTerm(term, above, below, whole, rest);
  if (whole.isZero())
    return {Expr(), x};
  // Division by a monomial keeps the order of terms.
  return {makePolynomial(std::move(whole)), makePolynomial(std::move(rest))};
}

/// Takes multiples of `divisor` out of `x` as long as that makes it shorter.
static WholeAndRest splitByPolynomial(const Expr &x,
                                      const Polynomial &divisor) {
  Polynomial whole, rest = getNumerator(x);
  const Monomial &leading = divisor.terms.front();
  for (size_t i = 0; i < rest.terms.size();) {
    const Monomial &term = rest.terms[i];
    std::optional<Factors> factors =
        divideFactors(term.factors, leading.factors);
    int64_t ratio =
        leading.coefficient == -1 ? 0 : term.coefficient / leading.coefficient;
    if (!factors || ratio == 0) {
      ++i;
      continue;
    }
    Polynomial multiple(Monomial{ratio, std::move(*factors)});
    Polynomial shorter = rest - multiple * divisor;
    if (shorter.failure || shorter.terms.size() >= rest.terms.size()) {
      ++i;
      continue;
    }
    whole = whole + multiple;
    rest = std::move(shorter);
    i = 0;
  }
  if (whole.isZero())
    return {Expr(), x};
  return {makePolynomial(std::move(whole)), makePolynomial(std::move(rest))};
}

WholeAndRest detail::splitWhole(const Expr &numerator, const Expr &divisor) {
  const Polynomial &above = getNumerator(divisor);
  const Polynomial &below = getDenominator(divisor);
  if (above.terms.size() == 1 && below.terms.size() == 1)
    return splitByMonomial(numerator, above.terms.front(), below.terms.front());
  if (below.isOne())
    return splitByPolynomial(numerator, above);
  return {Expr(), numerator};
}

//===----------------------------------------------------------------------===//
// Floor
//===----------------------------------------------------------------------===//

static Expr floorOfQuotient(const Expr &numerator, const Expr &divisor);

FloorForm detail::getFloorForm(const Atom &atom) {
  if (atom.getKind() == Kind::CeilDiv)
    return {subtractRaw(atom.getLhs(), Expr(1)), atom.getRhs(), 1};
  return {atom.getLhs(), atom.getRhs(), 0};
}

/// (t * (u mod c) + rest) floordiv d, where d divides t * c, is
/// (t * u + rest) floordiv d - (t * c / d) * (u floordiv c).
static std::optional<WholeAndRest> unwrapRemainders(const Expr &numerator,
                                                    const Expr &divisor) {
  Expr whole, rest;
  bool changed = false;
  for (const Monomial &term : numerator.getNumerator()) {
    auto remainder = std::find_if(
        term.factors.begin(), term.factors.end(), [](const auto &factor) {
          return factor.first.getKind() == Kind::Mod && factor.second == 1;
        });
    if (remainder == term.factors.end()) {
      rest = addRaw(rest, term.toExpr());
      continue;
    }
    Monomial cofactor = term;
    cofactor.factors.erase(cofactor.factors.begin() +
                           (remainder - term.factors.begin()));
    const Atom &atom = remainder->first;
    Expr multiple =
        divideRaw(multiplyRaw(cofactor.toExpr(), atom.getRhs()), divisor);
    if (multiple.isError() || !getPolynomial(multiple)) {
      rest = addRaw(rest, term.toExpr());
      continue;
    }
    changed = true;
    Expr quotient = floorOfQuotient(atom.getLhs(), atom.getRhs());
    whole = subtractRaw(whole, multiplyRaw(multiple, quotient));
    rest = addRaw(rest, multiplyRaw(cofactor.toExpr(), atom.getLhs()));
  }
  if (!changed || whole.isError() || rest.isError())
    return std::nullopt;
  return WholeAndRest{whole, canonicalize(rest)};
}

/// A constant factor g of the divisor and of every term but the constant one:
/// (g * y + k) floordiv (g * c) is (y + k floordiv g) floordiv c.
static std::optional<Quotient> cancelUpToConstant(const Expr &numerator,
                                                  const Expr &divisor) {
  const Polynomial &x = getNumerator(numerator);
  const int64_t constant = x.getConstantTerm();
  if (constant == 0 || !getPolynomial(divisor) || x.terms.size() < 2)
    return std::nullopt;
  Polynomial variable = x;
  variable.terms.pop_back();
  const int64_t factor =
      gcd(Monomial{getContent(variable).coefficient, {}},
          Monomial{getContent(getNumerator(divisor)).coefficient, {}})
          .coefficient;
  if (factor == 1)
    return std::nullopt;
  Expr y = divideRaw(makePolynomial(std::move(variable)), Expr(factor));
  return Quotient{addRaw(y, Expr(*floorDivide(constant, factor))),
                  divideRaw(divisor, Expr(factor))};
}

/// ((u floordiv v) + p) floordiv w is (u + p * v) floordiv (v * w) for positive
/// v and w. Nothing if the products overflow.
static std::optional<Expr> flattenNested(const Expr &numerator,
                                         const Expr &divisor) {
  const Monomial *nested = nullptr;
  for (const Monomial &term : numerator.getNumerator()) {
    if (!ExprStorage::get(term.toExpr()).hasOpaqueAtom)
      continue;
    if (nested)
      return std::nullopt;
    nested = &term;
  }
  if (!nested || nested->coefficient != 1 || nested->factors.size() != 1 ||
      nested->factors.front().second != 1)
    return std::nullopt;
  const Atom &atom = nested->factors.front().first;
  if (atom.getKind() == Kind::Mod)
    return std::nullopt;
  FloorForm inner = getFloorForm(atom);
  Expr offset =
      addRaw(subtractRaw(numerator, atom.toExpr()), Expr(inner.offset));
  Expr above = addRaw(inner.numerator, multiplyRaw(offset, inner.divisor));
  Expr result =
      Expr::floorDiv(canonicalize(above), multiplyRaw(inner.divisor, divisor));
  if (result.isError())
    return std::nullopt;
  return result;
}

/// The atom for floor(rest / divisor), where nothing can be split off: a
/// ceildiv if `rest` ends in -1, modulo a constant divisor.
static Expr makeQuotientAtom(const Expr &rest, const Expr &divisor) {
  const int64_t constant = getNumerator(rest).getConstantTerm();
  if (std::optional<int64_t> modulus = divisor.getConstant()) {
    if (constant == *modulus - 1)
      return Atom::operation(Kind::CeilDiv, subtractRaw(rest, Expr(constant)),
                             divisor)
          .toExpr();
  } else if (constant == -1) {
    Expr above = addRaw(rest, Expr(1));
    if (above.isConstant(0))
      return Expr(-1);
    // Without the -1 it may share a factor with the divisor.
    Quotient reduced = reduceQuotient(above, divisor);
    if (reduced.divisor != divisor)
      return Expr::floorDiv(subtractRaw(reduced.numerator, Expr(1)),
                            reduced.divisor);
    Atom ceiling = Atom::operation(Kind::CeilDiv, above, divisor);
    return addRaw(ceiling.toExpr(), Expr(-1));
  }
  return Atom::operation(Kind::FloorDiv, rest, divisor).toExpr();
}

/// floor(numerator / divisor) of a reduced quotient.
static Expr floorOfQuotient(const Expr &numerator, const Expr &divisor) {
  if (divisor.isConstant(1))
    return numerator;
  Expr whole, rest = numerator;
  // Canonical pieces of a canonical sum need not be canonical together, and
  // then may split once more.
  for (int round = 0; round < 4; ++round) {
    WholeAndRest split = splitWhole(rest, divisor);
    whole = addRaw(whole, split.whole);
    Expr shorter = canonicalize(split.rest);
    // Without a cancelled term a remainder by a fraction may be best written
    // out, with the denominator of the fraction below the whole sum.
    if (!getPolynomial(shorter) && getPolynomial(shorter.getNumeratorExpr()))
      return canonicalize(addRaw(whole, Expr::floorDiv(shorter, divisor)));
    if (!getPolynomial(shorter))
      shorter = split.rest;
    bool done = shorter == rest;
    rest = shorter;
    if (done)
      break;
  }
  if (whole.isError())
    return whole;
  if (rest.getConstant() && (divisor.getConstant() || rest.isConstant(0)))
    return canonicalize(whole);
  // Written in its shortest form, it may be what it was.
  auto unwrapped = unwrapRemainders(rest, divisor);
  if (unwrapped && unwrapped->rest != numerator && unwrapped->rest != rest)
    return canonicalize(addRaw(addRaw(whole, unwrapped->whole),
                               Expr::floorDiv(unwrapped->rest, divisor)));
  if (auto reduced = cancelUpToConstant(rest, divisor))
    return canonicalize(
        addRaw(whole, Expr::floorDiv(reduced->numerator, reduced->divisor)));
  if (auto flat = flattenNested(rest, divisor))
    return canonicalize(addRaw(whole, *flat));
  return canonicalize(addRaw(whole, makeQuotientAtom(rest, divisor)));
}

/// The error of floordiv, ceildiv and mod on bad operands.
static std::optional<Expr> checkOperands(const Expr &lhs, const Expr &rhs) {
  if (lhs.isError())
    return lhs;
  if (rhs.isError())
    return rhs;
  if (rhs.isConstant(0))
    return Expr::error("size expression divides by zero");
  if (rhs.getConstant() && *rhs.getConstant() < 0)
    return Expr::error("size expression divides by a negative number");
  return std::nullopt;
}

Expr Expr::floorDiv(const Expr &lhs, const Expr &rhs) {
  if (std::optional<Expr> error = checkOperands(lhs, rhs))
    return *error;
  Quotient reduced = reduceQuotient(lhs, rhs);
  if (reduced.divisor.isError())
    return reduced.divisor;
  return floorOfQuotient(reduced.numerator, reduced.divisor);
}

Expr Expr::ceilDiv(const Expr &lhs, const Expr &rhs) {
  if (std::optional<Expr> error = checkOperands(lhs, rhs))
    return *error;
  Quotient reduced = reduceQuotient(lhs, rhs);
  if (reduced.divisor.isError())
    return reduced.divisor;
  if (reduced.divisor.isConstant(1))
    return reduced.numerator;
  return floorDiv(reduced.numerator - 1, reduced.divisor) + 1;
}

Expr Expr::mod(const Expr &lhs, const Expr &rhs) {
  if (std::optional<Expr> error = checkOperands(lhs, rhs))
    return *error;
  return lhs - rhs * floorDiv(lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Remainders: expansion
//===----------------------------------------------------------------------===//

static bool hasRemainder(const Expr &expr) {
  if (!ExprStorage::get(expr).hasOpaqueAtom)
    return false;
  for (const Monomial &term : expr.getNumerator())
    for (const auto &factor : term.factors)
      if (factor.first.getKind() == Kind::Mod)
        return true;
  return false;
}

static Expr expandAtom(const Atom &atom) {
  if (atom.getKind() != Kind::Mod)
    return atom.toExpr();
  Expr quotient = floorOfQuotient(atom.getLhs(), atom.getRhs());
  return expandRemainders(
      subtractRaw(atom.getLhs(), multiplyRaw(atom.getRhs(), quotient)));
}

Expr detail::expandRemainders(const Expr &operand) {
  if (!hasRemainder(operand))
    return operand;
  Expr sum;
  for (const Monomial &term : operand.getNumerator()) {
    Expr product(term.coefficient);
    for (const auto &[atom, exponent] : term.factors) {
      Expr factor = expandAtom(atom);
      for (unsigned i = 0; i < exponent && !product.isError(); ++i)
        product = multiplyRaw(product, factor);
    }
    sum = addRaw(sum, product);
    if (sum.getNumerator().size() > maxExpandedTerms)
      return Expr::error(tooLargeSentence);
  }
  return divideRaw(sum, operand.getDenominator());
}

//===----------------------------------------------------------------------===//
// Remainders: recognition
//===----------------------------------------------------------------------===//

namespace {
/// divisor * atom = value - remainder, for a floordiv or ceildiv atom.
struct Relation {
  Expr divisor;
  Expr value;
  Expr remainder;
};
} // namespace

/// The mod atom of a numerator brought into the range of the divisor.
static Expr makeRemainderAtom(const Expr &numerator, const Expr &divisor) {
  return Atom::operation(Kind::Mod, splitWhole(numerator, divisor).rest,
                         divisor)
      .toExpr();
}

/// The relation to the remainder of the atom's own operands.
static Relation getOwnRelation(const Atom &atom) {
  FloorForm form = getFloorForm(atom);
  return {form.divisor,
          addRaw(form.numerator, multiplyRaw(Expr(form.offset), form.divisor)),
          makeRemainderAtom(form.numerator, form.divisor)};
}

/// The relation of (u + p * v) floordiv (v * w) to ((u floordiv v) + p) mod w.
static std::optional<Relation> getNestedRelation(const Atom &outer,
                                                 const Atom &inner) {
  const FloorForm outerForm = getFloorForm(outer);
  const FloorForm innerForm = getFloorForm(inner);
  Expr w = divideRaw(outerForm.divisor, innerForm.divisor);
  if (w.isError() || w.getConstant() == 1 || !getPolynomial(w))
    return std::nullopt;
  Expr p = divideRaw(subtractRaw(outerForm.numerator, innerForm.numerator),
                     innerForm.divisor);
  if (p.isError() || !getPolynomial(p) || ExprStorage::get(p).hasOpaqueAtom)
    return std::nullopt;
  Expr x = addRaw(subtractRaw(inner.toExpr(), Expr(innerForm.offset)), p);
  return Relation{w, addRaw(x, multiplyRaw(Expr(outerForm.offset), w)),
                  makeRemainderAtom(x, w)};
}

/// How often quotients occur as factors.
static uint64_t countQuotients(const Expr &expr) {
  uint64_t count = 0;
  for (const Monomial &term : expr.getNumerator())
    for (const auto &[atom, exponent] : term.factors)
      if (atom.getKind() == Kind::FloorDiv || atom.getKind() == Kind::CeilDiv)
        count += exponent;
  return count;
}

/// `expr` with cofactor * divisor * atom written by the relation, if that is
/// not longer.
static std::optional<Expr> applyRelation(const Expr &expr, const Atom &atom,
                                         const Relation &relation) {
  Polynomial cofactor, others;
  for (const Monomial &term : expr.getNumerator()) {
    std::optional<Factors> rest = divideFactors(term.factors, {{atom, 1}});
    if (rest)
      cofactor.terms.push_back(Monomial{term.coefficient, std::move(*rest)});
    else
      others.terms.push_back(term);
  }
  const Polynomial &below = getDenominator(expr);
  Expr multiple =
      divideRaw(makePolynomial(std::move(cofactor)),
                multiplyRaw(makePolynomial(below), relation.divisor));
  // Only whole multiples over the same denominator.
  if (multiple.isError() || !divideExact(below, getDenominator(multiple)))
    return std::nullopt;
  Expr result = addRaw(
      divideRaw(makePolynomial(std::move(others)), makePolynomial(below)),
      multiplyRaw(multiple, subtractRaw(relation.value, relation.remainder)));
  if (result.isError() || !divideExact(below, getDenominator(result)))
    return std::nullopt;
  size_t before = expr.getNumerator().size();
  size_t after = result.getNumerator().size();
  bool isPositive = multiple.getNumerator().front().coefficient < 0;
  if (after < before || (after == before && isPositive &&
                         countQuotients(result) < countQuotients(expr)))
    return result;
  return std::nullopt;
}

/// Whether a monomial divisor divides the cofactors of the atom: a cheap test
/// without which no relation with this divisor applies. True where unsure.
static bool mayApply(const Expr &expr, const Atom &atom, const Expr &divisor) {
  const Polynomial *whole = getPolynomial(expr);
  const Polynomial *below = getPolynomial(divisor);
  if (!whole || !below || below->terms.size() != 1)
    return true;
  return std::all_of(whole->terms.begin(), whole->terms.end(),
                     [&](const Monomial &term) {
                       return !divideFactors(term.factors, {{atom, 1}}) ||
                              divide(term, below->terms.front());
                     });
}

/// The quotient atoms in the numerator, each once.
static std::vector<Atom> collectQuotients(const Expr &expr) {
  std::vector<Atom> atoms;
  for (const Monomial &term : expr.getNumerator())
    for (const auto &[atom, exponent] : term.factors)
      if (atom.getKind() == Kind::FloorDiv || atom.getKind() == Kind::CeilDiv)
        atoms.push_back(atom);
  std::sort(atoms.begin(), atoms.end());
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  return atoms;
}

/// Writes an atom by the remainder of its own operands. A sum may have the
/// remainders in these operands as they are, or written out.
static std::optional<Expr> applyOwnRelation(const Expr &expr,
                                            const Atom &atom) {
  Relation relation = getOwnRelation(atom);
  std::optional<Expr> result = applyRelation(expr, atom, relation);
  Expr value = expandRemainders(relation.value);
  if (value.isError() || value == relation.value)
    return result;
  relation.value = value;
  std::optional<Expr> expanded = applyRelation(expr, atom, relation);
  const bool isShorter =
      expanded && (!result || expanded->getNumerator().size() <
                                  result->getNumerator().size());
  return isShorter ? expanded : result;
}

/// One step of recognition, or nothing if there is none left.
static std::optional<Expr> recognizeRemainder(const Expr &expr) {
  std::vector<Atom> atoms = collectQuotients(expr);
  for (const Atom &atom : atoms)
    if (mayApply(expr, atom, atom.getRhs()))
      if (auto result = applyOwnRelation(expr, atom))
        return result;
  if (atoms.size() > maxNestedQuotients)
    return std::nullopt;
  for (const Atom &outer : atoms)
    for (const Atom &inner : atoms)
      if (!(outer == inner))
        if (auto relation = getNestedRelation(outer, inner);
            relation && mayApply(expr, outer, relation->divisor))
          if (auto result = applyRelation(expr, outer, *relation))
            return result;
  return std::nullopt;
}

Expr detail::canonicalize(const Expr &expr) {
  const ExprStorage &storage = ExprStorage::get(expr);
  if (!storage.hasOpaqueAtom ||
      storage.isCanonical.load(std::memory_order_relaxed))
    return expr;
  Expr result = expandRemainders(expr);
  if (result.isError())
    return expr;
  // Each step makes the sum shorter or leaves fewer quotients in it.
  while (std::optional<Expr> next = recognizeRemainder(result))
    result = *next;
  if (result == expr)
    result = expr;
  ExprStorage::get(result).isCanonical.store(true, std::memory_order_relaxed);
  return result;
}

} // namespace mlir::lift
