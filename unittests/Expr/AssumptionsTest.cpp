//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseExpr.h"

#include "LiftDialect/Expr/Assumptions.h"

using namespace mlir::lift;

namespace {
/// Assumptions written as text.
class Facts : public Assumptions {
public:
  Facts &range(const std::string &name, std::string_view lower,
               std::string_view upper) {
    setRange(name, parse(lower), parse(upper));
    return *this;
  }
  Facts &divide(std::string_view divisor, std::string_view value) {
    addDivides(parse(divisor), parse(value));
    return *this;
  }
  Facts &nonNegative(std::string_view value) {
    addNonNegative(parse(value));
    return *this;
  }
};
} // namespace

/// Checks the text: that it is short is the point.
static void expectSimplified(const Assumptions &facts, std::string_view from,
                             std::string_view to) {
  EXPECT_EQ(facts.simplify(parse(from)).str(), to) << from;
}

static void expectUnchanged(const Assumptions &facts, std::string_view text) {
  EXPECT_EQ(facts.simplify(parse(text)), parse(text)) << text;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

TEST(AssumptionsTest, NamesAreSizesUnlessTheyHaveARange) {
  Facts facts;
  EXPECT_EQ(facts.getRange("N").first, Expr(1));
  EXPECT_FALSE(facts.getRange("N").second.has_value());
  facts.range("i", "-1", "N");
  EXPECT_EQ(facts.getRange("i").first, Expr(-1));
  EXPECT_EQ(facts.getRange("i").second, Expr::name("N"));
  facts.range("i", "0", "3"); // A new range replaces the old one.
  EXPECT_EQ(facts.getRange("i").second, Expr(3));
}

TEST(AssumptionsTest, AnswersChangeWithWhatIsKnown) {
  Facts facts;
  facts.range("i", "0", "N - 1");
  // Enough questions that cannot be proved for samples to be made.
  for (const char *claim : {"M - i - 1", "i - 5", "5 - i", "N - M - i"})
    EXPECT_FALSE(facts.isNonNegative(parse(claim))) << claim;
  EXPECT_EQ(facts.simplify(parse("i mod M")), parse("i mod M"));
  EXPECT_EQ(facts.getUpperBound(parse("i")), parse("N - 1"));
  Facts copy = facts;
  facts.nonNegative("M - N");
  EXPECT_TRUE(facts.isNonNegative(parse("M - i - 1")));
  EXPECT_EQ(facts.simplify(parse("i mod M")), parse("i"));
  facts.range("i", "5", "5");
  EXPECT_TRUE(facts.isNonNegative(parse("i - 5")));
  EXPECT_TRUE(facts.isNonNegative(parse("5 - i")));
  EXPECT_EQ(facts.getUpperBound(parse("i")), Expr(5));
  facts.range("N", "7", "7");
  EXPECT_TRUE(facts.isNonNegative(parse("N - 7")));
  facts.divide("64", "M");
  EXPECT_EQ(facts.getConstantDivisor(parse("M + 64")), 64);
  EXPECT_FALSE(copy.isNonNegative(parse("M - i - 1")));
  EXPECT_FALSE(copy.isNonNegative(parse("i - 5")));
}

TEST(AssumptionsTest, LargeFacts) {
  // No small sizes satisfy these; what does not follow is still refuted.
  Facts facts;
  facts.divide("512", "H * W").nonNegative("C * H * W - 8650752");
  EXPECT_TRUE(facts.isNonNegative(parse("C * H * W - 512")));
  EXPECT_FALSE(facts.isNonNegative(parse("W - H")));
  EXPECT_FALSE(facts.isNonNegative(parse("64 - C")));
}

//===----------------------------------------------------------------------===//
// Figure 6
//===----------------------------------------------------------------------===//

// Steuwer, Remmelg, Dubach, "Lift: a functional data-parallel IR for
// high-performance GPU code generation", CGO 2017: the read index of a matrix
// transposition, as generated, half way, and as a human would write it.
TEST(AssumptionsTest, Figure6) {
  Facts facts;
  facts.range("wg_id", "0", "N - 1").range("l_id", "0", "M - 1");
  const std::string flat = "(wg_id * M + l_id)";
  const std::string gathered =
      "(" + flat + " floordiv M + (" + flat + " mod M) * N)";
  const std::string generated =
      "(" + gathered + " floordiv N) * N + " + gathered + " mod N";
  expectSimplified(facts, generated, "N * l_id + wg_id");
  expectSimplified(facts, gathered, "N * l_id + wg_id");
  expectSimplified(
      facts, "((wg_id + l_id * N) floordiv N) * N + (wg_id + l_id * N) mod N",
      "N * l_id + wg_id");
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

TEST(AssumptionsTest, DropsWhatFitsIntoTheDivisor) {
  Facts facts;
  facts.range("i", "0", "N - 1").range("j", "0", "127").range("k", "-3", "-1");
  expectSimplified(facts, "i floordiv N", "0");
  expectSimplified(facts, "i mod N", "i");
  expectSimplified(facts, "j floordiv 128", "0");
  expectSimplified(facts, "j mod 128", "j");
  expectSimplified(facts, "(i + 1) ceildiv (N + 1)", "1");
  expectSimplified(facts, "k floordiv 3", "-1");
  expectSimplified(facts, "k mod 3", "k + 3");
  expectSimplified(facts, "(N - 1 - i) mod N", "N - i - 1");
  expectUnchanged(facts, "i floordiv (N - 1)");
  expectUnchanged(facts, "j mod 127");
  expectUnchanged(facts, "i mod M");
}

TEST(AssumptionsTest, SplitsSumsAtTheDivisor) {
  Facts facts;
  facts.range("i", "0", "N - 1").range("j", "0", "M - 1").range("k", "0", "9");
  expectSimplified(facts, "(i * M + j) floordiv M", "i");
  expectSimplified(facts, "(i * M + j) mod M", "j");
  expectSimplified(facts, "(i * M + j) floordiv (M * N)", "0");
  expectSimplified(facts, "(i * M + M - 1 - j) floordiv M", "i");
  expectSimplified(facts, "(i * M - j - 1) floordiv M", "i - 1");
  expectSimplified(facts, "(i * M * 4 + j * 4 + k mod 4) floordiv (4 * M)",
                   "i");
  expectSimplified(facts, "(i * (M + 1) + j) mod (M + 1)", "j");
  expectSimplified(facts, "(i * (M + 1) + j) floordiv (M + 1)", "i");
}

TEST(AssumptionsTest, CancelsCommonFactors) {
  Facts facts;
  facts.range("i", "0", "N - 1").range("j", "0", "M - 1").range("k", "0", "3");
  expectSimplified(facts, "(4 * i + k) floordiv 8", "i floordiv 2");
  expectSimplified(facts, "(4 * i + k) mod 8", "k + 4 * (i mod 2)");
  expectSimplified(facts, "(M * i + j) floordiv (M * K)", "i floordiv K");
  expectSimplified(facts, "(M * i + j) mod (M * K)", "(i mod K) * M + j");
  expectSimplified(facts, "(M * i - j - 1) floordiv (2 * M)",
                   "i ceildiv 2 - 1");
  expectUnchanged(facts, "(4 * i + j) floordiv 8");
}

TEST(AssumptionsTest, CombinesNestedOperations) {
  Facts facts;
  facts.range("i", "0", "N * 32 - 1");
  expectSimplified(facts, "(i mod 32) mod 4", "i mod 4");
  expectSimplified(facts, "(i mod 32) floordiv 4", "(i floordiv 4) mod 8");
  expectSimplified(facts, "(i floordiv 4) floordiv 8", "i floordiv 32");
  expectSimplified(facts, "(i floordiv 32) mod N", "i floordiv 32");
  expectSimplified(facts, "((i floordiv 4) mod 8) * 4 + i mod 4", "i mod 32");
  expectSimplified(facts,
                   "(i floordiv 32) * 32 + ((i floordiv 4) mod 8) * 4 + "
                   "i mod 4",
                   "i");
}

TEST(AssumptionsTest, UsesWhatDividesSizes) {
  Facts facts;
  facts.divide("128", "N").divide("TM", "K").range("i", "0", "N / 128 - 1");
  facts.range("j", "0", "127").range("t", "0", "TM - 1");
  facts.range("u", "0", "K / TM - 1");
  expectSimplified(facts, "N floordiv 128", "N / 128");
  expectSimplified(facts, "N ceildiv 128", "N / 128");
  expectSimplified(facts, "N mod 64", "0");
  expectSimplified(facts, "(N * i + j) mod 128", "j");
  expectSimplified(facts, "(128 * i + j) mod N", "128 * i + j");
  expectSimplified(facts, "(128 * i + j) floordiv N", "0");
  expectSimplified(facts, "(j * (N / 128) + i) floordiv (N / 128)", "j");
  expectSimplified(facts, "(j * (N / 128) + i) mod (N / 128)", "i");
  expectSimplified(facts, "i mod (N / 128)", "i");
  expectSimplified(facts, "K mod TM", "0");
  expectSimplified(facts, "(u * TM + t) floordiv TM", "u");
  expectSimplified(facts, "(u * TM + t) mod K", "TM * u + t");
  expectSimplified(facts, "(K ceildiv TM) * TM", "K");
  expectUnchanged(facts, "N mod 256");
}

// The indices of a matrix product with tiles and with registers, split and
// joined through its layout.
TEST(AssumptionsTest, UndoesTilingOfTwoDimensions) {
  Facts facts;
  facts.divide("TM", "A").divide("RM", "TM").divide("TN", "B");
  facts.divide("RN", "TN").nonNegative("A / TM - 1");
  facts.range("wi", "0", "A / TM - 1").range("wj", "0", "B / TN - 1");
  facts.range("ti", "0", "TM / RM - 1").range("tj", "0", "TN / RN - 1");
  facts.range("ri", "0", "RM - 1").range("rj", "0", "RN - 1");
  const std::string row = "(wi * TM + ti * RM + ri)";
  const std::string column = "(wj * TN + tj * RN + rj)";
  const std::string flat = "(" + row + " * B + " + column + ")";
  expectSimplified(facts, "(" + flat + " floordiv B) floordiv TM", "wi");
  expectSimplified(facts, "(" + flat + " mod B) floordiv TN", "wj");
  expectSimplified(facts, "((" + flat + " floordiv B) mod TM) floordiv RM",
                   "ti");
  expectSimplified(facts, flat + " mod RN", "rj");
  EXPECT_EQ(facts.simplify(
                parse("(" + flat + " floordiv B) * B + " + flat + " mod B")),
            parse(flat));
  EXPECT_TRUE(facts.isNonNegative(parse("A * B - 1 - " + flat)));
}

TEST(AssumptionsTest, HandlesTilesThatDoNotDivide) {
  Facts facts;
  facts.range("t", "0", "N ceildiv TM - 1").range("u", "0", "TM - 1");
  expectSimplified(facts, "(t * TM + u) floordiv TM", "t");
  expectSimplified(facts, "(t * TM + u) mod ((N ceildiv TM) * TM)",
                   "TM * t + u");
  EXPECT_TRUE(facts.isLess(parse("t * TM + u"), parse("(N ceildiv TM) * TM")));
  EXPECT_TRUE(facts.isLess(parse("t * TM"), parse("N")));
  EXPECT_FALSE(facts.isLess(parse("t * TM + u"), parse("N")));
}

TEST(AssumptionsTest, HandlesWindows) {
  Facts facts;
  facts.range("y", "0", "H - 1").range("w", "0", "W - 3").range("s", "0", "2");
  expectSimplified(facts, "(y * W + w + s) floordiv W", "y");
  expectSimplified(facts, "(y * W + w + s) mod W", "s + w");
  expectSimplified(facts, "(y * (W + 2) + w + s + 1) mod (W + 2)", "s + w + 1");
}

TEST(AssumptionsTest, UsesWhatDividesSums) {
  Facts facts;
  facts.divide("4", "N + M").range("j", "0", "3");
  expectSimplified(facts, "(N + M) mod 4", "0");
  expectSimplified(facts, "(N + M + j) floordiv 4", "(M + N) / 4");
  expectUnchanged(facts, "N mod 4");
}

TEST(AssumptionsTest, ReplacesNamesWithOneValue) {
  Facts facts;
  facts.range("i", "0", "0").range("j", "N", "N");
  expectSimplified(facts, "i * M + j", "N");
  expectSimplified(facts, "j floordiv N", "1");
}

TEST(AssumptionsTest, KeepsErrors) {
  Facts facts;
  EXPECT_EQ(facts.simplify(Expr::error("broken")).getError(), "broken");
  EXPECT_FALSE(facts.isNonNegative(Expr::error("broken")));
  EXPECT_FALSE(facts.isDivisible(Expr::error("broken"), 2));
  EXPECT_FALSE(facts.isDivisible(4, Expr::error("broken")));
  EXPECT_FALSE(facts.getUpperBound(Expr::error("broken")).has_value());
  EXPECT_EQ(facts.getConstantDivisor(Expr::error("broken")), 1);
  EXPECT_FALSE(facts.isEqual(Expr::error("broken"), 0));
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

TEST(AssumptionsTest, ProvesInequalities) {
  Facts facts;
  facts.range("i", "0", "N - 1").range("j", "0", "M - 1").range("k", "-4", "4");
  facts.range("t", "0", "i").divide("128", "K").nonNegative("H - 3");
  facts.nonNegative("W - H");
  for (const char *text : {"0",
                           "7",
                           "N",
                           "N - 1",
                           "N * M - 1",
                           "(N - 1) * (M - 1)",
                           "N * N - 2 * N + 1",
                           "i",
                           "N - 1 - i",
                           "N * M - 1 - (i * M + j)",
                           "k + 4",
                           "4 - k",
                           "i - t",
                           "N - 1 - t",
                           "N * i - i * i",
                           "i * j",
                           "(N - 1) * (M - 1) - i * j",
                           "(N - 1) * (M - 1) - (N - 1 - i) * j",
                           "K - 128",
                           "K / 128 - 1",
                           "H * H - 3 * H",
                           "2 * H - 6",
                           "W - 3",
                           "W * N - 3",
                           "i floordiv 4",
                           "i - 4 * (i floordiv 4)",
                           "i - i floordiv 4",
                           "N - 1 - i floordiv 4",
                           "i - i mod 4",
                           "3 - i mod 4",
                           "M - 1 - i mod M",
                           "N ceildiv 4 - 1",
                           "(N ceildiv 4) * 4 - N",
                           "(N ceildiv M) * M - N",
                           "N + M - 1 - (N ceildiv M) * M",
                           "N - (N floordiv M) * M",
                           "(N * M) floordiv M - N",
                           "N - 1 - (i * M + j) floordiv M",
                           "2 - k floordiv 2",
                           "k floordiv 2 + 2"})
    EXPECT_TRUE(facts.isNonNegative(parse(text))) << text;
}

TEST(AssumptionsTest, DoesNotProveWhatIsFalse) {
  Facts facts;
  facts.range("i", "0", "N - 1").range("j", "0", "M - 1").range("k", "-4", "4");
  for (const char *text : {"-1",
                           "N - 2",
                           "N - M",
                           "i - 1",
                           "N - 2 - i",
                           "k",
                           "3 - k",
                           "-k",
                           "N - 1 - j",
                           "i * k",
                           "i floordiv 4 - 1",
                           "i - 4 * (i ceildiv 4)",
                           "2 - i mod 4",
                           "N - (N ceildiv 4) * 4",
                           "M - 2 - i mod M",
                           "-N",
                           "i - j",
                           "N / 128 - 2",
                           "k * k - 1",
                           "k * i + N"})
    EXPECT_FALSE(facts.isNonNegative(parse(text))) << text;
}

TEST(AssumptionsTest, DerivedQuestions) {
  Facts facts;
  facts.range("i", "0", "N - 1");
  EXPECT_TRUE(facts.isPositive(parse("N")));
  EXPECT_FALSE(facts.isPositive(parse("i")));
  EXPECT_TRUE(facts.isLess(parse("i"), parse("N")));
  EXPECT_FALSE(facts.isLess(parse("i"), parse("N - 1")));
  EXPECT_TRUE(facts.isLessOrEqual(parse("i"), parse("N - 1")));
  EXPECT_TRUE(facts.isEqual(parse("i mod N"), parse("i")));
  EXPECT_FALSE(facts.isEqual(parse("i mod M"), parse("i")));
}

// A denominator is positive as it stands; the same denominator with the other
// sign is not, and a proof must not mistake one for the other.
TEST(AssumptionsTest, DenominatorsOfUnknownSignProveNothing) {
  Facts facts;
  EXPECT_FALSE(facts.isNonNegative(parse("K / (N - M)")));
  EXPECT_FALSE(facts.isNonNegative(parse("K / (M - N)")));
  EXPECT_FALSE(facts.isNonNegative(parse("-(K / (N - M))")));
  facts.nonNegative("N - M - 1");
  EXPECT_TRUE(facts.isNonNegative(parse("K / (N - M)")));
  EXPECT_FALSE(facts.isNonNegative(parse("K / (M - N)")));
}

TEST(AssumptionsTest, Divisibility) {
  Facts facts;
  facts.divide("128", "N").divide("TM", "K").divide("16", "TM");
  facts.divide("6", "A + B").range("i", "0", "N - 1");
  EXPECT_TRUE(facts.isDivisible(parse("N"), 128));
  EXPECT_TRUE(facts.isDivisible(parse("N"), 64));
  EXPECT_FALSE(facts.isDivisible(parse("N"), 256));
  EXPECT_TRUE(facts.isDivisible(parse("2 * N"), 256));
  EXPECT_TRUE(facts.isDivisible(parse("K"), parse("TM")));
  EXPECT_TRUE(facts.isDivisible(parse("K"), 16));
  EXPECT_TRUE(facts.isDivisible(parse("K * i + TM"), parse("TM")));
  EXPECT_FALSE(facts.isDivisible(parse("TM"), parse("K")));
  EXPECT_TRUE(facts.isDivisible(parse("A + B"), 3));
  EXPECT_TRUE(facts.isDivisible(parse("A * i + B * i + 12"), 6));
  EXPECT_FALSE(facts.isDivisible(parse("A"), 3));
  EXPECT_TRUE(facts.isDivisible(parse("0"), parse("N")));
  EXPECT_FALSE(facts.isDivisible(parse("N"), 0));
  EXPECT_TRUE(facts.isDivisible(parse("(N ceildiv M) * M"), parse("M")));
  EXPECT_TRUE(facts.isDivisible(parse("N mod 96"), 32));
  EXPECT_TRUE(facts.isDivisible(parse("i - i mod 4"), 4));
}

TEST(AssumptionsTest, ConstantDivisor) {
  Facts facts;
  facts.divide("128", "N").divide("TM", "K").divide("16", "TM");
  facts.divide("6", "A + B").range("i", "0", "N - 1").range("j", "0", "3");
  EXPECT_EQ(facts.getConstantDivisor(0), 0);
  EXPECT_EQ(facts.getConstantDivisor(12), 12);
  EXPECT_EQ(facts.getConstantDivisor(-12), 12);
  EXPECT_EQ(facts.getConstantDivisor(parse("j floordiv 4")), 0);
  EXPECT_EQ(facts.getConstantDivisor(parse("i")), 1);
  EXPECT_EQ(facts.getConstantDivisor(parse("N * i + 4 * j")), 4);
  EXPECT_EQ(facts.getConstantDivisor(parse("N / 2")), 64);
  EXPECT_EQ(facts.getConstantDivisor(parse("K + 24")), 8);
  EXPECT_EQ(facts.getConstantDivisor(parse("A + B")), 6);
  EXPECT_EQ(facts.getConstantDivisor(parse("16 * (i mod 8) + N * 4")), 16);
  EXPECT_EQ(facts.getConstantDivisor(parse("3 * (N / 128) * M")), 3);
  EXPECT_EQ(facts.getConstantDivisor(parse("N mod 96")), 32);
}

TEST(AssumptionsTest, EqualSizes) {
  const Expr m = Expr::name("M"), n = Expr::name("N");
  Assumptions facts;
  facts.addDivides(4, m);
  facts.setEqual("M", n);
  EXPECT_EQ(facts.getKind("M"), SymbolKind::Size);
  EXPECT_TRUE(facts.isEqual(m, n));
  EXPECT_TRUE(facts.isDivisible(n, 4));
  facts.addNonNegative(m - 8);
  EXPECT_TRUE(facts.isLessOrEqual(8, n));
  EXPECT_FALSE(facts.isLessOrEqual(9, n));
  facts.setEqual("N", 400);
  EXPECT_EQ(facts.simplify(m * n), Expr(160000));
}

TEST(AssumptionsTest, UpperBounds) {
  Facts facts;
  facts.range("i", "0", "N - 1").range("j", "0", "M - 1").range("k", "-4", "4");
  facts.range("t", "0", "i");
  auto getBound = [&](std::string_view text) {
    std::optional<Expr> bound = facts.getUpperBound(parse(text));
    return bound ? bound->str() : "none";
  };
  EXPECT_EQ(getBound("N"), "N");
  EXPECT_EQ(getBound("i"), "N - 1");
  EXPECT_EQ(getBound("t"), "N - 1");
  EXPECT_EQ(getBound("-i"), "0");
  EXPECT_EQ(getBound("i * M + j"), "M * N - 1");
  EXPECT_EQ(getBound("i * M - j"), "(N - 1) * M");
  EXPECT_EQ(getBound("(k + 5) * i"), "9 * N - 9");
  EXPECT_EQ(getBound("i mod 4 + N"), "N + 3");
  EXPECT_EQ(getBound("k floordiv 3"), "1");
  EXPECT_EQ(getBound("i ceildiv 3"), "(N + 1) floordiv 3");
  EXPECT_EQ(getBound("i floordiv (j + 1)"), "N - 1");
  EXPECT_EQ(getBound("i * i"), "N * N - 2 * N + 1");
  EXPECT_EQ(getBound("N floordiv 4"), "N floordiv 4");
  EXPECT_EQ(getBound("k * k"), "none");
  // Remainders that are subtracted, as the place of a card after two shuffles.
  EXPECT_EQ(getBound("i mod 2 - (i mod 2) * N - i"), "0");
  const std::string once = "((i mod 2) * N + i - i mod 2)";
  EXPECT_EQ(getBound(once + " mod 4 - (" + once + " mod 4) * N - " + once),
            "0");
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

// Facts that chase each other must end in "not proved".
TEST(AssumptionsTest, CircularFactsEnd) {
  Facts facts;
  facts.range("i", "0", "j").range("j", "0", "i");
  facts.divide("N", "M").divide("M", "N");
  EXPECT_FALSE(facts.isNonNegative(parse("5 - i")));
  EXPECT_TRUE(facts.isNonNegative(parse("i + j")));
  EXPECT_FALSE(facts.getUpperBound(parse("i")).has_value());
  EXPECT_TRUE(facts.isDivisible(parse("N"), parse("M")));
  facts.simplify(parse("(i * N + j) mod M"));
}

TEST(AssumptionsTest, HardQuestionsEnd) {
  Facts facts;
  Expr sum;
  for (int64_t i = 0; i < 8; ++i) {
    std::string name = "k_" + std::to_string(i);
    facts.range(name, "-3", "N");
    facts.nonNegative("M - " + name);
    sum = sum + Expr::mod(Expr::name(name) * sum + i, 7 + i) * Expr::name(name);
  }
  EXPECT_FALSE(facts.isNonNegative(sum));
  facts.simplify(Expr::floorDiv(sum, 5));
}

// Numbers on the way that are too large for a coefficient prove nothing.
// What was answered stands for as long as nothing that it mentions has changed.
TEST(AssumptionsTest, AnswersFollowFacts) {
  Assumptions facts;
  facts.setRange("i", 0, parse("n - 1"));
  EXPECT_TRUE(facts.isNonNegative(parse("n - i - 1")));
  EXPECT_FALSE(facts.isNonNegative(parse("m - i - 1")));
  EXPECT_FALSE(facts.isNonNegative(parse("j - i")));
  EXPECT_TRUE(facts.isNonNegative(parse("j - 1")));
  facts.setRange("k", 0, parse("m - 1"));
  EXPECT_TRUE(facts.isNonNegative(parse("n - i - 1")));
  EXPECT_FALSE(facts.isNonNegative(parse("m - i - 1")));
  // Once a size, and now an index.
  facts.setRange("j", parse("i"), parse("n + 5"));
  EXPECT_FALSE(facts.isNonNegative(parse("j - 1")));
  EXPECT_TRUE(facts.isNonNegative(parse("j - i")));
  facts.addNonNegative(parse("m - n"));
  EXPECT_TRUE(facts.isNonNegative(parse("m - i - 1")));
  // The bounds of another mention the size.
  facts.setRange("p", parse("n - 1"), parse("n"));
  EXPECT_TRUE(facts.isNonNegative(parse("p")));
  facts.setRange("n", -5, 5);
  EXPECT_FALSE(facts.isNonNegative(parse("p")));
}

TEST(AssumptionsTest, LargeRangesProveNothing) {
  Facts facts;
  facts.range("i", "-2147483648", "2147483647");
  facts.nonNegative("i + 17").nonNegative("N - i - 1");
  EXPECT_FALSE(facts.isNonNegative(parse("-2 * i - 1")));
  EXPECT_TRUE(facts.isNonNegative(parse("2 * i + 34")));
}

TEST(AssumptionsTest, FactsOfIntegersAreRounded) {
  Facts facts;
  facts.nonNegative("16383 - 2 * N");
  EXPECT_TRUE(facts.isLessOrEqual(parse("N"), parse("8191")));
  EXPECT_FALSE(facts.isLessOrEqual(parse("N"), parse("8190")));
  expectSimplified(facts, "(2 * N + 1) ceildiv 16384", "1");
  facts.nonNegative("3 * M - 6 * K - 1");
  EXPECT_TRUE(facts.isLess(parse("2 * K"), parse("M")));
}

TEST(AssumptionsTest, FactsAboutQuotients) {
  Facts facts;
  facts.range("l", "0", "3").range("w", "0", "1000000");
  facts.nonNegative("T / C - 4 * w - l - 1");
  EXPECT_TRUE(facts.isLess(parse("4 * w + l"), parse("T / C")));
  EXPECT_TRUE(facts.isLess(parse("4 * C * w + C * l"), parse("T")));
  EXPECT_TRUE(facts.isLessOrEqual(parse("4 * C * W * w + C * W * l + C * W"),
                                  parse("T * W")));
  EXPECT_FALSE(facts.isLess(parse("4 * w + l + 1"), parse("T / C")));
}
