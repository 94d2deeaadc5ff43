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
  if (!lhs || !rhs)
    return std::nullopt;
  bool isQuotient = facts.isNonNegative(*lhs) && facts.isPositive(*rhs);
  return llvm::TypeSwitch<Operation *, std::optional<Expr>>(op)
      .Case([&](arith::AddIOp) { return *lhs + *rhs; })
      .Case([&](arith::SubIOp) { return *lhs - *rhs; })
      .Case([&](arith::MulIOp) { return *lhs * *rhs; })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(
          [&](auto) -> std::optional<Expr> {
            if (!isQuotient)
              return std::nullopt;
            return Expr::floorDiv(*lhs, *rhs);
          })
      .Case<arith::CeilDivUIOp, arith::CeilDivSIOp>(
          [&](auto) -> std::optional<Expr> {
            if (!isQuotient)
              return std::nullopt;
            return Expr::ceilDiv(*lhs, *rhs);
          })
      .Case<arith::RemUIOp, arith::RemSIOp>([&](auto) -> std::optional<Expr> {
        if (!isQuotient)
          return std::nullopt;
        return Expr::mod(*lhs, *rhs);
      })
      .Default([](Operation *) { return std::nullopt; });
}
