//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "EvaluatorTestBase.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lift;

namespace {

class SizesTest : public EvaluatorTest {
protected:
  void expectError(StringRef text, ArrayRef<HostArray> args, StringRef expected,
                   const EvaluationOptions &options = {}) {
    std::string error = fail(text, args, options);
    EXPECT_NE(error.find(expected.str()), std::string::npos)
        << "expected: " << expected.str() << "\nactual: " << error;
  }
};

constexpr StringLiteral kTwoArrays = R"mlir(
    func.func @f(%x: !lift.array<N x f32>, %y: !lift.array<(N + 2) x 3 x f32>)
        -> f32 {
      %zero = arith.constant 0.0 : f32
      return %zero : f32
    })mlir";

TEST_F(SizesTest, ComparesShapesWithTypes) {
  EXPECT_EQ(run(kTwoArrays, {iotaF32({4}), iotaF32({6, 3})}).size(), 1u);
  expectError(kTwoArrays, {iotaF32({4}), iotaF32({5, 3})},
              "dimension 0 of argument #1 has 5 elements, but its type says "
              "N + 2 = 6");
  expectError(kTwoArrays, {iotaF32({4}), iotaF32({6, 2})},
              "dimension 1 of argument #1 has 2 elements, but its type says 3");
  expectError(kTwoArrays, {iotaF32({4}), iotaF32({18})},
              "argument #1 has 1 dimensions, but its type has 2");
  expectError(kTwoArrays, {iotaF32({4})}, "takes 2 arrays, but got 1");
  expectError(kTwoArrays, {iotaI32({4}), iotaF32({6, 3})},
              "array #0 has elements of type 'i32', but its type says 'f32'");
  expectError(kMatrixProduct, {iotaF32({2, 3}), iotaF32({4, 2})},
              "size K is 3 in dimension 1 of argument #0, but 4 in dimension 0 "
              "of argument #1");
  HostArray wrong = iotaF32({4});
  wrong.data.resize(3);
  expectError(kTwoArrays, {wrong, iotaF32({6, 3})},
              "array #0 has a buffer of 3 bytes, which does not fit its shape");
}

constexpr StringLiteral kProductOfNames = R"mlir(
    func.func @f(%x: !lift.array<(N * M) x i32>) -> i32 {
      %n = lift.size M : index
      %r = arith.index_cast %n : index to i32
      return %r : i32
    })mlir";

TEST_F(SizesTest, SizesThatAreGiven) {
  EvaluationOptions options;
  options.sizes = {{"N", 2}, {"M", 3}};
  expectI32(run(kProductOfNames, {iotaI32({6})}, options), {}, {3});
  expectError(kProductOfNames, {iotaI32({8})}, "has 8 elements", options);
  expectError(kProductOfNames, {iotaI32({6})}, "has no value");
  options.sizes = {{"N", 5}};
  expectError(kTwoArrays, {iotaF32({4}), iotaF32({6, 3})},
              "size N is 5 as given, but 4 in dimension 0 of argument #0",
              options);
}

constexpr StringLiteral kTuned = R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> !lift.array<(N / TM) x TM x i32>
        attributes {lift.params = {TM = [4, 8]}} {
      %r = lift.split %x by TM : !lift.array<N x i32>
      return %r : !lift.array<(N / TM) x TM x i32>
    })mlir";

TEST_F(SizesTest, TuningNames) {
  EXPECT_EQ(run(kTuned, {iotaI32({16})})[0].shape, (Shape{4, 4}));
  EvaluationOptions options;
  options.sizes = {{"TM", 8}};
  EXPECT_EQ(run(kTuned, {iotaI32({16})}, options)[0].shape, (Shape{2, 8}));
  options.sizes = {{"TM", 5}};
  expectError(kTuned, {iotaI32({16})},
              "tuning name TM is given as 5, which is not one of 4, 8",
              options);
}

