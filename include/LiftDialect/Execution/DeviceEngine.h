//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares compiling a function and running it on a device, through
// OpenCL or Vulkan.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXECUTION_DEVICEENGINE_H
#define LIFTDIALECT_EXECUTION_DEVICEENGINE_H

#include "LiftDialect/Execution/Inputs.h"
#include "LiftDialect/Runtime/PackageRunner.h"

namespace mlir::lift::run {

/// Reports `error` where it arose, and says how the process ends.
ExitCode failRun(const runtime::Error &error, MLIRContext *context);

/// A function after lowering, and what runs.
struct CompiledProgram {
  Program lowered;
  runtime::Package package;
  /// The values that tuning names have got.
  std::map<std::string, int64_t> params;
};

/// Runs the passes of `options` on a copy of `program`, unless it is lowered.
/// If they name no passes, they are the options of `pipeline`.
LogicalResult transform(const Program &program, const ExecutionOptions &options,
                        Program &transformed,
                        StringRef pipeline = "lift-to-gpu");

/// Has kernels made for the device that `options` name, if it is there:
/// optimized for the target that it is, and with half numbers if it has them.
void chooseForDevice(ExecutionOptions &options, MLIRContext *context);

/// Lowers a copy of `program` (unless it is lowered) and prints its kernels, in
/// the forms of `options`.
FailureOr<CompiledProgram> compile(const Program &program,
                                   const ExecutionOptions &options);

/// All of the options that a package depends on, as text; nothing if it depends
/// on more than that, as on passes of other libraries.
std::optional<std::string> describeCompilation(const ExecutionOptions &options);

/// Compiles a function for all sizes, and, if it makes no choices, for some
/// that are better for it, as variants. Takes it from a cache if that is asked
/// for and it is there, and nothing was said when it was compiled.
FailureOr<runtime::Package> compilePackage(const Program &program,
                                           ExecutionOptions options);

/// The floating-point operations of a call of a function that is not lowered.
FailureOr<Expr> countFloatOps(const Program &program);

/// The kernels of several programs as one, in the form that the API takes.
/// Their names must differ.
FailureOr<runtime::ProgramForm>
printTogether(ArrayRef<const CompiledProgram *> programs,
              const ExecutionOptions &options);

/// The kernels as text: OpenCL C, or a `spirv.module`.
FailureOr<std::string> printKernels(const CompiledProgram &program,
                                    runtime::Api api);

/// What running gave. `results` and `report` are complete if `exitCode` is
/// Success; otherwise the reason has been reported.
struct DeviceRun {
  ExitCode exitCode = Success;
  std::vector<HostArray> results;
  runtime::RunReport report;
};

DeviceRun runOnDevice(const CompiledProgram &compiled, const Inputs &inputs,
                      const ExecutionOptions &options);

/// The same on an open device, with a built program that has the kernels.
DeviceRun runBuilt(const CompiledProgram &compiled, runtime::Runtime &runtime,
                   const runtime::DeviceProgram &built, const Inputs &inputs,
                   const ExecutionOptions &options);

} // namespace mlir::lift::run

#endif // LIFTDIALECT_EXECUTION_DEVICEENGINE_H
