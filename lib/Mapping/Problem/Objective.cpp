//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/GroupSizes.h"
#include "LiftDialect/Mapping/Rules.h"
#include "LiftDialect/Mapping/Solver.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lift;

/// The codes of these levels in dimension `dim` that give work to more than one
/// work-item or group.
static CodeSet getUsefulCodes(const MappingProblem &problem, unsigned dim,
                              bool groups, bool items) {
  auto isOne = [](const std::optional<Quantity> &count) {
    return count && count->getConstant() == 1;
  };
  bool hasGroups = !isOne(problem.numGroups[dim]);
  bool hasItems = !isOne(problem.localSize[dim]);
  CodeSet codes = 0;
  if (items && hasItems)
    codes |= getCodeSet(getCode(MappingLevel::Lcl, dim));
  if (groups && hasGroups)
    codes |= getCodeSet(getCode(MappingLevel::Wrg, dim));
  if ((items && hasItems) || (groups && hasGroups))
    codes |= getCodeSet(getCode(MappingLevel::Glb, dim));
  return codes;
}

/// A formula that holds where a map has no higher dimension of a level than one
/// around it: rows of arrays go along dimension 0.
static Formula isInOrder(const MappingProblem &problem, unsigned map) {
  std::vector<Formula> all;
  for (unsigned outer : problem.getOuterMaps(map))
    for (MappingLevel level :
         {MappingLevel::Lcl, MappingLevel::Wrg, MappingLevel::Glb})
      for (unsigned dim = 0; dim + 1 < problem.dims; ++dim) {
        CodeSet higher = 0;
        for (unsigned other = dim + 1; other < problem.dims; ++other)
          higher |= getCodeSet(getCode(level, other));
        all.push_back(Formula::implies(Formula::is(outer, getCode(level, dim)),
                                       !Formula::in(map, higher)));
      }
  return Formula::all(std::move(all));
}

/// A formula that holds where a map has a vector for each of the ids that it
/// runs on, as far as their numbers are known.
static Formula hasWorkForAll(const MappingProblem &problem, unsigned map,
                             int64_t width) {
  std::optional<int64_t> trips = problem.maps[map].trips;
  std::vector<Formula> all;
  auto post = [&](MappingLevel level, unsigned dim,
                  const std::optional<Quantity> &count) {
    if (trips && count)
      all.push_back(Formula::implies(Formula::is(map, getCode(level, dim)),
                                     problem.where(*count, [&](int64_t ids) {
                                       return ids <= *trips / width;
                                     })));
  };
  for (unsigned dim = 0; dim < problem.dims; ++dim) {
    const std::optional<Quantity> &items = problem.localSize[dim];
    const std::optional<Quantity> &groups = problem.numGroups[dim];
    post(MappingLevel::Lcl, dim, items);
    post(MappingLevel::Wrg, dim, groups);
    // Where the number of groups is not known, there is one at least.
    post(MappingLevel::Glb, dim,
         items ? Quantity::multiply(*items, groups.value_or(1)) : groups);
  }
  return Formula::all(std::move(all));
}

/// Whether it matters how a map runs: one with one element makes no difference,
/// and an unrolled one is meant to be the instructions of a work-item.
static bool isOfInterest(const MappingProblem &problem, unsigned map) {
  return problem.maps[map].trips != 1 && !problem.maps[map].isUnrolled;
}

/// The maps that matter with none that matter inside, or around.
static std::vector<unsigned>
getOutmost(const MappingProblem &problem,
           std::vector<unsigned> (MappingProblem::*getOthers)(unsigned) const) {
  std::vector<unsigned> maps;
  for (unsigned map = 0; map < problem.maps.size(); ++map)
    if (isOfInterest(problem, map) &&
        llvm::none_of((problem.*getOthers)(map), [&](unsigned other) {
          return isOfInterest(problem, other);
        }))
      maps.push_back(map);
  return maps;
}

/// Formulas that hold where a map, or one around it, is divided among the ids
/// of each dimension that has several, so that no ids do the same.
static std::vector<Formula> usesAllIds(const MappingProblem &problem,
                                       unsigned map) {
  std::vector<Formula> softConstraints;
  for (unsigned dim = 0; dim < problem.dims; ++dim)
    for (bool isGroup : {true, false}) {
      CodeSet codes = getUsefulCodes(problem, dim, isGroup, !isGroup);
      std::vector<Formula> any = {Formula::in(map, codes)};
      for (unsigned outer : problem.getOuterMaps(map))
        any.push_back(Formula::in(outer, codes));
      softConstraints.push_back(Formula::any(std::move(any)));
    }
  return softConstraints;
}

/// A formula that holds where there is a group for each compute unit, as far as
/// both numbers are known.
static Formula hasGroupForAll(const MappingProblem &problem) {
  std::optional<Quantity> groups = Quantity(1);
  for (const std::optional<Quantity> &count : problem.numGroups)
    groups =
        groups && count ? Quantity::multiply(*groups, *count) : std::nullopt;
  if (!groups || !problem.target.computeUnits)
    return Formula::constant(true);
  return problem.where(*groups, [&](int64_t count) {
    return count >= *problem.target.computeUnits;
  });
}

