//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the data of a run: the values of sizes and arguments.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXECUTION_INPUTS_H
#define LIFTDIALECT_EXECUTION_INPUTS_H

#include "LiftDialect/Evaluator/Evaluator.h"
#include "LiftDialect/Execution/ExecutionOptions.h"
#include "LiftDialect/Execution/Program.h"
#include "LiftDialect/Runtime/Inputs.h"

namespace mlir::lift::run {

/// What a function is run on.
struct Inputs {
  /// The values of size names and tuning names.
  SizeBindings sizes;
  /// One per Program::arguments.
  std::vector<HostArray> arguments;
  /// "N = 1024, M = 16": the size names in the program's order.
  std::string formatSizes(const Program &program) const;
};

/// Reads and draws the arguments of `program` and finds its sizes. Reports what
/// is missing or contradicts. Calls `withSizes` once all sizes are known,
/// before there is memory for arrays that are drawn; that reports itself why it
/// fails.
FailureOr<Inputs> prepareInputs(
    Program &program, const ExecutionOptions &options,
    llvm::function_ref<LogicalResult(const SizeBindings &)> withSizes = {});

/// The same elements without MLIR, and with the type of `parameter` again.
runtime::Result<runtime::Array> toRuntimeArray(const HostArray &array);
HostArray toHostArray(const Parameter &parameter, const runtime::Array &array);

/// `parameter` without MLIR.
runtime::PackageParameter getRuntimeParameter(const Parameter &parameter);

/// Writes `results` to the files that the options name.
LogicalResult writeOutputs(const Program &program,
                           const ExecutionOptions &options,
                           ArrayRef<HostArray> results);

} // namespace mlir::lift::run

#endif // LIFTDIALECT_EXECUTION_INPUTS_H
