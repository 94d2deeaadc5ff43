//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//===----------------------------------------------------------------------===//
#include "WideIndices.h"

#include "TensorSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lift;

Type lift::getElementTypeFor(Type type) {
  return type.isIndex() ? IntegerType::get(type.getContext(), 64) : type;
}

Value lift::makeWide(OpBuilder &builder, Location loc, Value value) {
  Type type = getElementTypeFor(value.getType());
  if (type == value.getType())
    return value;
  if (APInt number; matchPattern(value, m_ConstantInt(&number)))
    return arith::ConstantOp::create(builder, loc,
                                     IntegerAttr::get(type, number));
  return arith::IndexCastOp::create(builder, loc, type, value);
}

Value lift::makeIndex(OpBuilder &builder, Location loc, Value value) {
  if (value.getType().isIndex())
    return value;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    value);
}

/// An integer as one of another width.
static Value convertInteger(OpBuilder &builder, Location loc, Value value,
                            Type type, bool isUnsigned) {
  const unsigned from = value.getType().getIntOrFloatBitWidth();
  const unsigned to = type.getIntOrFloatBitWidth();
  if (from == to)
    return value;
  if (from > to)
    return arith::TruncIOp::create(builder, loc, type, value);
  if (isUnsigned)
    return arith::ExtUIOp::create(builder, loc, type, value);
  return arith::ExtSIOp::create(builder, loc, type, value);
}

SmallVector<Value> lift::computeWide(OpBuilder &builder, Operation *op,
                                     ValueRange operands) {
  IRMapping mapping;
  for (auto [from, to] : llvm::zip_equal(op->getOperands(), operands))
    mapping.map(from, makeWide(builder, op->getLoc(), to));
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return {convertInteger(builder, op->getLoc(),
                           mapping.lookup(op->getOperand(0)),
                           getElementTypeFor(op->getResult(0).getType()),
                           isa<arith::IndexCastUIOp>(op))};
  Operation *copy = op->cloneWithoutRegions(mapping);
  for (Value result : copy->getResults())
    result.setType(getElementTypeFor(result.getType()));
  return llvm::to_vector_of<Value>(builder.insert(copy)->getResults());
}

//===----------------------------------------------------------------------===//
// Which ones
//===----------------------------------------------------------------------===//

/// The indices of a dimension.
static ConstantIntRanges getIndices(int64_t size) {
  const int64_t last = ShapedType::isDynamic(size) ? kMaxSize - 1 : size - 1;
  return ConstantIntRanges::fromSigned(
      APInt::getZero(IndexType::kInternalStorageBitWidth),
      APInt(IndexType::kInternalStorageBitWidth, std::max<int64_t>(last, 0)));
}

ConstantIntRanges WideIndices::getRange(Value value) const {
  if (auto known = ranges.find(value); known != ranges.end())
    return known->second;
  if (APInt number; matchPattern(value, m_ConstantInt(&number)))
    return ConstantIntRanges::constant(number);
  return ConstantIntRanges::maxRange(
      ConstantIntRanges::getStorageBitwidth(value.getType()));
}

void WideIndices::addRanges(Block &body) {
  for (Operation &op : body) {
    for (Region &region : op.getRegions())
      llvm::for_each(region, [&](Block &inner) { addRanges(inner); });
    if (auto index = dyn_cast<linalg::IndexOp>(op)) {
      auto whole = index->getParentOfType<linalg::LinalgOp>();
      ranges.insert(
          {index, getIndices(whole.getStaticLoopRanges()[index.getDim()])});
      continue;
    }
    auto arithmetic = dyn_cast<InferIntRangeInterface>(op);
    if (!arithmetic || !llvm::all_of(op.getOperandTypes(),
                                     llvm::IsaPred<IntegerType, IndexType>))
      continue;
    SmallVector<ConstantIntRanges> operands = llvm::map_to_vector(
        op.getOperands(), [&](Value operand) { return getRange(operand); });
    arithmetic.inferResultRanges(
        operands, [&](Value result, const ConstantIntRanges &range) {
          ranges.insert({result, range});
        });
  }
}

/// Whether nothing but places in arrays depends on what an index is, as far as
/// `use` goes. Places fit, whatever they are computed through.
static bool isPlace(OpOperand &use, const WideIndices &indices) {
  Operation *user = use.getOwner();
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::SelectOp>(user))
    return !indices.contains(user);
  return isa<tensor::ExtractOp>(user);
}

bool WideIndices::isWide(Operation *op) const {
  return llvm::any_of(op->getResults(), [&](Value result) {
    if (!result.getType().isIndex())
      return false;
    ConstantIntRanges range = getRange(result);
    const bool fits =
        range.smin().isSignedIntN(32) && range.smax().isSignedIntN(32);
    return !fits && !llvm::all_of(result.getUses(), [&](OpOperand &use) {
      return isPlace(use, *this);
    });
  });
}

/// Those who use a number come first.
void WideIndices::addWide(Block &body) {
  for (Operation &op : llvm::reverse(body)) {
    if (isWide(&op))
      wide.insert(&op);
    for (Region &region : op.getRegions())
      llvm::for_each(region, [&](Block &inner) { addWide(inner); });
  }
}

WideIndices::WideIndices(Block &body) {
  if (auto generate = dyn_cast<tensor::GenerateOp>(body.getParentOp()))
    for (auto [index, size] :
         llvm::zip_equal(body.getArguments(), generate.getType().getShape()))
      ranges.insert({index, getIndices(size)});
  addRanges(body);
  addWide(body);
}
