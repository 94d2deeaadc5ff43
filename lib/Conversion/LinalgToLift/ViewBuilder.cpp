//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ViewBuilder.h"

#include "Numbers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lift;

SmallVector<Expr> lift::getSizesOf(Value value) {
  auto type = dyn_cast<ArrayType>(value.getType());
  return type ? type.getSizeExprs() : SmallVector<Expr>();
}

Value lift::getRepeatedScalar(Value value) {
  while (auto broadcast = value.getDefiningOp<BroadcastOp>())
    value = broadcast.getInput();
  return isa<ArrayType>(value.getType()) ? Value() : value;
}

static SizeAttr getSize(OpBuilder &builder, const Expr &size) {
  return SizeAttr::get(builder.getContext(), size);
}

static Expr getSizeOf(Value array, unsigned dim) {
  return cast<ArrayType>(array.getType()).getSize(dim);
}

static unsigned getRankOf(Value array) {
  return cast<ArrayType>(array.getType()).getRank();
}

Value ViewBuilder::withoutSplitOne(Value array, unsigned dim) {
  auto op = array.getDefiningOp<SplitOp>();
  if (!op || !getSizeOf(array, dim).isConstant(1))
    return Value();
  const unsigned outer = op.getDim();
  if (dim == outer || dim == outer + 1)
    return op.getInput();
  const bool isBefore = dim < outer;
  Value input = withoutSplitOne(op.getInput(), isBefore ? dim : dim - 1);
  if (!input)
    return Value();
  return split(input, op.getChunk().getValue(), isBefore ? outer - 1 : outer);
}

Value ViewBuilder::at(Value array, const Expr &index, unsigned dim) {
  if (index.isConstant(0))
    if (Value whole = withoutSplitOne(array, dim))
      return whole;
  return AtOp::create(builder, loc, /*in_bounds=*/false, array, ValueRange(),
                      Value(), builder.getArrayAttr(getSize(builder, index)),
                      dim);
}

Value ViewBuilder::at(Value array, ValueRange indices) {
  SmallVector<Attribute> positions(indices.size(), builder.getUnitAttr());
  return AtOp::create(builder, loc, /*in_bounds=*/true, array, indices, Value(),
                      builder.getArrayAttr(positions));
}

Value ViewBuilder::firstElement(Value array) {
  for (unsigned dim = getSizesOf(array).size(); dim-- > 0;)
    array = at(array, Expr(0), dim);
  return array;
}

Value ViewBuilder::take(Value array, const Expr &size, unsigned dim) {
  if (getSizeOf(array, dim) == size)
    return array;
  return TakeOp::create(builder, loc, array,
                        getSizeArrayAttr(builder.getContext(), size),
                        builder.getDenseI64ArrayAttr(dim));
}

Value ViewBuilder::drop(Value array, const Expr &size, unsigned dim) {
  if (size.isConstant(0))
    return array;
  return DropOp::create(builder, loc, array,
                        getSizeArrayAttr(builder.getContext(), size),
                        builder.getDenseI64ArrayAttr(dim));
}

Value ViewBuilder::slide(Value array, ArrayRef<Expr> sizes,
                         ArrayRef<Expr> steps, unsigned firstDim) {
  SmallVector<int64_t> dims(sizes.size());
  std::iota(dims.begin(), dims.end(), firstDim);
  MLIRContext *context = builder.getContext();
  return SlideOp::create(builder, loc, array, getSizeArrayAttr(context, sizes),
                         getSizeArrayAttr(context, steps),
                         builder.getDenseI64ArrayAttr(dims));
}

Value ViewBuilder::stride(Value array, const Expr &count, const Expr &step,
                          unsigned dim) {
  Value covered = take(array, (count - 1) * step + 1, dim);
  if (step.isConstant(1) || count.isConstant(1))
    return covered;
  return join(slide(covered, Expr(1), step, dim), dim);
}

