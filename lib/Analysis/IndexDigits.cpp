//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IndexDigits.h"

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdlib>
#include <map>
#include <numeric>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::index_digits;

//===----------------------------------------------------------------------===//
// Parts of terms
//===----------------------------------------------------------------------===//

/// Counts the elements of both in parts, so that indices that are quotients of
/// sizes have digits, too. False if a denominator is no number, and one of them
/// is several elements.
static bool removeDenominators(KnownIndex &first, KnownIndex &second) {
  const Expr one = first.value.getDenominator(),
             other = second.value.getDenominator();
  std::optional<int64_t> oneNumber = one.getConstant(),
                         otherNumber = other.getConstant();
  Expr parts = one == other ? one : one * other;
  if (oneNumber && otherNumber)
    parts = std::lcm(*oneNumber, *otherNumber);
  const std::optional<int64_t> number = parts.getConstant();
  if (!number && (first.width != 1 || second.width != 1))
    return false;
  if (number != 1)
    for (KnownIndex *index : {&first, &second}) {
      index->value = index->value * parts;
      index->width = (index->width - 1) * number.value_or(1) + 1;
    }
  return !first.value.isError() && !second.value.isError();
}

/// Whether all names in an expression stand for one number in a whole group, at
/// all times, or are in `loops`.
static bool isFixedInGroup(const Expr &expr, const Assumptions &facts,
                           const std::set<std::string> &loops = {}) {
  std::set<std::string> names;
  expr.collectNames(names);
  return llvm::all_of(names, [&](const std::string &name) {
    return facts.getKind(name) != SymbolKind::Index || loops.count(name) != 0;
  });
}

/// The factors of a term that satisfy `isWanted`, by the names in them.
static Expr getPart(const Monomial &term,
                    llvm::function_ref<bool(const std::string &)> isWanted) {
  Expr expr = term.toExpr();
  std::set<std::string> names;
  expr.collectNames(names);
  std::map<std::string, Expr> ones;
  for (const std::string &name : names)
    if (!isWanted(name))
      ones.emplace(name, Expr(1));
  return expr.substitute(ones);
}

/// Whether `weight`, the fixed part of a term, is one that an index can be
/// split at. Conditions that contradict each other, in code that never runs,
/// prove anything; a negative weight would be split at again and again.
static bool isWeight(const Monomial &term, const Expr &weight,
                     const Assumptions &facts) {
  return term.coefficient > 0 && !weight.isConstant(1) &&
         facts.isPositive(weight);
}

/// A term as it is where rows that it goes through backwards, which are as
/// long, are gone through forwards.
static Monomial upwards(Monomial term) {
  if (!term.factors.empty())
    term.coefficient = std::abs(term.coefficient);
  return term;
}

/// The part of a term that is the same for a whole group: sizes and group ids.
static Expr getFixedPart(const Monomial &term, const Assumptions &facts) {
  return getPart(term, [&](const std::string &name) {
    return facts.getKind(name) != SymbolKind::Index;
  });
}

/// What an id is multiplied with in `index`, if index is coefficient * id +
/// rest with nothing of the id in either.
static std::optional<std::pair<Expr, Expr>> splitById(const Expr &index,
                                                      const std::string &id) {
  Expr rest = index.substitute({{id, 0}});
  Expr coefficient = index.substitute({{id, 1}}) - rest;
  if (coefficient * Expr::name(id) + rest != index)
    return std::nullopt;
  return std::make_pair(coefficient, rest);
}

/// Whether all of an index, of which `low` is the first, is below `row`: it is
/// known to be, or what it is above the length of shorter rows leaves room for
/// one of these in `row`, and the rest is below that length.
static bool isBelow(const Expr &low, int64_t width, const Expr &row,
                    const Assumptions &facts) {
  if (facts.isLess(low + (width - 1), row))
    return true;
  return llvm::any_of(low.getNumerator(), [&](const Monomial &digit) {
    const Expr weight = getPart(digit, [&](const std::string &name) {
      return facts.getKind(name) == SymbolKind::Size;
    });
    if (weight.getConstant() || !facts.isPositive(weight))
      return false;
    Expr high = 0;
    for (const Monomial &term : low.getNumerator())
      if (!term.factors.empty() && facts.isDivisible(term.toExpr(), weight))
        high = high + term.toExpr();
    return facts.isLess(low - high + (width - 1), weight) &&
           facts.isLessOrEqual(high + weight, row);
  });
}

