//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Streams.h"

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
