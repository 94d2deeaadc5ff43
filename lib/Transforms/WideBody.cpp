//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Transforms/WideBody.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;

Value WideBody::getVector(Value value) {
  if (Value vector = vectors.lookupOrNull(value))
    return vector;
  Value uniform = scalars.lookupOrDefault(value);
  return builder.createOrFold<vector::BroadcastOp>(
      uniform.getLoc(), getVectorType(uniform.getType()), uniform);
}

SmallVector<Value> WideBody::getVectors(ValueRange values) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return getVector(value); });
}

void WideBody::emitForEachLane(Operation &op) {
  SmallVector<SmallVector<Value>> lanes(op.getNumResults());
  for (int64_t lane = 0; lane < width; ++lane) {
    IRMapping mapping = scalars;
    for (Value operand : op.getOperands())
      if (Value vector = vectors.lookupOrNull(operand))
        mapping.map(operand, vector::ExtractOp::create(builder, op.getLoc(),
                                                       vector, lane));
    Operation *call = builder.clone(op, mapping);
    for (auto [all, result] : llvm::zip_equal(lanes, call->getResults()))
      all.push_back(result);
  }
  for (auto [all, result] : llvm::zip_equal(lanes, op.getResults()))
    vectors.map(result, vector::FromElementsOp::create(
                            builder, op.getLoc(),
                            getVectorType(result.getType()), all));
}

void WideBody::emit(Operation &op) {
  auto isVector = [&](Value value) { return vectors.contains(value); };
  if (!usesAny(op, isVector)) {
    builder.clone(op, scalars);
    return;
  }
  if (isa<CallOp>(op))
    return emitForEachLane(op);
  SmallVector<Type> types =
      llvm::map_to_vector(op.getResultTypes(), [&](Type type) -> Type {
        return getVectorType(type);
      });
  Operation *wide = clone(builder, &op, types, getVectors(op.getOperands()));
  vectors.map(op.getResults(), wide->getResults());
}

SmallVector<Value> WideBody::emit(Block &body, ArrayRef<Value> arguments) {
  vectors.map(body.getArguments(), arguments);
  for (Operation &op : body.without_terminator())
    emit(op);
  return getVectors(body.getTerminator()->getOperands());
}