/// The multiple of `row` that is at the start of the row in which all of
/// `index` is, if it is known. A row that is read backwards starts at the end:
/// 39 - i is 20 + (19 - i).
static std::optional<Expr> findStart(const Expr &index, int64_t width,
                                     const Expr &row,
                                     const Assumptions &facts) {
  Expr whole = 0;
  if (row.getConstant())
    for (const Monomial &term : index.getNumerator())
      if (term.factors.empty())
        whole = Expr::floorDiv(term.toExpr(), row) * row;
  for (const Expr &start : {whole, whole + row, whole - row}) {
    const Expr low = index - start;
    if (facts.isNonNegative(low) && isBelow(low, width, row, facts))
      return start;
  }
  return std::nullopt;
}

static bool isSum(const Expr &expr) { return expr.getNumerator().size() > 1; }

/// The names in an index that are no sizes, and what each is multiplied with,
/// if that is a sum, as the length of a row with a margin: N + 1 of i * N + i +
/// j.
static llvm::SmallVector<std::pair<std::string, Expr>>
getSumsOfNames(const Expr &index, const Assumptions &facts) {
  llvm::SmallVector<std::pair<std::string, Expr>> sums;
  std::set<std::string> names;
  index.collectNames(names);
  for (const std::string &name : names)
    if (facts.getKind(name) != SymbolKind::Size)
      if (auto split = splitById(index, name); split && isSum(split->first))
        sums.emplace_back(name, split->first);
  return sums;
}

/// The part of an index that consists of such products with what `weight`, a
/// sum itself, divides.
static Expr getMultiplesOfSum(const Expr &index, const Expr &weight,
                              const Assumptions &facts) {
  Expr multiples = 0;
  if (isSum(weight))
    for (const auto &[name, factor] : getSumsOfNames(index, facts))
      if (facts.isDivisible(factor, weight))
        multiples = multiples + factor * Expr::name(name);
  return multiples;
}

namespace {
/// An id as a digit of an index: what it is multiplied with, negative where
/// rows are gone through backwards, and where the first row starts.
struct Digit {
  Expr weight, start;

  bool operator==(const Digit &other) const {
    return weight == other.weight && start == other.start;
  }
};
} // namespace

/// How an id below `count` is a digit of `index`, if it is one: without a
/// count, the leading one.
static std::optional<Digit> getDigit(const Expr &index, int64_t width,
                                     const std::string &id,
                                     const std::optional<Expr> &count,
                                     const Assumptions &facts) {
  auto split = splitById(index, id);
  if (!split || split->first.isConstant(0))
    return std::nullopt;
  const Expr &weight = split->first;
  Expr rest = split->second;
  const Expr row = facts.isPositive(weight) ? weight : -weight;
  // A weight that is not one number for all has no digits.
  if (!facts.isPositive(row) || !isFixedInGroup(row, facts))
    return std::nullopt;
  if (count)
    rest = rest - getMultiplesOfSum(rest, row * *count, facts);
  Expr low = 0;
  for (const Monomial &term : rest.getNumerator())
    if (!count || !facts.isDivisible(term.toExpr(), row * *count))
      low = low + term.toExpr();
  if (auto start = findStart(low, width, row, facts))
    return Digit{weight, *start};
  return std::nullopt;
}

bool index_digits::isSameDigit(KnownIndex first, KnownIndex second,
                               const std::string &id,
                               const std::optional<Expr> &count) {
  if (!removeDenominators(first, second))
    return false;
  // A digit that is 0 does not show, and may have any weight.
  if (first.idIsZero)
    std::swap(first, second);
  std::optional<Digit> digit =
      getDigit(first.value, first.width, id, count, *first.facts);
  if (!digit)
    return false;
  if (second.idIsZero)
    second.value =
        second.value.substitute({{id, 0}}) + digit->weight * Expr::name(id);
  return digit ==
         getDigit(second.value, second.width, id, count, *second.facts);
}

/// The name of a term that is a number times a name; null if it is no such.
static const std::string *getSingleName(const Monomial &term) {
  bool isSingle = term.factors.size() == 1 && term.factors.front().second == 1;
  const Atom *atom = isSingle ? &term.factors.front().first : nullptr;
  return atom && atom->getKind() == Atom::Kind::Name ? &atom->getName()
                                                     : nullptr;
}

