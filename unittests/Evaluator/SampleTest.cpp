//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sampled evaluation must give what a full one gives, for every element of
// every program here.
//
//===----------------------------------------------------------------------===//

#include "EvaluatorTestBase.h"

#include <random>

using namespace mlir;
using namespace mlir::lift;

namespace {

class SampleTest : public EvaluatorTest {
protected:
  /// Evaluates `text` fully, then each element alone, then random subsets.
  void expectSamplesAgree(StringRef text, ArrayRef<HostArray> args) {
    func::FuncOp func = parse(text);
    ASSERT_TRUE(func);
    FailureOr<SmallVector<HostArray>> full = evaluate(func, args, {});
    ASSERT_TRUE(succeeded(full)) << errors;
    for (unsigned result = 0; result < full->size(); ++result)
      for (int64_t i = 0; i < (*full)[result].getNumElements(); ++i) {
        EvaluationOptions options;
        options.samples.resize(full->size());
        options.samples[result] = {i};
        expectSample(func, args, *full, options);
      }
    std::mt19937 random(1);
    for (int round = 0; round < 20; ++round) {
      EvaluationOptions options;
      for (const HostArray &array : *full) {
        auto &positions = options.samples.emplace_back();
        for (int64_t i = 0; i < array.getNumElements(); ++i)
          if (random() % 3 == 0)
            positions.push_back(i);
        std::shuffle(positions.begin(), positions.end(), random);
      }
      expectSample(func, args, *full, options);
    }
  }

  void expectSample(func::FuncOp func, ArrayRef<HostArray> args,
                    ArrayRef<HostArray> full,
                    const EvaluationOptions &options) {
    FailureOr<SmallVector<HostArray>> sampled = evaluate(func, args, options);
    ASSERT_TRUE(succeeded(sampled)) << errors;
    for (auto [array, sample, positions] :
         llvm::zip_equal(full, *sampled, options.samples)) {
      HostArray expected = gather(array, positions);
      EXPECT_EQ(expected.shape, sample.shape);
      EXPECT_EQ(expected.data, sample.data);
    }
  }
};

TEST_F(SampleTest, MatrixProduct) {
  expectSamplesAgree(kMatrixProduct, {iotaF32({5, 3}), iotaF32({3, 7})});
}

// A vector is needed as soon as one of its lanes is.
TEST_F(SampleTest, Vectors) {
  expectSamplesAgree(R"mlir(
    func.func @f(%x: !lift.array<24 x i32>)
        -> (!lift.array<23 x i32>, !lift.array<4 x 2 x vector<3xi32>>) {
      %zero = arith.constant dense<0> : vector<4xi32>
      %v = lift.as_vector %x width 4 : !lift.array<24 x i32>
      %n = lift.map (%e = %v : !lift.array<6 x vector<4xi32>>) {
        %m = arith.subi %zero, %e : vector<4xi32>
        lift.yield %m : vector<4xi32>
      }
      %s = lift.as_scalar %n : !lift.array<6 x vector<4xi32>>
      %d = lift.drop %s size [1] : !lift.array<24 x i32>
      %r = lift.reverse %s : !lift.array<24 x i32>
      %w = lift.as_vector %r width 3 : !lift.array<24 x i32>
      %c = lift.split %w by 2 : !lift.array<8 x vector<3xi32>>
      return %d, %c : !lift.array<23 x i32>, !lift.array<4 x 2 x vector<3xi32>>
    })mlir",
                     {iotaI32({24})});
}

TEST_F(SampleTest, Layout) {
  expectSamplesAgree(R"mlir(
    func.func @f(%x: !lift.array<4 x 6 x i32>, %v: i32)
        -> !lift.array<5 x 8 x 2 x 3 x i32> {
      %p = lift.pad %x low [1, 1] high [1, 0] clamp : !lift.array<4 x 6 x i32>
      %q = lift.pad %p low [0, 0] high [0, 3] constant(%v : i32)
          : !lift.array<6 x 7 x i32>
      %m = lift.map (%r = %q : !lift.array<6 x 10 x i32>) {
        %n = lift.map (%e = %r : !lift.array<10 x i32>) {
          %d = arith.muli %e, %e : i32
          lift.yield %d : i32
        }
        lift.yield %n : !lift.array<10 x i32>
      }
      %t = lift.transpose %m : !lift.array<6 x 10 x i32>
      %s = lift.slide %t size [3, 2] step [1, 1] : !lift.array<10 x 6 x i32>
      %u = lift.transpose %s permutation [1, 0, 3, 2]
          : !lift.array<8 x 5 x 3 x 2 x i32>
      return %u : !lift.array<5 x 8 x 2 x 3 x i32>
    })mlir",
                     {iotaI32({4, 6}), i32({}, {-3})});
}

