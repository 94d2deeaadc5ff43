//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Windows of neighbouring rows, which have most of their elements in common:
// the products of queries with the keys around each, or the costs of matching
// each pixel with those some columns beside it, are a band of a matrix.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_SHAREDWINDOWS_H
#define LIFTDIALECT_REWRITING_SHAREDWINDOWS_H

#include "LiftDialect/Rewriting/Nest.h"

namespace mlir::lift {

struct SharedWindowsOptions {
  /// The dimension of the rows; the next one is that of a window's elements.
  unsigned dim;
  /// How many rows a block has.
  int64_t rows;
  /// Whether their number is rounded up to whole blocks.
  bool isPadded = false;
};

/// An operand of a nest that is windows, one for each element of a dimension.
struct WindowOperand {
  /// What the windows are of, with the dimensions of all: that of the windows
  /// stands for the elements of the source there, that of a window's elements
  /// for nothing.
  NestOperand source;
  /// Where that dimension is.
  unsigned place;

  /// The windows along `dim`, which are one element apart, and whose elements
  /// are by `dim` + 1; nothing if the operand is none, or has other views of
  /// them.
  static std::optional<WindowOperand> get(const NestOperand &operand,
                                          unsigned dim);
};

/// Computes for each row of a block what all windows of the block have, as a
/// product of matrices does, and takes what is of the row's own window:
///
///   map (map f) (zip x (slide n 1 y)) =
///       B (map (map (map f)) (zip (split r x) (slide (r + n - 1) r y)))
///
/// where B takes the elements i to i + n - 1 of row i of each block. Exact, but
/// computes (r + n - 1) / n times as much. Returns the outermost map, with a
/// dimension for the blocks, for the rows of each, and for the elements.
///
/// Refused: a dimension that is not followed by another parallel one; no
/// windows, or nothing else that differs by rows; an operand that differs along
/// a window otherwise; a dimension that no operand has; what may fail for
/// elements that are not of the window.
FailureOr<MapOp> shareWindows(RewriterBase &rewriter, MapOp root,
                              const SharedWindowsOptions &options,
                              Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_SHAREDWINDOWS_H
