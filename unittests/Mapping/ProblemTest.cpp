//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/Rules.h"
#include "LiftDialect/Mapping/Solver.h"
#include "RandomProblem.h"

#include "gtest/gtest.h"

#include <limits>

using namespace mlir::lift;

/// A { B { C }; D }, C alone in B.
static MappingProblem makeProblem() {
  MappingProblem problem;
  problem.name = "p";
  problem.maps.resize(4);
  for (unsigned map = 0; map < 4; ++map)
    problem.maps[map].name = std::string(1, char('A' + map));
  problem.maps[1].parent = 0;
  problem.maps[2].parent = 1;
  problem.maps[2].isPerfect = true;
  problem.maps[3].parent = 0;
  return problem;
}

TEST(MappingProblemTest, nesting) {
  MappingProblem problem = makeProblem();
  EXPECT_EQ(problem.getOuterMaps(2), (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(problem.getInnerMaps(0), (std::vector<unsigned>{1, 2, 3}));
  EXPECT_EQ(problem.getInnerMaps(1), (std::vector<unsigned>{2}));
  EXPECT_EQ(problem.getChains(),
            (std::vector<std::vector<unsigned>>{{0, 1, 2}, {0, 3}}));
}

TEST(MappingProblemTest, domains) {
  MappingProblem problem = makeProblem();
  problem.dims = 2;
  EXPECT_EQ(getCodes(problem.getDomain(1)),
            (std::vector<unsigned>{0, 10, 11, 20, 21, 30, 31}));
  EXPECT_EQ(getCodes(problem.getDomain(2)),
            (std::vector<unsigned>{0, 1, 10, 11, 20, 21, 30, 31}));
}

// Mappings of Listing 3's shape, whose violations are worked out by hand.
TEST(MappingProblemTest, check) {
  MappingProblem problem = makeProblem();
  ConstraintSystem system = getConstraintSystem(problem, getPaperRules());
  auto getViolated = [&](const Mapping &mapping) {
    std::set<std::string> rules;
    for (unsigned index : system.check(mapping))
      rules.insert(system.constraints[index].rule);
    return rules;
  };
  using Rules = std::set<std::string>;
  EXPECT_EQ(getViolated({20, 10, 1, 10}), Rules{});
  EXPECT_EQ(getViolated({20, 10, 30, 10}), (Rules{"R0", "R7"}));
  EXPECT_EQ(getViolated({30, 30, 1, 0}), (Rules{"R3"}));
  EXPECT_EQ(getViolated({30, 0, 0, 0}), (Rules{"R8"}));
  EXPECT_EQ(getViolated({10, 20, 1, 20}), (Rules{"R6"}));
  EXPECT_EQ(getViolated({10, 0, 1, 0}), (Rules{"R4"}));
  EXPECT_EQ(getViolated({20, 0, 1, 0}), (Rules{"R5"}));
  EXPECT_TRUE(system.verify({20, 10, 1, 10}));
  // B cannot be fused with A, whose body is more than B.
  EXPECT_FALSE(system.verify({20, 1, 1, 1}));
  EXPECT_FALSE(system.verify({20, 10, 1}));
}

TEST(MappingProblemTest, json) {
  std::mt19937 random(1);
  for (unsigned i = 0; i < 100; ++i) {
    MappingProblem problem = makeRandomProblem(random, 8);
    std::string text = problem.toJson(), error;
    std::optional<MappingProblem> copy = MappingProblem::fromJson(text, error);
    ASSERT_TRUE(copy) << error;
    EXPECT_EQ(copy->toJson(), text);
  }
}

// Of parameter 0 with the values 2, 3, 5 and parameter 1 with 4, 8.
TEST(QuantityTest, values) {
  const int64_t tile[] = {2, 3, 5}, local[] = {4, 8};
  Quantity size =
      Quantity::tabulate({0}, {3}, [&](llvm::ArrayRef<unsigned> choice) {
        return tile[choice[0]];
      });
  Quantity items =
      Quantity::tabulate({1}, {2}, [&](llvm::ArrayRef<unsigned> choice) {
        return local[choice[0]];
      });
  std::optional<Quantity> product = Quantity::multiply(size, items);
  ASSERT_TRUE(product);
  EXPECT_EQ(product->getParameters(), (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(product->getValues(),
            (std::vector<int64_t>{8, 16, 12, 24, 20, 40}));
  EXPECT_EQ(product->getMin(), 8);
  EXPECT_EQ(product->getConstant(), std::nullopt);
  // The same whatever the names are is a constant.
  EXPECT_EQ(Quantity::tabulate({0}, {3}, [](auto) { return 7; }).getConstant(),
            7);
  // What is too large is the largest number.
  EXPECT_EQ(
      Quantity::multiply(int64_t(1) << 40, int64_t(1) << 40)->getConstant(),
      std::numeric_limits<int64_t>::max());

  // After one map: variable 1 has the tile sizes, variable 2 the local sizes.
  Formula fits = product->where(1, [](int64_t value) { return value <= 16; });
  for (unsigned first = 0; first < 3; ++first)
    for (unsigned second = 0; second < 2; ++second)
      EXPECT_EQ(fits.holds({0, first, second}),
                tile[first] * local[second] <= 16);
  // What a value does not tell apart, no formula mentions.
  std::set<unsigned> variables;
  Quantity::tabulate({0, 1}, {3, 2}, [&](llvm::ArrayRef<unsigned> choice) {
    return local[choice[1]];
  }).where(1, [](int64_t value) {
      return value == 4;
    }).collectVariables(variables);
  EXPECT_EQ(variables, std::set<unsigned>{2});
}

// Too many combinations to be written out.
TEST(QuantityTest, tooMany) {
  auto getWide = [](unsigned first) {
    unsigned value = 0;
    return Quantity::tabulate({first, first + 1}, {33, 33},
                              [&](auto) { return int64_t(++value); });
  };
  EXPECT_FALSE(Quantity::multiply(getWide(0), getWide(2)));
}

TEST(MappingProblemTest, fixParameters) {
  MappingProblem problem = makeProblem();
  problem.parameters = {{"TM", {4, 8}}};
  EXPECT_EQ(problem.fix("TM=8"), "");
  EXPECT_EQ(problem.parameters[0].choice, 1u);
  EXPECT_EQ(problem.fix("TM=8"), "");
  EXPECT_EQ(problem.fix("TM=5"), "tuning name 'TM' cannot be '5'");
  EXPECT_EQ(problem.fix("TN=5"), "'TN=5' is not of the form 2=wrg(0), or TM=16 "
                                 "for a tuning name TM");
  EXPECT_EQ(problem.getChosenValues({20, 10, 1, 10, 0}),
            std::vector<std::string>{"TM=4"});
  ConstraintSystem system = getConstraintSystem(problem, getPaperRules());
  EXPECT_FALSE(system.verify({20, 10, 1, 10, 0}));
  EXPECT_TRUE(system.verify({20, 10, 1, 10, 1}));
  EXPECT_FALSE(system.verify({20, 10, 1, 10, 2}));
  EXPECT_EQ(problem.fix("TM=4"),
            "tuning name 'TM' is 8 already, and cannot be 4");
}

// Widths stand behind tuning names, and are chosen by the number of the map.
TEST(MappingProblemTest, fixVectorWidths) {
  MappingProblem problem = makeProblem();
  problem.parameters = {{"TM", {4, 8}},
                        {"C.vector", {1, 2, 4}, std::nullopt, 2}};
  problem.maps[2].vector.emplace();
  problem.maps[2].vector->parameter = 1;
  problem.maps[2].vector->length = "TM";
  problem.maps[2].vector->divides = {1, 1, 0};
  problem.maps[2].vector->neighbours = 7;
  EXPECT_EQ(problem.validate(), "");
  EXPECT_EQ(problem.getNumTuningNames(), 1u);
  EXPECT_EQ(problem.fix("2=vector(2)"), "");
  EXPECT_EQ(problem.parameters[1].choice, 1u);
  EXPECT_EQ(problem.fix("2=vector(3)"),
            "map 2 cannot be vector(3), but vector(1) vector(2) vector(4)");
  EXPECT_EQ(problem.fix("0=vector(2)").find("map 0 has no vector width"), 0u);
  EXPECT_NE(problem.fix("2=vector(x)"), "");
  EXPECT_EQ(problem.fix("C.vector=2"),
            "'C.vector=2' is not of the form 2=wrg(0), or TM=16 for a tuning "
            "name TM");
  EXPECT_EQ(problem.getChosenValues({20, 10, 1, 10, 0, 1}),
            (std::vector<std::string>{"TM=4", "2=vector(2)"}));
  std::string error;
  ConstraintSystem system = getConstraintSystem(
      problem, *getMappingRules(kDefaultMappingRules, {}, {}, error));
  EXPECT_TRUE(system.verify({20, 10, 1, 10, 0, 1}));
  EXPECT_FALSE(system.verify({20, 10, 1, 10, 0, 0}));
  EXPECT_EQ(problem.fix("2=vector(1)"),
            "map 2 is vector(2) already, and cannot be vector(1)");
  // One element at a time goes without saying where somebody has chosen it.
  problem.parameters[1].choice = std::nullopt;
  EXPECT_EQ(problem.fix("2=vector(1)"), "");
  EXPECT_EQ(problem.getChosenValues({20, 10, 1, 10, 0, 0}),
            std::vector<std::string>{"TM=4"});

  problem.parameters[1].map = 1;
  EXPECT_EQ(problem.validate(), "map 2 has no vector width");
  problem.parameters[1].map = 2;
  problem.maps[2].vector->divides.pop_back();
  EXPECT_EQ(problem.validate(), "map 2 has widths that make no sense");
  problem.maps[2].vector.reset();
  EXPECT_EQ(problem.validate(), "C.vector is the vector width of no map");
}

// Each rule of widths accepts one mapping and rejects another: of a map of 8
// elements, alone or fused with the one around it.
TEST(MappingProblemTest, vectorRules) {
  MappingProblem problem;
  problem.maps.resize(2);
  problem.maps[1].parent = 0;
  problem.maps[1].isPerfect = true;
  problem.parameters = {{"map1.vector", {1, 2, 4}, std::nullopt, 1}};
  MappingProblem::Vector vector;
  vector.length = "8";
  vector.divides = {1, 1, 1};
  vector.neighbours = 7;
  auto accepts = [&](const Mapping &mapping) {
    problem.maps[1].vector = vector;
    std::vector<MappingRule> rules = getVectorRules();
    rules.push_back(getNeighbourRule());
    return getConstraintSystem(problem, rules).verify(mapping);
  };
  EXPECT_TRUE(accepts({30, 1, 2}));
  vector.divides = {1, 1, 0};
  EXPECT_TRUE(accepts({30, 1, 1}));
  EXPECT_FALSE(accepts({30, 1, 2}));
  vector.divides = {1, 1, 1};
  vector.neighbours = 5;
  EXPECT_TRUE(accepts({30, 1, 2}));
  EXPECT_FALSE(accepts({30, 1, 1}));
  vector.neighbours = 7;
  // A fused map runs as the one that it is fused with.
  vector.bound = kWrgCodes | kGlbCodes;
  EXPECT_TRUE(accepts({10, 1, 2}));
  EXPECT_TRUE(accepts({20, 10, 2}));
  EXPECT_TRUE(accepts({30, 0, 2}));
  EXPECT_TRUE(accepts({30, 1, 0}));
  EXPECT_FALSE(accepts({30, 1, 2}));
  EXPECT_FALSE(accepts({0, 20, 2}));
  vector.bound = 0;
  vector.mustBeScalar = "it is";
  EXPECT_TRUE(accepts({30, 1, 0}));
  EXPECT_FALSE(accepts({30, 1, 2}));
}

// The widest vectors with which no work-item of four is idle: of 8 elements,
// two at a time.
TEST(MappingProblemTest, widestVectors) {
  MappingProblem problem;
  problem.maps.resize(1);
  problem.maps[0].trips = 8;
  problem.localSize = {4, 1, 1};
  problem.numGroups = {1, 1, 1};
  problem.parameters = {{"map0.vector", {1, 2, 4}, std::nullopt, 0}};
  MappingProblem::Vector vector;
  vector.length = "8";
  vector.divides = {1, 1, 1};
  vector.neighbours = 7;
  problem.maps[0].vector = vector;
  std::string error;
  ConstraintSystem system = getConstraintSystem(
      problem, *getMappingRules(kDefaultMappingRules, {}, {}, error));
  SolverOptions options;
  options.limit = 1;
  options.softConstraints = getObjective(problem);
  EXPECT_EQ(solveByEnumeration(system, options).mappings.front(),
            (Mapping{10, 1}));
  problem.maps[0].trips = 16;
  options.softConstraints = getObjective(problem);
  EXPECT_EQ(solveByEnumeration(system, options).mappings.front(),
            (Mapping{10, 2}));
}

TEST(MappingProblemTest, brokenJson) {
  auto getError = [](const std::string &text) {
    std::string error;
    EXPECT_FALSE(MappingProblem::fromJson(text, error));
    return error;
  };
  std::string begin = R"({"format": "lift-mapping-problem", "name": "p",
      "local-size": [0, 0, 0], "groups": [0, 0, 0], "buffers": [],
      "parameters": [], "obligations": [],
      "target": {"name": "t", "max-group-size": 1, "max-local-size": [1, 1, 1],
                 "local-memory": 0}, )";
  EXPECT_NE(getError("{"), "");
  EXPECT_NE(getError("[]"), "");
  EXPECT_EQ(getError(R"({"format": "x"})"),
            "the format is not lift-mapping-problem");
  EXPECT_EQ(getError(begin + R"("dims": 4, "maps": []})"),
            "a launch has 1 to 3 dimensions, not 4");
  EXPECT_EQ(getError(begin + R"("dims": 1, "maps": [
              {"name": "a", "parent": 0}]})"),
            "map 0 stands before the map around it");
  EXPECT_EQ(getError(begin + R"("dims": 1, "maps": [
              {"name": "a", "perfect": true}]})"),
            "map 0 is perfectly nested, but not in the map before it");
  EXPECT_EQ(getError(begin + R"("dims": 1, "maps": [
              {"name": "a"}, {"name": "b", "parent": 0, "perfect": true},
              {"name": "c", "parent": 0}]})"),
            "map 2 stands beside a perfectly nested one");
  EXPECT_NE(getError(R"({"format": "lift-mapping-problem", "name": "p",
      "local-size": [{"parameters": [0], "counts": [2], "values": [1]}, 0, 0],
      "groups": [0, 0, 0], "buffers": [], "parameters": [], "obligations": [],
      "dims": 1, "maps": []})")
                .find("not as many values"),
            std::string::npos);
  EXPECT_EQ(getError(R"({"format": "lift-mapping-problem", "name": "p",
      "local-size": [{"parameters": [0], "counts": [2], "values": [1, 2]}, 0, 0],
      "groups": [0, 0, 0], "buffers": [], "parameters": [], "obligations": [],
      "target": {"name": "t", "max-group-size": 1, "max-local-size": [1, 1, 1],
                 "local-memory": 0},
      "dims": 1, "maps": []})"),
            "a number follows from tuning names that do not exist");
  EXPECT_EQ(getError(begin + R"END("dims": 1, "maps": [
              {"name": "a", "mapping": "lcl(7)"}]})END"),
            "'lcl(7)' is no mapping");
}

