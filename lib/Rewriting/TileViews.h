//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The views from an array to the tiles that loops go through: which elements of
// the array a tile has, and the same views of one tile.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITING_TILEVIEWS_H
#define LIB_REWRITING_TILEVIEWS_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// What a tile has of a dimension of an array.
struct TileDim {
  /// The loop that goes through the tiles; without one, a tile has all.
  std::optional<unsigned> loop;
  /// How far apart neighbouring tiles begin, and how many elements they have.
  Expr step = 1, extent = 1;
  /// Whether the tile has the dimension, or only one element of it.
  bool isInside = true;
};

using TileDims = SmallVector<TileDim>;

class TileViews {
public:
  /// For the array `tiled`, through whose `numLoops` outermost dimensions loops
  /// go. Follows its views as far as they are known.
  static FailureOr<TileViews> get(Value tiled, unsigned numLoops,
                                  Refusal &refusal);

  /// The array that is none of those views, and what a tile has of it.
  Value getSource() const { return source; }
  const TileDims &getDims() const { return dims.back(); }

  /// Writes the views again for one tile of the source.
  Value apply(OpBuilder &builder, Value tile) const;

private:
  Value source;
  /// From the last.
  SmallVector<Operation *> views;
  /// What a tile has of the result, and of the source of each view.
  SmallVector<TileDims> dims;
};

} // namespace mlir::lift

#endif // LIB_REWRITING_TILEVIEWS_H
