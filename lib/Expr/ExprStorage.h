//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines what an Expr and an Atom point to, and arithmetic on
// fractions that leaves opaque atoms alone: the layer below the canonical
// choice between `i mod 4` and `i - 4 * (i floordiv 4)`, see ExprDivision.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EXPR_EXPRSTORAGE_H
#define LIFT_LIB_EXPR_EXPRSTORAGE_H

#include "Polynomial.h"

#include <atomic>
#include <memory>

namespace mlir::lift::detail {

/// The shared, immutable contents of an Expr. A null pointer stands for 0.
struct ExprStorage {
  Polynomial numerator;
  /// Null for 1, which most have.
  std::unique_ptr<const Polynomial> denominator;
  std::string error;
  size_t hash = 0;
  /// The number of names and constants in the written-out expression: bounds
  /// every walk over it, even where storage is shared.
  uint64_t weight = 0;
  /// How deep opaque atoms nest in each other: bounds every recursion.
  unsigned depth = 0;
  /// Whether the numerator has an atom that is not a name.
  bool hasOpaqueAtom = false;

  /// Whether canonicalize() is known to return just this. Set late, but always
  /// to the same value: threads that share the storage need no order.
  mutable std::atomic<bool> isCanonical{false};

  static const ExprStorage &get(const Expr &expr) {
    return expr.storage ? *expr.storage : getZero();
  }
  static Expr wrap(std::shared_ptr<const ExprStorage> storage);

private:
  static const ExprStorage &getZero();
};

/// The shared, immutable contents of an Atom: a name, or operands.
struct AtomStorage {
  Atom::Kind kind;
  std::string name;
  Expr lhs, rhs;
  size_t hash;
};

inline const Polynomial &getNumerator(const Expr &expr) {
  return ExprStorage::get(expr).numerator;
}
inline const Polynomial &getDenominator(const Expr &expr) {
  static const Polynomial one(1);
  const ExprStorage &storage = ExprStorage::get(expr);
  return storage.denominator ? *storage.denominator : one;
}
/// The numerator if there is no denominator.
inline const Polynomial *getPolynomial(const Expr &expr) {
  const ExprStorage &storage = ExprStorage::get(expr);
  return storage.denominator || !storage.error.empty() ? nullptr
                                                       : &storage.numerator;
}

/// numerator / denominator in lowest terms, or an error.
Expr makeFraction(Polynomial numerator, Polynomial denominator);
Expr makePolynomial(Polynomial numerator);

/// Exact arithmetic that treats all atoms alike, as if they were names.
Expr addRaw(const Expr &lhs, const Expr &rhs);
Expr subtractRaw(const Expr &lhs, const Expr &rhs);
Expr multiplyRaw(const Expr &lhs, const Expr &rhs);
Expr divideRaw(const Expr &lhs, const Expr &rhs);

/// The canonical form of a result of raw arithmetic.
Expr canonicalize(const Expr &expr);

/// `operand` with each remainder atom written as x - d * (x floordiv d).
Expr expandRemainders(const Expr &operand);

/// base^exponent.
Expr power(Expr base, unsigned exponent);

} // namespace mlir::lift::detail

#endif // LIFT_LIB_EXPR_EXPRSTORAGE_H
