//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prover.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace mlir::lift::detail {

using Kind = Atom::Kind;

/// Limits on one proof. Almost all that succeed take less than forty steps, and
/// that is what is left to each proof once many have been long.
static constexpr unsigned maxSteps = 100;
static constexpr unsigned minSteps = 40;
static constexpr unsigned maxTotalSteps = 2000;
static constexpr unsigned shortProof = 3;
static constexpr unsigned maxProofDepth = 40;
static constexpr unsigned maxFactDepth = 3;
static constexpr size_t maxProofTerms = 200;
static constexpr uint64_t maxProofDegree = 12;

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

Prover::Prover(const Assumptions &assumptions)
    : assumptions(assumptions), memory(assumptions.getMemory()) {
  if (!memory.isNew)
    return;
  memory.isNew = false;
  for (const auto &[divisor, value] : assumptions.divides)
    addDivides(divisor, value);
  collectMultiples();
}

std::vector<std::string> Prover::getRangedNames() const {
  std::vector<std::string> names;
  for (const auto &range : assumptions.ranges)
    names.push_back(range.first);
  return names;
}

bool Prover::hasRange(const std::string &name) const {
  return assumptions.ranges.count(name);
}

const Expr &Prover::getLower(const std::string &name) const {
  return assumptions.ranges.find(name)->second.lower;
}

const Expr &Prover::getUpper(const std::string &name) const {
  return *assumptions.ranges.find(name)->second.upper;
}

void Prover::addDivides(const Expr &divisor, const Expr &value) {
  // a / b divides c / d exactly if a * d divides b * c; what both sides share
  // cancels.
  if (divisor.isError() || value.isError() || divisor.isConstant(0))
    return;
  Polynomial above = getNumerator(value) * getDenominator(divisor);
  Polynomial below = getNumerator(divisor) * getDenominator(value);
  cancel(above, below);
  if (above.failure || below.failure || above.isZero() || below.isOne())
    return;
  memory.divides.push_back(
      {makePolynomial(std::move(above)), makePolynomial(std::move(below))});
}

/// The least common multiple, or `lhs` if it overflows.
static int64_t getCommonMultiple(int64_t lhs, int64_t rhs) {
  int64_t result;
  if (__builtin_mul_overflow(lhs, rhs / std::gcd(lhs, rhs), &result))
    return lhs;
  return result;
}

void Prover::collectMultiples() {
  std::map<std::string, int64_t> constants;
  std::vector<std::pair<std::string, Expr>> symbolic;
  for (const Divides &fact : memory.divides) {
    std::optional<std::string> name = fact.value.getName();
    if (!name || fact.divisor.mentions(*name))
      continue;
    if (std::optional<int64_t> constant = fact.divisor.getConstant()) {
      int64_t &known = constants.emplace(*name, 1).first->second;
      known = getCommonMultiple(known, *constant);
    } else {
      symbolic.emplace_back(*name, fact.divisor);
    }
  }
  // The quotient of a name by its divisor; the quote keeps it apart from all
  // names that can be written.
  auto getMultiple = [](const std::string &name, const Expr &divisor) {
    return divisor * Expr::name(name + "'");
  };
  std::map<std::string, Expr> base;
  for (const auto &[name, constant] : constants)
    base.emplace(name, getMultiple(name, Expr(constant)));
  if (!base.empty())
    memory.multiples.push_back(base);
  for (const auto &[name, divisor] : symbolic) {
    std::map<std::string, Expr> names = base;
    names.insert_or_assign(name, getMultiple(name, divisor));
    memory.multiples.push_back(std::move(names));
  }
}

Expr Prover::substituteMultiples(
    const Expr &value, const std::map<std::string, Expr> &names) const {
  Expr result = value;
  // The divisor of one name may be a name with a divisor of its own.
  for (int round = 0; round < 3; ++round) {
    Expr next = result.substitute(names);
    if (next == result)
      break;
    result = next;
  }
  return result;
}

