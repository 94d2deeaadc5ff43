//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/Rules.h"
#include "LiftDialect/Mapping/Solver.h"

#include "llvm/ADT/STLExtras.h"

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
    post(MappingLevel::Glb, dim,
         items && groups ? Quantity::multiply(*items, *groups) : std::nullopt);
  }
  return Formula::all(std::move(all));
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

std::vector<Formula> lift::getObjective(const MappingProblem &problem) {
  std::vector<Formula> wishes;
  std::vector<unsigned> innermost, outermost;
  for (unsigned map = 0; map < problem.maps.size(); ++map) {
    if (problem.getInnerMaps(map).empty())
      innermost.push_back(map);
    if (!problem.maps[map].parent)
      outermost.push_back(map);
  }
  for (unsigned map : innermost)
    wishes.push_back(Formula::in(
        map, getUsefulCodes(problem, 0, /*groups=*/false, /*items=*/true)));
  CodeSet groups = 0;
  for (unsigned dim = 0; dim < problem.dims; ++dim)
    groups |= getUsefulCodes(problem, dim, /*groups=*/true, /*items=*/false);
  for (unsigned map : outermost)
    wishes.push_back(Formula::in(map, groups));
  wishes.push_back(hasGroupForAll(problem));
  for (unsigned map : innermost)
    for (unsigned dim = 0; dim < problem.dims; ++dim)
      for (bool isGroup : {true, false}) {
        CodeSet codes = getUsefulCodes(problem, dim, isGroup, !isGroup);
        std::vector<Formula> any = {Formula::in(map, codes)};
        for (unsigned outer : problem.getOuterMaps(map))
          any.push_back(Formula::in(outer, codes));
        wishes.push_back(Formula::any(std::move(any)));
      }
  for (const MappingProblem::Buffer &buffer : problem.buffers)
    if (buffer.space != MappingProblem::Space::Private) {
      std::vector<Formula> all;
      for (const MappingProblem::Dependence &dependence : buffer.dependences)
        all.push_back(needsNoBarrier(problem, buffer, dependence));
      wishes.push_back(Formula::all(std::move(all)));
    }
  for (unsigned map = 0; map < problem.maps.size(); ++map)
    wishes.push_back(isInOrder(problem, map));
  for (unsigned map : innermost) {
    std::vector<int64_t> widths = problem.getVectorWidths(map);
    for (int64_t width : llvm::reverse(widths))
      if (width > 1)
        wishes.push_back(Formula::all({problem.hasVectorWidth(map, width),
                                       hasWorkForAll(problem, map, width)}));
  }
  for (unsigned map = 0; map < problem.maps.size(); ++map)
    for (unsigned code : getCodes(problem.getDomain(map)))
      wishes.push_back(Formula::is(map, code));
  for (auto [number, parameter] : llvm::enumerate(problem.parameters))
    for (unsigned value = 0; value < parameter.values.size(); ++value)
      wishes.push_back(Formula::is(problem.maps.size() + number, value));
  return wishes;
}
