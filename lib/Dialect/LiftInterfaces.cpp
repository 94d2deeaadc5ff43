//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/LiftInterfaces.h"

#include "LiftDialect/LiftOps.h"

using namespace mlir;
using namespace mlir::lift;

#include "LiftDialect/LiftInterfaces.cpp.inc"

std::optional<bool> lift::decide(const SizeConstraint &constraint) {
  switch (constraint.kind) {
  case ConstraintKind::Divides: {
    if (constraint.rhs.isConstant(0) || constraint.lhs == constraint.rhs ||
        constraint.lhs.isConstant(1))
      return true;
    std::optional<int64_t> divisor = constraint.lhs.getConstant();
    std::optional<int64_t> value = constraint.rhs.getConstant();
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
