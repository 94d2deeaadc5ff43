//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ShapeGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

Expr ShapeGenerator::drawSize(std::initializer_list<int64_t> values) {
  int64_t value = random.pick(values);
  if (isAligned)
    value = value > 2000 ? 65536 : value > 30 ? 128 : random.pick({16, 32, 64});
  int64_t trips = 1;
  for (const Expr &size : sizes)
    trips *= b.valueOf(size);
  while (value > 1 && value * trips > mostTrips)
    value /= 2;
  if (random.chance(40))
    return value;
  std::string name = "S" + std::to_string(b.sizes.size());
  b.sizes[name] = value;
  return Expr::name(name);
}

Type ShapeGenerator::drawType() {
  OpBuilder &builder = b.builder;
  const int64_t drawn = random.range(0, 99);
  return drawn < 60   ? Type(builder.getF32Type())
         : drawn < 65 ? Type(builder.getF64Type())
         : drawn < 90 ? Type(builder.getI32Type())
                      : builder.getIntegerType(random.pick({8, 16, 64}));
}

ShapeGenerator::Factor ShapeGenerator::makeFactor(Type type,
                                                  SmallVector<unsigned> dims) {
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, dims.size()));
  if (random.chance(60))
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random.range(0, i - 1)]);
  // Dimension i of the array in memory is order[i] of those that are read.
  SmallVector<Expr> shape;
  SmallVector<int64_t> permutation(order.size());
  for (auto [position, dim] : llvm::enumerate(order)) {
    shape.push_back(sizes[dims[dim]]);
    permutation[dim] = position;
  }
  Value array = arrays.makeArray(shape, type, random.chance(25));
  if (!dims.empty() && random.chance(8))
    array = mapNumbers(array);
  if (!llvm::is_sorted(permutation))
    array = b.transpose(array, permutation);
  return {array, dims};
}

Value ShapeGenerator::isGreater(Value lhs, Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return arith::CmpFOp::create(b.builder, b.getLoc(),
                                 arith::CmpFPredicate::OGT, lhs, rhs);
  return arith::CmpIOp::create(b.builder, b.getLoc(), arith::CmpIPredicate::sgt,
                               lhs, rhs);
}

Value ShapeGenerator::combine(unsigned kind, Value lhs, Value rhs) {
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  const bool isFloat = isa<FloatType>(lhs.getType());
  switch (kind) {
  case 0:
    return isFloat ? Value(arith::AddFOp::create(builder, loc, lhs, rhs))
                   : Value(arith::AddIOp::create(builder, loc, lhs, rhs));
  case 1:
    return isFloat ? Value(arith::MaximumFOp::create(builder, loc, lhs, rhs))
                   : Value(arith::MaxSIOp::create(builder, loc, lhs, rhs));
  default:
    return isFloat ? Value(arith::MinimumFOp::create(builder, loc, lhs, rhs))
                   : Value(arith::MinSIOp::create(builder, loc, lhs, rhs));
  }
}

Value ShapeGenerator::multiply(Value lhs, Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return arith::MulFOp::create(b.builder, b.getLoc(), lhs, rhs);
  return arith::MulIOp::create(b.builder, b.getLoc(), lhs, rhs);
}

Value ShapeGenerator::finish(Value sum, ArrayRef<Value> others) {
  Value result = sum;
  if (random.chance(30))
    result = multiply(result, constant(result.getType(), random.range(-3, 3)));
  for (Value other : others)
    if (other.getType() == result.getType())
      result = combine(random.range(0, 2), result, other);
  if (random.chance(30))
    result = combine(1, result, constant(result.getType(), 0));
  return result;
}

