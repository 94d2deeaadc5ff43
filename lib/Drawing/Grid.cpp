//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Grid.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::drawing;

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

Window Window::get(ArrayRef<int64_t> shape, int64_t slice) {
  Window window;
  window.slice = slice;
  if (!shape.empty())
    window.columns = shape.back();
  if (shape.size() > 1)
    window.rows = shape.drop_back().back();
  window.numRows = window.rows;
  window.numColumns = window.columns;
  return window;
}

Window Window::around(ArrayRef<int64_t> positions) const {
  Window part = *this;
  int64_t lastRow = 0, lastColumn = 0;
  part.firstRow = rows;
  part.firstColumn = columns;
  for (int64_t position : positions) {
    if (!contains(position))
      continue;
    int64_t inSlice = position % getSliceSize();
    int64_t row = inSlice / columns, column = inSlice % columns;
    part.firstRow = std::min(part.firstRow, row);
    part.firstColumn = std::min(part.firstColumn, column);
    lastRow = std::max(lastRow, row);
    lastColumn = std::max(lastColumn, column);
  }
  part.numRows = lastRow + 1 - part.firstRow;
  part.numColumns = lastColumn + 1 - part.firstColumn;
  return part;
}

bool Window::contains(int64_t position) const {
  if (position / getSliceSize() != slice)
    return false;
  int64_t inSlice = position % getSliceSize();
  int64_t row = inSlice / columns - firstRow;
  int64_t column = inSlice % columns - firstColumn;
  return row >= 0 && row < numRows && column >= 0 && column < numColumns;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// How many elements stand in a cell where there may be `maxCells`. Tiles
/// mostly are powers of two: so borders of cells are borders of tiles.
static int64_t getElementsPerCell(int64_t numElements, int64_t maxCells) {
  return llvm::PowerOf2Ceil(llvm::divideCeil(numElements, maxCells));
}

Grid::Grid(Window drawn, int64_t side) : window(drawn) {
  int64_t maxColumns = window.numRows == 1 ? 2 * side : side;
  rowsPerCell = getElementsPerCell(window.numRows, side);
  columnsPerCell = getElementsPerCell(window.numColumns, maxColumns);
  numRows = llvm::divideCeilSigned(window.numRows, rowsPerCell);
  numColumns = llvm::divideCeilSigned(window.numColumns, columnsPerCell);
  clearOwners();
}

std::optional<int64_t> Grid::getCell(int64_t position) const {
  if (!window.contains(position))
    return std::nullopt;
  int64_t inSlice = position % window.getSliceSize();
  int64_t row = (inSlice / window.columns - window.firstRow) / rowsPerCell;
  int64_t column =
      (inSlice % window.columns - window.firstColumn) / columnsPerCell;
  return row * numColumns + column;
}

void Grid::clearOwners() { owners.assign(numRows * numColumns, Owner()); }

void Grid::setOwner(int64_t position, int64_t number) {
  std::optional<int64_t> cell = getCell(position);
  if (!cell)
    return;
  Owner &owner = owners[*cell];
  if (owner.number < 0 || position < owner.position)
    owner = {number, position};
}

int64_t Grid::getOwner(int64_t row, int64_t column) const {
  bool isInside =
      row >= 0 && row < numRows && column >= 0 && column < numColumns;
  return isInside ? owners[row * numColumns + column].number : -1;
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

namespace {
/// Neighbouring cells of a row.
struct Run {
  int64_t first, last;
};
} // namespace

/// The runs of cells for which `holds` does.
static SmallVector<Run> findRuns(int64_t count,
                                 function_ref<bool(int64_t)> holds) {
  SmallVector<Run> runs;
  for (int64_t i = 0; i < count; ++i) {
    if (!holds(i))
      continue;
    if (!runs.empty() && runs.back().last == i)
      ++runs.back().last;
    else
      runs.push_back({i, i + 1});
  }
  return runs;
}

std::string Grid::getArea(ArrayRef<int64_t> positions) const {
  std::vector<bool> isMarked(numRows * numColumns);
  for (int64_t position : positions)
    if (std::optional<int64_t> cell = getCell(position))
      isMarked[*cell] = true;
  std::string path;
  llvm::raw_string_ostream os(path);
  // A rectangle grows downwards as long as all of the next row is marked.
  for (int64_t row = 0; row < numRows; ++row) {
    SmallVector<Run> runs = findRuns(numColumns, [&](int64_t column) {
      return isMarked[row * numColumns + column];
    });
    for (Run run : runs) {
      int64_t below = row + 1;
      auto hasRun = [&](int64_t next) {
        for (int64_t column = run.first; column < run.last; ++column)
          if (!isMarked[next * numColumns + column])
            return false;
        return true;
      };
      for (; below < numRows && hasRun(below); ++below)
        for (int64_t column = run.first; column < run.last; ++column)
          isMarked[below * numColumns + column] = false;
      int64_t width = run.last - run.first;
      os << "M" << run.first << " " << row << "h" << width << "v" << below - row
         << "h-" << width << "z";
    }
  }
  return path;
}

std::string Grid::getBorders(int64_t width, int64_t height) const {
  std::string path;
  llvm::raw_string_ostream os(path);
  for (int64_t row = 0; row <= numRows; ++row)
    for (Run run : findRuns(numColumns, [&](int64_t column) {
           return getOwner(row - 1, column) != getOwner(row, column);
         }))
      os << "M" << run.first * width << " " << row * height << "h"
         << (run.last - run.first) * width;
  for (int64_t column = 0; column <= numColumns; ++column)
    for (Run run : findRuns(numRows, [&](int64_t row) {
           return getOwner(row, column - 1) != getOwner(row, column);
         }))
      os << "M" << column * width << " " << run.first * height << "v"
         << (run.last - run.first) * height;
  return path;
}