std::vector<Formula>
lift::getGroupSoftConstraints(const MappingProblem &problem) {
  std::vector<Formula> softConstraints;
  if (problem.hasLaunch || !problem.localSize[0])
    return softConstraints;
  std::vector<unsigned> maps(problem.maps.size());
  std::iota(maps.begin(), maps.end(), 0);
  std::array<Quantity, 3> sizes;
  std::array<Formula, 3> isUsed = {Formula::constant(false),
                                   Formula::constant(false),
                                   Formula::constant(false)};
  Quantity product = 1;
  for (unsigned dim = 0; dim < 3; ++dim) {
    sizes[dim] = problem.localSize[dim].value_or(1);
    product = Quantity::multiply(product, sizes[dim]).value_or(product);
    isUsed[dim] =
        Formula::anyIn(maps, getCodeSet(getCode(MappingLevel::Lcl, dim)) |
                                 getCodeSet(getCode(MappingLevel::Glb, dim)));
    softConstraints.push_back(Formula::any(
        {isUsed[dim],
         problem.where(sizes[dim], [](int64_t size) { return size == 1; })}));
  }
  softConstraints.push_back(problem.where(
      product, [](int64_t size) { return size <= kMaxDefaultGroupSize; }));
  auto add = [&](unsigned map, MappingLevel level,
                 llvm::function_ref<bool(int64_t size, int64_t trips)> test) {
    if (std::optional<int64_t> trips = problem.maps[map].trips)
      for (unsigned dim = 0; dim < problem.dims; ++dim)
        softConstraints.push_back(
            Formula::implies(Formula::is(map, getCode(level, dim)),
                             problem.where(sizes[dim], [&](int64_t size) {
                               return test(size, *trips);
                             })));
  };
  // The last maps compute what the first ones only bring along.
  for (unsigned map : llvm::reverse(maps))
    add(map, MappingLevel::Lcl,
        [](int64_t size, int64_t trips) { return size == trips; });
  softConstraints.push_back(problem.where(product, [&](int64_t size) {
    return size >= std::min(kMinDefaultGroupSize, problem.target.maxGroupSize);
  }));
  for (unsigned map : llvm::reverse(maps)) {
    add(map, MappingLevel::Lcl,
        [](int64_t size, int64_t trips) { return trips % size == 0; });
    add(map, MappingLevel::Glb,
        [](int64_t size, int64_t trips) { return size / 2 < trips; });
  }
  for (unsigned rank = 3; rank > 0; --rank) {
    std::vector<Formula> all;
    for (unsigned dim = 0; dim < 3; ++dim)
      all.push_back(dim < rank
                        ? problem.where(sizes[dim],
                                        [&](int64_t size) {
                                          return size ==
                                                 getDefaultLocalSize(rank, dim);
                                        })
                        : !isUsed[dim]);
    softConstraints.push_back(
        Formula::implies(isUsed[rank - 1], Formula::all(std::move(all))));
  }
  return softConstraints;
}

//===----------------------------------------------------------------------===//
// What a mapping should be like
//===----------------------------------------------------------------------===//

static std::vector<unsigned> getInnermost(const MappingProblem &problem) {
  return getOutmost(problem, &MappingProblem::getInnerMaps);
}

static std::vector<Formula> keepUnrolled(const MappingProblem &problem) {
  std::vector<Formula> formulas;
  for (unsigned map = 0; map < problem.maps.size(); ++map)
    if (problem.maps[map].isUnrolled)
      formulas.push_back(Formula::is(map, kSeqCode));
  return formulas;
}

static std::vector<Formula> useAllIds(const MappingProblem &problem) {
  std::vector<Formula> formulas;
  for (unsigned map : getInnermost(problem))
    llvm::append_range(formulas, usesAllIds(problem, map));
  return formulas;
}

/// Where the program says how many ids there are, what is worst is that some do
/// what others do, too, or nothing.
static std::vector<Formula> useGivenIds(const MappingProblem &problem) {
  if (!problem.hasLaunch)
    return {};
  std::vector<Formula> formulas = useAllIds(problem);
  for (unsigned map = 0; map < problem.maps.size(); ++map)
    formulas.push_back(hasWorkForAll(problem, map, /*width=*/1));
  return formulas;
}

static std::vector<Formula> useDimensions(const MappingProblem &problem) {
  return problem.hasLaunch ? std::vector<Formula>() : useAllIds(problem);
}

static std::vector<Formula> coalesce(const MappingProblem &problem) {
  std::vector<Formula> formulas;
  CodeSet codes = getUsefulCodes(problem, 0, /*groups=*/false, /*items=*/true);
  for (unsigned map : getInnermost(problem))
    formulas.push_back(Formula::in(map, codes));
  return formulas;
}

