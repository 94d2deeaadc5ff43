//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs of the shapes that strategies look for: windows of neighbours.
//
//===----------------------------------------------------------------------===//
#include "ShapeGenerator.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

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

/// Windows of rows, or of columns, of what another map computes.
SmallVector<Value> ShapeGenerator::windowsOfMap() {
  Type type = drawType();
  sizes = {drawSize({1, 2, 5, 17, 33, 130})};
  sizes.push_back(drawSize({1, 3, 4, 8, 30, 64, 65, 72, 113, 128}));
  Value plane = arrays.makeArray(sizes, type, random.chance(25));
  const bool isMapped = random.chance(40);
  if (isMapped)
    plane = mapNumbers(plane);
  if (!isMapped || random.chance(50))
    plane = windows(plane, random.chance(60) ? 1 : 0);
  plane = windows(plane, random.chance(65) ? 0 : 1);
  if (random.chance(20))
    plane = windows(plane, random.range(0, 1));
  return {plane};
}

/// All windows of an array, of `window` elements in each of its first
/// dimensions, with something around it so that there are as many as elements.
Value ShapeGenerator::slideAll(Value array, ArrayRef<int64_t> window) {
  Type type = getElementType(array.getType());
  for (unsigned i = random.pick({0, 0, 0, 1, 2}); i > 0; --i)
    array = mapNumbers(array);
  for (auto [dim, size] : llvm::enumerate(window)) {
    const int64_t low = random.range(0, size - 1);
    if (size == 1)
      continue;
    if (random.chance(50))
      array = b.pad(array, low, size - 1 - low, dim, PadMode::Clamp);
    else
      array = b.pad(array, low, size - 1 - low, dim, PadMode::Constant,
                    constant(type, random.range(-1, 1)));
  }
  SmallVector<Expr> steps(window.size(), Expr(1));
  return b.slide(array, llvm::to_vector_of<Expr>(window), steps, 0);
}

/// Neighbours in each of some arrays, one by one or all of a window.
SmallVector<Value> ShapeGenerator::neighbours() {
  Type type = drawType();
  const unsigned rank = random.pick({1, 2, 2, 3});
  SmallVector<int64_t> window;
  mostTrips = 20000; // For each of them there is a window.
  for (unsigned dim = 0; dim < rank; ++dim) {
    sizes.push_back(rank == 1   ? drawSize({1, 5, 64, 257, 1000})
                    : rank == 2 ? drawSize({1, 2, 5, 17, 33, 64, 130})
                                : drawSize({1, 2, 4, 9, 17, 33}));
    window.push_back(random.pick({1, 2, 3, 3, 5}));
  }
  SmallVector<Factor> factors;
  SmallVector<unsigned> dims = llvm::to_vector(llvm::seq(rank));
  for (unsigned i = random.range(1, 2); i > 0; --i)
    factors.push_back({slideAll(makeFactor(type, dims).value, window), dims});
  const bool isReduced = random.chance(40);
  kinds.assign(1, random.pick({0, 0, 1}));
  auto readOne = [&](Value array) {
    for (int64_t size : window)
      array = b.at(array, Expr(random.range(0, size - 1)), 0);
    return array;
  };
  return maps(0, rank, factors, [&](ValueRange windows) {
    SmallVector<Value> read;
    for (Value array : windows) {
      if (isReduced) {
        Factor factor{array, llvm::to_vector(llvm::seq(rank, 2 * rank))};
        sizes.resize(rank);
        llvm::append_range(sizes, window);
        read.push_back(reductions(rank, {factor}, constant(type, 0),
                                  [](ValueRange elements) {
                                    return SmallVector<Value>(elements);
                                  })
                           .front());
        continue;
      }
      for (unsigned i = random.range(1, 4); i > 0; --i)
        read.push_back(readOne(array));
    }
    return SmallVector<Value>{
        finish(read.front(), ArrayRef(read).drop_front())};
  });
}

