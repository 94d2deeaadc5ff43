//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many bytes of device memory a function needs, and how many it may have.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_DEVICEMEMORY_H
#define LIFTDIALECT_ANALYSIS_DEVICEMEMORY_H

#include "LiftDialect/LiftOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::lift {

/// The bytes of an array, without what its layout adds to rows, or of a number.
Expr countBytes(Type type);
/// Those of several together.
Expr countBytes(TypeRange types);

/// The bytes of the arrays that a function takes, and of all that it returns.
Expr countBoundaryBytes(FunctionOpInterface func);

/// That `temporaries`, in bytes, are few enough beside `boundary`: both together
/// are at most `maxMemory` times `boundary`.
SizeConstraint getMemoryConstraint(const Expr &temporaries,
                                   const Expr &boundary, double maxMemory);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_DEVICEMEMORY_H
