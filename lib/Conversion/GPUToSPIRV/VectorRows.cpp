//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VectorRows.h"

#include "LiftDialect/Analysis/BufferAccess.h"
#include "LiftDialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// The length of rows
//===----------------------------------------------------------------------===//

/// How many numbers at once an access can take from an array of vectors.
static int64_t getUnit(const BufferAccess &access) {
  const int64_t numElements = access.getNumElements();
  int64_t unit = std::min<int64_t>(numElements, 4);
  auto fits = [&] {
    return numElements % unit == 0 && unit != 3 && access.alignment &&
           *access.alignment %
                   (unit * getElementBytes(access.vector.getElementType())) ==
               0;
  };
  while (unit > 1 && !fits())
    --unit;
  return unit;
}

/// The smallest unit of vector accesses to `buffer` that have one; 1 if none
/// has, or if single numbers are updated.
static int64_t getRowLength(Value buffer) {
  if (llvm::any_of(buffer.getUsers(), llvm::IsaPred<memref::AtomicRMWOp>))
    return 1;
  int64_t length = 0;
  for (Operation *user : buffer.getUsers()) {
    const int64_t unit = getUnit(*BufferAccess::get(user));
    if (unit > 1)
      length = length ? std::min(length, unit) : unit;
  }
  return std::max<int64_t>(length, 1);
}

//===----------------------------------------------------------------------===//
// Rewriting accesses
//===----------------------------------------------------------------------===//

namespace {
/// The accesses of one buffer to rows of `length` numbers.
class RowAccesses {
public:
  RowAccesses(Value buffer, int64_t length) : buffer(buffer), length(length) {}

  void rewrite(Operation *op);

private:
  SmallVector<Value> getIndices(OpBuilder &builder, Location loc, Value index);
  Value loadNumber(OpBuilder &builder, Location loc, Value index);
  void storeNumber(OpBuilder &builder, Location loc, Value value, Value index);
  void rewrite(vector::LoadOp op);
  void rewrite(vector::StoreOp op);
  /// Whether a vector access goes to whole rows.
  bool hasRows(Operation *op) const {
    return length > 1 && getUnit(*BufferAccess::get(op)) >= length;
  }

  Value buffer;
  int64_t length;
};
} // namespace

static Value addConstant(OpBuilder &builder, Location loc, Value index,
                         int64_t offset) {
  if (offset == 0)
    return index;
  return arith::AddIOp::create(
      builder, loc, index,
      arith::ConstantIndexOp::create(builder, loc, offset));
}

namespace {
/// `quotient` * length + `rest`; null stands for 0.
struct SplitIndex {
  Value quotient, rest;
};
} // namespace

/// Adds or subtracts; null stands for 0.
template <typename Op>
static Value combine(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  if (!rhs)
    return lhs;
  if (!lhs && std::is_same_v<Op, arith::AddIOp>)
    return rhs;
  if (!lhs)
    lhs = arith::ConstantIndexOp::create(builder, loc, 0);
  return Op::create(builder, loc, lhs, rhs);
}

/// `value` * `factor`; null stands for 0.
static Value scale(OpBuilder &builder, Location loc, Value value,
                   int64_t factor) {
  if (!value || factor == 0)
    return {};
  if (factor == 1)
    return value;
  return arith::MulIOp::create(
      builder, loc, value,
      arith::ConstantIndexOp::create(builder, loc, factor));
}

/// The factor by which an operation multiplies `value`, if that is a constant.
static std::optional<int64_t> getFactor(Operation *op, Value &value) {
  APInt constant;
  if (auto shift = dyn_cast_or_null<arith::ShLIOp>(op);
      shift && matchPattern(shift.getRhs(), m_ConstantInt(&constant)) &&
      constant.ult(31)) {
    value = shift.getLhs();
    return int64_t(1) << constant.getZExtValue();
  }
  auto mul = dyn_cast_or_null<arith::MulIOp>(op);
  if (!mul || !matchPattern(mul.getRhs(), m_ConstantInt(&constant)))
    return std::nullopt;
  value = mul.getLhs();
  return constant.getSExtValue();
}

