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

class PatternsTest : public EvaluatorTest {};

TEST_F(PatternsTest, MapOfSeveralOperands) {
  auto results = run(R"mlir(
    func.func @f(%x: !lift.array<N x f32>, %y: !lift.array<N x i32>)
        -> (!lift.array<N x f32>, !lift.array<N x i32>) {
      %s, %t = lift.map (%a = %x, %b = %y
          : !lift.array<N x f32>, !lift.array<N x i32>) {
        %c = arith.sitofp %b : i32 to f32
        %d = arith.addf %a, %c : f32
        %e = arith.muli %b, %b : i32
        lift.yield %d, %e : f32, i32
      }
      return %s, %t : !lift.array<N x f32>, !lift.array<N x i32>
    })mlir",
                     {f32({3}, {0.5, 1.5, -2}), i32({3}, {1, -2, 3})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(values<float>(results[0]), (std::vector<float>{1.5, -0.5, 1}));
  EXPECT_EQ(values<int32_t>(results[1]), (std::vector<int32_t>{1, 4, 9}));
}

TEST_F(PatternsTest, MatrixProduct) {
  // 2 x 3 times 3 x 4.
  expectF32(
      run(kMatrixProduct, {f32({2, 3}, {1, 2, 3, 4, 5, 6}), iotaF32({3, 4})}),
      {2, 4}, {32, 38, 44, 50, 68, 83, 98, 113});
  // 1 x 1 times 1 x 1.
  expectF32(run(kMatrixProduct, {f32({1, 1}, {3}), f32({1, 1}, {-2})}), {1, 1},
            {-6});
}

TEST_F(PatternsTest, ReduceIsALeftFold) {
  // ((0 * 10 + 1) * 10 + 2) * 10 + 3
  expectI32(run(R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> i32 {
      %zero = arith.constant 0 : i32
      %ten = arith.constant 10 : i32
      %r = lift.reduce (%e = %x : !lift.array<N x i32>)
          init (%acc = %zero : i32) {
        %m = arith.muli %acc, %ten : i32
        %s = arith.addi %m, %e : i32
        lift.yield %s : i32
      }
      return %r : i32
    })mlir",
                {i32({3}, {1, 2, 3})}),
            {}, {123});
}

TEST_F(PatternsTest, ReduceWithSeveralAccumulators) {
  // Yields them exchanged: Fibonacci numbers, and the sum of the elements.
  auto results = run(R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> (i32, i32, i32) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %a, %b, %c = lift.reduce (%e = %x : !lift.array<N x i32>)
          init (%p = %zero, %q = %one, %sum = %zero : i32, i32, i32) {
        %n = arith.addi %p, %q : i32
        %s = arith.addi %sum, %e : i32
        lift.yield %q, %n, %s : i32, i32, i32
      }
      return %a, %b, %c : i32, i32, i32
    })mlir",
                     {iotaI32({10})});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0].getAsText(0), "55");
  EXPECT_EQ(results[1].getAsText(0), "89");
  EXPECT_EQ(results[2].getAsText(0), "45");
}

constexpr StringLiteral kColumnSums = R"mlir(
    func.func @f(%m: !lift.array<N x M x f32>, %z: !lift.array<M x f32>)
        -> !lift.array<M x f32> {
      %r = lift.reduce (%row = %m : !lift.array<N x M x f32>)
          init (%acc = %z : !lift.array<M x f32>) {
        %s = lift.map (%a = %acc, %b = %row
            : !lift.array<M x f32>, !lift.array<M x f32>) {
          %t = arith.addf %a, %b : f32
          lift.yield %t : f32
        }
        lift.yield %s : !lift.array<M x f32>
      }
      return %r : !lift.array<M x f32>
    })mlir";

TEST_F(PatternsTest, ReduceToAnArray) {
  expectF32(run(kColumnSums, {iotaF32({3, 5}), f32({5}, {1, 1, 1, 1, 1})}), {5},
            {16, 19, 22, 25, 28});
  expectF32(run(kColumnSums, {iotaF32({1, 1}, 7), f32({1}, {1})}), {1}, {8});
}

