//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests calls in the evaluator: user functions mean their references,
// functions on arrays their bodies for the sizes of the call.
//
//===----------------------------------------------------------------------===//

#include "EvaluatorTestBase.h"

using namespace mlir;
using namespace mlir::lift;

namespace {

class CallsTest : public EvaluatorTest {};

TEST_F(CallsTest, UserFunctionMeansItsReference) {
  // The code is another function, which the evaluator must not care about.
  auto results = run(R"mlir(
    lift.user_fun @both(x : i32, y : i32) -> (sum : i32, product : i32)
        code ["*sum = 0;", "*product = 0;"] reference (%x, %y) {
      %s = arith.addi %x, %y : i32
      %p = arith.muli %x, %y : i32
      lift.yield %s, %p : i32, i32
    }
    func.func @f(%x: !lift.array<N x i32>)
        -> (!lift.array<N x i32>, !lift.array<N x i32>) {
      %three = arith.constant 3 : i32
      %s, %p = lift.map (%e = %x : !lift.array<N x i32>) {
        %a:2 = lift.call @both(%e, %three) : (i32, i32) -> (i32, i32)
        %b:2 = lift.call @both(%a#0, %a#1) : (i32, i32) -> (i32, i32)
        lift.yield %a#1, %b#0 : i32, i32
      }
      return %s, %p : !lift.array<N x i32>, !lift.array<N x i32>
    })mlir",
                     {i32({2}, {1, 5})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(values<int32_t>(results[0]), (std::vector<int32_t>{3, 15}));
  // (1 + 3) + 1 * 3 and (5 + 3) + 5 * 3.
  EXPECT_EQ(values<int32_t>(results[1]), (std::vector<int32_t>{7, 23}));
}

TEST_F(CallsTest, UserFunctionWithoutReference) {
  EXPECT_NE(fail(R"mlir(
    lift.user_fun @g(x : i32) -> i32 code ["return x;"]
    func.func @f(%x: i32) -> i32 {
      %r = lift.call @g(%x) : (i32) -> i32
      return %r : i32
    })mlir",
                 {i32({}, {1})})
                .find("calls 'g', which has no reference to be evaluated"),
            std::string::npos);
}

constexpr StringLiteral kPairSums = R"mlir(
    func.func @f(%x: !lift.array<(6 * M) x i32>) -> !lift.array<M x i32> {
      %p = lift.call @sums[N = 6 * M, T = 3](%x)
          : (!lift.array<(6 * M) x i32>) -> !lift.array<(2 * M) x i32>
      %r = lift.call @sums[N = 2 * M, T = 2](%p)
          : (!lift.array<(2 * M) x i32>) -> !lift.array<M x i32>
      return %r : !lift.array<M x i32>
    }
    func.func private @sums(%x: !lift.array<N x i32>) -> !lift.array<(N / T) x i32>
        attributes {lift.params = {T = [2, 3]},
                    lift.requires = [#lift.constraint<T divides N>]} {
      %zero = arith.constant 0 : i32
      %parts = lift.split %x by T : !lift.array<N x i32>
      %r = lift.map (%part = %parts : !lift.array<(N / T) x T x i32>) {
        %s = lift.reduce (%e = %part : !lift.array<T x i32>)
            init (%acc = %zero : i32) {
          %t = arith.addi %acc, %e : i32
          lift.yield %t : i32
        }
        lift.yield %s : i32
      }
      return %r : !lift.array<(N / T) x i32>
    })mlir";

TEST_F(CallsTest, FunctionOnArraysTakesTheSizesOfTheCall) {
  EvaluationOptions options;
  options.sizes["M"] = 2;
  // 0 + ... + 5, and 6 + ... + 11.
  expectI32(run(kPairSums, {iotaI32({12})}, options), {2}, {15, 51});
  options.sizes["M"] = 1;
  expectI32(run(kPairSums, {iotaI32({6})}, options), {1}, {15});
}

TEST_F(CallsTest, RequirementOfTheCalledFunction) {
  EXPECT_NE(fail(R"mlir(
    func.func @f(%x: !lift.array<M x i32>) -> i32 {
      %r = lift.call @g[N = M](%x) : (!lift.array<M x i32>) -> i32
      return %r : i32
    }
    func.func private @g(%x: !lift.array<N x i32>) -> i32
        attributes {lift.requires = [#lift.constraint<4 divides N>]} {
      %zero = arith.constant 0 : i32
      return %zero : i32
    })mlir",
                 {iotaI32({6})})
                .find("does not hold"),
            std::string::npos);
}

TEST_F(CallsTest, FunctionThatCallsItself) {
  EXPECT_NE(fail(R"mlir(
    func.func @f(%x: !lift.array<N x i32>) -> i32 {
      %r = lift.call @f[N = N](%x) : (!lift.array<N x i32>) -> i32
      return %r : i32
    })mlir",
                 {iotaI32({6})})
                .find("makes 'f' call itself"),
            std::string::npos);
}

} // namespace
