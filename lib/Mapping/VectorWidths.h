//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares which vector widths the maps of a kernel can have.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_MAPPING_VECTORWIDTHS_H
#define LIFT_LIB_MAPPING_VECTORWIDTHS_H

#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/Mapping/KernelMapping.h"
#include "Tabulator.h"

namespace mlir::lift {

/// Adds to a problem the widths of those maps that lift-vectorize-patterns may
/// rewrite, if the target has any. The maps are there, the memory is not.
void addVectorWidths(KernelMapping &kernel, const Assumptions &facts,
                     Tabulator &tabulator);

} // namespace mlir::lift

#endif // LIFT_LIB_MAPPING_VECTORWIDTHS_H
