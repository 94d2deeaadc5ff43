//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "EvaluatorTestBase.h"

using namespace mlir;
using namespace mlir::lift;

namespace {

class LayoutTest : public EvaluatorTest {
protected:
  /// Evaluates one operation on an i32 argument %x of the given type.
  SmallVector<HostArray> runOp(StringRef type, StringRef op, StringRef result,
                               ArrayRef<HostArray> args) {
    return run(("func.func @f(%x: " + type + ") -> " + result + " {\n %r = " +
                op + " : " + type + "\n return %r : " + result + "\n}")
                   .str(),
               args);
  }
};

TEST_F(LayoutTest, SplitAndJoin) {
  expectI32(runOp("!lift.array<6 x i32>", "lift.split %x by 3",
                  "!lift.array<2 x 3 x i32>", {iotaI32({6})}),
            {2, 3}, {0, 1, 2, 3, 4, 5});
  expectI32(runOp("!lift.array<2 x 6 x i32>", "lift.split %x by 2 dim 1",
                  "!lift.array<2 x 3 x 2 x i32>", {iotaI32({2, 6})}),
            {2, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  expectI32(runOp("!lift.array<2 x 3 x 2 x i32>", "lift.join %x dim 1",
                  "!lift.array<2 x 6 x i32>", {iotaI32({2, 3, 2})}),
            {2, 6}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  expectI32(runOp("!lift.array<1 x 1 x i32>", "lift.join %x",
                  "!lift.array<1 x i32>", {iotaI32({1, 1}, 9)}),
            {1}, {9});
}

TEST_F(LayoutTest, VectorsAndBack) {
  auto vectors = runOp("!lift.array<2 x 4 x i32>", "lift.as_vector %x width 2",
                       "!lift.array<2 x 2 x vector<2xi32>>", {iotaI32({2, 4})});
  ASSERT_EQ(vectors.size(), 1u);
  EXPECT_EQ(vectors[0].shape, (Shape{2, 2}));
  EXPECT_EQ(values<int32_t>(vectors[0]),
            (std::vector<int32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  expectI32(runOp("!lift.array<2 x 2 x vector<2xi32>>", "lift.as_scalar %x",
                  "!lift.array<2 x 4 x i32>", vectors),
            {2, 4}, {0, 1, 2, 3, 4, 5, 6, 7});
}

// The vectors of the columns: lanes are not neighbours in the operand.
TEST_F(LayoutTest, VectorsOfColumns) {
  auto results = run(R"mlir(
    func.func @f(%x: !lift.array<2 x 3 x i32>)
        -> !lift.array<3 x vector<2xi32>> {
      %t = lift.transpose %x : !lift.array<2 x 3 x i32>
      %v = lift.as_vector %t width 2 : !lift.array<3 x 2 x i32>
      %j = lift.join %v : !lift.array<3 x 1 x vector<2xi32>>
      return %j : !lift.array<3 x vector<2xi32>>
    })mlir",
                     {iotaI32({2, 3})});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(values<int32_t>(results[0]),
            (std::vector<int32_t>{0, 3, 1, 4, 2, 5}));
}

TEST_F(LayoutTest, Transpose) {
  expectI32(runOp("!lift.array<2 x 3 x i32>", "lift.transpose %x",
                  "!lift.array<3 x 2 x i32>", {iotaI32({2, 3})}),
            {3, 2}, {0, 3, 1, 4, 2, 5});
  // out[i, j, k] = in[j, k, i] for in of 2 x 3 x 5.
  std::vector<int32_t> expected;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 3; ++k)
        expected.push_back((j * 3 + k) * 5 + i);
  expectI32(runOp("!lift.array<2 x 3 x 5 x i32>",
                  "lift.transpose %x permutation [2, 0, 1]",
                  "!lift.array<5 x 2 x 3 x i32>", {iotaI32({2, 3, 5})}),
            {5, 2, 3}, expected);
  // The innermost dimension stays: rows move.
  expectI32(runOp("!lift.array<2 x 2 x 3 x i32>",
                  "lift.transpose %x permutation [1, 0, 2]",
                  "!lift.array<2 x 2 x 3 x i32>", {iotaI32({2, 2, 3})}),
            {2, 2, 3}, {0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11});
}

TEST_F(LayoutTest, DropAndReverse) {
  expectI32(runOp("!lift.array<2 x 4 x i32>", "lift.drop %x size [1, 2]",
                  "!lift.array<1 x 2 x i32>", {iotaI32({2, 4})}),
            {1, 2}, {6, 7});
  expectI32(runOp("!lift.array<2 x 3 x i32>", "lift.reverse %x dims [0, 1]",
                  "!lift.array<2 x 3 x i32>", {iotaI32({2, 3})}),
            {2, 3}, {5, 4, 3, 2, 1, 0});
  expectI32(runOp("!lift.array<2 x 3 x i32>", "lift.reverse %x",
                  "!lift.array<2 x 3 x i32>", {iotaI32({2, 3})}),
            {2, 3}, {3, 4, 5, 0, 1, 2});
}

TEST_F(LayoutTest, PadsThatRepeat) {
  expectI32(runOp("!lift.array<3 x i32>", "lift.pad %x low [3] high [2] wrap",
                  "!lift.array<8 x i32>", {iotaI32({3})}),
            {8}, {0, 1, 2, 0, 1, 2, 0, 1});
  expectI32(runOp("!lift.array<3 x i32>", "lift.pad %x low [3] high [2] mirror",
                  "!lift.array<8 x i32>", {iotaI32({3})}),
            {8}, {2, 1, 0, 0, 1, 2, 2, 1});
}

TEST_F(LayoutTest, Concat) {
  expectI32(run(R"(func.func @f(%x: !lift.array<2 x 2 x i32>,
                                 %y: !lift.array<2 x 1 x i32>)
                    -> !lift.array<2 x 3 x i32> {
      %c = lift.concat %x, %y dim 1
          : !lift.array<2 x 2 x i32>, !lift.array<2 x 1 x i32>
      return %c : !lift.array<2 x 3 x i32>
    })",
                {iotaI32({2, 2}), iotaI32({2, 1}, 10)}),
            {2, 3}, {0, 1, 10, 2, 3, 11});
}

TEST_F(LayoutTest, GatherAndScatter) {
  // out[i] = in[i * 3 mod 4], and out[i * 3 mod 4] = in[i].
  auto body = R"(by (%i < 4) {
      %three = arith.constant 3 : index
      %four = arith.constant 4 : index
      %k = arith.muli %i, %three : index
      %j = arith.remui %k, %four : index
      lift.yield %j : index
    })";
  for (StringRef op : {"gather", "scatter"})
    expectI32(run(("func.func @f(%x: !lift.array<2 x 4 x i32>) -> "
                   "!lift.array<2 x 4 x i32> {\n %r = lift." +
                   op + " %x dim 1 : !lift.array<2 x 4 x i32> " + body +
                   "\n return %r : !lift.array<2 x 4 x i32>\n}")
                      .str(),
                  {iotaI32({2, 4})}),
              {2, 4}, {0, 3, 2, 1, 4, 7, 6, 5});
}

