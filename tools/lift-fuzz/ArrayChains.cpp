//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes chains of patterns and views on arrays.
//
//===----------------------------------------------------------------------===//

#include "ChainGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

Value ChainGenerator::split(Value array) {
  auto type = getArrayType(array);
  if (type.getRank() >= kMaxRank)
    return {};
  unsigned dim = random.range(0, type.getRank() - 1);
  return b.split(array, b.pickDivisor(type.getSize(dim)), dim);
}

Value ChainGenerator::join(Value array) {
  unsigned rank = getArrayType(array).getRank();
  return rank < 2 ? Value() : b.join(array, random.range(0, rank - 2));
}

SmallVector<int64_t> ChainGenerator::pickPermutation(unsigned rank) {
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(rank));
  for (unsigned i = rank; i > 1; --i)
    std::swap(permutation[i - 1], permutation[random.range(0, i - 1)]);
  if (llvm::is_sorted(permutation))
    std::swap(permutation[0], permutation[rank - 1]);
  return permutation;
}

Value ChainGenerator::transpose(Value array) {
  unsigned rank = getArrayType(array).getRank();
  return rank < 2 ? Value() : b.transpose(array, pickPermutation(rank));
}

Value ChainGenerator::slide(Value array) {
  auto type = getArrayType(array);
  unsigned dim = random.range(0, type.getRank() - 1);
  int64_t count = b.valueOf(type.getSize(dim));
  int64_t size = random.range(1, std::min<int64_t>(count, 4));
  int64_t step = random.range(1, 3);
  if ((count - size) % step != 0)
    step = 1;
  if (type.getRank() >= kMaxRank || !b.isAffordable(b.countElements(type) * size))
    return {};
  return b.slide(array, Expr(size), Expr(step), dim);
}

Value ChainGenerator::slideTwo(Value array) {
  auto type = getArrayType(array);
  if (type.getRank() < 2 || type.getRank() + 2 > kMaxRank)
    return {};
  unsigned first = random.range(0, type.getRank() - 2);
  SmallVector<Expr> size, step;
  for (unsigned k = 0; k < 2; ++k) {
    int64_t count = b.valueOf(type.getSize(first + k));
    size.push_back(random.range(1, std::min<int64_t>(count, 3)));
    int64_t distance = random.range(1, 2);
    step.push_back((count - *size[k].getConstant()) % distance ? 1 : distance);
  }
  if (!b.isAffordable(b.countElements(type) * 9))
    return {};
  return b.slide(array, size, step, first);
}

Value ChainGenerator::pad(Value array) {
  auto type = getArrayType(array);
  unsigned dim = random.range(0, type.getRank() - 1);
  Expr low = random.range(0, 3), high = random.range(0, 3);
  if (!b.isAffordable(b.countElements(type) * 4))
    return {};
  if (isNumber(type.getElementType()) && random.chance(40))
    return b.pad(array, low, high, dim, PadMode::Constant,
                 anyScalar(type.getElementType()));
  int64_t count = b.valueOf(type.getSize(dim));
  PadMode mode = random.pick(
      ArrayRef<PadMode>{PadMode::Clamp, PadMode::Mirror, PadMode::Wrap});
  if (mode != PadMode::Clamp && count < 3)
    return {};
  return b.pad(array, low, high, dim, mode);
}

/// An empty pad may stand only where a take cuts it away again.
Value ChainGenerator::padAndTake(Value array) {
  auto type = getArrayType(array);
  unsigned dim = random.range(0, type.getRank() - 1);
  Expr size = type.getSize(dim);
  Expr multiple = random.range(2, 8);
  Expr whole = Expr::ceilDiv(size, multiple) * multiple;
  if (!b.isAffordable(b.countElements(type) * 8) ||
      !isNumber(type.getElementType()) || b.depth + 2 > kMaxDepth ||
      type.getRank() >= kMaxRank)
    return {};
  Value padded = b.pad(array, 0, whole - size, dim, PadMode::Empty);
  Value result = padded;
  if (random.chance(60)) {
    Value chunks = b.split(padded, multiple, dim);
    result = b.join(elementwise(chunks), dim);
  } else {
    result = elementwise(padded);
  }
  if (getArrayType(result).getSize(dim) != whole)
    return {};
  return b.take(result, size, dim);
}