bool Prover::isInteger(const Expr &quotient) {
  if (quotient.isError())
    return false;
  if (getPolynomial(quotient))
    return true;
  for (const auto &names : memory.multiples)
    if (getPolynomial(substituteMultiples(quotient, names)))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Bounds of atoms
//===----------------------------------------------------------------------===//

Prover::Bounds Prover::getBounds(const Atom &atom) {
  if (atom.getKind() == Kind::Name)
    return {{getLower(atom.getName())}, {getUpper(atom.getName())}};
  const Expr &x = atom.getLhs(), &d = atom.getRhs();
  Bounds bounds;
  if (!isPositive(d))
    return bounds;
  bool isNonNegativeX = isNonNegative(x);
  Expr gap = subtractRaw(d, Expr(1));
  switch (atom.getKind()) {
  case Kind::FloorDiv:
    bounds.lower.push_back(divideRaw(subtractRaw(x, gap), d));
    if (isNonNegativeX)
      bounds.lower.push_back(Expr(0));
    bounds.upper.push_back(divideRaw(x, d));
    break;
  case Kind::CeilDiv:
    bounds.lower.push_back(divideRaw(x, d));
    if (isNonNegativeX)
      bounds.lower.push_back(isPositive(x) ? Expr(1) : Expr(0));
    bounds.upper.push_back(divideRaw(addRaw(x, gap), d));
    break;
  case Kind::Mod:
    bounds.lower.push_back(Expr(0));
    bounds.upper.push_back(gap);
    if (isNonNegativeX)
      bounds.upper.push_back(x);
    break;
  case Kind::Name:
    break;
  }
  return bounds;
}

bool Prover::isAtomNonNegative(const Atom &atom) {
  switch (atom.getKind()) {
  case Kind::Name:
    return !hasRange(atom.getName()) || isNonNegative(getLower(atom.getName()));
  case Kind::FloorDiv:
  case Kind::CeilDiv:
    return isPositive(atom.getRhs()) && isNonNegative(atom.getLhs());
  case Kind::Mod:
    return isPositive(atom.getRhs());
  }
  return false;
}

bool Prover::isMonomialNonNegative(const Monomial &term) {
  return term.coefficient >= 0 &&
         std::all_of(
             term.factors.begin(), term.factors.end(), [&](const auto &factor) {
               return factor.second % 2 == 0 || isAtomNonNegative(factor.first);
             });
}

/// Whether `atom` occurs in `expr`, also inside other atoms.
static bool contains(const Expr &expr, const Atom &atom) {
  for (const Polynomial *half : {&getNumerator(expr), &getDenominator(expr)})
    for (const Monomial &term : half->terms)
      for (const auto &factor : term.factors)
        if (factor.first == atom || (factor.first.getKind() != Kind::Name &&
                                     (contains(factor.first.getLhs(), atom) ||
                                      contains(factor.first.getRhs(), atom))))
          return true;
  return false;
}

bool Prover::dependsOn(const Atom &atom, const Atom &other) const {
  if (atom.getKind() == Kind::Name)
    return contains(getLower(atom.getName()), other) ||
           contains(getUpper(atom.getName()), other);
  return contains(atom.getLhs(), other) || contains(atom.getRhs(), other);
}

std::optional<Atom> Prover::chooseAtom(const Expr &value) const {
  std::vector<Atom> atoms;
  for (const Monomial &term : value.getNumerator())
    for (const auto &[atom, exponent] : term.factors)
      if (atom.getKind() != Kind::Name || hasRange(atom.getName()))
        atoms.push_back(atom);
  for (const Atom &atom : atoms)
    if (std::none_of(atoms.begin(), atoms.end(), [&](const Atom &other) {
          return !(other == atom) && dependsOn(other, atom);
        }))
      return atom;
  if (atoms.empty())
    return std::nullopt;
  return atoms.front(); // Ranges in a circle: any order is sound.
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

bool Prover::isNonNegative(const Expr &value) {
  if (value.isError())
    return false;
  if (std::optional<int64_t> constant = value.getConstant())
    return *constant >= 0;
  // A question inside a proof shares the budget of the proof.
  return depth == 0 ? answerQuestion(value) : proveFromBound(value);
}

bool Prover::answerQuestion(const Expr &value) {
  value.collectNames(memory.names);
  totalSteps += stepLimit - budget;
  stepLimit = budget = totalSteps < maxTotalSteps ? maxSteps : minSteps;
  // The same steps would end in the same way.
  if (auto failed = memory.unproved.find(value);
      failed != memory.unproved.end() && failed->second >= stepLimit)
    return false;
  if (proveFromBound(value))
    return true;
  memory.unproved.insert_or_assign(value, budget > 0 ? maxSteps : stepLimit);
  return false;
}

bool Prover::isWithin(const Expr &value, const Expr &lower, const Expr &upper) {
  return isNonNegative(value - lower) && isNonNegative(upper - value - 1);
}

std::optional<int> Prover::getSign(const Expr &value) {
  if (isNonNegative(value))
    return 1;
  if (isNonNegative(-value))
    return -1;
  return std::nullopt;
}

bool Prover::proveFromBound(const Expr &bound) {
  if (bound.isError())
    return false;
  if (getPolynomial(bound))
    return prove(bound);
  Expr above = makePolynomial(getNumerator(bound));
  Expr below = makePolynomial(getDenominator(bound));
  if (!prove(subtractRaw(below, Expr(1)))) {
    // The normal form may have turned the sign of a difference around.
    if (getNumerator(below).terms.size() == 1)
      return false;
    above = subtractRaw(Expr(0), above);
    below = subtractRaw(Expr(0), below);
    if (!prove(subtractRaw(below, Expr(1))))
      return false;
  }
  return prove(addRaw(above, subtractRaw(below, Expr(1))));
}

bool Prover::prove(const Expr &polynomial) {
  if (polynomial.isError())
    return false;
  if (std::optional<int64_t> constant = polynomial.getConstant())
    return *constant >= 0;
  if (auto known = memory.certain.find(polynomial);
      known != memory.certain.end())
    return known->second;
  if (auto known = unproved.find(polynomial);
      known != unproved.end() && known->second <= factDepth)
    return false;
  if (budget == 0 || depth >= maxProofDepth ||
      polynomial.getNumerator().size() > maxProofTerms)
    return false;
  --budget;
  ++depth;
  // Until there is an answer, a proof that needs itself is none.
  unproved.insert_or_assign(polynomial, 0);
  bool result = proveUncached(polynomial);
  --depth;
  // With a new budget, what failed for lack of one is worth another try.
  if (result || budget == 0)
    unproved.erase(polynomial);
  else
    unproved.insert_or_assign(polynomial, factDepth);
  if (result)
    memory.certain.emplace(polynomial, true);
  return result;
}

/// Whether a sample shows that the claim is false. Costs more than a short
/// proof does.
bool Prover::isRefuted(const Expr &polynomial) {
  if (!memory.samples && budget + shortProof > stepLimit)
    return false;
  for (Sample &sample : getSamples()) {
    std::optional<int64_t> value = sample.evaluate(polynomial, *this);
    if (!value || *value >= 0)
      continue;
    memory.certain.emplace(polynomial, false);
    return true;
  }
  return false;
}

bool Prover::isDivisionRefuted(const Expr &value, const Expr &divisor) {
  std::vector<Sample> &samples = getSamples();
  return std::any_of(samples.begin(), samples.end(), [&](Sample &sample) {
    std::optional<int64_t> dividend = sample.evaluate(value, *this);
    std::optional<int64_t> by = sample.evaluate(divisor, *this);
    return dividend && by && *by > 0 && *dividend % *by != 0;
  });
}

std::vector<Sample> &Prover::getSamples() {
  if (!memory.samples)
    memory.samples = makeSamples(*this);
  return *memory.samples;
}

bool Prover::proveUncached(const Expr &polynomial) {
  if (proveBySigns(polynomial) || followsFromFact(polynomial))
    return true;
  if (isRefuted(polynomial))
    return false;
  Expr rest = removePositiveFactors(polynomial);
  // A factor that may be 0 makes more claims true than those about the rest.
  if (!(rest == polynomial) && prove(rest))
    return true;
  if (chooseAtom(polynomial) ? proveByElimination(polynomial)
                             : proveForSizes(polynomial))
    return true;
  if (proveByFacts(polynomial))
    return true;
  // Written out, a remainder may cancel with what it was taken of.
  Expr expanded = expandRemainders(polynomial);
  return !(expanded == polynomial) && proveFromBound(expanded);
}

bool Prover::proveBySigns(const Expr &polynomial) {
  // A number that is too large leaves no terms to look at.
  if (polynomial.isError())
    return false;
  const std::vector<Monomial> &terms = polynomial.getNumerator();
  // Signs of coefficients cost nothing: look at all of them first. Sizes are at
  // least 1, and so are their products.
  int64_t least = 0;
  for (const Monomial &term : terms) {
    if (term.coefficient < 0 && !term.factors.empty())
      return false;
    if (isSizes(term) &&
        __builtin_add_overflow(least, term.coefficient, &least))
      return false;
  }
  return least >= 0 &&
         std::all_of(terms.begin(), terms.end(), [&](const Monomial &term) {
           return term.factors.empty() || isMonomialNonNegative(term);
         });
}

/// Whether a term is a number, or a number times sizes.
bool Prover::isSizes(const Monomial &term) const {
  return std::all_of(term.factors.begin(), term.factors.end(),
                     [&](const auto &factor) {
                       return factor.first.getKind() == Kind::Name &&
                              !hasRange(factor.first.getName());
                     });
}

Expr Prover::removePositiveFactors(const Expr &polynomial) {
  Monomial content = getContent(getNumerator(polynomial));
  Monomial positive{content.coefficient, {}};
  for (const auto &[atom, exponent] : content.factors)
    if (isAtomNonNegative(atom))
      positive.factors.emplace_back(atom, exponent);
  return divideRaw(polynomial, positive.toExpr());
}

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

std::vector<Expr> getCoefficients(const Expr &polynomial, const Atom &atom) {
  std::vector<Polynomial> parts(1);
  for (const Monomial &term : polynomial.getNumerator()) {
    unsigned exponent = 0;
    Monomial rest{term.coefficient, {}};
    for (const auto &factor : term.factors) {
      if (factor.first == atom)
        exponent = factor.second;
      else
        rest.factors.push_back(factor);
    }
    if (exponent > maxProofDegree)
      return {};
    if (parts.size() <= exponent)
      parts.resize(exponent + 1);
    parts[exponent] = parts[exponent] + Polynomial(std::move(rest));
  }
  std::vector<Expr> coefficients;
  for (Polynomial &part : parts)
    coefficients.push_back(makePolynomial(std::move(part)));
  return coefficients;
}

bool Prover::proveAtAny(const std::vector<Expr> &bounds,
                        const std::vector<Expr> &coefficients) {
  for (const Expr &bound : bounds) {
    Expr value;
    for (size_t i = coefficients.size(); i-- > 0;)
      value = addRaw(multiplyRaw(value, bound), coefficients[i]);
    if (proveFromBound(value))
      return true;
  }
  return false;
}

bool Prover::proveAtPowers(const Bounds &bounds,
                           const std::vector<Expr> &coefficients) {
  // Powers of an atom that is not negative grow with it.
  const Expr &lower = bounds.lower.back(), &upper = bounds.upper.front();
  if (!isNonNegative(lower))
    return false;
  Expr value, lowerPower(1), upperPower(1);
  for (size_t i = 0; i < coefficients.size(); ++i) {
    std::optional<int> sign = i == 0 ? 1 : getSign(coefficients[i]);
    if (!sign)
      return false;
    value = addRaw(value, multiplyRaw(coefficients[i],
                                      *sign > 0 ? lowerPower : upperPower));
    lowerPower = multiplyRaw(lowerPower, lower);
    upperPower = multiplyRaw(upperPower, upper);
  }
  return proveFromBound(value);
}

bool Prover::proveByElimination(const Expr &polynomial) {
  const Atom atom = *chooseAtom(polynomial);
  const std::vector<Expr> coefficients = getCoefficients(polynomial, atom);
  const Bounds bounds = getBounds(atom);
  if (coefficients.empty() || bounds.lower.empty() || bounds.upper.empty())
    return false;
  if (coefficients.size() == 2) {
    std::optional<int> sign = getSign(coefficients[1]);
    if (sign)
      return proveAtAny(*sign > 0 ? bounds.lower : bounds.upper, coefficients);
  }
  // A function that is linear or bends downwards is smallest at an end.
  if (coefficients.size() == 2 ||
      (coefficients.size() == 3 && isNonNegative(-coefficients[2])))
    return proveAtAny(bounds.lower, coefficients) &&
           proveAtAny(bounds.upper, coefficients);
  return proveAtPowers(bounds, coefficients);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Whether each term with a negative coefficient divides a larger one with a
/// positive coefficient: what it takes away may come from there.
static bool mayOutweighNegative(const std::vector<Monomial> &terms) {
  for (auto term = terms.begin(); term != terms.end(); ++term)
    if (term->coefficient < 0 &&
        std::none_of(terms.begin(), term, [&](const Monomial &larger) {
          return larger.coefficient > 0 &&
                 divideFactors(larger.factors, term->factors);
        }))
      return false;
  return true;
}

/// Whether no coefficient is negative once every name is 1 plus a number that
/// is not negative.
static bool isNonNegativeFromOne(const Expr &polynomial) {
  const Polynomial *terms = getPolynomial(polynomial);
  if (!terms || !mayOutweighNegative(terms->terms))
    return false;
  Polynomial sum;
  for (const Monomial &term : terms->terms) {
    Polynomial product(term.coefficient);
    uint64_t degree = 0;
    for (const auto &[atom, exponent] : term.factors) {
      degree += exponent;
      if (degree > maxProofDegree)
        return false;
      Polynomial shifted = Polynomial(Monomial{1, {{atom, 1}}}) + Polynomial(1);
      for (unsigned i = 0; i < exponent; ++i)
        product = product * shifted;
    }
    sum = sum + product;
  }
  return !sum.failure &&
         std::all_of(sum.terms.begin(), sum.terms.end(),
                     [](const Monomial &term) { return term.coefficient > 0; });
}

/// Those of the names that are sizes and multiples of sizes only. With a
/// divisor that is positive, the quotient of a size is a size as well.
std::map<std::string, Expr>
Prover::getSizeMultiples(const std::map<std::string, Expr> &names) const {
  std::map<std::string, Expr> result;
  for (const auto &[name, multiple] : names) {
    const std::vector<Monomial> &terms = multiple.getNumerator();
    if (!hasRange(name) && !chooseAtom(multiple) &&
        std::all_of(terms.begin(), terms.end(),
                    [](const Monomial &term) { return term.coefficient > 0; }))
      result.emplace(name, multiple);
  }
  return result;
}

bool Prover::proveForSizes(const Expr &polynomial) {
  if (isNonNegativeFromOne(polynomial))
    return true;
  for (const auto &names : memory.multiples) {
    Expr value = substituteMultiples(polynomial, getSizeMultiples(names));
    if (!(value == polynomial) && isNonNegativeFromOne(value))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Proves k * polynomial - m * fact >= 0, where k > 0 and m >= 0 are such that
/// `term` cancels against `factTerm`.
bool Prover::proveLessFact(const Expr &polynomial, const Monomial &term,
                           const Polynomial &fact, const Monomial &factTerm) {
  std::optional<Factors> factors =
      divideFactors(term.factors, factTerm.factors);
  // The most negative number has no magnitude.
  constexpr int64_t least = std::numeric_limits<int64_t>::min();
  if (!factors || term.coefficient == least || factTerm.coefficient == least ||
      !isMonomialNonNegative(Monomial{1, *factors}))
    return false;
  Monomial scale =
      gcd(Monomial{term.coefficient, {}}, Monomial{factTerm.coefficient, {}});
  Monomial multiple{term.coefficient / -scale.coefficient, *factors};
  Expr less = subtractRaw(
      multiplyRaw(polynomial, Expr(factTerm.coefficient / -scale.coefficient)),
      multiplyRaw(multiple.toExpr(), makePolynomial(fact)));
  ++factDepth;
  bool result = prove(less);
  --factDepth;
  return result;
}

/// Whether no coefficient of value - fact is negative where that of `value` is,
/// but for the constant.
static bool coversNegative(const std::vector<Monomial> &fact,
                           const std::vector<Monomial> &value) {
  auto covering = fact.begin();
  return std::all_of(value.begin(), value.end(), [&](const Monomial &term) {
    if (term.coefficient >= 0 || term.factors.empty())
      return true;
    covering = std::find_if(covering, fact.end(), [&](const Monomial &other) {
      return compareFactors(other.factors, term.factors) >= 0;
    });
    return covering != fact.end() &&
           covering->coefficient <= term.coefficient &&
           compareFactors(covering->factors, term.factors) == 0;
  });
}

bool Prover::followsFromFact(const Expr &polynomial) {
  return std::any_of(assumptions.nonNegative.begin(),
                     assumptions.nonNegative.end(), [&](const Expr &fact) {
                       return getPolynomial(fact) &&
                              coversNegative(fact.getNumerator(),
                                             polynomial.getNumerator()) &&
                              proveBySigns(subtractRaw(polynomial, fact));
                     });
}

bool Prover::proveByFacts(const Expr &polynomial) {
  if (factDepth == maxFactDepth)
    return false;
  for (const Expr &fact : assumptions.nonNegative) {
    if (fact.isError() ||
        (!getPolynomial(fact) && !isPositive(fact.getDenominator())))
      continue;
    const Polynomial &factTerms = getNumerator(fact);
    for (const Monomial &term : polynomial.getNumerator())
      for (const Monomial &factTerm : factTerms.terms)
        if (term.coefficient < 0 && factTerm.coefficient < 0 &&
            proveLessFact(polynomial, term, factTerms, factTerm))
          return true;
  }
  return false;
}

} // namespace mlir::lift::detail
