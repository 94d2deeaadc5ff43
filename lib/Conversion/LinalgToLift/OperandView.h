//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the nest of loops that an operation on tensors becomes,
// and the views that bring operands into it.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_OPERANDVIEW_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_OPERANDVIEW_H

#include "ViewBuilder.h"
#include "mlir/IR/AffineMap.h"

#include <optional>

namespace mlir::lift {

/// The loops of a nest, from the outermost.
struct NestLoops {
  /// How often each runs.
  SmallVector<Expr> sizes;
  /// The place of each dimension of the iteration space among them.
  SmallVector<unsigned> levels;
};

/// An array whose dimensions belong to loops of a nest.
struct OperandView {
  Value value;
  /// The loops, from the outermost; each once.
  SmallVector<unsigned> levels;
};

/// The view of `array` that has the element that `map` names at the indices of
/// the loops, from the outermost. None if the map is more than sums of
/// multiples, quotients and remainders of indices.
std::optional<OperandView> viewThrough(ViewBuilder &views, Value array,
                                       AffineMap map, const NestLoops &loops);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_OPERANDVIEW_H