TEST_F(SizesTest, ChecksConstraintsOfOperations) {
  expectError(kTuned, {iotaI32({18})},
              "'lift.split' op chunk size TM does not divide the array length "
              "N (N = 18, TM = 4)");
  expectError(R"mlir(
    func.func @f(%x: !lift.array<N x i32>, %y: !lift.array<M x i32>) -> i32 {
      %zero = arith.constant 0 : i32
      %r = lift.reduce (%a = %x, %b = %y
          : !lift.array<N x i32>, !lift.array<M x i32>) init (%c = %zero : i32) {
        lift.yield %c : i32
      }
      return %r : i32
    })mlir",
              {iotaI32({2}), iotaI32({3})},
              "'lift.reduce' op operand #1 has length M where operand #0 has N "
              "(M = 3, N = 2)");
  expectError(R"mlir(
    func.func @f(%x: !lift.array<N x i32>)
        -> !lift.array<(N - 4) x 5 x i32> {
      %r = lift.slide %x size [5] step [1] : !lift.array<N x i32>
      return %r : !lift.array<(N - 4) x 5 x i32>
    })mlir",
              {iotaI32({3})}, "window of 5 is longer than the array length N");
}

TEST_F(SizesTest, ChecksRequirements) {
  constexpr StringLiteral text = R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> !lift.array<N x i32>
        attributes {lift.requires = [#lift.constraint<4 divides N>]} {
      return %x : !lift.array<N x i32>
    })mlir";
  EXPECT_EQ(run(text, {iotaI32({8})}).size(), 1u);
  std::string error = fail(text, {iotaI32({6})});
  EXPECT_NE(error.find("4 divides N"), std::string::npos) << error;
  EXPECT_NE(error.find("(N = 6)"), std::string::npos) << error;
}

TEST_F(SizesTest, BindsWithoutShapes) {
  func::FuncOp func = parse(kMatrixProduct);
  FailureOr<SizeBindings> bindings =
      bindSizes(func, {}, {{"N", 2}, {"K", 3}, {"M", 4}});
  ASSERT_TRUE(succeeded(bindings));
  auto leaves = getLeaves(func.getArgumentTypes());
  ASSERT_EQ(leaves.size(), 2u);
  FailureOr<SmallVector<int64_t>> shape =
      evaluateShape(func.getLoc(), leaves[1].sizes, *bindings);
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(*shape, (Shape{3, 4}));
  EXPECT_TRUE(failed(bindSizes(func, {}, {{"N", 2}, {"K", 3}})));
  EXPECT_NE(errors.find("M"), std::string::npos);
  EXPECT_TRUE(failed(bindSizes(func, {}, {{"N", 2}, {"K", 3}, {"M", 0}})));
}

TEST_F(SizesTest, HugeArraysAreErrors) {
  constexpr StringLiteral text = R"mlir(
    func.func @f(%x: !lift.array<N x f32>) -> !lift.array<N x N x N x f32>
        attributes {lift.params = {B = [2000000000]}} {
      %r = lift.map (%a = %x : !lift.array<N x f32>) {
        %s = lift.map (%b = %x : !lift.array<N x f32>) {
          lift.yield %x : !lift.array<N x f32>
        }
        lift.yield %s : !lift.array<N x N x f32>
      }
      return %r : !lift.array<N x N x N x f32>
    })mlir";
  expectError(text, {iotaF32({10000})},
              "'lift.map' op needs 4000000000000 bytes");
  expectError(R"mlir(
    func.func @f(%x: !lift.array<1 x f32>) -> f32 {
      %zero = arith.constant 0.0 : f32
      %r = lift.pad %x low [0] high [2000000000] clamp : !lift.array<1 x f32>
      %t = lift.map (%a = %r : !lift.array<2000000001 x f32>) {
        %s = lift.map (%b = %r : !lift.array<2000000001 x f32>) {
          lift.yield %r : !lift.array<2000000001 x f32>
        }
        lift.yield %s : !lift.array<2000000001 x 2000000001 x f32>
      }
      return %zero : f32
    })mlir",
              {iotaF32({1})}, "needs more than 2^63 bytes");
  // Steps that double the size.
  expectError(R"mlir(
    func.func @f(%x: !lift.array<N x f32>) -> f32 {
      %zero = arith.constant 0.0 : f32
      %r = lift.iterate 40 size L (%v = %x : !lift.array<N x f32>) {
        %p = lift.pad %v low [0] high [L] clamp : !lift.array<L x f32>
        lift.yield %p : !lift.array<(2 * L) x f32>
      }
      return %zero : f32
    })mlir",
              {iotaF32({3})}, "the limit is 8589934592");
}

