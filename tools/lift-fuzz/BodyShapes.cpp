//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps whose bodies do several things to a row or a plane, one after another:
// maps, sums, windows, scans, products with a matrix; and yield some of them.
//
//===----------------------------------------------------------------------===//
#include "ShapeGenerator.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

namespace {
/// What a body has so far: rows or planes of one shape, and numbers.
struct Known {
  SmallVector<Value> arrays, numbers;
};
} // namespace

/// Keeps numbers small, so that sums of what becomes of them are exact.
Value ShapeGenerator::clampSmall(Value number) {
  constexpr int64_t kMost = 4;
  Value low = combine(1, number, constant(number.getType(), -kMost));
  return combine(2, low, constant(number.getType(), kMost));
}

/// The loops of the nest from `first` on.
static SmallVector<unsigned> getLoops(unsigned first, size_t last) {
  return llvm::to_vector(llvm::seq<unsigned>(first, last));
}

Value ShapeGenerator::mapElements(unsigned first, ValueRange arrays,
                                  Value number) {
  SmallVector<Factor> factors;
  for (Value array : arrays)
    factors.push_back({array, getLoops(first, sizes.size())});
  return maps(first, sizes.size(), factors,
              [&](ValueRange elements) {
                Value result = elements.front();
                for (Value other : elements.drop_front())
                  result = combine(random.range(0, 2), result, other);
                if (number)
                  result = combine(random.range(0, 2), result, number);
                return SmallVector<Value>{clampSmall(result)};
              })
      .front();
}

Value ShapeGenerator::sumElements(unsigned first, ValueRange arrays) {
  kinds.assign(1, random.pick({0, 0, 1, 2}));
  SmallVector<Factor> factors;
  for (Value array : arrays)
    factors.push_back({array, getLoops(first, sizes.size())});
  Type type = cast<ArrayType>(arrays.front().getType()).getElementType();
  Value sum = reductions(first, factors, constant(type, random.range(-1, 1)),
                         [&](ValueRange elements) {
                           Value term = elements.front();
                           for (Value other : elements.drop_front())
                             term = multiply(term, other);
                           return SmallVector<Value>{term};
                         })
                  .front();
  return clampSmall(sum);
}

/// What each element and its neighbours along the last dimension give.
Value ShapeGenerator::sumWindows(unsigned first, Value array) {
  const unsigned dim = sizes.size() - first - 1;
  const int64_t size = random.pick({2, 3, 5}), low = random.range(0, size - 1);
  Type type = cast<ArrayType>(array.getType()).getElementType();
  const bool isConstant = random.chance(50);
  Value padded =
      b.pad(array, low, size - 1 - low, dim,
            isConstant ? PadMode::Constant : PadMode::Clamp,
            isConstant ? constant(type, random.range(-2, 2)) : Value());
  Value windows = b.slide(padded, Expr(size), Expr(1), dim);
  const unsigned kind = random.range(0, 2);
  return maps(first, sizes.size(), {{windows, getLoops(first, sizes.size())}},
              [&](ValueRange values) {
                Value sum =
                    b.reduce(values, constant(type, 0),
                             [&](ValueRange elements, ValueRange known) {
                               return SmallVector<Value>{
                                   combine(kind, known[0], elements[0])};
                             })
                        .front();
                return SmallVector<Value>{clampSmall(sum)};
              })
      .front();
}

Value ShapeGenerator::scanRow(unsigned first, Value array) {
  Type type = cast<ArrayType>(array.getType()).getElementType();
  Value scanned =
      b.scan(array, constant(type, 0),
             [&](ValueRange elements, ValueRange known) {
               return SmallVector<Value>{combine(0, known[0], elements[0])};
             })
          .front();
  scanned.getDefiningOp<ScanOp>().setAssociative(isAssociative);
  return mapElements(first, scanned, {});
}

/// The sum of products with each row of `matrix`.
Value ShapeGenerator::multiplyMatrix(unsigned first, Value matrix,
                                     Value array) {
  return b
      .map(matrix, MappingAttr(),
           [&](ValueRange rows) {
             return SmallVector<Value>{
                 sumElements(first, ValueRange{array, rows.front()})};
           })
      .front();
}

SmallVector<Value> ShapeGenerator::bodies() {
  Type type = random.chance(70) ? Type(b.builder.getF32Type())
                                : Type(b.builder.getI32Type());
  const unsigned first = random.pick({1, 1, 2});
  for (unsigned i = 0; i < first; ++i)
    sizes.push_back(drawSize({1, 2, 3, 5, 17}));
  if (random.chance(60)) {
    sizes.push_back(drawSize({1, 7, 31, 64, 100, 130, 256, 300, 1024}));
  } else {
    sizes.push_back(drawSize({1, 3, 7, 16, 33}));
    sizes.push_back(drawSize({1, 5, 31, 64}));
  }
  const SmallVector<unsigned> all = getLoops(0, sizes.size());
  const SmallVector<unsigned> own = getLoops(first, sizes.size());
  SmallVector<Factor> factors = {makeFactor(type, all)};
  if (random.chance(40))
    factors.push_back(makeFactor(type, all));
  if (random.chance(30))
    factors.push_back(makeFactor(type, {0}));
  Value weights = makeFactor(type, own).value;
  SmallVector<Expr> rows = {drawSize({1, 3, 8, 33})};
  for (unsigned loop : own)
    rows.push_back(sizes[loop]);
  Value matrix = arrays.makeArray(rows, type, false);
  const unsigned numSteps = random.range(2, 4);
  return maps(0, first, factors, [&](ValueRange values) {
    Known known;
    for (Value value : values)
      (isa<ArrayType>(value.getType()) ? known.arrays : known.numbers)
          .push_back(value);
    known.arrays.push_back(weights);
    Value product;
    for (unsigned i = 0; i < numSteps; ++i) {
      auto pick = [&](ArrayRef<Value> from) {
        return from[random.range(0, from.size() - 1)];
      };
      // What was made last is read more often than the others.
      Value array =
          random.chance(60) ? known.arrays.back() : pick(known.arrays);
      SmallVector<Value> two = {array};
      if (random.chance(40))
        two.push_back(pick(known.arrays));
      Value number = known.numbers.empty() || random.chance(40)
                         ? Value()
                         : pick(known.numbers);
      switch (random.range(0, 9)) {
      case 0:
      case 1:
        known.arrays.push_back(sumWindows(first, array));
        break;
      case 2:
      case 3:
      case 4:
        known.numbers.push_back(sumElements(first, two));
        break;
      case 5:
        known.arrays.push_back(b.reverse(array, {0}));
        break;
      case 6:
        known.arrays.push_back(own.size() == 1
                                   ? scanRow(first, array)
                                   : mapElements(first, two, number));
        break;
      case 7:
        product = multiplyMatrix(first, matrix, array);
        break;
      default:
        known.arrays.push_back(mapElements(first, two, number));
      }
    }
    SmallVector<Value> results;
    if (random.chance(20))
      results.push_back(
          b.concat({known.arrays.back(), known.arrays.front()}, 0));
    else if (!product || random.chance(50))
      results.push_back(known.arrays.back());
    if (product)
      results.push_back(product);
    if (!known.numbers.empty() && random.chance(50))
      results.push_back(known.numbers.back());
    return results;
  });
}