/// Windows of an image with channels, times the weights of each result.
SmallVector<Value> ShapeGenerator::convolution() {
  Type type = drawType();
  const unsigned rank = random.pick({1, 2, 2});
  SmallVector<int64_t> window;
  for (unsigned dim = 0; dim < rank; ++dim) {
    sizes.push_back(drawSize({1, 2, 5, 7, 8, 14, 16}));
    window.push_back(random.pick({1, 2, 3, 3}));
  }
  const Expr results = drawSize({1, 3, 8, 16, 17, 33});
  const Expr channels = drawSize({1, 2, 3, 4, 8, 16});
  SmallVector<Expr> image(sizes);
  image.push_back(channels);
  sizes.push_back(results);
  llvm::append_range(sizes, window);
  sizes.push_back(channels);
  const unsigned first = rank + 1, last = sizes.size();
  SmallVector<unsigned> reduced = llvm::to_vector(llvm::seq(first, last));

  Factor windows{{}, llvm::to_vector(llvm::seq(rank))};
  if (random.chance(70)) {
    windows.value = slideAll(arrays.makeArray(image, type, 0), window);
  } else { // Every second window, of no border.
    SmallVector<Expr> steps(rank, Expr(2));
    for (unsigned dim = 0; dim < rank; ++dim)
      image[dim] = (sizes[dim] - 1) * 2 + window[dim];
    windows.value = b.slide(arrays.makeArray(image, type, 0),
                            llvm::to_vector_of<Expr>(window), steps, 0);
  }
  llvm::append_range(windows.loops, reduced);
  SmallVector<unsigned> own = {rank};
  llvm::append_range(own, reduced);
  SmallVector<Factor> factors = {windows, makeFactor(type, own),
                                 makeFactor(type, {rank})};
  kinds.assign(1, 0);
  return maps(0, first, factors, [&](ValueRange values) {
    Value bias = values[2], init = constant(type, 0);
    const bool isInit = random.chance(50);
    SmallVector<Value> sums = reductions(
        first, {{values[0], reduced}, {values[1], reduced}},
        isInit ? bias : init, [&](ValueRange elements) {
          return SmallVector<Value>{multiply(elements[0], elements[1])};
        });
    return SmallVector<Value>{
        finish(sums.front(), isInit ? ArrayRef<Value>() : ArrayRef(bias))};
  });
}

/// Rows, each with the elements of a window of its own: a band of a product of
/// matrices, or what two numbers have to do with each other.
SmallVector<Value> ShapeGenerator::rowsOfWindows() {
  Type type = drawType();
  SmallVector<unsigned> own;
  if (random.chance(30)) {
    own.push_back(0);
    sizes.push_back(drawSize({1, 2, 3}));
  }
  const unsigned row = sizes.size(), numParallel = row + 2;
  sizes.push_back(drawSize({1, 2, 7, 31, 32, 64, 65, 100}));
  const Expr numRows = sizes[row];
  const int64_t window = random.pick({1, 3, 24, 25, 40, 128});
  sizes.push_back(window);
  const bool isSum = random.chance(80);
  if (isSum)
    sizes.push_back(drawSize({1, 3, 8, 13, 16}));
  own.push_back(row);
  if (isSum)
    own.push_back(numParallel);

  SmallVector<Factor> factors = {makeFactor(type, own)};
  const bool isPadded = random.chance(40);
  if (!isPadded)
    sizes[row] = numRows + (window - 1);
  Value array = makeFactor(type, own).value;
  sizes[row] = numRows;
  if (isPadded) {
    const int64_t low = random.range(0, window - 1);
    array = b.pad(array, low, window - 1 - low, row, PadMode::Clamp);
  }
  factors.push_back({b.slide(array, {Expr(window)}, {Expr(1)}, row),
                     llvm::to_vector(llvm::seq<unsigned>(sizes.size()))});
  if (random.chance(40))
    factors.push_back(makeFactor(type, {row + unsigned(random.chance(20))}));
  kinds.assign(1, random.pick({0, 0, 1}));
  return maps(0, numParallel, factors, [&](ValueRange values) {
    ValueRange others = values.drop_front(2);
    if (!isSum)
      return SmallVector<Value>{
          finish(multiply(values[0], values[1]), llvm::to_vector(others))};
    SmallVector<Value> sums = reductions(
        numParallel, {{values[0], {numParallel}}, {values[1], {numParallel}}},
        constant(type, random.range(-1, 1)), [&](ValueRange elements) {
          return SmallVector<Value>{multiply(elements[0], elements[1])};
        });
    return SmallVector<Value>{finish(sums.front(), llvm::to_vector(others))};
  });
}