TEST_F(SampleTest, LayoutInsideMaps) {
  // Tiles of a matrix, transposed inside and put back together.
  expectSamplesAgree(R"mlir(
    func.func @f(%x: !lift.array<6 x 4 x i32>, %y: !lift.array<4 x 6 x i32>)
        -> !lift.array<4 x 6 x i32> {
      %a = lift.split %x by 3 : !lift.array<6 x 4 x i32>
      %b = lift.map (%t = %a : !lift.array<2 x 3 x 4 x i32>) {
        %u = lift.transpose %t : !lift.array<3 x 4 x i32>
        %v = lift.map (%r = %u, %s = %y
            : !lift.array<4 x 3 x i32>, !lift.array<4 x 6 x i32>) {
          %k = lift.take %s size [3] : !lift.array<6 x i32>
          %w = lift.map (%e = %r, %f = %k
              : !lift.array<3 x i32>, !lift.array<3 x i32>) {
            %g = arith.muli %e, %f : i32
            lift.yield %g : i32
          }
          lift.yield %w : !lift.array<3 x i32>
        }
        lift.yield %v : !lift.array<4 x 3 x i32>
      }
      %c = lift.transpose %b : !lift.array<2 x 4 x 3 x i32>
      %d = lift.join %c dim 1 : !lift.array<4 x 2 x 3 x i32>
      return %d : !lift.array<4 x 6 x i32>
    })mlir",
                     {iotaI32({6, 4}), iotaI32({4, 6}, 1)});
}

TEST_F(SampleTest, Broadcast) {
  expectSamplesAgree(R"mlir(
    func.func @f(%x: !lift.array<3 x i32>, %y: i32)
        -> !lift.array<2 x 3 x 2 x i32> {
      %z = arith.addi %y, %y : i32
      %b = lift.broadcast %z sizes [3] : i32
      %m = lift.map (%e = %x, %f = %b
          : !lift.array<3 x i32>, !lift.array<3 x i32>) {
        %s = arith.addi %e, %f : i32
        %c = lift.broadcast %s sizes [2] : i32
        lift.yield %c : !lift.array<2 x i32>
      }
      %r = lift.broadcast %m sizes [2] : !lift.array<3 x 2 x i32>
      return %r : !lift.array<2 x 3 x 2 x i32>
    })mlir",
                     {iotaI32({3}), i32({}, {5})});
}

