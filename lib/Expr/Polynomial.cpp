//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Polynomial.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace mlir::lift::detail {

const char *const overflowSentence = "size expression overflows 64 bits";
const char *const tooLargeSentence =
    "size expression has too many terms to be represented";

/// Products of terms that one multiplication may form; far more than the
/// limit on terms only if nearly all of them cancel.
static constexpr size_t maxTermProducts = 20 * maxTerms;

//===----------------------------------------------------------------------===//
// Monomials
//===----------------------------------------------------------------------===//

static uint64_t getDegree(const Factors &factors) {
  uint64_t degree = 0;
  for (const auto &[atom, exponent] : factors)
    degree += exponent;
  return degree;
}

int compareFactors(const Factors &lhs, const Factors &rhs) {
  uint64_t lhsDegree = getDegree(lhs), rhsDegree = getDegree(rhs);
  if (lhsDegree != rhsDegree)
    return lhsDegree > rhsDegree ? -1 : 1;
  for (size_t i = 0; i < lhs.size() && i < rhs.size(); ++i) {
    if (int order = Atom::compare(lhs[i].first, rhs[i].first))
      return order;
    if (lhs[i].second != rhs[i].second)
      return lhs[i].second > rhs[i].second ? -1 : 1;
  }
  return 0; // Equal degrees and a common prefix: both end here.
}

static bool multiplyFactors(const Factors &lhs, const Factors &rhs,
                            Factors &result) {
  result.reserve(lhs.size() + rhs.size());
  auto left = lhs.begin(), right = rhs.begin();
  while (left != lhs.end() || right != rhs.end()) {
    int order = left == lhs.end()    ? 1
                : right == rhs.end() ? -1
                                     : Atom::compare(left->first, right->first);
    if (order) {
      result.push_back(order < 0 ? *left++ : *right++);
      continue;
    }
    unsigned exponent;
    if (__builtin_add_overflow(left->second, right->second, &exponent))
      return false;
    result.emplace_back(left->first, exponent);
    ++left;
    ++right;
  }
  return true;
}

std::optional<Monomial> multiply(const Monomial &lhs, const Monomial &rhs) {
  Monomial result;
  if (__builtin_mul_overflow(lhs.coefficient, rhs.coefficient,
                             &result.coefficient) ||
      !multiplyFactors(lhs.factors, rhs.factors, result.factors))
    return std::nullopt;
  return result;
}

std::optional<Factors> divideFactors(const Factors &lhs, const Factors &rhs) {
  Factors result;
  auto right = rhs.begin();
  for (const auto &factor : lhs) {
    if (right == rhs.end() || !(factor.first == right->first)) {
      result.push_back(factor);
      continue;
    }
    if (factor.second < right->second)
      return std::nullopt;
    if (factor.second > right->second)
      result.emplace_back(factor.first, factor.second - right->second);
    ++right;
  }
  if (right != rhs.end())
    return std::nullopt;
  return result;
}

std::optional<Monomial> divide(const Monomial &lhs, const Monomial &rhs) {
  // -1 apart, the quotient of the most negative number overflows.
  if (rhs.coefficient == -1 &&
      lhs.coefficient == std::numeric_limits<int64_t>::min())
    return std::nullopt;
  if (lhs.coefficient % rhs.coefficient != 0)
    return std::nullopt;
  std::optional<Factors> factors = divideFactors(lhs.factors, rhs.factors);
  if (!factors)
    return std::nullopt;
  return Monomial{lhs.coefficient / rhs.coefficient, std::move(*factors)};
}

static uint64_t getMagnitude(int64_t value) {
  return value < 0 ? 0 - static_cast<uint64_t>(value) : value;
}

