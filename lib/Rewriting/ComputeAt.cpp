//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/ComputeAt.h"

#include "Builders.h"
#include "LiftDialect/Rewriting/Nest.h"
#include "Padding.h"
#include "Streams.h"
#include "TileViews.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// An argument of a loop, and where it comes from.
struct Argument {
  /// The loops around and the loop itself, from the outermost, and which of
  /// their inputs leads to the argument.
  SmallVector<MapOp> loops;
  SmallVector<unsigned> numbers;

  Value getInput() const {
    MapOp outermost = loops.front();
    return outermost.getInputs()[numbers.front()];
  }
  BlockArgument get() const {
    MapOp innermost = loops.back();
    return innermost.getBody().getArgument(numbers.back());
  }
};

class TileComputation {
public:
  TileComputation(RewriterBase &rewriter, Argument argument, TileViews views,
                  SmallVector<PadOp> pads, Nest nest)
      : rewriter(rewriter), argument(std::move(argument)),
        views(std::move(views)), pads(std::move(pads)), nest(std::move(nest)),
        loc(this->nest.getRoot()->getLoc()) {}

  /// Tests what is left to be tested of the preconditions.
  LogicalResult prepare(Refusal &refusal);
  MapOp run();

private:
  unsigned getNumLoops() const { return argument.loops.size(); }
  const TileDim &getTile(unsigned dim) const { return views.getDims()[dim]; }
  /// The size of a dimension with what is around it.
  Expr getPaddedSize(unsigned dim);
  LogicalResult checkTiles(Refusal &refusal);
  LogicalResult checkDims(Refusal &refusal) const;

  // The arrays of the tiles.
  Value padOperand(Value array, ArrayRef<unsigned> dims);
  Value createMask(PadOp constant, unsigned dim);
  /// Cuts the dimensions of a stream, which are those of the nest, into tiles.
  void cutTiles(Stream &stream, ArrayRef<unsigned> dims);
  void addOperands(ValueRange values, Stream::Use use);
  void addMasks();
  void passThroughLoops();

  // The map of a tile.
  SmallVector<Value> emitMaps(OpBuilder &builder, unsigned dim,
                              const Streams &streams);
  SmallVector<Value> emitMasked(OpBuilder &builder, const Streams &streams);
  void removeArgument();

  RewriterBase &rewriter;
  Argument argument;
  TileViews views;
  /// What is around the results of the nest, from the innermost.
  SmallVector<PadOp> pads;
  Nest nest;
  Location loc;
  Streams streams;
  /// Where results are not constant, and what they are elsewhere.
  SmallVector<std::pair<Value, Value>> masks;
  IRMapping uniform;
};
} // namespace

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

static FailureOr<Argument> findArgument(MapOp loop, unsigned number,
                                        Refusal &refusal) {
  if (number >= loop.getInputs().size())
    return refusal.set(loop, "has no argument number " + Twine(number));
  Argument argument;
  while (true) {
    argument.loops.insert(argument.loops.begin(), loop);
    argument.numbers.insert(argument.numbers.begin(), number);
    auto outer = dyn_cast<BlockArgument>(loop.getInputs()[number]);
    if (!outer)
      return argument;
    auto around = dyn_cast<MapOp>(outer.getOwner()->getParentOp());
    if (!around)
      return refusal.set(loop, "has an argument that is no part of what a map "
                               "computes");
    if (!outer.hasOneUse())
      return refusal.set(loop, "goes through an array that others read, too");
    loop = around;
    number = outer.getArgNumber();
  }
}

/// Erases views of `value` that nothing reads.
static void eraseUnusedViews(RewriterBase &rewriter, Value value) {
  for (Operation *user : llvm::make_early_inc_range(value.getUsers())) {
    if (!isa<ViewOpInterface>(user))
      continue;
    eraseUnusedViews(rewriter, user->getResult(0));
    if (user->use_empty())
      rewriter.eraseOp(user);
  }
}

/// The elements that `pad` adds before and behind a dimension.
static std::pair<Expr, Expr> getBorders(PadOp pad, unsigned dim) {
  for (auto [i, padded] : llvm::enumerate(pad.getPaddedDims()))
    if (padded == int64_t(dim))
      return {cast<SizeAttr>(pad.getLow()[i]).getValue(),
              cast<SizeAttr>(pad.getHigh()[i]).getValue()};
  return {Expr(0), Expr(0)};
}

