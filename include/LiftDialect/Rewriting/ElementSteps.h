//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop does to each element of an array alone, before the element meets
// others: the conversion of halves to floats in a product of matrices, or a
// scale. Where the array is copied to nearer memory, that is done once for each
// element of the copy, not for each that it meets. What a map does to all
// elements before may be done there, too.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_ELEMENTSTEPS_H
#define LIFTDIALECT_REWRITING_ELEMENTSTEPS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// Operations on numbers, or on all lanes of vectors.
class ElementSteps {
public:
  /// What is done to `element`, an argument of a loop, alone; empty if that is
  /// nothing, or has several results.
  static ElementSteps get(Value element);
  /// What is done to each element of `array`, an argument of a loop. Refused:
  /// nothing; elements that several loops read, or not by views and loops.
  static FailureOr<ElementSteps> getOfArray(Value array, Refusal &refusal);

  bool empty() const { return ops.empty(); }
  /// The type of what is computed of a number.
  Type getScalarType() const;
  /// Computes that of another number or vector.
  Value emit(OpBuilder &builder, Value number) const;
  /// Has the readers of `array` take its elements as computed already: the type
  /// of the array is what changes.
  void remove(RewriterBase &rewriter, Value array);

private:
  explicit ElementSteps(Value element) : element(element) {}
  void find();

  Value element;
  /// In the order of the body; the last computes the result.
  SmallVector<Operation *> ops;
};

/// Has the readers of what `map` computes, a number of each number of one
/// array, compute it themselves: reduce g z . V . map f = reduce (g . f) z . V,
/// and the same for maps, through views V. Erases the map. Exact.
///
/// Refused: maps of several arrays, or with several results; readers other than
/// maps and reductions, through views that do not compute where elements stand;
/// views that add a constant that f changes.
LogicalResult computeInReaders(RewriterBase &rewriter, MapOp map,
                               Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_ELEMENTSTEPS_H