static int64_t gcdOfCoefficients(int64_t lhs, int64_t rhs) {
  uint64_t result = std::gcd(getMagnitude(lhs), getMagnitude(rhs));
  // Only 2^63 does not fit; half of it is a common divisor as well.
  if (result > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    result /= 2;
  return static_cast<int64_t>(result);
}

Monomial gcd(const Monomial &lhs, const Monomial &rhs) {
  Monomial result;
  result.coefficient = gcdOfCoefficients(lhs.coefficient, rhs.coefficient);
  auto right = rhs.factors.begin();
  for (const auto &[atom, exponent] : lhs.factors) {
    while (right != rhs.factors.end() && right->first < atom)
      ++right;
    if (right != rhs.factors.end() && right->first == atom)
      result.factors.emplace_back(atom, std::min(exponent, right->second));
  }
  return result;
}

Monomial getContent(const Polynomial &operand) {
  Monomial content = operand.terms.front();
  content.coefficient = gcdOfCoefficients(content.coefficient, 0);
  for (const Monomial &term : operand.terms) {
    if (content.coefficient == 1 && content.factors.empty())
      break;
    content = gcd(content, term);
  }
  return content;
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

Polynomial::Polynomial(int64_t constant) {
  if (constant)
    terms.push_back(Monomial{constant, {}});
}

Polynomial::Polynomial(Monomial term) {
  if (term.coefficient)
    terms.push_back(std::move(term));
}

Polynomial Polynomial::failed(const char *sentence) {
  Polynomial result;
  result.failure = sentence;
  return result;
}

std::optional<int64_t> Polynomial::getConstant() const {
  if (failure || terms.size() > 1)
    return std::nullopt;
  if (terms.empty())
    return 0;
  if (!terms.front().factors.empty())
    return std::nullopt;
  return terms.front().coefficient;
}

int64_t Polynomial::getConstantTerm() const {
  return terms.empty() || !terms.back().factors.empty()
             ? 0
             : terms.back().coefficient;
}

bool operator==(const Polynomial &lhs, const Polynomial &rhs) {
  return lhs.terms.size() == rhs.terms.size() &&
         std::equal(lhs.terms.begin(), lhs.terms.end(), rhs.terms.begin(),
                    [](const Monomial &left, const Monomial &right) {
                      return left.coefficient == right.coefficient &&
                             compareFactors(left.factors, right.factors) == 0;
                    });
}

Polynomial operator-(const Polynomial &operand) {
  Polynomial result = operand;
  for (Monomial &term : result.terms)
    if (__builtin_sub_overflow(int64_t(0), term.coefficient, &term.coefficient))
      return Polynomial::failed(overflowSentence);
  return result;
}

/// lhs + sign * rhs, where `sign` is 1 or -1.
static Polynomial addSigned(const Polynomial &lhs, const Polynomial &rhs,
                            int64_t sign) {
  if (lhs.failure)
    return lhs;
  if (rhs.failure)
    return rhs;
  Polynomial result;
  result.terms.reserve(lhs.terms.size() + rhs.terms.size());
  auto left = lhs.terms.begin(), right = rhs.terms.begin();
  while (left != lhs.terms.end() || right != rhs.terms.end()) {
    int order = left == lhs.terms.end() ? 1
                : right == rhs.terms.end()
                    ? -1
                    : compareFactors(left->factors, right->factors);
    if (order < 0) {
      result.terms.push_back(*left++);
      continue;
    }
    int64_t added, sum;
    if (__builtin_mul_overflow(right->coefficient, sign, &added))
      return Polynomial::failed(overflowSentence);
    if (order) {
      result.terms.push_back(Monomial{added, right++->factors});
      continue;
    }
    if (__builtin_add_overflow(left->coefficient, added, &sum))
      return Polynomial::failed(overflowSentence);
    if (sum)
      result.terms.push_back(Monomial{sum, left->factors});
    ++left;
    ++right;
  }
  if (result.terms.size() > maxTerms)
    return Polynomial::failed(tooLargeSentence);
  return result;
}

Polynomial operator+(const Polynomial &lhs, const Polynomial &rhs) {
  return addSigned(lhs, rhs, 1);
}

Polynomial operator-(const Polynomial &lhs, const Polynomial &rhs) {
  return addSigned(lhs, rhs, -1);
}

/// Sorts terms and adds up those with the same factors.
static Polynomial collect(std::vector<Monomial> terms) {
  std::stable_sort(terms.begin(), terms.end(),
                   [](const Monomial &lhs, const Monomial &rhs) {
                     return compareFactors(lhs.factors, rhs.factors) < 0;
                   });
  Polynomial result;
  for (size_t i = 0; i < terms.size();) {
    // A wide sum: the order of the terms must not decide about an overflow.
    __int128 sum = 0;
    size_t end = i;
    for (; end < terms.size() &&
           compareFactors(terms[i].factors, terms[end].factors) == 0;
         ++end)
      sum += terms[end].coefficient;
    if (sum != static_cast<int64_t>(sum))
      return Polynomial::failed(overflowSentence);
    if (sum)
      result.terms.push_back(
          Monomial{static_cast<int64_t>(sum), std::move(terms[i].factors)});
    i = end;
  }
  if (result.terms.size() > maxTerms)
    return Polynomial::failed(tooLargeSentence);
  return result;
}

Polynomial operator*(const Polynomial &lhs, const Polynomial &rhs) {
  if (lhs.failure)
    return lhs;
  if (rhs.failure)
    return rhs;
  if (lhs.isOne())
    return rhs;
  if (rhs.isOne())
    return lhs;
  if (lhs.terms.size() * rhs.terms.size() > maxTermProducts)
    return Polynomial::failed(tooLargeSentence);
  std::vector<Monomial> products;
  products.reserve(lhs.terms.size() * rhs.terms.size());
  for (const Monomial &left : lhs.terms) {
    for (const Monomial &right : rhs.terms) {
      std::optional<Monomial> product = multiply(left, right);
      if (!product)
        return Polynomial::failed(overflowSentence);
      products.push_back(std::move(*product));
    }
  }
  // The order is admissible: a factor for all terms does not change it.
  if (lhs.terms.size() > 1 && rhs.terms.size() > 1)
    return collect(std::move(products));
  Polynomial result;
  result.terms = std::move(products);
  return result;
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

static std::optional<Polynomial> divideByMonomial(const Polynomial &lhs,
                                                  const Monomial &rhs) {
  Polynomial quotient;
  quotient.terms.reserve(lhs.terms.size());
  for (const Monomial &term : lhs.terms) {
    std::optional<Monomial> ratio = divide(term, rhs);
    if (!ratio)
      return std::nullopt;
    quotient.terms.push_back(std::move(*ratio));
  }
  return quotient; // Division by a monomial keeps the order of terms.
}

std::optional<Polynomial> divideExact(const Polynomial &lhs,
                                      const Polynomial &rhs) {
  if (rhs.terms.size() == 1)
    return divideByMonomial(lhs, rhs.terms.front());
  std::vector<Monomial> quotient;
  Polynomial rest = lhs;
  while (!rest.terms.empty()) {
    // If rhs divides lhs then its leading term divides that of what is left.
    std::optional<Monomial> ratio =
        divide(rest.terms.front(), rhs.terms.front());
    if (!ratio || quotient.size() > maxTerms)
      return std::nullopt;
    rest = rest - Polynomial(*ratio) * rhs;
    if (rest.failure)
      return std::nullopt;
    quotient.push_back(std::move(*ratio));
  }
  return collect(std::move(quotient));
}

//===----------------------------------------------------------------------===//
// Greatest common divisor
//===----------------------------------------------------------------------===//

namespace {
/// Euclid's algorithm with primitive pseudo-remainders, recursively over the
/// atoms (Knuth, The Art of Computer Programming 2, 4.6.1). Gives up with the
/// trivial divisor 1; gcd() below checks the answer.
class GcdSearch {
public:
  Polynomial run(const Polynomial &lhs, const Polynomial &rhs);

private:
  /// Coefficients by power of one atom, the highest power first.
  using Univariate = std::map<unsigned, Polynomial, std::greater<unsigned>>;

  Polynomial runPrimitive(const Polynomial &lhs, const Polynomial &rhs);
  Polynomial runInAtom(const Atom &atom, const Polynomial &lhs,
                       const Polynomial &rhs);
  Polynomial getAtomContent(const Polynomial &operand, const Atom &atom);
  Polynomial getPseudoRemainder(Polynomial lhs, const Polynomial &rhs,
                                const Atom &atom);
  static Univariate split(const Polynomial &operand, const Atom &atom);
  static unsigned getDegree(const Polynomial &operand, const Atom &atom);

  /// Steps left. Each works on polynomials of at most `maxGcdTerms`.
  unsigned budget = 200;
  static constexpr size_t maxGcdTerms = 100;
};
} // namespace

static bool hasAtom(const Polynomial &operand, const Atom &atom) {
  for (const Monomial &term : operand.terms)
    for (const auto &factor : term.factors)
      if (factor.first == atom)
        return true;
  return false;
}

/// Divides by a divisor known to be exact.
static Polynomial mustDivide(const Polynomial &lhs, const Polynomial &rhs) {
  std::optional<Polynomial> quotient = divideExact(lhs, rhs);
  return quotient ? std::move(*quotient) : Polynomial::failed(overflowSentence);
}

GcdSearch::Univariate GcdSearch::split(const Polynomial &operand,
                                       const Atom &atom) {
  std::map<unsigned, std::vector<Monomial>> parts;
  for (const Monomial &term : operand.terms) {
    unsigned degree = 0;
    Monomial rest{term.coefficient, {}};
    for (const auto &factor : term.factors) {
      if (factor.first == atom)
        degree = factor.second;
      else
        rest.factors.push_back(factor);
    }
    parts[degree].push_back(std::move(rest));
  }
  Univariate result;
  for (auto &[degree, terms] : parts)
    result.emplace(degree, collect(std::move(terms)));
  return result;
}

unsigned GcdSearch::getDegree(const Polynomial &operand, const Atom &atom) {
  unsigned degree = 0;
  for (const Monomial &term : operand.terms)
    for (const auto &factor : term.factors)
      if (factor.first == atom)
        degree = std::max(degree, factor.second);
  return degree;
}

Polynomial GcdSearch::getAtomContent(const Polynomial &operand,
                                     const Atom &atom) {
  Polynomial content;
  for (const auto &[degree, coefficient] : split(operand, atom)) {
    content = content.isZero() ? coefficient : run(content, coefficient);
    if (content.failure || content.isOne())
      break;
  }
  return content;
}

Polynomial GcdSearch::getPseudoRemainder(Polynomial lhs, const Polynomial &rhs,
                                         const Atom &atom) {
  unsigned rhsDegree = getDegree(rhs, atom);
  const Polynomial rhsLeading = split(rhs, atom).begin()->second;
  while (!lhs.failure && !lhs.isZero() && getDegree(lhs, atom) >= rhsDegree) {
    if (budget == 0 || lhs.terms.size() > maxGcdTerms)
      return Polynomial::failed(tooLargeSentence);
    --budget;
    const Polynomial lhsLeading = split(lhs, atom).begin()->second;
    Polynomial shift(1);
    if (unsigned gap = getDegree(lhs, atom) - rhsDegree)
      shift = Polynomial(Monomial{1, {{atom, gap}}});
    lhs = lhs * rhsLeading - rhs * lhsLeading * shift;
  }
  return lhs;
}

Polynomial GcdSearch::runInAtom(const Atom &atom, const Polynomial &lhs,
                                const Polynomial &rhs) {
  const Polynomial lhsContent = getAtomContent(lhs, atom);
  const Polynomial rhsContent = getAtomContent(rhs, atom);
  if (lhsContent.failure || rhsContent.failure)
    return Polynomial::failed(tooLargeSentence);
  Polynomial larger = mustDivide(lhs, lhsContent);
  Polynomial smaller = mustDivide(rhs, rhsContent);
  if (getDegree(larger, atom) < getDegree(smaller, atom))
    std::swap(larger, smaller);
  while (!smaller.failure && !smaller.isZero()) {
    if (getDegree(smaller, atom) == 0) {
      smaller = larger = Polynomial(1);
      break;
    }
    Polynomial remainder = getPseudoRemainder(larger, smaller, atom);
    if (!remainder.failure && !remainder.isZero()) {
      Polynomial content = getAtomContent(remainder, atom);
      remainder = content.failure ? content : mustDivide(remainder, content);
    }
    larger = std::move(smaller);
    smaller = std::move(remainder);
  }
  if (larger.failure || smaller.failure)
    return Polynomial::failed(tooLargeSentence);
  return run(lhsContent, rhsContent) * larger;
}

Polynomial GcdSearch::runPrimitive(const Polynomial &lhs,
                                   const Polynomial &rhs) {
  if (budget == 0 || lhs.terms.size() > maxGcdTerms ||
      rhs.terms.size() > maxGcdTerms)
    return Polynomial::failed(tooLargeSentence);
  --budget;
  if (divideExact(lhs, rhs))
    return rhs;
  if (divideExact(rhs, lhs))
    return lhs;
  // A common divisor is free of the atoms that only one side has.
  for (const Monomial &term : lhs.terms)
    for (const auto &factor : term.factors)
      if (!hasAtom(rhs, factor.first))
        return run(getAtomContent(lhs, factor.first), rhs);
  for (const Monomial &term : rhs.terms)
    for (const auto &factor : term.factors)
      if (!hasAtom(lhs, factor.first))
        return run(lhs, getAtomContent(rhs, factor.first));
  return runInAtom(lhs.terms.front().factors.front().first, lhs, rhs);
}

Polynomial GcdSearch::run(const Polynomial &lhs, const Polynomial &rhs) {
  if (lhs.failure || rhs.failure)
    return Polynomial::failed(tooLargeSentence);
  const Monomial lhsContent = getContent(lhs), rhsContent = getContent(rhs);
  Polynomial result(gcd(lhsContent, rhsContent));
  if (lhs.terms.size() == 1 || rhs.terms.size() == 1)
    return result;
  return result * runPrimitive(mustDivide(lhs, Polynomial(lhsContent)),
                               mustDivide(rhs, Polynomial(rhsContent)));
}

Polynomial gcd(const Polynomial &lhs, const Polynomial &rhs) {
  Polynomial result = GcdSearch().run(lhs, rhs);
  if (!result.failure && result.terms.front().coefficient < 0)
    result = -result;
  // A search that ran out of budget half way may have lost its way.
  if (!result.failure && divideExact(lhs, result) && divideExact(rhs, result))
    return result;
  Polynomial content(gcd(getContent(lhs), getContent(rhs)));
  return content;
}

void cancel(Polynomial &numerator, Polynomial &denominator) {
  if (numerator.failure || denominator.failure || denominator.isOne())
    return;
  if (numerator.isZero()) {
    denominator = Polynomial(1);
    return;
  }
  Polynomial common = gcd(numerator, denominator);
  if (!common.isOne()) {
    numerator = mustDivide(numerator, common);
    denominator = mustDivide(denominator, common);
  }
  if (!denominator.failure && denominator.terms.front().coefficient < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
}

} // namespace mlir::lift::detail
