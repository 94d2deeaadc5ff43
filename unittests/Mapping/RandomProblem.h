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
    path.push_back(i);
    problem.maps.push_back(map);
  }
  return problem;
}

} // namespace mlir::lift

#endif // LIFT_UNITTESTS_MAPPING_RANDOMPROBLEM_H
