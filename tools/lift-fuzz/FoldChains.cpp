//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes scans, reductions that may stop early, and histograms.
//
//===----------------------------------------------------------------------===//

#include "ChainGenerator.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

Value ChainGenerator::scan(Value array) {
  if (b.depth >= kMaxDepth ||
      !b.isAffordable(b.countElements(array.getType())))
    return {};
  SmallVector<Value> inputs = {array};
  llvm::append_range(inputs, pickPartners(array, 1));
  Type type = random.chance(50) ? Type(b.builder.getF32Type())
                                : Type(b.builder.getI32Type());
  SmallVector<Value> inits = {anyScalar(type)};
  // An accumulator of which only the next step wants to know.
  if (random.chance(35))
    inits.insert(inits.begin(), anyScalar(type));
  return b
      .scan(inputs, inits,
            [&](ValueRange elements, ValueRange accumulators) {
              Value next = accumulate(elements, accumulators.back());
              if (accumulators.size() == 1)
                return SmallVector<Value>{next};
              Value both[] = {next, accumulators.front()};
              return SmallVector<Value>{accumulators.back(),
                                        scalar(type, both, 1)};
            })
      .back();
}

Value ChainGenerator::scanArrays(Value array) {
  auto type = getArrayType(array);
  if (!canAddRows(type))
    return {};
  auto rest = cast<lift::ArrayType>(type.getInnerType());
  Value init = b.broadcast(anyScalar(type.getElementType()),
                           rest.getSizeExprs(), 0);
  return b
      .scan(array, init,
            [&](ValueRange elements, ValueRange accumulators) {
              return SmallVector<Value>{
                  add(accumulators.front(), elements.front())};
            })
      .front();
}

Value ChainGenerator::reduceWhile(Value array) {
  if (b.depth >= kMaxDepth ||
      !b.isAffordable(b.countElements(array.getType()) * 2))
    return {};
  SmallVector<Value> inputs = {array};
  llvm::append_range(inputs, pickPartners(array, 1));
  SmallVector<Value> inits = {anyScalar(b.builder.getI32Type())};
  if (random.chance(40))
    inits.push_back(anyScalar(b.builder.getF32Type()));
  SmallVector<Value> results = b.reduceWhile(
      inputs, inits,
      [&](ValueRange elements, ValueRange accumulators) {
        SmallVector<Value> leaves = toScalars(elements);
        llvm::append_range(leaves, accumulators);
        return condition(leaves);
      },
      [&](ValueRange elements, ValueRange accumulators) {
        SmallVector<Value> next;
        for (Value accumulator : accumulators)
          next.push_back(accumulate(elements, accumulator));
        return next;
      });
  return combineToScalar(results);
}

Value ChainGenerator::scatterReduce(Value array) {
  int64_t numBins = random.range(1, 6);
  if (b.depth >= kMaxDepth ||
      !b.isAffordable(b.countElements(array.getType()) * 2))
    return {};
  // Some of the indices that depend on what is there are outside.
  SmallVector<Value> tables = b.collect([&](Value value) {
    auto table = getArrayType(value);
    return table && table.getRank() == 1 &&
           table.getElementType().isInteger(32) &&
           table.getSize(0) == getArrayType(array).getSize(0);
  });
  SmallVector<Value> inputs = {
      !tables.empty() && random.chance(50)
          ? random.pick(tables)
          : indexNumbers(getArrayType(array).getSize(0))};
  inputs.push_back(array);
  llvm::append_range(inputs, pickPartners(array, 1));
  SmallVector<Value> inits;
  for (unsigned i = random.chance(30) ? 2 : 1; i > 0; --i) {
    Type type = random.chance(50) ? Type(b.builder.getF32Type())
                                  : Type(b.builder.getI32Type());
    inits.push_back(b.broadcast(anyScalar(type), Expr(numBins), 0));
  }
  return b
      .scatterReduce(inputs, inits,
                     [&](ValueRange elements, ValueRange bins) {
                       SmallVector<Value> next;
                       for (Value bin : bins)
                         next.push_back(accumulate(elements, bin));
                       return next;
                     })
      .back();
}