TEST_F(LayoutTest, At) {
  expectI32(run(R"(func.func @f(%x: !lift.array<2 x 3 x i32>, %v: i32)
                    -> !lift.array<4 x 3 x i32> {
      %g = lift.generate (%i < 4, %j < 3) {
        %one = arith.constant 1 : index
        %k = arith.subi %i, %one : index
        %row = lift.at %x[%k] default(%v : i32) : !lift.array<2 x 3 x i32>
        %e = lift.at %row[%j] : !lift.array<3 x i32>
        lift.yield %e : i32
      }
      return %g : !lift.array<4 x 3 x i32>
    })",
                {iotaI32({2, 3}), i32({}, {9})}),
            {4, 3}, {9, 9, 9, 0, 1, 2, 3, 4, 5, 9, 9, 9});
}

TEST_F(LayoutTest, Slide) {
  expectI32(runOp("!lift.array<5 x i32>", "lift.slide %x size [3] step [1]",
                  "!lift.array<3 x 3 x i32>", {iotaI32({5})}),
            {3, 3}, {0, 1, 2, 1, 2, 3, 2, 3, 4});
  expectI32(runOp("!lift.array<7 x i32>", "lift.slide %x size [3] step [2]",
                  "!lift.array<3 x 3 x i32>", {iotaI32({7})}),
            {3, 3}, {0, 1, 2, 2, 3, 4, 4, 5, 6});
  // Gaps between windows.
  expectI32(runOp("!lift.array<5 x i32>", "lift.slide %x size [2] step [3]",
                  "!lift.array<2 x 2 x i32>", {iotaI32({5})}),
            {2, 2}, {0, 1, 3, 4});
}

