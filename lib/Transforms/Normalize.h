//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the steps of lift-normalize.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_TRANSFORMS_NORMALIZE_H
#define LIFT_LIB_TRANSFORMS_NORMALIZE_H

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lift {

/// Makes several values of each value with a tuple in its type.
LogicalResult flattenTuples(func::FuncOp func);

/// Replaces every iterate by its steps, of which there are `stepsBefore`
/// already. One at the top level of `func` with more than `maxInRow`, whose size
/// stays, becomes a reduction, unless the function makes choices.
LogicalResult unrollIterates(func::FuncOp func, int64_t maxInRow,
                             int64_t stepsBefore = 0);

/// map(view) as one view of a deeper dimension.
void populateMapOfViewsPatterns(RewritePatternSet &patterns);

} // namespace mlir::lift

#endif // LIFT_LIB_TRANSFORMS_NORMALIZE_H
