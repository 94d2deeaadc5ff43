//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the codes that formulas have for the mappings of programs.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_MAPPING_MAPPINGCODES_H
#define LIFTDIALECT_MAPPING_MAPPINGCODES_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Mapping/Formula.h"

namespace mlir::lift {

/// The code of a mapping attribute, and back.
unsigned getCode(MappingAttr mapping);
MappingAttr getMappingAttr(MLIRContext *context, unsigned code);

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_MAPPINGCODES_H
