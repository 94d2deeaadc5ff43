//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseExpr.h"

#include "LiftDialect/Expr/Expr.h"

#include <limits>

using namespace mlir::lift;

struct Pair {
  const char *lhs, *rhs;
};

static void PrintTo(const Pair &pair, std::ostream *os) {
  *os << pair.lhs << " and " << pair.rhs;
}

//===----------------------------------------------------------------------===//
// Pairs that are the same expression
//===----------------------------------------------------------------------===//

class EqualPairTest : public testing::TestWithParam<Pair> {};

TEST_P(EqualPairTest, Unify) {
  Expr lhs = parse(GetParam().lhs), rhs = parse(GetParam().rhs);
  EXPECT_EQ(lhs, rhs) << lhs.str() << " and " << rhs.str();
  EXPECT_EQ(lhs.hash(), rhs.hash());
  EXPECT_EQ(lhs.str(), rhs.str());
  EXPECT_EQ(Expr::compare(lhs, rhs), 0);
}

// Sizes as split, join, slide and pad produce them.
INSTANTIATE_TEST_SUITE_P(
    Layout, EqualPairTest,
    testing::Values(Pair{"N * M", "M * N"}, Pair{"(N * M) * K", "N * (M * K)"},
                    Pair{"N * M * K", "K * (N * M)"},
                    Pair{"N + M + K", "K + (M + N)"},
                    Pair{"(N + 2) * M", "N * M + 2 * M"},
                    Pair{"(N + M) * (N + M)", "N * N + 2 * N * M + M * M"},
                    Pair{"N - 3 + 1", "N - 2"},
                    Pair{"(N - 3 + 1) / 1", "N - 2"},
                    Pair{"(N + 1) + (M + 1)", "N + M + 2"},
                    Pair{"N + N", "2 * N"}, Pair{"(N / 128) * 128", "N"},
                    Pair{"128 * (N / 128)", "N"}, Pair{"(N / TM) * TM", "N"},
                    Pair{"(N / TM) * (M / TN) * (TM * TN)", "M * N"},
                    Pair{"(N floordiv 4) floordiv 8", "N floordiv 32"},
                    Pair{"(N ceildiv TM) * TM", "TM * (N ceildiv TM)"},
                    Pair{"(N1 * TM * RM) floordiv (RM * TM)", "N1"},
                    Pair{"N - 4 * (N floordiv 4)", "N mod 4"}));

INSTANTIATE_TEST_SUITE_P(
    Fractions, EqualPairTest,
    testing::Values(Pair{"N / (TM + 1) * (TM + 1)", "N"},
                    Pair{"(N / 128) / 2", "N / 256"},
                    Pair{"N / 128 * 64", "N / 2"},
                    Pair{"N / (2 * M) + N / (2 * M)", "N / M"},
                    Pair{"(N - 1) / 2 + (N + 1) / 2", "N"},
                    Pair{"N / M + K / L", "(N * L + K * M) / (M * L)"},
                    Pair{"(N * N - 1) / (N + 1)", "N - 1"},
                    Pair{"(N * M + N) / (M + 1)", "N"},
                    Pair{"(N * M - M) / (N * N - 1)", "M / (N + 1)"},
                    Pair{"(A * C + B * C) / (A * D + B * D)", "C / D"},
                    Pair{"(A * A - B * B) / (A * A + 2 * A * B + B * B)",
                         "(A - B) / (A + B)"},
                    Pair{"N / (0 - 2)", "(0 - N) / 2"},
                    Pair{"(2 * N) / (4 * M)", "N / (2 * M)"},
                    Pair{"0 / N", "0"}, Pair{"N / N", "1"},
                    Pair{"N / M * 0", "0"}, Pair{"(N / TM + 1) * TM", "N + TM"},
                    Pair{"((N + 2 - 3) / 1 + 1) / 16 * 16", "N"},
                    Pair{"M / (N floordiv 4) * (N floordiv 4)", "M"},
                    Pair{"M / (N mod 4 + 1) * (1 + N mod 4)", "M"}));

