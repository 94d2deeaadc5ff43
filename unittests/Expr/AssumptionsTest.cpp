//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Expr/Assumptions.h"

#include <gtest/gtest.h>

using namespace mlir::lift;

TEST(AssumptionsTest, FractionsCancel) {
  Expr size = Expr::exactDiv(Expr::name("N"), 128);
  EXPECT_EQ((size * 128).str(), "N");
}
