//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/Verification.h"

#include <random>
#include <set>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

bool Verification::agrees() const {
  return llvm::all_of(comparisons, [](const Comparison &comparison) {
    return comparison.agrees();
  });
}

/// `count` different places in an array of `numElements`, sorted; all of them
/// if there are not more.
static std::vector<int64_t> drawPositions(int64_t numElements, int64_t count,
                                          uint64_t seed) {
  // Floyd's algorithm: each set of `count` places is equally likely.
  std::mt19937_64 engine(seed);
  std::set<int64_t> positions;
  for (int64_t i = std::max<int64_t>(numElements - count, 0); i < numElements;
       ++i) {
    auto drawn = int64_t(engine() % uint64_t(i + 1));
    if (!positions.insert(drawn).second)
      positions.insert(i);
  }
  return {positions.begin(), positions.end()};
}

/// Compares the elements of `actual` at `positions` with `expected`; the places
/// of mismatches are those in `actual`.
static Comparison compareSample(const HostArray &expected,
                                const HostArray &actual,
                                ArrayRef<int64_t> positions,
                                const ExecutionOptions &options) {
  Comparison comparison =
      compare(expected, gather(actual, positions), options.rtol, options.atol);
  int64_t lanes = 1;
  if (auto vector = dyn_cast<VectorType>(actual.elementType))
    lanes = vector.getNumElements();
  for (Comparison::Mismatch &mismatch : comparison.mismatches)
    mismatch.position = positions[mismatch.position / lanes] * lanes +
                        mismatch.position % lanes;
  comparison.shape = actual.shape;
  return comparison;
}

FailureOr<SmallVector<HostArray>>
run::evaluateProgram(const Program &program, const Inputs &inputs,
                     std::vector<std::vector<int64_t>> samples) {
  EvaluationOptions options;
  options.sizes = inputs.sizes;
  options.samples = std::move(samples);
  if (!options.samples.empty())
    options.samples.insert(options.samples.end(), program.assertions.size(),
                           {0});
  FailureOr<SmallVector<HostArray>> results =
      evaluate(program.entry, inputs.arguments, options);
  if (failed(results))
    return failure();
  for (auto [assertion, holds] :
       llvm::zip_equal(program.assertions,
                       ArrayRef(*results).take_back(program.assertions.size())))
    if (holds.as<int32_t>()[0] == 0)
      return emitError(assertion.loc, "assertion does not hold: ")
             << assertion.message;
  results->truncate(results->size() - program.assertions.size());
  return results;
}

std::optional<Verification> run::verifyResults(const Program &program,
                                               const Inputs &inputs,
                                               const ExecutionOptions &options,
                                               ArrayRef<HostArray> results) {
  EvaluationOptions evaluation;
  evaluation.sizes = inputs.sizes;
  if (options.samples)
    for (auto [index, result] : llvm::enumerate(results))
      evaluation.samples.push_back(drawPositions(
          result.getNumElements(), *options.samples, options.seed + index));
  FailureOr<SmallVector<HostArray>> expected =
      evaluateProgram(program, inputs, evaluation.samples);
  if (failed(expected))
    return std::nullopt;
  Verification verification;
  for (auto [index, result] : llvm::enumerate(results))
    verification.comparisons.push_back(
        options.samples
            ? compareSample((*expected)[index], result,
                            evaluation.samples[index], options)
            : compare((*expected)[index], result, options.rtol, options.atol));
  return verification;
}
