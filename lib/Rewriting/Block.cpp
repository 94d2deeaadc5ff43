//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Block.h"

#include "Builders.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "LiftDialect/Transforms/WideBody.h"
#include "Padding.h"
#include "Streams.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// A dimension of the nest after collapsing.
struct Axis {
  Axis(Expr size, bool isReduced, unsigned dim)
      : size(std::move(size)), isReduced(isReduced), first(dim) {}

  bool has(unsigned dim) const { return first <= dim && dim < first + count; }

  Expr size;
  bool isReduced;
  /// The dimensions of the nest that it stands for.
  unsigned first, count = 1;
  /// The sizes of its chunks and of its parts.
  SmallVector<Expr> chunks, parts;
  /// The loop of each part.
  SmallVector<unsigned> levels;
  bool isPadded = false;
  /// What the elements beyond the end of a reduced one are, for each operand.
  DenseMap<Value, TypedAttr> padding;
};

class Blocking {
public:
  Blocking(RewriterBase &rewriter, const Nest &nest,
           const BlockOptions &options)
      : rewriter(rewriter), nest(nest), options(options),
        loc(nest.getRoot()->getLoc()) {}

  /// Tests all preconditions.
  LogicalResult prepare(Refusal &refusal);
  BlockedNest run();

private:
  // Preconditions.
  LogicalResult collapseAxes(Refusal &refusal);
  LogicalResult cutAxes(Refusal &refusal);
  LogicalResult orderLevels(Refusal &refusal);
  LogicalResult checkVectors(Refusal &refusal);
  LogicalResult findPadding(unsigned axis, Refusal &refusal);
  /// The axes of an operand, in its order; refuses where it has their
  /// dimensions in another order, or some of those of a reduced one.
  FailureOr<SmallVector<unsigned>> getAxes(ArrayRef<unsigned> dims) const;
  /// Whether an operand that has these dimensions of an axis, and not all, is
  /// the same along it: they have one element each.
  bool isSameAlong(const Axis &axis, ArrayRef<unsigned> dims) const;
  SmallVector<Value> getAllOperands() const;

  // The new loops.
  bool isReduced(unsigned level) const {
    return axes[options.order[level].dim].isReduced;
  }
  const Expr &getSize(unsigned level) const {
    return axes[options.order[level].dim].parts[options.order[level].part];
  }
  bool isVectorized() const { return options.vectorDim.has_value(); }
  /// The elements of an axis, or its vectors.
  Expr getLength(unsigned axis) const {
    return options.vectorDim == axis
               ? Expr::exactDiv(axes[axis].size, options.vectorWidth)
               : axes[axis].size;
  }
  SmallVector<unsigned> getParallelLevels(unsigned from) const;
  /// The array with a dimension for each of its axes.
  Value collapse(Value array, ArrayRef<unsigned> dims);
  Stream arrange(Value key, Stream::Use use);
  Value restore(Value array);
  Value broadcastInit(OpBuilder &builder, Value init, const Stream *stream,
                      ArrayRef<unsigned> levels);
  SmallVector<Value> emitScalars(OpBuilder &builder, ArrayRef<Operation *> ops,
                                 ValueRange yielded, const Streams &streams);
  SmallVector<Value> emitLoops(OpBuilder &builder, unsigned level,
                               const Streams &streams, ValueRange accumulators);
  Value emitCount(OpBuilder &builder, unsigned level);
  SmallVector<Value> emitMap(OpBuilder &builder, unsigned level,
                             const Streams &streams, ValueRange accumulators);
  SmallVector<Value> emitReduction(OpBuilder &builder, unsigned level,
                                   const Streams &streams);
  SmallVector<Value> emitReduce(OpBuilder &builder, unsigned level,
                                const Streams &streams, ValueRange inits);
  SmallVector<Value> emitEpilogue(OpBuilder &builder, ArrayRef<unsigned> levels,
                                  const Streams &streams);

  RewriterBase &rewriter;
  const Nest &nest;
  const BlockOptions &options;
  Location loc;
  SmallVector<Axis> axes;
  BlockedNest result;
  /// Values of the nest that are the same in all its elements.
  IRMapping uniform;
};
} // namespace

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