static bool isPadded(PadOp pad, unsigned dim) {
  auto [low, high] = getBorders(pad, dim);
  return !low.isConstant(0) || !high.isConstant(0);
}

Expr TileComputation::getPaddedSize(unsigned dim) {
  Expr size = nest.getDims()[dim].size;
  for (PadOp pad : pads) {
    auto [low, high] = getBorders(pad, dim);
    size = size + low + high;
  }
  return size;
}

LogicalResult TileComputation::checkTiles(Refusal &refusal) {
  for (auto [dim, tile] : llvm::enumerate(views.getDims())) {
    if (!tile.loop)
      continue;
    MapOp loop = argument.loops[*tile.loop];
    if (Expr::exactDiv(getPaddedSize(dim) - tile.extent + tile.step,
                       tile.step) != loop.getTripCount())
      return refusal.set(loop, "goes through other tiles than those of "
                               "dimension " +
                                   Twine(dim));
  }
  return success();
}

LogicalResult TileComputation::checkDims(Refusal &refusal) const {
  SmallVector<Value> step = nest.getStepOperands(), all = step;
  llvm::append_range(all, nest.getEpilogueOperands());
  for (unsigned dim = 0; dim < nest.getNumDims(); ++dim)
    if (llvm::none_of(nest.isReduced(dim) ? step : all, [&](Value value) {
          return llvm::is_contained(nest.lookup(value)->dims, dim);
        }))
      return refusal.set(nest.getRoot(),
                         "no operand has dimension " + Twine(dim));
  return success();
}

LogicalResult TileComputation::prepare(Refusal &refusal) {
  return success(succeeded(checkTiles(refusal)) &&
                 succeeded(checkDims(refusal)));
}

//===----------------------------------------------------------------------===//
// The arrays of the tiles
//===----------------------------------------------------------------------===//

/// Adds elements around dimensions of an array: below windows of others, of
/// which the elements may be copied then.
static Value padDims(OpBuilder &builder, Location loc, Value array,
                     ArrayRef<Expr> lows, ArrayRef<Expr> highs,
                     ArrayRef<int64_t> padded, PadMode mode, Value value) {
  auto slide = array.getDefiningOp<SlideOp>();
  if (slide && padded.back() < slide.getFirstDim()) {
    Value below = padDims(builder, loc, slide.getInput(), lows, highs, padded,
                          mode, value);
    return SlideOp::create(builder, loc, below, slide.getSize(),
                           slide.getStep(), slide.getDimsAttr());
  }
  MLIRContext *context = builder.getContext();
  return PadOp::create(builder, loc, array, getSizeArrayAttr(context, lows),
                       getSizeArrayAttr(context, highs),
                       builder.getDenseI64ArrayAttr(padded),
                       PadModeAttr::get(context, mode), value);
}

/// `array`, of which dimension i stands for dims[i], with elements around it
/// where `pad` has some.
static Value padLike(OpBuilder &builder, Location loc, PadOp pad, Value array,
                     ArrayRef<unsigned> dims, PadMode mode, Value value = {}) {
  SmallVector<Expr> lows, highs;
  SmallVector<int64_t> padded;
  for (auto [number, dim] : llvm::enumerate(dims)) {
    if (!isPadded(pad, dim))
      continue;
    auto [low, high] = getBorders(pad, dim);
    lows.push_back(low);
    highs.push_back(high);
    padded.push_back(number);
  }
  if (padded.empty())
    return array;
  return padDims(builder, loc, array, lows, highs, padded, mode, value);
}

/// The operand with the elements that the results have around them: any, where
/// the results are constant.
Value TileComputation::padOperand(Value array, ArrayRef<unsigned> dims) {
  for (PadOp pad : pads) {
    const bool isAtEnd = llvm::all_of(pad.getLow(), [](Attribute low) {
      return cast<SizeAttr>(low).getValue().isConstant(0);
    });
    if (pad.getMode() == PadMode::Empty && isAtEnd) {
      for (auto [number, dim] : llvm::enumerate(dims))
        if (isPadded(pad, dim))
          array = addAnyElements(rewriter, loc, array,
                                 getBorders(pad, dim).second, number);
      continue;
    }
    array = padLike(rewriter, loc, pad, array, dims,
                    pad.getMode() == PadMode::Constant ? PadMode::Clamp
                                                       : pad.getMode());
  }
  return array;
}