TEST_F(LayoutTest, SlideInTwoDimensions) {
  // Windows of 2 x 3 in 3 x 4: 2 x 2 windows.
  std::vector<int32_t> expected;
  for (int wy = 0; wy < 2; ++wy)
    for (int wx = 0; wx < 2; ++wx)
      for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 3; ++x)
          expected.push_back((wy + y) * 4 + wx + x);
  expectI32(runOp("!lift.array<3 x 4 x i32>",
                  "lift.slide %x size [2, 3] step [1, 1]",
                  "!lift.array<2 x 2 x 2 x 3 x i32>", {iotaI32({3, 4})}),
            {2, 2, 2, 3}, expected);
  // In dimensions 1 and 2 of 2 x 3 x 5, with different steps.
  expected.clear();
  for (int n = 0; n < 2; ++n)
    for (int wy = 0; wy < 2; ++wy)
      for (int wx = 0; wx < 3; ++wx)
        for (int y = 0; y < 2; ++y)
          expected.push_back((n * 3 + wy + y) * 5 + wx * 2);
  expectI32(runOp("!lift.array<2 x 3 x 5 x i32>",
                  "lift.slide %x size [2, 1] step [1, 2] dims [1, 2]",
                  "!lift.array<2 x 2 x 3 x 2 x 1 x i32>", {iotaI32({2, 3, 5})}),
            {2, 2, 3, 2, 1}, expected);
}

TEST_F(LayoutTest, PadClamp) {
  expectI32(runOp("!lift.array<3 x i32>", "lift.pad %x low [2] high [1] clamp",
                  "!lift.array<6 x i32>", {i32({3}, {7, 8, 9})}),
            {6}, {7, 7, 7, 8, 9, 9});
  expectI32(runOp("!lift.array<1 x i32>", "lift.pad %x low [1] high [2] clamp",
                  "!lift.array<4 x i32>", {i32({1}, {5})}),
            {4}, {5, 5, 5, 5});
  expectI32(runOp("!lift.array<2 x 3 x i32>",
                  "lift.pad %x low [1, 0] high [0, 1] clamp",
                  "!lift.array<3 x 4 x i32>", {iotaI32({2, 3})}),
            {3, 4}, {0, 1, 2, 2, 0, 1, 2, 2, 3, 4, 5, 5});
  expectI32(runOp("!lift.array<2 x 3 x i32>",
                  "lift.pad %x low [1] high [1] dims [1] clamp",
                  "!lift.array<2 x 5 x i32>", {iotaI32({2, 3})}),
            {2, 5}, {0, 0, 1, 2, 2, 3, 3, 4, 5, 5});
}