LogicalResult Blocking::collapseAxes(Refusal &refusal) {
  for (unsigned dim : options.collapse)
    if (dim >= nest.getNumDims() - 1)
      return refusal.set(nest.getRoot(), "collapses dimension " + Twine(dim) +
                                             ", which is not followed by "
                                             "another");
  for (unsigned dim = 0; dim < nest.getNumDims(); ++dim) {
    const NestDim &nestDim = nest.getDims()[dim];
    bool joins = dim > 0 && llvm::is_contained(options.collapse, dim - 1);
    if (!joins) {
      axes.emplace_back(nestDim.size, nestDim.isReduced(), dim);
      continue;
    }
    if (axes.back().isReduced != nestDim.isReduced())
      return refusal.set(nest.getRoot(),
                         "collapses a parallel and a reduced dimension");
    axes.back().size = axes.back().size * nestDim.size;
    ++axes.back().count;
  }
  for (Value operand : getAllOperands())
    if (failed(getAxes(nest.lookup(operand)->dims)))
      return refusal.set(nest.getRoot(),
                         "collapses dimensions that an operand does not have "
                         "beside each other, or reduced ones of which it has "
                         "some only");
  return success();
}

SmallVector<Value> Blocking::getAllOperands() const {
  SmallVector<Value> all = nest.getStepOperands();
  llvm::append_range(all, nest.getEpilogueOperands());
  for (Value init : nest.getInits())
    if (!nest.lookup(init)->dims.empty())
      all.push_back(init);
  return all;
}

FailureOr<SmallVector<unsigned>>
Blocking::getAxes(ArrayRef<unsigned> dims) const {
  SmallVector<unsigned> own;
  while (!dims.empty()) {
    const Axis *axis = llvm::find_if(
        axes, [&](const Axis &axis) { return axis.has(dims.front()); });
    unsigned number = 0;
    for (unsigned dim = axis->first; dim < axis->first + axis->count; ++dim)
      number += number < dims.size() && dims[number] == dim;
    const bool isWhole = number == axis->count;
    if (number == 0 || (!isWhole && axis->isReduced) ||
        llvm::is_contained(own, axis - axes.begin()))
      return failure();
    if (!isSameAlong(*axis, dims.take_front(number)))
      own.push_back(axis - axes.begin());
    dims = dims.drop_front(number);
  }
  return own;
}

bool Blocking::isSameAlong(const Axis &axis, ArrayRef<unsigned> dims) const {
  return !axis.isReduced && dims.size() < axis.count &&
         llvm::all_of(dims, [&](unsigned dim) {
           return nest.getDims()[dim].size.isConstant(1);
         });
}

Value Blocking::collapse(Value array, ArrayRef<unsigned> dims) {
  SmallVector<unsigned> own = *getAxes(dims);
  SmallVector<unsigned> left;
  for (unsigned dim : dims) {
    if (llvm::any_of(own,
                     [&](unsigned number) { return axes[number].has(dim); }))
      left.push_back(dim);
    else
      array = takeFirst(rewriter, loc, array, left.size());
  }
  dims = left;
  for (auto [dim, number] : llvm::enumerate(own)) {
    const Axis &axis = axes[number];
    unsigned joined = 0;
    for (unsigned i = axis.first; i < axis.first + axis.count; ++i) {
      const Expr &size = nest.getDims()[i].size;
      if (!dims.empty() && dims.front() == i)
        dims = dims.drop_front();
      else if (size.isConstant(1))
        continue;
      else
        array = BroadcastOp::create(
            rewriter, loc, array,
            getSizeArrayAttr(rewriter.getContext(), {size}), dim + joined);
      ++joined;
    }
    for (unsigned i = 1; i < joined; ++i)
      array = JoinOp::create(rewriter, loc, array, dim);
  }
  return array;
}

