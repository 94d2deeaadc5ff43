//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/SplitNest.h"

#include "Builders.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "Padding.h"
#include "Streams.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
class Splitting {
public:
  Splitting(RewriterBase &rewriter, const Nest &nest, const Combiner &combiner,
            const SplitNestOptions &options)
      : rewriter(rewriter), nest(nest), combiner(combiner), options(options),
        loc(nest.getRoot()->getLoc()) {}

  /// Tests all preconditions.
  LogicalResult prepare(Refusal &refusal);
  SplitNest run();

private:
  LogicalResult checkLaws(Refusal &refusal) const;
  LogicalResult checkDims(Refusal &refusal) const;
  void findPadding();

  unsigned getDim() const { return options.dims.front(); }
  /// Whether a dimension has become one with the first that is cut.
  bool isJoined(unsigned dim) const {
    return llvm::is_contained(ArrayRef(options.dims).drop_front(), dim);
  }
  Expr getLength() const;

  /// The nest of the parts: loop 0 goes through the parts, loop d + 1 through
  /// dimension d.
  void cutDim(Stream &stream, TypedAttr filling);
  Stream arrangeMask();
  Stream arrangePart(Value key);
  SmallVector<Value> emitParts(unsigned loop, OpBuilder &builder,
                               const Streams &streams, ValueRange accumulators);
  SmallVector<Value> emitReduce(unsigned loop, OpBuilder &builder,
                                const Streams &streams,
                                ValueRange accumulators);
  /// The nest of the results: loop d goes through parallel dimension d, and the
  /// one after the last is the reduction of the parts.
  void addStreams(Streams &streams, ValueRange values, Stream::Use use);
  SmallVector<Value> emitResults(unsigned loop, OpBuilder &builder,
                                 const Streams &streams);
  SmallVector<Value> emitResult(OpBuilder &builder, const Streams &streams);

  RewriterBase &rewriter;
  const Nest &nest;
  const Combiner &combiner;
  const SplitNestOptions &options;
  Location loc;
  /// What the elements beyond the end are, for each operand.
  DenseMap<Value, TypedAttr> padding;
  /// Which elements there are, where what is beyond the end does not leave the
  /// accumulators as they are.
  Value mask;
  bool isMasked = false;
  /// Values of the nest that are the same in all its elements.
  IRMapping uniform;
};
} // namespace

static bool hasDim(const Nest &nest, Value operand, unsigned dim) {
  return llvm::is_contained(nest.lookup(operand)->dims, dim);
}

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

LogicalResult Splitting::checkLaws(Refusal &refusal) const {
  for (const NestDim &dim : nest.getDims()) {
    auto reduce = dyn_cast<ReduceOp>(dim.loop);
    if (reduce && !reduce.getAssociative())
      return refusal.set(reduce, "is not declared associative");
    if (reduce && !reduce.getCommutative() &&
        getDim() != nest.getNumParallelDims())
      return refusal.set(reduce, "is not declared commutative");
  }
  return success(succeeded(combiner.getNeutrals(refusal)));
}

Expr Splitting::getLength() const {
  Expr length = 1;
  for (unsigned dim : options.dims)
    length = length * nest.getDims()[dim].size;
  return length;
}

LogicalResult Splitting::checkDims(Refusal &refusal) const {
  for (auto [i, dim] : llvm::enumerate(options.dims)) {
    if (dim >= nest.getNumDims() || !nest.isReduced(dim))
      return refusal.set(nest.getRoot(),
                         "dimension " + Twine(dim) + " is not a reduced one");
    if (dim != getDim() + i)
      return refusal.set(nest.getRoot(),
                         "the dimensions are not one after another");
  }
  SmallVector<Value> operands = nest.getStepOperands();
  for (unsigned dim = 0; dim < nest.getNumDims(); ++dim) {
    size_t count = llvm::count_if(
        operands, [&](Value operand) { return hasDim(nest, operand, dim); });
    if (count == 0)
      return refusal.set(nest.getRoot(),
                         "no operand of the step has dimension " + Twine(dim));
    if (isJoined(dim) && llvm::any_of(operands, [&](Value operand) {
          return hasDim(nest, operand, dim) != hasDim(nest, operand, getDim());
        }))
      return refusal.set(nest.getRoot(),
                         "an operand has some of the dimensions "
                         "only");
  }
  return checkChunk(nest.getRoot(), getLength(), options.size, refusal,
                    options.isPadded);
}

void Splitting::findPadding() {
  SmallVector<Value> padded = llvm::to_vector(
      llvm::make_filter_range(nest.getStepOperands(), [&](Value operand) {
        return hasDim(nest, operand, getDim());
      }));
  std::optional<SmallVector<TypedAttr>> values;
  if (!options.isMasked)
    values = findNeutralElements(combiner, padded, /*isExact=*/false);
  isMasked = !values;
  if (values)
    for (auto [operand, value] : llvm::zip_equal(padded, *values))
      padding[operand] = value;
}

