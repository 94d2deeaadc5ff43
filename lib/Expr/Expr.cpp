//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprStorage.h"

#include <algorithm>
#include <cassert>

namespace mlir::lift {

using namespace detail;

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

/// A walk over a larger or deeper expression might not end in sensible time, or
/// overflow the stack.
static constexpr uint64_t maxWeight = 200000;
static constexpr unsigned maxDepth = 64;

static size_t combineHashes(size_t lhs, size_t rhs) {
  return lhs ^ (rhs + 0x9e3779b97f4a7c15ULL + (lhs << 6) + (lhs >> 2));
}

static size_t hashPolynomial(const Polynomial &operand) {
  size_t hash = operand.terms.size();
  for (const Monomial &term : operand.terms) {
    hash = combineHashes(hash, std::hash<int64_t>()(term.coefficient));
    for (const auto &[atom, exponent] : term.factors)
      hash = combineHashes(hash, atom.hash() + exponent);
  }
  return hash;
}

const ExprStorage &ExprStorage::getZero() {
  static const ExprStorage zero;
  return zero;
}

Expr ExprStorage::wrap(std::shared_ptr<const ExprStorage> storage) {
  return Expr(std::move(storage));
}

/// Adds up weight and depth of the opaque atoms in one half of a fraction.
static void measure(const Polynomial &operand, ExprStorage &storage) {
  for (const Monomial &term : operand.terms) {
    ++storage.weight;
    for (const auto &[atom, exponent] : term.factors) {
      // Written out, a power is a product.
      storage.weight += exponent;
      if (atom.getKind() == Atom::Kind::Name)
        continue;
      const ExprStorage &lhs = ExprStorage::get(atom.getLhs());
      const ExprStorage &rhs = ExprStorage::get(atom.getRhs());
      storage.weight += exponent * (lhs.weight + rhs.weight);
      storage.depth =
          std::max(storage.depth, 1 + std::max(lhs.depth, rhs.depth));
    }
  }
}

static bool hasOpaqueAtom(const Polynomial &operand) {
  for (const Monomial &term : operand.terms)
    for (const auto &factor : term.factors)
      if (factor.first.getKind() != Atom::Kind::Name)
        return true;
  return false;
}

/// Without a denominator for 1.
static Expr makeStorage(Polynomial numerator,
                        std::unique_ptr<const Polynomial> denominator) {
  auto storage = std::make_shared<ExprStorage>();
  storage->numerator = std::move(numerator);
  storage->denominator = std::move(denominator);
  measure(storage->numerator, *storage);
  if (storage->denominator)
    measure(*storage->denominator, *storage);
  if (storage->weight > maxWeight)
    return Expr::error(tooLargeSentence);
  if (storage->depth > maxDepth)
    return Expr::error("size expression is nested too deeply");
  storage->hasOpaqueAtom = hasOpaqueAtom(storage->numerator);
  storage->hash = hashPolynomial(storage->numerator);
  if (storage->denominator)
    storage->hash =
        combineHashes(storage->hash, hashPolynomial(*storage->denominator));
  return ExprStorage::wrap(std::move(storage));
}

Expr detail::makePolynomial(Polynomial numerator) {
  if (numerator.failure)
    return Expr::error(numerator.failure);
  if (numerator.terms.size() > maxTerms)
    return Expr::error(tooLargeSentence);
  if (numerator.isZero())
    return Expr();
  return makeStorage(std::move(numerator), nullptr);
}

Expr detail::makeFraction(Polynomial numerator, Polynomial denominator) {
  cancel(numerator, denominator);
  for (const Polynomial *half : {&numerator, &denominator})
    if (half->failure)
      return Expr::error(half->failure);
  if (denominator.isOne())
    return makePolynomial(std::move(numerator));
  std::optional<int64_t> lhs = numerator.getConstant();
  std::optional<int64_t> rhs = denominator.getConstant();
  if (lhs && rhs)
    return Expr::error("size expression divides " + std::to_string(*lhs) +
                       " by " + std::to_string(*rhs) +
                       ", which leaves a remainder");
  return makeStorage(std::move(numerator), std::make_unique<const Polynomial>(
                                               std::move(denominator)));
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

Expr::Expr() = default;

Expr::Expr(std::shared_ptr<const ExprStorage> storage)
    : storage(std::move(storage)) {}

Expr::Expr(int64_t value) : Expr(makePolynomial(Polynomial(value))) {}

Expr Expr::name(std::string_view name) {
  return Atom::name(std::string(name)).toExpr();
}

Expr Expr::error(std::string sentence) {
  auto storage = std::make_shared<ExprStorage>();
  storage->hash = std::hash<std::string>()(sentence);
  storage->error =
      sentence.empty() ? "invalid size expression" : std::move(sentence);
  return Expr(std::shared_ptr<const ExprStorage>(std::move(storage)));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// The error of the first operand that has one.
static const Expr *getFirstError(const Expr &lhs, const Expr &rhs) {
  return lhs.isError() ? &lhs : rhs.isError() ? &rhs : nullptr;
}

/// lhs + rhs over a common denominator, the smallest one within easy reach so
/// that coefficients do not overflow for no reason.
static Expr addFractions(const Expr &lhs, const Expr &rhs) {
  const Polynomial &lhsBelow = getDenominator(lhs);
  const Polynomial &rhsBelow = getDenominator(rhs);
  if (lhsBelow == rhsBelow)
    return makeFraction(getNumerator(lhs) + getNumerator(rhs), lhsBelow);
  Polynomial common = gcd(lhsBelow, rhsBelow);
  std::optional<Polynomial> lhsFactor = divideExact(rhsBelow, common);
  std::optional<Polynomial> rhsFactor = divideExact(lhsBelow, common);
  assert(lhsFactor && rhsFactor && "a common divisor divides");
  return makeFraction(getNumerator(lhs) * *lhsFactor +
                          getNumerator(rhs) * *rhsFactor,
                      lhsBelow * *lhsFactor);
}

Expr detail::addRaw(const Expr &lhs, const Expr &rhs) {
  if (const Expr *error = getFirstError(lhs, rhs))
    return *error;
  if (getNumerator(lhs).isZero())
    return rhs;
  if (getNumerator(rhs).isZero())
    return lhs;
  const Polynomial *left = getPolynomial(lhs), *right = getPolynomial(rhs);
  if (left && right)
    return makePolynomial(*left + *right);
  return addFractions(lhs, rhs);
}

Expr detail::multiplyRaw(const Expr &lhs, const Expr &rhs) {
  if (const Expr *error = getFirstError(lhs, rhs))
    return *error;
  const Polynomial *left = getPolynomial(lhs), *right = getPolynomial(rhs);
  if (left && left->isOne())
    return rhs;
  if (right && right->isOne())
    return lhs;
  if (left && right)
    return makePolynomial(*left * *right);
  // Cancel crosswise before multiplying: the products stay small.
  Polynomial lhsAbove = getNumerator(lhs), lhsBelow = getDenominator(lhs);
  Polynomial rhsAbove = getNumerator(rhs), rhsBelow = getDenominator(rhs);
  cancel(lhsAbove, rhsBelow);
  cancel(rhsAbove, lhsBelow);
  return makeFraction(lhsAbove * rhsAbove, lhsBelow * rhsBelow);
}

Expr detail::subtractRaw(const Expr &lhs, const Expr &rhs) {
  const Polynomial *left = getPolynomial(lhs), *right = getPolynomial(rhs);
  if (left && right)
    return right->isZero() ? lhs : makePolynomial(*left - *right);
  return addRaw(lhs, multiplyRaw(rhs, Expr(-1)));
}

Expr detail::divideRaw(const Expr &lhs, const Expr &rhs) {
  if (const Expr *error = getFirstError(lhs, rhs))
    return *error;
  if (getNumerator(rhs).isZero())
    return Expr::error("size expression divides by zero");
  const Polynomial *left = getPolynomial(lhs), *right = getPolynomial(rhs);
  if (right && right->isOne())
    return lhs;
  if (left && right)
    if (std::optional<Polynomial> quotient = divideExact(*left, *right))
      return makePolynomial(std::move(*quotient));
  Polynomial lhsAbove = getNumerator(lhs), lhsBelow = getDenominator(lhs);
  Polynomial rhsAbove = getNumerator(rhs), rhsBelow = getDenominator(rhs);
  cancel(lhsAbove, rhsAbove);
  cancel(rhsBelow, lhsBelow);
  return makeFraction(lhsAbove * rhsBelow, lhsBelow * rhsAbove);
}

static bool hasOpaqueDivisor(const Expr &expr) {
  return hasOpaqueAtom(getDenominator(expr));
}

/// Applies raw arithmetic and makes the result canonical. Where quotients or
/// remainders are divided by, they can cancel only if both sides are written in
/// terms of the same atoms.
static Expr applyRaw(Expr (*operation)(const Expr &, const Expr &),
                     const Expr &lhs, const Expr &rhs, bool isOpaque) {
  if (!isOpaque)
    return canonicalize(operation(lhs, rhs));
  Expr left = expandRemainders(lhs), right = expandRemainders(rhs);
  if (left.isError() || right.isError())
    return canonicalize(operation(lhs, rhs));
  return canonicalize(operation(left, right));
}

Expr operator+(const Expr &lhs, const Expr &rhs) {
  return applyRaw(addRaw, lhs, rhs,
                  hasOpaqueDivisor(lhs) || hasOpaqueDivisor(rhs));
}

Expr operator-(const Expr &lhs, const Expr &rhs) {
  return applyRaw(subtractRaw, lhs, rhs,
                  hasOpaqueDivisor(lhs) || hasOpaqueDivisor(rhs));
}

Expr operator*(const Expr &lhs, const Expr &rhs) {
  return applyRaw(multiplyRaw, lhs, rhs,
                  hasOpaqueDivisor(lhs) || hasOpaqueDivisor(rhs));
}

Expr Expr::operator-() const { return *this * Expr(-1); }

Expr Expr::exactDiv(const Expr &lhs, const Expr &rhs) {
  return applyRaw(divideRaw, lhs, rhs,
                  hasOpaqueDivisor(lhs) || ExprStorage::get(rhs).hasOpaqueAtom);
}

Expr detail::power(Expr base, unsigned exponent) {
  Expr result(1);
  while (!result.isError()) {
    if (exponent & 1)
      result = result * base;
    exponent >>= 1;
    if (!exponent)
      break;
    base = base * base;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

bool Expr::isError() const { return !ExprStorage::get(*this).error.empty(); }

const std::string &Expr::getError() const {
  return ExprStorage::get(*this).error;
}

std::optional<int64_t> Expr::getConstant() const {
  const Polynomial *polynomial = getPolynomial(*this);
  return polynomial ? polynomial->getConstant() : std::nullopt;
}

std::optional<std::string> Expr::getName() const {
  const Polynomial *polynomial = getPolynomial(*this);
  if (!polynomial || polynomial->terms.size() != 1)
    return std::nullopt;
  const Monomial &term = polynomial->terms.front();
  if (term.coefficient != 1 || term.factors.size() != 1)
    return std::nullopt;
  const auto &[atom, exponent] = term.factors.front();
  if (exponent != 1 || atom.getKind() != Atom::Kind::Name)
    return std::nullopt;
  return atom.getName();
}

const std::vector<Monomial> &Expr::getNumerator() const {
  return detail::getNumerator(*this).terms;
}

Expr Expr::getDenominator() const {
  return makePolynomial(detail::getDenominator(*this));
}

Expr Expr::getNumeratorExpr() const {
  if (isError())
    return *this;
  return canonicalize(makePolynomial(detail::getNumerator(*this)));
}

/// Calls `visit` on each atom in both halves, until it returns false.
static bool walkAtoms(const Expr &expr,
                      const std::function<bool(const Atom &atom)> &visit) {
  for (const Polynomial *half :
       {&detail::getNumerator(expr), &detail::getDenominator(expr)})
    for (const Monomial &term : half->terms)
      for (const auto &factor : term.factors)
        if (!visit(factor.first))
          return false;
  return true;
}

void Expr::collectNames(std::set<std::string> &names) const {
  walkAtoms(*this, [&](const Atom &atom) {
    if (atom.getKind() == Atom::Kind::Name) {
      names.insert(atom.getName());
      return true;
    }
    atom.getLhs().collectNames(names);
    atom.getRhs().collectNames(names);
    return true;
  });
}

bool Expr::mentions(std::string_view name) const {
  return !walkAtoms(*this, [&](const Atom &atom) {
    if (atom.getKind() == Atom::Kind::Name)
      return atom.getName() != name;
    return !atom.getLhs().mentions(name) && !atom.getRhs().mentions(name);
  });
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

/// `operand` with its atoms replaced by the next expressions, one for each
/// place where an atom stands.
static Expr rebuildPolynomial(const Polynomial &operand,
                              std::vector<Expr>::const_iterator &next) {
  Expr sum;
  for (const Monomial &term : operand.terms) {
    Expr product(term.coefficient);
    for (const auto &[atom, exponent] : term.factors)
      product = product * power(*next++, exponent);
    sum = sum + product;
    if (sum.isError())
      break;
  }
  return sum;
}

/// Whether `expr` is just one atom.
static bool isAtom(const Expr &expr, const Atom &atom) {
  const Polynomial *polynomial = getPolynomial(expr);
  if (!polynomial || polynomial->terms.size() != 1)
    return false;
  const Monomial &term = polynomial->terms.front();
  return term.coefficient == 1 && term.factors.size() == 1 &&
         term.factors.front().second == 1 && term.factors.front().first == atom;
}

Expr Expr::rebuild(const std::function<Expr(const Atom &)> &replace) const {
  if (isError())
    return *this;
  std::vector<Expr> replacements;
  bool isSame = true;
  walkAtoms(*this, [&](const Atom &atom) {
    replacements.push_back(replace(atom));
    isSame &= isAtom(replacements.back(), atom);
    return true;
  });
  // Where all atoms stay, nothing has to be put together again.
  if (isSame)
    return canonicalize(*this);
  auto next = replacements.cbegin();
  Expr above = rebuildPolynomial(detail::getNumerator(*this), next);
  if (above.isError() || detail::getDenominator(*this).isOne())
    return above;
  return exactDiv(above,
                  rebuildPolynomial(detail::getDenominator(*this), next));
}

/// An opaque operation on operands that have changed.
static Expr applyOperation(Atom::Kind kind, const Expr &lhs, const Expr &rhs) {
  switch (kind) {
  case Atom::Kind::FloorDiv:
    return Expr::floorDiv(lhs, rhs);
  case Atom::Kind::CeilDiv:
    return Expr::ceilDiv(lhs, rhs);
  case Atom::Kind::Mod:
    return Expr::mod(lhs, rhs);
  case Atom::Kind::Name:
    break;
  }
  assert(false && "a name has no operands");
  return Expr();
}

static bool mentionsAny(const Expr &expr,
                        const std::map<std::string, Expr> &names) {
  return !walkAtoms(expr, [&](const Atom &atom) {
    if (atom.getKind() == Atom::Kind::Name)
      return names.count(atom.getName()) == 0;
    return !mentionsAny(atom.getLhs(), names) &&
           !mentionsAny(atom.getRhs(), names);
  });
}

Expr Expr::substitute(const std::map<std::string, Expr> &replacements) const {
  if (!mentionsAny(*this, replacements))
    return *this;
  return rebuild([&](const Atom &atom) {
    if (atom.getKind() == Atom::Kind::Name) {
      auto replacement = replacements.find(atom.getName());
      return replacement == replacements.end() ? atom.toExpr()
                                               : replacement->second;
    }
    return applyOperation(atom.getKind(),
                          atom.getLhs().substitute(replacements),
                          atom.getRhs().substitute(replacements));
  });
}

//===----------------------------------------------------------------------===//
// Order and hash
//===----------------------------------------------------------------------===//

static int comparePolynomials(const Polynomial &lhs, const Polynomial &rhs) {
  for (size_t i = 0; i < lhs.terms.size() && i < rhs.terms.size(); ++i) {
    const Monomial &left = lhs.terms[i], &right = rhs.terms[i];
    if (int order = compareFactors(left.factors, right.factors))
      return order;
    if (left.coefficient != right.coefficient)
      return left.coefficient < right.coefficient ? -1 : 1;
  }
  if (lhs.terms.size() == rhs.terms.size())
    return 0;
  return lhs.terms.size() < rhs.terms.size() ? -1 : 1;
}

int Expr::compare(const Expr &lhs, const Expr &rhs) {
  if (lhs.storage == rhs.storage)
    return 0;
  const ExprStorage &left = ExprStorage::get(lhs);
  const ExprStorage &right = ExprStorage::get(rhs);
  if (int order = left.error.compare(right.error))
    return order < 0 ? -1 : 1;
  if (int order = comparePolynomials(left.numerator, right.numerator))
    return order;
  return comparePolynomials(detail::getDenominator(lhs),
                            detail::getDenominator(rhs));
}

bool operator==(const Expr &lhs, const Expr &rhs) {
  return lhs.hash() == rhs.hash() && Expr::compare(lhs, rhs) == 0;
}

size_t Expr::hash() const { return ExprStorage::get(*this).hash; }

//===----------------------------------------------------------------------===//
// Atoms and monomials
//===----------------------------------------------------------------------===//

Atom Atom::name(std::string name) {
  const size_t hash = std::hash<std::string>()(name);
  return Atom(std::make_shared<const AtomStorage>(
      AtomStorage{Kind::Name, std::move(name), Expr(), Expr(), hash}));
}

Atom Atom::operation(Kind kind, Expr lhs, Expr rhs) {
  size_t hash = combineHashes(static_cast<size_t>(kind), lhs.hash());
  hash = combineHashes(hash, rhs.hash());
  return Atom(std::make_shared<const AtomStorage>(
      AtomStorage{kind, std::string(), std::move(lhs), std::move(rhs), hash}));
}

Atom::Atom(std::shared_ptr<const AtomStorage> storage)
    : storage(std::move(storage)) {}

Atom::Kind Atom::getKind() const { return storage->kind; }

const std::string &Atom::getName() const { return storage->name; }

const Expr &Atom::getLhs() const {
  assert(getKind() != Kind::Name && "a name has no operands");
  return storage->lhs;
}

const Expr &Atom::getRhs() const {
  assert(getKind() != Kind::Name && "a name has no operands");
  return storage->rhs;
}

size_t Atom::hash() const { return storage->hash; }

Expr Atom::toExpr() const {
  return makePolynomial(Polynomial(Monomial{1, {{*this, 1}}}));
}

int Atom::compare(const Atom &lhs, const Atom &rhs) {
  if (lhs.storage == rhs.storage)
    return 0;
  if (lhs.getKind() != rhs.getKind())
    return lhs.getKind() < rhs.getKind() ? -1 : 1;
  if (lhs.getKind() == Kind::Name) {
    int order = lhs.getName().compare(rhs.getName());
    return order < 0 ? -1 : order > 0;
  }
  if (int order = Expr::compare(lhs.getLhs(), rhs.getLhs()))
    return order;
  return Expr::compare(lhs.getRhs(), rhs.getRhs());
}

Expr Monomial::toExpr() const { return makePolynomial(Polynomial(*this)); }

} // namespace mlir::lift
