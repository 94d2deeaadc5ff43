//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file derives the launch of a kernel from the mapping of its maps.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/DeviceProperties.h"
#include "LiftDialect/Mapping/GroupSizes.h"
#include "LiftDialect/Mapping/Passes.h"
#include "LiftDialect/Mapping/Targets.h"

namespace mlir::lift {
#define GEN_PASS_DEF_SETLAUNCHPASS
#include "LiftDialect/Mapping/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct SetLaunchPass final : lift::impl::SetLaunchPassBase<SetLaunchPass> {
  using Base::Base;
  void runOnOperation() override;
};

/// The lengths of the longest maps to the ids of one dimension, where there are
/// some.
struct Lengths {
  std::optional<Expr> lcl, wrg, glb;
  /// The longest map to work-items of a group whose length is a number.
  int64_t leastItems = 1;

  bool isUsed() const { return lcl || wrg || glb; }
};

using LaunchLengths = std::array<Lengths, kMaxLaunchDims>;
using LocalSizes = std::array<int64_t, kMaxLaunchDims>;
} // namespace

/// Keeps the larger length; the one that is there if they cannot be compared.
static void keepLarger(std::optional<Expr> &longest, const Expr &length) {
  std::optional<int64_t> difference =
      longest ? (length - *longest).getConstant() : std::nullopt;
  if (!longest || (difference && *difference > 0))
    longest = length;
}

static LaunchLengths getLengths(KernelOp kernel) {
  LaunchLengths lengths;
  kernel.walk([&](MapOp map) {
    MappingAttr mapping = map.getMappingAttr();
    if (!mapping || !mapping.isParallel())
      return;
    Lengths &dim = lengths[mapping.getDim()];
    MappingKind kind = mapping.getKind();
    keepLarger(kind == MappingKind::Lcl   ? dim.lcl
               : kind == MappingKind::Wrg ? dim.wrg
                                          : dim.glb,
               map.getTripCount());
    if (kind == MappingKind::Lcl)
      dim.leastItems = std::max(dim.leastItems,
                                map.getTripCount().getConstant().value_or(1));
  });
  // Maps say how large a group is; else histograms that it shares do.
  kernel.walk([&](ScatterReduceOp histogram) {
    MappingAttr mapping = histogram.getMappingAttr();
    if (!mapping)
      return;
    Lengths &dim = lengths[mapping.getDim()];
    const Expr length = cast<FoldPattern>(*histogram).getTripCount();
    if (histogram.isSharedByGroups())
      keepLarger(dim.glb, length);
    else if (!dim.lcl)
      dim.lcl = length;
  });
  return lengths;
}

/// The number of dimensions up to the last that is used.
static unsigned getLaunchRank(const LaunchLengths &lengths) {
  unsigned rank = lengths.size();
  while (rank > 0 && !lengths[rank - 1].isUsed())
    --rank;
  return rank;
}

/// Halves the largest size until a group is no larger than the target allows.
static void shrink(LocalSizes &sizes, const MappingTarget &target) {
  for (auto [size, most] : llvm::zip_equal(sizes, target.maxLocalSize))
    size = std::min(size, most);
  while (sizes[0] * sizes[1] * sizes[2] > target.maxGroupSize) {
    // Of equal ones the last: neighbours are along dimension 0.
    auto largest = std::max_element(sizes.rbegin(), sizes.rend());
    *largest = llvm::divideCeil(*largest, 2);
  }
}

static LocalSizes getLocalSizes(const LaunchLengths &lengths,
                                const MappingTarget &target) {
  LocalSizes sizes = {1, 1, 1};
  for (unsigned dim = 0, rank = getLaunchRank(lengths); dim < rank; ++dim) {
    const auto &[lcl, wrg, glb, leastItems] = lengths[dim];
    if (!lcl && !glb)
      continue;
    std::optional<int64_t> length = (lcl ? lcl : glb)->getConstant();
    int64_t size = getDefaultLocalSize(rank, dim);
    if (lcl && length)
      size = *length;
    while (length && size / 2 >= *length)
      size /= 2;
    // Of a length that is no number, maps have work for any group.
    if (lcl && !length)
      size = std::max(size, leastItems);
    // More than that no group has.
    sizes[dim] = std::min(size, target.maxGroupSize);
  }
  shrink(sizes, target);
  return sizes;
}

/// How many groups a dimension needs.
static Expr getNumGroups(const Lengths &lengths, const Expr &localSize) {
  std::optional<Expr> groups = lengths.wrg;
  if (lengths.glb)
    keepLarger(groups, Expr::ceilDiv(*lengths.glb, localSize));
  return groups.value_or(1);
}

static void setLaunch(KernelOp kernel, const MappingTarget &target) {
  LaunchLengths lengths = getLengths(kernel);
  unsigned rank = getLaunchRank(lengths);
  SmallVector<Expr> local, global;
  if (ArrayAttr written = kernel.getLocalSizeAttr()) {
    rank = std::max<unsigned>(rank, written.size());
    for (unsigned dim = 0; dim < rank; ++dim)
      local.push_back(kernel.getLocalSizeIn(dim));
  } else {
    LocalSizes sizes = getLocalSizes(lengths, target);
    local.assign(sizes.begin(), sizes.begin() + rank);
  }
  for (auto [size, ids] :
       llvm::zip_equal(local, ArrayRef(lengths).take_front(rank)))
    global.push_back(getNumGroups(ids, size) * size);
  kernel.setLocalSizeAttr(getSizeArrayAttr(kernel.getContext(), local));
  kernel.setGlobalSizeAttr(getSizeArrayAttr(kernel.getContext(), global));
}

/// What the target of the module says of groups, or most devices have.
static MappingTarget getLimits(Operation *op) {
  MappingTarget limits;
  if (auto size = dyn_cast_or_null<IntegerAttr>(
          getDeviceProperty(op, "lift.max_group_size")))
    limits.maxGroupSize = std::max<int64_t>(size.getInt(), 1);
  if (auto sizes = dyn_cast_or_null<DenseI64ArrayAttr>(
          getDeviceProperty(op, "lift.max_local_size")))
    for (auto [limit, size] :
         llvm::zip(limits.maxLocalSize, sizes.asArrayRef()))
      limit = std::max<int64_t>(size, 1);
  return limits;
}

void SetLaunchPass::runOnOperation() {
  MappingTarget limits = getLimits(getOperation());
  for (auto kernel : getOperation().getOps<KernelOp>())
    if (!kernel.hasLaunch())
      setLaunch(kernel, limits);
}