Value ChainGenerator::take(Value array) {
  auto type = getArrayType(array);
  unsigned dim = random.range(0, type.getRank() - 1);
  int64_t count = b.valueOf(type.getSize(dim));
  return b.take(array, random.range((count + 1) / 2, count), dim);
}

Value ChainGenerator::drop(Value array) {
  auto type = getArrayType(array);
  unsigned dim = random.range(0, type.getRank() - 1);
  int64_t count = b.valueOf(type.getSize(dim));
  return b.drop(array, random.range(0, count / 2), dim);
}

Value ChainGenerator::reverse(Value array) {
  SmallVector<int64_t> dims;
  for (unsigned dim = 0; dim < getArrayType(array).getRank(); ++dim)
    if (random.chance(50))
      dims.push_back(dim);
  return dims.empty() ? Value() : b.reverse(array, dims);
}

Value ChainGenerator::concat(Value array) {
  auto type = getArrayType(array);
  SmallVector<Value> others = b.collect([&](Value value) {
    auto other = getArrayType(value);
    return other && other.getInnerType() == type.getInnerType();
  });
  others.push_back(array);
  SmallVector<Value> parts = {array};
  int64_t elements = b.countElements(type);
  for (unsigned i = random.range(1, 2); i > 0; --i) {
    Value part = random.pick(others);
    bool canCompute = isNumber(type.getElementType()) &&
                      b.depth + type.getRank() <= kMaxDepth;
    if (canCompute && random.chance(40))
      part = elementwise(part);
    // Whoever computes the part stores it at its place.
    if (getArrayType(part).getInnerType() != type.getInnerType())
      continue;
    parts.push_back(part);
    elements += b.countElements(part.getType());
  }
  if (parts.size() < 2 || !b.isAffordable(elements))
    return {};
  std::swap(parts[0], parts[random.range(0, parts.size() - 1)]);
  bool isSame = llvm::all_equal(ValueRange(parts).getTypes());
  return b.concat(parts, isSame ? random.range(0, type.getRank() - 1) : 0);
}

Value ChainGenerator::broadcast(Value value) {
  auto type = getArrayType(value);
  unsigned rank = type ? type.getRank() : 0;
  if (rank + 1 > kMaxRank || isa<TupleType>(value.getType()))
    return {};
  SmallVector<Expr> sizes;
  for (unsigned k = random.range(1, rank == 0 ? 3 : 1); k > 0; --k)
    sizes.push_back(random.pick({1, 2, 3, 4, 5, 7}));
  if (!b.sizes.empty() && random.chance(30)) {
    auto it = std::next(b.sizes.begin(), random.range(0, b.sizes.size() - 1));
    if (!StringRef(it->first).starts_with("L"))
      sizes[0] = Expr::name(it->first);
  }
  int64_t elements = b.countElements(value.getType());
  for (const Expr &size : sizes)
    elements *= b.valueOf(size);
  if (!b.isAffordable(elements * 2))
    return {};
  return b.broadcast(value, sizes, random.range(0, rank));
}

Value ChainGenerator::asVector(Value array) {
  std::optional<int64_t> width = b.pickWidth(array);
  return width ? b.asVector(array, *width) : Value();
}

Value ChainGenerator::asScalar(Value array) {
  return isVector(getElementType(array.getType())) ? b.asScalar(array)
                                                   : Value();
}

