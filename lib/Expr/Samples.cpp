//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

#include "Prover.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace mlir::lift::detail {

static constexpr unsigned maxAttempts = 96;
/// Every other sample has large sizes, too, and some huge ones, or only such:
/// that a number is an upper bound only those refute, and some facts hold for
/// no others.
static constexpr unsigned maxShift = 12, maxHugeShift = 26;
static constexpr int64_t largeRange = int64_t(1) << 30;
static constexpr int64_t maxHiddenDivisor = 1 << 14;
static constexpr size_t maxSamples = 10;

/// FNV-1a with a final mix: the standard hash may differ between libraries, and
/// with it which proofs run out of steps.
uint64_t Sample::getRandom(const std::string &name) const {
  uint64_t hash = 14695981039346656037ULL ^ seed;
  for (char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  hash ^= hash >> 32;
  hash *= 0x9e3779b97f4a7c15ULL;
  return hash >> 32;
}

std::optional<int64_t> Sample::evaluate(const Expr &expr,
                                        const Prover &prover) {
  return expr
      .evaluate([&](const std::string &name) { return getValue(name, prover); })
      .value;
}

std::optional<int64_t> Sample::getValue(const std::string &name,
                                        const Prover &prover) {
  auto known = values.find(name);
  if (known != values.end())
    return known->second;
  values.emplace(name, std::nullopt); // Ends ranges that go in a circle.
  std::optional<int64_t> value =
      prover.hasRange(name) ? makeRanged(name, prover) : makeSize(name, prover);
  values[name] = value;
  return value;
}

int64_t Sample::makeDivisible(const std::string &name, int64_t value,
                              const Prover &prover) {
  for (const Divides &fact : prover.getDivides()) {
    if (!fact.value.mentions(name))
      continue;
    const Expr rest = fact.value - Expr::name(name);
    if (rest.mentions(name))
      continue;
    std::optional<int64_t> known = evaluate(rest, prover);
    std::optional<int64_t> divisor = evaluate(fact.divisor, prover);
    int64_t sum, further;
    if (!known || !divisor || *divisor < 1 ||
        __builtin_add_overflow(value, *known, &sum))
      continue;
    const int64_t missing = (*divisor - sum % *divisor) % *divisor;
    if (!__builtin_add_overflow(value, missing, &further))
      value = further;
  }
  return value;
}

namespace {
/// Inclusive bounds of a size.
struct SizeRange {
  int64_t lower = 1;
  int64_t upper = std::numeric_limits<int64_t>::max();

  /// Adds what coefficient * size + constant >= 0 says.
  void add(int64_t coefficient, int64_t constant);
  /// The factor of `divisor` that makes the multiple number `value` in the
  /// range, or the last one there.
  int64_t getFactor(int64_t value, int64_t divisor) const;
};
} // namespace

void SizeRange::add(int64_t coefficient, int64_t constant) {
  if (coefficient > 0 && constant < 0 && constant > -largeRange)
    lower = std::max(lower, (-constant - 1) / coefficient + 1);
  else if (coefficient < 0 && coefficient > -largeRange && constant >= 0)
    upper = std::min(upper, constant / -coefficient);
}

int64_t SizeRange::getFactor(int64_t value, int64_t divisor) const {
  const int64_t least = lower / divisor + (lower % divisor != 0);
  return std::max<int64_t>(1, std::min(least - 1 + value, upper / divisor));
}

static bool isName(const Atom &atom, const std::string &name) {
  return atom.getKind() == Atom::Kind::Name && atom.getName() == name;
}

/// What facts about a size alone say of it.
static SizeRange getSizeRange(const std::string &name, const Prover &prover) {
  SizeRange range;
  for (const Expr &fact : prover.getNonNegative()) {
    const Polynomial *polynomial = getPolynomial(fact);
    if (!polynomial || polynomial->terms.empty())
      continue;
    const Monomial &term = polynomial->terms.front();
    const int64_t constant = polynomial->getConstantTerm();
    if (polynomial->terms.size() == (constant == 0 ? 1 : 2) &&
        term.factors.size() == 1 && term.factors.front().second == 1 &&
        isName(term.factors.front().first, name))
      range.add(term.coefficient, constant);
  }
  return range;
}

/// A number that is to divide a size for the sake of facts that no multiple of
/// other names stands for: the size is in the divisor as well, or is the last
/// factor of a product to be chosen.
int64_t Sample::getHiddenDivisor(const std::string &name,
                                 const Prover &prover) const {
  int64_t result = 1;
  for (const Divides &fact : prover.getDivides()) {
    const std::vector<Monomial> &terms = fact.value.getNumerator();
    if (terms.size() != 1 || !fact.value.mentions(name) ||
        (fact.value.getName() && !fact.divisor.mentions(name)))
      continue;
    int64_t divisor = getContent(getNumerator(fact.divisor)).coefficient;
    for (const auto &[atom, exponent] : terms.front().factors) {
      if (isName(atom, name))
        continue;
      auto known = atom.getKind() == Atom::Kind::Name
                       ? values.find(atom.getName())
                       : values.end();
      divisor = known == values.end() || !known->second
                    ? 1
                    : divisor / std::gcd(divisor, *known->second);
    }
    if (std::max(divisor, result) <= maxHiddenDivisor)
      result = std::lcm(result, divisor);
  }
  return result;
}

/// Small sizes are the ones at which claims fail; the first sample has only
/// ones, or the least that may be. What divides the size goes into it as a
/// factor.
std::optional<int64_t> Sample::makeSize(const std::string &name,
                                        const Prover &prover) {
  static constexpr int64_t choices[] = {1, 1, 2, 2, 3, 4, 5, 7, 8, 16};
  int64_t value = seed == 0 ? 1 : choices[getRandom(name) % std::size(choices)];
  if (seed % 8 == 7)
    while (value < largeRange)
      value *= 2;
  else if (seed % 2 == 1)
    value <<= getRandom(name + "<<") %
              (seed % 4 == 1 ? maxShift + 1 : maxHugeShift + 1);
  const SizeRange range = getSizeRange(name, prover);
  const int64_t hidden = getHiddenDivisor(name, prover);
  // The last way to write multiples knows the most symbolic divisors.
  for (auto names = prover.getMultiples().rbegin();
       names != prover.getMultiples().rend(); ++names) {
    auto multiple = names->find(name);
    if (multiple == names->end())
      continue;
    values[name + "'"] = 1;
    std::optional<int64_t> divisor = evaluate(multiple->second, prover);
    if (!divisor || *divisor < 1 || *divisor > largeRange)
      return std::nullopt;
    const int64_t step = hidden / std::gcd(hidden, *divisor);
    values[name + "'"] = step * range.getFactor(value, *divisor * step);
    return evaluate(multiple->second, prover);
  }
  return makeDivisible(name, hidden * range.getFactor(value, hidden), prover);
}

std::optional<int64_t> Sample::makeRanged(const std::string &name,
                                          const Prover &prover) {
  std::optional<int64_t> lower = evaluate(prover.getLower(name), prover);
  std::optional<int64_t> upper = evaluate(prover.getUpper(name), prover);
  int64_t length;
  if (!lower || !upper || *upper < *lower ||
      __builtin_sub_overflow(*upper, *lower, &length))
    return std::nullopt;
  // A size that is known not to be huge: what divides it divides few numbers.
  if (*lower == 1 && length >= largeRange)
    return makeSize(name, prover);
  switch (getRandom(name) % 4) {
  case 0:
    return lower;
  case 1:
    return upper;
  default:
    return *lower + static_cast<int64_t>(getRandom(name + "+") %
                                         (static_cast<uint64_t>(length) + 1));
  }
}

bool Sample::satisfiesFacts(const Prover &prover,
                            const std::vector<std::string> &rangedNames) {
  for (const std::string &name : rangedNames)
    if (!getValue(name, prover))
      return false;
  for (const Divides &fact : prover.getDivides()) {
    std::optional<int64_t> value = evaluate(fact.value, prover);
    std::optional<int64_t> divisor = evaluate(fact.divisor, prover);
    if (!value || !divisor || *divisor < 1 || *value % *divisor != 0)
      return false;
  }
  for (const Expr &fact : prover.getNonNegative()) {
    std::optional<int64_t> value = evaluate(fact, prover);
    if (!value || *value < 0)
      return false;
  }
  return true;
}

/// Names whose ranges may be empty in a sample. That the many between two
/// numbers, as those of loops over tiles, never are is seen once.
static std::vector<std::string> getNamesToTest(const Prover &prover) {
  std::vector<std::string> names = prover.getRangedNames();
  names.erase(
      std::remove_if(
          names.begin(), names.end(),
          [&](const std::string &name) {
            std::optional<int64_t> length =
                (prover.getUpper(name) - prover.getLower(name)).getConstant();
            return length && *length >= 0;
          }),
      names.end());
  return names;
}

std::vector<Sample> makeSamples(const Prover &prover) {
  std::vector<Sample> samples;
  const std::vector<std::string> names = getNamesToTest(prover);
  for (unsigned seed = 0; seed < maxAttempts && samples.size() < maxSamples;
       ++seed) {
    Sample sample(seed);
    if (sample.satisfiesFacts(prover, names))
      samples.push_back(std::move(sample));
  }
  return samples;
}

} // namespace mlir::lift::detail
