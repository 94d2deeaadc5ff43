//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests by enumeration what is decided of two index functions:
// whether work-items may meet by them, and whether an id is the same digit of
// both. The index functions are random sums of ids, numbers of trips and sizes,
// each multiplied with what often, but not always, makes it a digit.
//
//===----------------------------------------------------------------------===//

#include "../Expr/RandomExpr.h"

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/LiftDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::lift;
using test::Assignment;

namespace {

/// The names in index functions. One number of a trip is below the size N, the
/// other below 3.
constexpr const char *kLid0 = "%lid0", *kLid1 = "%lid1", *kGroup = "%wg0",
                     *kTrip = "%loop0", *kOtherTrip = "%loop1", *kSize = "N";

struct Names {
  std::array<int64_t, 2> localSize;
  static constexpr int64_t kOtherTrips = 3;

  Assumptions getFacts() const {
    Assumptions facts;
    facts.setRange(kLid0, 0, localSize[0] - 1);
    facts.setRange(kLid1, 0, localSize[1] - 1);
    facts.setRange(kGroup, 0, 1);
    facts.setKind(kGroup, SymbolKind::Group);
    facts.setRange(kTrip, 0, Expr::name(kSize) - 1);
    facts.setRange(kOtherTrip, 0, kOtherTrips - 1);
    return facts;
  }

  /// All that a group may stand for together, without `fixed` names.
  std::vector<Assignment> enumerate(const Assignment &fixed) const {
    std::vector<Assignment> all;
    for (int64_t lid0 = 0; lid0 < localSize[0]; ++lid0)
      for (int64_t lid1 = 0; lid1 < localSize[1]; ++lid1)
        for (int64_t trip = 0; trip < fixed.at(kSize); ++trip)
          for (int64_t other = 0; other < kOtherTrips; ++other) {
            Assignment values = fixed;
            values[kLid0] = lid0;
            values[kLid1] = lid1;
            values[kTrip] = trip;
            values[kOtherTrip] = other;
            all.push_back(std::move(values));
          }
    return all;
  }
};

class IndexFunctionTest : public testing::Test {
protected:
  IndexFunctionTest() : random(1) {
    context.loadDialect<LiftDialect>();
    OpBuilder builder(&context);
    for (auto &op : ops)
      op = ModuleOp::create(builder, builder.getUnknownLoc());
  }

  int64_t pick(int64_t first, int64_t last) {
    return first + int64_t(random() % uint32_t(last - first + 1));
  }

  /// A weight: a number, or a size.
  Expr drawWeight() {
    switch (pick(0, 5)) {
    case 0:
      return names.localSize[0];
    case 1:
      return names.localSize[0] * names.localSize[1];
    case 2:
      return Expr::name(kSize);
    case 3:
      return Expr::name(kSize) * Expr(names.localSize[pick(0, 1)]);
    default:
      return pick(1, 9);
    }
  }

  Expr drawName() {
    static constexpr std::array<const char *, 7> all = {
        kLid0, kLid0, kLid1, kGroup, kTrip, kOtherTrip, kSize};
    Expr name = Expr::name(all[pick(0, all.size() - 1)]);
    switch (pick(0, 9)) {
    case 0:
      return Expr::mod(name, pick(1, 4));
    case 1:
      return Expr::floorDiv(name, pick(1, 4));
    case 2:
      return Expr(pick(0, 9)) - name;
    default:
      return name;
    }
  }

  Expr drawIndex() {
    Expr index = drawName();
    for (int64_t i = pick(0, 3); i > 0; --i)
      index = index * drawWeight() + drawName();
    return pick(0, 3) ? index : index + Expr(pick(-3, 9));
  }

  MemoryAccess drawAccess(unsigned number, const Expr &index) {
    MemoryAccess access;
    access.op = *ops[number];
    access.isWrite = number == 0;
    access.index = index;
    access.width = pick(0, 4) ? 1 : pick(2, 4);
    for (unsigned dim = 0; dim < 2; ++dim)
      access.isSingle[dim] = pick(0, 7) == 0;
    if (pick(0, 2) == 0)
      access.nonNegative.push_back(Expr(pick(0, 9)) - drawIndex());
    if (pick(0, 4) == 0)
      access.nonNegative.push_back(Expr::name(kSize) - 1 - drawName());
    return access;
  }

  void drawTwo() {
    names.localSize = {pick(1, 4), pick(1, 3)};
    Expr index = drawIndex();
    first = drawAccess(0, index);
    // Accesses that have nothing in common meet nearly always.
    Expr other = index;
    switch (pick(0, 3)) {
    case 0:
      other = drawIndex();
      break;
    case 1:
      other = index.substitute({{kTrip, Expr::name(kOtherTrip)}});
      break;
    case 2:
      other = index + Expr(pick(-2, 4));
      break;
    }
    second = drawAccess(1, other);
  }

