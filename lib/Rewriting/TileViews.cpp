//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TileViews.h"

#include "Builders.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// From the result of a view to its source
//===----------------------------------------------------------------------===//

static bool isWhole(const TileDim &dim) { return !dim.loop; }

static FailureOr<TileDims> getSource(TransposeOp view, const TileDims &dims,
                                     Refusal &) {
  TileDims source(dims.size());
  for (auto [result, dim] : llvm::enumerate(view.getFullPermutation()))
    source[dim] = dims[result];
  return source;
}

static FailureOr<TileDims> getSource(SplitOp view, const TileDims &dims,
                                     Refusal &refusal) {
  const unsigned number = view.getDim();
  const TileDim &outer = dims[number];
  if (!isWhole(dims[number + 1]))
    return refusal.set(view, "is cut into tiles that are no neighbours");
  TileDims source(dims);
  source.erase(source.begin() + number + 1);
  const Expr chunk = view.getChunk().getValue();
  if (!isWhole(outer))
    source[number] = {outer.loop, outer.step * chunk, outer.extent * chunk};
  return source;
}

static FailureOr<TileDims> getSource(SlideOp view, const TileDims &dims,
                                     Refusal &refusal) {
  const unsigned first = view.getFirstDim(), count = view.getNumDims();
  TileDims source(dims);
  source.erase(source.begin() + first + count,
               source.begin() + first + 2 * count);
  for (unsigned i = 0; i < count; ++i) {
    const TileDim &windows = dims[first + i];
    if (!isWhole(dims[first + count + i]))
      return refusal.set(view, "is cut into tiles that have no whole windows");
    if (windows.isInside != dims[first].isInside)
      return refusal.set(view, "is cut into tiles that have several windows in "
                               "some dimensions only");
    const Expr step = cast<SizeAttr>(view.getStep()[i]).getValue();
    const Expr size = cast<SizeAttr>(view.getSize()[i]).getValue();
    if (!isWhole(windows))
      source[first + i] = {windows.loop, windows.step * step,
                           (windows.extent - 1) * step + size};
  }
  return source;
}

static FailureOr<TileDims> getSource(AsVectorOp view, const TileDims &dims,
                                     Refusal &refusal) {
  const TileDim &last = dims.back();
  if (!last.isInside)
    return refusal.set(view, "is cut into tiles of one vector");
  TileDims source(dims);
  if (!isWhole(last))
    source.back() = {last.loop, last.step * view.getWidth(),
                     last.extent * view.getWidth()};
  return source;
}

/// What a tile has of the source of a view; null if the view is none of those
/// that tiles are made by.
static std::optional<FailureOr<TileDims>>
getSourceDims(Operation *view, const TileDims &dims, Refusal &refusal) {
  if (auto transpose = dyn_cast<TransposeOp>(view))
    return getSource(transpose, dims, refusal);
  if (auto split = dyn_cast<SplitOp>(view))
    return getSource(split, dims, refusal);
  if (auto slide = dyn_cast<SlideOp>(view))
    return getSource(slide, dims, refusal);
  if (auto vectors = dyn_cast<AsVectorOp>(view))
    return getSource(vectors, dims, refusal);
  return std::nullopt;
}

FailureOr<TileViews> TileViews::get(Value tiled, unsigned numLoops,
                                    Refusal &refusal) {
  TileViews result;
  TileDims last(cast<ArrayType>(tiled.getType()).getRank());
  for (unsigned loop = 0; loop < numLoops; ++loop) {
    last[loop].loop = loop;
    last[loop].isInside = false;
  }
  result.dims.push_back(last);
  result.source = tiled;
  while (Operation *view = result.source.getDefiningOp()) {
    std::optional<FailureOr<TileDims>> source =
        getSourceDims(view, result.dims.back(), refusal);
    if (!source)
      break;
    if (failed(*source))
      return failure();
    result.views.push_back(view);
    result.dims.push_back(**source);
    result.source = view->getOperand(0);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Views of one tile
//===----------------------------------------------------------------------===//

/// The dimension of a tile that stands for one of the array.
static unsigned getInside(const TileDims &dims, unsigned dim) {
  return llvm::count_if(ArrayRef(dims).take_front(dim),
                        [](const TileDim &other) { return other.isInside; });
}

static Value applyTranspose(OpBuilder &builder, TransposeOp view,
                            const TileDims &source, Value tile) {
  SmallVector<int64_t> permutation;
  for (int64_t dim : view.getFullPermutation())
    if (source[dim].isInside)
      permutation.push_back(getInside(source, dim));
  if (llvm::is_sorted(permutation))
    return tile;
  return TransposeOp::create(builder, view.getLoc(), tile,
                             builder.getDenseI64ArrayAttr(permutation));
}

static Value applySlide(OpBuilder &builder, SlideOp view,
                        const TileDims &source, Value tile) {
  SmallVector<int64_t> dims;
  for (unsigned i = 0; i < view.getNumDims(); ++i)
    dims.push_back(getInside(source, view.getFirstDim() + i));
  return SlideOp::create(builder, view.getLoc(), tile, view.getSize(),
                         view.getStep(), builder.getDenseI64ArrayAttr(dims));
}

Value TileViews::apply(OpBuilder &builder, Value tile) const {
  for (size_t i = views.size(); i-- > 0;) {
    const TileDims &result = dims[i], &source = dims[i + 1];
    if (auto transpose = dyn_cast<TransposeOp>(views[i]))
      tile = applyTranspose(builder, transpose, source, tile);
    if (auto split = dyn_cast<SplitOp>(views[i]);
        split && result[split.getDim()].isInside)
      tile =
          splitDim(builder, split.getLoc(), tile, split.getChunk().getValue(),
                   getInside(source, split.getDim()));
    if (auto slide = dyn_cast<SlideOp>(views[i]);
        slide && result[slide.getFirstDim()].isInside)
      tile = applySlide(builder, slide, source, tile);
    if (auto vectors = dyn_cast<AsVectorOp>(views[i]))
      tile = AsVectorOp::create(builder, vectors.getLoc(), tile,
                                vectors.getWidth());
  }
  return tile;
}
