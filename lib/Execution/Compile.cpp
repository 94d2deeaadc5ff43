//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lowered.h"

#include "LiftDialect/Analysis/KernelMemory.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Execution/HostToPackage.h"
#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/Mapping/Targets.h"
#include "LiftDialect/Pipelines/Pipelines.h"
#include "LiftDialect/Target/OpenCL/OpenCLEmitter.h"
#include "LiftDialect/Target/SPIRV/SPIRVBinary.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

/// The options of lift-to-gpu, as text.
static std::string getLoweringOptions(const ExecutionOptions &options) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "unsafe-mapping=" << options.unsafeMapping
     << " mapping=" << options.mapping << " optimize=" << options.optimize
     << " assumed=" << options.assumed;
  for (const std::string &option : options.lowering)
    os << " " << option;
  if (!options.target.empty())
    os << " target=" << options.target;
  else if (!options.optimizeFor.empty())
    os << " optimize-for=" << options.optimizeFor;
  auto printValues = [&](StringRef option,
                         const std::map<std::string, int64_t> &values) {
    if (values.empty())
      return;
    os << " " << option << "=";
    llvm::interleave(
        values, os,
        [&](const auto &value) { os << value.first << "=" << value.second; },
        ",");
  };
  printValues("params", options.params);
  printValues("sizes", options.expectedSizes);
  return text;
}

/// The passes to run, as text.
static std::string getPipeline(const ExecutionOptions &options,
                               StringRef name) {
  if (!options.pipeline.empty())
    return options.pipeline;
  // Functions that nobody runs need not be lowered.
  return ("symbol-dce," + name + "{" + getLoweringOptions(options) + "}").str();
}

static InFlightDiagnostic
emitWrongPipeline(MLIRContext *context, StringRef pipeline, StringRef message) {
  return emitError(UnknownLoc::get(context), "cannot lower with '")
         << pipeline << "': " << message.trim();
}

static LogicalResult
runPipeline(ModuleOp module, const ExecutionOptions &options, StringRef name) {
  PassManager pm(module.getContext());
  std::string message;
  llvm::raw_string_ostream os(message);
  std::string pipeline = getPipeline(options, name);
  if (failed(parsePassPipeline(pipeline, pm, os)))
    return emitWrongPipeline(module.getContext(), pipeline, message);
  return pm.run(module);
}

/// Tests that the lowered function takes and returns what the original does.
static LogicalResult checkBoundary(const Program &program,
                                   const Program &lowered) {
  if (lowered.isLowered &&
      lowered.arguments.size() == program.arguments.size() &&
      lowered.results.size() == program.results.size())
    return success();
  return lowered.emitError()
         << "has no '" << LiftDialect::SignatureAttrHelper::getNameStr()
         << "' of " << program.arguments.size() << " arguments and "
         << program.results.size() << " results after lowering";
}

OwningOpRef<ModuleOp> run::copyForEntry(const Program &program) {
  OwningOpRef<ModuleOp> module = program.module.get().clone();
  StringRef name = program.getEntry().getSymName();
  for (auto func : module->getOps<func::FuncOp>())
    func.setVisibility(func.getSymName() == name
                           ? SymbolTable::Visibility::Public
                           : SymbolTable::Visibility::Private);
  return module;
}

LogicalResult run::describeTransformed(const Program &program,
                                       Program &transformed) {
  StringRef name = program.getEntry().getSymName();
  transformed.entry = transformed.module->lookupSymbol<func::FuncOp>(name);
  if (!transformed.entry)
    return transformed.module->emitError("has no function '@")
           << name << "' after lowering";
  return describeProgram(transformed);
}

LogicalResult run::transform(const Program &program,
                             const ExecutionOptions &options,
                             Program &transformed, StringRef pipeline) {
  if (program.isLowered) {
    transformed.module = program.module.get().clone();
  } else {
    transformed.module = copyForEntry(program);
    if (failed(runPipeline(*transformed.module, options, pipeline)))
      return failure();
  }
  return describeTransformed(program, transformed);
}

