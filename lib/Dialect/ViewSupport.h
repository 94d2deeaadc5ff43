//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what the implementations of views share: checks of
// dimensions, inference of result types, size constraints.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_DIALECT_VIEWSUPPORT_H
#define LIFT_LIB_DIALECT_VIEWSUPPORT_H

#include "AssemblyFormat.h"

#include "LiftDialect/LiftInterfaces.h"
#include "LiftDialect/LiftTypes.h"
#include "mlir/IR/Builders.h"

namespace mlir::lift {

/// Infers a result of `sizes`, unless one of them is an error.
LogicalResult inferArray(std::optional<Location> loc, ArrayRef<Expr> sizes,
                         Type elementType, SmallVectorImpl<Type> &results);

/// Checks that `count` dimensions from `dim` on exist.
LogicalResult checkDim(std::optional<Location> loc, ArrayType type, int64_t dim,
                       int64_t count = 1);

/// The dimension that an attribute names; while an operation is being parsed
/// its default is not there yet.
int64_t getDimOrOutermost(IntegerAttr dim);

/// The dimensions that a list attribute names, or the outermost `count`.
SmallVector<int64_t> getDimsOrOutermost(std::optional<ArrayRef<int64_t>> dims,
                                        size_t count);

/// Checks that the lists are of equal length and name each dimension once, in
/// order.
LogicalResult checkDims(std::optional<Location> loc, ArrayType type,
                        ArrayRef<int64_t> dims, size_t count);

/// `dims` shifted by `depth`, spelled out.
DenseI64ArrayAttr shiftDims(OpBuilder &builder, ArrayRef<int64_t> dims,
                            unsigned depth);

SizeConstraint divides(const Expr &divisor, const Expr &value,
                       std::string sentence);

SizeConstraint lessEqual(const Expr &lhs, const Expr &rhs,
                         std::string sentence);

} // namespace mlir::lift

#endif // LIFT_LIB_DIALECT_VIEWSUPPORT_H