/// Splits off the multiples of `length` that an index shows. Of 33 * x + y,
/// with rows of 4, that is 8 * x, and x + y remains: rows of many elements,
/// whose places differ by constants, then have one remainder.
static SplitIndex splitIndex(OpBuilder &builder, Location loc, Value index,
                             int64_t length) {
  auto makeConstant = [&](int64_t value) -> Value {
    if (value == 0)
      return {};
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant))) {
    const int64_t value = constant.getSExtValue();
    return {makeConstant(llvm::divideFloorSigned(value, length)),
            makeConstant(llvm::mod(value, length))};
  }
  Operation *op = index.getDefiningOp();
  auto split = [&](Value operand) {
    return splitIndex(builder, loc, operand, length);
  };
  auto combineParts = [&](auto sum) -> SplitIndex {
    using Op = decltype(sum);
    SplitIndex lhs = split(sum.getLhs()), rhs = split(sum.getRhs());
    return {combine<Op>(builder, loc, lhs.quotient, rhs.quotient),
            combine<Op>(builder, loc, lhs.rest, rhs.rest)};
  };
  if (auto add = dyn_cast_or_null<arith::AddIOp>(op))
    return combineParts(add);
  if (auto sub = dyn_cast_or_null<arith::SubIOp>(op))
    return combineParts(sub);
  Value scaled;
  if (std::optional<int64_t> factor = getFactor(op, scaled))
    return {
        scale(builder, loc, scaled, llvm::divideFloorSigned(*factor, length)),
        scale(builder, loc, scaled, llvm::mod(*factor, length))};
  if (auto mul = dyn_cast_or_null<arith::MulIOp>(op))
    for (auto [factor, other] : {std::pair(mul.getLhs(), mul.getRhs()),
                                 std::pair(mul.getRhs(), mul.getLhs())})
      if (SplitIndex parts = split(factor); parts.quotient && !parts.rest)
        return {arith::MulIOp::create(builder, loc, parts.quotient, other), {}};
  return {{}, index};
}

static Value orZero(OpBuilder &builder, Location loc, Value value) {
  return value ? value
               : arith::ConstantIndexOp::create(builder, loc, 0).getResult();
}

