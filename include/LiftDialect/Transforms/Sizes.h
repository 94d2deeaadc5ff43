//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_TRANSFORMS_SIZES_H
#define LIFTDIALECT_TRANSFORMS_SIZES_H

#include "LiftDialect/Expr/Expr.h"
#include "mlir/IR/Operation.h"

namespace mlir::lift {

/// Replaces size names in all types and attributes of `root` and what it holds.
/// Emits an error and fails if a size has no meaning then.
LogicalResult substituteSizes(Operation *root,
                              const std::map<std::string, Expr> &replacements);

} // namespace mlir::lift

#endif // LIFTDIALECT_TRANSFORMS_SIZES_H
