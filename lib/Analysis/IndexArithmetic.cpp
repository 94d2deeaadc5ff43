//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/IndexArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether an expression has at most `budget` factors, also in its divisions;
/// takes them off the budget.
static bool isWithin(int64_t &budget, const Expr &expr) {
  for (const Monomial &term : expr.getNumerator())
    for (const auto &[atom, exponent] : term.factors) {
      budget -= exponent;
      if (budget < 0)
        return false;
      if (atom.getKind() != Atom::Kind::Name &&
          (!isWithin(budget, atom.getLhs()) ||
           !isWithin(budget, atom.getRhs())))
        return false;
    }
  return true;
}

/// Whether an expression is worth knowing: products of sums grow exponentially,
/// and nothing follows from what is not of the size of an index function.
static bool isKnown(const std::optional<Expr> &expr) {
  int64_t budget = 256;
  return expr && !expr->isError() && isWithin(budget, *expr);
}

static std::optional<Expr> combine(Operation *op, const Expr &lhs,
                                   const Expr &rhs, const Assumptions &facts) {
  bool isQuotient = facts.isNonNegative(lhs) && facts.isPositive(rhs);
  auto divide = [&](Expr (*quotient)(const Expr &, const Expr &)) {
    return isQuotient ? std::optional(quotient(lhs, rhs)) : std::nullopt;
  };
  return llvm::TypeSwitch<Operation *, std::optional<Expr>>(op)
      .Case([&](arith::AddIOp) { return lhs + rhs; })
      .Case([&](arith::SubIOp) { return lhs - rhs; })
      .Case([&](arith::MulIOp) { return lhs * rhs; })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(
          [&](auto) { return divide(Expr::floorDiv); })
      .Case<arith::CeilDivUIOp, arith::CeilDivSIOp>(
          [&](auto) { return divide(Expr::ceilDiv); })
      .Case<arith::RemUIOp, arith::RemSIOp>(
          [&](auto) { return divide(Expr::mod); })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<Expr>
lift::getIndexArithmetic(Operation *op,
                         function_ref<std::optional<Expr>(Value)> getOperand,
                         const Assumptions &facts) {
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isIndex())
    return std::nullopt;
  if (auto constant = dyn_cast<arith::ConstantIndexOp>(op))
    return Expr(constant.value());
  if (op->getNumOperands() != 2 || op->getNumRegions() != 0 ||
      !op->getOperand(0).getType().isIndex())
    return std::nullopt;
  std::optional<Expr> lhs = getOperand(op->getOperand(0));
  std::optional<Expr> rhs = getOperand(op->getOperand(1));
  if (!isKnown(lhs) || !isKnown(rhs))
    return std::nullopt;
  std::optional<Expr> result = combine(op, *lhs, *rhs, facts);
  return isKnown(result) ? result : std::nullopt;
}