LogicalResult Blocking::cutAxes(Refusal &refusal) {
  if (options.chunks.size() != axes.size())
    return refusal.set(nest.getRoot(), "has " + Twine(axes.size()) +
                                           " dimensions, and chunks for " +
                                           Twine(options.chunks.size()));
  for (unsigned dim : options.pad) {
    if (dim >= axes.size() || options.chunks[dim].empty())
      return refusal.set(nest.getRoot(),
                         "pads a dimension that is not cut into chunks");
    axes[dim].isPadded = true;
  }
  for (auto [number, axis] : llvm::enumerate(axes)) {
    axis.chunks = options.chunks[number];
    Expr rest = getLength(number);
    if (failed(checkChunk(nest.getRoot(), axis.size, 1, refusal)))
      return failure();
    for (const Expr &chunk : axis.chunks) {
      const bool isPadded = axis.parts.empty() && axis.isPadded;
      if (failed(checkChunk(nest.getRoot(), rest, chunk, refusal, isPadded)))
        return failure();
      if (isPadded)
        rest = Expr::ceilDiv(rest, chunk) * chunk;
      axis.parts.push_back(Expr::exactDiv(rest, chunk));
      rest = chunk;
    }
    axis.parts.push_back(rest);
    for (const Expr &part : axis.parts)
      if (part.isError())
        return refusal.set(nest.getRoot(), part.getError());
    axis.levels.resize(axis.parts.size(), options.order.size());
    if (axis.isPadded && axis.isReduced && failed(findPadding(number, refusal)))
      return failure();
  }
  return success();
}

LogicalResult Blocking::orderLevels(Refusal &refusal) {
  std::optional<NestPart> lastReduced;
  for (auto [level, part] : llvm::enumerate(options.order)) {
    if (part.dim >= axes.size() || part.part >= axes[part.dim].parts.size() ||
        axes[part.dim].levels[part.part] != options.order.size())
      return refusal.set(nest.getRoot(),
                         "the order must name each part of each dimension "
                         "once; [" +
                             Twine(part.dim) + ", " + Twine(part.part) +
                             "] is no part, or named twice");
    axes[part.dim].levels[part.part] = level;
    if (!axes[part.dim].isReduced) {
      // The accumulators of the reductions around are arrays.
      if (lastReduced && failed(checkStorable(nest.getOuterReduce(),
                                              nest.getInits(), refusal)))
        return failure();
      continue;
    }
    if (lastReduced &&
        std::pair(part.dim, part.part) <
            std::pair(lastReduced->dim, lastReduced->part) &&
        !nest.mayReorder())
      return refusal.set(nest.getOuterReduce(),
                         "is not declared associative and commutative: its "
                         "steps may not change their order");
    lastReduced = part;
  }
  for (const Axis &axis : axes)
    for (unsigned level : axis.levels)
      if (level == options.order.size())
        return refusal.set(nest.getRoot(), "the order must name each part of "
                                           "each dimension once");
  return success();
}

LogicalResult Blocking::checkVectors(Refusal &refusal) {
  if (!options.vectorDim)
    return success();
  unsigned axis = *options.vectorDim;
  if (axis >= axes.size() || axes[axis].isReduced)
    return refusal.set(nest.getRoot(), "the elements of a reduced dimension "
                                       "are not computed as vectors");
  if (axes[axis].first + axes[axis].count != nest.getNumParallelDims())
    return refusal.set(nest.getRoot(), "the dimension of the vectors is not "
                                       "the last of the results");
  for (Operation *op :
       llvm::concat<Operation *const>(nest.getStep(), nest.getEpilogue()))
    if (!isa<CallOp, AtOp>(op) && !OpTrait::hasElementwiseMappableTraits(op))
      return refusal.set(op, "does not compute vectors lane by lane");
  // An array in which computed indices choose is not made of vectors.
  auto isVector = [&](Value value) {
    return !isa<ArrayType>(value.getType()) ||
           llvm::is_contained(*getAxes(nest.lookup(value)->dims), axis);
  };
  SmallVector<Value> elements =
      llvm::filter_to_vector(getAllOperands(), isVector);
  llvm::append_range(elements, nest.getInits());
  llvm::append_range(elements, nest.getOutputs());
  for (Value element : elements)
    if (!element.getType().isIntOrFloat())
      return refusal.set(nest.getRoot(), "has elements that are no numbers, "
                                         "which make no vectors");
  return success();
}

LogicalResult Blocking::findPadding(unsigned number, Refusal &refusal) {
  FailureOr<Combiner> combiner = Combiner::get(nest.getInnerReduce(), refusal);
  if (failed(combiner))
    return failure();
  SmallVector<Value> padded;
  for (Value operand : nest.getStepOperands())
    if (llvm::is_contained(*getAxes(nest.lookup(operand)->dims), number))
      padded.push_back(operand);
  auto values = findNeutralElements(*combiner, padded, /*isExact=*/true);
  if (!values)
    return refusal.set(nest.getInnerReduce(),
                       "cannot be padded: no elements are known that leave the "
                       "accumulators as they are");
  for (auto [operand, value] : llvm::zip_equal(padded, *values))
    axes[number].padding[operand] = value;
  return success();
}

