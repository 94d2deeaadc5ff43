//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/LiftInterfaces.h"

#include "LiftDialect/LiftOps.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lift;

#include "LiftDialect/LiftInterfaces.cpp.inc"

/// Whether `value` is a multiple of `divisor` for no sizes, as 2 * N + 1 of 4.
static bool isNeverMultiple(const Expr &value, int64_t divisor) {
  if (divisor == 0 || !value.getDenominator().isConstant(1))
    return false;
  int64_t factor = divisor, constant = 0;
  for (const Monomial &monomial : value.getNumerator())
    if (monomial.factors.empty())
      constant = monomial.coefficient;
    else
      factor = std::gcd(factor, monomial.coefficient);
  return constant % factor != 0;
}

std::optional<bool> lift::decide(const SizeConstraint &constraint) {
  switch (constraint.kind) {
  case ConstraintKind::Divides: {
    if (constraint.rhs.isConstant(0) || constraint.lhs == constraint.rhs ||
        constraint.lhs.isConstant(1))
      return true;
    std::optional<int64_t> divisor = constraint.lhs.getConstant();
    std::optional<int64_t> value = constraint.rhs.getConstant();
    if (divisor && isNeverMultiple(constraint.rhs, *divisor))
      return false;
    if (!divisor || !value)
      return std::nullopt;
    return *divisor != 0 && *value % *divisor == 0;
  }
  case ConstraintKind::LessEqual: {
    std::optional<int64_t> difference =
        (constraint.rhs - constraint.lhs).getConstant();
    if (!difference)
      return std::nullopt;
    return *difference >= 0;
  }
  case ConstraintKind::Equal: {
    if (constraint.lhs == constraint.rhs)
      return true;
    std::optional<int64_t> difference =
        (constraint.rhs - constraint.lhs).getConstant();
    if (!difference)
      return std::nullopt;
    return *difference == 0;
  }
  }
  llvm_unreachable("unknown constraint kind");
}

LogicalResult lift::verifyConstantSizeConstraints(Operation *op) {
  SmallVector<SizeConstraint> constraints;
  cast<SizeConstraintInterface>(op).getSizeConstraints(constraints);
  for (const SizeConstraint &constraint : constraints) {
    for (const Expr &side : {constraint.lhs, constraint.rhs})
      if (side.isError())
        return op->emitOpError(side.getError());
    if (decide(constraint) == false)
      return op->emitOpError(constraint.sentence);
  }
  return success();
}
