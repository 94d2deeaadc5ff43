//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Drawing/Drawing.h"
#include "LiftDialect/InitAll.h"
#include "LiftDialect/Support/ToolOutput.h"
#include "LiftDialect/Support/UnlocatedDiagnostics.h"
#include "Report.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

/// Tells the user and writes the outputs of a run.
static ExitCode finish(const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (report.options.json)
    printJson(report, os);
  else
    printText(report, os);
  if (failed(writeOutputs(report.program, report.options, report.results)) ||
      failed(writeToolOutput("-", text)))
    return BadInput;
  if (report.verification && !report.verification->agrees())
    return VerificationFailed;
  return Success;
}

/// Reports a function that the evaluator cannot run because it is lowered.
static LogicalResult checkNotLowered(const Program &program) {
  if (!program.isLowered)
    return success();
  return program.emitError()
         << "is lowered already; the evaluator runs functions before "
            "lowering (--reference takes one to verify with)";
}

/// Evaluates `program`, as the pipeline leaves it if there is one; `reference`
/// is what it is verified with.
static ExitCode runEvaluator(const Program &program, const Program &reference,
                             const Inputs &inputs, const Options &options) {
  Program transformed;
  if (!options.pipeline.empty() &&
      failed(transform(program, options, transformed)))
    return BadInput;
  const Program &evaluated = transformed.module ? transformed : program;
  if (failed(checkNotLowered(evaluated)))
    return BadInput;
  FailureOr<SmallVector<HostArray>> results =
      evaluateProgram(evaluated, inputs);
  if (failed(results))
    return BadInput;
  std::optional<Verification> verification;
  if (options.verify) {
    verification = verifyResults(reference, inputs, options, *results);
    if (!verification)
      return BadInput;
  }
  return finish({program, options, inputs, *results, nullptr, verification});
}

/// How fast a run was, compared with what its device can do.
static FailureOr<Roofline> getRoofline(const Program &reference,
                                       const Inputs &inputs,
                                       const Options &options,
                                       const DeviceRun &run) {
  if (failed(checkNotLowered(reference)))
    return failure();
  FailureOr<Expr> count = countFloatOps(reference);
  if (failed(count))
    return failure();
  EvalResult floatOps = count->evaluate([&](const std::string &name) {
    auto it = inputs.sizes.find(name);
    return it == inputs.sizes.end() ? std::nullopt : std::optional(it->second);
  });
  if (!floatOps.value)
    return reference.emitError()
           << "its operations cannot be counted: " << floatOps.error;
  runtime::Result<runtime::Runtime> runtime =
      runtime::Runtime::create(options.device, options.api);
  runtime::Result<runtime::DevicePeaks> peaks =
      runtime ? runtime::measurePeaks(*runtime)
              : runtime::Result<runtime::DevicePeaks>(runtime.getError());
  if (!peaks) {
    reportError(peaks.getError().message);
    return failure();
  }
  double bytes = 0;
  for (const HostArray &array :
       llvm::concat<const HostArray>(inputs.arguments, run.results))
    bytes += array.data.size();
  return Roofline{double(*floatOps.value), bytes,
                  runtime::computeMedian(run.report.times) * 1e-9, *peaks};
}

/// Runs `program`, compiled as it is; `reference` is what it is verified with.
static ExitCode runCompiled(const Program &program,
                            const CompiledProgram &compiled,
                            const Program &reference, const Inputs &inputs,
                            const Options &options) {
  DeviceRun run = runOnDevice(compiled, inputs, options);
  if (run.exitCode != Success)
    return run.exitCode;
  if (runtime::Status status = runtime::writeTrace(options.trace, run.report);
      !status) {
    reportError(status.getError().message);
    return BadInput;
  }
  std::optional<Verification> verification;
  if (options.verify) {
    verification = verifyDeviceResults(reference, inputs, options, run.results);
    if (!verification)
      return BadInput;
  }
  std::optional<Roofline> roofline;
  if (options.roofline) {
    FailureOr<Roofline> measured = getRoofline(reference, inputs, options, run);
    if (failed(measured))
      return RunFailed;
    roofline = *measured;
  }
  std::string kernels;
  if (options.printKernel) {
    FailureOr<std::string> text = printKernels(compiled, options.api);
    if (failed(text))
      return BadInput;
    kernels = std::move(*text);
  }
  return finish({program, options, inputs, run.results, &run.report,
                 verification, roofline, std::move(kernels)});
}

/// The same options for the device and the sizes of a run.
static Options chooseFor(Options options, const Program &program,
                         const SizeBindings &sizes) {
  if (!options.isAssumed)
    options.expectedSizes = sizes;
  chooseForDevice(options, program.module.get().getContext());
  return options;
}

/// Draws the kernels that `options` make of `program`, if that is asked for.
static LogicalResult drawProgram(const Program &program, const Inputs &inputs,
                                 const Options &options) {
  if (options.draw.empty())
    return success();
  if (program.isLowered)
    return program.emitError() << "is lowered already: only functions on Lift "
                                  "arrays can be drawn";
  // Whoever compiles it says what else there is to say.
  ScopedDiagnosticHandler handler(
      program.module.get().getContext(), [](Diagnostic &diagnostic) {
        return success(diagnostic.getSeverity() != DiagnosticSeverity::Error);
      });
  Program divided;
  if (failed(transform(program, options, divided, "lift-to-work-items")))
    return failure();
  return writeToolOutput(
      options.draw, drawKernels(divided.entry, inputs.sizes, inputs.arguments));
}

