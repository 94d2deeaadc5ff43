//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Streams.h"

#include "Builders.h"

using namespace mlir;
using namespace mlir::lift;

SmallVector<Value> lift::getInputs(const Streams &streams, unsigned level) {
  SmallVector<Value> inputs;
  for (const Stream &stream : streams)
    if (stream.isConsumedAt(level))
      inputs.push_back(stream.current);
  return inputs;
}

Streams lift::consume(Streams streams, unsigned level, ValueRange elements) {
  for (Stream &stream : streams)
    if (stream.isConsumedAt(level)) {
      stream.current = elements.front();
      stream.levels.erase(stream.levels.begin());
      elements = elements.drop_front();
    }
  return streams;
}

SmallVector<Value> lift::cloneScalars(OpBuilder &builder,
                                      ArrayRef<Operation *> ops,
                                      ValueRange yielded, IRMapping &values) {
  for (Operation *op : ops)
    builder.clone(*op, values);
  return llvm::map_to_vector(
      yielded, [&](Value value) { return values.lookupOrDefault(value); });
}

IRMapping lift::buildUniform(OpBuilder &builder, const Nest &nest) {
  IRMapping uniform;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (std::optional<NestOperand> operand = nest.lookup(value);
          operand && operand->dims.empty() && !uniform.contains(value))
        uniform.map(value, operand->build(builder));
  };
  auto addAll = [&](ArrayRef<Operation *> ops, ValueRange values) {
    add(values);
    for (Operation *op : ops)
      op->walk([&](Operation *nested) { add(nested->getOperands()); });
  };
  addAll(nest.getEpilogue(), nest.getOutputs());
  if (ReduceOp reduce = nest.getInnerReduce())
    addAll(nest.getStep(),
           cast<FoldPattern>(*reduce).getYield()->getOperands());
  add(nest.getInits());
  return uniform;
}

/// Writes the reductions of a nest from that of `dim`.
static SmallVector<Value> emitReductions(OpBuilder &builder, const Nest &nest,
                                         unsigned dim, unsigned level,
                                         const Streams &streams,
                                         ValueRange inits,
                                         const IRMapping &uniform) {
  auto old = cast<ReduceOp>(nest.getDims()[dim].loop);
  auto reduce = ReduceOp::create(
      builder, nest.getRoot()->getLoc(), getInputs(streams, level), inits,
      [&](OpBuilder &inner, Location, ValueRange elements,
          ValueRange accumulators) {
        Streams rest = consume(streams, level, elements);
        if (dim + 1 < nest.getNumDims())
          return emitReductions(inner, nest, dim + 1, level + 1, rest,
                                accumulators, uniform);
        auto fold = cast<FoldPattern>(*nest.getInnerReduce());
        IRMapping values = uniform;
        for (const Stream &stream : rest)
          values.map(stream.key, stream.current);
        values.map(fold.getAccumulatorArgs(), accumulators);
        return cloneScalars(inner, nest.getStep(),
                            fold.getYield()->getOperands(), values);
      });
  copyLaws(old, reduce);
  return llvm::to_vector_of<Value>(reduce.getResults());
}

SmallVector<Value> lift::emitElement(OpBuilder &builder, const Nest &nest,
                                     unsigned level, const Streams &streams,
                                     const IRMapping &uniform) {
  Streams step;
  IRMapping inits = uniform, values = uniform;
  for (const Stream &stream : streams) {
    if (stream.use == Stream::Use::Step)
      step.push_back(stream);
    else if (stream.use == Stream::Use::Init)
      inits.map(stream.key, stream.current);
    else
      values.map(stream.key, stream.current);
  }
  if (ReduceOp reduce = nest.getOuterReduce()) {
    SmallVector<Value> first =
        llvm::map_to_vector(nest.getInits(), [&](Value init) {
          return inits.lookupOrDefault(init);
        });
    values.map(reduce.getResults(),
               emitReductions(builder, nest, nest.getNumParallelDims(), level,
                              step, first, uniform));
  }
  return cloneScalars(builder, nest.getEpilogue(), nest.getOutputs(), values);
}

SmallVector<Value> lift::emitMaps(OpBuilder &builder, const Nest &nest,
                                  unsigned level, unsigned end,
                                  const Streams &streams,
                                  const IRMapping &uniform) {
  if (level == end)
    return emitElement(builder, nest, level, streams, uniform);
  auto map = MapOp::create(
      builder, nest.getRoot()->getLoc(), getInputs(streams, level),
      MappingAttr(), [&](OpBuilder &inner, Location, ValueRange elements) {
        return emitMaps(inner, nest, level + 1, end,
                        consume(streams, level, elements), uniform);
      });
  return llvm::to_vector_of<Value>(map.getResults());
}
