//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of several products of rows in the bodies of maps, each of which is a
// contraction by itself.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_STRATEGIES_SUMSOFPRODUCTS_H
#define LIB_STRATEGIES_SUMSOFPRODUCTS_H

#include "LiftDialect/LiftOps.h"

namespace mlir::lift {

/// Finds, in `root` and the maps inside, bodies with several reductions that
/// are contractions with the maps around them. Those that are added to each
/// other become one, if they are of one length, as many as tiles have room for;
/// each of the others gets a map of its own around it, beside that of what
/// needs it. Dividing the maps around these, too, makes nests of them. Reports
/// where it has done what.
void separateProducts(RewriterBase &rewriter, MapOp root,
                      llvm::function_ref<void(Location, StringRef)> report);

} // namespace mlir::lift

#endif // LIB_STRATEGIES_SUMSOFPRODUCTS_H
