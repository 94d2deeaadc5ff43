//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXPR_STEPS_H
#define LIFTDIALECT_EXPR_STEPS_H

#include "LiftDialect/Expr/Expr.h"

namespace mlir::lift {

/// How much greater an expression is where a name is greater by one.
inline Expr getStep(const Expr &expr, const std::string &name) {
  return expr.substitute({{name, Expr::name(name) + 1}}) - expr;
}

} // namespace mlir::lift

#endif // LIFTDIALECT_EXPR_STEPS_H
