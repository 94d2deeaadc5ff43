//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/InitAll.h"
#include "Report.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

/// Tells the user and writes the outputs of a run.
static ExitCode finish(const Report &report) {
  if (report.options.json)
    printJson(report, llvm::outs());
  else
    printText(report, llvm::outs());
  llvm::outs().flush();
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

static ExitCode runEvaluator(const Program &program, const Inputs &inputs,
                             const Options &options) {
  if (failed(checkNotLowered(program)))
    return BadInput;
  EvaluationOptions evaluation;
  evaluation.sizes = inputs.sizes;
  FailureOr<SmallVector<HostArray>> results =
      evaluate(program.entry, inputs.arguments, evaluation);
  if (failed(results) || failed(writeOutputs(program, options, *results)))
    return BadInput;
  std::optional<Verification> none;
  return finish({program, options, inputs, *results, nullptr, nullptr, none});
}

/// Runs `program`; `reference` is what it is verified with.
static ExitCode runOpenCL(const Program &program, const Program &reference,
                          const Inputs &inputs, const Options &options) {
  if (options.verify && failed(checkNotLowered(reference)))
    return BadInput;
  if (options.verify && failed(checkUserFunctions(reference, options)))
    return RunFailed;
  FailureOr<CompiledProgram> compiled = compile(program, options);
  if (failed(compiled))
    return BadInput;
  DeviceRun run = runOnDevice(*compiled, inputs, options);
  if (run.exitCode != Success)
    return run.exitCode;
  if (failed(writeOutputs(program, options, run.results)))
    return BadInput;
  std::optional<Verification> verification;
  if (options.verify) {
    verification = verifyResults(reference, inputs, options, run.results);
    if (!verification)
      return BadInput;
  }
  return finish({program, options, inputs, run.results, &*compiled, &run.report,
                 verification});
}

/// Runs what has been loaded.
static ExitCode runProgram(Program &program, const Program &reference,
                           const Options &options) {
  FailureOr<Inputs> inputs = prepareInputs(program, options);
  if (failed(inputs))
    return BadInput;
  return options.engine == Engine::Evaluate
             ? runEvaluator(program, *inputs, options)
             : runOpenCL(program, reference, *inputs, options);
}

/// Loads the function to verify with, from the file that --reference names.
static LogicalResult loadReference(const Program &program,
                                   const Options &options,
                                   llvm::SourceMgr &sourceMgr,
                                   Program &reference) {
  std::string name = program.getEntry().getSymName().str();
  if (failed(loadProgram(options.reference, name, sourceMgr,
                         *program.getEntry()->getContext(), reference)))
    return failure();
  if (reference.signature == program.signature)
    return success();
  return reference.emitError()
         << "has type " << reference.signature << " in the reference, expected "
         << program.signature;
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
  Program program, reference;
  if (failed(loadProgram(options.inputFile, options.entry, sourceMgr, context,
                         program)))
    return BadInput;
  if (options.reference.empty())
    return runProgram(program, program, options);
  if (failed(loadReference(program, options, referenceMgr, reference)))
    return BadInput;
  return runProgram(program, reference, options);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  setErrorHandler([](const Twine &message) {
    llvm::WithColor::error(llvm::errs(), "lift-run") << message << "\n";
  });
  std::optional<Options> options = parseOptions(argc, argv);
  if (!options)
    return BadInput;
  if (options->listDevices)
    return printDevices(options->json, llvm::outs());
  return runFile(*options);
}
