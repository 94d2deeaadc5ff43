//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines Assumptions: what is known of the names in an expression,
// and the proofs and simplifications that follow from it. Every answer is
// sound for *every* value of the names that satisfies the assumptions; "not
// proved" is always a possible answer.
//
// Worked example (Figure 6 of Steuwer, Remmelg, Dubach, "Lift: a functional
// data-parallel IR for high-performance GPU code generation", CGO 2017):
//
//   Assumptions a;
//   a.setRange("wg_id", 0, N - 1);
//   a.setRange("l_id", 0, M - 1);
//   a.simplify((wg_id * M + l_id) floordiv M +
//              ((wg_id * M + l_id) mod M) * N)   ==>   l_id * N + wg_id
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXPR_ASSUMPTIONS_H
#define LIFTDIALECT_EXPR_ASSUMPTIONS_H

#include "LiftDialect/Expr/Expr.h"

namespace mlir::lift {

namespace detail {
class Prover;
struct Memory;

/// What has been found out about one object. A copy of the object, which may
/// be changed or asked by another thread, starts without it.
class MemoryOwner {
public:
  MemoryOwner() = default;
  MemoryOwner(const MemoryOwner &) {}
  MemoryOwner(MemoryOwner &&) = default;
  MemoryOwner &operator=(const MemoryOwner &) {
    memory.reset();
    return *this;
  }
  MemoryOwner &operator=(MemoryOwner &&) = default;

  std::shared_ptr<Memory> memory;
};
} // namespace detail

/// What a name stands for where the index functions of work-items are compared.
enum class SymbolKind {
  /// One number for the whole launch.
  Size,
  /// One number for all work-items of a group, all the time: ids and numbers of
  /// groups.
  Group,
  /// What differs among work-items, or from time to time: local ids, numbers of
  /// trips.
  Index,
};

/// Facts about names. A name without a range is a size: an integer of at least
/// 1. Every denominator is positive and divides its numerator. Questions are
/// remembered until facts are added, so that an object belongs to one thread.
class Assumptions {
public:
  /// `lower <= name <= upper`, both inclusive. The bounds may mention sizes and
  /// names whose ranges are already set, never the name itself.
  void setRange(const std::string &name, Expr lower, Expr upper);
  /// The inclusive range of a name; the upper bound is absent for a size.
  std::pair<Expr, std::optional<Expr>> getRange(const std::string &name) const;

  /// What a name stands for: unless that is said, it is an index if it has an
  /// upper bound, and else a size.
  void setKind(const std::string &name, SymbolKind kind) { kinds[name] = kind; }
  SymbolKind getKind(const std::string &name) const;

  /// `name` is equal to `value`, which does not mention it. The value takes the
  /// place of the name in proofs and in all facts, known or added later.
  void setEqual(const std::string &name, const Expr &value);

  /// `divisor` divides `value`.
  void addDivides(const Expr &divisor, const Expr &value);
  /// `value >= 0`.
  void addNonNegative(const Expr &value);

  /// Proofs; false means "not proved".
  bool isNonNegative(const Expr &value) const;
  bool isPositive(const Expr &value) const { return isNonNegative(value - 1); }
  bool isLess(const Expr &lhs, const Expr &rhs) const {
    return isNonNegative(rhs - lhs - 1);
  }
  bool isLessOrEqual(const Expr &lhs, const Expr &rhs) const {
    return isNonNegative(rhs - lhs);
  }
  /// True if `divisor` divides `value` for every assignment.
  bool isDivisible(const Expr &value, const Expr &divisor) const;
  /// True if both are equal for every assignment, after simplification.
  bool isEqual(const Expr &lhs, const Expr &rhs) const;

  /// The largest constant proved to divide `value` (0 for the constant 0): for
  /// alignment of an access, with `value` its offset in elements.
  int64_t getConstantDivisor(const Expr &value) const;

  /// A proved upper bound without ranged names (sizes may remain), or nothing.
  std::optional<Expr> getUpperBound(const Expr &value) const;

  /// An expression equal for every assignment, with as few floordiv, ceildiv
  /// and mod atoms as the rules can reach: q * d + r with 0 <= r < d gives q
  /// and r for constant and symbolic d, nested divisions and remainders
  /// combine, common factors cancel, exact divisions by known divisors go.
  Expr simplify(const Expr &value) const;

private:
  friend class detail::Prover;

  detail::Memory &getMemory() const;

  struct Range {
    Expr lower;
    std::optional<Expr> upper;
  };
  /// Expressions with values in place of names that are equal to them.
  Expr replaceEqual(const Expr &value) const;

  std::map<std::string, Range> ranges;
  std::map<std::string, Expr> equal;
  std::map<std::string, SymbolKind> kinds;
  std::vector<std::pair<Expr, Expr>> divides;
  std::vector<Expr> nonNegative;
  mutable detail::MemoryOwner owner;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_EXPR_ASSUMPTIONS_H