TEST_F(SampleTest, TwoStencils) {
  // The second reads windows of the first.
  expectSamplesAgree(R"mlir(
    func.func @f(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
      %zero = arith.constant 0.0 : f32
      %p = lift.pad %x low [1] high [1] clamp : !lift.array<N x f32>
      %w = lift.slide %p size [3] step [1] : !lift.array<(N + 2) x f32>
      %a = lift.map (%v = %w : !lift.array<N x 3 x f32>) {
        %s = lift.reduce (%e = %v : !lift.array<3 x f32>)
            init (%acc = %zero : f32) {
          %t = arith.addf %acc, %e : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      %m = lift.materialize %a in global : !lift.array<N x f32>
      %q = lift.pad %m low [2] high [0] constant(%zero : f32)
          : !lift.array<N x f32>
      %y = lift.slide %q size [3] step [1] : !lift.array<(N + 2) x f32>
      %b = lift.map (%v = %y : !lift.array<N x 3 x f32>) {
        %s = lift.reduce (%e = %v : !lift.array<3 x f32>)
            init (%acc = %zero : f32) {
          %t = arith.addf %acc, %e : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      return %b : !lift.array<N x f32>
    })mlir",
                     {iotaF32({11})});
}

TEST_F(SampleTest, SeveralResults) {
  expectSamplesAgree(R"mlir(
    func.func @f(%x: !lift.array<4 x 3 x f32>, %y: !lift.array<4 x f32>)
        -> (!lift.array<4 x 3 x f32>, f32, !lift.array<3 x 4 x f32>) {
      %zero = arith.constant 0.0 : f32
      %a, %b = lift.map (%r = %x, %c = %y
          : !lift.array<4 x 3 x f32>, !lift.array<4 x f32>) {
        %s, %t = lift.map (%e = %r : !lift.array<3 x f32>) {
          %p = arith.addf %e, %c : f32
          %q = arith.mulf %e, %c : f32
          lift.yield %p, %q : f32, f32
        }
        lift.yield %s, %t : !lift.array<3 x f32>, !lift.array<3 x f32>
      }
      %sum = lift.reduce (%e = %y : !lift.array<4 x f32>)
          init (%acc = %zero : f32) {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      %bt = lift.transpose %b : !lift.array<4 x 3 x f32>
      return %a, %sum, %bt
          : !lift.array<4 x 3 x f32>, f32, !lift.array<3 x 4 x f32>
    })mlir",
                     {iotaF32({4, 3}), iotaF32({4}, 2)});
}

TEST_F(SampleTest, ArrayAccumulator) {
  expectSamplesAgree(R"mlir(
    func.func @f(%x: !lift.array<2 x 4 x 3 x f32>, %z: !lift.array<3 x f32>)
        -> !lift.array<2 x 3 x f32> {
      %m = lift.map (%c = %x : !lift.array<2 x 4 x 3 x f32>) {
        %init = lift.map (%e = %z : !lift.array<3 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        %r = lift.reduce (%row = %c : !lift.array<4 x 3 x f32>)
            init (%acc = %init : !lift.array<3 x f32>) {
          %s = lift.map (%a = %acc, %b = %row
              : !lift.array<3 x f32>, !lift.array<3 x f32>) {
            %t = arith.addf %a, %b : f32
            lift.yield %t : f32
          }
          lift.yield %s : !lift.array<3 x f32>
        }
        %u = lift.map (%e = %r : !lift.array<3 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %u : !lift.array<3 x f32>
      }
      return %m : !lift.array<2 x 3 x f32>
    })mlir",
                     {iotaF32({2, 4, 3}), iotaF32({3})});
}

TEST_F(SampleTest, IterateTuplesAndIf) {
  expectSamplesAgree(R"mlir(
    func.func @f(%x: !lift.array<8 x i32>, %y: !lift.array<2 x i32>)
        -> !lift.array<2 x tuple<i32, i32>> {
      %zero = arith.constant 0 : i32
      %r = lift.iterate 2 size L (%v = %x : !lift.array<8 x i32>) {
        %pairs = lift.split %v by 2 : !lift.array<L x i32>
        %sums = lift.map (%p = %pairs : !lift.array<(L / 2) x 2 x i32>) {
          %s = lift.reduce (%e = %p : !lift.array<2 x i32>)
              init (%acc = %zero : i32) {
            %a = arith.addi %acc, %e : i32
            lift.yield %a : i32
          }
          lift.yield %s : i32
        }
        lift.yield %sums : !lift.array<(L / 2) x i32>
      }
      %k = lift.iterate 3 size L (%v = %r : !lift.array<2 x i32>) {
        %i = lift.map (%e = %v, %f = %y
            : !lift.array<L x i32>, !lift.array<2 x i32>) {
          %c = arith.cmpi slt, %e, %f : i32
          %n = scf.if %c -> i32 {
            %d = arith.addi %e, %f : i32
            scf.yield %d : i32
          } else {
            scf.yield %e : i32
          }
          lift.yield %n : i32
        }
        lift.yield %i : !lift.array<L x i32>
      }
      %z = lift.zip %k, %y : !lift.array<2 x i32>, !lift.array<2 x i32>
      return %z : !lift.array<2 x tuple<i32, i32>>
    })mlir",
                     {iotaI32({8}), i32({2}, {10, 20})});
}

TEST_F(SampleTest, TiledProduct) {
  // Accumulators of a tile in an array, over chunks of K.
  expectSamplesAgree(
      R"mlir(
    func.func @f(%a: !lift.array<4 x 6 x f32>, %b: !lift.array<6 x 4 x f32>,
                 %z: !lift.array<2 x 2 x f32>) -> !lift.array<4 x 4 x f32> {
      %zero = arith.constant 0.0 : f32
      %bt = lift.transpose %b : !lift.array<6 x 4 x f32>
      %at = lift.split %a by 2 : !lift.array<4 x 6 x f32>
      %btt = lift.split %bt by 2 : !lift.array<4 x 6 x f32>
      %c = lift.map (%ta = %at : !lift.array<2 x 2 x 6 x f32>) {
        %d = lift.map (%tb = %btt : !lift.array<2 x 2 x 6 x f32>) {
          %ka = lift.transpose %ta : !lift.array<2 x 6 x f32>
          %kb = lift.transpose %tb : !lift.array<2 x 6 x f32>
          %r = lift.reduce (%x = %ka, %y = %kb
              : !lift.array<6 x 2 x f32>, !lift.array<6 x 2 x f32>)
              init (%acc = %z : !lift.array<2 x 2 x f32>) {
            %n = lift.map (%row = %acc, %e = %x
                : !lift.array<2 x 2 x f32>, !lift.array<2 x f32>) {
              %o = lift.map (%s = %row, %f = %y
                  : !lift.array<2 x f32>, !lift.array<2 x f32>) {
                %p = arith.mulf %e, %f : f32
                %q = arith.addf %s, %p : f32
                lift.yield %q : f32
              }
              lift.yield %o : !lift.array<2 x f32>
            }
            lift.yield %n : !lift.array<2 x 2 x f32>
          }
          lift.yield %r : !lift.array<2 x 2 x f32>
        }
        lift.yield %d : !lift.array<2 x 2 x 2 x f32>
      }
      %t = lift.transpose %c permutation [0, 2, 1, 3]
          : !lift.array<2 x 2 x 2 x 2 x f32>
      %i = lift.join %t : !lift.array<2 x 2 x 2 x 2 x f32>
      %j = lift.join %i dim 1 : !lift.array<4 x 2 x 2 x f32>
      return %j : !lift.array<4 x 4 x f32>
    })mlir",
      {iotaF32({4, 6}), iotaF32({6, 4}), f32({2, 2}, {0, 0, 0, 0})});
}

TEST_F(SampleTest, OnlyWhatIsNeededIsComputed) {
  // Element i divides by x[i]: only a sample of the element that divides by
  // zero fails.
  constexpr StringLiteral text = R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
      %one = arith.constant 1 : i32
      %r = lift.map (%e = %x : !lift.array<N x i32>) {
        %d = arith.divsi %one, %e : i32
        lift.yield %d : i32
      }
      return %r : !lift.array<N x i32>
    })mlir";
  HostArray x = i32({3}, {1, 0, -1});
  EvaluationOptions options;
  options.samples = {{2, 0}};
  expectI32(run(text, {x}, options), {2}, {-1, 1});
  options.samples = {{1}};
  EXPECT_EQ(fail(text, {x}, options), "'arith.divsi' op divides by zero\n");
}

TEST_F(SampleTest, PoisonIsFoundInSamples) {
  constexpr StringLiteral text = R"mlir(
    func.func @f(%x: !lift.array<2 x i32>) -> !lift.array<3 x i32> {
      %p = lift.pad %x low [0] high [1] empty : !lift.array<2 x i32>
      return %p : !lift.array<3 x i32>
    })mlir";
  EvaluationOptions options;
  options.samples = {{0, 1}};
  expectI32(run(text, {iotaI32({2}, 4)}, options), {2}, {4, 5});
  options.samples = {{0, 2}};
  EXPECT_NE(fail(text, {iotaI32({2})}, options).find("at [2] is poison"),
            std::string::npos);
}

TEST_F(SampleTest, WrongSamples) {
  EvaluationOptions options;
  options.samples = {{8}};
  EXPECT_NE(fail(kMatrixProduct, {iotaF32({2, 3}), iotaF32({3, 4})}, options)
                .find("sample 8 is outside of result array #0, which has 8 "
                      "elements"),
            std::string::npos);
  options.samples = {{}, {}};
  EXPECT_NE(fail(kMatrixProduct, {iotaF32({2, 3}), iotaF32({3, 4})}, options)
                .find("got samples for 2"),
            std::string::npos);
}

} // namespace
