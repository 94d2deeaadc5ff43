//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Property tests of proofs and simplification: random facts and expressions,
// and every answer checked for all values of the names that satisfy the facts.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Expr/Assumptions.h"
#include "RandomExpr.h"

#include <gtest/gtest.h>

using namespace mlir::lift;
using namespace mlir::lift::test;

namespace {
/// Assumptions together with all small assignments that satisfy them.
struct Scenario {
  Assumptions assumptions;
  std::vector<Assignment> assignments;
  std::string text;
};

/// Collects facts, then enumerates what satisfies them.
class ScenarioMaker {
public:
  void addSize(const std::string &name, int64_t limit) {
    sizes.emplace_back(name, limit);
  }
  void addRange(const std::string &name, const std::string &lower,
                const std::string &upper) {
    names.push_back({name, Expr::parse(lower), Expr::parse(upper)});
    scenario.assumptions.setRange(name, names.back().lower, names.back().upper);
    scenario.text += lower + " <= " + name + " <= " + upper + ", ";
  }
  void addDivides(const std::string &divisor, const std::string &value) {
    Expr d = Expr::parse(divisor), v = Expr::parse(value);
    scenario.assumptions.addDivides(d, v);
    divides.emplace_back(d, v);
    scenario.text += divisor + " divides " + value + ", ";
  }
  void addNonNegative(const std::string &value) {
    nonNegative.push_back(Expr::parse(value));
    scenario.assumptions.addNonNegative(nonNegative.back());
    scenario.text += value + " >= 0, ";
  }
  Scenario make() {
    Assignment values;
    enumerateSizes(values, 0);
    return scenario;
  }

private:
  struct Range {
    std::string name;
    Expr lower, upper;
  };

  void enumerateSizes(Assignment &values, size_t index) {
    if (index == sizes.size())
      return enumerateNames(values, 0);
    for (int64_t value = 1; value <= sizes[index].second; ++value) {
      values[sizes[index].first] = value;
      enumerateSizes(values, index + 1);
    }
    values.erase(sizes[index].first);
  }

  void enumerateNames(Assignment &values, size_t index) {
    if (index == names.size()) {
      if (satisfiesFacts(values))
        scenario.assignments.push_back(values);
      return;
    }
    const Range &range = names[index];
    EvalResult lower = evaluate(range.lower, values);
    EvalResult upper = evaluate(range.upper, values);
    if (!lower.value || !upper.value)
      return; // An exact division in a bound that is none.
    for (int64_t value = *lower.value; value <= *upper.value; ++value) {
      values[range.name] = value;
      enumerateNames(values, index + 1);
    }
    values.erase(range.name);
  }

  bool satisfiesFacts(const Assignment &values) const {
    for (const auto &[divisor, value] : divides) {
      EvalResult d = evaluate(divisor, values), v = evaluate(value, values);
      if (!d.value || !v.value || *d.value < 1 || *v.value % *d.value)
        return false;
    }
    for (const Expr &value : nonNegative) {
      EvalResult v = evaluate(value, values);
      if (!v.value || *v.value < 0)
        return false;
    }
    return true;
  }

  Scenario scenario;
  std::vector<std::pair<std::string, int64_t>> sizes;
  std::vector<Range> names;
  std::vector<std::pair<Expr, Expr>> divides;
  std::vector<Expr> nonNegative;
};
} // namespace

