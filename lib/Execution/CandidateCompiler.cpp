//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file compiles the candidates of a search. The passes of lift-to-gpu are
// run in three parts: up to kernels, once for each schedule; then the choices
// are written into a copy; then the rest, which is kept for the next candidate.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Execution/Candidate.h"

#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "LiftDialect/Mapping/Passes.h"
#include "LiftDialect/Mapping/Targets.h"
#include "LiftDialect/Pipelines/Pipelines.h"
#include "LiftDialect/Strategies/Passes.h"
#include "LiftDialect/Transforms/Passes.h"
#include "Lowered.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

/// The program after a schedule.
struct CandidateCompiler::Version {
  /// Kernels as the program and the schedule leave them.
  OwningOpRef<ModuleOp> module;
  /// The same, with tuning names for local sizes, and its problems; none as
  /// long as nobody has asked for them.
  OwningOpRef<ModuleOp> posed;
  std::vector<KernelMapping> kernels;
};

CandidateCompiler::CandidateCompiler(const Program &program,
                                     CandidateSettings settings)
    : program(program), settings(std::move(settings)) {
  assert(!program.isLowered && "nothing is left to be chosen");
  // Problems are posed outside of passes, which load what they make.
  program.module.get()
      .getContext()
      ->loadDialect<loop::LoopDialect, vector::VectorDialect>();
}

CandidateCompiler::~CandidateCompiler() = default;

//===----------------------------------------------------------------------===//
// What candidates have in common
//===----------------------------------------------------------------------===//

LogicalResult CandidateCompiler::applySchedule(ModuleOp module,
                                               StringRef schedule) {
  PassManager pm(module.getContext());
  if (!settings.target.empty())
    pm.addPass(createSetTargetPass({settings.target}));
  pm.addPass(createInlineCallsPass());
  pm.addNestedPass<func::FuncOp>(createNormalizePass());
  pm.addNestedPass<func::FuncOp>(createFuseProducersPass());
  pm.addNestedPass<func::FuncOp>(createNormalizePass());
  ApplySchedulePassOptions options;
  options.text = schedule.str();
  pm.addPass(createApplySchedulePass(options));
  return pm.run(module);
}

FailureOr<CandidateCompiler::Version *>
CandidateCompiler::getVersion(StringRef schedule) {
  std::unique_ptr<Version> &version = versions[schedule.str()];
  if (version)
    return version.get();
  OwningOpRef<ModuleOp> module = copyForEntry(program);
  PassManager pm(module->getContext());
  pm.addPass(createSymbolDCEPass());
  LiftToGPUOptions options;
  options.target = settings.target;
  // Names keep all their values, and nothing is chosen.
  options.mapping = MappingChoice::Solve;
  buildLiftToKernelsPipeline(pm, options);
  if ((!schedule.empty() && failed(applySchedule(*module, schedule))) ||
      failed(pm.run(*module)))
    return failure();
  version = std::make_unique<Version>();
  version->module = std::move(module);
  return version.get();
}

FailureOr<ArrayRef<KernelMapping>>
CandidateCompiler::getKernels(StringRef schedule) {
  FailureOr<Version *> version = getVersion(schedule);
  if (failed(version))
    return failure();
  if (!(*version)->posed) {
    OwningOpRef<ModuleOp> module = (*version)->module->clone();
    auto func =
        module->lookupSymbol<func::FuncOp>(program.getEntry().getSymNameAttr());
    FailureOr<MappingTarget> target = getMappingTarget(func, settings.target);
    if (failed(target))
      return failure();
    FailureOr<std::vector<KernelMapping>> kernels =
        poseMappingProblems(func, *target, settings.dims);
    if (failed(kernels))
      return failure();
    (*version)->posed = std::move(module);
    (*version)->kernels = std::move(*kernels);
  }
  return ArrayRef((*version)->kernels);
}

