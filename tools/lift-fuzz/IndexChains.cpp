//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes operations that index arrays freely. All indices that the
// program states to be in bounds are; others have a default.
//
//===----------------------------------------------------------------------===//

#include "ChainGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

Value ChainGenerator::permuteIndex(Value index, const Expr &length) {
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  Value n = b.size(length);
  if (random.chance(30)) {
    Value last = b.size(length - 1);
    return arith::SubIOp::create(builder, loc, last, index);
  }
  if (random.chance(40)) {
    Value amount = b.size(random.range(0, 5));
    Value moved = arith::AddIOp::create(builder, loc, index, amount);
    return arith::RemUIOp::create(builder, loc, moved, n);
  }
  // Element k of part p goes to part k: a transposition.
  Expr part = b.pickDivisor(length);
  Value size = b.size(part), count = b.size(Expr::floorDiv(length, part));
  Value p = arith::DivUIOp::create(builder, loc, index, size);
  Value k = arith::RemUIOp::create(builder, loc, index, size);
  Value far = arith::MulIOp::create(builder, loc, k, count);
  return arith::AddIOp::create(builder, loc, far, p);
}

Value ChainGenerator::scalarIndex() {
  return arith::IndexCastOp::create(b.builder, b.getLoc(),
                                    b.builder.getIndexType(),
                                    anyScalar(b.builder.getI32Type()));
}

Value ChainGenerator::indexNumbers(const Expr &length) {
  Type i32 = b.builder.getI32Type();
  return b.generate(length, [&](ValueRange indices) {
    Value number = arith::IndexCastOp::create(b.builder, b.getLoc(), i32,
                                              indices.front());
    return scalar(i32, number, random.range(0, 2));
  });
}

Value ChainGenerator::generate(Value array) {
  auto type = getArrayType(array);
  if (b.depth >= kMaxDepth || !b.isAffordable(b.countElements(type) * 2))
    return {};
  Value generated;
  if (type.getRank() > 1 && random.chance(50))
    generated = b.generate(
        ArrayRef(type.getSizeExprs()).take_front(2), [&](ValueRange indices) {
          Value sum = arith::SubIOp::create(b.builder, b.getLoc(), indices[0],
                                            indices[1]);
          Value number = arith::IndexCastOp::create(
              b.builder, b.getLoc(), b.builder.getI32Type(), sum);
          return scalar(b.builder.getF32Type(), number, 1);
        });
  else
    generated = indexNumbers(type.getSize(0));
  return b
      .map(ValueRange{generated, array}, {},
           [&](ValueRange elements) {
             return SmallVector<Value>{combine(elements)};
           })
      .front();
}

Value ChainGenerator::gather(Value array) {
  auto type = getArrayType(array);
  unsigned dim = random.range(0, type.getRank() - 1);
  Expr length = type.getSize(dim);
  if (random.chance(70))
    return b.gather(array, length, dim,
                    [&](Value index) { return permuteIndex(index, length); });
  Expr bound = random.range(1, 6);
  if (!b.isAffordable(b.countElements(type) * 6))
    return {};
  return b.gather(array, bound, dim, [&](Value index) -> Value {
    Value far = arith::MulIOp::create(b.builder, b.getLoc(), index,
                                      b.size(random.range(1, 3)));
    return arith::MinUIOp::create(b.builder, b.getLoc(), far,
                                  b.size(length - 1));
  });
}

/// A scatter stands between what computes an array and where it is stored.
Value ChainGenerator::scatter(Value array) {
  auto type = getArrayType(array);
  std::optional<AddressSpace> space = pickSpace(type);
  if (!space || !isNumber(type.getElementType()) ||
      b.depth + type.getRank() > kMaxDepth ||
      !b.isAffordable(b.countElements(type)))
    return {};
  unsigned dim = random.range(0, type.getRank() - 1);
  Value computed = elementwise(array);
  Value scattered = b.scatter(computed, dim, [&](Value index) {
    return permuteIndex(index, type.getSize(dim));
  });
  return b.materialize(scattered, *space);
}

Value ChainGenerator::lookup(Value array) {
  auto type = getArrayType(array);
  if (!isNumber(type.getElementType()) || type.getRank() >= kMaxRank ||
      !b.isAffordable(b.countElements(type) * 6))
    return {};
  unsigned dim = random.range(0, type.getRank() - 1);
  SmallVector<Value> tables = b.collect([](Value value) {
    auto table = getArrayType(value);
    return table && table.getRank() == 1 &&
           table.getElementType().isInteger(32);
  });
  Value indices = !tables.empty() && random.chance(50)
                      ? random.pick(tables)
                      : indexNumbers(random.range(1, 6));
  return b.lookup(array, indices, dim, anyScalar(type.getElementType()));
}

Value ChainGenerator::at(Value array) {
  auto type = getArrayType(array);
  if (type.getRank() < 2 && b.depth == 0)
    return {};
  unsigned dim = random.range(0, type.getRank() - 1);
  if (isNumber(type.getElementType()) && random.chance(60))
    return b.at(array, scalarIndex(), dim, anyScalar(type.getElementType()));
  Expr last = type.getSize(dim) - 1;
  return b.at(array, random.chance(50) ? Expr(0) : last, dim);
}