static std::vector<Scenario> makeScenarios() {
  std::vector<Scenario> scenarios;
  auto addScenario = [&](const std::function<void(ScenarioMaker &)> &fill) {
    ScenarioMaker maker;
    fill(maker);
    scenarios.push_back(maker.make());
  };
  addScenario([](ScenarioMaker &maker) { // Independent loops.
    maker.addSize("N", 4);
    maker.addSize("M", 4);
    maker.addRange("i", "0", "N - 1");
    maker.addRange("j", "0", "M - 1");
    maker.addRange("k", "0", "7");
  });
  addScenario([](ScenarioMaker &maker) { // Flat and negative.
    maker.addSize("N", 3);
    maker.addSize("M", 3);
    maker.addRange("i", "0", "N * M - 1");
    maker.addRange("j", "-2", "N");
    maker.addRange("k", "-5", "4");
  });
  addScenario([](ScenarioMaker &maker) { // Constant tiles.
    maker.addSize("N", 12);
    maker.addSize("M", 2);
    maker.addDivides("4", "N");
    maker.addRange("i", "0", "N / 4 - 1");
    maker.addRange("j", "0", "3");
    maker.addRange("k", "0", "M * N - 1");
  });
  addScenario([](ScenarioMaker &maker) { // Symbolic tiles.
    maker.addSize("N", 8);
    maker.addSize("M", 4);
    maker.addDivides("M", "N");
    maker.addRange("i", "0", "N / M - 1");
    maker.addRange("j", "0", "M - 1");
    maker.addRange("k", "0", "5");
  });
  addScenario([](ScenarioMaker &maker) { // Facts between sizes; triangle.
    maker.addSize("N", 6);
    maker.addSize("M", 6);
    maker.addNonNegative("N - M");
    maker.addNonNegative("M - 2");
    maker.addRange("i", "0", "N - 1");
    maker.addRange("j", "0", "i");
    maker.addRange("k", "1", "3");
  });
  addScenario([](ScenarioMaker &maker) { // A divisible sum; chained tiles.
    maker.addSize("N", 8);
    maker.addSize("M", 8);
    maker.addDivides("4", "N + M");
    maker.addDivides("2", "M");
    maker.addNonNegative("12 - N - M");
    maker.addRange("i", "0", "N - 1");
    maker.addRange("j", "i", "i + M");
    maker.addRange("k", "2", "2");
  });
  addScenario([](ScenarioMaker &maker) { // Sizes with ranges of their own.
    maker.addRange("N", "1", "5");
    maker.addRange("M", "2", "N + 1");
    maker.addDivides("2", "M");
    maker.addRange("i", "0", "N ceildiv M - 1");
    maker.addRange("j", "0", "i * M + 1");
    maker.addRange("k", "0", "N mod M");
  });
  return scenarios;
}

static const std::vector<Scenario> &getScenarios() {
  static const std::vector<Scenario> scenarios = makeScenarios();
  return scenarios;
}

namespace {
/// A random expression under one scenario.
struct Sample {
  const Scenario &scenario;
  const Tree &tree;
  const Expr &expr;
  TreeMaker &maker;
  std::string describe() const {
    return scenario.text + tree.str() + " = " + expr.str();
  }
};
} // namespace

/// Deep expressions, and the flat sums of products that indices are made of.
static std::shared_ptr<Tree> makeIndex(TreeMaker &maker) {
  using Op = Tree::Op;
  if (maker.pick(3) == 0)
    return maker.make(4);
  auto sum = maker.make(1);
  for (unsigned terms = maker.pick(3); terms-- > 0;)
    sum = TreeMaker::combine(
        Op::Add, sum,
        TreeMaker::combine(Op::Mul, maker.make(1), maker.makeDivisor()));
  static const Op ops[] = {Op::Floor, Op::Mod, Op::Ceil, Op::Sub};
  Op op = ops[maker.pick(4)];
  return TreeMaker::combine(
      op, sum, op == Op::Sub ? maker.make(2) : maker.makeDivisor());
}

static void forRandomSamples(uint32_t seed, unsigned count,
                             const std::function<void(const Sample &)> &test) {
  for (const Scenario &scenario : getScenarios()) {
    ASSERT_GT(scenario.assignments.size(), 20u) << scenario.text;
    TreeMaker maker(seed++, {"i", "j", "k", "i", "j", "k", "N", "M"},
                    {"N", "M"});
    for (unsigned i = 0; i < count; ++i) {
      auto tree = makeIndex(maker);
      Expr expr = tree->toExpr();
      if (expr.isError())
        continue;
      test({scenario, *tree, expr, maker});
      if (testing::Test::HasFatalFailure())
        return;
    }
  }
}

/// Calls `test` with each assignment where the expression has a value.
static void
forAllValues(const Sample &sample,
             const std::function<void(const Assignment &, int64_t)> &test) {
  for (const Assignment &values : sample.scenario.assignments) {
    std::optional<int64_t> value = sample.tree.evaluate(values);
    if (!value)
      continue;
    test(values, *value);
    if (testing::Test::HasFatalFailure())
      return;
  }
}

static constexpr unsigned samplesPerScenario = 400;

TEST(AssumptionsPropertyTest, SimplifyKeepsValues) {
  unsigned changed = 0;
  forRandomSamples(1, samplesPerScenario, [&](const Sample &sample) {
    Expr simple = sample.scenario.assumptions.simplify(sample.expr);
    changed += simple != sample.expr;
    forAllValues(sample, [&](const Assignment &values, int64_t expected) {
      EvalResult actual = evaluate(simple, values);
      ASSERT_EQ(actual.value, std::optional<int64_t>(expected))
          << sample.describe() << " became " << simple.str() << " at "
          << toString(values) << actual.error;
    });
  });
  EXPECT_GT(changed, samplesPerScenario);
}