TEST_F(PatternsTest, ReduceExchangesArrays) {
  // Both accumulators are arrays, exchanged in each of five steps.
  auto results = run(R"mlir(
    func.func @f(%n: !lift.array<5 x i32>, %x: !lift.array<2 x i32>,
                 %y: !lift.array<2 x i32>)
        -> (!lift.array<2 x i32>, !lift.array<2 x i32>) {
      %a, %b = lift.reduce (%e = %n : !lift.array<5 x i32>)
          init (%p = %x, %q = %y
                : !lift.array<2 x i32>, !lift.array<2 x i32>) {
        lift.yield %q, %p : !lift.array<2 x i32>, !lift.array<2 x i32>
      }
      return %a, %b : !lift.array<2 x i32>, !lift.array<2 x i32>
    })mlir",
                     {iotaI32({5}), i32({2}, {1, 2}), i32({2}, {3, 4})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(values<int32_t>(results[0]), (std::vector<int32_t>{3, 4}));
  EXPECT_EQ(values<int32_t>(results[1]), (std::vector<int32_t>{1, 2}));
}

TEST_F(PatternsTest, ScanKeepsEveryAccumulator) {
  // (0 * 10 + 1), then (1 * 10 + 2), then (12 * 10 + 3).
  constexpr StringLiteral digits = R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
      %zero = arith.constant 0 : i32
      %ten = arith.constant 10 : i32
      %r = lift.scan (%e = %x : !lift.array<N x i32>)
          init (%acc = %zero : i32) {
        %m = arith.muli %acc, %ten : i32
        %s = arith.addi %m, %e : i32
        lift.yield %s : i32
      }
      return %r : !lift.array<N x i32>
    })mlir";
  expectI32(run(digits, {i32({3}, {1, 2, 3})}), {3}, {1, 12, 123});
  expectI32(run(digits, {i32({1}, {7})}), {1}, {7});
}

TEST_F(PatternsTest, ScanWithArrayAndScalarAccumulators) {
  // Row sums so far, column by column, and the number of rows so far.
  auto results = run(R"mlir(
    func.func @f(%m: !lift.array<N x M x f32>, %z: !lift.array<M x f32>)
        -> (!lift.array<N x M x f32>, !lift.array<N x i32>) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %sums, %counts = lift.scan (%row = %m : !lift.array<N x M x f32>)
          init (%acc = %z, %n = %zero : !lift.array<M x f32>, i32) {
        %s = lift.map (%a = %acc, %b = %row
            : !lift.array<M x f32>, !lift.array<M x f32>) {
          %t = arith.addf %a, %b : f32
          lift.yield %t : f32
        }
        %next = arith.addi %n, %one : i32
        lift.yield %s, %next : !lift.array<M x f32>, i32
      }
      return %sums, %counts : !lift.array<N x M x f32>, !lift.array<N x i32>
    })mlir",
                     {f32({3, 2}, {1, 2, 3, 4, 5, 6}), f32({2}, {10, 20})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(values<float>(results[0]),
            (std::vector<float>{11, 22, 14, 26, 19, 32}));
  EXPECT_EQ(values<int32_t>(results[1]), (std::vector<int32_t>{1, 2, 3}));
}

constexpr StringLiteral kSumBelow = R"mlir(
    func.func @f(%x: !lift.array<N x i32>, %limit: i32) -> (i32, i32) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %sum, %count = lift.reduce_while (%e = %x : !lift.array<N x i32>)
          init (%acc = %zero, %n = %zero : i32, i32) while {
        %below = arith.cmpi slt, %e, %limit : i32
        lift.yield %below : i1
      } do {
        %s = arith.addi %acc, %e : i32
        %m = arith.addi %n, %one : i32
        lift.yield %s, %m : i32, i32
      }
      return %sum, %count : i32, i32
    })mlir";

TEST_F(PatternsTest, ReduceWhileStopsAtTheFirstFalse) {
  auto expectSum = [&](ArrayRef<int32_t> elements, int32_t limit,
                       StringRef sum, StringRef count) {
    auto results = run(kSumBelow, {i32({int64_t(elements.size())}, elements),
                                   i32({}, {limit})});
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results[0].getAsText(0), sum);
    EXPECT_EQ(results[1].getAsText(0), count);
  };
  // What stands behind the first 5 is not used, though it is below the limit.
  expectSum({1, 2, 5, 3}, 5, "3", "2");
  // Never taken, and never stopped.
  expectSum({9, 1}, 5, "0", "0");
  expectSum({1, 2, 3}, 5, "6", "3");
}

