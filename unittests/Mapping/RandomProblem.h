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

/// A value that some of the maps around or inside each other use.
inline MappingProblem::Buffer makeRandomBuffer(std::mt19937 &random,
                                               const MappingProblem &problem) {
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
          matches.push_back({map, other, random() | CodeSet(random()) << 32});
    for (MappingProblem::Match &match : matches)
      match.codes &= kParallelCodes;
    return matches;
  };
  MappingProblem::Buffer buffer;
  buffer.name = "buffer";
  buffer.space = static_cast<MappingProblem::Space>(random() % 3);
  if (random() % 2)
    buffer.bytes = random() % 2000;
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
    buffer.shares.push_back({map, anyMatches({map}, anyMaps())});
  }
  return buffer;
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
    map.usesLocal = oneIn(6);
    map.usesPrivate = oneIn(6);
    if (oneIn(8))
      map.code = getCode(MappingLevel(1 + random() % 3), 0);
    map.holdsLocal = oneIn(6);
    map.isInScan = oneIn(8);
    if (oneIn(8))
      map.mustBeSequential = "it is";
    path.push_back(i);
    problem.maps.push_back(map);
  }
  for (unsigned i = random() % 3; i > 0; --i)
    problem.buffers.push_back(makeRandomBuffer(random, problem));
  for (unsigned dim = 0; dim < 3; ++dim) {
    if (oneIn(2))
      problem.localSize[dim] = 1 + random() % 8;
    if (oneIn(2))
      problem.numGroups[dim] = 1 + random() % 3;
  }
  problem.target.maxGroupSize = 200;
  problem.target.localMemory = 4000;
  return problem;
}

} // namespace mlir::lift

#endif // LIFT_UNITTESTS_MAPPING_RANDOMPROBLEM_H
