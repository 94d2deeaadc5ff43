//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Expr/Assumptions.h"

namespace mlir::lift {

void Assumptions::setRange(const std::string &name, Expr lower, Expr upper) {
  ranges.insert_or_assign(name, Range{std::move(lower), std::move(upper)});
}

std::pair<Expr, std::optional<Expr>>
Assumptions::getRange(const std::string &name) const {
  auto range = ranges.find(name);
  if (range == ranges.end())
    return {Expr(1), std::nullopt};
  return {range->second.lower, range->second.upper};
}

void Assumptions::addDivides(const Expr &divisor, const Expr &value) {
  divides.emplace_back(divisor, value);
}

void Assumptions::addNonNegative(const Expr &value) {
  nonNegative.push_back(value);
}

bool Assumptions::isDivisible(const Expr &value, const Expr &divisor) const {
  return Expr::mod(value, divisor).isConstant(0);
}

bool Assumptions::isEqual(const Expr &lhs, const Expr &rhs) const {
  return lhs == rhs;
}

int64_t Assumptions::getConstantDivisor(const Expr &value) const {
  return value.isConstant(0) ? 0 : 1;
}

std::optional<Expr> Assumptions::getUpperBound(const Expr &value) const {
  (void)value;
  return std::nullopt;
}

} // namespace mlir::lift