TEST_F(LayoutTest, PadConstant) {
  constexpr StringLiteral text = R"mlir(
    func.func @f(%x: !lift.array<N x M x i32>, %v: i32)
        -> !lift.array<(N + 2) x (M + 1) x i32> {
      %r = lift.pad %x low [2, 0] high [0, 1] constant(%v : i32)
          : !lift.array<N x M x i32>
      return %r : !lift.array<(N + 2) x (M + 1) x i32>
    })mlir";
  expectI32(run(text, {iotaI32({2, 3}), i32({}, {-1})}), {4, 4},
            {-1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, -1, 3, 4, 5, -1});
}

TEST_F(LayoutTest, PadWithATuple) {
  auto results = run(R"mlir(
    func.func @f(%x: !lift.array<2 x tuple<i32, !lift.array<2 x i32>>>,
                 %v: tuple<i32, !lift.array<2 x i32>>)
        -> !lift.array<4 x tuple<i32, !lift.array<2 x i32>>> {
      %r = lift.pad %x low [1] high [1]
          constant(%v : tuple<i32, !lift.array<2 x i32>>)
          : !lift.array<2 x tuple<i32, !lift.array<2 x i32>>>
      return %r : !lift.array<4 x tuple<i32, !lift.array<2 x i32>>>
    })mlir",
                     {i32({2}, {1, 2}), i32({2, 2}, {3, 4, 5, 6}), i32({}, {7}),
                      i32({2}, {8, 9})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(values<int32_t>(results[0]), (std::vector<int32_t>{7, 1, 2, 7}));
  EXPECT_EQ(values<int32_t>(results[1]),
            (std::vector<int32_t>{8, 9, 3, 4, 5, 6, 8, 9}));
}

TEST_F(LayoutTest, Take) {
  expectI32(runOp("!lift.array<3 x 4 x i32>", "lift.take %x size [2, 3]",
                  "!lift.array<2 x 3 x i32>", {iotaI32({3, 4})}),
            {2, 3}, {0, 1, 2, 4, 5, 6});
  expectI32(runOp("!lift.array<3 x 4 x i32>", "lift.take %x size [1] dims [1]",
                  "!lift.array<3 x 1 x i32>", {iotaI32({3, 4})}),
            {3, 1}, {0, 4, 8});
}

TEST_F(LayoutTest, Broadcast) {
  expectI32(runOp("!lift.array<2 x i32>", "lift.broadcast %x sizes [3]",
                  "!lift.array<3 x 2 x i32>", {iotaI32({2})}),
            {3, 2}, {0, 1, 0, 1, 0, 1});
  expectI32(runOp("!lift.array<2 x i32>", "lift.broadcast %x sizes [3] dim 1",
                  "!lift.array<2 x 3 x i32>", {iotaI32({2})}),
            {2, 3}, {0, 0, 0, 1, 1, 1});
  expectI32(runOp("!lift.array<2 x 2 x i32>",
                  "lift.broadcast %x sizes [1, 3] dim 1",
                  "!lift.array<2 x 1 x 3 x 2 x i32>", {iotaI32({2, 2})}),
            {2, 1, 3, 2}, {0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3});
  expectI32(runOp("i32", "lift.broadcast %x sizes [2, 2]",
                  "!lift.array<2 x 2 x i32>", {i32({}, {7})}),
            {2, 2}, {7, 7, 7, 7});
}

TEST_F(LayoutTest, EmptyPadThatIsTakenAway) {
  constexpr StringLiteral text = R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
      %p = lift.pad %x low [0] high [(N ceildiv 4) * 4 - N] empty
          : !lift.array<N x i32>
      %s = lift.split %p by 4 : !lift.array<((N ceildiv 4) * 4) x i32>
      %m = lift.map (%c = %s : !lift.array<(N ceildiv 4) x 4 x i32>) {
        %n = lift.map (%e = %c : !lift.array<4 x i32>) {
          %d = arith.addi %e, %e : i32
          lift.yield %d : i32
        }
        lift.yield %n : !lift.array<4 x i32>
      }
      %j = lift.join %m : !lift.array<(N ceildiv 4) x 4 x i32>
      %r = lift.take %j size [N] : !lift.array<((N ceildiv 4) * 4) x i32>
      return %r : !lift.array<N x i32>
    })mlir";
  expectI32(run(text, {iotaI32({6})}), {6}, {0, 2, 4, 6, 8, 10});
  expectI32(run(text, {iotaI32({8})}), {8}, {0, 2, 4, 6, 8, 10, 12, 14});
  expectI32(run(text, {iotaI32({1}, 5)}), {1}, {10});
}

