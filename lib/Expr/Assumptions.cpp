//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprDivision.h"
#include "Prover.h"

#include <algorithm>
#include <numeric>

namespace mlir::lift {

using namespace detail;
using Kind = Atom::Kind;

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Whether an answer may depend on the range of a name.
static bool isMentioned(const std::string &name, const Prover &prover,
                        const Memory &memory) {
  auto mentions = [&](const Expr &value) { return value.mentions(name); };
  const std::vector<std::string> ranged = prover.getRangedNames();
  const std::vector<Divides> &divides = prover.getDivides();
  const std::vector<Expr> &nonNegative = prover.getNonNegative();
  return memory.names.count(name) || prover.hasRange(name) ||
         std::any_of(ranged.begin(), ranged.end(),
                     [&](const std::string &other) {
                       return mentions(prover.getLower(other)) ||
                              mentions(prover.getUpper(other));
                     }) ||
         std::any_of(divides.begin(), divides.end(),
                     [&](const Divides &fact) {
                       return mentions(fact.value) || mentions(fact.divisor);
                     }) ||
         std::any_of(nonNegative.begin(), nonNegative.end(), mentions);
}

/// Forgets what may change with the range of a name: the answers and samples
/// that know the name.
static void forgetAnswers(std::shared_ptr<Memory> &memory, bool isMentioned,
                          const std::string &name) {
  if (isMentioned) {
    auto next = std::make_shared<Memory>();
    next->samples = std::move(memory->samples);
    memory = std::move(next);
  }
  std::optional<std::vector<Sample>> &samples = memory->samples;
  if (samples &&
      std::any_of(samples->begin(), samples->end(),
                  [&](const Sample &sample) { return sample.hasValue(name); }))
    samples.reset();
}

void Assumptions::setRange(const std::string &name, Expr lower, Expr upper) {
  if (owner.memory)
    forgetAnswers(owner.memory, isMentioned(name, Prover(*this), *owner.memory),
                  name);
  ranges.insert_or_assign(name, Range{std::move(lower), std::move(upper)});
}

std::pair<Expr, std::optional<Expr>>
Assumptions::getRange(const std::string &name) const {
  auto range = ranges.find(name);
  if (range == ranges.end())
    return {Expr(1), std::nullopt};
  return {range->second.lower, range->second.upper};
}

SymbolKind Assumptions::getKind(const std::string &name) const {
  if (auto it = kinds.find(name); it != kinds.end())
    return it->second;
  return getRange(name).second ? SymbolKind::Index : SymbolKind::Size;
}

Expr Assumptions::replaceEqual(const Expr &value) const {
  return equal.empty() ? value : value.substitute(equal);
}

void Assumptions::setEqual(const std::string &name, const Expr &value) {
  const SymbolKind kind = getKind(name);
  setRange(name, value, value);
  setKind(name, kind);
  const std::map<std::string, Expr> next = {{name, value}};
  for (auto &[other, known] : equal) {
    known = known.substitute(next);
    ranges.insert_or_assign(other, Range{known, known});
  }
  equal.emplace(name, value);
  for (auto &[divisor, dividend] : divides) {
    divisor = divisor.substitute(next);
    dividend = dividend.substitute(next);
  }
  for (Expr &fact : nonNegative)
    fact = fact.substitute(next);
  owner.memory.reset();
}

void Assumptions::addDivides(const Expr &divisor, const Expr &value) {
  owner.memory.reset();
  divides.emplace_back(replaceEqual(divisor), replaceEqual(value));
}

/// The same fact of integers without a denominator, which is positive, and
/// without a common factor of what is added to the constant: 2 * n + 1 <= 8 is
/// n <= 3.
static Expr tighten(const Expr &value) {
  const Expr below = value.getDenominator();
  // That of a difference may have the sign of the other side.
  if (below.getNumerator().size() != 1 ||
      below.getNumerator().front().coefficient < 0)
    return value;
  if (!below.isConstant(1))
    return tighten(value.getNumeratorExpr());
  int64_t factor = 0, constant = 0;
  for (const Monomial &monomial : value.getNumerator())
    if (monomial.factors.empty())
      constant = monomial.coefficient;
    else
      factor = std::gcd(factor, monomial.coefficient);
  if (factor <= 1)
    return value;
  return Expr::exactDiv(value - constant, factor) +
         Expr::floorDiv(constant, factor);
}

void Assumptions::addNonNegative(const Expr &value) {
  owner.memory.reset();
  nonNegative.push_back(tighten(replaceEqual(value)));
}

Memory &Assumptions::getMemory() const {
  if (!owner.memory)
    owner.memory = std::make_shared<Memory>();
  return *owner.memory;
}

/// The answer to a question: the known one, or else the one that `ask` finds.
template <typename Value, typename Ask>
static const Value &remember(Memory &memory, ExprMap<Value> Memory::*kind,
                             const Expr &question, Ask ask) {
  ExprMap<Value> &answers = memory.*kind;
  auto known = answers.find(question);
  if (known == answers.end()) {
    question.collectNames(memory.names);
    known = answers.emplace(question, ask()).first;
  }
  return known->second;
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

bool Assumptions::isNonNegative(const Expr &value) const {
  if (std::optional<int64_t> constant = value.getConstant())
    return *constant >= 0;
  return remember(getMemory(), &Memory::nonNegative, value,
                  [&] { return Prover(*this).isNonNegative(value); });
}

Expr Assumptions::simplify(const Expr &value) const {
  if (value.getConstant() || value.isError())
    return value;
  return remember(getMemory(), &Memory::simple, value, [&] {
    Prover prover(*this);
    return detail::simplify(prover, value);
  });
}

bool Assumptions::isEqual(const Expr &lhs, const Expr &rhs) const {
  if (lhs.isError() || rhs.isError())
    return lhs == rhs;
  Prover prover(*this);
  Expr difference = simplify(lhs - rhs);
  return difference.isConstant(0) || (prover.isNonNegative(difference) &&
                                      prover.isNonNegative(-difference));
}

bool Assumptions::isDivisible(const Expr &value, const Expr &divisor) const {
  if (value.isError() || divisor.isError())
    return false;
  Prover prover(*this);
  Expr simple = simplify(value);
  if (simple.isConstant(0) || simple == divisor)
    return true;
  if (divisor.isConstant(0))
    return false;
  for (const Expr &form : {simple, expandRemainders(simple)})
    if (prover.isInteger(divideRaw(form, divisor)))
      return true;
  return !prover.isDivisionRefuted(simple, divisor) &&
         simplify(Expr::mod(simple, divisor)).isConstant(0);
}

//===----------------------------------------------------------------------===//
// Constant divisors
//===----------------------------------------------------------------------===//

static int64_t getDivisorOf(const Expr &value);

static int64_t getDivisorOfAtom(const Atom &atom) {
  // A common divisor of both operands divides the remainder.
  if (atom.getKind() == Kind::Mod)
    return std::gcd(getDivisorOf(atom.getLhs()), getDivisorOf(atom.getRhs()));
  return 1;
}

static int64_t getDivisorOfTerm(const Monomial &term) {
  int64_t result = gcd(term, Monomial{term.coefficient, {}}).coefficient;
  for (const auto &[atom, exponent] : term.factors) {
    int64_t product;
    if (__builtin_mul_overflow(result, getDivisorOfAtom(atom), &product))
      break;
    result = product;
  }
  return result;
}

/// A positive constant that divides `value`, which is not 0.
static int64_t getDivisorOf(const Expr &value) {
  // A constant denominator shares no factor with the coefficients above it.
  if (value.isError() || !getDenominator(value).getConstant())
    return 1;
  const int64_t below = *getDenominator(value).getConstant();
  int64_t result = 0;
  for (const Monomial &term : value.getNumerator())
    result = std::gcd(result, getDivisorOfTerm(term));
  while (std::gcd(result, below) > 1)
    result /= std::gcd(result, below);
  return std::max<int64_t>(result, 1);
}

/// The divisor that follows from a constant known to divide a sum of terms.
static int64_t getDivisorByFact(const Expr &value, const Divides &fact) {
  std::optional<int64_t> constant = fact.divisor.getConstant();
  if (!constant || !getPolynomial(value))
    return 1;
  WholeAndRest split = splitWhole(value, fact.value);
  Expr multiple = split.whole * *constant;
  if (split.whole.isConstant(0) || multiple.isError())
    return 1;
  int64_t divisor = getDivisorOf(multiple);
  return split.rest.isConstant(0) ? divisor
                                  : std::gcd(divisor, getDivisorOf(split.rest));
}

int64_t Assumptions::getConstantDivisor(const Expr &value) const {
  if (value.isError())
    return 1;
  Prover prover(*this);
  const Expr simple = simplify(value);
  if (simple.isConstant(0))
    return 0;
  int64_t best = 1;
  for (const Expr &form : {simple, expandRemainders(simple)}) {
    best = std::max(best, getDivisorOf(form));
    for (const auto &names : prover.getMultiples())
      best =
          std::max(best, getDivisorOf(prover.substituteMultiples(form, names)));
    for (const Divides &fact : prover.getDivides())
      best = std::max(best, getDivisorByFact(form, fact));
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Upper bounds
//===----------------------------------------------------------------------===//

namespace {
enum class Direction { Up, Down };

/// Replaces names with ranges by bounds until only sizes are left.
class BoundSearch {
public:
  explicit BoundSearch(Prover &prover) : prover(prover) {}

  std::optional<Expr> run(const Expr &sum, Direction direction);

private:
  bool hasRangedName(const Expr &value) const;
  uint64_t countQuotients(const Expr &value) const;
  Expr withRemainders(const Expr &value) const;
  std::optional<Atom> chooseAtom(const Expr &value) const;
  std::optional<Expr> boundAtom(const Atom &atom, Direction direction);
  std::optional<Expr> boundQuotient(const Atom &atom, Direction direction);
  std::optional<Expr> boundRemainder(const Atom &atom, Direction direction);
  std::optional<Expr> eliminate(const Expr &value, const Atom &atom,
                                Direction direction);

  Prover &prover;
  unsigned budget = 200;
};
} // namespace

static Direction flip(Direction direction) {
  return direction == Direction::Up ? Direction::Down : Direction::Up;
}

bool BoundSearch::hasRangedName(const Expr &value) const {
  std::set<std::string> names;
  value.collectNames(names);
  return std::any_of(names.begin(), names.end(),
                     [&](const auto &name) { return prover.hasRange(name); });
}

/// The prover's choice among the atoms that mention names with ranges.
std::optional<Atom> BoundSearch::chooseAtom(const Expr &value) const {
  Expr ranged;
  for (const Monomial &term : value.getNumerator())
    for (const auto &[atom, exponent] : term.factors)
      if (hasRangedName(atom.toExpr()))
        ranged = addRaw(ranged, atom.toExpr());
  return prover.chooseAtom(ranged);
}

std::optional<Expr> BoundSearch::boundQuotient(const Atom &atom,
                                               Direction direction) {
  if (!prover.isPositive(atom.getRhs()))
    return std::nullopt;
  std::optional<Expr> lhs = run(atom.getLhs(), direction);
  if (!lhs)
    return std::nullopt;
  std::optional<Expr> rhs = atom.getRhs();
  if (hasRangedName(*rhs)) {
    // The quotient of a number that is not negative falls with its divisor.
    if (!prover.isNonNegative(*lhs))
      return std::nullopt;
    rhs = run(*rhs, flip(direction));
    if (!rhs || !prover.isPositive(*rhs))
      return std::nullopt;
  }
  return atom.getKind() == Kind::FloorDiv ? Expr::floorDiv(*lhs, *rhs)
                                          : Expr::ceilDiv(*lhs, *rhs);
}

std::optional<Expr> BoundSearch::boundRemainder(const Atom &atom,
                                                Direction direction) {
  if (!prover.isPositive(atom.getRhs()))
    return std::nullopt;
  if (direction == Direction::Down)
    return Expr(0);
  return run(atom.getRhs() - 1, direction);
}

std::optional<Expr> BoundSearch::boundAtom(const Atom &atom,
                                           Direction direction) {
  switch (atom.getKind()) {
  case Kind::Name:
    return direction == Direction::Up ? prover.getUpper(atom.getName())
                                      : prover.getLower(atom.getName());
  case Kind::FloorDiv:
  case Kind::CeilDiv:
    return boundQuotient(atom, direction);
  case Kind::Mod:
    return boundRemainder(atom, direction);
  }
  return std::nullopt;
}

/// `value` with each power of the atom replaced by one end of its range.
std::optional<Expr> BoundSearch::eliminate(const Expr &value, const Atom &atom,
                                           Direction direction) {
  const std::vector<Expr> coefficients = getCoefficients(value, atom);
  if (coefficients.empty())
    return std::nullopt;
  Expr result = coefficients.front();
  for (size_t i = 1; i < coefficients.size(); ++i) {
    if (coefficients[i].isConstant(0))
      continue;
    std::optional<int> sign = prover.getSign(coefficients[i]);
    if (!sign)
      return std::nullopt;
    std::optional<Expr> bound =
        boundAtom(atom, *sign > 0 ? direction : flip(direction));
    // Powers grow with the atom only where it is not negative.
    if (!bound || (i > 1 && (!prover.isNonNegative(atom.toExpr()) ||
                             !prover.isNonNegative(*bound))))
      return std::nullopt;
    result = result + coefficients[i] * power(*bound, i);
  }
  return result;
}

/// How often quotients of numbers with ranges occur as factors.
uint64_t BoundSearch::countQuotients(const Expr &value) const {
  uint64_t count = 0;
  for (const Monomial &term : value.getNumerator())
    for (const auto &[atom, exponent] : term.factors)
      if ((atom.getKind() == Kind::FloorDiv ||
           atom.getKind() == Kind::CeilDiv) &&
          hasRangedName(atom.toExpr()))
        count += exponent;
  return count;
}

/// The same sum with remainders where it subtracts some: the canonical form has
/// quotients there, the bounds of which know nothing of the other terms.
Expr BoundSearch::withRemainders(const Expr &value) const {
  const uint64_t count = countQuotients(value);
  if (count == 0)
    return value;
  Expr other = subtractRaw(Expr(0), -value);
  return countQuotients(other) < count ? other : value;
}

std::optional<Expr> BoundSearch::run(const Expr &sum, Direction direction) {
  if (sum.isError() || budget == 0)
    return std::nullopt;
  --budget;
  if (!hasRangedName(sum))
    return sum;
  const Expr value = withRemainders(sum);
  if (!getPolynomial(value)) {
    Expr below = value.getDenominator();
    std::optional<Expr> above = run(value.getNumeratorExpr(), direction);
    if (!above || hasRangedName(below) || !prover.isPositive(below))
      return std::nullopt;
    return direction == Direction::Up ? Expr::floorDiv(*above, below)
                                      : Expr::ceilDiv(*above, below);
  }
  std::optional<Atom> atom = chooseAtom(value);
  if (!atom)
    return std::nullopt;
  std::optional<Expr> next = eliminate(value, *atom, direction);
  if (!next)
    return std::nullopt;
  return run(*next, direction);
}

std::optional<Expr> Assumptions::getUpperBound(const Expr &value) const {
  return remember(getMemory(), &Memory::upperBounds, value,
                  [&]() -> std::optional<Expr> {
                    Prover prover(*this);
                    std::optional<Expr> bound =
                        BoundSearch(prover).run(simplify(value), Direction::Up);
                    if (!bound || bound->isError())
                      return std::nullopt;
                    return simplify(*bound);
                  });
}

} // namespace mlir::lift
