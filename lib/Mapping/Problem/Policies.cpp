//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/Policies.h"

using namespace mlir;
using namespace mlir::lift;
using Space = MappingProblem::Space;

CodeSet lift::getGroupCodes(unsigned dim) {
  return getCodeSet(getCode(MappingLevel::Wrg, dim)) |
         getCodeSet(getCode(MappingLevel::Glb, dim));
}

CodeSet lift::getItemCodes(unsigned dim) {
  return getCodeSet(getCode(MappingLevel::Lcl, dim)) |
         getCodeSet(getCode(MappingLevel::Glb, dim));
}

//===----------------------------------------------------------------------===//
// What can stand in what
//===----------------------------------------------------------------------===//

Formula lift::canNest(unsigned map, unsigned around) {
  return Formula::implies(
      Formula::in(map, kParallelCodes),
      Formula::all({!Formula::same(map, around),
                    Formula::implies(Formula::in(around, kGlbCodes),
                                     !Formula::in(map, kLclCodes | kWrgCodes)),
                    Formula::implies(Formula::in(around, kLclCodes),
                                     !Formula::in(map, kWrgCodes | kGlbCodes)),
                    Formula::implies(Formula::in(around, kWrgCodes),
                                     !Formula::in(map, kGlbCodes))}));
}

Formula lift::canHoldLocal(unsigned map) {
  return !Formula::in(map, kGlbCodes);
}

Formula lift::canBeInScan(unsigned map) {
  return !Formula::in(map, kWrgCodes | kGlbCodes);
}

Formula lift::isForOne(unsigned map) {
  return !Formula::in(map, kParallelCodes);
}

//===----------------------------------------------------------------------===//
// Who stores
//===----------------------------------------------------------------------===//

Formula lift::isStoredByFirstItem(llvm::ArrayRef<unsigned> around,
                                  unsigned dim) {
  return !Formula::anyIn(around, getItemCodes(dim));
}

Formula lift::isStoredByFirstGroup(llvm::ArrayRef<unsigned> around,
                                   unsigned dim) {
  return !Formula::anyIn(around, getGroupCodes(dim));
}

Formula lift::isOneStatement(llvm::ArrayRef<unsigned> inside) {
  return !Formula::anyIn(inside, kParallelCodes);
}

//===----------------------------------------------------------------------===//
// Whose memory
//===----------------------------------------------------------------------===//

Formula lift::hasSliceOfItem(llvm::ArrayRef<unsigned> around, unsigned dim) {
  return Formula::anyIn(around, getItemCodes(dim));
}

Formula lift::hasSliceOfTrip(unsigned around) {
  return Formula::in(around, kParallelCodes);
}

Formula lift::hasSliceOfGroup(llvm::ArrayRef<unsigned> around, unsigned dim) {
  return Formula::anyIn(around, getGroupCodes(dim));
}

Formula lift::isShare(llvm::ArrayRef<unsigned> computing, unsigned dim) {
  std::vector<Formula> all;
  for (unsigned map : computing)
    all.push_back(Formula::is(map, getCode(MappingLevel::Lcl, dim)));
  return Formula::all(
      {Formula::constant(!computing.empty()), Formula::all(std::move(all))});
}

//===----------------------------------------------------------------------===//
// Who comes
//===----------------------------------------------------------------------===//

static Formula hasOneId(const MappingProblem &problem,
                        const std::optional<Quantity> &count, CodeSet codes) {
  if (count)
    return problem.where(*count, [](int64_t value) { return value == 1; });
  if (problem.hasLaunch)
    return Formula::constant(false);
  std::vector<Formula> none;
  for (unsigned map = 0; map < problem.maps.size(); ++map)
    none.push_back(!Formula::in(map, codes));
  return Formula::all(std::move(none));
}

Formula lift::hasOneItem(const MappingProblem &problem, unsigned dim) {
  return hasOneId(problem, problem.localSize[dim], getItemCodes(dim));
}

Formula lift::hasOneGroup(const MappingProblem &problem, unsigned dim) {
  return hasOneId(problem, problem.numGroups[dim], getGroupCodes(dim));
}

Formula lift::isForWholeGroup(unsigned map, bool holdsShared,
                              llvm::function_ref<Formula(unsigned)> isDivided) {
  std::vector<Formula> all = {!Formula::in(map, kGlbCodes)};
  for (unsigned dim = 0; dim < 3 && !holdsShared; ++dim)
    all.push_back(Formula::implies(
        Formula::is(map, getCode(MappingLevel::Lcl, dim)), isDivided(dim)));
  return Formula::all(std::move(all));
}

Formula lift::isForWholeGroup(const MappingProblem &problem, unsigned map) {
  const MappingProblem::Map &facts = problem.maps[map];
  return isForWholeGroup(map, facts.memory.holdsShared, [&](unsigned dim) {
    const std::optional<Quantity> &size = problem.localSize[dim];
    std::vector<Formula> divides;
    if (facts.trips && size)
      for (int64_t width : problem.getVectorWidths(map)) {
        Formula isDivided = problem.where(*size, [&](int64_t value) {
          return value > 0 && *facts.trips / width % value == 0;
        });
        if (facts.vector)
          isDivided = Formula::all(
              {std::move(isDivided), problem.hasVectorWidth(map, width)});
        divides.push_back(std::move(isDivided));
      }
    return Formula::any(std::move(divides));
  });
}

Formula lift::isDividedAmongGroups(Space space, llvm::ArrayRef<unsigned> outer,
                                   llvm::ArrayRef<unsigned> inner,
                                   unsigned dim) {
  // Of a value in global memory there is one copy for each step of the parallel
  // maps around it. Of one in local or private memory each group has its own,
  // and computes all of it unless a map inside divides that among groups.
  return space == Space::Global ? !hasSliceOfGroup(outer, dim)
                                : Formula::anyIn(inner, getGroupCodes(dim));
}