/// Tests that a package takes the sizes that are given, if these are all.
static runtime::Status checkSizes(const runtime::Package &package,
                                  const runtime::SizeValues &sizes) {
  for (const std::string &name : package.sizes)
    if (!sizes.count(name))
      return {};
  return runtime::checkRequirements(
      runtime::chooseVariant(package, sizes, /*computeUnits=*/0), sizes);
}

/// Writes a package.
static ExitCode emitPackage(const Program &program, const Options &options) {
  FailureOr<runtime::Package> package = compilePackage(program, options);
  if (failed(package))
    return BadInput;
  runtime::Status status =
      runtime::checkSizeNames(options.sizes, package->sizes);
  if (status)
    status = checkSizes(*package, options.sizes);
  if (!status)
    return failRun(status.getError(), program.module.get().getContext());
  if (options.optimize && !options.isAssumed && !options.sizes.empty())
    package->madeFor = runtime::formatSizes(package->sizes, options.sizes);
  status = runtime::writePackage(options.packageFolder, *package);
  if (!status) {
    reportError(status.getError().message);
    return BadInput;
  }
  return Success;
}

/// Runs what has been loaded on a device.
static ExitCode compileAndRun(Program &program, const Program &reference,
                              Options options) {
  FailureOr<CompiledProgram> compiled = failure();
  // Of the values that a solver chooses for tuning names inputs must know.
  bool isSolved = options.mapping == "solve" && !program.isLowered;
  if (isSolved) {
    chooseForDevice(options, program.module.get().getContext());
    compiled = compile(program, options);
    if (failed(compiled))
      return BadInput;
    for (const std::string &name : program.paramNames)
      if (auto chosen = compiled->params.find(name);
          chosen != compiled->params.end())
        options.params.insert(*chosen);
  }
  // Sizes that it does not take are refused before there is memory for them.
  Options chosen = options;
  ExitCode exitCode = BadInput;
  auto compileFor = [&](const SizeBindings &sizes) -> LogicalResult {
    if (!isSolved) {
      chosen = chooseFor(options, program, sizes);
      compiled = compile(program, chosen);
    }
    if (failed(compiled))
      return failure();
    runtime::Status status = checkSizes(compiled->package, sizes);
    if (!status)
      exitCode = failRun(status.getError(), program.module.get().getContext());
    return success(bool(status));
  };
  FailureOr<Inputs> inputs = prepareInputs(program, options, compileFor);
  if (failed(inputs))
    return exitCode;
  options = chosen;
  if (options.verify && failed(checkNotLowered(reference)))
    return BadInput;
  if (options.verify && failed(checkUserFunctions(reference, options)))
    return RunFailed;
  if (failed(drawProgram(program, *inputs, options)))
    return BadInput;
  return runCompiled(program, *compiled, reference, *inputs, options);
}

/// Runs what has been loaded.
static ExitCode runProgram(Program &program, const Program &reference,
                           const Options &options) {
  if (!options.packageFolder.empty())
    return emitPackage(program, options);
  if (options.engine == Engine::Device)
    return compileAndRun(program, reference, options);
  FailureOr<Inputs> inputs = prepareInputs(program, options);
  if (failed(inputs) ||
      failed(drawProgram(program, *inputs,
                         chooseFor(options, program, inputs->sizes))))
    return BadInput;
  return runEvaluator(program, reference, *inputs, options);
}

/// Loads the function to verify with, from the file that --reference names.
static LogicalResult loadReference(const Program &program,
                                   const Options &options,
                                   llvm::SourceMgr &sourceMgr,
                                   Program &reference) {
  std::string name = program.getEntry().getSymName().str();
  if (failed(loadProgram(options.reference, name, sourceMgr,
                         *program.getEntry()->getContext(), reference,
                         options.tensors)))
    return failure();
  if (reference.signature == program.signature)
    return success();
  return reference.emitError()
         << "has type " << reference.signature << " in the reference, expected "
         << program.signature;
}

static LogicalResult enableRemarks(MLIRContext &context,
                                   const Options &options) {
  if (options.remarksFilter.empty())
    return success();
  // Each kind of remark needs a filter beside that of all.
  const std::string &all = options.remarksFilter;
  const remark::RemarkCategories categories{all, all, all, all, all};
  return remark::enableOptimizationRemarks(
      context, /*streamer=*/nullptr,
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
}

static ExitCode runFile(const Options &options) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllPasses();
  registerUpstreamPasses();
  MLIRContext context(registry);
  // The diagnostic shows the line; the whole operation is noise to a user.
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sourceMgr, referenceMgr;
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  UnlocatedDiagnosticHandler unlocated(&context, llvm::errs(), "lift-run");
  if (failed(enableRemarks(context, options)))
    return BadInput;
  Program program, reference;
  if (failed(loadProgram(options.inputFile, options.entry, sourceMgr, context,
                         program, options.tensors)))
    return BadInput;
  if (options.reference.empty())
    return runProgram(program, program, options);
  if (failed(loadReference(program, options, referenceMgr, reference)))
    return BadInput;
  return runProgram(program, reference, options);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  std::optional<Options> options = parseOptions(argc, argv);
  if (!options)
    return BadInput;
  if (options->listDevices)
    return printDevices(options->json);
  return runFile(*options);
}