void TileComputation::cutTiles(Stream &stream, ArrayRef<unsigned> dims) {
  MLIRContext *context = rewriter.getContext();
  for (size_t number = dims.size(); number-- > 0;) {
    const bool isTile =
        nest.isReduced(dims[number]) || getTile(dims[number]).isInside;
    if (isTile)
      stream.levels.insert(stream.levels.begin(), getNumLoops() + dims[number]);
    if (nest.isReduced(dims[number]) || !getTile(dims[number]).loop)
      continue;
    const TileDim &tile = getTile(dims[number]);
    stream.levels.insert(stream.levels.begin(), *tile.loop);
    if (!isTile)
      continue;
    if (tile.extent == tile.step)
      stream.current =
          splitDim(rewriter, loc, stream.current, tile.extent, number);
    else
      stream.current =
          SlideOp::create(rewriter, loc, stream.current,
                          getSizeArrayAttr(context, {tile.extent}),
                          getSizeArrayAttr(context, {tile.step}),
                          rewriter.getDenseI64ArrayAttr({int64_t(number)}));
  }
  stream.current = sortDims(rewriter, loc, stream.current, stream.levels);
}

void TileComputation::addOperands(ValueRange values, Stream::Use use) {
  for (Value value : values) {
    NestOperand operand = *nest.lookup(value);
    if (operand.dims.empty())
      continue;
    Stream stream{
        value, use, padOperand(operand.build(rewriter), operand.dims), {}};
    cutTiles(stream, operand.dims);
    streams.push_back(stream);
  }
}

/// Where along a dimension the results are not what `constant` adds.
Value TileComputation::createMask(PadOp constant, unsigned dim) {
  Value isTrue =
      arith::ConstantOp::create(rewriter, loc, rewriter.getBoolAttr(true));
  Value isFalse =
      arith::ConstantOp::create(rewriter, loc, rewriter.getBoolAttr(false));
  Value mask = createTruths(rewriter, loc, nest.getDims()[dim].size);
  bool isInside = true;
  for (PadOp pad : pads) {
    if (pad == constant)
      mask =
          padLike(rewriter, loc, pad, mask, {dim}, PadMode::Constant, isFalse);
    else if (isInside)
      mask =
          padLike(rewriter, loc, pad, mask, {dim}, PadMode::Constant, isTrue);
    else
      mask = padLike(rewriter, loc, pad, mask, {dim},
                     pad.getMode() == PadMode::Constant ? PadMode::Clamp
                                                        : pad.getMode());
    isInside &= pad != constant;
  }
  return mask;
}

/// A mask for each dimension around which the results are constant.
void TileComputation::addMasks() {
  for (PadOp pad : pads) {
    if (pad.getMode() != PadMode::Constant)
      continue;
    for (unsigned dim = 0; dim < nest.getNumParallelDims(); ++dim) {
      if (!isPadded(pad, dim))
        continue;
      Value mask = createMask(pad, dim);
      Stream stream{mask, Stream::Use::Epilogue, mask, {}};
      cutTiles(stream, {dim});
      streams.push_back(stream);
      masks.push_back({mask, pad.getValue()});
    }
  }
}

/// Has the loops go through the arrays, too.
void TileComputation::passThroughLoops() {
  for (unsigned level = 0; level < getNumLoops(); ++level) {
    MapOp loop = argument.loops[level];
    SmallVector<Value> arrays = getInputs(streams, level), elements;
    rewriter.modifyOpInPlace(loop, [&] {
      loop.getInputsMutable().append(arrays);
      for (Value array : arrays)
        elements.push_back(loop.getBody().addArgument(
            cast<ArrayType>(array.getType()).getInnerType(), array.getLoc()));
    });
    streams = consume(streams, level, elements);
  }
}

//===----------------------------------------------------------------------===//
// The map of a tile
//===----------------------------------------------------------------------===//