  /// The elements that an access touches where `values` holds.
  static std::pair<int64_t, int64_t> getElements(const MemoryAccess &access,
                                                 const Assignment &values) {
    int64_t begin = *test::evaluate(access.index, values).value;
    return {begin, begin + access.width};
  }

  /// Whether the access is made at all.
  static bool isMade(const MemoryAccess &access, const Assignment &values) {
    if ((access.isSingle[0] && values.at(kLid0) != 0) ||
        (access.isSingle[1] && values.at(kLid1) != 0))
      return false;
    return llvm::all_of(access.nonNegative, [&](const Expr &value) {
      return *test::evaluate(value, values).value >= 0;
    });
  }

  /// Whether the two meet in one group where the names in `ids` differ.
  bool meet(ArrayRef<const char *> ids, bool withConditions);

  std::string describe() const {
    return first.index.str() + " and " + second.index.str() +
           " in a group of " + std::to_string(names.localSize[0]) + " x " +
           std::to_string(names.localSize[1]);
  }

  std::mt19937 random;
  MLIRContext context;
  std::array<OwningOpRef<ModuleOp>, 2> ops;
  Names names;
  MemoryAccess first, second;
};

bool IndexFunctionTest::meet(ArrayRef<const char *> ids, bool withConditions) {
  for (int64_t size : {1, 2, 3, 5})
    for (int64_t group : {0, 1}) {
      std::vector<Assignment> all =
          names.enumerate({{kSize, size}, {kGroup, group}});
      // Who touches an element by the first access.
      std::map<int64_t, std::set<std::vector<int64_t>>> touched;
      auto getIds = [&](const Assignment &values) {
        std::vector<int64_t> numbers;
        for (const char *id : ids)
          numbers.push_back(values.at(id));
        return numbers;
      };
      for (const Assignment &values : all) {
        if (withConditions && !isMade(first, values))
          continue;
        auto [begin, end] = getElements(first, values);
        for (int64_t element = begin; element < end; ++element)
          touched[element].insert(getIds(values));
      }
      for (const Assignment &values : all) {
        if (withConditions && !isMade(second, values))
          continue;
        auto [begin, end] = getElements(second, values);
        for (int64_t element = begin; element < end; ++element)
          for (const std::vector<int64_t> &other : touched[element])
            if (other != getIds(values))
              return true;
      }
    }
  return false;
}

TEST_F(IndexFunctionTest, NoConflictIsMissed) {
  unsigned numApart = 0, numProved = 0;
  for (unsigned i = 0; i < 1500 && !HasFailure(); ++i) {
    drawTwo();
    bool happens = meet({kLid0, kLid1}, /*withConditions=*/true);
    bool isProved =
        !mayConflict(first, second, names.localSize, names.getFacts());
    numApart += !happens;
    numProved += isProved;
    EXPECT_FALSE(happens && isProved) << describe();
  }
  EXPECT_GT(numProved * 100, numApart * 20) << numProved << " of " << numApart;
}

TEST_F(IndexFunctionTest, EqualElementsHaveEqualDigits) {
  unsigned numEqual = 0, numProved = 0;
  for (unsigned i = 0; i < 1500 && !HasFailure(); ++i) {
    drawTwo();
    for (const char *id : {kLid0, kLid1, kOtherTrip}) {
      bool differ = meet(id, /*withConditions=*/false);
      numEqual += !differ;
      Expr count = id == kLid0   ? Expr(names.localSize[0])
                   : id == kLid1 ? Expr(names.localSize[1])
                                 : Expr(Names::kOtherTrips);
      for (std::optional<Expr> limit : {std::optional(count), {}}) {
        bool isProved =
            isSameDigit(first.index, second.index, id, limit, names.getFacts(),
                        first.width, second.width);
        numProved += isProved;
        EXPECT_FALSE(differ && isProved)
            << describe() << ": " << id
            << (limit ? " with a count" : " as the leading digit");
      }
    }
  }
  EXPECT_GT(numProved * 100, numEqual * 10) << numProved << " of " << numEqual;
}

TEST_F(IndexFunctionTest, OneWorkItemForEachElement) {
  // 5 * lid1 + lid0 in groups of 5 x 3: what is written to a tile is read
  // again.
  names.localSize = {5, 3};
  Expr index = Expr(5) * Expr::name(kLid1) + Expr::name(kLid0);
  first = {*ops[0], {}, /*isWrite=*/true, index};
  second = {*ops[1], {}, /*isWrite=*/false, index};
  EXPECT_FALSE(mayConflict(first, second, names.localSize, names.getFacts()));
  // Rows of 4 for groups of 5 overlap.
  second.index = Expr(4) * Expr::name(kLid1) + Expr::name(kLid0);
  EXPECT_TRUE(mayConflict(first, second, names.localSize, names.getFacts()));
  // Two elements at a time, of which the second is the neighbour's.
  second.index = index;
  second.width = 2;
  EXPECT_TRUE(mayConflict(first, second, names.localSize, names.getFacts()));
}

} // namespace
