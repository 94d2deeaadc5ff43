//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares rows: buffers that are all of one dimension, in which
// others are laid out.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_WORKITEMS_ROWS_H
#define LIFT_LIB_WORKITEMS_ROWS_H

#include "LiftDialect/Loop/OperandExprs.h"

namespace mlir::lift {

/// The type of the numbers in a buffer, and how many there are, padding
/// included, if that is known.
Type getNumberType(loop::AllocOp alloc);
std::optional<int64_t> getNumNumbers(loop::AllocOp alloc);

/// Makes a row of numbers.
loop::AllocOp createRow(OpBuilder &builder, Location loc, int64_t numNumbers,
                        Type numberType, AddressSpace space);

/// Lets a load or store of `alloc` go to `row`, in which the buffer starts at
/// `getStart` of the operands of the access.
void moveToRow(
    Operation *access, loop::AllocOp alloc, Value row,
    function_ref<Expr(loop::OperandExprs &)> getStart =
        [](loop::OperandExprs &) { return Expr(0); });

} // namespace mlir::lift

#endif // LIFT_LIB_WORKITEMS_ROWS_H