TEST_F(SizesTest, IteratesOfIteratesAreErrors) {
  // 64^4 different steps.
  std::string text = R"mlir(
    func.func @f(%x: !lift.array<1 x i32>) -> i32 {
      %zero = arith.constant 0 : i32
)mlir";
  std::string value = "%x", size = "1", tail;
  for (int depth = 0; depth < 4; ++depth) {
    std::string d = std::to_string(depth);
    text += "%r" + d + " = lift.iterate 64 size L" + d + " (%v" + d + " = " +
            value + " : !lift.array<" + size + " x i32>) {\n";
    value = "%v" + d;
    size = "L" + d;
    std::string grown = "%p" + d + " = lift.pad " + value +
                        " low [0] high [1] clamp : !lift.array<" + size +
                        " x i32>\nlift.yield %p" + d + " : !lift.array<(" +
                        size + " + 1) x i32>\n}\n";
    tail = grown + tail;
  }
  text += tail + "return %zero : i32\n}";
  expectError(text, {iotaI32({1})}, "is repeated too often");
}

TEST_F(SizesTest, Unsupported) {
  expectError(R"mlir(
    func.func @f(%x: f32) -> f32 {
      %r = func.call @g(%x) : (f32) -> f32
      return %r : f32
    }
    func.func private @g(%x: f32) -> f32)mlir",
              {f32({}, {1})},
              "'func.call' op is not supported by the evaluator");
  expectError("func.func private @f(%x: f32) -> f32", {f32({}, {1})},
              "has no body to evaluate");
  expectError(R"mlir(
    func.func @f(%x: bf16) -> bf16 {
      return %x : bf16
    })mlir",
              {HostArray{BFloat16Type::get(&context), {}, {0, 0}}},
              "'bf16' are not supported by the evaluator");
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

TEST_F(SizesTest, Compare) {
  auto expected = f32({2, 2}, {1, NAN, INFINITY, 100});
  EXPECT_TRUE(compare(expected, expected, 0, 0).agrees());
  auto actual = f32({2, 2}, {1.5, NAN, INFINITY, 101});
  Comparison comparison = compare(expected, actual, 0.01, 0);
  EXPECT_EQ(comparison.numMismatches, 1);
  EXPECT_EQ(comparison.numElements, 4);
  EXPECT_EQ(comparison.maxAbsolute, 1);
  EXPECT_EQ(comparison.maxRelative, 0.5);
  std::string text;
  llvm::raw_string_ostream os(text);
  comparison.print(os);
  EXPECT_EQ(text, "1 of 4 elements differ\n  [0, 0]: expected 1, got 1.5\n");
  EXPECT_TRUE(compare(expected, actual, 0, 1).agrees());
  EXPECT_EQ(
      compare(expected, f32({2, 2}, {0, 0, 0, 0}), 0, 0, 2).mismatches.size(),
      2u);
  EXPECT_EQ(compare(f32({2}, {NAN, 1}), f32({2}, {1, NAN}), 9, 9).numMismatches,
            2);
  EXPECT_EQ(compare(i32({2}, {1, 2}), i32({2}, {1, 3}), 9, 9).numMismatches, 1);
  EXPECT_EQ(compare(expected, f32({4}, {0, 0, 0, 0}), 0, 0).error,
            "shapes differ: 2 x 2 and 4");
  EXPECT_FALSE(compare(expected, i32({2, 2}, {0, 0, 0, 0}), 0, 0).agrees());
}

TEST_F(SizesTest, Gather) {
  HostArray picked = gather(iotaI32({2, 3}), {5, 0});
  EXPECT_EQ(picked.shape, (Shape{2}));
  EXPECT_EQ(values<int32_t>(picked), (std::vector<int32_t>{5, 0}));
}

} // namespace
