//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file maps what nobody has mapped: outermost maps to global ids.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/MapUses.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Mapping/KernelMapping.h"
#include "LiftDialect/Mapping/Passes.h"
#include "LiftDialect/Mapping/Rules.h"

namespace mlir::lift {
#define GEN_PASS_DEF_DEFAULTMAPPINGPASS
#include "LiftDialect/Mapping/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct DefaultMappingPass final
    : lift::impl::DefaultMappingPassBase<DefaultMappingPass> {
  using Base::Base;
  void runOnOperation() override;
};

/// Maps of which each computes all that the one before it yields.
using Nest = SmallVector<MapOp, kMaxLaunchDims>;
} // namespace

/// The outermost unmapped maps of `map`, if its results will be in memory. One
/// of one element has nothing to share.
static Nest getNest(MapOp map) {
  Nest nest;
  if (llvm::none_of(map.getResults(), isInMemory))
    return nest;
  while (map && !map.getMapping() && nest.size() < kMaxLaunchDims) {
    if (!map.getTripCount().isConstant(1))
      nest.push_back(map);
    map = getPerfectlyNestedMap(map);
  }
  return nest;
}

/// The dimension of the ids that map number `level` of the first `depth` of a
/// nest runs on: neighbours are innermost.
static unsigned getDim(unsigned level, unsigned depth) {
  return depth - 1 - level;
}

static void setMappings(Nest &nest, unsigned depth) {
  depth = std::min<unsigned>(depth, nest.size());
  for (unsigned level = 0; level < depth; ++level)
    nest[level].setMappingAttr(MappingAttr::get(
        nest[level].getContext(), MappingKind::Glb, getDim(level, depth)));
}

/// How many maps of each nest may be mapped at most.
static unsigned getDepth(const KernelMapping &kernel, ArrayRef<Nest> nests) {
  const ConstraintSystem system =
      getConstraintSystem(kernel.problem, getSoundRules());
  for (unsigned depth = kMaxLaunchDims; depth > 0; --depth) {
    Mapping mapping = kernel.getMappingOrSequential();
    for (const Nest &nest : nests) {
      unsigned used = std::min<unsigned>(depth, nest.size());
      for (unsigned level = 0; level < used; ++level)
        if (auto it = llvm::find(kernel.maps, nest[level]);
            it != kernel.maps.end())
          mapping[it - kernel.maps.begin()] =
              getCode(MappingLevel::Glb, getDim(level, used));
    }
    if (system.verify(mapping))
      return depth;
  }
  return 0;
}

void DefaultMappingPass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (!isLiftFunction(func) || !func.getBody().hasOneBlock())
    return;
  DenseMap<Operation *, SmallVector<Nest>> nests;
  auto collect = [&](Operation *root, Block &block) {
    for (auto map : block.getOps<MapOp>())
      if (!hasParallelMap(map))
        if (Nest nest = getNest(map); !nest.empty())
          nests[root].push_back(std::move(nest));
  };
  if (func.getOps<KernelOp>().empty()) {
    collect(func, func.getBody().front());
    for (Nest &nest : nests[func])
      setMappings(nest, kMaxLaunchDims);
    return;
  }
  for (auto kernel : func.getOps<KernelOp>())
    if (!hasParallelMap(kernel))
      collect(kernel, kernel.getBody().front());
  if (nests.empty())
    return;
  FailureOr<std::vector<KernelMapping>> kernels = getKernelMappings(
      func, MappingTarget(), kMaxLaunchDims, MemoryScope::AllMappings,
      [&](Operation *root) { return nests.contains(root); });
  if (failed(kernels))
    return signalPassFailure();
  for (const KernelMapping &kernel : *kernels) {
    SmallVector<Nest> &mapped = nests[kernel.root];
    unsigned depth = getDepth(kernel, mapped);
    for (Nest &nest : mapped)
      setMappings(nest, depth);
  }
}
