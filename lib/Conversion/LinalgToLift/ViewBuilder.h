//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares short forms for the views that tensors are read through:
// each makes nothing where it would change nothing.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_VIEWBUILDER_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_VIEWBUILDER_H

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::lift {

/// The sizes of an array; none of a scalar.
SmallVector<Expr> getSizesOf(Value value);

/// The scalar that all elements of a value are, if it is a scalar or repeats
/// one; null otherwise.
Value getRepeatedScalar(Value value);

class ViewBuilder {
public:
  ViewBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// The inner array, or element, at an index of one dimension.
  Value at(Value array, const Expr &index, unsigned dim);
  Value firstElement(Value array);
  /// The element at indices of all dimensions, which are in range.
  Value at(Value array, ValueRange indices);
  Value take(Value array, const Expr &size, unsigned dim);
  Value drop(Value array, const Expr &size, unsigned dim);
  Value slide(Value array, ArrayRef<Expr> sizes, ArrayRef<Expr> steps,
              unsigned firstDim);
  /// Every `step`-th of the elements, `count` of them.
  Value stride(Value array, const Expr &count, const Expr &step, unsigned dim);
  Value split(Value array, const Expr &chunk, unsigned dim);
  /// An array of one dimension as one of these sizes.
  Value splitInto(Value array, ArrayRef<Expr> sizes);
  Value join(Value array, unsigned dim);
  Value reverse(Value array, unsigned dim);
  Value transpose(Value array, ArrayRef<int64_t> permutation);
  /// The element i of the result, of `count`, is element i / times.
  Value repeatElements(Value array, const Expr &times, const Expr &count,
                       unsigned dim);
  /// The element i of the result, of `count`, is element i mod the size.
  Value repeatWhole(Value array, const Expr &count, unsigned dim);
  /// The elements with equal indices of two dimensions; they stand in `first`.
  Value diagonal(Value array, unsigned first, unsigned second);
  Value pad(Value array, ArrayRef<Expr> low, ArrayRef<Expr> high, Value scalar);
  Value concat(ValueRange arrays, unsigned dim);
  /// New dimensions before dimension `dim` of an array or scalar.
  Value broadcast(Value value, ArrayRef<Expr> sizes, unsigned dim = 0);
  /// The numbers 0, 1, ... as i32: no index is too large for that.
  Value iota(const Expr &size);
  /// A size as a value of type index.
  Value size(const Expr &size);
  /// A zero among elements of a type.
  Value zero(Type type);

private:
  /// An array from which a dimension of one element was split off, without
  /// that: null for any other.
  Value withoutSplitOne(Value array, unsigned dim);

  OpBuilder &builder;
  Location loc;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_VIEWBUILDER_H