INSTANTIATE_TEST_SUITE_P(
    Quotients, EqualPairTest,
    testing::Values(
        Pair{"(4 * N + 8) floordiv 4", "N + 2"},
        Pair{"(4 * N + i) floordiv 4", "N + i floordiv 4"},
        Pair{"(N * M + i) floordiv M", "N + i floordiv M"},
        Pair{"(i + 9) floordiv 4", "(i + 1) floordiv 4 + 2"},
        Pair{"(i - 1) floordiv 4 + 1", "i ceildiv 4"},
        Pair{"(i + 3) floordiv 4", "i ceildiv 4"},
        Pair{"(N + TM - 1) floordiv TM", "N ceildiv TM"},
        Pair{"(N ceildiv 4) ceildiv 8", "N ceildiv 32"},
        Pair{"(N ceildiv TM) ceildiv TN", "N ceildiv (TN * TM)"},
        Pair{"(N floordiv 4 + 3) floordiv 8", "(N + 12) floordiv 32"},
        Pair{"(N ceildiv 4) floordiv 8", "(N + 3) floordiv 32"},
        Pair{"(N floordiv TM) floordiv TN", "N floordiv (TM * TN)"},
        Pair{"(2 * i) floordiv (2 * N)", "i floordiv N"},
        Pair{"(6 * i + 4) floordiv 8", "(3 * i + 2) floordiv 4"},
        Pair{"(2 * i + 1) floordiv 2", "i"},
        Pair{"(5 * i) floordiv 4", "i + i floordiv 4"},
        Pair{"(N / 2) floordiv 3", "N floordiv 6"},
        Pair{"N floordiv (N / 128)", "128"},
        Pair{"(i * N) floordiv (N / 4)", "4 * i"},
        Pair{"(i * M + i * N) floordiv (N + M)", "i"},
        Pair{"(i * N + i + j) floordiv (N + 1)", "i + j floordiv (N + 1)"},
        Pair{"7 floordiv 2", "3"}, Pair{"(0 - 7) floordiv 2", "0 - 4"},
        Pair{"(0 - 7) ceildiv 2", "0 - 3"}, Pair{"7 ceildiv 2", "4"},
        Pair{"N floordiv 1", "N"}, Pair{"0 floordiv N", "0"},
        Pair{"(0 - 1) floordiv N", "0 - 1"}));

INSTANTIATE_TEST_SUITE_P(
    Remainders, EqualPairTest,
    testing::Values(
        Pair{"i - N * (i floordiv N)", "i mod N"},
        Pair{"(i floordiv 4) * 4 + i mod 4", "i"},
        Pair{"(i floordiv N) * N + i mod N", "i"},
        Pair{"i - i mod 4", "4 * (i floordiv 4)"},
        Pair{"(i + 8) mod 4", "i mod 4"},
        Pair{"(i - 1) mod 4", "(i + 3) mod 4"},
        Pair{"(5 * i) mod 4", "i mod 4"}, Pair{"(N * i + j) mod N", "j mod N"},
        Pair{"(i mod 12) mod 4", "i mod 4"},
        Pair{"(i mod (N * M)) mod M", "i mod M"},
        Pair{"(i mod 32) floordiv 4", "(i floordiv 4) mod 8"},
        Pair{"(i floordiv 4) * 4 + (i - 4 * (i floordiv 4))", "i"},
        Pair{"(i floordiv 4) mod 8", "i floordiv 4 - 8 * (i floordiv 32)"},
        Pair{"(i mod 4) * N", "i * N - 4 * N * (i floordiv 4)"},
        Pair{"(i mod 4) * (i mod 8)",
             "(i - 4 * (i floordiv 4)) * (i - 8 * (i floordiv 8))"},
        Pair{"(2 * i + 3) mod 4", "2 * ((i + 1) mod 2) + 1"},
        Pair{"(2 * i) mod (2 * N)", "2 * (i mod N)"},
        Pair{"(i + i mod 4) - i", "i mod 4"}, Pair{"(0 - 7) mod 4", "1"},
        Pair{"7 mod 4", "3"}, Pair{"i mod 1", "0"},
        Pair{"(i mod (N / 4)) + (i floordiv (N / 4)) * (N / 4)", "i"}));

