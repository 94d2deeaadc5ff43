//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTTYPES_H
#define LIFTDIALECT_LIFTTYPES_H

#include "LiftDialect/LiftAttributes.h"
#include "mlir/IR/Types.h"

#define GET_TYPEDEF_CLASSES
#include "LiftDialect/LiftTypes.h.inc"

#endif // LIFTDIALECT_LIFTTYPES_H
