//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares comparing the results of a run with the evaluator's.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXECUTION_VERIFICATION_H
#define LIFTDIALECT_EXECUTION_VERIFICATION_H

#include "LiftDialect/Execution/Inputs.h"

namespace mlir::lift::run {

/// What comparing with the evaluator found.
struct Verification {
  /// One per result that was compared.
  std::vector<Comparison> comparisons;
  /// Whether math.fma was evaluated as a product and a sum.
  bool roundsProducts = false;

  bool agrees() const;
};

/// What the evaluator says of `program`: all of it, or some elements of each
/// result. Reports an assertion on data that does not hold.
FailureOr<SmallVector<HostArray>>
evaluateProgram(const Program &program, const Inputs &inputs,
                std::vector<std::vector<int64_t>> samples = {});

/// Evaluates `program` and compares `results` with what it gives; nothing if it
/// cannot be evaluated, which is reported.
std::optional<Verification> verifyResults(const Program &program,
                                          const Inputs &inputs,
                                          const ExecutionOptions &options,
                                          ArrayRef<HostArray> results);

/// The same for results of the device that `options` name. Of math.fma it expects
/// what the device makes of it, which in Vulkan may be a product and a sum.
std::optional<Verification>
verifyDeviceResults(const Program &program, const Inputs &inputs,
                    const ExecutionOptions &options,
                    ArrayRef<HostArray> results);

/// Runs the code of the user functions that the program calls on random scalars,
/// and warns at each that differs from its reference. Fails if one could not be
/// run.
LogicalResult checkUserFunctions(const Program &program,
                                 const ExecutionOptions &options);

} // namespace mlir::lift::run

#endif // LIFTDIALECT_EXECUTION_VERIFICATION_H
