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
// Kernels
//===----------------------------------------------------------------------===//

SmallVector<Value> MappedGenerator::createGlobalKernel(Value source) {
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

SmallVector<Value> MappedGenerator::createGroupKernel(Value source) {
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

SmallVector<Value> MappedGenerator::run() {
  SmallVector<Value> results;
  for (unsigned i = random.pick({1, 1, 1, 2}); i > 0; --i) {
    Value source = pickSource();
    SmallVector<Value> made;
    bool isGlobal = random.chance(12);
    for (unsigned attempt = 0; attempt < 12 && made.empty() && !isGlobal;
         ++attempt)
      made = createGroupKernel(source);
    if (made.empty())
      made = createGlobalKernel(source);
    llvm::append_range(b.visible, made);
    llvm::append_range(results, made);
  }
  if (results.size() > 1 && random.chance(70))
    results.erase(results.begin());
  return results;
}
