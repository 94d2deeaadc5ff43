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

/// How often the step of a nest may run.
static constexpr int64_t kMaxTrips = 70000;

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
  while (value > 1 && value * trips > kMaxTrips)
    value /= 2;
  if (random.chance(40))
    return value;
  std::string name = "S" + std::to_string(b.sizes.size());
  b.sizes[name] = value;
  return Expr::name(name);
}

Type ShapeGenerator::drawType() {
  return random.chance(65) ? Type(b.builder.getF32Type())
                           : Type(b.builder.getI32Type());
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
  if (!llvm::is_sorted(permutation))
    array = b.transpose(array, permutation);
  return {array, dims};
}

Value ShapeGenerator::combine(unsigned kind, Value lhs, Value rhs) {
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  const bool isFloat = lhs.getType().isF32();
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
  if (lhs.getType().isF32())
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

SmallVector<Value> ShapeGenerator::reductions(unsigned first,
                                              SmallVector<Factor> factors,
                                              ValueRange accumulators,
                                              Body body) {
  if (first == sizes.size()) {
    SmallVector<Value> next;
    for (auto [kind, accumulator, term] : llvm::zip_equal(
             kinds, accumulators,
             body(llvm::map_to_vector(
                 factors, [](const Factor &factor) { return factor.value; }))))
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
        return reductions(first + 1, next, inner, body);
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
    for (unsigned i = 0; i < 2; ++i) {
      Factor factor{values[i], {}};
      for (unsigned dim = numParallel; dim < sizes.size(); ++dim)
        factor.loops.push_back(dim);
      step.push_back(factor);
    }
    SmallVector<Value> inits(kinds.size(), constant(type, random.range(-2, 2)));
    SmallVector<Value> others(values.drop_front(2));
    if (!others.empty() && random.chance(30)) {
      inits.front() = others.back();
      others.pop_back();
    }
    SmallVector<Value> sums =
        reductions(numParallel, step, inits, [&](ValueRange elements) {
          SmallVector<Value> terms = {multiply(elements[0], elements[1])};
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

/// A reduction of each row or column, with a vector beside it now and then.
SmallVector<Value> ShapeGenerator::rows() {
  Type type = drawType();
  for (unsigned i = random.pick({1, 1, 1, 2}); i > 0; --i)
    sizes.push_back(drawSize({1, 2, 3, 5, 32, 33}));
  const unsigned numParallel = sizes.size();
  sizes.push_back(drawSize({1, 7, 32, 64, 67, 100, 128, 256, 300, 512, 1024}));
  SmallVector<unsigned> all =
      llvm::to_vector(llvm::seq<unsigned>(0, sizes.size()));
  SmallVector<Factor> factors = {makeFactor(type, all)};
  const bool hasVector = random.chance(50), hasBias = random.chance(30);
  if (hasVector)
    factors.push_back(makeFactor(type, {numParallel}));
  if (hasBias)
    factors.push_back(makeFactor(type, {0}));
  kinds.assign(random.pick({1, 1, 2, 3}), 0);
  for (unsigned &kind : kinds)
    kind = random.pick({0, 0, 1, 2});
  return maps(0, numParallel, factors, [&](ValueRange values) {
    SmallVector<Factor> step;
    for (unsigned i = 0; i <= unsigned(hasVector); ++i)
      step.push_back({values[i], {numParallel}});
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
                  return SmallVector<Value>{
                      combine(random.range(0, 2), elements.front(), scalar)};
                }).front();
    }
    SmallVector<Value> results = {current};
    if (random.chance(25))
      results.push_back(scalar);
    return results;
  });
}

/// One to three reductions of a whole array in one.
SmallVector<Value> ShapeGenerator::whole() {
  Type type = drawType();
  sizes = {drawSize({1, 2, 31, 64, 257, 1000, 1024, 4096, 16384, 20011})};
  SmallVector<Factor> factors;
  for (unsigned i = random.pick({1, 1, 2}); i > 0; --i)
    factors.push_back(makeFactor(type, {0}));
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
      maps(0, 1, {factors.front()}, [&](ValueRange elements) {
        return SmallVector<Value>{finish(elements.front(), sums)};
      });
  return results;
}

/// Reduces windows of a plane along a dimension, with something around it.
Value ShapeGenerator::windows(Value plane, unsigned dim) {
  OpBuilder &builder = b.builder;
  auto planeType = cast<ArrayType>(plane.getType());
  Type type = planeType.getElementType();
  const int64_t size = random.pick({1, 2, 3, 5}),
                low = random.range(0, size - 1),
                high = size - 1 - low + random.pick({0, 0, 0, 1});
  // No more of what is wrapped around than there is.
  const bool mayWrap = b.valueOf(planeType.getSize(dim)) >= size;
  const PadMode mode = random.chance(50)              ? PadMode::Constant
                       : random.chance(30) && mayWrap ? PadMode::Wrap
                                                      : PadMode::Clamp;
  Value filling;
  if (mode == PadMode::Constant)
    filling = constant(type, random.range(-2, 2));
  auto getSizes = [&](int64_t value) {
    return getSizeArrayAttr(builder.getContext(), {Expr(value)});
  };
  DenseI64ArrayAttr dims = builder.getDenseI64ArrayAttr({dim});
  Value padded = PadOp::create(
      builder, b.getLoc(), plane, getSizes(low), getSizes(high), dims,
      PadModeAttr::get(builder.getContext(), mode), filling);
  Value all = SlideOp::create(builder, b.getLoc(), padded, getSizes(size),
                              getSizes(1), dims);
  if (dim == 0)
    all = b.transpose(all, {0, 2, 1});
  sizes = cast<ArrayType>(all.getType()).getSizeExprs();
  kinds.assign(1, random.pick({0, 0, 1}));
  Factor weights = makeFactor(type, {2});
  return maps(0, 2, {{all, {0, 1, 2}}},
              [&](ValueRange values) {
                SmallVector<Value> sums =
                    reductions(2, {{values[0], {2}}, weights},
                               constant(type, random.range(-1, 1)),
                               [&](ValueRange elements) {
                                 return SmallVector<Value>{
                                     multiply(elements[0], elements[1])};
                               });
                return SmallVector<Value>{finish(sums.front(), {})};
              })
      .front();
}

/// Windows of rows of what another map computes.
SmallVector<Value> ShapeGenerator::windowsOfMap() {
  Type type = drawType();
  sizes = {drawSize({1, 2, 5, 17, 33, 130})};
  sizes.push_back(drawSize({1, 3, 4, 8, 30, 64, 65, 72}));
  Value plane = arrays.makeArray(sizes, type, random.chance(25));
  if (random.chance(25))
    plane = maps(0, 2, {{plane, {0, 1}}}, [&](ValueRange elements) {
              return SmallVector<Value>{finish(elements.front(), {})};
            }).front();
  else
    plane = windows(plane, random.chance(60) ? 1 : 0);
  plane = windows(plane, 0);
  if (random.chance(20))
    plane = windows(plane, random.range(0, 1));
  return {plane};
}

SmallVector<Value> ShapeGenerator::run() {
  isAssociative = drawLaw();
  isCommutative = isAssociative && random.chance(90);
  const int64_t drawn = random.range(0, 99);
  return drawn < 40   ? contraction()
         : drawn < 50 ? windowsOfMap()
         : drawn < 65 ? rows()
         : drawn < 80 ? normalizedRows()
                      : whole();
}
