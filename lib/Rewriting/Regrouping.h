//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the dimensions of an array become those of a view of it that only cuts,
// joins and exchanges them. One that drops a dimension of one element joins it
// with another.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITING_REGROUPING_H
#define LIB_REWRITING_REGROUPING_H

#include "LiftDialect/Rewriting/Block.h"

namespace mlir::lift {

/// Whether a view only cuts, joins or exchanges dimensions, or drops one of one
/// element.
bool regroupsDims(Operation *op);

class Regrouping {
public:
  /// From the array at the end of views that cut, join or exchange dimensions,
  /// to `view`. Refuses chunks of which it is not known how they divide sizes.
  static FailureOr<Regrouping> get(Value view, Refusal &refusal);

  /// Whether the dimensions are the same.
  bool isIdentity() const;
  /// Whether the array has those that both have in common already.
  bool keepsSource() const;

  /// Gives a nest that computes the array the dimensions that both have in
  /// common, in the order of the view.
  BlockOptions blockSource(const Nest &nest) const;
  /// The same for a nest whose outermost dimensions are those of the view.
  /// Dimensions of one element that only the view has go away.
  BlockOptions blockView(const Nest &nest) const;

private:
  explicit Regrouping(ArrayType type);
  void addJoin(unsigned dim);
  LogicalResult addSplit(const Expr &chunk, unsigned dim);
  /// Cuts a piece; returns the inner part.
  unsigned cut(unsigned piece, const Expr &chunk);
  /// Those that cut a dimension into its pieces, of which there are some.
  SmallVector<Expr> getChunks(ArrayRef<unsigned> pieces) const;

  /// The sizes of the pieces that the dimensions are made of.
  SmallVector<Expr> sizes;
  /// The pieces of each dimension of the array, and of the view, from the
  /// outermost. A dimension with no pieces has one element.
  SmallVector<SmallVector<unsigned>> source, view;
};

} // namespace mlir::lift

#endif // LIB_REWRITING_REGROUPING_H
