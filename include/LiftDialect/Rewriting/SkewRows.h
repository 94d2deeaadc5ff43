//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that do not begin at the same column: tiles of them can have columns
// that stand at the same places of sectors of memory, where rows are no whole
// sectors.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_SKEWROWS_H
#define LIFTDIALECT_REWRITING_SKEWROWS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// Of each `rows` rows that follow each other, row k begins at column `step` *
/// k or, where `step` is negative, -`step` * (`rows` - k).
struct SkewLevel {
  int64_t rows, step;
};

struct SkewOptions {
  /// From the outermost: with {4, a} and {2, b}, row 2 i + j of each eight
  /// begins at a * i + b * j.
  SmallVector<SkewLevel> levels;
  /// The sizes become multiples of these; that of the rows is one of the rows
  /// of all levels, too.
  int64_t rows = 1, columns = 1;
};

/// Computes the columns of skewed rows in place of those of the rows, the last
/// two dimensions of a nest without reduction:
///
///   map (map f) x = S^-1 (map (map f) (S x))
///
/// where S cuts the rows into those of each level and moves each to where it
/// begins. What is computed beside a row is dropped. Exact. Returns the
/// outermost map, with a dimension for the rows, one for those of each level,
/// and one for the columns.
///
/// Refused: a nest that reduces, has less than two dimensions, or one that no
/// operand has; levels of less than two rows, or without a step.
FailureOr<MapOp> skewRows(RewriterBase &rewriter, MapOp root,
                          const SkewOptions &options, Refusal &refusal);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_SKEWROWS_H
