//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how arithmetic on values of type index becomes an index
// expression.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_INDEXARITHMETIC_H
#define LIFTDIALECT_ANALYSIS_INDEXARITHMETIC_H

#include "LiftDialect/Expr/Assumptions.h"
#include "mlir/IR/Operation.h"

namespace mlir::lift {

/// What `op` computes, if it is a constant or arithmetic of type index and
/// `getOperand` knows its operands; nothing otherwise. Divisions round alike
/// only for operands that are not negative, which must follow from `facts`.
std::optional<Expr>
getIndexArithmetic(Operation *op,
                   function_ref<std::optional<Expr>(Value)> getOperand,
                   const Assumptions &facts);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_INDEXARITHMETIC_H
