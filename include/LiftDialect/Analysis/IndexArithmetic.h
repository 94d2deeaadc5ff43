//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how arithmetic on values of type index becomes an index
// expression, and what is known of an integer that is none.
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

/// Whether lower <= value <= upper can be seen from how the program computes
/// `value`: by clamps, remainders, masks, selections and casts of what
/// `getExpr` knows, of constants, and of integers of any value.
bool isWithin(Value value, const Expr &lower, const Expr &upper,
              function_ref<std::optional<Expr>(Value)> getExpr,
              const Assumptions &facts);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_INDEXARITHMETIC_H
