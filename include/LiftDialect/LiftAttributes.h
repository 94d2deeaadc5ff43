//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTATTRIBUTES_H
#define LIFTDIALECT_LIFTATTRIBUTES_H

#include "LiftDialect/Expr/Expr.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::lift {
/// For uniquing of attributes that hold an expression.
inline llvm::hash_code hash_value(const Expr &expr) { return expr.hash(); }
} // namespace mlir::lift

#include "LiftDialect/LiftEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "LiftDialect/LiftAttributes.h.inc"

#endif // LIFTDIALECT_LIFTATTRIBUTES_H