TEST(AssumptionsPropertyTest, SimplifyIsIdempotent) {
  unsigned total = 0, changed = 0;
  forRandomSamples(2, samplesPerScenario / 4, [&](const Sample &sample) {
    Expr once = sample.scenario.assumptions.simplify(sample.expr);
    Expr twice = sample.scenario.assumptions.simplify(once);
    ++total;
    changed += once != twice;
  });
  // A bounded search may find a little more when it starts afresh.
  EXPECT_LE(changed * 50, total);
}

TEST(AssumptionsPropertyTest, NonNegativeIsNeverNegative) {
  unsigned proved = 0;
  forRandomSamples(3, samplesPerScenario, [&](const Sample &sample) {
    bool isProved = sample.scenario.assumptions.isNonNegative(sample.expr);
    proved += isProved;
    forAllValues(sample, [&](const Assignment &values, int64_t value) {
      ASSERT_TRUE(!isProved || value >= 0)
          << sample.describe() << " at " << toString(values);
    });
  });
  EXPECT_GT(proved, samplesPerScenario / 2);
}

TEST(AssumptionsPropertyTest, DivisibleHasNoRemainder) {
  unsigned proved = 0;
  forRandomSamples(4, samplesPerScenario, [&](const Sample &sample) {
    auto divisor = sample.maker.makeDivisor();
    bool isProved =
        sample.scenario.assumptions.isDivisible(sample.expr, divisor->toExpr());
    proved += isProved;
    forAllValues(sample, [&](const Assignment &values, int64_t value) {
      std::optional<int64_t> d = divisor->evaluate(values);
      ASSERT_TRUE(!isProved || !d || *d < 1 || value % *d == 0)
          << sample.describe() << " by " << divisor->str() << " at "
          << toString(values);
    });
  });
  EXPECT_GT(proved, samplesPerScenario / 4);
}

TEST(AssumptionsPropertyTest, ConstantDivisorDivides) {
  unsigned found = 0;
  forRandomSamples(5, samplesPerScenario, [&](const Sample &sample) {
    int64_t divisor =
        sample.scenario.assumptions.getConstantDivisor(sample.expr);
    ASSERT_GE(divisor, 0);
    found += divisor > 1;
    forAllValues(sample, [&](const Assignment &values, int64_t value) {
      ASSERT_TRUE(divisor == 0 ? value == 0 : value % divisor == 0)
          << sample.describe() << " by " << divisor << " at "
          << toString(values);
    });
  });
  EXPECT_GT(found, samplesPerScenario / 8);
}

TEST(AssumptionsPropertyTest, UpperBoundIsNeverExceeded) {
  unsigned found = 0;
  forRandomSamples(6, samplesPerScenario, [&](const Sample &sample) {
    const Assumptions &assumptions = sample.scenario.assumptions;
    std::optional<Expr> bound = assumptions.getUpperBound(sample.expr);
    if (!bound)
      return;
    ++found;
    for (const char *name : {"i", "j", "k"})
      ASSERT_FALSE(bound->mentions(name)) << sample.describe();
    forAllValues(sample, [&](const Assignment &values, int64_t value) {
      EvalResult limit = evaluate(*bound, values);
      ASSERT_TRUE(limit.value && value <= *limit.value)
          << sample.describe() << " <= " << bound->str() << " at "
          << toString(values) << limit.error;
    });
  });
  EXPECT_GT(found, samplesPerScenario);
}

TEST(AssumptionsPropertyTest, EqualHasEqualValues) {
  unsigned proved = 0;
  forRandomSamples(7, samplesPerScenario, [&](const Sample &sample) {
    // Pairs that differ in one place have a chance to be equal.
    auto other =
        TreeMaker::combine(Tree::Op::Mod, std::make_shared<Tree>(sample.tree),
                           sample.maker.makeDivisor());
    bool isProved =
        sample.scenario.assumptions.isEqual(sample.expr, other->toExpr());
    proved += isProved;
    forAllValues(sample, [&](const Assignment &values, int64_t value) {
      std::optional<int64_t> otherValue = other->evaluate(values);
      ASSERT_TRUE(!isProved || !otherValue || value == *otherValue)
          << sample.describe() << " and " << other->str() << " at "
          << toString(values);
    });
  });
  EXPECT_GT(proved, samplesPerScenario / 8);
}
