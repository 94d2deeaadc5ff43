//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tiling.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

static constexpr int64_t kMaxTileElements = 128;

namespace {

/// Cuts one array.
class Cutter {
public:
  Cutter(ProgramBuilder &b, Value source, bool keepsShape)
      : b(b), keepsShape(keepsShape) {
    tiling.view = source;
    tiling.sourceSizes = getArrayType(source).getSizeExprs();
  }

  std::optional<Tiling> run();

private:
  /// What a dimension of the view is to be, in the final order.
  enum class Part { Group, Steps, Tile };

  DimRole drawRole(const Expr &size);
  /// Cuts dimension `dim`; its parts are added in front of `parts`.
  void cut(unsigned dim, DimRole role);
  void cutPadded(unsigned dim);
  void cutWindows(unsigned dim);
  void prepend(std::initializer_list<Part> newParts);
  /// Brings the groups to the front, and the tile to the end.
  void reorder();
  bool isTileSmall() const;

  ProgramBuilder &b;
  bool keepsShape;
  Tiling tiling;
  SmallVector<Part> parts;
};

} // namespace

DimRole Cutter::drawRole(const Expr &size) {
  bool canStep = !keepsShape && !tiling.hasSteps;
  int64_t drawn = b.random.range(0, 99);
  if (drawn < 25)
    return b.isConstant(size) ? DimRole::Whole : DimRole::Chunk;
  if (drawn < 35)
    return DimRole::Group;
  if (drawn < 60)
    return DimRole::Chunk;
  if (drawn < 75)
    return DimRole::PaddedChunk;
  if (drawn < 85)
    return keepsShape ? DimRole::Chunk : DimRole::Window;
  return canStep ? DimRole::Steps : DimRole::Chunk;
}

void Cutter::prepend(std::initializer_list<Part> newParts) {
  parts.insert(parts.begin(), newParts.begin(), newParts.end());
}

void Cutter::cutPadded(unsigned dim) {
  Expr size = getArrayType(tiling.view).getSize(dim);
  Expr chunk = b.random.range(2, 6);
  Expr missing = Expr::ceilDiv(size, chunk) * chunk - size;
  Type element = getElementType(tiling.view.getType());
  // What is in an empty pad must be cut away: only if all goes where it came
  // from.
  if (keepsShape)
    tiling.view = b.pad(tiling.view, 0, missing, dim, PadMode::Empty);
  else if (b.random.chance(50))
    tiling.view = b.pad(tiling.view, 0, missing, dim, PadMode::Clamp);
  else
    tiling.view = b.pad(tiling.view, 0, missing, dim, PadMode::Constant,
                        b.constant(element, b.random.range(0, 2)));
  tiling.view = b.split(tiling.view, chunk, dim);
  prepend({Part::Group, Part::Tile});
}

void Cutter::cutWindows(unsigned dim) {
  Expr chunk = b.pickDivisor(getArrayType(tiling.view).getSize(dim));
  Expr low = b.random.range(0, 2), high = b.random.range(0, 2);
  tiling.view = b.pad(tiling.view, low, high, dim, PadMode::Clamp);
  Expr size = chunk + low + high;
  // The windows stand after their numbers.
  tiling.view = b.slide(tiling.view, size, chunk, dim);
  prepend({Part::Group, Part::Tile});
}

void Cutter::cut(unsigned dim, DimRole role) {
  Expr size = getArrayType(tiling.view).getSize(dim);
  switch (role) {
  case DimRole::Whole:
    return prepend({Part::Tile});
  case DimRole::Group:
    return prepend({Part::Group});
  case DimRole::PaddedChunk:
    return cutPadded(dim);
  case DimRole::Window:
    return cutWindows(dim);
  case DimRole::Chunk:
  case DimRole::Steps:
    tiling.view = b.split(tiling.view, b.pickDivisor(size), dim);
    tiling.hasSteps |= role == DimRole::Steps;
    return prepend(
        {role == DimRole::Steps ? Part::Steps : Part::Group, Part::Tile});
  }
}

void Cutter::reorder() {
  for (Part part : {Part::Group, Part::Steps, Part::Tile}) {
    size_t first = tiling.permutation.size();
    for (auto [dim, own] : llvm::enumerate(parts))
      if (own == part)
        tiling.permutation.push_back(int64_t(dim));
    // Any order within a part.
    size_t last = tiling.permutation.size();
    if (last - first >= 2 && b.random.chance(30))
      std::swap(tiling.permutation[first], tiling.permutation[last - 1]);
  }
  if (!llvm::is_sorted(tiling.permutation))
    tiling.view = b.transpose(tiling.view, tiling.permutation);
}

bool Cutter::isTileSmall() const {
  auto type = getArrayType(tiling.view);
  int64_t elements = 1;
  for (unsigned dim = tiling.numGroupDims + tiling.hasSteps;
       dim < type.getRank(); ++dim) {
    if (!b.isConstant(type.getSize(dim)))
      return false;
    elements *= b.valueOf(type.getSize(dim));
  }
  return elements <= kMaxTileElements;
}

std::optional<Tiling> Cutter::run() {
  unsigned rank = getArrayType(tiling.view).getRank();
  // From the last, so that the numbers of the others stay.
  for (unsigned dim = rank; dim-- > 0;) {
    DimRole role = drawRole(tiling.sourceSizes[dim]);
    tiling.roles.insert(tiling.roles.begin(), role);
    cut(dim, role);
  }
  tiling.numGroupDims = llvm::count(parts, Part::Group);
  unsigned numTileDims = llvm::count(parts, Part::Tile);
  if (tiling.numGroupDims == 0 || tiling.numGroupDims > kMaxLaunchDims ||
      numTileDims == 0)
    return std::nullopt;
  reorder();
  if (!isTileSmall() ||
      !b.isAffordable(b.countElements(tiling.view.getType()) * 4))
    return std::nullopt;
  return tiling;
}

std::optional<Tiling> fuzz::cutIntoTiles(ProgramBuilder &b, Value source,
                                         bool keepsShape) {
  return Cutter(b, source, keepsShape).run();
}

Value fuzz::joinTiles(ProgramBuilder &b, const Tiling &tiling, Value tiles) {
  SmallVector<int64_t> inverse(tiling.permutation.size());
  for (auto [to, from] : llvm::enumerate(tiling.permutation))
    inverse[from] = int64_t(to);
  if (!llvm::is_sorted(inverse))
    tiles = b.transpose(tiles, inverse);
  for (auto [dim, role] : llvm::enumerate(tiling.roles)) {
    if (role == DimRole::Chunk || role == DimRole::PaddedChunk)
      tiles = b.join(tiles, dim);
    if (role == DimRole::PaddedChunk)
      tiles = b.take(tiles, tiling.sourceSizes[dim], dim);
  }
  return tiles;
}
