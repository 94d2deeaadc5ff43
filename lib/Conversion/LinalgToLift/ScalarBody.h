//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what the conversions of operations share: which value
// stands for which, and the functions of scalars in the regions of operations.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_SCALARBODY_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_SCALARBODY_H

#include "TensorSizes.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::lift {

/// Whether arrays may have such elements; reports the type at `op` if not.
LogicalResult checkElementType(Operation *op, Type type);

/// A function on the way to Lift.
struct ConversionState {
  const TensorSizes &sizes;
  /// Whether sums and products of floats may be computed in any order.
  bool reassociate;
  /// Whether assertions on data are left out.
  bool ignoreAssertions;
  /// What stands for a tensor, an array or, without dimensions, a scalar; and
  /// for a scalar outside of the operations on tensors.
  DenseMap<Value, Value> values;

  Value getArray(Value tensor) const { return values.at(tensor); }
  /// What stands for a scalar, as an element or a number; null if nothing does.
  Value getScalar(OpBuilder &builder, Location loc, Value scalar) const;
  /// What stands for a tensor, or for a scalar that is an element.
  Value getElement(OpBuilder &builder, Location loc, Value value) const;
  bool hasScalar(Value scalar) const;
};

/// Whether an operation may fail for operands that it would not have had.
bool mayTrap(Operation *op);

/// Reports what a body has that a body of patterns cannot have.
LogicalResult checkScalarBody(Block &body, const ConversionState &state);

/// Copies the operations of a body that has been checked, and returns what it
/// yields, as elements. `mapping` has the arguments,
/// `getIndex` gives the index of a dimension.
SmallVector<Value> cloneScalarBody(OpBuilder &builder, Block &body,
                                   IRMapping &mapping,
                                   function_ref<Value(unsigned)> getIndex,
                                   const ConversionState &state);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_SCALARBODY_H
