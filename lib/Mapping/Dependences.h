//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_MAPPING_DEPENDENCES_H
#define LIFT_LIB_MAPPING_DEPENDENCES_H

#include "LiftDialect/Conversion/LoopForm.h"
#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/Mapping/KernelMapping.h"
#include "Tabulator.h"

namespace mlir::lift {

/// Adds to a problem what its maps write and read: buffers, and why a map must
/// be sequential. `numbers` has the maps that are variables.
void addMemory(KernelMapping &kernel, const LoopForm &form,
               const DenseMap<Operation *, unsigned> &numbers,
               const Assumptions &facts, Tabulator &tabulator,
               MemoryScope scope);

} // namespace mlir::lift

#endif // LIFT_LIB_MAPPING_DEPENDENCES_H
