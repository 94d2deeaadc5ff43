//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NestGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

/// How often a step may run.
static constexpr int64_t kMaxTrips = 3000;

//===----------------------------------------------------------------------===//
// Arrays from outside
//===----------------------------------------------------------------------===//

Value NestGenerator::addArgument(Type type) {
  (void)func.insertArgument(func.getNumArguments(), type, {}, b.getLoc());
  return func.getArguments().back();
}

Value NestGenerator::makeArray(ArrayRef<Expr> sizes, Type element,
                               unsigned steps) {
  if (steps > 0 && !sizes.empty())
    if (Value array = viewArray(sizes, element, steps - 1))
      return array;
  return addArgument(
      sizes.empty()
          ? element
          : Type(lift::ArrayType::get(b.builder.getContext(), sizes, element)));
}

/// A view of these sizes, of an array made in the same way; null if the drawn
/// one has no such result.
Value NestGenerator::viewArray(ArrayRef<Expr> sizes, Type element,
                               unsigned steps) {
  const unsigned dim = random.range(0, sizes.size() - 1);
  const bool hasNext = dim + 1 < sizes.size();
  const int64_t value = b.valueOf(sizes[dim]);
  SmallVector<Expr> source(sizes);
  switch (random.range(0, 8)) {
  case 0: { // Two dimensions of one.
    if (!hasNext)
      return {};
    source[dim] = sizes[dim] * sizes[dim + 1];
    source.erase(source.begin() + dim + 1);
    return b.split(makeArray(source, element, steps), sizes[dim + 1], dim);
  }
  case 1: { // One dimension of two.
    std::optional<int64_t> constant = sizes[dim].getConstant();
    if (!constant)
      return {};
    int64_t inner = random.range(1, value);
    if (value % inner != 0)
      return {};
    source[dim] = inner;
    source.insert(source.begin() + dim, Expr(value / inner));
    return b.join(makeArray(source, element, steps), dim);
  }
  case 2: // Neighbours.
  case 3:
    if (!hasNext)
      return {};
    source[dim] = sizes[dim] + sizes[dim + 1] - 1;
    source.erase(source.begin() + dim + 1);
    return b.slide(makeArray(source, element, steps), {sizes[dim + 1]},
                   {Expr(1)}, dim);
  case 4: { // A border.
    int64_t low = random.range(0, 1), high = random.range(0, 1);
    if (value <= low + high + 1 || low + high == 0)
      return {};
    source[dim] = sizes[dim] - (low + high);
    auto mode = PadMode(random.pick({0, 1, 3, 4}));
    Value array = makeArray(source, element, steps);
    return b.pad(array, low, high, dim, mode,
                 mode == PadMode::Constant ? constant(element) : Value());
  }
  case 5:
    source[dim] = sizes[dim] + 1;
    return random.chance(50)
               ? b.take(makeArray(source, element, steps), sizes[dim], dim)
               : b.drop(makeArray(source, element, steps), 1, dim);
  case 6:
    return b.reverse(makeArray(source, element, steps), {int64_t(dim)});
  case 7:
    source.erase(source.begin() + dim);
    return b.broadcast(makeArray(source, element, steps), {sizes[dim]}, dim);
  default: {
    if (!hasNext)
      return {};
    SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
    std::swap(order[dim], order[dim + 1]);
    std::swap(source[dim], source[dim + 1]);
    return b.transpose(makeArray(source, element, steps), order);
  }
  }
}

static void shuffle(Random &random, SmallVectorImpl<unsigned> &values) {
  for (size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1], values[random.range(0, i - 1)]);
}

NestGenerator::Operand NestGenerator::makeOperand(Use use, Type element,
                                                  SmallVector<unsigned> dims) {
  if (random.chance(60))
    shuffle(random, dims);
  SmallVector<Expr> sizes;
  for (unsigned dim : dims)
    sizes.push_back(shape.sizes[dim]);
  return {makeArray(sizes, element, random.pick({0, 0, 1, 1, 2})), dims, use};
}

