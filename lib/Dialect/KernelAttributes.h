//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what is verified of the attributes of kernels and host
// functions, which stand on operations and arguments of other dialects:
// docs/KernelForm.md.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_DIALECT_KERNELATTRIBUTES_H
#define LIFT_LIB_DIALECT_KERNELATTRIBUTES_H

#include "LiftDialect/Expr/Expr.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::lift {

/// Reports an attribute of the dialect that is not where it has a meaning, or
/// not of its type. Not those of functions of patterns, which are known to be
/// there.
LogicalResult verifyKernelAttribute(Operation *op, NamedAttribute attribute);

/// The same for an attribute of an argument of type `type`.
LogicalResult verifyKernelArgAttribute(Operation *op, Type type,
                                       NamedAttribute attribute);

/// The size of a kernel's groups, or of its launch, along a dimension: 1 where
/// `sizes`, which may be null, has none.
Expr getSizeIn(ArrayAttr sizes, unsigned dim);

} // namespace mlir::lift

#endif // LIFT_LIB_DIALECT_KERNELATTRIBUTES_H
