//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares where values are while a kernel is lowered: buffers, and
// places in them.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LIFTTOGPU_PLACE_H
#define LIFT_LIB_CONVERSION_LIFTTOGPU_PLACE_H

#include "LiftDialect/LiftOps.h"

namespace mlir::lift {

/// A dimension of a private value whose elements are spread over the work-items
/// of dimension `dim` of a work-group: element i belongs to work-item
/// i mod localSize, which keeps it at i floordiv localSize.
struct Distribution {
  unsigned dim;
  Expr localSize;
};

/// A one-dimensional memref and the array that is laid out in it, row-major.
struct Buffer {
  Value memref;
  AddressSpace space;
  /// The type that the program sees; i1 is stored as i8.
  Type elementType;
  /// Indices that select this work-item's or this group's copy; the outermost
  /// dimensions of the layout, with the number of copies of each.
  SmallVector<Expr> copyIndices;
  SmallVector<Expr> copySizes;
  /// The dimensions of the array as stored: row padding added, distributed
  /// dimensions divided by the local size.
  SmallVector<Expr> sizes;
  SmallVector<std::optional<Distribution>> distribution;
  /// How many such buffers are to be used in turn.
  int64_t numInTurn = 1;
};

/// An array in memory: a path in it goes to a path in the buffer, under guards.
struct Place {
  std::shared_ptr<Buffer> buffer;
  std::function<WritePath(ArrayRef<Expr>)> toBuffer;
  /// Whether paths are the same in both.
  bool isWhole = false;

  /// The place of a whole buffer.
  static Place whole(std::shared_ptr<Buffer> buffer);
  /// The place of element `index` of the outermost dimension.
  Place at(const Expr &index) const;
  /// The place of source number `source` of `view`, whose result has this
  /// place. The view has a write path; `indices` outlives the place.
  Place through(ViewOpInterface view, unsigned source,
                IndexBinder &indices) const;
};

/// The lanes of a vector, all at once: the name in a path that stands for each
/// of them. It has no value; lowering finds out how addresses depend on it.
struct Lanes {
  Expr name;
  VectorType type;

  bool isIn(const Expr &expr) const;
  bool isIn(ArrayRef<Expr> path) const;
  bool isIn(ArrayRef<IndexTest> tests) const;
  /// `path` for one lane.
  SmallVector<Expr> select(ArrayRef<Expr> path, int64_t lane) const;
};

/// What a Lift value is at the current point of the lowered kernel.
struct Binding {
  /// A scalar: its value.
  Value scalar;
  /// An array in memory.
  std::optional<Place> place;
  /// What stands at this path of another value: all of it if the path is empty.
  Value whole;
  SmallVector<Expr> path;
  /// The accumulator of a reduction whose reads are watched, and its number.
  std::optional<unsigned> accumulator;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LIFTTOGPU_PLACE_H