LogicalResult Blocking::prepare(Refusal &refusal) {
  for (const NestDim &dim : nest.getDims())
    if (failed(checkSaysNothing(dim.loop, refusal)))
      return failure();
  if (options.vectorDim &&
      failed(checkVectorWidth(nest.getRoot(), options.vectorWidth, refusal)))
    return failure();
  return success(
      succeeded(collapseAxes(refusal)) && succeeded(cutAxes(refusal)) &&
      succeeded(orderLevels(refusal)) && succeeded(checkVectors(refusal)));
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

/// The array of a value, with its dimensions cut and in the new order.
Stream Blocking::arrange(Value key, Stream::Use use) {
  NestOperand operand = *nest.lookup(key);
  SmallVector<unsigned> own = *getAxes(operand.dims);
  Value array = collapse(operand.build(rewriter), operand.dims);
  Stream stream{key, use, array, {}};
  if (own.empty())
    return stream;
  if (options.vectorDim && llvm::is_contained(own, *options.vectorDim)) {
    array = moveToEnd(rewriter, loc, array, *options.vectorDim, own);
    array = AsVectorOp::create(rewriter, loc, array, options.vectorWidth);
    stream.isVector = true;
  }
  for (size_t dim = own.size(); dim-- > 0;) {
    const Axis &axis = axes[own[dim]];
    if (axis.isPadded) {
      TypedAttr value = axis.padding.lookup(key);
      if (value && stream.isVector)
        value = DenseElementsAttr::get(
            VectorType::get(options.vectorWidth, value.getType()), value);
      array = padDim(rewriter, loc, array, axis.chunks.front(), dim, value);
    }
    for (auto [i, chunk] : llvm::enumerate(axis.chunks))
      array = splitDim(rewriter, loc, array, chunk, dim + i);
  }
  for (unsigned number : own)
    llvm::append_range(stream.levels, axes[number].levels);
  stream.current = sortDims(rewriter, loc, array, stream.levels);
  return stream;
}

SmallVector<unsigned> Blocking::getParallelLevels(unsigned from) const {
  SmallVector<unsigned> levels;
  for (unsigned level = from; level < options.order.size(); ++level)
    if (!isReduced(level))
      levels.push_back(level);
  return levels;
}

/// The inverse of `arrange`, for a result, which has all parallel dimensions,
/// and those of its elements if these are arrays.
Value Blocking::restore(Value array) {
  SmallVector<unsigned> have = getParallelLevels(0);
  SmallVector<int64_t> permutation;
  for (const Axis &axis : axes)
    if (!axis.isReduced)
      for (unsigned level : axis.levels)
        permutation.push_back(llvm::find(have, level) - have.begin());
  if (!llvm::is_sorted(permutation)) {
    const int64_t rank = cast<ArrayType>(array.getType()).getRank();
    llvm::append_range(permutation,
                       llvm::seq<int64_t>(permutation.size(), rank));
    array = TransposeOp::create(rewriter, loc, array,
                                rewriter.getDenseI64ArrayAttr(permutation));
  }
  unsigned dim = 0;
  for (const Axis &axis : axes) {
    if (axis.isReduced)
      continue;
    for (size_t i = axis.parts.size() - 1; i-- > 0;)
      array = JoinOp::create(rewriter, loc, array, dim + i);
    if (axis.isPadded)
      array =
          TakeOp::create(rewriter, loc, array,
                         getSizeArrayAttr(rewriter.getContext(),
                                          {getLength(&axis - axes.begin())}),
                         rewriter.getDenseI64ArrayAttr({int64_t(dim)}));
    ++dim;
  }
  if (isVectorized())
    array = AsScalarOp::create(rewriter, loc, array);
  dim = 0;
  for (const Axis &axis : axes) {
    if (axis.isReduced)
      continue;
    for (unsigned i = axis.count; i-- > 1;)
      array = splitDim(rewriter, loc, array,
                       nest.getDims()[axis.first + i].size, dim);
    dim += axis.count;
  }
  return array;
}

//===----------------------------------------------------------------------===//
// The new loops
//===----------------------------------------------------------------------===//

SmallVector<Value> Blocking::emitScalars(OpBuilder &builder,
                                         ArrayRef<Operation *> ops,
                                         ValueRange yielded,
                                         const Streams &streams) {
  if (!isVectorized()) {
    IRMapping values = uniform;
    for (const Stream &stream : streams)
      values.map(stream.key, stream.current);
    return cloneScalars(builder, ops, yielded, values);
  }
  WideBody wide(builder, options.vectorWidth);
  for (auto [from, to] : uniform.getValueMap())
    wide.mapUniform(from, to);
  for (const Stream &stream : streams) {
    if (stream.isVector)
      wide.mapVector(stream.key, stream.current);
    else
      wide.mapUniform(stream.key, stream.current);
  }
  for (Operation *op : ops)
    wide.emit(*op);
  return llvm::map_to_vector(
      yielded, [&](Value value) { return wide.getVector(value); });
}

SmallVector<Value> Blocking::emitLoops(OpBuilder &builder, unsigned level,
                                       const Streams &streams,
                                       ValueRange accumulators) {
  if (level < options.order.size()) {
    if (!isReduced(level))
      return emitMap(builder, level, streams, accumulators);
    return accumulators.empty()
               ? emitReduction(builder, level, streams)
               : emitReduce(builder, level, streams, accumulators);
  }
  ReduceOp reduce = nest.getInnerReduce();
  if (!reduce)
    return emitScalars(builder, nest.getEpilogue(), nest.getOutputs(), streams);
  auto fold = cast<FoldPattern>(*reduce);
  Streams all = streams;
  for (auto [key, value] :
       llvm::zip_equal(fold.getAccumulatorArgs(), accumulators))
    all.push_back({key, Stream::Use::Step, value, {}, isVectorized()});
  return emitScalars(builder, nest.getStep(), fold.getYield()->getOperands(),
                     all);
}

/// What a loop goes through where nothing says how often it runs: all its
/// iterations do the same.
Value Blocking::emitCount(OpBuilder &builder, unsigned level) {
  Value none =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  return BroadcastOp::create(
      builder, loc, none,
      getSizeArrayAttr(builder.getContext(), {getSize(level)}));
}

SmallVector<Value> Blocking::emitMap(OpBuilder &builder, unsigned level,
                                     const Streams &streams,
                                     ValueRange accumulators) {
  SmallVector<Value> inputs = getInputs(streams, level);
  size_t numElements = inputs.size();
  llvm::append_range(inputs, accumulators);
  if (inputs.empty())
    inputs.push_back(emitCount(builder, level));
  auto map = MapOp::create(
      builder, loc, inputs, MappingAttr(),
      [&](OpBuilder &inner, Location, ValueRange arguments) {
        return emitLoops(
            inner, level + 1,
            consume(streams, level, arguments.take_front(numElements)),
            arguments.drop_front(numElements).take_front(accumulators.size()));
      });
  result.loops[level] = map;
  return llvm::to_vector_of<Value>(map.getResults());
}

/// The initial value of an accumulator, for all elements of `levels`.
Value Blocking::broadcastInit(OpBuilder &builder, Value init,
                              const Stream *stream, ArrayRef<unsigned> levels) {
  Value value = stream ? stream->current : uniform.lookupOrDefault(init);
  if (isVectorized() && !(stream && stream->isVector)) {
    if (isa<ArrayType>(value.getType())) {
      // Each element in all lanes.
      auto type = cast<ArrayType>(value.getType());
      value = BroadcastOp::create(
          builder, loc, value,
          getSizeArrayAttr(builder.getContext(), {Expr(options.vectorWidth)}),
          type.getRank());
      value = AsVectorOp::create(builder, loc, value, options.vectorWidth);
      value = JoinOp::create(builder, loc, value, type.getRank() - 1);
    } else {
      value = vector::BroadcastOp::create(
          builder, loc, VectorType::get(options.vectorWidth, value.getType()),
          value);
    }
  }
  ArrayRef<unsigned> have;
  if (stream)
    have = stream->levels;
  SmallVector<Expr> sizes;
  for (unsigned level : levels)
    sizes.push_back(getSize(level));
  if (have.empty() && !sizes.empty())
    return BroadcastOp::create(
        builder, loc, value, getSizeArrayAttr(builder.getContext(), sizes), 0);
  for (auto [dim, level] : llvm::enumerate(levels))
    if (!llvm::is_contained(have, level))
      value = BroadcastOp::create(
          builder, loc, value,
          getSizeArrayAttr(builder.getContext(), {sizes[dim]}), dim);
  return value;
}

/// The outermost reduction, and the maps after it.
SmallVector<Value> Blocking::emitReduction(OpBuilder &builder, unsigned level,
                                           const Streams &streams) {
  SmallVector<unsigned> levels = getParallelLevels(level);
  SmallVector<Value> inits;
  for (Value init : nest.getInits()) {
    const Stream *own = llvm::find_if(streams, [&](const Stream &stream) {
      return stream.use == Stream::Use::Init && stream.key == init;
    });
    inits.push_back(broadcastInit(
        builder, init, own == streams.end() ? nullptr : own, levels));
  }
  Streams step, epilogue;
  for (const Stream &stream : streams) {
    if (stream.use == Stream::Use::Step)
      step.push_back(stream);
    if (stream.use == Stream::Use::Epilogue)
      epilogue.push_back(stream);
  }
  SmallVector<Value> reduced = emitReduce(builder, level, step, inits);
  for (auto [key, value] :
       llvm::zip_equal(nest.getOuterReduce().getResults(), reduced))
    epilogue.push_back(
        {key, Stream::Use::Epilogue, value, levels, isVectorized()});
  return emitEpilogue(builder, levels, epilogue);
}

SmallVector<Value> Blocking::emitReduce(OpBuilder &builder, unsigned level,
                                        const Streams &streams,
                                        ValueRange inits) {
  SmallVector<Value> inputs = getInputs(streams, level);
  const size_t numElements = inputs.size();
  if (inputs.empty())
    inputs.push_back(emitCount(builder, level));
  auto reduce = ReduceOp::create(
      builder, loc, inputs, inits,
      [&](OpBuilder &inner, Location, ValueRange elements,
          ValueRange accumulators) {
        return emitLoops(
            inner, level + 1,
            consume(streams, level, elements.take_front(numElements)),
            accumulators);
      });
  nest.copyLaws(reduce);
  result.loops[level] = reduce;
  return llvm::to_vector_of<Value>(reduce.getResults());
}

SmallVector<Value> Blocking::emitEpilogue(OpBuilder &builder,
                                          ArrayRef<unsigned> levels,
                                          const Streams &streams) {
  if (levels.empty())
    return emitScalars(builder, nest.getEpilogue(), nest.getOutputs(), streams);
  auto map = MapOp::create(
      builder, loc, getInputs(streams, levels.front()), MappingAttr(),
      [&](OpBuilder &inner, Location, ValueRange arguments) {
        return emitEpilogue(inner, levels.drop_front(),
                            consume(streams, levels.front(), arguments));
      });
  // The outermost is written last.
  result.epilogue = map;
  return llvm::to_vector_of<Value>(map.getResults());
}

BlockedNest Blocking::run() {
  rewriter.setInsertionPoint(nest.getRoot());
  result.loops.resize(options.order.size());
  Streams streams;
  auto add = [&](ValueRange values, Stream::Use use) {
    for (Value value : values)
      if (!nest.lookup(value)->dims.empty() &&
          llvm::none_of(streams, [&](const Stream &stream) {
            return stream.key == value && stream.use == use;
          }))
        streams.push_back(arrange(value, use));
  };
  uniform = buildUniform(rewriter, nest);
  add(nest.getStepOperands(), Stream::Use::Step);
  add(nest.getInits(), Stream::Use::Init);
  add(nest.getEpilogueOperands(), Stream::Use::Epilogue);
  SmallVector<Value> restored;
  for (Value value : emitLoops(rewriter, 0, streams, {}))
    restored.push_back(restore(value));
  rewriter.replaceOp(nest.getRoot(), restored);
  return result;
}

FailureOr<BlockedNest> lift::blockNest(RewriterBase &rewriter, Operation *root,
                                       const BlockOptions &options,
                                       Refusal &refusal) {
  if (!isa<MapOp, ReduceOp>(root))
    return refusal.set(root, "is no map and no reduction");
  auto reduce = dyn_cast<ReduceOp>(root);
  FailureOr<Nest> nest = reduce
                             ? Nest::getChain(reduce, refusal)
                             : Nest::get(root, refusal, Nest::Operands::Rows);
  if (failed(nest))
    return failure();
  Blocking blocking(rewriter, *nest, options);
  if (failed(blocking.prepare(refusal)))
    return failure();
  return blocking.run();
}