Value ShapeGenerator::mapNumbers(Value array) {
  auto type = cast<lift::ArrayType>(array.getType());
  SmallVector<unsigned> dims = llvm::to_vector(llvm::seq(type.getRank()));
  SmallVector<Factor> factors = {{array, dims}};
  if (random.chance(25))
    factors.push_back(
        {arrays.makeArray(type.getSizeExprs(), type.getElementType(), false),
         dims});
  return maps(0, dims.size(), factors,
              [&](ValueRange values) {
                return SmallVector<Value>{finish(
                    values.front(), SmallVector<Value>(values.drop_front()))};
              })
      .front();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<Value> ShapeGenerator::maps(unsigned first, unsigned last,
                                        SmallVector<Factor> factors,
                                        Body body) {
  if (first == last)
    return body(llvm::map_to_vector(
        factors, [](const Factor &factor) { return factor.value; }));
  SmallVector<Value> inputs;
  for (const Factor &factor : factors)
    if (llvm::is_contained(factor.loops, first))
      inputs.push_back(factor.value);
  auto map = MapOp::create(b.builder, b.getLoc(), inputs, MappingAttr(),
                           [&](OpBuilder &, Location, ValueRange elements) {
                             SmallVector<Factor> inner = factors;
                             for (Factor &factor : inner)
                               if (llvm::is_contained(factor.loops, first)) {
                                 factor.value = elements.front();
                                 elements = elements.drop_front();
                               }
                             return maps(first + 1, last, inner, body);
                           });
  return llvm::to_vector_of<Value>(map.getResults());
}

/// What changes nothing in sums, or in maxima and minima of small numbers.
Value ShapeGenerator::getNothing(unsigned kind, Type type) {
  return constant(type, kind == 0 ? 0 : kind == 1 ? -100 : 100);
}

SmallVector<Value> ShapeGenerator::reductions(unsigned first,
                                              SmallVector<Factor> factors,
                                              ValueRange accumulators,
                                              Body body) {
  if (first == sizes.size()) {
    SmallVector<Value> next,
        terms = body(llvm::map_to_vector(
            factors, [](const Factor &factor) { return factor.value; }));
    if (selects)
      return b.chooseFirst(accumulators, terms);
    for (auto [kind, accumulator, term] :
         llvm::zip_equal(kinds, accumulators, terms))
      next.push_back(combine(kind, accumulator, term));
    return next;
  }
  SmallVector<Value> inputs;
  for (const Factor &factor : factors)
    if (llvm::is_contained(factor.loops, first))
      inputs.push_back(factor.value);
  auto reduce = ReduceOp::create(
      b.builder, b.getLoc(), inputs, accumulators,
      [&](OpBuilder &, Location, ValueRange elements, ValueRange inner) {
        SmallVector<Factor> next = factors;
        for (Factor &factor : next)
          if (llvm::is_contained(factor.loops, first)) {
            factor.value = elements.front();
            elements = elements.drop_front();
          }
        if (!startsFromNothing || selects || first + 1 == sizes.size())
          return reductions(first + 1, next, inner, body);
        SmallVector<Value> own;
        for (auto [kind, accumulator] : llvm::zip_equal(kinds, inner))
          own.push_back(getNothing(kind, accumulator.getType()));
        own = reductions(first + 1, next, own, body);
        for (auto [kind, accumulator, value] :
             llvm::zip_equal(kinds, inner, own))
          value = combine(kind, accumulator, value);
        return own;
      });
  reduce.setAssociative(isAssociative);
  reduce.setCommutative(isCommutative);
  return llvm::to_vector_of<Value>(reduce.getResults());
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// A sum of products of two arrays, each with a dimension of its own.
SmallVector<Value> ShapeGenerator::contraction() {
  Type type = drawType();
  const bool hasBatch = random.chance(30), isDeep = random.chance(25);
  const bool isTurned = random.chance(30);
  SmallVector<unsigned> rows, columns, parallel;
  if (hasBatch) {
    sizes.push_back(drawSize({1, 2, 3, 5}));
    parallel.push_back(0);
  }
  for (unsigned i = 0; i < 2; ++i) {
    parallel.push_back(sizes.size());
    (bool(i) != isTurned ? columns : rows).push_back(sizes.size());
    sizes.push_back(drawSize({1, 2, 3, 7, 13, 16, 17, 31, 32, 64, 65}));
  }
  const unsigned numParallel = sizes.size();
  int64_t outputs = 1;
  for (const Expr &size : sizes)
    outputs *= b.valueOf(size);
  for (unsigned i = 0; i <= unsigned(isDeep); ++i)
    sizes.push_back(outputs > 5000 || isDeep
                        ? drawSize({1, 2, 3, 5})
                        : drawSize({1, 3, 4, 7, 8, 13, 16, 20, 32}));
  auto add = [&](SmallVectorImpl<unsigned> &dims) {
    if (hasBatch)
      dims.insert(dims.begin(), 0);
    for (unsigned dim = numParallel; dim < sizes.size(); ++dim)
      dims.push_back(dim);
  };
  add(rows);
  add(columns);
  SmallVector<Factor> factors = {makeFactor(type, rows),
                                 makeFactor(type, columns)};
  for (Factor &factor : factors)
    if (random.chance(15))
      factor.value = mapNumbers(factor.value);
  // What differs neither by rows nor by columns.
  unsigned numFactors = 2;
  if (random.chance(15)) {
    factors.push_back(makeFactor(
        type, llvm::to_vector(llvm::seq<unsigned>(numParallel, sizes.size()))));
    ++numFactors;
  }
  for (unsigned i = random.pick({0, 0, 1, 2}); i > 0; --i) {
    SmallVector<unsigned> own;
    for (unsigned dim : parallel)
      if (random.chance(60))
        own.push_back(dim);
    factors.push_back(makeFactor(type, own));
  }
  kinds.assign(random.chance(80) ? 1 : 2, 0);
  if (kinds.size() == 2)
    kinds[1] = random.range(0, 2);
  else if (random.chance(15))
    kinds[0] = random.range(1, 2);
  return maps(0, numParallel, factors, [&](ValueRange values) {
    SmallVector<Factor> step;
    for (unsigned i = 0; i < numFactors; ++i) {
      Factor factor{values[i], {}};
      for (unsigned dim = numParallel; dim < sizes.size(); ++dim)
        factor.loops.push_back(dim);
      step.push_back(factor);
    }
    SmallVector<Value> inits(kinds.size(), constant(type, random.range(-2, 2)));
    SmallVector<Value> others(values.drop_front(numFactors));
    if (!others.empty() && random.chance(30)) {
      inits.front() = others.back();
      others.pop_back();
    }
    SmallVector<Value> sums =
        reductions(numParallel, step, inits, [&](ValueRange elements) {
          SmallVector<Value> own = llvm::to_vector(elements);
          for (Value &element : own)
            if (random.chance(15))
              element = finish(element, {});
          SmallVector<Value> terms = {multiply(own[0], own[1])};
          if (numFactors > 2)
            terms.front() = multiply(terms.front(), own[2]);
          if (kinds.size() == 2)
            terms.push_back(
                combine(random.range(0, 2), elements[0], elements[1]));
          return terms;
        });
    SmallVector<Value> results;
    for (Value sum : sums)
      results.push_back(finish(sum, others));
    if (random.chance(20))
      results.push_back(sums.front());
    return results;
  });
}

/// Products of rows of two arrays each, of one length or of several, which are
/// added, most of the time.
SmallVector<Value> ShapeGenerator::addedProducts() {
  Type type = drawType();
  const unsigned numProducts = random.range(2, 4);
  const bool areSameLength = random.chance(50);
  kinds.assign(1, 0);
  sizes = {drawSize({1, 2, 3, 7, 16, 17, 33, 64}),
           drawSize({1, 2, 3, 7, 16, 17, 33, 64})};
  sizes.push_back(drawSize({1, 3, 8, 13, 16, 20, 33}));
  SmallVector<Factor> factors;
  for (unsigned i = 0; i < numProducts; ++i) {
    if (i > 0 && !areSameLength) {
      sizes.pop_back();
      sizes.push_back(drawSize({1, 3, 7, 16, 20}));
    }
    factors.push_back(makeFactor(type, {0, 2}));
    factors.push_back(makeFactor(type, {1, 2}));
  }
  if (random.chance(60))
    factors.push_back(random.chance(50) ? makeFactor(type, {1})
                                        : makeFactor(type, {0, 1}));
  return maps(0, 2, factors, [&](ValueRange values) {
    Value sum;
    for (unsigned i = 0; i < numProducts; ++i) {
      SmallVector<Factor> step = {{values[2 * i], {2}},
                                  {values[2 * i + 1], {2}}};
      auto multiplyElements = [&](ValueRange elements) {
        return SmallVector<Value>{multiply(elements[0], elements[1])};
      };
      Value init = constant(type, random.pick({0, 0, 0, 2}));
      Value own = reductions(2, step, init, multiplyElements).front();
      sum = sum ? combine(random.chance(85) ? 0 : 1, sum, own) : own;
    }
    return SmallVector<Value>{
        finish(sum, SmallVector<Value>(values.drop_front(2 * numProducts)))};
  });
}

/// A reduction of each row or column, with a vector beside it now and then.
SmallVector<Value> ShapeGenerator::rows() {
  Type type = drawType();
  for (unsigned i = random.pick({1, 1, 1, 2}); i > 0; --i)
    sizes.push_back(drawSize({1, 2, 3, 5, 32, 33}));
  const unsigned numParallel = sizes.size();
  sizes.push_back(drawSize({1, 7, 32, 64, 67, 100, 128, 256, 300, 512, 1024}));
  if (random.chance(25))
    sizes.push_back(drawSize({1, 3, 4, 10, 64}));
  selects = random.chance(25);
  SmallVector<unsigned> all =
      llvm::to_vector(llvm::seq<unsigned>(0, sizes.size()));
  const SmallVector<unsigned> reduced(all.begin() + numParallel, all.end());
  SmallVector<Factor> factors = {makeFactor(type, all)};
  const bool hasVector = random.chance(50), hasBias = random.chance(30);
  if (hasVector)
    factors.push_back(makeFactor(type, reduced));
  if (hasBias)
    factors.push_back(makeFactor(type, {0}));
  kinds.assign(random.pick({1, 1, 2, 3}), 0);
  for (unsigned &kind : kinds)
    kind = random.pick({0, 0, 1, 2});
  return maps(0, numParallel, factors, [&](ValueRange values) {
    SmallVector<Factor> step;
    for (unsigned i = 0; i <= unsigned(hasVector); ++i)
      step.push_back({values[i], reduced});
    SmallVector<Value> inits(kinds.size(), constant(type, random.range(-2, 2)));
    SmallVector<Value> sums =
        reductions(numParallel, step, inits, [&](ValueRange elements) {
          SmallVector<Value> terms;
          for (size_t i = 0; i < kinds.size(); ++i)
            terms.push_back(random.chance(30)
                                ? elements.front()
                                : multiply(elements.front(), elements.back()));
          return terms;
        });
    SmallVector<Value> results;
    for (Value sum : sums)
      results.push_back(finish(sum, hasBias ? SmallVector<Value>{values.back()}
                                            : SmallVector<Value>()));
    return results;
  });
}

/// Rows of which each element needs what the whole row is reduced to.
SmallVector<Value> ShapeGenerator::normalizedRows() {
  Type type = drawType();
  sizes = {drawSize({1, 2, 3, 5, 17}),
           drawSize({1, 7, 32, 64, 67, 100, 128, 256, 300, 512, 1024})};
  Factor array = makeFactor(type, {0, 1});
  kinds.assign(1, 0);
  Type element = type;
  return maps(0, 1, {array}, [&](ValueRange row) {
    Value current = row.front(), scalar;
    for (unsigned i = random.range(1, 3); i > 0; --i) {
      kinds[0] = random.range(0, 2);
      scalar = reductions(1, {{current, {1}}}, constant(element, 0),
                          [](ValueRange elements) {
                            return SmallVector<Value>(elements);
                          })
                   .front();
      current = maps(1, 2, {{current, {1}}}, [&](ValueRange elements) {
                  Value value =
                      combine(random.range(0, 2), elements.front(), scalar);
                  // Sums of sums of sums would not be exact.
                  return SmallVector<Value>{i == 3 ? clampSmall(value) : value};
                }).front();
    }
    SmallVector<Value> results = {current};
    if (random.chance(25))
      results.push_back(scalar);
    return results;
  });
}

/// One to three reductions of a whole array in one, or a selection.
SmallVector<Value> ShapeGenerator::whole() {
  Type type = drawType();
  sizes = {drawSize({1, 2, 31, 64, 257, 1000, 1024, 4096, 16384, 20011})};
  if (random.chance(30))
    sizes.push_back(drawSize({1, 3, 8, 31}));
  selects = random.chance(25);
  const SmallVector<unsigned> all =
      llvm::to_vector(llvm::seq<unsigned>(0, sizes.size()));
  SmallVector<Factor> factors;
  for (unsigned i = random.pick({1, 1, 2}); i > 0; --i)
    factors.push_back(makeFactor(type, all));
  kinds.assign(random.range(1, 3), 0);
  for (unsigned &kind : kinds)
    kind = random.pick({0, 0, 1, 2});
  SmallVector<Value> inits(kinds.size(), constant(type, random.range(-3, 3)));
  SmallVector<Value> sums =
      reductions(0, factors, inits, [&](ValueRange elements) {
        SmallVector<Value> terms;
        for (size_t i = 0; i < kinds.size(); ++i)
          terms.push_back(random.chance(50)
                              ? elements.back()
                              : multiply(elements.front(), elements.back()));
        return terms;
      });
  if (random.chance(60))
    return sums;
  // What is done with it is a pattern of its own.
  SmallVector<Value> results =
      maps(0, all.size(), {factors.front()}, [&](ValueRange elements) {
        return SmallVector<Value>{finish(elements.front(), sums)};
      });
  return results;
}

/// The reduction of each row, and that of the columns with what comes of it.
SmallVector<Value> ShapeGenerator::rowsAndColumns() {
  Type type = drawType();
  const bool isLarge = random.chance(20);
  if (isLarge) // So many rows that groups go through parts of them.
    mostTrips = 300000;
  sizes.push_back(isLarge ? drawSize({1057, 1100}) : drawSize({1, 7, 64, 100}));
  sizes.push_back(isLarge ? 256 : drawSize({1, 3, 33, 128, 256}));
  Factor matrix = makeFactor(type, {0, 1}), vector = makeFactor(type, {1});
  kinds.assign(1, random.pick({0, 0, 0, 1}));
  auto multiplyAll = [&](ValueRange values) {
    SmallVector<Value> sums = reductions(
        1, {{values[0], {1}}, {values[1], {1}}}, constant(type, 0),
        [&](ValueRange elements) {
          return SmallVector<Value>{multiply(elements[0], elements[1])};
        });
    return SmallVector<Value>{finish(sums.front(), {})};
  };
  Factor products{maps(0, 1, {matrix, vector}, multiplyAll).front(), {1}};
  std::swap(sizes[0], sizes[1]);
  Factor columns{b.transpose(matrix.value, {1, 0}), {0, 1}};
  return maps(0, 1, {columns, products}, multiplyAll);
}

/// Reductions, for each element, of its pairs with all elements of others.
SmallVector<Value> ShapeGenerator::pairs() {
  Type type = drawType();
  sizes.push_back(drawSize({1, 2, 33, 255, 256, 300, 1030}));
  sizes.push_back(drawSize({1, 3, 64, 127, 128, 256, 260}));
  SmallVector<Factor> own, others;
  for (unsigned i = random.range(1, 3); i > 0; --i) {
    own.push_back(makeFactor(type, {0}));
    others.push_back(makeFactor(type, {1}));
  }
  kinds.assign(random.range(1, 3), 0);
  for (unsigned &kind : kinds)
    kind = random.pick({0, 0, 1, 2});
  return maps(0, 1, own, [&](ValueRange mine) {
    SmallVector<Value> inits(kinds.size(), constant(type, random.range(-2, 2)));
    SmallVector<Value> sums =
        reductions(1, others, inits, [&](ValueRange elements) {
          SmallVector<Value> terms;
          for (size_t i = 0; i < kinds.size(); ++i) {
            Value lhs = mine[i % mine.size()],
                  rhs = elements[i % elements.size()];
            terms.push_back(random.chance(50)
                                ? multiply(lhs, rhs)
                                : combine(random.range(0, 2), lhs, rhs));
          }
          return terms;
        });
    SmallVector<Value> results;
    for (Value sum : sums)
      results.push_back(finish(sum, {}));
    return results;
  });
}

/// For each element, the greatest of a few sums, and the number of the first
/// that is.
SmallVector<Value> ShapeGenerator::fewSums() {
  Type type = drawType();
  sizes.push_back(drawSize({1, 2, 33, 64, 100, 257}));
  sizes.push_back(drawSize({1, 2, 3, 5, 8, 9, 16}));
  sizes.push_back(drawSize({1, 2, 3, 8, 17, 34}));
  Factor rows = makeFactor(type, {0, 2}), others = makeFactor(type, {1, 2});
  kinds.assign(1, 0);
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  Type number = builder.getI32Type();
  return maps(0, 1, {rows}, [&](ValueRange row) {
    Value none = constant(number, 0), one = constant(number, 1);
    Value least = constant(type, -100);
    auto best = ReduceOp::create(
        builder, loc, others.value, {least, none, none},
        [&](OpBuilder &, Location, ValueRange elements, ValueRange known) {
          Value sum =
              reductions(
                  2, {{row[0], {2}}, {elements[0], {2}}}, constant(type, 0),
                  [&](ValueRange pair) {
                    return SmallVector<Value>{multiply(pair[0], pair[1])};
                  })
                  .front();
          Value isBetter = isGreater(sum, known[0]);
          return SmallVector<Value>{
              arith::SelectOp::create(builder, loc, isBetter, sum, known[0]),
              arith::SelectOp::create(builder, loc, isBetter, known[2],
                                      known[1]),
              arith::AddIOp::create(builder, loc, known[2], one)};
        });
    SmallVector<Value> results = {best.getResult(1)};
    if (random.chance(40))
      results.push_back(finish(best.getResult(0), {}));
    return results;
  });
}

/// The scan of an array, or of each of its rows or columns.
SmallVector<Value> ShapeGenerator::scans() {
  Type type = drawType();
  const unsigned numMaps = random.pick({0, 0, 1, 1, 1, 2});
  for (unsigned i = 0; i < numMaps; ++i)
    sizes.push_back(drawSize({1, 3, 17, 40, 256}));
  sizes.push_back(drawSize({1, 2, 31, 257, 1000, 2049, 4096, 5003, 20011}));
  SmallVector<Factor> factors;
  for (unsigned i = random.range(1, 2); i > 0; --i)
    factors.push_back(makeFactor(
        type, llvm::to_vector(llvm::seq<unsigned>(0, sizes.size()))));
  kinds.assign(random.pick({1, 1, 2}), 0);
  for (unsigned &kind : kinds)
    kind = random.pick({0, 0, 1, 2});
  auto scanAll = [&](ValueRange arrays) {
    SmallVector<Value> inits(kinds.size(), constant(type, random.range(-2, 2)));
    SmallVector<Value> results =
        b.scan(arrays, inits, [&](ValueRange elements, ValueRange known) {
          SmallVector<Value> next;
          for (auto [i, kind] : llvm::enumerate(kinds))
            next.push_back(
                combine(kind, known[i], elements[i % elements.size()]));
          return next;
        });
    results.front().getDefiningOp<ScanOp>().setAssociative(isAssociative);
    return results;
  };
  SmallVector<Value> results = maps(0, numMaps, factors, scanAll);
  if (numMaps == 1 && random.chance(50))
    for (Value &result : results)
      result = b.transpose(result, {1, 0});
  return results;
}

/// Numbers of several arrays, whose dimensions stand in any order.
SmallVector<Value> ShapeGenerator::elements() {
  Type type = drawType();
  for (unsigned i = random.range(1, 3); i > 0; --i)
    sizes.push_back(drawSize({1, 3, 17, 32, 64, 65, 130}));
  SmallVector<Factor> factors;
  for (unsigned i = random.range(1, 3); i > 0; --i)
    factors.push_back(makeFactor(
        type, llvm::to_vector(llvm::seq<unsigned>(0, sizes.size()))));
  const unsigned numResults = random.pick({1, 1, 1, 2, 3});
  return maps(0, sizes.size(), factors, [&](ValueRange values) {
    SmallVector<Value> results, others(values.drop_front());
    for (unsigned i = 0; i < numResults; ++i)
      results.push_back(finish(values[i % values.size()], others));
    return results;
  });
}

Value ShapeGenerator::addPart(Value result) {
  auto type = dyn_cast<lift::ArrayType>(result.getType());
  if (!type || !type.getElementType().isIntOrFloat())
    return result;
  sizes = type.getSizeExprs();
  const unsigned rank = sizes.size();
  sizes.push_back(drawSize({1, 3, 31, 64, 130}));
  SmallVector<unsigned> all = llvm::to_vector(llvm::seq<unsigned>(0, rank + 1));
  kinds = {0};
  selects = false;
  SmallVector<Factor> factors = {makeFactor(type.getElementType(), all)};
  Value sums =
      maps(0, rank, factors, [&](ValueRange values) {
        SmallVector<Factor> step;
        step.push_back({values[0], {rank}});
        return reductions(rank, step, constant(type.getElementType(), 1),
                          [](ValueRange elements) {
                            return SmallVector<Value>{elements.front()};
                          });
      }).front();
  SmallVector<Value> parts = {result, sums};
  std::swap(parts[0], parts[random.range(0, 1)]);
  return b.concat(parts, random.range(0, rank - 1));
}

SmallVector<Value> ShapeGenerator::run() {
  isAssociative = drawLaw();
  isCommutative = isAssociative && random.chance(90);
  startsFromNothing = random.chance(35);
  SmallVector<Value> results = draw();
  useResults(results);
  for (Value &result : results)
    if (isa<lift::ArrayType>(result.getType()) && random.chance(10))
      result = mapNumbers(result);
  if (random.chance(12))
    results.front() = addPart(results.front());
  return results;
}

SmallVector<Value> ShapeGenerator::draw() {
  const int64_t drawn = random.range(0, 99);
  return drawn < 12   ? contraction()
         : drawn < 15 ? rowsOfWindows()
         : drawn < 20 ? bodies()
         : drawn < 25 ? addedProducts()
         : drawn < 32 ? windowsOfMap()
         : drawn < 40 ? neighbours()
         : drawn < 48 ? convolution()
         : drawn < 58 ? rows()
         : drawn < 68 ? normalizedRows()
         : drawn < 73 ? rowsAndColumns()
         : drawn < 78 ? pairs()
         : drawn < 83 ? fewSums()
         : drawn < 86 ? scans()
         : drawn < 89 ? recurrences()
         : drawn < 92 ? histograms()
         : drawn < 94 ? elements()
         : drawn < 95 ? planes()
         : drawn < 97 ? whole()
                      : loops();
}
