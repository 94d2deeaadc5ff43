//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/DeviceEngine.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

ExitCode run::failRun(const runtime::Error &error, MLIRContext *context) {
  const runtime::SourcePosition &position = error.position;
  Location loc = UnknownLoc::get(context);
  if (position.line != 0)
    loc = FileLineColLoc::get(context, position.file, position.line,
                              position.column);
  emitError(loc, error.message);
  return error.cause == runtime::Error::Cause::Device ? RunFailed : BadInput;
}

DeviceRun run::runBuilt(const CompiledProgram &compiled,
                        runtime::Runtime &runtime,
                        const runtime::DeviceProgram &built,
                        const Inputs &inputs, const ExecutionOptions &options) {
  DeviceRun run;
  MLIRContext *context = compiled.lowered.getEntry()->getContext();
  runtime::PackageInputs arguments;
  arguments.sizes = inputs.sizes;
  for (const HostArray &argument : inputs.arguments) {
    runtime::Result<runtime::Array> array = toRuntimeArray(argument);
    if (!array) {
      run.exitCode = failRun(array.getError(), context);
      return run;
    }
    arguments.arguments.push_back(std::move(*array));
  }
  runtime::RunOptions runOptions;
  runOptions.repeat = options.repeat;
  runOptions.poison = options.verify;
  runtime::Result<runtime::RunOutcome> outcome = runtime::runPackage(
      compiled.package, runtime, built, arguments, runOptions);
  if (!outcome) {
    run.exitCode = failRun(outcome.getError(), context);
    return run;
  }
  for (auto [parameter, result] :
       llvm::zip(compiled.lowered.results, outcome->results))
    run.results.push_back(toHostArray(parameter, result));
  run.report = std::move(outcome->report);
  return run;
}

DeviceRun run::runOnDevice(const CompiledProgram &compiled,
                           const Inputs &inputs,
                           const ExecutionOptions &options) {
  MLIRContext *context = compiled.lowered.getEntry()->getContext();
  runtime::Result<const runtime::ProgramForm *> form =
      runtime::chooseForm(compiled.package, options.api);
  if (!form)
    return {failRun(form.getError(), context), {}, {}};
  runtime::RuntimeOptions runtimeOptions;
  runtimeOptions.validate = options.validate;
  runtime::Result<runtime::Runtime> opened =
      runtime::Runtime::create(options.device, options.api, runtimeOptions);
  if (!opened)
    return {failRun(opened.getError(), context), {}, {}};
  runtime::Result<runtime::DeviceProgram> built = opened->build(**form);
  if (!built)
    return {failRun(built.getError(), context), {}, {}};
  return runBuilt(compiled, *opened, *built, inputs, options);
}
