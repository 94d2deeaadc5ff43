//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of a step as sums over a semiring: of a factor times each accumulator,
// and of what depends on none.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITING_LINEARFORMS_H
#define LIB_REWRITING_LINEARFORMS_H

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <deque>

namespace mlir::lift {

struct Semiring {
  using Emit = Value (*)(OpBuilder &, Location, Value, Value);
  using Constant = TypedAttr (*)(Type);

  bool isPlus(Operation *op) const { return op->getName() == plusName; }
  bool isTimes(Operation *op) const { return op->getName() == timesName; }

  OperationName plusName, timesName;
  Emit plus, times;
  /// Of a sum, and of a product; what is times zero is zero.
  Constant neutral, zero, one;
  /// Whether its laws hold bit for bit.
  bool isExact;
};

/// Those that numbers of a type have.
SmallVector<Semiring> getSemirings(Type type);

/// How a number is computed from values of the step that depend on no
/// accumulator.
struct Term {
  enum Kind { Zero, One, Leaf, Plus, Times, Negate, Divide, Select };

  Kind kind;
  /// A value of the step: itself, the divisor, or the condition.
  Value value = {};
  const Term *lhs = nullptr, *rhs = nullptr;
};

/// A factor for each accumulator, and what is added.
struct LinearForm {
  /// Whether it is but what is added.
  bool dependsOnNone() const;

  SmallVector<const Term *, 4> factors;
  const Term *rest;
};

/// Finds the forms of values of a step. The terms stay in `terms`.
class LinearFormFinder {
public:
  LinearFormFinder(FoldPattern fold, const Semiring &semiring,
                   std::deque<Term> &terms);

  std::optional<LinearForm> find(Value value);
  /// Whether choices keep what is not finite from factors of zero.
  bool hasGuards() const { return areGuarded; }

private:
  /// The only term that is so.
  const Term *make(Term term);
  const Term *add(const Term *lhs, const Term *rhs);
  const Term *multiply(const Term *lhs, const Term *rhs);
  const Term *negate(const Term *term);
  const Term *divide(const Term *term, Value divisor);
  const Term *select(Value condition, const Term *ifTrue, const Term *ifFalse);
  bool isGuard(Value condition, const Term *ifTrue, const Term *ifFalse) const;

  LinearForm getIndependent(Value value);
  std::optional<LinearForm> findOfOp(Operation *op);
  std::optional<LinearForm> findOfRingOp(Operation *op);
  std::optional<LinearForm> findSum(Value lhs, Value rhs, bool isNegative);
  std::optional<LinearForm> findProduct(Value lhs, Value rhs);
  std::optional<LinearForm> findQuotient(Value form, Value divisor);
  std::optional<LinearForm> findChoice(arith::SelectOp select);

  FoldPattern fold;
  const Semiring &semiring;
  std::deque<Term> &terms;
  DenseMap<std::tuple<int, Value, const Term *, const Term *>, const Term *>
      made;
  const Term *zero, *one;
  bool areGuarded = false;
  DenseMap<Value, std::optional<LinearForm>> known;
};

} // namespace mlir::lift

#endif // LIB_REWRITING_LINEARFORMS_H