/// Where a term is that of a group's number in a global id, group * size +
/// local: the term of the local id, which is below `size`.
static const Monomial *findLocalTerm(const Monomial &term,
                                     const KnownIndex &index) {
  const std::string *group = getSingleName(term);
  if (!group || index.facts->getKind(*group) != SymbolKind::Group)
    return nullptr;
  for (const Monomial &other : index.value.getNumerator()) {
    const std::string *local = getSingleName(other);
    if (!local || index.facts->getKind(*local) != SymbolKind::Index)
      continue;
    std::optional<Expr> last = index.facts->getRange(*local).second;
    std::optional<int64_t> size =
        last ? (*last + 1).getConstant() : std::nullopt;
    if (size && Expr(term.coefficient) == Expr(other.coefficient) * *size)
      return &other;
  }
  return nullptr;
}

/// The part of a term of `index` that `weight` divides: all of it, nothing, or,
/// where the same variable is in two dimensions, as in 7 * i for [i, i] in rows
/// of 6, the multiple of it. The two parts of a global id go the same way.
static Expr getMultiple(const Monomial &term, const Expr &weight,
                        const KnownIndex &index) {
  if (index.facts->isDivisible(term.toExpr(), weight))
    return term.toExpr();
  if (const Monomial *local = findLocalTerm(term, index))
    return Expr::exactDiv(getMultiple(*local, weight, index) * term.toExpr(),
                          local->toExpr());
  const std::vector<Monomial> &terms = weight.getNumerator();
  if (terms.size() != 1 || !weight.getDenominator().isConstant(1))
    return 0;
  Monomial whole = term;
  whole.coefficient -= term.coefficient % terms.front().coefficient;
  if (whole.coefficient == 0 ||
      !index.facts->isDivisible(whole.toExpr(), weight))
    return 0;
  return whole.toExpr();
}

/// Writes an index as high * weight + low with 0 <= low < weight: then high is
/// index floordiv weight, and low the remainder.
static std::optional<std::pair<KnownIndex, KnownIndex>>
splitAt(const KnownIndex &index, const Expr &weight) {
  Expr high = getMultiplesOfSum(index.value, weight, *index.facts);
  const Expr others = index.value - high;
  for (const Monomial &term : others.getNumerator())
    if (!term.factors.empty() ||
        index.facts->isDivisible(term.toExpr(), weight))
      high = high + getMultiple(term, weight, index);
  const Expr rest = index.value - high;
  auto start = findStart(rest, index.width, weight, *index.facts);
  if (!start)
    return std::nullopt;
  return std::make_pair(
      KnownIndex{Expr::exactDiv(high + *start, weight), 1, index.facts,
                 index.idIsZero},
      KnownIndex{rest - *start, index.width, index.facts, index.idIsZero});
}

/// What may be the length of a row in the two indices: the sizes in their
/// terms, without the launch, as groups go through rows in strides, and with
/// it. Last sums of sizes, as of rows with margins.
static llvm::SmallVector<std::pair<Expr, const Assumptions *>>
getWeights(const KnownIndex &first, const KnownIndex &second) {
  llvm::SmallVector<std::pair<Expr, const Assumptions *>> weights;
  std::set<Expr> seen = {1};
  for (bool isOfSizes : {true, false})
    for (const KnownIndex *index : {&first, &second})
      for (Monomial term : index->value.getNumerator()) {
        term = upwards(term);
        Expr weight = isOfSizes
                          ? getPart(term,
                                    [&](const std::string &name) {
                                      return index->facts->getKind(name) ==
                                             SymbolKind::Size;
                                    })
                          : getFixedPart(term, *index->facts);
        if (isWeight(term, weight, *index->facts) && seen.insert(weight).second)
          weights.emplace_back(weight, index->facts);
      }
  for (const KnownIndex *index : {&first, &second})
    for (const auto &[name, weight] :
         getSumsOfNames(index->value, *index->facts))
      if (isFixedInGroup(weight, *index->facts) &&
          index->facts->isPositive(weight) && seen.insert(weight).second)
        weights.emplace_back(weight, index->facts);
  return weights;
}

/// Whether two indices that were split at a weight are simpler than before. The
/// first row of an array has nothing above the weight of a column. And where
/// there is nothing below it, a quotient, counted in parts, may be the index
/// again.
static bool isProgress(const std::pair<KnownIndex, KnownIndex> &one,
                       const std::pair<KnownIndex, KnownIndex> &other) {
  auto isZero = [](const KnownIndex &index) {
    return index.value.isConstant(0);
  };
  if (isZero(one.first) && isZero(other.first))
    return false;
  auto isQuotient = [](const KnownIndex &index) {
    return !index.value.getDenominator().isConstant(1);
  };
  return !(isZero(one.second) && isZero(other.second)) ||
         !(isQuotient(one.first) || isQuotient(other.first));
}