// A user's rule joins a set, here for the problem "flat" alone.
TEST(MappingProblemTest, ownRule) {
  registerMappingRule(
      "cc22", {"no-z", "dimension 2 is not used",
               [](const MappingProblem &problem, ConstraintList &list) {
                 if (problem.name != "flat")
                   return;
                 CodeSet codes = 0;
                 for (MappingLevel level :
                      {MappingLevel::Lcl, MappingLevel::Wrg, MappingLevel::Glb})
                   codes |= getCodeSet(getCode(level, 2));
                 for (unsigned map = 0; map < problem.maps.size(); ++map)
                   list.push_back({"",
                                   {map},
                                   "dimension 2 is not used",
                                   !Formula::in(map, codes)});
               }});
  std::string error;
  std::optional<std::vector<MappingRule>> rules =
      getMappingRules("cc22", {}, {}, error);
  ASSERT_TRUE(rules) << error;
  MappingProblem problem = makeProblem();
  EXPECT_TRUE(getConstraintSystem(problem, *rules).verify({22, 12, 1, 12}));
  problem.name = "flat";
  ConstraintSystem system = getConstraintSystem(problem, *rules);
  EXPECT_TRUE(system.verify({20, 10, 1, 10}));
  EXPECT_FALSE(system.verify({22, 12, 1, 12}));
  EXPECT_EQ(system.constraints[system.check({22, 12, 1, 12}).front()].rule,
            "no-z");
}

// A set of one's own begins with its first rule.
TEST(MappingProblemTest, ownSet) {
  std::string error;
  EXPECT_FALSE(getMappingRules("mine", {}, {}, error));
  registerMappingRule(
      "mine", {"nothing", "", [](const MappingProblem &, ConstraintList &) {}});
  std::optional<std::vector<MappingRule>> rules =
      getMappingRules("mine", {}, {}, error);
  ASSERT_TRUE(rules) << error;
  EXPECT_EQ(rules->size(), 1u);
}
