//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps that become several, each with one thing in its body that a strategy is
// for.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_STRATEGIES_DIVIDEDMAPS_H
#define LIB_STRATEGIES_DIVIDEDMAPS_H

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {

/// Computes sums before maps that would compute them again for each element,
/// but for those that are short. Reports where it has.
void hoistSums(RewriterBase &rewriter, func::FuncOp func,
               llvm::function_ref<void(Location, StringRef)> report);

/// Divides `map` and the maps inside, the innermost first: where a body has a
/// product of a matrix and a row, so that it is one of matrices; and where it
/// does several things to rows or planes that no group does together, as the
/// passes of a filter over each channel. Reports where it has.
void divideMaps(RewriterBase &rewriter, MapOp map,
                llvm::function_ref<void(Location, StringRef)> report);

} // namespace mlir::lift

#endif // LIB_STRATEGIES_DIVIDEDMAPS_H
