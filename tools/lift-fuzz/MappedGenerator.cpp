//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MappedGenerator.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

//===----------------------------------------------------------------------===//
// Launch sizes
//===----------------------------------------------------------------------===//

void MappedGenerator::drawLocalSizes() {
  numLocalDims = random.pick({1, 1, 1, 2, 2, 2, 3});
  localSize.clear();
  for (unsigned dim = 0; dim < numLocalDims; ++dim)
    localSize.push_back(numLocalDims == 1
                            ? random.pick({1, 2, 3, 4, 5, 7, 8, 16})
                            : random.pick({1, 2, 3, 4, 5}));
  globalSize = localSize;
}

Expr MappedGenerator::drawGroups(const Expr &count) {
  return random.chance(60) ? count : Expr(random.range(1, 4));
}

void MappedGenerator::setGroups(unsigned dim, const Expr &groups) {
  while (localSize.size() <= dim) {
    localSize.push_back(1);
    globalSize.push_back(1);
  }
  globalSize[dim] = groups * localSize[dim];
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

Value MappedGenerator::createKernel(KernelBody body) {
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
    YieldOp::create(b.builder, b.getLoc(), result);
    state.addTypes(result.getType());
  }
  b.visible.truncate(scope);
  if (random.chance(50))
    state.addAttribute("kernel_name",
                       b.builder.getStringAttr(
                           name + "_k" + std::to_string(numKernels++)));
  state.addAttribute("local_size", b.sizeList(localSize));
  state.addAttribute("global_size", b.sizeList(globalSize));
  return b.builder.create(state)->getResult(0);
}

Value MappedGenerator::rearrangeResult(Value array) {
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

Value MappedGenerator::createGlobalKernel(Value source) {
  drawLocalSizes();
  return createKernel([&]() -> Value {
    Value array = chains.rearrange(source, random.range(0, 2));
    unsigned rank = getArrayType(array).getRank();
    unsigned numDims = std::min<unsigned>(rank, random.range(1, 3));
    Mappings mappings;
    for (unsigned level = 0; level < numDims; ++level) {
      unsigned dim = numDims - 1 - level;
      mappings.push_back(b.mapping(MappingKind::Glb, dim));
      Expr local = dim < localSize.size() ? localSize[dim] : Expr(1);
      Expr trips = getArrayType(array).getSize(level);
      setGroups(dim, drawGroups(Expr::ceilDiv(trips, local)));
    }
    auto compute = [&] {
      return b
          .nest(array, mappings,
                [&](ValueRange elements) {
                  return SmallVector<Value>{chains.combine(elements)};
                })
          .front();
    };
    Value result = compute();
    // Two computations that store beside each other.
    if (Value other = random.chance(25) ? compute() : Value())
      if (getArrayType(other).getInnerType() ==
          getArrayType(result).getInnerType())
        result = b.concat({result, other}, 0);
    return rearrangeResult(result);
  });
}

Value MappedGenerator::mapGroups(const Tiling &tiling) {
  auto type = getArrayType(tiling.view);
  SmallVector<unsigned> dims = {0, 1, 2};
  std::swap(dims[0], dims[random.range(0, tiling.numGroupDims - 1)]);
  Mappings mappings;
  for (unsigned level = 0; level < tiling.numGroupDims; ++level) {
    mappings.push_back(b.mapping(MappingKind::Wrg, dims[level]));
    setGroups(dims[level], drawGroups(type.getSize(level)));
  }
  bool keepsShape = !tiling.roles.empty() && !tiling.hasSteps &&
                    !llvm::is_contained(tiling.roles, DimRole::Window);
  return b
      .nest(tiling.view, mappings,
            [&](ValueRange tile) {
              return SmallVector<Value>{
                  createGroupBody(tile.front(), tiling.hasSteps, keepsShape)};
            })
      .front();
}

Value MappedGenerator::createGroupKernel(Value source) {
  drawLocalSizes();
  bool keepsShape = random.chance(50);
  return createKernel([&]() -> Value {
    std::optional<Tiling> tiling = cutIntoTiles(b, source, keepsShape);
    if (!tiling)
      return {};
    if (!keepsShape)
      return rearrangeResult(mapGroups(*tiling));
    return joinTiles(b, *tiling, mapGroups(*tiling));
  });
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Value MappedGenerator::pickSource() {
  SmallVector<Value> arrays = b.collect([](Value value) {
    return isArray(value) && isNumber(getElementType(value.getType())) &&
           getArrayType(value).getRank() <= 3;
  });
  if (!arrays.empty())
    return random.chance(50) ? arrays.back() : random.pick(arrays);
  Value number = random.pick(b.visible);
  return b.broadcast(number, {Expr(6), Expr(5)}, 0);
}

SmallVector<Value> MappedGenerator::run() {
  SmallVector<Value> results;
  for (unsigned i = random.pick({1, 1, 1, 2}); i > 0; --i) {
    Value source = pickSource();
    Value result;
    bool isGlobal = random.chance(12);
    for (unsigned attempt = 0; attempt < 12 && !result && !isGlobal; ++attempt)
      result = createGroupKernel(source);
    if (!result)
      result = createGlobalKernel(source);
    b.visible.push_back(result);
    results.push_back(result);
  }
  if (results.size() > 1 && random.chance(70))
    results.erase(results.begin());
  return results;
}
