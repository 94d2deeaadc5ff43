//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares cutting an array into tiles by views, and putting the
// tiles together again.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_TILING_H
#define LIFT_TOOLS_LIFT_FUZZ_TILING_H

#include "ProgramBuilder.h"

namespace mlir::lift::fuzz {

/// What becomes of one dimension of the source.
enum class DimRole {
  /// Stays in the tile as a whole.
  Whole,
  /// Work-groups are mapped over all of it.
  Group,
  /// Chunks, one for each group.
  Chunk,
  /// Chunks, after a pad to a multiple.
  PaddedChunk,
  /// Chunks that overlap.
  Window,
  /// Chunks that a group goes through one after the other.
  Steps
};

/// The tiles of an array: groups x [steps x] tile.
struct Tiling {
  Value view;
  unsigned numGroupDims = 0;
  bool hasSteps = false;
  /// One per dimension of the source.
  SmallVector<DimRole> roles;
  SmallVector<Expr> sourceSizes;
  /// The order of dimensions that made `view`.
  SmallVector<int64_t> permutation;
};

/// Cuts `source` into tiles of constant size. If the group keeps the shape of
/// its tile, joinTiles() can put its results together. Nothing if the choices
/// that were drawn do not fit.
std::optional<Tiling> cutIntoTiles(ProgramBuilder &b, Value source,
                                   bool keepsShape);

/// An array like the source from one like the tiles.
Value joinTiles(ProgramBuilder &b, const Tiling &tiling, Value tiles);

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_TILING_H
