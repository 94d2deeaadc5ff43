//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Property tests of the normal form: random expressions, evaluated for every
// assignment in a small range and compared with an evaluation that knows no
// rules.
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"

#include <gtest/gtest.h>

using namespace mlir::lift;
using namespace mlir::lift::test;

/// All assignments of -4 .. 5 to two names and 1 .. 4 to two divisors.
static const std::vector<Assignment> &getAssignments() {
  static const std::vector<Assignment> assignments = [] {
    std::vector<Assignment> result;
    for (int64_t a = -4; a <= 5; ++a)
      for (int64_t b = -2; b <= 7; b += 3)
        for (int64_t n = 1; n <= 4; ++n)
          for (int64_t m = 1; m <= 3; ++m)
            result.push_back({{"a", a}, {"b", b}, {"N", n}, {"M", m}});
    return result;
  }();
  return assignments;
}

static TreeMaker getMaker(uint32_t seed) {
  return TreeMaker(seed, {"a", "b", "N", "M"}, {"N", "M"});
}

/// Checks that `expr` has the value of the tree wherever the tree has one.
static void expectSameValues(const Tree &tree, const Expr &expr) {
  for (const Assignment &values : getAssignments()) {
    std::optional<int64_t> expected = tree.evaluate(values);
    if (!expected)
      continue;
    EvalResult actual = evaluate(expr, values);
    ASSERT_TRUE(actual.value.has_value())
        << tree.str() << " = " << expr.str() << " at " << toString(values)
        << ": " << actual.error;
    ASSERT_EQ(*actual.value, *expected)
        << tree.str() << " = " << expr.str() << " at " << toString(values);
  }
}

/// Calls `test` with each of many random trees without errors in them.
static void
forRandomTrees(uint32_t seed, unsigned count, unsigned depth,
               const std::function<void(const Tree &, const Expr &)> &test) {
  TreeMaker maker = getMaker(seed);
  for (unsigned i = 0; i < count; ++i) {
    auto tree = maker.make(depth);
    Expr expr = tree->toExpr();
    if (expr.isError())
      continue;
    test(*tree, expr);
    if (testing::Test::HasFatalFailure())
      return;
  }
}

TEST(ExprPropertyTest, NormalFormKeepsValues) {
  for (unsigned depth = 1; depth <= 5; ++depth)
    forRandomTrees(depth, 1500, depth, expectSameValues);
}

TEST(ExprPropertyTest, IndicesKeepTheirValues) {
  TreeMaker maker = getMaker(41);
  for (unsigned i = 0; i < 4000 && !testing::Test::HasFatalFailure(); ++i) {
    auto tree = maker.makeIndex(5);
    if (Expr expr = tree->toExpr(); !expr.isError())
      expectSameValues(*tree, expr);
  }
}

TEST(ExprPropertyTest, TextReadsBackAsTheSameExpression) {
  for (unsigned depth = 1; depth <= 5; ++depth)
    forRandomTrees(
        10 + depth, 1500, depth, [](const Tree &tree, const Expr &expr) {
          Expr again = Expr::parse(expr.str());
          ASSERT_EQ(again, expr)
              << tree.str() << " prints " << expr.str() << " which reads as "
              << (again.isError() ? again.getError() : again.str());
          ASSERT_EQ(again.hash(), expr.hash());
          ASSERT_EQ(again.str(), expr.str());
        });
}

TEST(ExprPropertyTest, RebuildingChangesNothing) {
  forRandomTrees(21, 1500, 4, [](const Tree &tree, const Expr &expr) {
    Expr again = expr.rebuild([](const Atom &atom) -> Expr {
      switch (atom.getKind()) {
      case Atom::Kind::FloorDiv:
        return Expr::floorDiv(atom.getLhs(), atom.getRhs());
      case Atom::Kind::CeilDiv:
        return Expr::ceilDiv(atom.getLhs(), atom.getRhs());
      case Atom::Kind::Mod:
        return Expr::mod(atom.getLhs(), atom.getRhs());
      case Atom::Kind::Name:
        break;
      }
      return atom.toExpr();
    });
    ASSERT_EQ(again, expr) << tree.str() << " = " << expr.str() << " became "
                           << again.str();
  });
}

TEST(ExprPropertyTest, SubstitutionCommutesWithEvaluation) {
  forRandomTrees(31, 800, 3, [](const Tree &tree, const Expr &expr) {
    const Expr shift = Expr::name("b") * 2 + 1;
    Expr substituted = expr.substitute({{"a", shift}, {"b", Expr::name("a")}});
    if (substituted.isError())
      return;
    for (Assignment values : getAssignments()) {
      Assignment replaced = values;
      replaced["a"] = 2 * values["b"] + 1;
      replaced["b"] = values["a"];
      std::optional<int64_t> expected = tree.evaluate(replaced);
      if (!expected)
        continue;
      EvalResult actual = evaluate(substituted, values);
      ASSERT_EQ(actual.value, expected)
          << tree.str() << " with b and a exchanged: " << substituted.str()
          << " at " << toString(values) << actual.error;
    }
  });
}

TEST(ExprPropertyTest, OrderIsTotal) {
  TreeMaker maker = getMaker(41);
  std::vector<Expr> exprs;
  for (unsigned i = 0; i < 60; ++i)
    exprs.push_back(maker.make(3)->toExpr());
  for (const Expr &a : exprs) {
    EXPECT_EQ(Expr::compare(a, a), 0);
    for (const Expr &b : exprs) {
      EXPECT_EQ(Expr::compare(a, b) < 0, Expr::compare(b, a) > 0);
      EXPECT_EQ(Expr::compare(a, b) == 0, a == b);
      for (const Expr &c : exprs)
        EXPECT_TRUE(!(a < b && b < c) || a < c);
    }
  }
}

/// An exact division that can never be is an error where it comes to light,
/// which depends on the order of operations.
static void expectEqual(const Expr &lhs, const Expr &rhs) {
  if (lhs.isError() || rhs.isError())
    return;
  EXPECT_EQ(lhs, rhs) << lhs.str() << " and " << rhs.str();
}

TEST(ExprPropertyTest, RingLawsHoldStructurally) {
  TreeMaker maker = getMaker(51);
  for (unsigned i = 0; i < 1500; ++i) {
    Expr a = maker.make(2)->toExpr(), b = maker.make(2)->toExpr(),
         c = maker.make(2)->toExpr();
    if (a.isError() || b.isError() || c.isError())
      continue;
    SCOPED_TRACE(a.str() + " | " + b.str() + " | " + c.str());
    expectEqual(a + b, b + a);
    expectEqual(a * b, b * a);
    expectEqual((a + b) + c, a + (b + c));
    expectEqual((a * b) * c, a * (b * c));
    expectEqual((a + b) * c, a * c + b * c);
    expectEqual(a - b + b, a);
    expectEqual(a - a, Expr(0));
    if (b.isConstant(0))
      continue;
    expectEqual(Expr::exactDiv(a * b, b), a);
  }
}