SmallVector<Value> TileComputation::emitMasked(OpBuilder &builder,
                                               const Streams &own) {
  SmallVector<Value> results = emitElement(
      builder, nest, getNumLoops() + nest.getNumParallelDims(), own, uniform);
  for (auto [mask, value] : masks) {
    const Stream *stream = llvm::find_if(
        own, [&](const Stream &stream) { return stream.key == mask; });
    results.front() = arith::SelectOp::create(builder, loc, stream->current,
                                              results.front(), value);
  }
  return results;
}

SmallVector<Value> TileComputation::emitMaps(OpBuilder &builder, unsigned dim,
                                             const Streams &own) {
  if (dim == nest.getNumParallelDims())
    return emitMasked(builder, own);
  // Of which the loops bring single elements.
  if (!getTile(dim).isInside)
    return emitMaps(builder, dim + 1, own);
  const unsigned level = getNumLoops() + dim;
  auto map = MapOp::create(
      builder, loc, getInputs(own, level), MappingAttr(),
      [&](OpBuilder &inner, Location, ValueRange elements) {
        return emitMaps(inner, dim + 1, consume(own, level, elements));
      });
  return llvm::to_vector_of<Value>(map.getResults());
}

/// Removes the argument, which nothing reads any more, and what was computed
/// for it.
void TileComputation::removeArgument() {
  Operation *unused = argument.getInput().getDefiningOp();
  for (size_t i = getNumLoops(); i-- > 0;) {
    MapOp loop = argument.loops[i];
    rewriter.modifyOpInPlace(loop, [&] {
      loop.getBody().eraseArgument(argument.numbers[i]);
      loop->eraseOperand(argument.numbers[i]);
    });
  }
  while (unused && unused->use_empty()) {
    Operation *source = unused == nest.getRoot()
                            ? nullptr
                            : unused->getOperand(0).getDefiningOp();
    rewriter.eraseOp(unused);
    unused = source;
  }
}

MapOp TileComputation::run() {
  rewriter.setInsertionPoint(argument.loops.front());
  uniform = buildUniform(rewriter, nest);
  addOperands(nest.getStepOperands(), Stream::Use::Step);
  addOperands(nest.getInits(), Stream::Use::Init);
  addOperands(nest.getEpilogueOperands(), Stream::Use::Epilogue);
  addMasks();
  passThroughLoops();
  rewriter.setInsertionPointToStart(&argument.loops.back().getBody().front());
  Value computed = emitMaps(rewriter, 0, streams).front();
  Value tile = views.apply(rewriter, computed);
  rewriter.replaceAllUsesWith(argument.get(), tile);
  removeArgument();
  return computed.getDefiningOp<MapOp>();
}

FailureOr<MapOp> lift::computeAt(RewriterBase &rewriter, MapOp loop,
                                 unsigned number, Refusal &refusal) {
  FailureOr<Argument> argument = findArgument(loop, number, refusal);
  if (failed(argument))
    return failure();
  FailureOr<TileViews> views =
      TileViews::get(argument->getInput(), argument->loops.size(), refusal);
  if (failed(views))
    return failure();
  Value source = views->getSource();
  SmallVector<PadOp> pads;
  while (auto pad = source.getDefiningOp<PadOp>()) {
    pads.insert(pads.begin(), pad);
    source = pad.getInput();
  }
  auto producer = source.getDefiningOp<MapOp>();
  if (!producer || producer->getNumResults() != 1)
    return refusal.set(loop, "has an argument that is not, by views that can "
                             "be made for a tile, the only result of a map");
  // What earlier rewrites have left behind.
  eraseUnusedViews(rewriter, producer->getResult(0));
  for (Value value = argument->getInput(); value != producer->getResult(0);
       value = value.getDefiningOp()->getOperand(0))
    if (!value.hasOneUse())
      return refusal.set(producer, "is read elsewhere, too");
  if (!producer->hasOneUse())
    return refusal.set(producer, "is read elsewhere, too");
  FailureOr<Nest> nest = Nest::get(producer, refusal);
  if (failed(nest))
    return failure();
  if (nest->getNumParallelDims() != views->getDims().size())
    return refusal.set(producer, "computes arrays, not numbers");
  if (llvm::none_of(views->getDims(),
                    [](const TileDim &tile) { return tile.isInside; }))
    return refusal.set(loop, "goes through single elements, which are no "
                             "tiles");
  TileComputation computation(rewriter, *argument, *views, pads, *nest);
  if (failed(computation.prepare(refusal)))
    return failure();
  return computation.run();
}
