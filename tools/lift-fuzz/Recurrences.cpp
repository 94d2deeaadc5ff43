//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans and reductions whose steps depend on each other: recurrences, sums that
// start again, the best element and its index. Factors are one, minus one and
// zero, so that sums are exact however they are grouped.
//
//===----------------------------------------------------------------------===//
#include "ShapeGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

unsigned ShapeGenerator::countAccumulators(Recurrence kind) {
  switch (kind) {
  case Recurrence::Signed:
  case Recurrence::Restarted:
    return 1;
  case Recurrence::SecondOrder:
  case Recurrence::GreatestSum:
    return 2;
  case Recurrence::Best:
    return 3;
  }
  llvm_unreachable("a kind of recurrence");
}

SmallVector<Value> ShapeGenerator::emitStep(Recurrence kind, Value element,
                                            ValueRange known) {
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  Type type = element.getType();
  auto select = [&](Value condition, Value ifTrue, Value ifFalse) -> Value {
    return arith::SelectOp::create(builder, loc, condition, ifTrue, ifFalse);
  };
  auto add = [&](Value lhs, Value rhs) { return combine(0, lhs, rhs); };
  Value isPositive = isGreater(element, constant(type, 0));
  switch (kind) {
  case Recurrence::Signed: {
    Value sign = select(isPositive, constant(type, 1), constant(type, -1));
    return {add(multiply(known[0], sign), element)};
  }
  case Recurrence::Restarted:
    return {select(isPositive, element, add(known[0], element))};
  case Recurrence::SecondOrder:
    return {add(known[1], element), known[0]};
  case Recurrence::GreatestSum: {
    Value sum = combine(1, add(known[0], element), element);
    return {sum, combine(1, known[1], sum)};
  }
  case Recurrence::Best: {
    Value isBetter = isGreater(element, known[0]);
    Value one = constant(known[2].getType(), 1);
    return {select(isBetter, element, known[0]),
            select(isBetter, known[2], known[1]), add(known[2], one)};
  }
  }
  llvm_unreachable("a kind of recurrence");
}

SmallVector<Value> ShapeGenerator::runBest() {
  isAssociative = drawLaw();
  return recurrences(/*isBest=*/true);
}

SmallVector<Value> ShapeGenerator::recurrences(bool isBest) {
  Type type = random.chance(70) ? Type(b.builder.getF32Type())
                                : Type(b.builder.getI32Type());
  const unsigned numMaps = random.pick({0, 0, 1, 1, 2});
  for (unsigned i = 0; i < numMaps; ++i)
    sizes.push_back(drawSize({1, 3, 17, 40}));
  sizes.push_back(drawSize({1, 2, 31, 257, 1000, 2049, 4096, 5003, 20011}));
  const auto kind = isBest ? Recurrence::Best : Recurrence(random.range(0, 4));
  SmallVector<Factor> factors = {
      makeFactor(type, llvm::to_vector(llvm::seq<unsigned>(0, sizes.size())))};
  const bool isScan = !isBest && random.chance(50);
  return maps(0, numMaps, factors, [&](ValueRange arrays) {
    SmallVector<Value> inits(countAccumulators(kind),
                             constant(type, random.range(-2, 2)));
    if (kind == Recurrence::Best)
      inits[1] = inits[2] = constant(b.builder.getI32Type(), 0);
    auto step = [&](ValueRange elements, ValueRange known) {
      return emitStep(kind, elements.front(), known);
    };
    if (isScan) {
      SmallVector<Value> results = b.scan(arrays, inits, step);
      results.front().getDefiningOp<ScanOp>().setAssociative(isAssociative);
      return results;
    }
    auto reduce = ReduceOp::create(
        b.builder, b.getLoc(), arrays, inits,
        [&](OpBuilder &, Location, ValueRange elements, ValueRange known) {
          return step(elements, known);
        });
    reduce.setAssociative(isAssociative);
    return llvm::to_vector_of<Value>(reduce.getResults());
  });
}
