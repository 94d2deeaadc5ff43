//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines how tests of expressions write them: as text.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_UNITTESTS_EXPR_PARSEEXPR_H
#define LIFT_UNITTESTS_EXPR_PARSEEXPR_H

#include "LiftDialect/Expr/Expr.h"

#include <gtest/gtest.h>

#include <string_view>

namespace mlir::lift {

/// The expression that is written so; a failure of the test if none is.
inline Expr parse(std::string_view text) {
  size_t offset = 0;
  Expr expr = Expr::parse(text, &offset);
  EXPECT_FALSE(expr.isError())
      << text << ": " << expr.getError() << " at " << offset;
  return expr;
}

} // namespace mlir::lift

#endif // LIFT_UNITTESTS_EXPR_PARSEEXPR_H
