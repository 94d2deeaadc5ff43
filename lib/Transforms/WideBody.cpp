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
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lift;

Value WideBody::getVector(Value value) {
  if (Value vector = vectors.lookupOrNull(value))
    return vector;
  Value uniform = scalars.lookupOrDefault(value);
  // What a combination knows as one value is one also in all lanes.
  Value &lanes = broadcasts[uniform];
  if (!lanes || lanes.getParentBlock() != builder.getInsertionBlock())
    lanes = builder.createOrFold<vector::BroadcastOp>(
        uniform.getLoc(), getVectorType(uniform.getType()), uniform);
  return lanes;
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

/// An array of vectors in place of one of numbers.
Type WideBody::getWideType(Type type) const {
  auto array = dyn_cast<ArrayType>(type);
  if (!array)
    return getVectorType(type);
  return ArrayType::get(array.getContext(), array.getSizeExprs(),
                        getVectorType(array.getElementType()));
}

SmallVector<Value> WideBody::emitInner(OpBuilder &inner, Block &body,
                                       ValueRange inputs, ValueRange arguments,
                                       ValueRange accumulators) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(inner.getInsertionBlock(),
                            inner.getInsertionPoint());
  const size_t numInputs = inputs.size();
  for (auto [input, old, argument] : llvm::zip_equal(
           inputs, body.getArguments().take_front(numInputs), arguments)) {
    if (vectors.contains(input))
      vectors.map(old, argument);
    else
      scalars.map(old, argument);
  }
  vectors.map(body.getArguments().drop_front(numInputs), accumulators);
  return emitOps(body);
}

SmallVector<Value> WideBody::emitOps(Block &body) {
  for (Operation &op : body.without_terminator())
    emit(op);
  return getVectors(body.getTerminator()->getOperands());
}

template <typename Fold>
Fold WideBody::emitFold(Fold fold) {
  Block &body = fold.getBody().front();
  auto wide = Fold::create(builder, fold.getLoc(), getInputs(fold.getInputs()),
                           getVectors(fold.getInits()),
                           [&](OpBuilder &inner, Location, ValueRange elements,
                               ValueRange accumulators) {
                             return emitInner(inner, body, fold.getInputs(),
                                              elements, accumulators);
                           });
  wide.setUnrollAttr(fold.getUnrollAttr());
  wide.setAssociative(fold.getAssociative());
  return wide;
}

SmallVector<Value> WideBody::getInputs(ValueRange inputs) {
  return llvm::map_to_vector(inputs, [&](Value input) {
    Value vector = vectors.lookupOrNull(input);
    return vector ? vector : scalars.lookupOrDefault(input);
  });
}

void WideBody::emitPattern(Operation &op) {
  Operation *wide = nullptr;
  if (auto map = dyn_cast<MapOp>(op)) {
    Block &body = map.getBody().front();
    auto created = MapOp::create(
        builder, op.getLoc(), getInputs(map.getInputs()), map.getMappingAttr(),
        [&](OpBuilder &inner, Location, ValueRange elements) {
          return emitInner(inner, body, map.getInputs(), elements, {});
        });
    created.setUnrollAttr(map.getUnrollAttr());
    wide = created;
  } else if (auto scan = dyn_cast<ScanOp>(op)) {
    wide = emitFold(scan);
  } else {
    auto reduce = cast<ReduceOp>(op);
    ReduceOp created = emitFold(reduce);
    created.setCommutative(reduce.getCommutative());
    wide = created;
  }
  wide->setDiscardableAttrs(op.getDiscardableAttrDictionary());
  vectors.map(op.getResults(), wide->getResults());
}

void WideBody::emit(Operation &op) {
  auto isVector = [&](Value value) { return vectors.contains(value); };
  if (!usesAny(op, isVector)) {
    builder.clone(op, scalars);
    return;
  }
  if (isa<CallOp, AtOp>(op))
    return emitForEachLane(op);
  if (isa<MapOp, ReduceOp, ScanOp>(op))
    return emitPattern(op);
  SmallVector<Type> types =
      llvm::map_to_vector(op.getResultTypes(),
                          [&](Type type) -> Type { return getWideType(type); });
  Operation *wide = clone(builder, &op, types, getVectors(op.getOperands()));
  vectors.map(op.getResults(), wide->getResults());
}

SmallVector<Value> WideBody::emit(Block &body, ArrayRef<Value> arguments) {
  vectors.map(body.getArguments(), arguments);
  return emitOps(body);
}

MapOp lift::createWideMap(RewriterBase &rewriter, MapOp map, ValueRange vectors,
                          int64_t width) {
  auto wide = MapOp::create(
      rewriter, map.getLoc(), vectors, map.getMappingAttr(),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        return WideBody(builder, width)
            .emit(map.getBody().front(), llvm::to_vector(elements));
      });
  wide.setUnrollAttr(map.getUnrollAttr());
  wide->setDiscardableAttrs(map->getDiscardableAttrDictionary());
  (void)runRegionDCE(rewriter, wide.getBody());
  return wide;
}
