//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests which elements work-items access, against lists made by hand.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Evaluator/KernelTrace.h"
#include "EvaluatorTestBase.h"

using namespace mlir;
using namespace mlir::lift;

namespace {

class KernelTraceTest : public EvaluatorTest {
protected:
  KernelTraceTest() { context.loadDialect<loop::LoopDialect>(); }

  /// What a work-item accesses: "0r4" is a read of number 4 of buffer 0.
  std::string trace(StringRef text, const WorkItem &item,
                    ArrayRef<const HostArray *> inputs, int64_t budget = 1000) {
    func::FuncOp func = parse(text);
    if (!func)
      return "";
    FailureOr<KernelTrace> trace =
        KernelTrace::get(*func.getOps<loop::KernelOp>().begin(), {{"N", 8}},
                         inputs, [](Value, bool) { return true; });
    if (failed(trace))
      return errors;
    std::string accesses;
    FailureOr<KernelTrace::Outcome> outcome = trace->run(
        item, budget, [&](unsigned buffer, int64_t position, bool isStore) {
          accesses += std::to_string(buffer) + (isStore ? "w" : "r") +
                      std::to_string(position) + " ";
        });
    if (failed(outcome))
      return errors;
    return accesses + (outcome->isComplete ? "" : "and more ") +
           (outcome->isKnown ? "" : "and unknown ");
  }
};

/// Group g copies row g, g + 2, ..., two numbers for each of two work-items,
/// through local memory.
constexpr llvm::StringLiteral kCopy = R"mlir(
  func.func @f(%x: !lift.array<N x 4 x f32>) -> !lift.array<N x 4 x f32> {
    %r = loop.kernel (%in = %x : !lift.array<N x 4 x f32>)
        -> (%out : !lift.array<N x 4 x f32>) local_size [2] global_size [4] {
      %l = loop.id local(0)
      %g = loop.id group(0)
      loop.for %i from %g below N step 2 {
        %t = loop.alloc : !loop.buffer<4 x f32, local>
        %v = loop.load %in[%i, 2 * %l + @lane] : !loop.buffer<N x 4 x f32, global> to vector<2xf32>
        loop.store %v, %t[2 * %l + @lane] : vector<2xf32>, !loop.buffer<4 x f32, local>
        %w = loop.load %t[3 - %l] : !loop.buffer<4 x f32, local>
        loop.if 0 <= %i < 4 {
          loop.store %w, %out[%i, %l] : f32, !loop.buffer<N x 4 x f32, global>
        }
      }
    }
    return %r : !lift.array<N x 4 x f32>
  })mlir";

TEST_F(KernelTraceTest, IdsStepsAndLanes) {
  EXPECT_EQ(trace(kCopy, {{1, 0, 0}, {1, 0, 0}}, {nullptr}),
            "0r6 0r7 2w2 2w3 2r2 1w5 "
            "0r14 0r15 2w2 2w3 2r2 1w13 "
            "0r22 0r23 2w2 2w3 2r2 "
            "0r30 0r31 2w2 2w3 2r2 ");
}

TEST_F(KernelTraceTest, BudgetOfAccessesAndTrips) {
  EXPECT_EQ(trace(kCopy, {}, {nullptr}, /*budget=*/4), "0r0 0r1 2w0 and more ");
}

/// Goes on while there are positive numbers, and reads where they say.
constexpr llvm::StringLiteral kChase = R"mlir(
  func.func @f(%x: !lift.array<N x i32>, %y: !lift.array<N x f32>) -> f32 {
    %r = loop.kernel (%in = %x : !lift.array<N x i32>, %at = %y : !lift.array<N x f32>)
        -> (%out : f32) {
      %zero = arith.constant 0 : i32
      %none = arith.constant 0.0 : f32
      %sum = loop.while %k below N carry(%acc = %none : f32) test {
        %v = loop.load %in[%k] : !loop.buffer<N x i32, global>
        %c = arith.cmpi sgt, %v, %zero : i32
        loop.condition %c, %v : i32
      } do (%v : i32) {
        %i = loop.index data(0, N - 1) %v : i32
        %e = loop.load %at[%i] : !loop.buffer<N x f32, global>
        %s = arith.addf %acc, %e : f32
        loop.yield %s : f32
      }
      loop.store %sum, %out[] : f32, !loop.buffer<f32, global>
    }
    return %r : f32
  })mlir";

TEST_F(KernelTraceTest, KnownData) {
  HostArray data = i32({8}, {5, 2, 7, 0, 1, 1, 1, 1});
  EXPECT_EQ(trace(kChase, {}, {&data, nullptr}),
            "0r0 1r5 0r1 1r2 0r2 1r7 0r3 2w0 ");
}

TEST_F(KernelTraceTest, UnknownData) {
  EXPECT_EQ(trace(kChase, {}, {nullptr, nullptr}),
            "0r0 0r1 0r2 0r3 0r4 0r5 0r6 0r7 2w0 and unknown ");
}

TEST_F(KernelTraceTest, IndexOutOfRange) {
  HostArray data = i32({8}, {5, 9, 0, 0, 0, 0, 0, 0});
  EXPECT_NE(trace(kChase, {}, {&data, nullptr}).find("is not in [0, 7]"),
            std::string::npos);
}

} // namespace
