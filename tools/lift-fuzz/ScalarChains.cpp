//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes arithmetic on numbers. No operation is poison for any
// operands: divisors and shifts are constants. Floats are kept small by
// preferring sums to products, so that few values end as infinity.
//
//===----------------------------------------------------------------------===//

#include "ChainGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

Value ChainGenerator::anyScalar(Type type) {
  SmallVector<Value> numbers =
      b.collect([&](Value value) { return value.getType() == type; });
  if (!numbers.empty() && random.chance(60))
    return random.pick(numbers);
  if (type.isInteger() && random.chance(45) && !b.sizes.empty()) {
    // The steps of an iterate have no name outside of it, and are not in scope.
    SmallVector<Expr> names;
    for (const auto &[name, value] : b.sizes)
      names.push_back(Expr::name(name));
    return arith::IndexCastOp::create(b.builder, b.getLoc(), type,
                                      b.size(random.pick(names)));
  }
  // A literal of 64 bits that has no 32.
  if (type.isInteger(64) && random.chance(20))
    return b.constant(type, random.range(-4, 4) * ((int64_t(1) << 33) + 1));
  return b.constant(type, random.range(-4, 4));
}

/// One of `leaves`, converted if need be, or another number in scope.
Value ChainGenerator::leaf(Type type, ArrayRef<Value> leaves) {
  if (leaves.empty() || random.chance(15))
    return anyScalar(type);
  Value value = random.pick(leaves);
  if (value.getType() == type)
    return value;
  unsigned width = type.getIntOrFloatBitWidth();
  if (type.isF32())
    return arith::SIToFPOp::create(b.builder, b.getLoc(), type, value);
  if (value.getType().isInteger()) {
    if (value.getType().getIntOrFloatBitWidth() > width)
      return arith::TruncIOp::create(b.builder, b.getLoc(), type, value);
    return random.chance(50)
               ? Value(
                     arith::ExtSIOp::create(b.builder, b.getLoc(), type, value))
               : Value(arith::ExtUIOp::create(b.builder, b.getLoc(), type,
                                              value));
  }
  Value zero = b.floatConstant(0);
  Value isPositive = arith::CmpFOp::create(
      b.builder, b.getLoc(), arith::CmpFPredicate::OGT, value, zero);
  return arith::ExtUIOp::create(b.builder, b.getLoc(), type, isPositive);
}

Value ChainGenerator::condition(ArrayRef<Value> leaves) {
  if (random.chance(50)) {
    static constexpr arith::CmpIPredicate predicates[] = {
        arith::CmpIPredicate::slt, arith::CmpIPredicate::eq,
        arith::CmpIPredicate::uge, arith::CmpIPredicate::ne};
    Type type = b.builder.getI32Type();
    if (!leaves.empty() && random.chance(40))
      if (Type first = leaves.front().getType(); first.isInteger())
        type = first;
    Value lhs = leaf(type, leaves), rhs = leaf(type, leaves);
    return arith::CmpIOp::create(b.builder, b.getLoc(),
                                 predicates[random.range(0, 3)], lhs, rhs);
  }
  static constexpr arith::CmpFPredicate predicates[] = {
      arith::CmpFPredicate::OLT, arith::CmpFPredicate::OEQ,
      arith::CmpFPredicate::UGE, arith::CmpFPredicate::UNE};
  Type f32 = b.builder.getF32Type();
  Value lhs = leaf(f32, leaves), rhs = leaf(f32, leaves);
  return arith::CmpFOp::create(b.builder, b.getLoc(),
                               predicates[random.range(0, 3)], lhs, rhs);
}

Value ChainGenerator::select(Type type, ArrayRef<Value> leaves, unsigned size) {
  Value decision = condition(leaves);
  Value lhs = scalar(type, leaves, size / 2), rhs = leaf(type, leaves);
  return arith::SelectOp::create(b.builder, b.getLoc(), decision, lhs, rhs);
}