/// The row of an index, and its place there. What remains of the index may be
/// negative: its quotient is rounded down.
static std::pair<Value, Value> getRowAndColumn(OpBuilder &builder, Location loc,
                                               Value index, int64_t length) {
  auto [row, rest] = splitIndex(builder, loc, index, length);
  Value column;
  if (rest) {
    auto makeConstant = [&](int64_t value) {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    Value carry = arith::ShRSIOp::create(builder, loc, rest,
                                         makeConstant(llvm::Log2_64(length)));
    row = combine<arith::AddIOp>(builder, loc, row, carry);
    column =
        arith::AndIOp::create(builder, loc, rest, makeConstant(length - 1));
  }
  return {orZero(builder, loc, row), orZero(builder, loc, column)};
}

SmallVector<Value> RowAccesses::getIndices(OpBuilder &builder, Location loc,
                                           Value index) {
  if (length == 1)
    return {index};
  auto [row, column] = getRowAndColumn(builder, loc, index, length);
  return {row, column};
}

Value RowAccesses::loadNumber(OpBuilder &builder, Location loc, Value index) {
  return memref::LoadOp::create(builder, loc, buffer,
                                getIndices(builder, loc, index));
}

void RowAccesses::storeNumber(OpBuilder &builder, Location loc, Value value,
                              Value index) {
  memref::StoreOp::create(builder, loc, value, buffer,
                          getIndices(builder, loc, index));
}

void RowAccesses::rewrite(vector::LoadOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  VectorType type = op.getVectorType();
  Value index = op.getIndices().front();
  SmallVector<Value> lanes;
  if (hasRows(op)) {
    Value row = getRowAndColumn(builder, loc, index, length).first;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    for (int64_t part = 0; part < type.getNumElements() / length; ++part) {
      Value vector = vector::LoadOp::create(
          builder, loc, VectorType::get({length}, type.getElementType()),
          buffer, ValueRange{addConstant(builder, loc, row, part), zero});
      if (type.getNumElements() == length) {
        op.replaceAllUsesWith(vector);
        return;
      }
      for (int64_t lane = 0; lane < length; ++lane)
        lanes.push_back(vector::ExtractOp::create(builder, loc, vector, lane));
    }
  } else {
    for (int64_t lane = 0; lane < type.getNumElements(); ++lane)
      lanes.push_back(
          loadNumber(builder, loc, addConstant(builder, loc, index, lane)));
  }
  op.replaceAllUsesWith(
      vector::FromElementsOp::create(builder, loc, type, lanes).getResult());
}

void RowAccesses::rewrite(vector::StoreOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  VectorType type = op.getVectorType();
  Value index = op.getIndices().front(), stored = op.getValueToStore();
  SmallVector<Value> lanes;
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane)
    lanes.push_back(vector::ExtractOp::create(builder, loc, stored, lane));
  if (!hasRows(op)) {
    for (auto [lane, value] : llvm::enumerate(lanes))
      storeNumber(builder, loc, value, addConstant(builder, loc, index, lane));
    return;
  }
  Value row = getRowAndColumn(builder, loc, index, length).first;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto rowType = VectorType::get({length}, type.getElementType());
  for (int64_t part = 0; part < type.getNumElements() / length; ++part) {
    Value vector = stored;
    if (type != rowType)
      vector = vector::FromElementsOp::create(
          builder, loc, rowType, ArrayRef(lanes).slice(part * length, length));
    vector::StoreOp::create(
        builder, loc, vector, buffer,
        ValueRange{addConstant(builder, loc, row, part), zero});
  }
}

void RowAccesses::rewrite(Operation *op) {
  OpBuilder builder(op);
  if (auto load = dyn_cast<vector::LoadOp>(op)) {
    rewrite(load);
  } else if (auto store = dyn_cast<vector::StoreOp>(op)) {
    rewrite(store);
  } else if (length == 1) {
    return;
  } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
    load.replaceAllUsesWith(
        loadNumber(builder, op->getLoc(), load.getIndices().front()));
  } else {
    auto scalar = cast<memref::StoreOp>(op);
    storeNumber(builder, op->getLoc(), scalar.getValue(),
                scalar.getIndices().front());
  }
  op->erase();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static void formVectorRows(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (isa<VectorType>(type.getElementType()))
    return;
  const int64_t length = getRowLength(buffer);
  SmallVector<Operation *> users(buffer.getUsers());
  if (length > 1) {
    int64_t numRows =
        type.isDynamicDim(0)
            ? ShapedType::kDynamic
            : int64_t(llvm::divideCeil(type.getDimSize(0), length));
    buffer.setType(MemRefType::get({numRows, length}, type.getElementType(),
                                   MemRefLayoutAttrInterface(),
                                   type.getMemorySpace()));
  }
  RowAccesses accesses(buffer, length);
  for (Operation *user : users)
    accesses.rewrite(user);
}

void lift::formVectorRows(gpu::GPUFuncOp kernel) {
  Block &entry = kernel.getBody().front();
  for (BlockArgument argument : entry.getArguments())
    if (isa<MemRefType>(argument.getType()))
      ::formVectorRows(argument);
  for (auto array :
       llvm::make_early_inc_range(entry.getOps<memref::AllocaOp>()))
    ::formVectorRows(array.getResult());
  kernel.setFunctionType(FunctionType::get(
      kernel.getContext(),
      TypeRange(entry.getArgumentTypes()).take_front(kernel.getNumArguments()),
      {}));
}
