//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that several rewrites make, and what they ask of loops.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITING_BUILDERS_H
#define LIB_REWRITING_BUILDERS_H

#include "LiftDialect/LiftOps.h"

namespace mlir::lift {

class Combiner;

/// What a map, a reduction or a scan goes through.
MutableOperandRange getInputs(Operation *loop);

/// Cuts a dimension into chunks.
Value splitDim(OpBuilder &builder, Location loc, Value array, const Expr &chunk,
               unsigned dim = 0);

/// What an array has at the first index of a dimension.
Value takeFirst(OpBuilder &builder, Location loc, Value array, unsigned dim);
/// The same at another index.
Value takeElement(OpBuilder &builder, Location loc, Value array,
                  const Expr &index, unsigned dim = 0);

/// Exchanges the two outermost dimensions of an array.
Value exchangeDims(OpBuilder &builder, Location loc, Value array);

/// Puts the outermost dimensions of `array`, which stand for the numbers
/// `have`, in increasing order.
Value sortDims(OpBuilder &builder, Location loc, Value array,
               SmallVectorImpl<unsigned> &have);

/// Puts dimension `dim` of `array`, which has the dimensions `have`, behind the
/// others.
Value moveToEnd(OpBuilder &builder, Location loc, Value array, unsigned dim,
                SmallVectorImpl<unsigned> &have);

SmallVector<Value> createConstants(OpBuilder &builder, Location loc,
                                   ArrayRef<TypedAttr> values);

/// Emits a body for other arguments: what it yields.
SmallVector<Value> cloneBody(OpBuilder &builder, Block &body,
                             ValueRange arguments);

/// Emits the step of a pattern for other elements and accumulators.
SmallVector<Value> cloneStep(OpBuilder &builder, FoldPattern fold,
                             ValueRange elements, ValueRange accumulators);

/// Emits what the step of a fold with one accumulator combines with it, for
/// other elements.
Value emitTerm(OpBuilder &builder, FoldPattern fold, const Combiner &combiner,
               ValueRange elements);

/// All values but one.
SmallVector<Value> without(ValueRange values, unsigned number);

/// Of each pair the first value where `mask` is true, else the second.
SmallVector<Value> selectEach(OpBuilder &builder, Value mask, ValueRange values,
                              ValueRange others);

/// Declares of `to` the laws that `from` declares.
void copyLaws(ReduceOp from, ReduceOp to);

/// Has a map go through all its elements in vectors, one after the other, which
/// are written out.
void runInVectors(MapOp map, int64_t width);

/// Copies arrays element by element, in such vectors.
MapOp copyVectors(OpBuilder &builder, Location loc, ValueRange arrays,
                  int64_t width);

Value storeIn(OpBuilder &builder, Location loc, Value array,
              AddressSpace space);

} // namespace mlir::lift

#endif // LIB_REWRITING_BUILDERS_H