Value ChainGenerator::floatScalar(ArrayRef<Value> leaves, unsigned size) {
  Type type = b.builder.getF32Type();
  Value lhs = scalar(type, leaves, size - 1);
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  switch (random.range(0, 9)) {
  case 0:
    return arith::SubFOp::create(builder, loc, lhs, leaf(type, leaves));
  case 1:
    return arith::MulFOp::create(builder, loc, lhs,
                                 b.floatConstant(random.pick({-1, 2, 3})));
  case 2:
    return arith::MaximumFOp::create(builder, loc, lhs, leaf(type, leaves));
  case 3:
    return arith::MinimumFOp::create(builder, loc, lhs, leaf(type, leaves));
  case 4:
    return arith::NegFOp::create(builder, loc, lhs);
  case 5:
    return math::AbsFOp::create(builder, loc, lhs);
  case 6:
    return math::FmaOp::create(builder, loc, lhs, leaf(type, leaves),
                               leaf(type, leaves));
  default:
    return arith::AddFOp::create(builder, loc, lhs, leaf(type, leaves));
  }
}

/// A number of bits to shift by, as `value` says.
static Value createShiftAmount(ProgramBuilder &b, Value value) {
  Type type = value.getType();
  Value last = b.constant(type, type.getIntOrFloatBitWidth() - 1);
  return arith::AndIOp::create(b.builder, b.getLoc(), value, last);
}

/// In C, numbers of fewer bits become an int.
static bool isNarrow(Type number) {
  return number.isInteger() && number.getIntOrFloatBitWidth() < 32;
}

/// By -1 the least number cannot be divided.
static int64_t drawDivisor(Random &random) {
  return random.chance(25) ? random.range(-7, -2) : random.range(1, 7);
}

/// A quotient of numbers or of vectors that is rounded up or down.
static Value createDivision(ProgramBuilder &b, Value lhs, Value rhs) {
  switch (b.random.range(0, 3)) {
  case 0:
    return arith::CeilDivSIOp::create(b.builder, b.getLoc(), lhs, rhs);
  case 1:
    return arith::CeilDivUIOp::create(b.builder, b.getLoc(), lhs, rhs);
  default:
    return arith::FloorDivSIOp::create(b.builder, b.getLoc(), lhs, rhs);
  }
}

Value ChainGenerator::intScalar(Type type, ArrayRef<Value> leaves,
                                unsigned size) {
  Value lhs = scalar(type, leaves, size - 1);
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  if (isNarrow(type) && random.chance(20))
    return createDivision(b, lhs, b.constant(type, drawDivisor(random)));
  switch (random.range(0, 16)) {
  case 0:
    return arith::SubIOp::create(builder, loc, lhs, leaf(type, leaves));
  case 1:
    return arith::MulIOp::create(builder, loc, lhs, leaf(type, leaves));
  case 2:
    return arith::MaxSIOp::create(builder, loc, lhs, leaf(type, leaves));
  case 3:
    return arith::MinUIOp::create(builder, loc, lhs, leaf(type, leaves));
  case 4:
    return arith::DivSIOp::create(builder, loc, lhs,
                                  b.constant(type, random.range(1, 7)));
  case 5:
    return arith::RemSIOp::create(builder, loc, lhs,
                                  b.constant(type, random.range(1, 7)));
  case 6:
  case 13:
    return createDivision(b, lhs, b.constant(type, drawDivisor(random)));
  case 7:
    return arith::XOrIOp::create(builder, loc, lhs, leaf(type, leaves));
  case 8:
    return arith::ShLIOp::create(builder, loc, lhs,
                                 b.constant(type, random.range(0, 4)));
  case 10: {
    Type i32 = b.builder.getI32Type();
    Value first = leaf(i32, lhs), second = leaf(i32, leaves);
    return leaf(type, b.callUserFunction(first, second));
  }
  case 11: {
    Value literal = b.constant(type, random.range(-3, 3));
    return arith::ShLIOp::create(builder, loc, literal,
                                 createShiftAmount(b, lhs));
  }
  case 12: {
    Value shifted = leaf(type, leaves);
    return arith::ShRUIOp::create(builder, loc, shifted,
                                  createShiftAmount(b, lhs));
  }
  case 9:
    return arith::ShRSIOp::create(builder, loc, lhs,
                                  b.constant(type, random.range(0, 4)));
  default:
    return arith::AddIOp::create(builder, loc, lhs, leaf(type, leaves));
  }
}

