//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes local sizes a choice where nobody has chosen them.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Mapping/GroupSizes.h"
#include "LiftDialect/Mapping/KernelMapping.h"
#include "LiftDialect/Mapping/Targets.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::lift;

/// How many lengths of maps a dimension may have as its size: what follows from
/// all three sizes is written out for each combination.
static constexpr size_t kMaxLengths = 4;

/// How many dimensions maps can use: as many as stand in each other.
static unsigned getLocalRank(KernelOp kernel, unsigned dims) {
  unsigned rank = 0;
  kernel.walk([&](MapOp map) {
    unsigned depth = 1;
    while ((map = map->getParentOfType<MapOp>()))
      ++depth;
    rank = std::max(rank, depth);
  });
  return std::min(rank, dims);
}

/// The sizes of a dimension to choose from: the largest first, which is taken
/// where nothing speaks for another.
static SmallVector<int64_t> getCandidates(KernelOp kernel, int64_t most) {
  std::set<int64_t, std::greater<>> lengths;
  kernel.walk([&](MapOp map) {
    std::optional<int64_t> length = map.getTripCount().getConstant();
    if (length && *length <= most)
      lengths.insert(*length);
  });
  while (lengths.size() > kMaxLengths)
    lengths.erase(std::prev(lengths.end()));
  for (int64_t size = 1; size <= most; size *= 2)
    lengths.insert(size);
  return SmallVector<int64_t>(lengths.begin(), lengths.end());
}

void lift::declareLocalSizes(func::FuncOp func, const MappingTarget &target,
                             unsigned dims) {
  SmallVector<NamedAttribute> params;
  if (auto declared = func->getAttrOfType<DictionaryAttr>(
          LiftDialect::ParamsAttrHelper::getNameStr()))
    llvm::append_range(params, declared.getValue());
  std::set<std::string> names;
  for (NamedAttribute param : params)
    names.insert(param.getName().str());
  walkSizes(func, [&](const Expr &size) { size.collectNames(names); });
  bool isNew = false;
  Builder builder(func.getContext());
  for (auto kernel : func.getOps<KernelOp>()) {
    if (kernel.getLocalSizeAttr())
      continue;
    SmallVector<Expr> sizes;
    for (unsigned dim = 0, rank = getLocalRank(kernel, dims); dim < rank;
         ++dim) {
      std::string name = "L" + std::to_string(dim);
      while (!names.insert(name).second)
        name += "_";
      int64_t most = std::min({kMaxDefaultGroupSize, target.maxGroupSize,
                               target.maxLocalSize[dim]});
      params.push_back(builder.getNamedAttr(
          name, builder.getI64ArrayAttr(getCandidates(kernel, most))));
      sizes.push_back(Expr::name(name));
      isNew = true;
    }
    if (!sizes.empty())
      kernel.setLocalSizeAttr(getSizeArrayAttr(func.getContext(), sizes));
  }
  if (isNew)
    func->setAttr(LiftDialect::ParamsAttrHelper::getNameStr(),
                  builder.getDictionaryAttr(params));
}
