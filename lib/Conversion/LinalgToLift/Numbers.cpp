//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//===----------------------------------------------------------------------===//
#include "Numbers.h"

#include "TensorSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lift;

Type lift::getElementTypeFor(Type type) {
  if (type.isIndex())
    return IntegerType::get(type.getContext(), 64);
  return type.isBF16() ? IntegerType::get(type.getContext(), 16) : type;
}

/// How many bits an f32 has that a bf16 has not.
static constexpr unsigned kLowBits = 16;

static Value makeBits(OpBuilder &builder, Location loc, Value number) {
  return arith::BitcastOp::create(builder, loc, builder.getI32Type(), number);
}

static Value makeInteger(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, /*width=*/32);
}

Value lift::makeElement(OpBuilder &builder, Location loc, Value value,
                        Type type) {
  if (!type.isBF16() || value.getType().isInteger())
    return makeWide(builder, loc, value);
  Type element = getElementTypeFor(type);
  if (APFloat number(0.0f); matchPattern(value, m_ConstantFloat(&number))) {
    APInt bits = number.bitcastToAPInt();
    if (value.getType().isF32())
      bits = bits.lshr(kLowBits).trunc(element.getIntOrFloatBitWidth());
    return arith::ConstantOp::create(builder, loc,
                                     IntegerAttr::get(element, bits));
  }
  Value high =
      arith::ShRUIOp::create(builder, loc, makeBits(builder, loc, value),
                             makeInteger(builder, loc, kLowBits));
  return arith::TruncIOp::create(builder, loc, element, high);
}

Value lift::makeNumber(OpBuilder &builder, Location loc, Value value,
                       Type type) {
  if (!type.isBF16() || value.getType().isF32())
    return value;
  if (APFloat number(0.0f); matchPattern(value, m_ConstantFloat(&number)))
    return arith::ConstantFloatOp::create(builder, loc, builder.getF32Type(),
                                          APFloat(number.convertToFloat()));
  Value bits =
      arith::ExtUIOp::create(builder, loc, builder.getI32Type(), value);
  Value high = arith::ShLIOp::create(builder, loc, bits,
                                     makeInteger(builder, loc, kLowBits));
  return arith::BitcastOp::create(builder, loc, builder.getF32Type(), high);
}

Value lift::makeWide(OpBuilder &builder, Location loc, Value value) {
  if (!value.getType().isIndex())
    return value;
  Type type = getElementTypeFor(value.getType());
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

static SmallVector<Value> computeWide(OpBuilder &builder, Operation *op,
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

/// The bf16 that is nearest to an f32, of two the even one, as f32.
static Value roundToBFloat(OpBuilder &builder, Location loc, Value number) {
  Value bits = makeBits(builder, loc, number);
  auto integer = [&](int64_t value) {
    return makeInteger(builder, loc, value);
  };
  Value high = arith::ShRUIOp::create(builder, loc, bits, integer(kLowBits));
  Value isOdd = arith::AndIOp::create(builder, loc, high, integer(1));
  Value half = arith::AddIOp::create(builder, loc, isOdd, integer(0x7fff));
  Value sum = arith::AddIOp::create(builder, loc, bits, half);
  Value rounded =
      arith::AndIOp::create(builder, loc, sum, integer(-(1 << kLowBits)));
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      number, number);
  Value chosen = arith::SelectOp::create(builder, loc, isNaN,
                                         integer(0x7fc00000), rounded);
  return arith::BitcastOp::create(builder, loc, builder.getF32Type(), chosen);
}

/// A float of another type as f32.
static Value makeSingle(OpBuilder &builder, Location loc, Value number) {
  Type single = builder.getF32Type();
  if (number.getType().isF64())
    return arith::TruncFOp::create(builder, loc, single, number);
  if (number.getType().isF16())
    return arith::ExtFOp::create(builder, loc, single, number);
  return number;
}

bool lift::isOnBFloats(Operation *op) {
  auto isBFloat = [](Type type) { return type.isBF16(); };
  return llvm::any_of(op->getOperandTypes(), isBFloat) ||
         llvm::any_of(op->getResultTypes(), isBFloat);
}

static SmallVector<Value> computeBFloats(OpBuilder &builder, Operation *op,
                                         ValueRange operands) {
  Location loc = op->getLoc();
  IRMapping mapping;
  for (auto [from, to] : llvm::zip_equal(op->getOperands(), operands))
    mapping.map(from, makeNumber(builder, loc, to, from.getType()));
  Type type = op->getResult(0).getType();
  auto getOperand = [&] { return mapping.lookup(op->getOperand(0)); };
  if (isa<arith::BitcastOp>(op))
    return {type.isBF16() ? makeNumber(builder, loc, getOperand(), type)
                          : makeElement(builder, loc, getOperand(),
                                        op->getOperand(0).getType())};
  if (isa<arith::ExtFOp>(op) && type.isF32())
    return {getOperand()};
  if (isa<arith::TruncFOp>(op) && type.isBF16())
    return {
        roundToBFloat(builder, loc, makeSingle(builder, loc, getOperand()))};
  if (isa<arith::ConstantOp>(op))
    return {makeNumber(builder, loc, op->getResult(0), type)};
  Operation *copy = op->cloneWithoutRegions(mapping);
  builder.insert(copy);
  if (!type.isBF16())
    return {copy->getResult(0)};
  copy->getResult(0).setType(builder.getF32Type());
  if (isa<arith::SelectOp, arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp,
          arith::MaxNumFOp, arith::MinNumFOp, math::AbsFOp>(op))
    return {copy->getResult(0)};
  return {roundToBFloat(builder, loc, copy->getResult(0))};
}

SmallVector<Value> lift::computeNumbers(OpBuilder &builder, Operation *op,
                                        ValueRange operands) {
  return isOnBFloats(op) ? computeBFloats(builder, op, operands)
                         : computeWide(builder, op, operands);
}

//===----------------------------------------------------------------------===//
// Indices that need 64 bits
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