TEST_F(PatternsTest, ReduceWhileTestsItsAccumulator) {
  // Columns are added as long as the first of the sums is below 10.
  expectF32(run(R"mlir(
    func.func @f(%m: !lift.array<N x M x f32>) -> !lift.array<M x f32> {
      %zero = arith.constant 0.0 : f32
      %ten = arith.constant 10.0 : f32
      %zeros = lift.broadcast %zero sizes [M] : f32
      %r = lift.reduce_while (%row = %m : !lift.array<N x M x f32>)
          init (%acc = %zeros : !lift.array<M x f32>) while {
        %first = lift.take %acc size [1] : !lift.array<M x f32>
        %sum = lift.reduce (%e = %first : !lift.array<1 x f32>)
            init (%a = %zero : f32) {
          lift.yield %e : f32
        }
        %go = arith.cmpf olt, %sum, %ten : f32
        lift.yield %go : i1
      } do {
        %s = lift.map (%a = %acc, %b = %row
            : !lift.array<M x f32>, !lift.array<M x f32>) {
          %t = arith.addf %a, %b : f32
          lift.yield %t : f32
        }
        lift.yield %s : !lift.array<M x f32>
      }
      return %r : !lift.array<M x f32>
    })mlir",
                {f32({4, 2}, {6, 1, 7, 2, 8, 3, 9, 4})}),
            {2}, {13, 3});
}

TEST_F(PatternsTest, ScatterReduceLeavesOutWhatIsOutside) {
  // Sums of the numbers that go to each of three bins.
  constexpr StringLiteral sums = R"mlir(
    func.func @f(%k: !lift.array<N x i32>, %x: !lift.array<N x f32>,
                 %b: !lift.array<B x f32>) -> !lift.array<B x f32> {
      %r = lift.scatter_reduce (%i = %k, %e = %x
          : !lift.array<N x i32>, !lift.array<N x f32>)
          init (%bin = %b : !lift.array<B x f32>) {
        %s = arith.addf %bin, %e : f32
        lift.yield %s : f32
      }
      return %r : !lift.array<B x f32>
    })mlir";
  expectF32(run(sums, {i32({7}, {2, 0, -1, 2, 3, INT32_MIN, INT32_MAX}),
                       f32({7}, {1, 2, 4, 8, 16, 32, 64}),
                       f32({3}, {100, 200, 300})}),
            {3}, {102, 200, 309});
  expectF32(run(sums, {i32({1}, {5}), f32({1}, {1}), f32({1}, {7})}), {1}, {7});
}

TEST_F(PatternsTest, ScatterReduceGoesInOrder) {
  // The last two digits of each, and how many there are; the index is 64 bits
  // wide.
  auto results = run(R"mlir(
    func.func @f(%k: !lift.array<N x i64>, %x: !lift.array<N x i32>,
                 %b: !lift.array<2 x i32>)
        -> (!lift.array<2 x i32>, !lift.array<2 x i32>) {
      %one = arith.constant 1 : i32
      %ten = arith.constant 10 : i32
      %d, %n = lift.scatter_reduce (%i = %k, %e = %x
          : !lift.array<N x i64>, !lift.array<N x i32>)
          init (%u = %b, %v = %b : !lift.array<2 x i32>, !lift.array<2 x i32>) {
        %m = arith.muli %u, %ten : i32
        %s = arith.addi %m, %e : i32
        %c = arith.addi %v, %one : i32
        lift.yield %s, %c : i32, i32
      }
      return %d, %n : !lift.array<2 x i32>, !lift.array<2 x i32>
    })mlir",
                     {i64({5}, {1, 0, 1, 4294967296, 1}),
                      i32({5}, {1, 2, 3, 4, 5}), i32({2}, {0, 0})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(values<int32_t>(results[0]), (std::vector<int32_t>{2, 135}));
  EXPECT_EQ(values<int32_t>(results[1]), (std::vector<int32_t>{1, 3}));
}

TEST_F(PatternsTest, NestedReduceStartsAnew) {
  // Sums of each row, each row twice: the inner accumulator starts at the
  // outer element's first value each time.
  expectI32(run(R"mlir(
    func.func @f(%m: !lift.array<N x M x i32>) -> !lift.array<N x i32> {
      %zero = arith.constant 0 : i32
      %r = lift.map (%row = %m : !lift.array<N x M x i32>) {
        %s = lift.reduce (%a = %row : !lift.array<M x i32>)
            init (%acc = %zero : i32) {
          %t = lift.reduce (%b = %row : !lift.array<M x i32>)
              init (%acc2 = %acc : i32) {
            %u = arith.addi %acc2, %b : i32
            lift.yield %u : i32
          }
          lift.yield %t : i32
        }
        lift.yield %s : i32
      }
      return %r : !lift.array<N x i32>
    })mlir",
                {i32({2, 3}, {1, 2, 3, 4, 5, 6})}),
            {2}, {18, 45});
}

