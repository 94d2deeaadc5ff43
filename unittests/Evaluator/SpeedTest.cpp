//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints how fast the evaluator is; asserts nothing about it.
//
//===----------------------------------------------------------------------===//

#include "EvaluatorTestBase.h"

#include <chrono>

using namespace mlir;
using namespace mlir::lift;

namespace {

class SpeedTest : public EvaluatorTest {
protected:
  /// Prints the scalar operations per second of a product of n x n matrices.
  void measureProduct(int64_t n, const EvaluationOptions &options,
                      double numOperations) {
    func::FuncOp func = parse(kMatrixProduct);
    HostArray a = HostArray::get(Float32Type::get(&context), {n, n});
    for (auto [i, value] : llvm::enumerate(a.as<float>()))
      value = static_cast<float>(i % 7);
    auto start = std::chrono::steady_clock::now();
    FailureOr<SmallVector<HostArray>> results = evaluate(func, {a, a}, options);
    std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - start;
    ASSERT_TRUE(succeeded(results)) << errors;
    std::printf("matrix product of %lld^3: %.3f s, %.1f million scalar "
                "operations/s\n",
                static_cast<long long>(n), seconds.count(),
                numOperations / seconds.count() * 1e-6);
  }
};

TEST_F(SpeedTest, MatrixProduct) { measureProduct(256, {}, 2.0 * (1 << 24)); }

TEST_F(SpeedTest, SampledMatrixProduct) {
  EvaluationOptions options;
  auto &positions = options.samples.emplace_back();
  for (int64_t i = 0; i < 4096; ++i)
    positions.push_back(i * 4093);
  measureProduct(4096, options, 2.0 * 4096 * 4096);
}

} // namespace
