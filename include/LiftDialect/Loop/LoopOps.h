//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop dialect: kernels as loops over symbolic indices. See LoopDialect.td
// for what the form is.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LOOP_LOOPOPS_H
#define LIFTDIALECT_LOOP_LOOPOPS_H

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/OpImplementation.h"

#include "LiftDialect/Loop/LoopDialect.h.inc"

#include "LiftDialect/Loop/LoopEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "LiftDialect/Loop/LoopAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "LiftDialect/Loop/LoopTypes.h.inc"

#define GET_OP_CLASSES
#include "LiftDialect/Loop/LoopOps.h.inc"

namespace mlir::lift::loop {

/// The symbol of operand number `operand` in the expressions of an operation.
Expr getOperandSymbol(unsigned operand);
/// The symbol that stands for each lane of the vector that is accessed.
Expr getLaneSymbol();
/// The symbol of dimension `dim` of the result of a view.
Expr getDimSymbol(unsigned dim);

/// Expressions of an operation with what `getExpr` says of each of its operands
/// in the operand's place.
SmallVector<Expr> substituteOperands(ArrayRef<Expr> exprs, ValueRange operands,
                                     function_ref<Expr(Value)> getExpr);

/// The vector of the lanes that an access with this path has, for elements of
/// `type`; the type of one number or element without lanes. Null where path
/// and type do not fit.
Type getAccessType(BufferType type, ExprsAttr path, int64_t numLanes);

/// The place of a number in a buffer whose rows are `pad` elements longer, if
/// that is not empty: row-major, and in a buffer of vectors the first lane of
/// an element unless the path goes on to one.
Expr getLinearIndex(BufferType type, ArrayRef<Expr> path,
                    ArrayRef<int64_t> pad = {});

/// The buffer that a state, current or next, of a loop stands for outside of
/// the loop; null for other values.
Value getStateOperand(Value value);

/// Whether the path of an access mentions `@lane`.
bool hasLanes(ExprsAttr path);

/// The result of a later kernel that is the same array, if this one goes into
/// it; null if it does not.
Value getWrittenResult(Value array);

} // namespace mlir::lift::loop

#endif // LIFTDIALECT_LOOP_LOOPOPS_H