//===----------------------------------------------------------------------===//
// Poison
//===----------------------------------------------------------------------===//

TEST_F(LayoutTest, PoisonReachesAResult) {
  std::string error = fail(R"mlir(
    func.func @f(%x: !lift.array<2 x 3 x i32>) -> !lift.array<2 x 4 x i32> {
      %p = lift.pad %x low [0] high [1] dims [1] empty
          : !lift.array<2 x 3 x i32>
      %m = lift.map (%r = %p : !lift.array<2 x 4 x i32>) {
        %n = lift.map (%e = %r : !lift.array<4 x i32>) {
          %d = arith.addi %e, %e : i32
          lift.yield %d : i32
        }
        lift.yield %n : !lift.array<4 x i32>
      }
      return %m : !lift.array<2 x 4 x i32>
    })mlir",
                           {iotaI32({2, 3})});
  EXPECT_NE(error.find("result array #0 at [0, 3] is poison"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("elements of this pad are unspecified"),
            std::string::npos);
}

TEST_F(LayoutTest, PoisonInAReduction) {
  constexpr StringLiteral text = R"mlir(
    func.func @f(%x: !lift.array<3 x i32>, %keep: i1) -> i32 {
      %zero = arith.constant 0 : i32
      %p = lift.pad %x low [1] high [0] empty : !lift.array<3 x i32>
      %r = lift.reduce (%e = %p : !lift.array<4 x i32>)
          init (%acc = %zero : i32) {
        %s = arith.addi %acc, %e : i32
        %t = arith.select %keep, %acc, %s : i32
        lift.yield %t : i32
      }
      return %r : i32
    })mlir";
  Type i1 = IntegerType::get(&context, 1);
  std::string error =
      fail(text, {iotaI32({3}), HostArray::getScalar<int8_t>(i1, 0)});
  EXPECT_NE(error.find("result array #0 is poison"), std::string::npos)
      << error;
  // What is not selected does no harm.
  expectI32(run(text, {iotaI32({3}), HostArray::getScalar<int8_t>(i1, 1)}), {},
            {0});
}

TEST_F(LayoutTest, PoisonDoesNotStay) {
  // The first row has poison, the second one, computed in the same place after
  // it, has none; the result is the last row.
  expectI32(run(R"mlir(
    func.func @f(%x: !lift.array<3 x i32>, %z: !lift.array<2 x i32>)
        -> !lift.array<2 x i32> {
      %p = lift.pad %x low [1] high [0] empty : !lift.array<3 x i32>
      %s = lift.split %p by 2 : !lift.array<4 x i32>
      %m = lift.map (%c = %s : !lift.array<2 x 2 x i32>) {
        %n = lift.map (%e = %c : !lift.array<2 x i32>) {
          %d = arith.addi %e, %e : i32
          lift.yield %d : i32
        }
        %q = lift.pad %n low [1] high [0] clamp : !lift.array<2 x i32>
        lift.yield %q : !lift.array<3 x i32>
      }
      %last = lift.reduce (%r = %m : !lift.array<2 x 3 x i32>)
          init (%acc = %z : !lift.array<2 x i32>) {
        %t = lift.take %r size [2] : !lift.array<3 x i32>
        lift.yield %t : !lift.array<2 x i32>
      }
      return %last : !lift.array<2 x i32>
    })mlir",
                {i32({3}, {1, 2, 3}), i32({2}, {0, 0})}),
            {2}, {4, 4});
}

} // namespace
