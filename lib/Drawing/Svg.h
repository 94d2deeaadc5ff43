//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the parts of a picture: grids with captions, and rows of
// them.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_DRAWING_SVG_H
#define LIFT_LIB_DRAWING_SVG_H

#include "Grid.h"

namespace mlir::lift::drawing {

/// A part of a picture, with its upper left corner at 0.
struct Part {
  int64_t width = 0, height = 0;
  std::string text;
};

struct Color {
  static constexpr const char *kItemWrites = "#d95f02";
  static constexpr const char *kGroupWrites = "#fdd0a2";
  static constexpr const char *kItemReads = "#2171b5";
  static constexpr const char *kGroupReads = "#c6dbef";
};

/// Cells of one colour, and what stands for them in the picture: a class.
struct Layer {
  const char *name;
  const char *color;
  ArrayRef<int64_t> positions;
};

/// Text, where it is safe in XML.
std::string escape(StringRef text);

/// A line of text.
Part makeText(StringRef text, bool isBold = false);

/// A grid with lines of text above; the first is the heading. `kind` is its
/// class.
Part makeGrid(const Grid &grid, StringRef kind, ArrayRef<std::string> captions,
              ArrayRef<Layer> layers, bool hasBorders);

/// Parts next to each other, in as many rows as it takes.
Part placeInRows(ArrayRef<Part> parts);
/// Parts below each other.
Part placeBelow(ArrayRef<Part> parts);

/// What the colours and lines mean.
Part makeLegend();

/// The picture as a file.
std::string makeDocument(const Part &part);

} // namespace mlir::lift::drawing

#endif // LIFT_LIB_DRAWING_SVG_H