LogicalResult Splitting::prepare(Refusal &refusal) {
  if (failed(checkDims(refusal)) || failed(checkLaws(refusal)) ||
      failed(checkStorable(nest.getOuterReduce(), nest.getInits(), refusal)))
    return failure();
  if (options.isPadded)
    findPadding();
  return success();
}

//===----------------------------------------------------------------------===//
// The parts
//===----------------------------------------------------------------------===//

/// Parts of windows are windows of pieces of what these are of, which overlap:
/// a copy of a piece has all that a tile of its windows needs. Null where
/// `array` has no windows of one dimension along `dim`, or `chunk` does not
/// divide them.
static Value splitWindows(OpBuilder &builder, Location loc, Value array,
                          const Expr &chunk, unsigned dim) {
  auto slide = array.getDefiningOp<SlideOp>();
  if (!slide || slide.getNumDims() != 1 || slide.getFirstDim() + 1 != dim)
    return {};
  MLIRContext *context = builder.getContext();
  const unsigned first = slide.getFirstDim();
  const Expr count = slide.getType().getSize(first),
             size = cast<SizeAttr>(slide.getSize()[0]).getValue(),
             step = cast<SizeAttr>(slide.getStep()[0]).getValue();
  const Expr piece = (count - 1) * step + chunk,
             length = slide.getInput().getType().getSize(first);
  if (Expr::exactDiv(size, chunk).isError() ||
      Expr::exactDiv(length - piece + chunk, chunk) !=
          Expr::exactDiv(size, chunk))
    return {};
  auto slideAlong = [&](Value input, const Expr &window, const Expr &distance,
                        unsigned along) -> Value {
    return SlideOp::create(builder, loc, input,
                           getSizeArrayAttr(context, {window}),
                           getSizeArrayAttr(context, {distance}),
                           builder.getDenseI64ArrayAttr({int64_t(along)}));
  };
  Value parts = slideAlong(slideAlong(slide.getInput(), piece, chunk, first),
                           chunk, step, dim);
  SmallVector<int64_t> permutation = llvm::to_vector(
      llvm::seq<int64_t>(0, cast<ArrayType>(parts.getType()).getRank()));
  std::swap(permutation[first], permutation[dim]);
  return TransposeOp::create(builder, loc, parts,
                             builder.getDenseI64ArrayAttr(permutation));
}

/// Cuts the dimension of a stream after those that it has levels of.
void Splitting::cutDim(Stream &stream, TypedAttr filling) {
  const unsigned dim = stream.levels.size();
  for (size_t i = 1; i < options.dims.size(); ++i)
    stream.current = JoinOp::create(rewriter, loc, stream.current, dim);
  // With elements that there are, the step is defined.
  if (isMasked)
    stream.current = padDim(rewriter, loc, stream.current, options.size, dim,
                            PadMode::Clamp);
  else if (options.isPadded)
    stream.current =
        padDim(rewriter, loc, stream.current, options.size, dim, filling);
  Value parts = splitWindows(rewriter, loc, stream.current, options.size, dim);
  stream.current =
      parts ? parts
            : splitDim(rewriter, loc, stream.current, options.size, dim);
}

Stream Splitting::arrangePart(Value key) {
  NestOperand operand = *nest.lookup(key);
  Stream stream{key, Stream::Use::Step, operand.build(rewriter), {}};
  for (unsigned dim : operand.dims) {
    if (isJoined(dim))
      continue;
    if (dim == getDim()) {
      cutDim(stream, padding.lookup(key));
      stream.levels.push_back(0);
    }
    stream.levels.push_back(dim + 1);
  }
  stream.current = sortDims(rewriter, loc, stream.current, stream.levels);
  return stream;
}

Stream Splitting::arrangeMask() {
  mask = createMask(rewriter, loc, getLength(), options.size);
  return {mask,
          Stream::Use::Step,
          splitDim(rewriter, loc, mask, options.size),
          {0, getDim() + 1}};
}

SmallVector<Value> Splitting::emitReduce(unsigned loop, OpBuilder &builder,
                                         const Streams &streams,
                                         ValueRange accumulators) {
  SmallVector<Value> inits(accumulators);
  if (inits.empty())
    for (unsigned i = 0; i < combiner.getNumAccumulators(); ++i)
      inits.push_back(
          arith::ConstantOp::create(builder, loc, combiner.getNeutral(i)));
  auto reduce = ReduceOp::create(
      builder, loc, getInputs(streams, loop), inits,
      [&](OpBuilder &inner, Location, ValueRange elements,
          ValueRange innerAccumulators) {
        return emitParts(loop + 1, inner, consume(streams, loop, elements),
                         innerAccumulators);
      });
  auto old = cast<ReduceOp>(nest.getDims()[loop - 1].loop);
  reduce.setAssociative(old.getAssociative());
  reduce.setCommutative(old.getCommutative());
  return llvm::to_vector_of<Value>(reduce.getResults());
}

