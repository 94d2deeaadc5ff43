//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random problems, for comparing solvers.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_UNITTESTS_MAPPING_RANDOMPROBLEM_H
#define LIFT_UNITTESTS_MAPPING_RANDOMPROBLEM_H

#include "LiftDialect/Mapping/MappingProblem.h"

#include <random>

namespace mlir::lift {

/// A number that follows from some of the tuning names.
inline Quantity makeRandomQuantity(std::mt19937 &random,
                                   const MappingProblem &problem, int64_t least,
                                   int64_t most) {
  std::vector<unsigned> parameters, counts;
  for (unsigned i = 0; i < problem.getNumTuningNames(); ++i)
    if (random() % 2) {
      parameters.push_back(i);
      counts.push_back(problem.parameters[i].values.size());
    }
  return Quantity::tabulate(
      parameters, counts, [&](llvm::ArrayRef<unsigned>) -> int64_t {
        return least + int64_t(random() % (most - least + 1));
      });
}

/// A value that some of the maps around or inside each other use.
inline MappingProblem::StoredValue
makeRandomBuffer(std::mt19937 &random, const MappingProblem &problem) {
  auto anyMaps = [&] {
    std::vector<unsigned> maps;
    for (unsigned map = 0; map < problem.maps.size(); ++map)
      if (random() % 2)
        maps.push_back(map);
    return maps;
  };
  auto anyMatches = [&](const std::vector<unsigned> &first,
                        const std::vector<unsigned> &second) {
    std::vector<MappingProblem::Match> matches;
    for (unsigned map : first)
      for (unsigned other : second)
        if (random() % 3 == 0)
          matches.push_back({map, other, random() | CodeSet(random()) << 32,
                             random() % 3
                                 ? Quantity(1)
                                 : makeRandomQuantity(random, problem, 0, 1),
                             random() % 3 ? 1 : 2});
    for (MappingProblem::Match &match : matches)
      match.codes &= kParallelCodes;
    return matches;
  };
  MappingProblem::StoredValue buffer;
  buffer.name = "buffer";
  buffer.space = static_cast<MappingProblem::Space>(random() % 3);
  if (random() % 2)
    buffer.bytes = makeRandomQuantity(random, problem, 0, 2000);
  buffer.outer = anyMaps();
  for (unsigned i = random() % 3; i > 0; --i) {
    std::vector<unsigned> first = anyMaps(), second = anyMaps();
    std::optional<std::vector<unsigned>> statement;
    if (random() % 3 == 0)
      statement = anyMaps();
    buffer.dependences.push_back({first, second, anyMatches(first, second),
                                  statement, random() % 3 == 0,
                                  random() % 3 == 0});
  }
  if (buffer.space == MappingProblem::Space::Private) {
    unsigned map = random() % problem.maps.size();
    buffer.shares.push_back({map, {map}, anyMatches({map}, anyMaps())});
    buffer.spread.emplace_back(map, makeRandomQuantity(random, problem, 0, 9));
    buffer.together = {unsigned(problem.buffers.size())};
  }
  return buffer;
}

/// Widths for some of the maps without maps inside.
inline void addRandomVectors(std::mt19937 &random, MappingProblem &problem) {
  for (unsigned map = 0; map < problem.maps.size(); ++map) {
    if (!problem.getInnerMaps(map).empty() || random() % 2)
      continue;
    TuningParameter parameter = {
        problem.maps[map].name + ".vector", {1, 2}, std::nullopt, map};
    if (random() % 3 == 0)
      parameter.values.push_back(4);
    if (random() % 6 == 0)
      parameter.choice = random() % 2;
    MappingProblem::Vector vector;
    vector.parameter = problem.parameters.size();
    vector.length = "8";
    for (size_t i = 0; i < parameter.values.size(); ++i)
      vector.divides.push_back(makeRandomQuantity(random, problem, 0, 1));
    vector.divides.front() = 1;
    vector.neighbours = random() | getCodeSet(0);
    if (random() % 6 == 0)
      vector.mustBeScalar = "it is";
    if (random() % 3 == 0)
      vector.bound = random() % 2 ? kParallelCodes : kWrgCodes | kGlbCodes;
    problem.maps[map].vector = vector;
    problem.parameters.push_back(parameter);
  }
}

/// A problem of 1 to `maxMaps` maps.
inline MappingProblem makeRandomProblem(std::mt19937 &random,
                                        unsigned maxMaps) {
  auto oneIn = [&](unsigned n) { return random() % n == 0; };
  MappingProblem problem;
  problem.name = "random";
  problem.dims = 1 + random() % 2;
  unsigned numMaps = 1 + random() % maxMaps;
  std::vector<unsigned> path;
  for (unsigned i = 0; i < numMaps; ++i) {
    MappingProblem::Map map;
    map.name = "map" + std::to_string(i);
    while (!path.empty() && oneIn(3))
      path.pop_back();
    bool follows = !path.empty() && path.back() == i - 1;
    if (!path.empty())
      map.parent = path.back();
    map.isPerfect = follows && oneIn(3);
    // Nothing stands beside a perfectly nested map.
    if (map.parent && !follows && problem.maps[*map.parent + 1].isPerfect)
      map.parent = std::nullopt, path.clear();
    map.memory.usesLocal = oneIn(6);
    map.memory.usesPrivate = oneIn(6);
    if (oneIn(8))
      map.code = getCode(MappingLevel(1 + random() % 3), 0);
    map.memory.holdsLocal = oneIn(6);
    map.memory.holdsShared = map.memory.holdsLocal || oneIn(6);
    map.isInScan = oneIn(8);
    if (oneIn(8))
      map.mustBeSequential = "it is";
    if (oneIn(2))
      map.trips = 1 + random() % 16;
    path.push_back(i);
    problem.maps.push_back(map);
  }
  for (unsigned i = random() % 3; i > 0; --i) {
    TuningParameter parameter = {"P" + std::to_string(i), {2, 4}};
    if (oneIn(2))
      parameter.values.push_back(8);
    if (oneIn(6))
      parameter.choice = 1;
    problem.parameters.push_back(parameter);
  }
  addRandomVectors(random, problem);
  for (unsigned i = random() % 3; i > 0; --i)
    problem.obligations.push_back(
        {"holds", makeRandomQuantity(random, problem, 0, 2)});
  for (unsigned i = random() % 3; i > 0; --i)
    problem.buffers.push_back(makeRandomBuffer(random, problem));
  for (unsigned dim = 0; dim < 3; ++dim) {
    if (oneIn(2))
      problem.localSize[dim] = makeRandomQuantity(random, problem, 1, 8);
    if (oneIn(2))
      problem.numGroups[dim] = makeRandomQuantity(random, problem, 1, 3);
  }
  problem.hasLaunch = oneIn(2);
  problem.target.maxGroupSize = 200;
  problem.target.localMemory = 4000;
  if (oneIn(2))
    problem.target.privateMemory = 64;
  return problem;
}

} // namespace mlir::lift

#endif // LIFT_UNITTESTS_MAPPING_RANDOMPROBLEM_H