//===----------------------------------------------------------------------===//
// Pairs that are not
//===----------------------------------------------------------------------===//

class DifferentPairTest : public testing::TestWithParam<Pair> {};

TEST_P(DifferentPairTest, StayApart) {
  Expr lhs = parse(GetParam().lhs), rhs = parse(GetParam().rhs);
  EXPECT_NE(lhs, rhs) << lhs.str();
  EXPECT_EQ(Expr::compare(lhs, rhs), -Expr::compare(rhs, lhs));
}

INSTANTIATE_TEST_SUITE_P(
    All, DifferentPairTest,
    testing::Values(
        Pair{"N", "M"}, Pair{"N", "N + 1"}, Pair{"N * M", "N + M"},
        Pair{"N", "(N floordiv 128) * 128"}, Pair{"N / 128", "N floordiv 128"},
        Pair{"N floordiv 4", "N ceildiv 4"}, Pair{"N mod 4", "N mod 8"},
        Pair{"(N + M) floordiv 4", "N floordiv 4 + M floordiv 4"},
        Pair{"(i mod 8) mod 12", "i mod 4"}, Pair{"(i mod 6) mod 4", "i mod 2"},
        Pair{"(N ceildiv 4) floordiv 8", "N ceildiv 32"},
        Pair{"N * (M floordiv 4)", "(N * M) floordiv 4"},
        Pair{"(N - 1) / 2", "N / 2"}, Pair{"N / M", "M / N"},
        Pair{"i floordiv (N / 128)", "(128 * i) floordiv N"},
        Pair{"i floordiv N", "i floordiv M"}, Pair{"0 - N", "N"}));

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST(ExprTest, PrintsReadableText) {
  const char *const texts[] = {"0",
                               "-7",
                               "N",
                               "-N",
                               "N - 1",
                               "N - M",
                               "2 * N + 3",
                               "M * N",
                               "(N + 2) * M",
                               "N / 128",
                               "(M * N) / 128",
                               "(N - 1) / 2",
                               "N / (2 * M)",
                               "N / (TM + 1)",
                               "M * wg_id + l_id",
                               "(N ceildiv TM) * TM",
                               "2 * (N floordiv 4)",
                               "i mod 4",
                               "(i + 1) mod (N + 1)",
                               "(N + 2) * (i floordiv 4)",
                               "N + i floordiv 4",
                               "i floordiv (N / 128)",
                               "-(i floordiv 4)",
                               "((i + 1) floordiv 4) mod 8",
                               "N + -9223372036854775808",
                               "-9223372036854775808 * N",
                               "9223372036854775807"};
  for (const char *text : texts)
    EXPECT_EQ(parse(text).str(), text);
}

TEST(ExprTest, ParenthesesInDimensionsOnlyWhereNeeded) {
  EXPECT_EQ(parse("N").strInDimension(), "N");
  EXPECT_EQ(parse("128").strInDimension(), "128");
  EXPECT_EQ(parse("0 - 1").strInDimension(), "(-1)");
  EXPECT_EQ(parse("N / 128").strInDimension(), "(N / 128)");
  EXPECT_EQ(parse("i mod 4").strInDimension(), "(i mod 4)");
  EXPECT_EQ(parse("2 * N").strInDimension(), "(2 * N)");
}