/// Whether `holds` of what both are above one weight, or of what they are below
/// it.
static bool anyDigits(
    const KnownIndex &first, const KnownIndex &second,
    llvm::function_ref<bool(const KnownIndex &, const KnownIndex &)> holds) {
  for (const auto &[weight, facts] : getWeights(first, second)) {
    auto one = splitAt(first, weight), other = splitAt(second, weight);
    if (one && other && isProgress(*one, *other))
      return holds(one->first, other->first) ||
             holds(one->second, other->second);
  }
  return false;
}

bool index_digits::haveSameId(KnownIndex first, KnownIndex second,
                              const std::string &id, const Expr &count) {
  if (!removeDenominators(first, second))
    return false;
  if (isSameDigit(first, second, id, count))
    return true;
  return anyDigits(first, second,
                   [&](const KnownIndex &one, const KnownIndex &other) {
                     return haveSameId(one, other, id, count);
                   });
}

/// Whether `second` is behind all of `first`, with a border between them that
/// is one number for the whole group, all the time.
static bool isBehind(const KnownIndex &first, const KnownIndex &second) {
  auto getFixedTerms = [](const KnownIndex &index) {
    Expr fixed = 0;
    for (const Monomial &term : index.value.getNumerator())
      if (isFixedInGroup(term.toExpr(), *index.facts))
        fixed = fixed + term.toExpr();
    return fixed;
  };
  const Expr last = first.value + (first.width - 1);
  auto isBorder = [&](const Expr &border) {
    return first.facts->isLess(last, border) &&
           second.facts->isLessOrEqual(border, second.value);
  };
  if (isBorder(getFixedTerms(second)) ||
      isBorder(getFixedTerms(first) + first.width))
    return true;
  std::optional<Expr> largest = first.facts->getUpperBound(last);
  return largest && isFixedInGroup(*largest, *first.facts) &&
         isBorder(*largest + 1);
}

bool index_digits::areInOtherParts(KnownIndex first, KnownIndex second) {
  if (!removeDenominators(first, second))
    return false;
  if (isBehind(first, second) || isBehind(second, first))
    return true;
  return anyDigits(first, second, areInOtherParts);
}

Expr index_digits::getCommonBase(const Expr &first, const Expr &second,
                                 const Assumptions &facts,
                                 const std::set<std::string> &loops) {
  Expr base = 0;
  if (!first.getDenominator().isConstant(1) ||
      !second.getDenominator().isConstant(1))
    return base;
  for (const Monomial &term : first.getNumerator()) {
    Expr expr = term.toExpr();
    if (isFixedInGroup(expr, facts, loops) &&
        llvm::any_of(second.getNumerator(), [&](const Monomial &other) {
          return other.toExpr() == expr;
        }))
      base = base + expr;
  }
  return base;
}

//===----------------------------------------------------------------------===//
// Equality
//===----------------------------------------------------------------------===//

bool lift::areNeverEqual(const Expr &first, const Expr &second) {
  // x mod m is x - m * q for some integer q.
  auto expand = [](const Atom &atom) {
    Expr expr = atom.toExpr();
    return atom.getKind() == Atom::Kind::Mod
               ? atom.getLhs() - atom.getRhs() * Expr::name(expr.str())
               : expr;
  };
  Expr difference = first.rebuild(expand) - second.rebuild(expand);
  if (!difference.getDenominator().isConstant(1))
    return false;
  int64_t constant = 0, divisor = 0;
  for (const Monomial &term : difference.getNumerator())
    if (term.factors.empty())
      constant = term.coefficient;
    else
      divisor = std::gcd(divisor, term.coefficient);
  return divisor == 0 ? constant != 0 : constant % divisor != 0;
}

bool index_digits::areApart(KnownIndex first, KnownIndex second,
                            const std::set<std::string> &loops) {
  if (!removeDenominators(first, second))
    return false;
  auto isFixed = [&](const KnownIndex &index) {
    return index.width == 1 && isFixedInGroup(index.value, *index.facts, loops);
  };
  if (isFixed(first) && isFixed(second) &&
      areNeverEqual(first.value, second.value))
    return true;
  return anyDigits(first, second,
                   [&](const KnownIndex &one, const KnownIndex &other) {
                     return areApart(one, other, loops);
                   });
}
