//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTOPS_H
#define LIFTDIALECT_LIFTOPS_H

#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/LiftInterfaces.h"
#include "LiftDialect/LiftTypes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "LiftDialect/LiftOps.h.inc"

namespace mlir::lift {

/// The largest number of dimensions of a launch.
constexpr unsigned kMaxLaunchDims = 3;

/// The largest size of a dimension, in elements.
constexpr int64_t kMaxSize = (int64_t(1) << 31) - 1;

/// An array attribute of sizes.
ArrayAttr getSizeArrayAttr(MLIRContext *context, ArrayRef<Expr> sizes);

/// The sizes in an array attribute of sizes.
SmallVector<Expr> getSizes(ArrayAttr sizes);

} // namespace mlir::lift

#endif // LIFTDIALECT_LIFTOPS_H
