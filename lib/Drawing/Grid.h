//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares Grid: an array as cells, in its last two dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_DRAWING_GRID_H
#define LIFT_LIB_DRAWING_GRID_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::lift::drawing {

/// The part of an array that is drawn: rows and columns of the last two
/// dimensions, where all others have one index.
struct Window {
  /// Of the last two dimensions; one row for an array of one.
  int64_t rows = 1, columns = 1;
  /// The number of this part among all that differ in the other dimensions.
  int64_t slice = 0;
  int64_t firstRow = 0, firstColumn = 0;
  /// Of what is drawn.
  int64_t numRows = 1, numColumns = 1;

  /// All of slice `slice`.
  static Window get(ArrayRef<int64_t> shape, int64_t slice);
  /// The smallest window of the same slice that has all of `positions`; at
  /// least one is there.
  Window around(ArrayRef<int64_t> positions) const;
  bool contains(int64_t position) const;
  int64_t getSliceSize() const { return rows * columns; }
};

/// Cells, each of which stands for a block of elements.
class Grid {
public:
  /// With at most `side` rows and columns; twice as many columns if there is
  /// one row.
  Grid(Window window, int64_t side);

  const Window &getWindow() const { return window; }
  int64_t getNumRows() const { return numRows; }
  int64_t getNumColumns() const { return numColumns; }
  int64_t getRowsPerCell() const { return rowsPerCell; }
  int64_t getColumnsPerCell() const { return columnsPerCell; }
  bool isScaled() const { return rowsPerCell * columnsPerCell > 1; }

  /// The cell of an element, in row-major order; nothing if it is not drawn.
  std::optional<int64_t> getCell(int64_t position) const;
  /// A cell belongs to who has the first of its elements that belong to anyone.
  void setOwner(int64_t position, int64_t owner);
  /// Nobody owns anything.
  void clearOwners();

  /// The cells of `positions` as an SVG path of rectangles in units of cells.
  std::string getArea(ArrayRef<int64_t> positions) const;
  /// The lines between cells of different owners as an SVG path, where cells
  /// are `width` by `height`.
  std::string getBorders(int64_t width, int64_t height) const;

private:
  struct Owner {
    int64_t number = -1;
    int64_t position = 0;
  };
  int64_t getOwner(int64_t row, int64_t column) const;

  Window window;
  int64_t rowsPerCell, columnsPerCell, numRows, numColumns;
  std::vector<Owner> owners;
};

} // namespace mlir::lift::drawing

#endif // LIFT_LIB_DRAWING_GRID_H
