//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the steps from which floordiv, ceildiv and mod are made;
// the simplifier takes the same steps, with proofs in between.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EXPR_EXPRDIVISION_H
#define LIFT_LIB_EXPR_EXPRDIVISION_H

#include "ExprStorage.h"

namespace mlir::lift::detail {

/// A rational number as a polynomial `numerator` over a positive integer
/// `divisor`, which may be an exact fraction such as N / 128.
struct Quotient {
  Expr numerator;
  Expr divisor;
};

/// lhs / rhs in lowest terms, as far as the divisor is sure to stay a positive
/// integer. The divisor is an error if it overflows.
Quotient reduceQuotient(const Expr &lhs, const Expr &rhs);

/// numerator = whole * divisor + rest.
struct WholeAndRest {
  Expr whole;
  Expr rest;
};

/// Moves the terms that `divisor` divides into `whole`, and a constant rest
/// modulo a constant divisor into its range.
WholeAndRest splitWhole(const Expr &numerator, const Expr &divisor);

/// The operand of floor for a floordiv or ceildiv atom, which equals
/// floor(numerator / divisor) + offset.
struct FloorForm {
  Expr numerator;
  Expr divisor;
  int64_t offset;
};
FloorForm getFloorForm(const Atom &atom);

/// The quotient rounded towards minus infinity, for 64-bit integers; `rhs` is
/// not zero. Nothing on overflow.
std::optional<int64_t> floorDivide(int64_t lhs, int64_t rhs);

} // namespace mlir::lift::detail

#endif // LIFT_LIB_EXPR_EXPRDIVISION_H