Type NestGenerator::drawElement() {
  return types[random.next() % types.size()];
}

void NestGenerator::makeOperands(Operands &operands) {
  const unsigned numDims = shape.sizes.size();
  auto draw = [&](unsigned first, unsigned last, unsigned percent) {
    SmallVector<unsigned> dims;
    for (unsigned dim = first; dim < last; ++dim)
      if (random.chance(percent))
        dims.push_back(dim);
    return dims;
  };
  const bool reduces = numDims != shape.numParallel;
  const size_t numFactors = wishes.isPlain ? types.size() : random.range(1, 3);
  for (size_t i = 0; reduces && i < numFactors; ++i) {
    SmallVector<unsigned> dims = draw(0, shape.numParallel, 60);
    llvm::append_range(
        dims, draw(shape.numParallel, numDims, wishes.isPlain ? 100 : 85));
    operands.push_back(makeOperand(
        Use::Step, wishes.isPlain ? types[i] : drawElement(), dims));
  }
  for (unsigned i = random.range(reduces ? 0 : 1, 2); i > 0; --i)
    operands.push_back(makeOperand(Use::Epilogue, drawElement(),
                                   draw(0, shape.numParallel, 60)));
  if (reduces && random.chance(30))
    operands.push_back(
        makeOperand(Use::Init, drawElement(), draw(0, shape.numParallel, 70)));
  // Each loop goes through something.
  for (unsigned dim = 0; dim < numDims; ++dim)
    if (llvm::none_of(operands, [&](const Operand &operand) {
          return llvm::is_contained(operand.dims, dim);
        }))
      operands.push_back(
          makeOperand(reduces && !wishes.isPlain ? Use::Step : Use::Epilogue,
                      drawElement(), {dim}));
}