TEST_F(PatternsTest, MapYieldsWhatItCaptures) {
  expectI32(run(R"mlir(
    func.func @f(%x: !lift.array<3 x i32>, %y: !lift.array<2 x i32>)
        -> !lift.array<3 x 2 x i32> {
      %r = lift.map (%e = %x : !lift.array<3 x i32>) {
        lift.yield %y : !lift.array<2 x i32>
      }
      return %r : !lift.array<3 x 2 x i32>
    })mlir",
                {iotaI32({3}), i32({2}, {7, 8})}),
            {3, 2}, {7, 8, 7, 8, 7, 8});
}

TEST_F(PatternsTest, IterateHalvesTheSize) {
  constexpr StringLiteral text = R"mlir(
    func.func @f(%x: !lift.array<8 x f32>) -> !lift.array<1 x f32> {
      %zero = arith.constant 0.0 : f32
      %one = lift.iterate 3 size L (%v = %x : !lift.array<8 x f32>) {
        %pairs = lift.split %v by 2 : !lift.array<L x f32>
        %sums = lift.map (%p = %pairs : !lift.array<(L / 2) x 2 x f32>) {
          %s = lift.reduce (%e = %p : !lift.array<2 x f32>)
              init (%acc = %zero : f32) {
            %a = arith.addf %acc, %e : f32
            lift.yield %a : f32
          }
          lift.yield %s : f32
        }
        lift.yield %sums : !lift.array<(L / 2) x f32>
      }
      return %one : !lift.array<1 x f32>
    })mlir";
  expectF32(run(text, {iotaF32({8}, 1)}), {1}, {36});
}

TEST_F(PatternsTest, IterateKnowsItsSize) {
  // Adds the step's size L to each element: 5, then 4, then 3 elements.
  expectI32(run(R"mlir(
    func.func @f(%x: !lift.array<5 x i32>) -> !lift.array<2 x i32> {
      %r = lift.iterate 3 size L (%v = %x : !lift.array<5 x i32>) {
        %n = lift.size L : index
        %c = arith.index_cast %n : index to i32
        %t = lift.take %v size [L - 1] : !lift.array<L x i32>
        %m = lift.map (%e = %t : !lift.array<(L - 1) x i32>) {
          %s = arith.addi %e, %c : i32
          lift.yield %s : i32
        }
        lift.yield %m : !lift.array<(L - 1) x i32>
      }
      return %r : !lift.array<2 x i32>
    })mlir",
                {i32({5}, {0, 10, 20, 30, 40})}),
            {2}, {12, 22});
}

constexpr StringLiteral kIterateSameSize = R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
      %one = arith.constant 1 : i32
      %r = lift.iterate COUNT size L (%v = %x : !lift.array<N x i32>) {
        %m = lift.map (%e = %v : !lift.array<L x i32>) {
          %s = arith.addi %e, %one : i32
          lift.yield %s : i32
        }
        lift.yield %m : !lift.array<L x i32>
      }
      return %r : !lift.array<N x i32>
    })mlir";

TEST_F(PatternsTest, IterateThatKeepsTheSize) {
  EvaluationOptions options;
  for (int64_t count : {0, 1, 2, 1000}) {
    options.sizes["COUNT"] = count;
    int32_t c = count;
    expectI32(run(kIterateSameSize, {i32({3}, {1, 2, 3})}, options), {3},
              {1 + c, 2 + c, 3 + c});
  }
  options.sizes["COUNT"] = -1;
  EXPECT_NE(fail(kIterateSameSize, {i32({3}, {1, 2, 3})}, options)
                .find("takes a negative number of steps: -1"),
            std::string::npos);
}

TEST_F(PatternsTest, IterateThatStopsShrinking) {
  // 5 -> 3 -> 2 -> 1 -> 1 -> 1
  expectI32(run(R"mlir(
    func.func @f(%x: !lift.array<5 x i32>) -> !lift.array<1 x i32> {
      %one = arith.constant 1 : i32
      %r = lift.iterate 5 size L (%v = %x : !lift.array<5 x i32>) {
        %t = lift.take %v size [L ceildiv 2] : !lift.array<L x i32>
        %m = lift.map (%e = %t : !lift.array<(L ceildiv 2) x i32>) {
          %s = arith.addi %e, %one : i32
          lift.yield %s : i32
        }
        lift.yield %m : !lift.array<(L ceildiv 2) x i32>
      }
      return %r : !lift.array<1 x i32>
    })mlir",
                {i32({5}, {100, 0, 0, 0, 0})}),
            {1}, {105});
}