TEST(ExprTest, OperatorsBindAsInC) {
  EXPECT_EQ(parse("1 + 2 * 3"), Expr(7));
  EXPECT_EQ(parse("10 - 2 - 3"), Expr(5));
  EXPECT_EQ(parse("24 / 4 / 2"), Expr(3));
  EXPECT_EQ(parse("17 floordiv 5 mod 2"), Expr(1));
  EXPECT_EQ(parse("-7 floordiv 2"), Expr(-4));
  EXPECT_EQ(parse("- - 3"), Expr(3));
  EXPECT_EQ(parse("2 * -3"), Expr(-6));
  EXPECT_EQ(parse(" ( N\t+\n1 ) "), Expr::name("N") + 1);
}

struct BadText {
  std::string text;
  size_t offset;
  std::string sentence;
};

static std::string repeat(const std::string &text, unsigned count) {
  std::string result;
  for (unsigned i = 0; i < count; ++i)
    result += text;
  return result;
}

TEST(ExprTest, BadTextIsAnErrorWithAPlace) {
  const std::string deep = "size expression is nested too deeply";
  const std::string overflow = "size expression overflows 64 bits";
  const std::string end = "expected a size, but the expression ends here";
  const std::string noOperator =
      "expected an operator or the end of the size expression";
  const std::string hexadecimal =
      "missing spaces around 'x'; hexadecimal numbers are not sizes";
  const BadText cases[] = {
      {"", 0, end},
      {"N +", 3, end},
      {"(N", 2, "expected ')'"},
      {"N)", 1, noOperator},
      {"N M", 2, noOperator},
      {"N % 4", 2, noOperator},
      {"N + * 4", 4, "expected a number, a name or '('"},
      {"0x64", 1, hexadecimal},
      {"3xN", 1, hexadecimal},
      {"64x", 2, hexadecimal},
      {"12ab", 2, "expected an operator after the number"},
      {"x", 0, "'x' is reserved and cannot name a size"},
      {"N x M", 2, noOperator},
      {"N * f32", 4, "'f32' is reserved and cannot name a size"},
      {"mod + 1", 0, "'mod' is reserved and cannot name a size"},
      {"9223372036854775808", 0, "number does not fit into 64 bits"},
      {"N - 99999999999999999999", 4, "number does not fit into 64 bits"},
      {"-9223372036854775809", 1, "number does not fit into 64 bits"},
      {"9223372036854775807 * 4", 20, overflow},
      {"4611686018427387904 * N * 4", 24, overflow},
      {"9223372036854775807 + 1", 20, overflow},
      {"-9223372036854775808 * -1", 21, overflow},
      {"-9223372036854775808 floordiv (0 - 1)", 21,
       "size expression divides by a negative number"},
      {"N floordiv 0", 2, "size expression divides by zero"},
      {"N ceildiv (M - M)", 2, "size expression divides by zero"},
      {"N mod 0", 2, "size expression divides by zero"},
      {"N / 0", 2, "size expression divides by zero"},
      {"1 + N / (M - M)", 6, "size expression divides by zero"},
      {"7 / 2", 2, "size expression divides 7 by 2, which leaves a remainder"},
      {repeat("(", 201) + "N" + repeat(")", 201), 200, deep},
      {repeat("-", 1000) + "N", 200, deep}};
  for (const BadText &bad : cases) {
    size_t offset = 12345;
    Expr expr = Expr::parse(bad.text, &offset);
    EXPECT_TRUE(expr.isError()) << bad.text;
    EXPECT_EQ(expr.getError(), bad.sentence) << bad.text;
    EXPECT_EQ(offset, bad.offset) << bad.text;
  }
}

TEST(ExprTest, OffsetIsLeftAloneOnSuccess) {
  size_t offset = 12345;
  EXPECT_FALSE(Expr::parse("N", &offset).isError());
  EXPECT_EQ(offset, 12345u);
  EXPECT_TRUE(Expr::parse("(").isError());
}