void NestGenerator::drawDims() {
  shape.numParallel =
      random.range(wishes.minParallel, std::max(4u, wishes.minParallel));
  const unsigned numReduced =
      wishes.isPlain ? 1 : random.range(wishes.minReduced, wishes.maxReduced);
  int64_t trips = 1;
  for (unsigned i = 0; i < shape.numParallel + numReduced; ++i) {
    SmallVector<int64_t> fitting;
    for (int64_t size : {1, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16})
      if (size * trips <= kMaxTrips)
        fitting.push_back(size);
    int64_t value = random.pick(fitting);
    const bool isPlain = wishes.isPlain && i == shape.numParallel;
    if (isPlain)
      value = random.pick({1, 2, 4, 8, 16, 32});
    trips *= value;
    if (isPlain || !random.chance(35)) {
      shape.sizes.push_back(value);
      continue;
    }
    std::string name = "N" + std::to_string(i);
    b.sizes[name] = value;
    shape.sizes.push_back(Expr::name(name));
  }
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value NestGenerator::constant(Type type) {
  if (!type.isF32())
    return b.constant(type, random.range(-3, 3));
  static constexpr float positive[] = {0.5f, 1.0f, 3.0f};
  const float any[] = {0.0f, -0.0f, wishes.mayRound ? 0.3f : 0.25f, -1.5f,
                       1.0f};
  return wishes.isStable ? b.floatConstant(random.pick(ArrayRef(positive)))
                         : b.floatConstant(random.pick(ArrayRef(any)));
}

/// The ways to combine two numbers of a type: the first ones have the laws of
/// combiners, and the last does not exist for results that must be stable.
static constexpr unsigned kNumCombiners = 6, kNumOps = 7;

Value NestGenerator::emit(Type type, unsigned choice, Value lhs, Value rhs) {
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  if (type.isF32())
    switch (choice) {
    case 0:
    case 1:
      return arith::AddFOp::create(builder, loc, lhs, rhs);
    case 2:
      return arith::MulFOp::create(builder, loc, lhs, rhs);
    case 3:
      return arith::MaximumFOp::create(builder, loc, lhs, rhs);
    case 4:
      return arith::MinimumFOp::create(builder, loc, lhs, rhs);
    case 5:
      return arith::MaxNumFOp::create(builder, loc, lhs, rhs);
    default:
      return arith::SubFOp::create(builder, loc, lhs, rhs);
    }
  switch (choice) {
  case 0:
  case 1:
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  case 2:
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  case 3:
    return arith::MaxSIOp::create(builder, loc, lhs, rhs);
  case 4:
    return arith::MinUIOp::create(builder, loc, lhs, rhs);
  case 5:
    return arith::XOrIOp::create(builder, loc, lhs, rhs);
  default:
    return arith::SubIOp::create(builder, loc, lhs, rhs);
  }
}

/// A number from `leaves` of that type, or a constant if there are none.
Value NestGenerator::scalar(Type type, ArrayRef<Value> leaves) {
  SmallVector<Value> own;
  llvm::copy_if(leaves, std::back_inserter(own),
                [&](Value leaf) { return leaf.getType() == type; });
  if (own.empty())
    return constant(type);
  for (size_t i = own.size(); i > 1; --i)
    std::swap(own[i - 1], own[random.range(0, i - 1)]);
  if (random.chance(15))
    own.push_back(constant(type));
  Value result = own.front();
  // Products of sums and sums of products.
  for (Value next : ArrayRef(own).drop_front())
    result = emit(
        type,
        random.chance(50) ? 2 : random.range(0, kNumOps - 1 - wishes.isStable),
        result, next);
  return result;
}

void NestGenerator::drawCombiners() {
  const unsigned count = random.pick({1, 1, 2, 3});
  const unsigned kind = random.range(0, 9);
  for (unsigned i = 0; i < count; ++i) {
    const bool isFloat = kind < 7 || (kind == 9 && i % 2 == 0);
    types.push_back(isFloat ? Type(b.builder.getF32Type())
                            : Type(b.builder.getI32Type()));
    combiners.push_back(random.range(0, kNumCombiners - (i == 0 ? 1 : 2)));
    // Products of thousands of numbers are infinite.
    if (wishes.isStable && isFloat && combiners.back() == 2)
      combiners.back() = 0;
  }
  combines = wishes.isStable || random.chance(80);
  isEntangled = wishes.hasFalseLaws && count > 1 && random.chance(10);
  selects = combines && !isEntangled && random.chance(20);
  const unsigned percent = combines || isEntangled ? 70 : 0;
  shape.isAssociative = random.chance(percent);
  shape.isCommutative = random.chance(shape.isAssociative ? 85 : percent);
}

SmallVector<Value> NestGenerator::emitStep(ArrayRef<Value> leaves,
                                           ValueRange accumulators) {
  SmallVector<Value> next, terms;
  for (auto [i, accumulator] : llvm::enumerate(accumulators)) {
    SmallVector<Value> own(leaves);
    if (isEntangled && i > 0)
      own.push_back(next.front());
    if (!combines) {
      own.push_back(accumulator);
      next.push_back(scalar(types[i], own));
      continue;
    }
    Value term =
        wishes.isPlain ? leaves[i % leaves.size()] : scalar(types[i], own);
    if (term.getType() != types[i])
      term = constant(types[i]);
    if (selects) {
      terms.push_back(term);
      continue;
    }
    next.push_back(random.chance(80)
                       ? emit(types[i], combiners[i], accumulator, term)
                       : emit(types[i], combiners[i], term, accumulator));
  }
  return selects ? b.chooseFirst(accumulators, terms) : next;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Turns the array of an operand, so that a loop can go through `dim`.
void NestGenerator::bringToFront(Operand &operand, unsigned dim) {
  auto *it = llvm::find(operand.dims, dim);
  if (it == operand.dims.end() || it == operand.dims.begin())
    return;
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, operand.dims.size()));
  const auto place = it - operand.dims.begin();
  std::rotate(order.begin(), order.begin() + place, order.begin() + place + 1);
  std::rotate(operand.dims.begin(), it, it + 1);
  operand.value = b.transpose(operand.value, order);
}