TEST_F(PatternsTest, KernelMaterializeCopy) {
  expectI32(run(R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
      %r = lift.kernel @double local_size [4] global_size [4] {
        %l = lift.copy %x [lcl(0)] in local : !lift.array<N x i32>
        %m = lift.map lcl(0) (%a = %l : !lift.array<N x i32>) {
          %s = arith.addi %a, %a : i32
          lift.yield %s : i32
        }
        %g = lift.materialize %m in global : !lift.array<N x i32>
        lift.yield %g : !lift.array<N x i32>
      }
      return %r : !lift.array<N x i32>
    })mlir",
                {i32({3}, {1, 2, 3})}),
            {3}, {2, 4, 6});
}

TEST_F(PatternsTest, Tuples) {
  // Zipped arrays of different rank, split as one, taken apart again.
  auto results = run(R"mlir(
    func.func @f(%x: !lift.array<4 x 2 x f32>, %y: !lift.array<4 x i32>)
        -> (!lift.array<4 x 2 x f32>, !lift.array<4 x i32>) {
      %xy = lift.zip %x, %y : !lift.array<4 x 2 x f32>, !lift.array<4 x i32>
      %s = lift.split %xy by 2
          : !lift.array<4 x tuple<!lift.array<2 x f32>, i32>>
      %t = lift.transpose %s
          : !lift.array<2 x 2 x tuple<!lift.array<2 x f32>, i32>>
      %j = lift.join %t
          : !lift.array<2 x 2 x tuple<!lift.array<2 x f32>, i32>>
      %m = lift.map (%e = %j
          : !lift.array<4 x tuple<!lift.array<2 x f32>, i32>>) {
        %a = lift.get %e[0] : tuple<!lift.array<2 x f32>, i32>
        %b = lift.get %e[1] : tuple<!lift.array<2 x f32>, i32>
        %c = arith.addi %b, %b : i32
        %n = lift.tuple %a, %c : !lift.array<2 x f32>, i32
        lift.yield %n : tuple<!lift.array<2 x f32>, i32>
      }
      %u, %v = lift.unzip %m
          : !lift.array<4 x tuple<!lift.array<2 x f32>, i32>>
      return %u, %v : !lift.array<4 x 2 x f32>, !lift.array<4 x i32>
    })mlir",
                     {iotaF32({4, 2}), i32({4}, {10, 20, 30, 40})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].shape, (Shape{4, 2}));
  EXPECT_EQ(values<float>(results[0]),
            (std::vector<float>{0, 1, 4, 5, 2, 3, 6, 7}));
  EXPECT_EQ(values<int32_t>(results[1]),
            (std::vector<int32_t>{20, 60, 40, 80}));
}

TEST_F(PatternsTest, TuplesAtTheBoundary) {
  // The smallest element with its index: an accumulator that is a tuple.
  auto results = run(
      R"mlir(
    func.func @f(%x: !lift.array<N x tuple<f32, i32>>, %z: tuple<f32, i32>)
        -> tuple<f32, i32> {
      %r = lift.reduce (%e = %x : !lift.array<N x tuple<f32, i32>>)
          init (%acc = %z : tuple<f32, i32>) {
        %a = lift.get %acc[0] : tuple<f32, i32>
        %ai = lift.get %acc[1] : tuple<f32, i32>
        %b = lift.get %e[0] : tuple<f32, i32>
        %bi = lift.get %e[1] : tuple<f32, i32>
        %lt = arith.cmpf olt, %b, %a : f32
        %m = arith.select %lt, %b, %a : f32
        %mi = arith.select %lt, %bi, %ai : i32
        %t = lift.tuple %m, %mi : f32, i32
        lift.yield %t : tuple<f32, i32>
      }
      return %r : tuple<f32, i32>
    })mlir",
      {f32({4}, {5, 3, 8, 3}), iotaI32({4}), f32({}, {100}), i32({}, {-1})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].getAsText(0), "3");
  EXPECT_EQ(results[1].getAsText(0), "1");
}

TEST_F(PatternsTest, IfChooses) {
  expectI32(run(R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
      %zero = arith.constant 0 : i32
      %r = lift.map (%e = %x : !lift.array<N x i32>) {
        %neg = arith.cmpi slt, %e, %zero : i32
        %v = scf.if %neg -> i32 {
          %m = arith.subi %zero, %e : i32
          scf.yield %m : i32
        } else {
          scf.yield %e : i32
        }
        lift.yield %v : i32
      }
      return %r : !lift.array<N x i32>
    })mlir",
                {i32({3}, {-5, 0, 7})}),
            {3}, {5, 0, 7});
}

TEST_F(PatternsTest, ReturnsAnArgument) {
  expectI32(run(R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
      return %x : !lift.array<N x i32>
    })mlir",
                {i32({2}, {4, 5})}),
            {2}, {4, 5});
}

} // namespace
