//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Builders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lift;

MutableOperandRange lift::getInputs(Operation *loop) {
  if (auto map = dyn_cast<MapOp>(loop))
    return map.getInputsMutable();
  if (auto scan = dyn_cast<ScanOp>(loop))
    return scan.getInputsMutable();
  return cast<ReduceOp>(loop).getInputsMutable();
}

Value lift::splitDim(OpBuilder &builder, Location loc, Value array,
                     const Expr &chunk, unsigned dim) {
  return SplitOp::create(builder, loc, array,
                         SizeAttr::get(builder.getContext(), chunk), dim);
}

Value lift::takeFirst(OpBuilder &builder, Location loc, Value array,
                      unsigned dim) {
  return takeElement(builder, loc, array, 0, dim);
}

Value lift::takeElement(OpBuilder &builder, Location loc, Value array,
                        const Expr &index, unsigned dim) {
  Attribute position = SizeAttr::get(builder.getContext(), index);
  return AtOp::create(builder, loc, /*in_bounds=*/false, array, ValueRange(),
                      Value(), builder.getArrayAttr(position), dim);
}

Value lift::exchangeDims(OpBuilder &builder, Location loc, Value array) {
  SmallVector<int64_t> permutation = llvm::to_vector(
      llvm::seq<int64_t>(0, cast<ArrayType>(array.getType()).getRank()));
  std::swap(permutation[0], permutation[1]);
  return TransposeOp::create(builder, loc, array,
                             builder.getDenseI64ArrayAttr(permutation));
}

Value lift::sortDims(OpBuilder &builder, Location loc, Value array,
                     SmallVectorImpl<unsigned> &have) {
  SmallVector<int64_t> permutation = llvm::to_vector(
      llvm::seq<int64_t>(0, cast<ArrayType>(array.getType()).getRank()));
  llvm::stable_sort(
      MutableArrayRef(permutation).take_front(have.size()),
      [&](int64_t lhs, int64_t rhs) { return have[lhs] < have[rhs]; });
  llvm::sort(have);
  if (llvm::is_sorted(permutation))
    return array;
  return TransposeOp::create(builder, loc, array,
                             builder.getDenseI64ArrayAttr(permutation));
}

Value lift::moveToEnd(OpBuilder &builder, Location loc, Value array,
                      unsigned dim, SmallVectorImpl<unsigned> &have) {
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, have.size()));
  llvm::stable_sort(permutation, [&](int64_t lhs, int64_t rhs) {
    return (have[lhs] == dim) < (have[rhs] == dim);
  });
  llvm::stable_sort(have, [&](unsigned lhs, unsigned rhs) {
    return (lhs == dim) < (rhs == dim);
  });
  if (llvm::is_sorted(permutation))
    return array;
  return TransposeOp::create(builder, loc, array,
                             builder.getDenseI64ArrayAttr(permutation));
}

SmallVector<Value> lift::createConstants(OpBuilder &builder, Location loc,
                                         ArrayRef<TypedAttr> values) {
  return llvm::map_to_vector(values, [&](TypedAttr value) -> Value {
    return arith::ConstantOp::create(builder, loc, value);
  });
}

SmallVector<Value> lift::cloneBody(OpBuilder &builder, Block &body,
                                   ValueRange arguments) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

SmallVector<Value> lift::cloneStep(OpBuilder &builder, FoldPattern fold,
                                   ValueRange elements,
                                   ValueRange accumulators) {
  SmallVector<Value> arguments(elements);
  llvm::append_range(arguments, accumulators);
  return cloneBody(builder, fold.getStep().front(), arguments);
}

Value lift::emitTerm(OpBuilder &builder, FoldPattern fold,
                     const Combiner &combiner, ValueRange elements) {
  IRMapping values;
  values.map(fold.getElementArgs(), elements);
  for (Operation &op : fold.getStep().front().without_terminator())
    if (&op != combiner.getOp(0))
      builder.clone(op, values);
  return values.lookupOrDefault(combiner.getTerm(0));
}

SmallVector<Value> lift::without(ValueRange values, unsigned number) {
  SmallVector<Value> others(values);
  others.erase(others.begin() + number);
  return others;
}

SmallVector<Value> lift::selectEach(OpBuilder &builder, Value mask,
                                    ValueRange values, ValueRange others) {
  SmallVector<Value> selected;
  for (auto [value, other] : llvm::zip_equal(values, others))
    selected.push_back(
        arith::SelectOp::create(builder, mask.getLoc(), mask, value, other));
  return selected;
}

void lift::runInVectors(MapOp map, int64_t width) {
  map.setMappingAttr(MappingAttr::get(map.getContext(), MappingKind::Seq, 0));
  map.setUnroll(0);
  if (width > 1)
    map.setVectorWidth(width);
}

MapOp lift::copyVectors(OpBuilder &builder, Location loc, ValueRange arrays,
                        int64_t width) {
  auto copy = MapOp::create(builder, loc, arrays, MappingAttr(),
                            [](OpBuilder &, Location, ValueRange elements) {
                              return llvm::to_vector_of<Value>(elements);
                            });
  runInVectors(copy, width);
  return copy;
}

Value lift::storeIn(OpBuilder &builder, Location loc, Value array,
                    AddressSpace space) {
  return MaterializeOp::create(
      builder, loc, array, AddressSpaceAttr::get(builder.getContext(), space),
      DenseI64ArrayAttr(), IntegerAttr());
}

void lift::copyLaws(ReduceOp from, ReduceOp to) {
  to.setAssociative(from.getAssociative());
  to.setCommutative(from.getCommutative());
}