Value ChainGenerator::rearrange(Value array, unsigned steps) {
  static constexpr Step views[] = {
      &ChainGenerator::split,     &ChainGenerator::join,
      &ChainGenerator::transpose, &ChainGenerator::slide,
      &ChainGenerator::pad,       &ChainGenerator::take,
      &ChainGenerator::drop,      &ChainGenerator::reverse};
  for (unsigned i = 0; i < steps; ++i)
    if (Value next = (this->*random.pick(ArrayRef<Step>(views)))(array))
      array = next;
  return array;
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

SmallVector<Value> ChainGenerator::pickPartners(Value array, unsigned max) {
  SmallVector<Value> candidates =
      b.collectArrays(getArrayType(array).getSize(0));
  SmallVector<Value> partners;
  while (!candidates.empty() && partners.size() < max && random.chance(50))
    partners.push_back(random.pick(candidates));
  return partners;
}

Value ChainGenerator::combine(ValueRange arguments) {
  Value first = arguments.front();
  bool canNest = b.depth < kMaxDepth;
  if (arguments.size() == 1 && isVector(first.getType()) && random.chance(75))
    return onLanes(first);
  if (arguments.size() == 1 && isArray(first) && canNest && random.chance(75))
    return grow(first, random.range(1, 2));
  if (arguments.size() > 1 && canNest && isArray(first) && random.chance(60)) {
    // The others are in scope, and get used where their sizes agree.
    if (Value mapped = map(first))
      return mapped;
  }
  return combineToScalar(arguments);
}

Value ChainGenerator::map(Value array) {
  auto type = getArrayType(array);
  if (b.depth >= kMaxDepth || !b.isAffordable(b.countElements(type)))
    return {};
  SmallVector<Value> inputs = {array};
  llvm::append_range(inputs, pickPartners(array, 2));
  return b
      .map(inputs, {},
           [&](ValueRange elements) {
             return SmallVector<Value>{combine(elements)};
           })
      .front();
}

Value ChainGenerator::mapTwoResults(Value array) {
  auto type = getArrayType(array);
  if (b.depth >= kMaxDepth || !b.isAffordable(b.countElements(type) * 2))
    return {};
  SmallVector<Value> inputs = {array};
  llvm::append_range(inputs, pickPartners(array, 1));
  SmallVector<Value> results =
      b.map(inputs, {}, [&](ValueRange elements) -> SmallVector<Value> {
        Value first = combine(elements);
        return {first, combineToScalar(elements)};
      });
  b.visible.push_back(results[1]);
  return results[0];
}

Value ChainGenerator::elementwise(Value value) {
  if (!isArray(value))
    return combineToScalar(value);
  return b
      .map(value, {},
           [&](ValueRange elements) {
             return SmallVector<Value>{elementwise(elements.front())};
           })
      .front();
}

Value ChainGenerator::mapElements(Value array) {
  auto type = getArrayType(array);
  if (b.depth + type.getRank() > kMaxDepth ||
      !b.isAffordable(b.countElements(type)))
    return {};
  return elementwise(array);
}

Value ChainGenerator::zipAndMap(Value array) {
  SmallVector<Value> partners = pickPartners(array, 2);
  if (partners.empty())
    partners.push_back(array);
  auto type = getArrayType(array);
  if (b.depth >= kMaxDepth || !b.isAffordable(b.countElements(type)) ||
      isa<TupleType>(type.getElementType()))
    return {};
  SmallVector<Value> arrays = {array};
  for (Value partner : partners)
    if (!isa<TupleType>(getArrayType(partner).getElementType()))
      arrays.push_back(partner);
  Value zipped = b.zip(arrays);
  if (random.chance(40))
    zipped = rearrange(zipped, 1);
  return map(zipped);
}

Value ChainGenerator::mapAndUnzip(Value array) {
  auto type = getArrayType(array);
  if (b.depth + 1 >= kMaxDepth || !b.isAffordable(b.countElements(type) * 2))
    return {};
  Value tuples =
      b.map(array, {}, [&](ValueRange elements) -> SmallVector<Value> {
         Value first = combineToScalar(elements);
         Value second = combineToScalar(elements);
         return {b.tuple({first, second})};
       }).front();
  if (random.chance(30))
    tuples = rearrange(tuples, 1);
  SmallVector<Value> parts = b.unzip(tuples);
  b.visible.push_back(parts[1]);
  return random.chance(50) ? add(parts[0], parts[1]) : parts[0];
}

Value ChainGenerator::add(Value lhs, Value rhs) {
  if (!isArray(lhs)) {
    Value leaves[] = {lhs, rhs};
    return combineToScalar(leaves);
  }
  return b
      .map(ValueRange{lhs, rhs}, {},
           [&](ValueRange elements) {
             return SmallVector<Value>{add(elements[0], elements[1])};
           })
      .front();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value ChainGenerator::accumulate(ValueRange elements, Value accumulator) {
  SmallVector<Value> leaves = toScalars(elements);
  Type type = accumulator.getType();
  Value next = scalar(type, leaves, random.range(0, 1));
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  if (type.isF32())
    return random.chance(70)
               ? Value(arith::AddFOp::create(builder, loc, accumulator, next))
               : Value(
                     arith::MaximumFOp::create(builder, loc, accumulator, next));
  if (random.chance(70))
    return arith::AddIOp::create(builder, loc, accumulator, next);
  // Depends on the order of the elements.
  Value three = b.constant(type, 3);
  Value scaled = arith::MulIOp::create(builder, loc, accumulator, three);
  return arith::AddIOp::create(builder, loc, scaled, next);
}

Value ChainGenerator::reduceToScalar(Value array) {
  SmallVector<Value> inputs = {array};
  if (b.depth < kMaxDepth)
    llvm::append_range(inputs, pickPartners(array, 1));
  Type element = getElementType(array.getType());
  Type type = isNumber(element)      ? element
              : random.chance(50)    ? Type(b.builder.getF32Type())
                                     : Type(b.builder.getI32Type());
  Value init = anyScalar(type);
  return b
      .reduce(inputs, init,
              [&](ValueRange elements, ValueRange accumulators) {
                return SmallVector<Value>{
                    accumulate(elements, accumulators.front())};
              })
      .front();
}

Value ChainGenerator::reduceTwo(Value array) {
  if (b.depth >= kMaxDepth ||
      !b.isAffordable(b.countElements(array.getType())))
    return {};
  SmallVector<Value> inits = {anyScalar(b.builder.getF32Type()),
                              anyScalar(b.builder.getI32Type())};
  SmallVector<Value> inputs = {array};
  llvm::append_range(inputs, pickPartners(array, 1));
  SmallVector<Value> results = b.reduce(
      inputs, inits, [&](ValueRange elements, ValueRange accumulators) {
        SmallVector<Value> next;
        for (Value accumulator : accumulators)
          next.push_back(accumulate(elements, accumulator));
        // The new values may depend on both of the old ones.
        if (random.chance(50)) {
          SmallVector<Value> both = {next[1], accumulators[0]};
          next[1] = scalar(next[1].getType(), both, 1);
        }
        return next;
      });
  return combineToScalar(results);
}

bool ChainGenerator::canAddRows(lift::ArrayType type) {
  return type.getRank() >= 2 && b.depth + type.getRank() <= kMaxDepth &&
         isNumber(type.getElementType()) &&
         b.isAffordable(b.countElements(type));
}

Value ChainGenerator::reduceToArray(Value array) {
  auto type = getArrayType(array);
  if (!canAddRows(type))
    return {};
  auto rest = cast<lift::ArrayType>(type.getInnerType());
  SmallVector<Value> sameType =
      b.collect([&](Value value) { return value.getType() == rest; });
  Value init = !sameType.empty() && random.chance(30)
                   ? random.pick(sameType)
                   : b.broadcast(anyScalar(type.getElementType()),
                                 rest.getSizeExprs(), 0);
  bool readsOthers = random.chance(15);
  return b
      .reduce(array, init,
              [&](ValueRange elements, ValueRange accumulators) {
                Value accumulator = accumulators.front();
                // A step that reads elements which it overwrites.
                if (readsOthers)
                  accumulator =
                      b.take(b.pad(accumulator, 1, 0, 0, PadMode::Clamp),
                             rest.getSize(0), 0);
                return SmallVector<Value>{add(accumulator, elements.front())};
              })
      .front();
}

Value ChainGenerator::reduceToTwoArrays(Value array) {
  auto type = getArrayType(array);
  if (type.getRank() != 2 || b.depth + 4 > kMaxDepth ||
      !isNumber(type.getElementType()) ||
      !b.isAffordable(b.countElements(type) * 2))
    return {};
  Expr count = type.getSize(1);
  SmallVector<Value> inits;
  for (unsigned i = 0; i < 2; ++i)
    inits.push_back(b.broadcast(anyScalar(type.getElementType()), count, 0));
  SmallVector<Value> results = b.reduce(
      array, inits, [&](ValueRange elements, ValueRange accumulators) {
        Value first = add(accumulators[0], elements.front());
        Value second = add(accumulators[1], elements.front());
        return SmallVector<Value>{first, second};
      });
  return add(results[0], results[1]);
}

//===----------------------------------------------------------------------===//
// Iterate
//===----------------------------------------------------------------------===//

Value ChainGenerator::addPairs(Value pairs) {
  auto addPair = [&](ValueRange pair) -> SmallVector<Value> {
    auto type = getArrayType(pair.front());
    if (type.getRank() == 1)
      return {reduceToScalar(pair.front())};
    SmallVector<Expr> rest = type.getSizeExprs();
    rest.erase(rest.begin());
    Value init = b.broadcast(anyScalar(type.getElementType()), rest, 0);
    return b.reduce(pair, init,
                    [&](ValueRange elements, ValueRange accumulators) {
                      return SmallVector<Value>{
                          add(accumulators.front(), elements.front())};
                    });
  };
  return b.map(pairs, {}, addPair).front();
}

Value ChainGenerator::iterateHalving(Value array) {
  int64_t value = b.valueOf(getArrayType(array).getSize(0));
  unsigned count = 0;
  while (value % 2 == 0 && count < 3) {
    value /= 2;
    ++count;
  }
  if (count == 0)
    return {};
  return b.iterate(array, random.range(1, count), [&](Value v) {
    return addPairs(b.split(v, 2, 0));
  });
}

Value ChainGenerator::iterateGrowing(Value array) {
  int64_t count = random.range(1, 2), amount = random.range(2, 3);
  if (!b.isAffordable(b.countElements(array.getType()) * 9))
    return {};
  if (random.chance(50))
    return b.iterate(array, count, [&](Value v) {
      return elementwise(b.pad(v, amount - 2, 1, 0, PadMode::Clamp));
    });
  return b.iterate(array, count, [&](Value v) {
    return b.join(b.broadcast(elementwise(v), Expr(amount), 0), 0);
  });
}

Value ChainGenerator::iterateRepeating(Value array) {
  return b.iterate(array, random.range(0, 3), [&](Value v) {
    if (random.chance(40))
      return elementwise(v);
    Value windows =
        b.slide(b.pad(v, 1, 0, 0, PadMode::Clamp), Expr(2), Expr(1), 0);
    return addPairs(windows);
  });
}

Value ChainGenerator::iterateCeiling(Value array) {
  return b.iterate(array, random.range(1, 3), [&](Value v) {
    Expr size = getArrayType(v).getSize(0);
    Expr missing = Expr::ceilDiv(size, 2) * Expr(2) - size;
    Type element = getElementType(v.getType());
    Value padded = b.pad(v, 0, missing, 0, PadMode::Constant,
                         b.constant(element, random.range(0, 1)));
    return addPairs(b.split(padded, 2, 0));
  });
}

Value ChainGenerator::iterate(Value array) {
  auto type = getArrayType(array);
  if (!isNumber(type.getElementType()) ||
      b.depth + type.getRank() + 1 > kMaxDepth ||
      !b.isAffordable(b.countElements(type) * 8) || type.getRank() > 3)
    return {};
  switch (random.range(0, 3)) {
  case 0:
    return iterateHalving(array);
  case 1:
    return iterateGrowing(array);
  case 2:
    return iterateCeiling(array);
  default:
    return iterateRepeating(array);
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

std::optional<AddressSpace> ChainGenerator::pickSpace(Type type) const {
  if (b.depth == 0)
    return AddressSpace::Global;
  if (b.isConstant(type) && b.countElements(type) <= 64)
    return AddressSpace::Private;
  return std::nullopt;
}

Value ChainGenerator::store(Value array) {
  std::optional<AddressSpace> space = pickSpace(array.getType());
  if (!space || isa<TupleType>(getElementType(array.getType())))
    return {};
  // A materialize says where the operation before it writes.
  if (!isa_and_present<MapOp, ReduceOp>(array.getDefiningOp()) ||
      !array.use_empty())
    return {};
  return b.materialize(array, *space);
}

Value ChainGenerator::copy(Value array) {
  std::optional<AddressSpace> space = pickSpace(array.getType());
  if (!space || isa<TupleType>(getElementType(array.getType())) ||
      !b.isAffordable(b.countElements(array.getType())))
    return {};
  return b.copy(array, {}, *space);
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

const ChainGenerator::Choice ChainGenerator::kChoices[] = {
    {&ChainGenerator::split, 10},
    {&ChainGenerator::join, 10},
    {&ChainGenerator::transpose, 9},
    {&ChainGenerator::slide, 6},
    {&ChainGenerator::slideTwo, 3},
    {&ChainGenerator::pad, 9},
    {&ChainGenerator::padAndTake, 5},
    {&ChainGenerator::take, 5},
    {&ChainGenerator::drop, 5},
    {&ChainGenerator::reverse, 6},
    {&ChainGenerator::concat, 6},
    {&ChainGenerator::broadcast, 5},
    {&ChainGenerator::asVector, 10},
    {&ChainGenerator::asScalar, 20},
    {&ChainGenerator::map, 22},
    {&ChainGenerator::mapTwoResults, 4},
    {&ChainGenerator::mapElements, 6},
    {&ChainGenerator::reduceToScalar, 4},
    {&ChainGenerator::reduceTwo, 4},
    {&ChainGenerator::reduceWhile, 7},
    {&ChainGenerator::scatterReduce, 6},
    {&ChainGenerator::scan, 7},
    {&ChainGenerator::scanArrays, 3},
    {&ChainGenerator::reduceToArray, 9},
    {&ChainGenerator::reduceToTwoArrays, 2},
    {&ChainGenerator::zipAndMap, 7},
    {&ChainGenerator::mapAndUnzip, 6},
    {&ChainGenerator::iterate, 9},
    {&ChainGenerator::generate, 5},
    {&ChainGenerator::gather, 7},
    {&ChainGenerator::scatter, 7},
    {&ChainGenerator::lookup, 7},
    {&ChainGenerator::at, 12},
    {&ChainGenerator::store, 7},
    {&ChainGenerator::copy, 6}};

ChainGenerator::ChainGenerator(ProgramBuilder &b) : b(b), random(b.random) {
  for (unsigned i = 0; i < 2; ++i)
    favourites.push_back(random.pick(ArrayRef<Choice>(kChoices)).step);
}

ChainGenerator::Step ChainGenerator::drawStep() {
  if (random.chance(25))
    return random.pick(favourites);
  unsigned total = 0;
  for (const Choice &choice : kChoices)
    total += choice.weight;
  unsigned drawn = random.range(0, total - 1);
  const Choice *choice = kChoices;
  while (drawn >= choice->weight)
    drawn -= choice++->weight;
  return choice->step;
}

Value ChainGenerator::randomStep(Value value) {
  for (unsigned attempt = 0; attempt < 8; ++attempt)
    if (Value next = (this->*drawStep())(value))
      return next;
  return value;
}

Value ChainGenerator::grow(Value value, unsigned steps) {
  for (unsigned i = 0; i < steps; ++i) {
    if (isa<TupleType>(value.getType()))
      return toScalar(value);
    Value next;
    if (isArray(value))
      next = randomStep(value);
    else if (b.depth == 0)
      next = broadcast(value);
    else
      next = combineToScalar(value);
    if (!next)
      return value;
    value = next;
    b.visible.push_back(value);
  }
  return value;
}