/// The arrays that the loop over `dim` goes through.
SmallVector<Value> NestGenerator::enter(Operands &operands, unsigned dim) {
  SmallVector<Value> inputs;
  for (Operand &operand : operands) {
    bringToFront(operand, dim);
    const bool isInput = !operand.dims.empty() && operand.dims.front() == dim;
    if (!operand.dims.empty() && random.chance(5))
      operand.value = b.reverse(operand.value, {0});
    if (isInput)
      inputs.push_back(operand.value);
    else if (random.chance(20) && !operand.dims.empty())
      bringToFront(operand, *llvm::min_element(operand.dims));
  }
  return inputs;
}

NestGenerator::Operands NestGenerator::leave(Operands operands, unsigned dim,
                                             ValueRange elements) const {
  for (Operand &operand : operands) {
    if (operand.dims.empty() || operand.dims.front() != dim)
      continue;
    operand.value = elements.front();
    elements = elements.drop_front();
    operand.dims.erase(operand.dims.begin());
  }
  return operands;
}

SmallVector<Value> NestGenerator::getInits(const Operands &operands) {
  SmallVector<Value> inits;
  for (Type type : types) {
    const Operand *own = llvm::find_if(operands, [&](const Operand &operand) {
      return operand.use == Use::Init && operand.value.getType() == type;
    });
    if (own != operands.end())
      inits.push_back(own->value);
    else
      inits.push_back(random.chance(85) ? constant(type) : addArgument(type));
  }
  return inits;
}

Value NestGenerator::emitResult(ArrayRef<Value> leaves) {
  if (random.chance(4)) {
    const Expr sizes[] = {random.range(1, 3), 2};
    Type element = drawElement();
    return makeArray(sizes, element, random.range(0, 1));
  }
  return random.chance(40) ? leaves.back() : scalar(drawElement(), leaves);
}

SmallVector<Value> NestGenerator::emitResults(ArrayRef<Value> leaves) {
  SmallVector<Value> results;
  for (unsigned i = random.chance(25) ? 2 : 1; i > 0; --i)
    results.push_back(emitResult(leaves));
  return results;
}

SmallVector<Value> NestGenerator::getValues(const Operands &operands, Use use) {
  SmallVector<Value> values;
  for (const Operand &operand : operands)
    if (operand.use == use && operand.dims.empty())
      values.push_back(operand.value);
  return values;
}

SmallVector<Value> NestGenerator::emitReductions(unsigned dim,
                                                 Operands operands,
                                                 ValueRange accumulators) {
  if (dim == shape.sizes.size())
    return emitStep(getValues(operands, Use::Step), accumulators);
  SmallVector<Value> inputs = enter(operands, dim);
  auto reduce = ReduceOp::create(
      b.builder, b.getLoc(), inputs, accumulators,
      [&](OpBuilder &, Location, ValueRange elements, ValueRange inner) {
        return emitReductions(dim + 1, leave(operands, dim, elements), inner);
      });
  reduce.setAssociative(shape.isAssociative);
  reduce.setCommutative(shape.isCommutative);
  return llvm::to_vector_of<Value>(reduce.getResults());
}

SmallVector<Value> NestGenerator::emitMaps(unsigned dim, Operands operands) {
  if (dim < shape.numParallel) {
    SmallVector<Value> inputs = enter(operands, dim);
    auto map = MapOp::create(b.builder, b.getLoc(), inputs, MappingAttr(),
                             [&](OpBuilder &, Location, ValueRange elements) {
                               return emitMaps(dim + 1,
                                               leave(operands, dim, elements));
                             });
    return llvm::to_vector_of<Value>(map.getResults());
  }
  SmallVector<Value> leaves = getValues(operands, Use::Epilogue);
  // What stands before a reduction is no part of a nest.
  if (leaves.size() > 1 && random.chance(3))
    leaves = {scalar(leaves.front().getType(), leaves)};
  if (dim != shape.sizes.size())
    llvm::append_range(leaves,
                       emitReductions(dim, operands, getInits(operands)));
  return shape.numParallel == 0 ? leaves : emitResults(leaves);
}

