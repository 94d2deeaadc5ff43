//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Expr/Assumptions.h"

namespace mlir::lift {

Expr Assumptions::simplify(const Expr &value) const { return value; }

} // namespace mlir::lift