TEST(ExprTest, DeepButAllowedNestingParses) {
  EXPECT_EQ(parse(repeat("(", 199) + "N" + repeat(")", 199)), Expr::name("N"));
}

TEST(ExprTest, ReservedNames) {
  for (const char *name :
       {"x",     "mod",      "floordiv", "ceildiv",  "by",     "none",
        "index", "tuple",    "vector",   "memref",   "tensor", "complex",
        "f16",   "f32",      "f64",      "bf16",     "tf32",   "f80",
        "f128",  "f8E4M3FN", "f8E5M2",   "f4E2M1FN", "i1",     "i8",
        "i64",   "si8",      "ui32"})
    EXPECT_TRUE(isReservedName(name)) << name;
  for (const char *name :
       {"N", "X", "xs", "i", "f", "bf", "ui", "s", "iN", "f_1", "i8x", "f32x",
        "model", "tensors", "fE4", "f8E", "sui8", "bi8", ""})
    EXPECT_FALSE(isReservedName(name)) << name;
}

//===----------------------------------------------------------------------===//
// Bombs
//===----------------------------------------------------------------------===//

TEST(ExprTest, HugePolynomialsAreErrors) {
  Expr sum = parse("a + b + c + d + e");
  Expr power(1);
  for (unsigned i = 0; i < 100 && !power.isError(); ++i)
    power = power * sum;
  EXPECT_EQ(power.getError(),
            "size expression has too many terms to be represented");
  EXPECT_TRUE(
      Expr::parse(repeat("(a + b + c + d + e) * ", 100) + "1").isError());
}

TEST(ExprTest, HugeExponentsAreErrors) {
  Expr power = Expr::name("N");
  unsigned squarings = 0;
  for (; squarings < 100 && !power.isError(); ++squarings)
    power = power * power;
  EXPECT_TRUE(power.isError());
  EXPECT_GT(squarings, 10u);
}

TEST(ExprTest, DeepAtomsAreErrors) {
  Expr expr = Expr::name("i");
  unsigned depth = 0;
  for (; depth < 1000 && !expr.isError(); ++depth)
    expr = Expr::mod(expr + Expr::name("N"), 3 + int64_t(depth));
  EXPECT_TRUE(expr.isError());
  EXPECT_GT(depth, 20u);
}

