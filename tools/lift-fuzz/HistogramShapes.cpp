//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Histograms of an array, or of each of its rows: with bins of several types,
// which start from a number or from an array, and with what is made of them.
//
//===----------------------------------------------------------------------===//
#include "ShapeGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

/// The loops around histograms, and the elements: these have all of them, those
/// of the last alone, or that and some others.
SmallVector<unsigned> ShapeGenerator::drawLoops() {
  const unsigned last = sizes.size() - 1;
  const unsigned percent = random.pick({0, 50, 100});
  SmallVector<unsigned> loops;
  for (unsigned loop = 0; loop < last; ++loop)
    if (random.chance(percent))
      loops.push_back(loop);
  loops.push_back(last);
  return loops;
}

/// The indices of few bins, from those of any.
Value ShapeGenerator::mapToFew(unsigned loop, Value indices) {
  return maps(loop, loop + 1, {{indices, {loop}}},
              [&](ValueRange values) -> SmallVector<Value> {
                return {arith::RemSIOp::create(
                    b.builder, b.getLoc(), values.front(),
                    constant(values.front().getType(), 5))};
              })
      .front();
}

/// What is made of the bins: each of them alone, a scan of them, or what
/// elements find there.
Value ShapeGenerator::readBins(Value bins, Value indices) {
  SmallVector<Expr> outer = sizes;
  sizes = cast<ArrayType>(bins.getType()).getSizeExprs();
  Value result;
  switch (random.range(0, 3)) {
  case 0:
    result = mapElements(/*first=*/0, bins, {});
    break;
  case 1:
    result = scanRow(/*first=*/0, mapElements(/*first=*/0, bins, {}));
    break;
  case 2:
    result = b.reverse(bins, {0});
    break;
  default:
    result =
        b.lookup(bins, indices, 0, constant(getElementType(bins.getType()), 2));
    sizes = cast<ArrayType>(result.getType()).getSizeExprs();
    result = mapElements(/*first=*/0, result, {});
  }
  sizes = outer;
  return result;
}

SmallVector<Value> ShapeGenerator::histograms() {
  const unsigned numMaps = random.pick({0, 0, 1, 1, 2});
  for (unsigned i = 0; i < numMaps; ++i)
    sizes.push_back(drawSize({1, 3, 17}));
  sizes.push_back(drawSize({1, 2, 31, 257, 1000, 4096, 5003, 20011}));
  const Expr numBins = drawSize({1, 2, 7, 40, 256, 1000, 5000, 9001, 20011});
  const unsigned numSums = random.pick({1, 1, 2, 3});
  SmallVector<Factor> factors = {
      makeFactor(b.builder.getI32Type(), drawLoops())};
  kinds.clear();
  for (unsigned i = 0; i < numSums; ++i) {
    kinds.push_back(random.pick({0, 0, 1, 2}));
    factors.push_back(makeFactor(drawType(), drawLoops()));
  }
  // Each histogram starts from arrays of its own, or all of them do.
  SmallVector<Value> starts(numSums);
  for (unsigned i = 0; i < numSums; ++i)
    if (random.chance(35)) {
      Type type = getElementType(factors[i + 1].value.getType());
      starts[i] = arrays.makeArray(numBins, type, /*steps=*/0);
    }
  const bool isMapped = random.chance(50), isRead = random.chance(35);
  // Each map goes through something.
  for (unsigned loop = 0; loop < numMaps; ++loop)
    if (llvm::none_of(factors, [&](const Factor &factor) {
          return llvm::is_contained(factor.loops, loop);
        }))
      factors.push_back(makeFactor(b.builder.getF32Type(), {loop}));
  return maps(0, numMaps, factors, [&](ValueRange values) {
    Value indices = values.front();
    if (isMapped)
      indices = mapToFew(numMaps, indices);
    SmallVector<Value> inputs = {indices}, inits;
    llvm::append_range(inputs, values.slice(1, numSums));
    for (unsigned i = 0; i < numSums; ++i)
      inits.push_back(
          starts[i]
              ? starts[i]
              : b.broadcast(constant(getElementType(inputs[i + 1].getType()),
                                     random.range(-2, 2)),
                            numBins, 0));
    SmallVector<Value> results = b.scatterReduce(
        inputs, inits, [&](ValueRange elements, ValueRange bins) {
          SmallVector<Value> next;
          for (auto [kind, bin, element] :
               llvm::zip_equal(kinds, bins, elements.drop_front()))
            next.push_back(combine(kind, bin, element));
          return next;
        });
    if (isRead)
      results.push_back(readBins(results.front(), indices));
    return results;
  });
}