/// The device that `text` names among those of an API; nothing if there is
/// none: that is reported by who opens it.
static std::optional<runtime::DeviceInfo> findDevice(const std::string &text,
                                                     runtime::Api api) {
  runtime::Result<std::vector<runtime::DeviceInfo>> devices =
      runtime::listDevices(api);
  if (!devices)
    return std::nullopt;
  runtime::Result<size_t> device = runtime::chooseDevice(*devices, text, api);
  if (!device)
    return std::nullopt;
  return (*devices)[*device];
}

void run::chooseForDevice(ExecutionOptions &options, MLIRContext *context) {
  std::optional<runtime::DeviceInfo> device =
      findDevice(options.device, options.api);
  if (!device)
    return;
  options.optimizeFor =
      findMappingTarget(context, device->platform + " " + device->name);
  options.nativeHalf = device->hasHalf;
}

//===----------------------------------------------------------------------===//
// Printing kernels
//===----------------------------------------------------------------------===//

static FailureOr<std::string> printOpenCLC(ModuleOp module, bool nativeHalf) {
  std::string source;
  llvm::raw_string_ostream os(source);
  OpenCLEmitterOptions emission;
  emission.nativeHalf = nativeHalf;
  emission.isForPackage = true;
  if (failed(translateToOpenCL(module, os, emission)))
    return failure();
  return source;
}

/// The kernels of `module` in one form.
static FailureOr<runtime::ProgramForm>
printForm(runtime::Form form, ModuleOp module, bool nativeHalf) {
  FailureOr<std::string> bytes = failure();
  switch (form) {
  case runtime::Form::OpenCLC:
    bytes = printOpenCLC(module, nativeHalf);
    break;
  case runtime::Form::SPIRVOpenCL:
    bytes = translateToSPIRV(module, SPIRVFlavor::OpenCL);
    break;
  case runtime::Form::SPIRVVulkan:
    bytes = translateToSPIRV(module, SPIRVFlavor::Vulkan);
    break;
  }
  if (failed(bytes))
    return failure();
  runtime::Result<runtime::ProgramForm> program =
      runtime::makeProgramForm(form, std::move(*bytes));
  if (!program)
    return module.emitError()
           << "the program in the form '" << runtime::getName(form) << "' "
           << program.getError().message;
  if (form == runtime::Form::OpenCLC)
    module.walk([&](gpu::GPUFuncOp kernel) {
      if (std::optional<int64_t> limit = getRegisterLimit(kernel))
        program->maxRegisters = limit;
    });
  return std::move(*program);
}

/// The forms that are asked for.
static std::vector<runtime::Form> getForms(const ExecutionOptions &options) {
  if (options.forms.empty())
    return {runtime::getForm(options.api)};
  return options.forms;
}

std::optional<std::string>
run::describeCompilation(const ExecutionOptions &options) {
  if (!options.pipeline.empty())
    return std::nullopt;
  std::string text = getPipeline(options, "lift-to-gpu");
  for (runtime::Form form : getForms(options))
    text += std::string(" ") + runtime::getName(form);
  if (options.nativeHalf)
    text += " half";
  return text;
}

FailureOr<CompiledProgram> run::packageLowered(const Program &program,
                                               Program lowered,
                                               ArrayRef<runtime::Form> forms,
                                               bool nativeHalf) {
  if (failed(checkBoundary(program, lowered)))
    return failure();
  CompiledProgram compiled;
  compiled.lowered = std::move(lowered);
  FailureOr<runtime::Package> package = translateToPackage(compiled.lowered);
  if (failed(package))
    return failure();
  for (runtime::Form form : forms) {
    FailureOr<runtime::ProgramForm> printed =
        printForm(form, *compiled.lowered.module, nativeHalf);
    if (failed(printed))
      return failure();
    package->programs.push_back(std::move(*printed));
  }
  compiled.package = std::move(*package);
  if (auto chosen = compiled.lowered.entry->getAttrOfType<DictionaryAttr>(
          LiftDialect::ChosenAttrHelper::getNameStr()))
    for (NamedAttribute value : chosen)
      if (auto number = dyn_cast<IntegerAttr>(value.getValue()))
        compiled.params[value.getName().str()] = number.getInt();
  return compiled;
}

FailureOr<CompiledProgram> run::compile(const Program &program,
                                        const ExecutionOptions &options) {
  Program lowered;
  if (failed(transform(program, options, lowered)))
    return failure();
  return packageLowered(program, std::move(lowered), getForms(options),
                        options.nativeHalf);
}

