//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/IndexArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
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

//===----------------------------------------------------------------------===//
// Bounds of values
//===----------------------------------------------------------------------===//

namespace {

/// Proves bounds of integers, taken as signed.
class BoundProver {
public:
  BoundProver(function_ref<std::optional<Expr>(Value)> getExpr,
              const Assumptions &facts)
      : getExpr(getExpr), facts(facts) {}

  enum Side { AtLeast, AtMost };

  /// Whether `value` is at least, or at most, `bound`.
  bool holds(Value value, Side side, const Expr &bound);

private:
  bool holds(const Expr &expr, Side side, const Expr &bound) {
    return side == AtLeast ? facts.isLessOrEqual(bound, expr)
                           : facts.isLessOrEqual(expr, bound);
  }
  bool isNonNegative(Value value) { return holds(value, AtLeast, 0); }
  bool holdsOfType(unsigned bits, Side side, const Expr &bound);
  bool holdsOfCast(Operation *op, Side side, const Expr &bound);
  bool holdsOfRemainder(Operation *op, Side side, const Expr &bound);
  bool holdsOfMask(Operation *op, Side side, const Expr &bound);

  function_ref<std::optional<Expr>(Value)> getExpr;
  const Assumptions &facts;
  /// Clamps of clamps have exponentially many paths.
  unsigned budget = 256;
};

} // namespace

/// The width of an integer, where an index has `indexWidth`.
static unsigned getWidth(Type type, unsigned indexWidth) {
  return type.isIndex() ? indexWidth : type.getIntOrFloatBitWidth();
}

/// Of any integer with so many bits.
bool BoundProver::holdsOfType(unsigned bits, Side side, const Expr &bound) {
  if (bits > 32)
    return false;
  int64_t limit = int64_t(1) << (bits - 1);
  return holds(side == AtLeast ? Expr(-limit) : Expr(limit - 1), side, bound);
}

bool BoundProver::holdsOfCast(Operation *op, Side side, const Expr &bound) {
  Value in = op->getOperand(0);
  // An index has 32 bits, or 64.
  unsigned from = getWidth(in.getType(), 64);
  unsigned to = getWidth(op->getResult(0).getType(), 32);
  if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op) && !isNonNegative(in)) {
    if (from >= to || from > 32)
      return false;
    return holds(side == AtLeast ? Expr(0) : Expr((int64_t(1) << from) - 1),
                 side, bound);
  }
  // What is cut off must not matter.
  if (from > to) {
    int64_t limit = int64_t(1) << (to - 1);
    if (!holds(in, AtLeast, -limit) || !holds(in, AtMost, limit - 1))
      return false;
  }
  return holds(in, side, bound);
}

bool BoundProver::holdsOfRemainder(Operation *op, Side side,
                                   const Expr &bound) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (!holds(rhs, AtLeast, 1))
    return false;
  if (side == AtMost)
    return holds(rhs, AtMost, bound + 1);
  return (isa<arith::RemUIOp>(op) || isNonNegative(lhs)) &&
         holds(Expr(0), AtLeast, bound);
}

/// Of what is not negative, and not above an operand that is not.
bool BoundProver::holdsOfMask(Operation *op, Side side, const Expr &bound) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return isNonNegative(operand) &&
           (side == AtLeast ? holds(Expr(0), AtLeast, bound)
                            : holds(operand, AtMost, bound));
  });
}

bool BoundProver::holds(Value value, Side side, const Expr &bound) {
  Type type = value.getType();
  if (!type.isIntOrIndex() || budget == 0)
    return false;
  --budget;
  if (std::optional<Expr> expr = getExpr(value))
    return holds(*expr, side, bound);
  if (APInt number; matchPattern(value, m_ConstantInt(&number)))
    return number.isSignedIntN(64) &&
           holds(Expr(number.getSExtValue()), side, bound);
  if (holdsOfType(getWidth(type, 64), side, bound))
    return true;
  auto either = [&](Operation *op, bool isEither) {
    auto holdsHere = [&](Value operand) { return holds(operand, side, bound); };
    return isEither ? llvm::any_of(op->getOperands(), holdsHere)
                    : llvm::all_of(op->getOperands(), holdsHere);
  };
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::MinSIOp) { return either(op, side == AtMost); })
      .Case([&](arith::MaxSIOp) { return either(op, side == AtLeast); })
      .Case([&](arith::SelectOp select) {
        return holds(select.getTrueValue(), side, bound) &&
               holds(select.getFalseValue(), side, bound);
      })
      .Case<arith::MinUIOp, arith::AndIOp>(
          [&](auto) { return holdsOfMask(op, side, bound); })
      .Case<arith::RemUIOp, arith::RemSIOp>(
          [&](auto) { return holdsOfRemainder(op, side, bound); })
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp,
            arith::IndexCastUIOp>(
          [&](auto) { return holdsOfCast(op, side, bound); })
      .Default([](Operation *) { return false; });
}

bool lift::isWithin(Value value, const Expr &lower, const Expr &upper,
                    function_ref<std::optional<Expr>(Value)> getExpr,
                    const Assumptions &facts) {
  BoundProver prover(getExpr, facts);
  return prover.holds(value, BoundProver::AtLeast, lower) &&
         prover.holds(value, BoundProver::AtMost, upper);
}