SmallVector<Value> NestGenerator::createNest() {
  shape.isStable = wishes.isStable;
  drawCombiners();
  drawDims();
  Operands operands;
  makeOperands(operands);
  return emitMaps(0, operands);
}

//===----------------------------------------------------------------------===//
// Reductions of arrays
//===----------------------------------------------------------------------===//

namespace {
/// A view that has an inverse.
struct Rearrangement {
  enum Kind { Split, Join, Transpose } kind;
  unsigned dim;
  /// The inner one of the sizes that are two or become two.
  Expr inner;
};
} // namespace

static Value applyView(ProgramBuilder &b, Value value, const Rearrangement &r,
                       bool isInverse) {
  const bool splits = (r.kind == Rearrangement::Split) != isInverse;
  if (r.kind != Rearrangement::Transpose)
    return splits ? b.split(value, r.inner, r.dim) : b.join(value, r.dim);
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, getArrayType(value).getRank()));
  std::swap(order[r.dim], order[r.dim + 1]);
  return b.transpose(value, order);
}

/// Draws views for an array of these sizes, which become those of the result.
static SmallVector<Rearrangement> drawViews(Random &random,
                                            SmallVector<Expr> &sizes) {
  SmallVector<Rearrangement> views;
  for (unsigned i = random.range(0, 3); i > 0; --i) {
    const unsigned dim = random.range(0, sizes.size() - 1);
    std::optional<int64_t> size = sizes[dim].getConstant();
    if (dim + 1 < sizes.size() && random.chance(50)) {
      views.push_back({Rearrangement::Transpose, dim, {}});
      std::swap(sizes[dim], sizes[dim + 1]);
    } else if (dim + 1 < sizes.size()) {
      views.push_back({Rearrangement::Join, dim, sizes[dim + 1]});
      sizes[dim] = sizes[dim] * sizes[dim + 1];
      sizes.erase(sizes.begin() + dim + 1);
    } else if (size && *size % 2 == 0) {
      views.push_back({Rearrangement::Split, dim, *size / 2});
      sizes[dim] = 2;
      sizes.insert(sizes.begin() + dim + 1, Expr(*size / 2));
    }
  }
  return views;
}

SmallVector<Value> NestGenerator::createArrayReduction() {
  drawCombiners();
  drawDims();
  SmallVector<Expr> tile(ArrayRef(shape.sizes).take_front(shape.numParallel));
  if (tile.size() > 3)
    tile.resize(3);
  const Expr count = shape.sizes.back();
  SmallVector<SmallVector<Rearrangement>> views;
  SmallVector<Value> inputs, inits;
  for (Type type : types) {
    SmallVector<Expr> sizes = tile;
    views.push_back(drawViews(random, sizes));
    inits.push_back(random.chance(50)
                        ? b.broadcast(constant(type), sizes, 0)
                        : makeArray(sizes, type, random.range(0, 1)));
    sizes = tile;
    sizes.insert(sizes.begin(), count);
    inputs.push_back(makeArray(sizes, type, random.range(0, 1)));
  }
  auto reduce = ReduceOp::create(
      b.builder, b.getLoc(), inputs, inits,
      [&](OpBuilder &, Location, ValueRange elements, ValueRange accumulators) {
        SmallVector<Value> next;
        for (auto [i, own] : llvm::enumerate(views)) {
          Value pair[] = {accumulators[i], elements[i]};
          for (const Rearrangement &view : llvm::reverse(own))
            pair[0] = applyView(b, pair[0], view, /*isInverse=*/true);
          SmallVector<MappingAttr> none(tile.size());
          Value sum = b.nest(pair, none, [&](ValueRange numbers) {
                         return SmallVector<Value>{emit(
                             types[i], combiners[i], numbers[0], numbers[1])};
                       }).front();
          for (const Rearrangement &view : own)
            sum = applyView(b, sum, view, /*isInverse=*/false);
          next.push_back(sum);
        }
        return next;
      });
  shape.numParallel = 0;
  shape.sizes = {count};
  return llvm::to_vector_of<Value>(reduce.getResults());
}
