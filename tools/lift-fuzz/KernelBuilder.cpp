//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

//===----------------------------------------------------------------------===//
// Launch sizes
//===----------------------------------------------------------------------===//

void KernelBuilder::drawLocalSizes() {
  numLocalDims = random.pick({1, 1, 1, 2, 2, 2, 3});
  localSize.clear();
  for (unsigned dim = 0; dim < numLocalDims; ++dim)
    localSize.push_back(numLocalDims == 1
                            ? random.pick({1, 2, 3, 4, 5, 7, 8, 16})
                            : random.pick({1, 2, 3, 4, 5}));
  if (!b.params.empty() && random.chance(50))
    localSize[random.range(0, numLocalDims - 1)] =
        Expr::name(*b.params.begin());
  globalSize = localSize;
}

Expr KernelBuilder::drawGroups(const Expr &count) {
  if (random.chance(60))
    return count;
  // Of as many groups as a size says, nobody knows how many there are.
  if (!b.sizes.empty() && random.chance(40))
    return Expr::name(
        std::next(b.sizes.begin(), random.range(0, b.sizes.size() - 1))->first);
  return random.range(1, 4);
}

void KernelBuilder::setGroups(unsigned dim, const Expr &groups) {
  while (localSize.size() <= dim) {
    localSize.push_back(1);
    globalSize.push_back(1);
  }
  globalSize[dim] = groups * localSize[dim];
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

SmallVector<Value> KernelBuilder::createKernel(KernelBody body) {
  OperationState state(b.getLoc(), KernelOp::getOperationName());
  Block *block = new Block();
  state.addRegion()->push_back(block);
  size_t scope = b.visible.size();
  {
    OpBuilder::InsertionGuard guard(b.builder);
    b.builder.setInsertionPointToStart(block);
    Value result = body();
    if (!result)
      return {};
    SmallVector<Value> results(random.chance(6) ? 2 : 1, result);
    YieldOp::create(b.builder, b.getLoc(), results);
    state.addTypes(ValueRange(results).getTypes());
  }
  b.visible.truncate(scope);
  if (random.chance(50))
    state.addAttribute(
        "kernel_name",
        b.builder.getStringAttr(name + "_k" + std::to_string(numKernels++)));
  state.addAttribute("local_size", b.sizeList(localSize));
  state.addAttribute("global_size", b.sizeList(globalSize));
  Operation *kernel = b.builder.create(state);
  return {kernel->result_begin(), kernel->result_end()};
}

Value KernelBuilder::rearrangeResult(Value array) {
  for (unsigned i = random.range(0, 2); i > 0; --i) {
    auto type = getArrayType(array);
    unsigned rank = type.getRank();
    unsigned dim = random.range(0, rank - 1);
    switch (random.range(0, 5)) {
    case 0:
      if (rank >= 2)
        array = b.join(array, random.range(0, rank - 2));
      break;
    case 1:
      if (rank < 5)
        array = b.split(array, b.pickDivisor(type.getSize(dim)), dim);
      break;
    case 2:
      if (rank >= 2) {
        SmallVector<int64_t> permutation =
            llvm::to_vector(llvm::seq<int64_t>(rank));
        std::swap(permutation[dim], permutation[(dim + 1) % rank]);
        array = b.transpose(array, permutation);
      }
      break;
    case 3: {
      int64_t count = b.valueOf(type.getSize(dim));
      array = b.take(array, random.range((count + 1) / 2, count), dim);
      break;
    }
    case 4: {
      int64_t count = b.valueOf(type.getSize(dim));
      array = b.drop(array, random.range(0, count / 2), dim);
      break;
    }
    case 5:
      array = b.reverse(array, dim);
      break;
    }
  }
  return array;
}

Value KernelBuilder::pickSource() {
  SmallVector<Value> arrays = b.collect([](Value value) {
    return isArray(value) && isNumber(getElementType(value.getType())) &&
           getArrayType(value).getRank() <= 3;
  });
  if (!arrays.empty())
    return random.chance(50) ? arrays.back() : random.pick(arrays);
  Value number = random.pick(b.visible);
  return b.broadcast(number, {Expr(6), Expr(5)}, 0);
}