static std::vector<Formula> distributeGroups(const MappingProblem &problem) {
  CodeSet groups = 0;
  for (unsigned dim = 0; dim < problem.dims; ++dim)
    groups |= getUsefulCodes(problem, dim, /*groups=*/true, /*items=*/false);
  std::vector<Formula> formulas;
  for (unsigned map : getOutmost(problem, &MappingProblem::getOuterMaps))
    formulas.push_back(Formula::in(map, groups));
  return formulas;
}

static std::vector<Formula> fillDevice(const MappingProblem &problem) {
  return {hasGroupForAll(problem)};
}

static std::vector<Formula> avoidBarriers(const MappingProblem &problem) {
  std::vector<Formula> formulas;
  for (const MappingProblem::StoredValue &buffer : problem.buffers) {
    if (buffer.space == MappingProblem::Space::Private)
      continue;
    std::vector<Formula> all;
    for (const MappingProblem::Dependence &dependence : buffer.dependences)
      all.push_back(needsNoBarrier(problem, buffer, dependence));
    formulas.push_back(Formula::all(std::move(all)));
  }
  return formulas;
}

static std::vector<Formula> keepOrder(const MappingProblem &problem) {
  std::vector<Formula> formulas;
  for (unsigned map = 0; map < problem.maps.size(); ++map)
    formulas.push_back(isInOrder(problem, map));
  return formulas;
}

/// The widest first; who has no width that every id has a vector of goes
/// without all of them.
static std::vector<Formula> vectorize(const MappingProblem &problem) {
  std::vector<Formula> formulas;
  for (unsigned map = 0; map < problem.maps.size(); ++map) {
    std::vector<int64_t> widths = problem.getVectorWidths(map);
    for (int64_t width : llvm::reverse(widths))
      if (width > 1)
        formulas.push_back(Formula::all({problem.hasVectorWidth(map, width),
                                         hasWorkForAll(problem, map, width)}));
  }
  return formulas;
}

/// In the order of their importance.
static constexpr SoftConstraint kSoftConstraints[] = {
    {"keep-unrolled", "unrolled maps are sequential", keepUnrolled},
    {"use-given-ids",
     "all ids of a given launch have work, and none does what another does",
     useGivenIds},
    {"coalesce", "innermost maps run on ids of dimension 0", coalesce},
    {"distribute-groups", "outermost maps run on groups", distributeGroups},
    {"fill-device", "each compute unit has a group", fillDevice},
    {"use-dimensions", "all dimensions are used where the launch is open",
     useDimensions},
    {"avoid-barriers",
     "a work-item reads from shared memory what it has written itself",
     avoidBarriers},
    {"keep-order",
     "no map has a higher dimension of a level than one around it", keepOrder},
    {"vectorize", "innermost maps have the widest vectors that all ids have",
     vectorize},
};

/// The problem as soft constraints see it: where sizes of groups are to be
/// chosen, they are made for the mapping. A group of a single work-item needs
/// no barriers, and is not preferred.
static MappingProblem withoutChosenSizes(MappingProblem problem) {
  auto isChoice = [](const std::optional<Quantity> &size) {
    return size && !size->getConstant();
  };
  if (!problem.hasLaunch && llvm::any_of(problem.localSize, isChoice))
    problem.localSize = {};
  return problem;
}

std::vector<Formula>
lift::getMappingSoftConstraints(const MappingProblem &problem) {
  const MappingProblem unsized = withoutChosenSizes(problem);
  std::vector<Formula> formulas;
  for (const SoftConstraint &constraint : kSoftConstraints)
    llvm::append_range(formulas, constraint.post(unsized));
  return formulas;
}

std::vector<const SoftConstraint *>
lift::getUnmetSoftConstraints(const MappingProblem &problem,
                              const Mapping &mapping) {
  const MappingProblem unsized = withoutChosenSizes(problem);
  std::vector<const SoftConstraint *> unmet;
  for (const SoftConstraint &constraint : kSoftConstraints)
    if (!llvm::all_of(constraint.post(unsized), [&](const Formula &formula) {
          return formula.holds(mapping);
        }))
      unmet.push_back(&constraint);
  return unmet;
}

std::vector<Formula> lift::getSmallest(llvm::ArrayRef<CodeSet> domains,
                                       unsigned first, unsigned last) {
  std::vector<Formula> softConstraints;
  for (unsigned variable = first; variable < last; ++variable)
    for (unsigned code : getCodes(domains[variable]))
      softConstraints.push_back(Formula::is(variable, code));
  return softConstraints;
}

std::vector<Formula> lift::getObjective(const MappingProblem &problem) {
  const std::vector<CodeSet> domains = getConstraintSystem(problem, {}).domains;
  unsigned numMaps = problem.maps.size();
  std::vector<Formula> softConstraints = getMappingSoftConstraints(problem);
  llvm::append_range(softConstraints, getSmallest(domains, 0, numMaps));
  llvm::append_range(softConstraints, getGroupSoftConstraints(problem));
  llvm::append_range(softConstraints,
                     getSmallest(domains, numMaps, domains.size()));
  return softConstraints;
}
