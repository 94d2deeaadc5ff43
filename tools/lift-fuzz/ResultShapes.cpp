//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What becomes of the results of a shape: views of them are returned, and other
// patterns go through them, beside other readers. And planes of index
// functions.
//
//===----------------------------------------------------------------------===//
#include "ShapeGenerator.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

static bool isArrayOfNumbers(Value value) {
  auto type = dyn_cast<lift::ArrayType>(value.getType());
  return type && type.getElementType().isIntOrFloat();
}

/// The dimensions of an array, two of which have changed places.
static SmallVector<int64_t> swapDims(unsigned rank, unsigned dim) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(rank));
  std::swap(order[dim], order[(dim + 1) % rank]);
  return order;
}

/// A view of a result, as it leaves the function.
Value ShapeGenerator::viewResult(Value array) {
  auto type = cast<lift::ArrayType>(array.getType());
  const unsigned rank = type.getRank(), dim = random.range(0, rank - 1);
  const int64_t count = b.valueOf(type.getSize(dim));
  switch (random.range(0, 7)) {
  case 0:
    return rank < 2 ? b.reverse(array, {0})
                    : b.transpose(array, swapDims(rank, dim));
  case 1:
    return b.take(array, random.range((count + 1) / 2, count), dim);
  case 2:
    return b.drop(array, random.range(0, count / 2), dim);
  case 3:
    return b.split(array, b.pickDivisor(type.getSize(dim)), dim);
  case 4:
    return rank < 2 ? array : b.join(array, random.range(0, rank - 2));
  case 5:
    return b.pad(array, random.range(0, 1), random.range(0, 2), dim,
                 PadMode::Clamp);
  default:
    return b.reverse(array, {int64_t(dim)});
  }
}

/// The same as `value`, computed by a map of its own that is equal.
static Value computeAgain(ProgramBuilder &b, Value value) {
  auto map = value.getDefiningOp<MapOp>();
  if (!map)
    return value;
  return b.builder.clone(*map)->getResult(
      cast<OpResult>(value).getResultNumber());
}

/// What another pattern makes of a result: of each number, of rows or columns,
/// of neighbours, or of all of it.
Value ShapeGenerator::readResult(Value array) {
  if (random.chance(25))
    array = computeAgain(b, array);
  if (random.chance(35))
    array = viewResult(array);
  auto type = cast<lift::ArrayType>(array.getType());
  const unsigned rank = type.getRank();
  if (rank > 1 && random.chance(50))
    array = b.transpose(array, swapDims(rank, random.range(0, rank - 1)));
  sizes = cast<lift::ArrayType>(array.getType()).getSizeExprs();
  selects = false;
  SmallVector<unsigned> all = llvm::to_vector(llvm::seq<unsigned>(0, rank));
  const unsigned first = random.range(0, rank - 1);
  auto ofRows = [&](unsigned numMaps, function_ref<Value(Value row)> body) {
    return maps(0, numMaps, {{array, all}},
                [&](ValueRange rows) {
                  return SmallVector<Value>{body(rows.front())};
                })
        .front();
  };
  switch (random.range(0, 4)) {
  case 0:
    return mapElements(/*first=*/0, array, {});
  case 1:
    return ofRows(rank - 1, [&](Value row) { return scanRow(rank - 1, row); });
  case 2:
    return sumWindows(/*first=*/0, array);
  case 3: { // What rows are, without what they add up to.
    return ofRows(first, [&](Value row) {
      return mapElements(first, row, sumElements(first, row));
    });
  }
  default:
    return ofRows(first, [&](Value row) { return sumElements(first, row); });
  }
}

/// Returns views of results, and what others make of them, too.
void ShapeGenerator::useResults(SmallVectorImpl<Value> &results) {
  for (Value result : llvm::to_vector(results)) {
    if (!isArrayOfNumbers(result) || !random.chance(25))
      continue;
    // Sums of sums of sums would not be exact.
    Value read = mapElementsOf(result);
    for (unsigned i = random.pick({1, 1, 2}); i > 0; --i)
      results.push_back(readResult(read));
    if (random.chance(30))
      results.push_back(read);
  }
  for (Value &result : results)
    if (isArrayOfNumbers(result) && random.chance(15))
      result = viewResult(result);
  if (results.size() > 1 && random.chance(30))
    results.erase(results.begin());
}

Value ShapeGenerator::mapElementsOf(Value array) {
  sizes = cast<lift::ArrayType>(array.getType()).getSizeExprs();
  return mapElements(/*first=*/0, array, {});
}

/// Planes whose numbers an index function computes of two arrays.
SmallVector<Value> ShapeGenerator::planes() {
  Type type = drawType();
  sizes = {drawSize({1, 2, 5, 17, 40})};
  sizes.push_back(drawSize({1, 3, 16, 33, 64}));
  sizes.push_back(drawSize({1, 2, 7, 32, 65}));
  kinds.assign(1, random.pick({0, 0, 1}));
  Factor rows = makeFactor(type, {0, 2}), columns = makeFactor(type, {1, 2});
  Value plane = b.generate({sizes[0], sizes[1]}, [&](ValueRange indices) {
    Factor own{b.at(rows.value, indices[0], 0), {2}},
        other{b.at(columns.value, indices[1], 0), {2}};
    return clampSmall(
        reductions(2, {own, other}, constant(type, 0), [&](ValueRange values) {
          return SmallVector<Value>{multiply(values[0], values[1])};
        }).front());
  });
  SmallVector<Value> results;
  for (unsigned i = random.range(1, 3); i > 0; --i)
    results.push_back(readResult(plane));
  if (random.chance(40))
    results.push_back(plane);
  return results;
}