FailureOr<PassManager *>
CandidateCompiler::getBackEnd(ArrayRef<std::string> options) {
  std::string text = llvm::join(options, " ");
  std::unique_ptr<PassManager> &pm = backEnds[text];
  if (pm)
    return pm.get();
  MLIRContext *context = program.module.get().getContext();
  LiftToGPUOptions parsed;
  std::string message;
  llvm::raw_string_ostream os(message);
  if (failed(parsed.parseFromString(text, os)))
    return emitError(UnknownLoc::get(context), "a candidate's options '")
           << text << "' are not those of lift-to-gpu: " << message;
  if (parsed.mapping == MappingChoice::Solve || !parsed.target.empty() ||
      !parsed.params.empty() || !parsed.sizes.empty())
    return emitError(UnknownLoc::get(context), "a candidate's options '")
           << text
           << "' choose what its other fields, or its search, are to choose";
  pm = std::make_unique<PassManager>(context);
  buildKernelsToGPUPipeline(*pm, parsed);
  return pm.get();
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

Candidate CandidateCompiler::getCandidate(ArrayRef<KernelMapping> kernels,
                                          ArrayRef<Mapping> mappings,
                                          StringRef schedule) {
  Candidate candidate;
  candidate.schedule = schedule.str();
  for (auto [kernel, mapping] : llvm::zip_equal(kernels, mappings)) {
    auto [codes, numbers] =
        std::pair(ArrayRef(mapping).take_front(kernel.maps.size()),
                  ArrayRef(mapping).drop_front(kernel.maps.size()));
    candidate.mapping.emplace_back(codes.begin(), codes.end());
    std::vector<int64_t> widths;
    for (MapOp map : kernel.maps)
      widths.push_back(map.getVectorWidth().value_or(1));
    for (auto [parameter, number] :
         llvm::zip_equal(kernel.problem.parameters, numbers)) {
      int64_t value = parameter.values[number];
      if (parameter.map)
        widths[*parameter.map] = value;
      else
        candidate.parameters[parameter.name] = value;
    }
    candidate.widths.push_back(std::move(widths));
  }
  return candidate;
}

/// The maps of each kernel that has some, in the order of the function.
static SmallVector<SmallVector<MapOp>> getMapsOfKernels(func::FuncOp func) {
  SmallVector<SmallVector<MapOp>> kernels;
  for (auto kernel : func.getOps<KernelOp>())
    if (SmallVector<MapOp> maps = getKernelMaps(kernel); !maps.empty())
      kernels.push_back(std::move(maps));
  return kernels;
}

/// Calls `set` with each map and its choice. `field` names the choices.
template <typename Choice>
static LogicalResult
setChoices(func::FuncOp func, StringRef field,
           ArrayRef<std::vector<Choice>> choices,
           function_ref<LogicalResult(MapOp, Choice)> set) {
  if (choices.empty())
    return success();
  SmallVector<SmallVector<MapOp>> kernels = getMapsOfKernels(func);
  if (kernels.size() != choices.size())
    return func.emitError("has ")
           << kernels.size() << " kernels with maps, and the candidate a "
           << field << " for " << choices.size();
  for (auto [maps, values] : llvm::zip_equal(kernels, choices)) {
    if (maps.size() != values.size())
      return maps.front()->template getParentOfType<KernelOp>().emitError(
                 "has ")
             << maps.size() << " maps, and the candidate a " << field << " for "
             << values.size();
    for (auto [map, value] : llvm::zip_equal(maps, values))
      if (failed(set(map, value)))
        return failure();
  }
  return success();
}

static LogicalResult setMappings(func::FuncOp func,
                                 const Candidate &candidate) {
  auto setCode = [](MapOp map, unsigned code) -> LogicalResult {
    if (code >= kNumCodes || !(kAllCodes & getCodeSet(code)))
      return map.emitError("is given the mapping ")
             << code << " by the candidate, which is none";
    map.setMappingAttr(getMappingAttr(map.getContext(), code));
    return success();
  };
  auto setWidth = [](MapOp map, int64_t width) -> LogicalResult {
    if (width != 1 && !isVectorWidth(width))
      return map.emitError("is given the vector width ")
             << width << " by the candidate, which is none";
    setVectorWidth(map, width);
    return success();
  };
  if (failed(setChoices<unsigned>(func, "mapping", candidate.mapping, setCode)))
    return failure();
  return setChoices<int64_t>(func, "width", candidate.widths, setWidth);
}

/// Gives tuning names their values.
static LogicalResult bindParameters(ModuleOp module, func::FuncOp func,
                                    const Candidate &candidate) {
  if (!candidate.mapping.empty())
    for (const auto &[name, values] : getTuningParameters(func))
      if (!candidate.parameters.count(name) && values.size() > 1)
        return func.emitError("has the tuning name '")
               << name << "', to which the candidate gives no value";
  PassManager pm(module.getContext());
  BindParamsPassOptions options;
  for (const auto &[name, value] : candidate.parameters)
    options.params.push_back(name + "=" + std::to_string(value));
  pm.addPass(createBindParamsPass(options));
  return pm.run(module);
}

FailureOr<CompiledProgram>
CandidateCompiler::compile(const Candidate &candidate) {
  FailureOr<PassManager *> backEnd = getBackEnd(candidate.options);
  FailureOr<Version *> version = getVersion(candidate.schedule);
  // Who chooses a mapping chooses local sizes, too.
  if (failed(backEnd) || failed(version) ||
      (!candidate.mapping.empty() && failed(getKernels(candidate.schedule))))
    return failure();
  OwningOpRef<ModuleOp> &source =
      candidate.mapping.empty() ? (*version)->module : (*version)->posed;
  Program lowered;
  lowered.module = source->clone();
  auto func = lowered.module->lookupSymbol<func::FuncOp>(
      program.getEntry().getSymNameAttr());
  if (failed(setMappings(func, candidate)) ||
      failed(bindParameters(*lowered.module, func, candidate)) ||
      failed((*backEnd)->run(*lowered.module)) ||
      failed(describeTransformed(program, lowered)))
    return failure();
  return packageLowered(program, std::move(lowered), settings.forms,
                        /*nativeHalf=*/false);
}