TEST(ExprTest, SharedAtomsDoNotExplode) {
  // The text doubles with every step, the storage does not.
  Expr expr = Expr::name("i");
  for (unsigned i = 0; i < 100 && !expr.isError(); ++i)
    expr = Expr::floorDiv(expr * expr + 1, 3);
  EXPECT_TRUE(expr.isError());
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(ExprTest, EveryOperationOnAnErrorIsThatError) {
  const Expr error = Expr::error("no such size"), n = Expr::name("N");
  for (const Expr &result :
       {error + n, n - error, error * n, -error, Expr::exactDiv(n, error),
        Expr::floorDiv(error, n), Expr::ceilDiv(n, error), Expr::mod(error, n),
        error.substitute({{"N", 1}}),
        error.rebuild([](const Atom &atom) { return atom.toExpr(); }),
        error.getNumeratorExpr(), error + Expr::error("another")})
    EXPECT_EQ(result.getError(), "no such size");
  EXPECT_NE(error, n);
  EXPECT_NE(error, Expr(0));
  EXPECT_EQ(error, Expr::error("no such size"));
  EXPECT_FALSE(error.getConstant().has_value());
  EXPECT_FALSE(error.getName().has_value());
  EXPECT_FALSE(error
                   .evaluate([](const std::string &) {
                     return std::optional<int64_t>(1);
                   })
                   .value);
}

TEST(ExprTest, MovedFromExpressionIsUsable) {
  Expr n = Expr::name("N");
  Expr other = std::move(n);
  n = other + 1;
  EXPECT_EQ(n.str(), "N + 1");
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

TEST(ExprTest, Accessors) {
  EXPECT_EQ(Expr().getConstant(), 0);
  EXPECT_TRUE(Expr(5).isConstant(5));
  EXPECT_FALSE(parse("N").getConstant().has_value());
  EXPECT_FALSE(parse("N / 2").getConstant().has_value());
  EXPECT_EQ(parse("N").getName(), "N");
  EXPECT_FALSE(parse("2 * N").getName().has_value());
  EXPECT_FALSE(parse("N * N").getName().has_value());
  EXPECT_FALSE(parse("N / 2").getName().has_value());
  EXPECT_FALSE(parse("N mod 4").getName().has_value());
}

TEST(ExprTest, NumeratorAndDenominator) {
  Expr expr = parse("(N * M + 3) / (2 * K)");
  ASSERT_EQ(expr.getNumerator().size(), 2u);
  EXPECT_EQ(expr.getNumerator()[0].coefficient, 1);
  ASSERT_EQ(expr.getNumerator()[0].factors.size(), 2u);
  EXPECT_EQ(expr.getNumerator()[0].factors[0].first.getName(), "M");
  EXPECT_EQ(expr.getNumerator()[0].toExpr(), parse("N * M"));
  EXPECT_EQ(expr.getNumerator()[1].toExpr(), Expr(3));
  EXPECT_EQ(expr.getNumeratorExpr(), parse("N * M + 3"));
  EXPECT_EQ(expr.getDenominator(), parse("2 * K"));
  EXPECT_EQ(parse("N + 1").getDenominator(), Expr(1));
  EXPECT_TRUE(Expr(0).getNumerator().empty());
}

TEST(ExprTest, NamesInsideAtoms) {
  Expr expr = parse("N + (i * M) floordiv K + L / (j mod 4 + 1)");
  std::set<std::string> names;
  expr.collectNames(names);
  EXPECT_EQ(names, (std::set<std::string>{"K", "L", "M", "N", "i", "j"}));
  EXPECT_TRUE(expr.mentions("j"));
  EXPECT_TRUE(expr.mentions("K"));
  EXPECT_FALSE(expr.mentions("k"));
}

TEST(ExprTest, AtomOperands) {
  Expr expr = parse("(N + 1) floordiv M");
  const Atom &atom = expr.getNumerator()[0].factors[0].first;
  EXPECT_EQ(atom.getKind(), Atom::Kind::FloorDiv);
  EXPECT_EQ(atom.getLhs(), parse("N + 1"));
  EXPECT_EQ(atom.getRhs(), parse("M"));
  EXPECT_EQ(atom.toExpr(), expr);
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

TEST(ExprTest, SubstitutionIsSimultaneous) {
  EXPECT_EQ(parse("N - M").substitute({{"N", parse("M")}, {"M", parse("N")}}),
            parse("M - N"));
  EXPECT_EQ(parse("N * N").substitute({{"N", parse("N + 1")}}),
            parse("N * N + 2 * N + 1"));
}

TEST(ExprTest, SubstitutionReachesIntoAtoms) {
  EXPECT_EQ(parse("(i mod N) floordiv M").substitute({{"i", parse("5 * N")}}),
            Expr(0));
  EXPECT_EQ(parse("N ceildiv TM").substitute({{"N", 100}, {"TM", 16}}),
            Expr(7));
}

TEST(ExprTest, SubstitutionChecksExactDivision) {
  Expr chunks = parse("N / 128");
  EXPECT_EQ(chunks.substitute({{"N", 1024}}), Expr(8));
  EXPECT_EQ(chunks.substitute({{"N", parse("128 * M")}}), parse("M"));
  EXPECT_EQ(chunks.substitute({{"N", 1000}}).getError(),
            "size expression divides 125 by 16, which leaves a remainder");
  EXPECT_EQ(parse("N / M").substitute({{"M", 0}}).getError(),
            "size expression divides by zero");
  EXPECT_EQ(parse("N mod M").substitute({{"M", 0}}).getError(),
            "size expression divides by zero");
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

static EvalResult evaluate(std::string_view text,
                           const std::map<std::string, int64_t> &values) {
  return parse(text).evaluate(
      [&](const std::string &name) -> std::optional<int64_t> {
        auto value = values.find(name);
        return value == values.end() ? std::nullopt
                                     : std::optional<int64_t>(value->second);
      });
}

TEST(ExprTest, EvaluatesWholeFractions) {
  EXPECT_EQ(evaluate("(N - 1) / 2", {{"N", 9}}).value, 4);
  EXPECT_EQ(evaluate("N / M", {{"N", -12}, {"M", 4}}).value, -3);
  EXPECT_EQ(evaluate("(i - 7) floordiv 4", {{"i", 0}}).value, -2);
  EXPECT_EQ(evaluate("(i - 7) mod 4", {{"i", 0}}).value, 1);
  EXPECT_EQ(evaluate("i ceildiv N", {{"i", -7}, {"N", 4}}).value, -1);
  EXPECT_EQ(evaluate("N * N * N", {{"N", -3}}).value, -27);
  EXPECT_EQ(evaluate("N * N", {{"N", -1}}).value, 1);
  EXPECT_EQ(evaluate("N * N * N", {{"N", -1}}).value, -1);
  EXPECT_EQ(evaluate("N * N", {{"N", 1}}).value, 1);
}

TEST(ExprTest, EvaluationFailsWithASentence) {
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  constexpr int64_t least = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(evaluate("N + M", {{"N", 1}}).error, "no value for 'M'");
  EXPECT_EQ(evaluate("N * 2", {{"N", most}}).error,
            "size expression overflows 64 bits");
  EXPECT_EQ(evaluate("N + 1", {{"N", most}}).error,
            "size expression overflows 64 bits");
  EXPECT_EQ(evaluate("N floordiv M", {{"N", least}, {"M", -1}}).error,
            "size expression overflows 64 bits");
  EXPECT_EQ(evaluate("N / M", {{"N", least}, {"M", -1}}).error,
            "size expression overflows 64 bits");
  EXPECT_EQ(evaluate("N floordiv M", {{"N", 1}, {"M", 0}}).error,
            "size expression divides by zero: 'N floordiv M'");
  EXPECT_EQ(evaluate("N / M", {{"N", 1}, {"M", 0}}).error,
            "size expression divides by zero: 'N / M'");
  EXPECT_EQ(evaluate("N / 128", {{"N", 1000}}).error,
            "exact division 1000 / 128 leaves a remainder in 'N / 128' "
            "(ceildiv and floordiv round)");
}

/// Recognizing the outer remainder must not keep the inner one beside what it
/// is written out: taking that apart again gives the same sum.
TEST(ExprTest, RemaindersInRemaindersCancel) {
  EXPECT_EQ(parse("16 * L - 95 * (L floordiv 4) + "
                  "(A + 16 * (L mod 4)) mod 56 - 16 * (L mod 4)")
                .str(),
            "(A + 16 * (L mod 4)) mod 56 - 31 * (L floordiv 4)");
  EXPECT_EQ(parse("(16 * L - 95 * (L floordiv 4) - 3 * ((L + 4) floordiv 12) + "
                  "(A + 16 * (L mod 4)) mod 56 - 16 * (L mod 4)) floordiv 32"),
            parse("((A + 16 * (L mod 4)) mod 56 - 31 * (L floordiv 4) - "
                  "3 * ((L + 4) floordiv 12)) floordiv 32"));
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

TEST(ExprTest, WorksAsAKey) {
  std::map<Expr, int> map;
  map[parse("N * M")] = 1;
  map[parse("M * N")] += 1;
  map[parse("N")] = 3;
  EXPECT_EQ(map.size(), 2u);
  EXPECT_EQ(map[parse("N * M")], 2);
}
