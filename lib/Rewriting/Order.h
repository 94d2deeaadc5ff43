//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a comparison says of the numbers between which it chooses.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITING_ORDER_H
#define LIB_REWRITING_ORDER_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::lift {

/// A comparison of one accumulator and its term that has all terms of a
/// selection take the place of the accumulators, where the one is better.
struct Order {
  static std::optional<Order> get(const Selection &selection);

  /// What no number is worse than.
  TypedAttr getWorst(Type type) const;
  Value createEqual(OpBuilder &builder, Value term, Value accumulator) const;

  /// The number of that accumulator in its selection.
  size_t key = 0;
  bool isGreaterBetter = false, isSigned = true;
  /// Whether equal ones stay.
  bool isStrict = false;
  std::optional<arith::FastMathFlags> fastmath;
};

/// What a comparison chooses of numbers.
struct Choice {
  /// Whether a term takes the place of an accumulator.
  template <typename Number>
  bool choosesTerm(const Number &term, const Number &accumulator) const {
    return compare(isTermLeft ? term : accumulator,
                   isTermLeft ? accumulator : term) == isTermIfTrue;
  }
  bool compare(const APFloat &lhs, const APFloat &rhs) const {
    return arith::applyCmpPredicate(cast<arith::CmpFOp>(cmp).getPredicate(),
                                    lhs, rhs);
  }
  bool compare(const APInt &lhs, const APInt &rhs) const {
    return arith::applyCmpPredicate(cast<arith::CmpIOp>(cmp).getPredicate(),
                                    lhs, rhs);
  }

  Operation *cmp;
  bool isTermLeft, isTermIfTrue;
};

/// The order by which a comparison chooses, if it is one: of two different
/// numbers it chooses the same, whichever comes first, and never what is none.
std::optional<Order> findOrder(const Choice &choice);

/// Whether a condition has to be true for a term to take the place of its
/// accumulator.
bool isTermIfTrue(const Selection &selection, size_t i);

/// Whether a step, or a map that computes elements for it, reduces something: a
/// work-item may take all steps, in their order, and another comparison would
/// cost it time.
bool reducesInSteps(FoldPattern fold);

/// The best of the elements with the smallest index (IndexedChoices.cpp).
void populateChooseByIndexPatterns(RewritePatternSet &patterns);

/// A maximum and what belongs to it, until one is NaN (KeptMaxima.cpp), the
/// inverse where all elements are gone through in order, and whether that
/// changes a reduction.
void populateKeptMaximaPatterns(RewritePatternSet &patterns);
void populateCompareWithMaximumPatterns(RewritePatternSet &patterns);
bool keepsBeforeNaN(ReduceOp reduce);

} // namespace mlir::lift

#endif // LIB_REWRITING_ORDER_H