SmallVector<Value> Splitting::emitParts(unsigned loop, OpBuilder &builder,
                                        const Streams &streams,
                                        ValueRange accumulators) {
  if (loop > nest.getNumDims()) {
    auto fold = cast<FoldPattern>(*nest.getInnerReduce());
    IRMapping values = uniform;
    for (const Stream &stream : streams)
      values.map(stream.key, stream.current);
    values.map(fold.getAccumulatorArgs(), accumulators);
    SmallVector<Value> results = cloneScalars(
        builder, nest.getStep(), fold.getYield()->getOperands(), values);
    if (isMasked)
      combiner.maskTerms(results, values.lookup(mask));
    return results;
  }
  if (loop > 0 && isJoined(loop - 1))
    return emitParts(loop + 1, builder, streams, accumulators);
  if (loop > nest.getNumParallelDims())
    return emitReduce(loop, builder, streams, accumulators);
  auto map = MapOp::create(
      builder, loc, getInputs(streams, loop), MappingAttr(),
      [&](OpBuilder &inner, Location, ValueRange elements) {
        return emitParts(loop + 1, inner, consume(streams, loop, elements), {});
      });
  return llvm::to_vector_of<Value>(map.getResults());
}

//===----------------------------------------------------------------------===//
// The results
//===----------------------------------------------------------------------===//

void Splitting::addStreams(Streams &streams, ValueRange values,
                           Stream::Use use) {
  for (Value value : values)
    if (NestOperand operand = *nest.lookup(value); !operand.dims.empty())
      streams.push_back({value, use, operand.build(rewriter), operand.dims});
}

SmallVector<Value> Splitting::emitResult(OpBuilder &builder,
                                         const Streams &streams) {
  IRMapping inits = uniform, values = uniform;
  for (const Stream &stream : streams) {
    if (stream.use == Stream::Use::Init)
      inits.map(stream.key, stream.current);
    if (stream.use == Stream::Use::Epilogue)
      values.map(stream.key, stream.current);
  }
  SmallVector<Value> first = llvm::map_to_vector(
      nest.getInits(), [&](Value init) { return inits.lookupOrDefault(init); });
  auto reduce = ReduceOp::create(
      builder, loc, getInputs(streams, nest.getNumParallelDims()), first,
      [&](OpBuilder &inner, Location, ValueRange elements,
          ValueRange accumulators) {
        return combiner.combine(inner, accumulators, elements);
      });
  reduce.setAssociative(nest.getOuterReduce().getAssociative());
  reduce.setCommutative(nest.getOuterReduce().getCommutative());
  values.map(nest.getOuterReduce().getResults(), reduce.getResults());
  return cloneScalars(builder, nest.getEpilogue(), nest.getOutputs(), values);
}

SmallVector<Value> Splitting::emitResults(unsigned loop, OpBuilder &builder,
                                          const Streams &streams) {
  if (loop == nest.getNumParallelDims())
    return emitResult(builder, streams);
  auto map = MapOp::create(
      builder, loc, getInputs(streams, loop), MappingAttr(),
      [&](OpBuilder &inner, Location, ValueRange elements) {
        return emitResults(loop + 1, inner, consume(streams, loop, elements));
      });
  return llvm::to_vector_of<Value>(map.getResults());
}

SplitNest Splitting::run() {
  rewriter.setInsertionPoint(nest.getRoot());
  uniform = buildUniform(rewriter, nest);
  Streams parts;
  for (Value value : nest.getStepOperands())
    parts.push_back(arrangePart(value));
  if (isMasked)
    parts.push_back(arrangeMask());
  SmallVector<Value> sums = emitParts(0, rewriter, parts, {});
  SplitNest split;
  split.parts = sums.front().getDefiningOp<MapOp>();
  Streams results;
  for (auto [key, sum] : llvm::zip_equal(
           cast<FoldPattern>(*nest.getInnerReduce()).getAccumulatorArgs(),
           sums)) {
    Stream stream{key,
                  Stream::Use::Step,
                  storeIn(rewriter, loc, sum, AddressSpace::Global),
                  {nest.getNumParallelDims()}};
    llvm::append_range(stream.levels, llvm::seq(0u, nest.getNumParallelDims()));
    stream.current = sortDims(rewriter, loc, stream.current, stream.levels);
    results.push_back(stream);
  }
  addStreams(results, nest.getInits(), Stream::Use::Init);
  addStreams(results, nest.getEpilogueOperands(), Stream::Use::Epilogue);
  SmallVector<Value> values = emitResults(0, rewriter, results);
  split.results = values.front().getDefiningOp<MapOp>();
  rewriter.replaceOp(nest.getRoot(), values);
  return split;
}

FailureOr<SplitNest> lift::splitNest(RewriterBase &rewriter, MapOp root,
                                     const SplitNestOptions &options,
                                     Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(root, refusal);
  if (failed(nest))
    return failure();
  if (!nest->getInnerReduce() || options.dims.empty())
    return refusal.set(root, "reduces nothing");
  FailureOr<Combiner> combiner = Combiner::get(nest->getInnerReduce(), refusal);
  if (failed(combiner))
    return failure();
  Splitting splitting(rewriter, *nest, *combiner, options);
  if (failed(splitting.prepare(refusal)))
    return failure();
  return splitting.run();
}
