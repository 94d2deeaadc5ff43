//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/Solver.h"
#include "LiftDialect/Mapping/Rules.h"
#include "MinimalCore.h"
#include "RandomProblem.h"

using namespace mlir::lift;
using Status = SolverResult::Status;

static ConstraintSystem getSystem(const MappingProblem &problem,
                                  llvm::StringRef rules = "cc22") {
  std::string error;
  return getConstraintSystem(problem, *getMappingRules(rules, {}, {}, error));
}

/// A row of maps in each other.
static ConstraintSystem getNest(unsigned depth) {
  MappingProblem problem;
  problem.maps.resize(depth);
  for (unsigned map = 1; map < depth; ++map)
    problem.maps[map].parent = map - 1;
  return getSystem(problem);
}

// The two solvers share the formulas and nothing else.
static void compareSolvers(llvm::StringRef rules) {
  std::mt19937 random(2022);
  unsigned numInfeasible = 0;
  for (unsigned i = 0; i < 1000; ++i) {
    ConstraintSystem system = getSystem(makeRandomProblem(random, 3), rules);
    SolverResult expected = solveByEnumeration(system);
    SolverResult found = solveWithZ3(system);
    ASSERT_NE(expected.status, Status::Unknown);
    ASSERT_EQ(found.status, expected.status);
    EXPECT_EQ(found.mappings, expected.mappings);
    for (const Mapping &mapping : found.mappings)
      EXPECT_TRUE(system.verify(mapping));
    if (found.status == Status::Infeasible) {
      ++numInfeasible;
      expectMinimalCore(system, found.core, solveByEnumeration);
      expectMinimalCore(system, expected.core, solveByEnumeration);
    }
  }
  EXPECT_GT(numInfeasible, 100u);
  EXPECT_LT(numInfeasible, 900u);
}

TEST(MappingSolverTest, solversAgreeOnPaperRules) { compareSolvers("cc22"); }

TEST(MappingSolverTest, solversAgreeOnSoundRules) {
  compareSolvers(kDefaultMappingRules);
}

// What is best does not depend on who looks for it.
TEST(MappingSolverTest, solversAgreeOnTheBest) {
  std::mt19937 random(7);
  for (unsigned i = 0; i < 200; ++i) {
    MappingProblem problem = makeRandomProblem(random, 4);
    ConstraintSystem system = getSystem(problem, kDefaultMappingRules);
    SolverOptions options;
    options.limit = 1;
    options.softConstraints = getObjective(problem);
    EXPECT_EQ(solveWithZ3(system, options).mappings,
              solveByEnumeration(system, options).mappings);
  }
}

TEST(MappingSolverTest, sums) {
  // At most 10 of 4, 7 and 2^62: none together with the last.
  ConstraintSystem system;
  CodeSet domain = getCodeSet(0) | getCodeSet(10);
  system.domains = {domain, domain, domain};
  system.constraints.push_back(
      {"sum",
       {},
       "",
       Formula::atMost({{4, Formula::is(0, 10)},
                        {7, Formula::is(1, 10)},
                        {int64_t(1) << 62, Formula::is(2, 10)}},
                       10)});
  std::vector<Mapping> expected = {{0, 0, 0}, {0, 10, 0}, {10, 0, 0}};
  EXPECT_EQ(solveByEnumeration(system).mappings, expected);
  EXPECT_EQ(solveWithZ3(system).mappings, expected);
}

// What Z3 cannot count, it does not answer.
TEST(MappingSolverTest, largeSums) {
  ConstraintSystem system;
  system.domains = {getCodeSet(0) | getCodeSet(10)};
  int64_t bound = int64_t(1) << 40;
  system.constraints.push_back(
      {"sum",
       {},
       "",
       Formula::atMost({{bound + 1, Formula::is(0, 10)}}, bound)});
  std::vector<Mapping> expected = {{0}};
  EXPECT_EQ(solveByEnumeration(system).mappings, expected);
  EXPECT_EQ(solveWithZ3(system).status, Status::Unknown);
}

TEST(MappingSolverTest, contradictionWithoutVariables) {
  ConstraintSystem system;
  system.domains = {getCodeSet(0)};
  system.constraints.push_back({"never", {}, "", Formula::constant(false)});
  for (MappingSolver solve : {solveByEnumeration, solveWithZ3}) {
    SolverResult result = solve(system, {});
    EXPECT_EQ(result.status, Status::Infeasible);
    EXPECT_EQ(result.core, std::vector<unsigned>{0});
  }
}

TEST(MappingSolverTest, selections) {
  ConstraintSystem system = getNest(12);
  for (MappingSolver solve : {solveByEnumeration, solveWithZ3}) {
    SolverOptions options;
    options.limit = 20;
    options.seed = 7;
    options.distance = 3;
    SolverResult result = solve(system, options);
    ASSERT_EQ(result.mappings.size(), 20u);
    EXPECT_FALSE(result.isComplete);
    for (const Mapping &first : result.mappings) {
      EXPECT_TRUE(system.verify(first));
      for (const Mapping &second : result.mappings)
        EXPECT_TRUE(first == second || getDistance(first, second) >= 3);
    }
    // The same seed gives the same list, another one another.
    EXPECT_EQ(solve(system, options).mappings, result.mappings);
    options.seed = 8;
    EXPECT_NE(solve(system, options).mappings, result.mappings);
  }
}

// Giving up is not the same as finding nothing.
TEST(MappingSolverTest, unknown) {
  ConstraintSystem system = getNest(40);
  SolverOptions options;
  options.limit = 1;
  options.budget = 3;
  for (MappingSolver solve : {solveByEnumeration, solveWithZ3}) {
    SolverResult result = solve(system, options);
    EXPECT_EQ(result.status, Status::Unknown);
    EXPECT_TRUE(result.mappings.empty());
    EXPECT_TRUE(result.core.empty());
  }
}
