//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes that are rounded up to whole chunks.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITING_PADDING_H
#define LIB_REWRITING_PADDING_H

#include "LiftDialect/LiftOps.h"

namespace mlir::lift {

/// Rounds the size of a dimension up to whole chunks. The elements beyond the
/// end are what `mode` says; constant ones are `value`.
Value padDim(OpBuilder &builder, Location loc, Value array, const Expr &chunk,
             unsigned dim, PadMode mode, TypedAttr value = {});

/// Rounds the size of the outermost dimension up to whole chunks, with elements
/// that there are: those behind the array in memory that it is a part of, or
/// else its last one.
Value padWithElements(OpBuilder &builder, Location loc, Value array,
                      const Expr &chunk);

/// Adds elements at the end of a dimension, of which nothing is known. Where
/// the array is a part of one in memory, they are what follows there. Further
/// windows are those of a longer array, so that what one window has in common
/// with the next it has beyond the end, too; but where that would repeat a
/// number in vectors, the last vector is repeated, so that each is one in
/// memory.
Value addAnyElements(OpBuilder &builder, Location loc, Value array,
                     const Expr &count, unsigned dim);

/// Rounds up with constants, or with any elements if there is none.
Value padDim(OpBuilder &builder, Location loc, Value array, const Expr &chunk,
             unsigned dim, TypedAttr value = {});

/// So many times true: a mask, to which false is added where nothing is.
Value createTruths(OpBuilder &builder, Location loc, const Expr &size);

/// Which elements there are of `size` that are rounded up to whole chunks: an
/// array of true, and of false beyond the end.
Value createMask(OpBuilder &builder, Location loc, const Expr &size,
                 const Expr &chunk);

/// Whether a step may fail for an element that stands beyond the end: divisions
/// of integers, and accesses that are declared in bounds.
bool mayFail(Region &step);

} // namespace mlir::lift

#endif // LIB_REWRITING_PADDING_H