/// The sizes and devices that the functions of a program are fast for, which
/// are then no part of them any more.
static std::vector<runtime::Requirement> takePreferences(ModuleOp module) {
  using Comparison = runtime::Requirement::Comparison;
  llvm::SetVector<ConstraintAttr> constraints;
  for (auto func : module.getOps<func::FuncOp>())
    if (auto own = dyn_cast_or_null<ArrayAttr>(
            func->removeAttr(LiftDialect::PrefersAttrHelper::getNameStr())))
      constraints.insert_range(own.getAsRange<ConstraintAttr>());
  std::vector<runtime::Requirement> preferences;
  for (ConstraintAttr constraint : constraints) {
    const Expr &lhs = constraint.getLhs().getValue(),
               &rhs = constraint.getRhs().getValue();
    switch (constraint.getKind()) {
    case ConstraintKind::Divides:
      preferences.push_back({Expr::mod(rhs, lhs), Comparison::EQ, 0, {}});
      break;
    case ConstraintKind::LessEqual:
      preferences.push_back({lhs, Comparison::LE, rhs, {}});
      break;
    case ConstraintKind::Equal:
      preferences.push_back({lhs, Comparison::EQ, rhs, {}});
      break;
    }
  }
  return preferences;
}

FailureOr<std::optional<CompiledProgram>>
run::compileUnlessKnown(const Program &program, const ExecutionOptions &options,
                        std::set<std::string> &known) {
  assert(options.pipeline.empty() && !program.isLowered &&
         "only lift-to-gpu is run in two parts");
  MLIRContext *context = program.module.get().getContext();
  const std::string text = getLoweringOptions(options);
  LiftToGPUOptions parsed;
  std::string message;
  llvm::raw_string_ostream os(message);
  if (failed(parsed.parseFromString(text, os)))
    return emitWrongPipeline(context, text, message);
  Program lowered;
  lowered.module = copyForEntry(program);
  PassManager toKernels(context), toGPU(context);
  toKernels.addPass(createSymbolDCEPass());
  buildLiftToKernelsPipeline(toKernels, parsed);
  if (failed(toKernels.run(*lowered.module)))
    return failure();
  std::vector<runtime::Requirement> preferences =
      takePreferences(*lowered.module);
  std::string kernels;
  llvm::raw_string_ostream(kernels) << *lowered.module;
  if (!known.insert(std::move(kernels)).second)
    return std::optional<CompiledProgram>();
  buildKernelsToGPUPipeline(toGPU, parsed);
  if (failed(toGPU.run(*lowered.module)) ||
      failed(describeTransformed(program, lowered)))
    return failure();
  FailureOr<CompiledProgram> compiled = packageLowered(
      program, std::move(lowered), getForms(options), options.nativeHalf);
  if (failed(compiled))
    return failure();
  compiled->package.preferences = std::move(preferences);
  return std::optional(std::move(*compiled));
}

FailureOr<runtime::ProgramForm>
run::printTogether(ArrayRef<const CompiledProgram *> programs,
                   const ExecutionOptions &options) {
  assert(!programs.empty() && "nothing to print");
  MLIRContext *context = programs.front()->lowered.module.get().getContext();
  OwningOpRef<ModuleOp> all = ModuleOp::create(UnknownLoc::get(context));
  for (const CompiledProgram *program : programs)
    for (auto module : program->lowered.module.get().getOps<gpu::GPUModuleOp>())
      all->push_back(module->clone());
  return printForm(runtime::getForm(options.api), *all, options.nativeHalf);
}

FailureOr<std::string> run::printKernels(const CompiledProgram &program,
                                         runtime::Api api) {
  ModuleOp module = program.lowered.module.get();
  switch (api) {
  case runtime::Api::OpenCL:
    return program.package.findForm(runtime::Form::OpenCLC)->bytes;
  case runtime::Api::OpenCLIL:
    return printSPIRV(module, SPIRVFlavor::OpenCL);
  case runtime::Api::Vulkan:
    return printSPIRV(module, SPIRVFlavor::Vulkan);
  }
  llvm_unreachable("unknown API");
}
