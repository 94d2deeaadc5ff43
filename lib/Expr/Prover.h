//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the proofs behind Assumptions.
//
// To prove Q >= 0 for a polynomial Q with integer values, the prover replaces
// one name or opaque atom after the other by the end of its range at which Q is
// smallest, until only sizes are left; each size is then written as 1 plus a
// number that is not negative, and no coefficient may be negative. The range of
// an opaque atom is rational:
//
//   (x - d + 1) / d  <=  x floordiv d  <=  x / d
//   x / d            <=  x ceildiv d   <=  (x + d - 1) / d
//   0                <=  x mod d       <=  d - 1
//
// If the replacement leads to the rational n / d with n / d <= Q then
// n / d > -1 is enough, because Q is an integer: n + d - 1 >= 0 is next.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EXPR_PROVER_H
#define LIFT_LIB_EXPR_PROVER_H

#include "ExprStorage.h"
#include "LiftDialect/Expr/Assumptions.h"
#include "Samples.h"

#include <unordered_map>

namespace mlir::lift::detail {

struct HashExpr {
  size_t operator()(const Expr &expr) const { return expr.hash(); }
};
template <typename Value>
using ExprMap = std::unordered_map<Expr, Value, HashExpr>;

/// `divisor` divides `value`, in lowest terms and without denominators.
struct Divides {
  Expr value;
  Expr divisor;
};

/// What stays true as long as nothing is added to the assumptions: what follows
/// from them, and the answers to whole questions.
struct Memory {
  bool isNew = true;
  /// The names that questions mention. What answers say of other names follows
  /// from facts and ranges.
  std::set<std::string> names;
  std::vector<Divides> divides;
  std::vector<std::map<std::string, Expr>> multiples;
  /// Made when a proof turns out to be long.
  std::optional<std::vector<Sample>> samples;
  /// Whether a polynomial is proved not to be negative, or refuted by a sample.
  ExprMap<bool> certain;
  ExprMap<bool> nonNegative;
  /// Whole questions without a proof, and the steps there were for it.
  ExprMap<unsigned> unproved;
  ExprMap<Expr> simple;
  ExprMap<std::optional<Expr>> upperBounds;
};

/// Answers questions under one set of assumptions, and remembers the answers.
class Prover {
public:
  explicit Prover(const Assumptions &assumptions);

  bool isNonNegative(const Expr &value);
  bool isPositive(const Expr &value) { return isNonNegative(value - 1); }
  /// lower <= value < upper.
  bool isWithin(const Expr &value, const Expr &lower, const Expr &upper);

  /// Whether a quotient has integer values, whoever wrote it: its denominator
  /// is taken as a claim to be proved, not as a promise.
  bool isInteger(const Expr &quotient);

  /// Whether a sample shows that `divisor` does not always divide `value`.
  bool isDivisionRefuted(const Expr &value, const Expr &divisor);

  const std::vector<Divides> &getDivides() const { return memory.divides; }

  /// Ways to write names as multiples of what is known to divide them, each
  /// with new names for the factors: N = 128 * N'.
  const std::vector<std::map<std::string, Expr>> &getMultiples() const {
    return memory.multiples;
  }
  /// `value` with names written as multiples, and those in the multiples again.
  Expr substituteMultiples(const Expr &value,
                           const std::map<std::string, Expr> &names) const;

  const std::vector<Expr> &getNonNegative() const {
    return assumptions.nonNegative;
  }

  std::vector<std::string> getRangedNames() const;
  bool hasRange(const std::string &name) const;
  /// The bounds of a name with a range.
  const Expr &getLower(const std::string &name) const;
  const Expr &getUpper(const std::string &name) const;

  /// The sign that `value` never leaves: 1 for not negative, -1 for not
  /// positive, nothing if unknown.
  std::optional<int> getSign(const Expr &value);

  /// An atom in the numerator that has bounds, on which no other such atom
  /// there depends: the next one to replace.
  std::optional<Atom> chooseAtom(const Expr &value) const;

private:
  /// Bounds to choose from, each valid.
  struct Bounds {
    std::vector<Expr> lower;
    std::vector<Expr> upper;
  };

  void addDivides(const Expr &divisor, const Expr &value);
  void collectMultiples();

  bool answerQuestion(const Expr &value);
  bool prove(const Expr &polynomial);
  bool isRefuted(const Expr &polynomial);
  std::vector<Sample> &getSamples();
  bool proveUncached(const Expr &polynomial);
  bool proveBySigns(const Expr &polynomial);
  bool isSizes(const Monomial &term) const;
  bool proveByElimination(const Expr &polynomial);
  bool proveForSizes(const Expr &polynomial);
  /// A fact says it, but for terms that are not negative: that costs nothing.
  bool followsFromFact(const Expr &polynomial);
  bool proveByFacts(const Expr &polynomial);
  bool proveLessFact(const Expr &polynomial, const Monomial &term,
                     const Polynomial &fact, const Monomial &factTerm);
  /// Proves the value >= 0 with coefficients of powers of an atom given, for
  /// one of the bounds in place of the atom.
  bool proveAtAny(const std::vector<Expr> &bounds,
                  const std::vector<Expr> &coefficients);
  bool proveAtPowers(const Bounds &bounds,
                     const std::vector<Expr> &coefficients);
  /// Proves an integer >= 0 that is at least the rational `bound`.
  bool proveFromBound(const Expr &bound);

  Expr removePositiveFactors(const Expr &polynomial);
  bool isAtomNonNegative(const Atom &atom);
  bool isMonomialNonNegative(const Monomial &term);
  Bounds getBounds(const Atom &atom);
  std::map<std::string, Expr>
  getSizeMultiples(const std::map<std::string, Expr> &names) const;
  bool dependsOn(const Atom &atom, const Atom &other) const;

  const Assumptions &assumptions;
  Memory &memory;
  /// What prove() has failed to prove, though it may be true, and how many
  /// facts were in use then: with fewer in use it might succeed.
  ExprMap<unsigned> unproved;
  /// Steps left for the question at hand; 0 means "not proved".
  unsigned budget = 0;
  /// What the budget was at the start of the question, and the steps that all
  /// questions before it took together.
  unsigned stepLimit = 0;
  unsigned totalSteps = 0;
  unsigned depth = 0;
  unsigned factDepth = 0;
};

/// The coefficients of the powers of an atom, by exponent. Empty if the degree
/// is too large to be of use.
std::vector<Expr> getCoefficients(const Expr &polynomial, const Atom &atom);

/// Assumptions::simplify with a prover.
Expr simplify(Prover &prover, const Expr &value);

} // namespace mlir::lift::detail

#endif // LIFT_LIB_EXPR_PROVER_H