Value ViewBuilder::split(Value array, const Expr &chunk, unsigned dim) {
  return SplitOp::create(builder, loc, array, getSize(builder, chunk), dim);
}

Value ViewBuilder::splitInto(Value array, ArrayRef<Expr> sizes) {
  for (const Expr &size : llvm::reverse(sizes.drop_front()))
    array = split(array, size, 0);
  return array;
}

Value ViewBuilder::join(Value array, unsigned dim) {
  return JoinOp::create(builder, loc, array, dim);
}

Value ViewBuilder::reverse(Value array, unsigned dim) {
  return ReverseOp::create(builder, loc, array,
                           builder.getDenseI64ArrayAttr(dim));
}

Value ViewBuilder::transpose(Value array, ArrayRef<int64_t> permutation) {
  if (llvm::is_sorted(permutation))
    return array;
  return TransposeOp::create(builder, loc, array,
                             builder.getDenseI64ArrayAttr(permutation));
}

Value ViewBuilder::repeatElements(Value array, const Expr &times,
                                  const Expr &count, unsigned dim) {
  return take(join(broadcast(array, times, dim + 1), dim), count, dim);
}

Value ViewBuilder::repeatWhole(Value array, const Expr &count, unsigned dim) {
  Expr times = Expr::ceilDiv(count, getSizeOf(array, dim));
  return take(join(broadcast(array, times, dim), dim), count, dim);
}

Value ViewBuilder::diagonal(Value array, unsigned first, unsigned second) {
  SmallVector<int64_t> order;
  for (unsigned dim = 0; dim < getRankOf(array); ++dim) {
    if (dim != second)
      order.push_back(dim);
    if (dim == first)
      order.push_back(second);
  }
  Expr count = getSizeOf(array, first);
  return stride(join(transpose(array, order), first), count, count + 1, first);
}

Value ViewBuilder::pad(Value array, ArrayRef<Expr> low, ArrayRef<Expr> high,
                       Value scalar) {
  SmallVector<Expr> lowOf, highOf;
  SmallVector<int64_t> dims;
  for (unsigned dim = 0; dim < getRankOf(array); ++dim) {
    if (low[dim].isConstant(0) && high[dim].isConstant(0))
      continue;
    dims.push_back(dim);
    lowOf.push_back(low[dim]);
    highOf.push_back(high[dim]);
  }
  if (dims.empty())
    return array;
  MLIRContext *context = builder.getContext();
  return PadOp::create(builder, loc, array, getSizeArrayAttr(context, lowOf),
                       getSizeArrayAttr(context, highOf),
                       builder.getDenseI64ArrayAttr(dims), PadMode::Constant,
                       scalar);
}

Value ViewBuilder::concat(ValueRange arrays, unsigned dim) {
  if (arrays.size() == 1)
    return arrays.front();
  return ConcatOp::create(builder, loc, arrays, dim);
}

Value ViewBuilder::broadcast(Value value, ArrayRef<Expr> sizes, unsigned dim) {
  if (sizes.empty())
    return value;
  return BroadcastOp::create(
      builder, loc, value, getSizeArrayAttr(builder.getContext(), sizes), dim);
}

Value ViewBuilder::iota(const Expr &size) {
  auto generate = GenerateOp::create(
      builder, loc,
      ArrayType::get(builder.getContext(), size, builder.getI32Type()),
      getSizeArrayAttr(builder.getContext(), size));
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&generate.getBody());
  Value index = body->addArgument(builder.getIndexType(), loc);
  Value number =
      arith::IndexCastOp::create(builder, loc, builder.getI32Type(), index);
  YieldOp::create(builder, loc, number);
  return generate.getResult();
}

Value ViewBuilder::size(const Expr &size) {
  if (std::optional<int64_t> constant = size.getConstant())
    return arith::ConstantIndexOp::create(builder, loc, *constant);
  return SizeOp::create(builder, loc, getSize(builder, size));
}

Value ViewBuilder::zero(Type type) {
  return arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(getElementTypeFor(type)));
}
