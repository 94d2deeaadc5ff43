//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// This file declares which numbers of type index are computed in 64 bits. In
// kernels, an index has the 32 bits that any index of an array fits in; in what
// is converted, it has 64. Where that may make a difference, i64 stands for
// index, as it does in elements of tensors.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_WIDEINDICES_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_WIDEINDICES_H

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::lift {

/// The type of an element that is given as `type`.
Type getElementTypeFor(Type type);
/// An index as i64; other values as they are.
Value makeWide(OpBuilder &builder, Location loc, Value value);
/// A number as an index.
Value makeIndex(OpBuilder &builder, Location loc, Value value);
/// The results of an operation of arith or math with i64 for index: `operands`
/// may be either.
SmallVector<Value> computeWide(OpBuilder &builder, Operation *op,
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

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_WIDEINDICES_H
