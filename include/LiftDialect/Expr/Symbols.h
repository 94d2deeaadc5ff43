//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbols in expressions: names that are no sizes, since they start with '%' or
// '@'. What a symbol stands for is known to whoever made it, never read from
// its text.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXPR_SYMBOLS_H
#define LIFTDIALECT_EXPR_SYMBOLS_H

#include "LiftDialect/Expr/Expr.h"

namespace mlir::lift {

/// Expr::parse() where names may be symbols, too: `%` or `@`, and then letters
/// and digits. Printed by Expr::str() and read back, an expression is the same.
Expr parseWithSymbols(std::string_view text);

} // namespace mlir::lift

#endif // LIFTDIALECT_EXPR_SYMBOLS_H
