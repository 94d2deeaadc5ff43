//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// This file declares how numbers are stored and computed that arrays and
// kernels do not have.
//
// In kernels, an index has the 32 bits that any index of an array fits in; in
// what is converted, it has 64. Elements of type index are i64, and so is what
// is computed of indices, where that may make a difference.
//
// Elements of type bf16 are i16, with the same bits. They are computed as f32,
// and rounded by each operation.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_NUMBERS_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_NUMBERS_H

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::lift {

/// The type of an element that is given as `type`.
Type getElementTypeFor(Type type);
/// A number of type `type`, which is computed or stored, as an element.
Value makeElement(OpBuilder &builder, Location loc, Value value, Type type);
/// The same as what operations compute with.
Value makeNumber(OpBuilder &builder, Location loc, Value value, Type type);
/// An index as i64; other values as they are.
Value makeWide(OpBuilder &builder, Location loc, Value value);
/// A number as an index.
Value makeIndex(OpBuilder &builder, Location loc, Value value);
/// Whether an operation computes with bf16.
bool isOnBFloats(Operation *op);
/// The results of an operation of arith or math, with f32 for bf16 and i64 for
/// index; `operands` may be indices.
SmallVector<Value> computeNumbers(OpBuilder &builder, Operation *op,
                                  ValueRange operands);

/// The operations in the body of an operation on tensors whose results of type
/// index may need more than 32 bits: more than a place in an array does.
class WideIndices {
public:
  explicit WideIndices(Block &body);
  bool contains(Operation *op) const { return wide.contains(op); }

private:
  void addRanges(Block &body);
  void addWide(Block &body);
  ConstantIntRanges getRange(Value value) const;
  bool isWide(Operation *op) const;

  DenseMap<Value, ConstantIntRanges> ranges;
  DenseSet<Operation *> wide;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_NUMBERS_H
