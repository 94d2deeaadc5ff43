//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what a function is run on: `.npy` files, numbers from the
// command line, and random numbers for the rest. Sizes come from the shapes of
// the files and from the command line; all must agree.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_INPUTS_H
#define LIFTDIALECT_RUNTIME_INPUTS_H

#include "LiftDialect/Runtime/Package.h"

#include <functional>
#include <map>

namespace mlir::lift::runtime {

/// The largest size of a dimension, in elements.
constexpr int64_t kMaxSize = (int64_t(1) << 31) - 1;

/// The values of sizes, by name.
using SizeValues = std::map<std::string, int64_t>;

/// What a user asks for.
struct InputOptions {
  /// `FILE` or `NAME=FILE`: either all arrays in order, or some by name.
  std::vector<std::string> files;
  SizeValues sizes;
  /// Names and texts of arguments that are numbers.
  std::vector<std::pair<std::string, std::string>> scalars;
  uint64_t seed = 0;
  InputKind kind = InputKind::Uniform;
};

struct PackageInputs {
  SizeValues sizes;
  /// One per parameter.
  std::vector<Array> arguments;
};

/// What may follow from the sizes, or contradict them: it adds to the map.
using SizeCompletion = std::function<Status(SizeValues &sizes)>;

/// Tests that all of the sizes that a user gives are sizes of the function.
Status checkSizeNames(const SizeValues &sizes,
                      const std::vector<std::string> &sizeNames);

/// Finds the sizes and reads or draws the arguments that are not constant.
/// Errors name the file or option that is wrong.
Result<PackageInputs>
prepareInputs(const std::vector<PackageParameter> &parameters,
              const std::vector<std::string> &sizeNames,
              const InputOptions &options, const SizeCompletion &complete = {});

/// Finds the sizes from the shapes of `arguments`, one per parameter that is
/// not constant, numbers as arrays without dimensions. Errors name the argument
/// that is wrong.
Result<PackageInputs>
bindInputs(const std::vector<PackageParameter> &parameters,
           const std::vector<std::string> &sizeNames,
           std::vector<Array> arguments, const SizeCompletion &complete = {});

/// The shape of a parameter for the sizes; vectors are a last dimension.
Result<std::vector<int64_t>> computeShape(const PackageParameter &parameter,
                                          const SizeValues &sizes);

/// "N = 1024, M = 16", in the order of `names`.
std::string formatSizes(const std::vector<std::string> &names,
                        const SizeValues &sizes);

/// The value of `expr` for the sizes.
Result<int64_t> evaluate(const Expr &expr, const SizeValues &sizes);

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_INPUTS_H
