//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Svg.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::drawing;

static constexpr int64_t kLineHeight = 16;
static constexpr int64_t kMaxWidth = 1100;
static constexpr int64_t kGap = 24;
/// Of a grid, where cells are not as small or as large as cells may be.
static constexpr int64_t kGridSize = 240;
static constexpr int64_t kMinCell = 3;
static constexpr int64_t kMaxCell = 16;

std::string drawing::escape(StringRef text) {
  std::string plain, escaped;
  // Names may hold anything; XML may not.
  for (char c : text)
    plain += llvm::isPrint(c) ? c : '?';
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(plain, os);
  return escaped;
}

Part drawing::makeText(StringRef text, bool isBold) {
  Part part;
  // Fonts differ: what is wide enough for most.
  part.width = 7 * static_cast<int64_t>(text.size());
  part.height = kLineHeight;
  part.text = "<text y=\"12\"" +
              std::string(isBold ? " font-weight=\"bold\">" : ">") +
              escape(text) + "</text>\n";
  return part;
}

//===----------------------------------------------------------------------===//
// Placing
//===----------------------------------------------------------------------===//

static std::string translate(const Part &part, int64_t x, int64_t y) {
  if (x == 0 && y == 0)
    return part.text;
  return "<g transform=\"translate(" + std::to_string(x) + " " +
         std::to_string(y) + ")\">\n" + part.text + "</g>\n";
}

Part drawing::placeBelow(ArrayRef<Part> parts) {
  Part all;
  for (const Part &part : parts) {
    all.text += translate(part, 0, all.height);
    all.height += part.height;
    all.width = std::max(all.width, part.width);
  }
  return all;
}

Part drawing::placeInRows(ArrayRef<Part> parts) {
  Part all;
  int64_t x = 0, y = 0, height = 0;
  for (const Part &part : parts) {
    if (x > 0 && x + part.width > kMaxWidth) {
      x = 0;
      y += height + kGap;
      height = 0;
    }
    all.text += translate(part, x, y);
    all.width = std::max(all.width, x + part.width);
    height = std::max(height, part.height);
    x += part.width + kGap;
  }
  all.height = y + height;
  return all;
}

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

/// The lines between all cells.
static std::string getLines(const Grid &grid, int64_t width, int64_t height) {
  std::string path;
  llvm::raw_string_ostream os(path);
  for (int64_t row = 0; row <= grid.getNumRows(); ++row)
    os << "M0 " << row * height << "h" << grid.getNumColumns() * width;
  for (int64_t column = 0; column <= grid.getNumColumns(); ++column)
    os << "M" << column * width << " 0v" << grid.getNumRows() * height;
  return path;
}

static int64_t getCellPixels(int64_t numCells) {
  return std::clamp(kGridSize / numCells, kMinCell, kMaxCell);
}

Part drawing::makeGrid(const Grid &grid, StringRef kind,
                       ArrayRef<std::string> captions, ArrayRef<Layer> layers,
                       bool hasBorders) {
  int64_t width = getCellPixels(grid.getNumColumns());
  int64_t height = getCellPixels(grid.getNumRows());
  // Elements are as long as they are wide.
  if (grid.getNumRows() > 1 && grid.getNumColumns() > 1)
    width = height = std::min(width, height);
  Part cells;
  cells.width = grid.getNumColumns() * width + 1;
  cells.height = grid.getNumRows() * height + 1;
  llvm::raw_string_ostream os(cells.text);
  os << "<g class=\"" << kind << "\" data-name=\""
     << escape(StringRef(captions.front()).split(' ').first)
     << "\">\n<rect width=\"" << cells.width - 1 << "\" height=\""
     << cells.height - 1 << "\" fill=\"#fafafa\" stroke=\"#999\"/>\n";
  for (const Layer &layer : layers)
    os << "<path class=\"" << layer.name << "\" fill=\"" << layer.color
       << "\" transform=\"scale(" << width << " " << height << ")\" d=\""
       << grid.getArea(layer.positions) << "\"/>\n";
  if (width > 4 && height > 4)
    os << "<path stroke=\"#bbb\" stroke-width=\"0.5\" fill=\"none\" d=\""
       << getLines(grid, width, height) << "\"/>\n";
  if (hasBorders)
    os << "<path class=\"borders\" stroke=\"black\" stroke-width=\""
       << (std::min(width, height) < 6 ? "0.5" : "1") << "\" fill=\"none\" d=\""
       << grid.getBorders(width, height) << "\"/>\n";
  os << "</g>\n";
  SmallVector<Part> parts;
  for (auto [i, caption] : llvm::enumerate(captions))
    parts.push_back(makeText(caption, /*isBold=*/i == 0));
  parts.push_back(std::move(cells));
  return placeBelow(parts);
}

//===----------------------------------------------------------------------===//
// The picture
//===----------------------------------------------------------------------===//

/// A coloured square and what it stands for.
static Part makeKey(const char *color, StringRef text) {
  Part line = makeText(text);
  Part key;
  key.width = line.width + 18;
  key.height = kLineHeight;
  key.text =
      "<rect y=\"2\" width=\"12\" height=\"12\" stroke=\"#999\" fill=\"" +
      std::string(color) + "\"/>\n" + translate(line, 18, 0);
  return key;
}

Part drawing::makeLegend() {
  Part keys =
      placeInRows({makeKey(Color::kItemWrites, "written by the work-item"),
                   makeKey(Color::kGroupWrites, "by others of its group"),
                   makeKey(Color::kItemReads, "read by the work-item"),
                   makeKey(Color::kGroupReads, "by others of its group")});
  return placeBelow(
      {keys, makeText("Black lines stand between what different groups write, "
                      "in detail between what work-items of the group write")});
}

std::string drawing::makeDocument(const Part &part) {
  constexpr int64_t kMargin = 12;
  std::string text;
  llvm::raw_string_ostream os(text);
  int64_t width = part.width + 2 * kMargin, height = part.height + 2 * kMargin;
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width
     << "\" height=\"" << height << "\" viewBox=\"0 0 " << width << " "
     << height << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
     << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
     << translate(part, kMargin, kMargin) << "</svg>\n";
  return text;
}