Value ChainGenerator::scalar(Type type, ArrayRef<Value> leaves, unsigned size) {
  if (size == 0)
    return leaf(type, leaves);
  if (random.chance(12))
    return select(type, leaves, size);
  return type.isF32() ? floatScalar(leaves, size)
                      : intScalar(type, leaves, size);
}

SmallVector<Value> ChainGenerator::toScalars(ValueRange arguments) {
  SmallVector<Value> leaves;
  for (Value argument : arguments) {
    auto tuple = dyn_cast<TupleType>(argument.getType());
    if (!tuple) {
      leaves.push_back(toScalar(argument));
      continue;
    }
    for (unsigned i = 0; i < tuple.size(); ++i)
      leaves.push_back(toScalar(b.get(argument, i)));
  }
  return leaves;
}

Value ChainGenerator::toScalar(Value value) {
  if (auto tuple = dyn_cast<TupleType>(value.getType()))
    return toScalar(b.get(value, random.range(0, tuple.size() - 1)));
  while (isArray(value)) {
    if (getArrayType(value).getRank() > 1 && random.chance(30))
      value = b.join(value, 0);
    else
      value = reduceToScalar(value);
  }
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!vector)
    return value;
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  if (random.chance(50))
    return vector::ReductionOp::create(builder, loc, vector::CombiningKind::ADD,
                                       value);
  int64_t lane = random.range(0, vector.getNumElements() - 1);
  return vector::ExtractOp::create(builder, loc, value, lane);
}

Value ChainGenerator::onLanes(Value vector) {
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  Type type = vector.getType();
  Type number = getElementTypeOrSelf(type);
  bool isFloat = number.isF32();
  if (!isFloat && random.chance(isNarrow(number) ? 60 : 25)) {
    Value divisor = b.constant(number, drawDivisor(random));
    return createDivision(
        b, vector, vector::BroadcastOp::create(builder, loc, type, divisor));
  }
  Value other =
      vector::BroadcastOp::create(builder, loc, type, anyScalar(number));
  switch (random.range(0, 2)) {
  case 0:
    return isFloat
               ? Value(arith::MaximumFOp::create(builder, loc, vector, other))
               : Value(arith::MaxSIOp::create(builder, loc, vector, other));
  case 1:
    return isFloat ? Value(arith::SubFOp::create(builder, loc, other, vector))
                   : Value(arith::SubIOp::create(builder, loc, other, vector));
  default:
    return isFloat ? Value(arith::AddFOp::create(builder, loc, vector, other))
                   : Value(arith::MulIOp::create(builder, loc, vector, other));
  }
}

Value ChainGenerator::combineToScalar(ValueRange arguments) {
  SmallVector<Value> leaves = toScalars(arguments);
  Type type = random.pick(leaves).getType();
  // Every argument is used, so that a wrong one is seen.
  Value result = scalar(type, leaves, random.range(0, 2));
  for (Value value : leaves)
    if (value.use_empty() && value != result)
      result = type.isF32()
                   ? Value(arith::AddFOp::create(b.builder, b.getLoc(), result,
                                                 leaf(type, value)))
                   : Value(arith::AddIOp::create(b.builder, b.getLoc(), result,
                                                 leaf(type, value)));
  return result;
}
