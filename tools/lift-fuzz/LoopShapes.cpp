//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops whose steps need all of the arrays that the step before has made: the
// host goes through them, or a group, and one for each element of maps around.
//
//===----------------------------------------------------------------------===//

#include "ShapeGenerator.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

Value ShapeGenerator::nextState(ArrayRef<Value> known, Value number,
                                Value matrix) {
  Value array = known[random.range(0, known.size() - 1)];
  SmallVector<Value> two = {array, known[random.range(0, known.size() - 1)]};
  switch (random.range(0, 5)) {
  case 0:
    return sumWindows(/*first=*/0, array);
  case 1:
    return mapElements(/*first=*/0, {b.reverse(array, {0}), two[1]}, number);
  case 2:
    return sizes.size() == 1 ? multiplyMatrix(/*first=*/0, matrix, array)
                             : mapElements(/*first=*/0, two, number);
  case 3:
    return sizes.size() == 1 ? scanRow(/*first=*/0, array)
                             : sumWindows(/*first=*/0, array);
  case 4:
    return mapElements(/*first=*/0, two, sumElements(/*first=*/0, array));
  default:
    return mapElements(/*first=*/0, two, number);
  }
}

SmallVector<Value> ShapeGenerator::loop(bool isScan, Value inputs,
                                        ValueRange inits, Value weights,
                                        Value matrix) {
  const unsigned numArrays = llvm::count_if(
      inits, [](Value init) { return isa<ArrayType>(init.getType()); });
  const unsigned numSteps = random.range(1, 3);
  auto step = [&](ValueRange elements, ValueRange state) {
    SmallVector<Value> known(state.take_front(numArrays));
    known.push_back(weights);
    if (random.chance(60))
      known.push_back(elements.front());
    Value number = state.size() > numArrays ? state.back() : Value();
    SmallVector<Value> next;
    for (unsigned i = 0; i < numSteps + numArrays; ++i)
      known.push_back(nextState(known, number, matrix));
    for (unsigned i = 0; i < numArrays; ++i)
      next.push_back(known[known.size() - 1 - i]);
    if (number)
      next.push_back(sumElements(/*first=*/0, known.back()));
    return next;
  };
  return isScan ? b.scan(inputs, inits, step) : b.reduce(inputs, inits, step);
}

SmallVector<Value> ShapeGenerator::loops() {
  Type type = random.chance(70) ? Type(b.builder.getF32Type())
                                : Type(b.builder.getI32Type());
  for (unsigned rank = random.pick({1, 1, 2}), i = 0; i < rank; ++i)
    sizes.push_back(rank == 1 ? drawSize({1, 3, 31, 64, 130, 257})
                              : drawSize({1, 3, 17, 40, 64}));
  const bool isScan = random.chance(35), isInMap = random.chance(35);
  SmallVector<Expr> inputSizes = {drawSize({1, 2, 3, 5})};
  llvm::append_range(inputSizes, sizes);
  if (isInMap)
    inputSizes.insert(inputSizes.begin(), drawSize({1, 2, 5}));
  Value inputs =
      arrays.makeArray(inputSizes, type, /*steps=*/random.range(0, 1));
  Value matrix =
      arrays.makeArray({sizes.front(), sizes.front()}, type, /*steps=*/0);
  const SmallVector<unsigned> all =
      llvm::to_vector(llvm::seq<unsigned>(0, sizes.size()));
  Value weights = makeFactor(type, all).value;
  if (random.chance(40))
    weights = mapElements(/*first=*/0, weights, {});
  SmallVector<Value> inits;
  for (unsigned i = random.pick({1, 1, 2}); i > 0; --i)
    inits.push_back(random.chance(30) ? weights : makeFactor(type, all).value);
  if (random.chance(40))
    inits.push_back(random.chance(50) ? sumElements(/*first=*/0, weights)
                                      : constant(type, random.range(-2, 2)));
  SmallVector<Value> results =
      isInMap
          ? b.map(inputs, {},
                  [&](ValueRange rows) {
                    return loop(isScan, rows.front(), inits, weights, matrix);
                  })
          : loop(isScan, inputs, inits, weights, matrix);
  if (!isScan && !isInMap && random.chance(30))
    results.push_back(mapElements(/*first=*/0, {results.front(), weights}, {}));
  if (random.chance(20))
    results.front() = b.reverse(results.front(), {0});
  return results;
}
