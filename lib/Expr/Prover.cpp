//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Expr/Assumptions.h"

namespace mlir::lift {

bool Assumptions::isNonNegative(const Expr &value) const {
  std::optional<int64_t> constant = value.getConstant();
  return constant && *constant >= 0;
}

} // namespace mlir::lift
