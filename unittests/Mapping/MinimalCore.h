//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests what a solver gives as the reason that there is no mapping.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_UNITTESTS_MAPPING_MINIMALCORE_H
#define LIFT_UNITTESTS_MAPPING_MINIMALCORE_H

#include "LiftDialect/Mapping/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

namespace mlir::lift {

/// Expects that the constraints of `core` contradict each other, and none of
/// them can be left out, as `solve` sees it.
inline void expectMinimalCore(const ConstraintSystem &system,
                              const std::vector<unsigned> &core,
                              MappingSolver solve) {
  auto getStatus = [&](const std::vector<unsigned> &constraints) {
    ConstraintSystem part;
    part.domains = system.domains;
    for (unsigned index : constraints)
      part.constraints.push_back(system.constraints[index]);
    SolverOptions options;
    options.limit = 1;
    return solve(part, options).status;
  };
  EXPECT_FALSE(core.empty());
  EXPECT_EQ(getStatus(core), SolverResult::Status::Infeasible);
  for (unsigned index : core) {
    std::vector<unsigned> others = core;
    llvm::erase(others, index);
    EXPECT_EQ(getStatus(others), SolverResult::Status::Solved)
        << system.constraints[index].sentence;
  }
}

} // namespace mlir::lift

#endif // LIFT_UNITTESTS_MAPPING_MINIMALCORE_H
