//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/KernelMapping.h"
#include "LiftDialect/Mapping/Passes.h"
#include "LiftDialect/Mapping/Rules.h"
#include "LiftDialect/Mapping/Targets.h"
#include "LiftDialect/Transforms/Passes.h"

namespace mlir::lift {
#define GEN_PASS_DEF_MAPPARALLELISMPASS
#include "LiftDialect/Mapping/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct MapParallelismPass final
    : lift::impl::MapParallelismPassBase<MapParallelismPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  FailureOr<Mapping> map(KernelMapping &kernel);

  std::optional<std::vector<MappingRule>> selectedRules;
};
} // namespace

LogicalResult MapParallelismPass::initialize(MLIRContext *context) {
  Location loc = UnknownLoc::get(context);
  std::string error;
  selectedRules = getMappingRules(rules, with, without, error);
  if (!selectedRules)
    return emitError(loc, error);
  if (objective != "best" && objective != "any")
    return emitError(loc, "unknown objective '")
           << objective << "' (expected best or any)";
  return checkMappingOptions(loc, solver, dims);
}

FailureOr<Mapping> MapParallelismPass::map(KernelMapping &kernel) {
  if (failed(fixMappings(kernel, fix)))
    return failure();
  ConstraintSystem system = getConstraintSystem(kernel.problem, *selectedRules);
  if (std::optional<Mapping> chosen = kernel.getMapping()) {
    SmallVector<unsigned> wrong, slow;
    for (unsigned violated : system.check(*chosen))
      (isLimit(system.constraints[violated]) ? slow : wrong)
          .push_back(violated);
    if (!wrong.empty())
      return reportConstraints(kernel, system, wrong,
                               "the mapping violates constraints");
    if (!slow.empty())
      reportConstraints(kernel, system, slow, "the mapping is right, but slow",
                        DiagnosticSeverity::Warning);
    kernel.apply(*chosen);
    return *chosen;
  }
  SolverOptions options;
  options.limit = uint64_t(choice) + 1;
  if (objective == "best")
    options.wishes = getObjective(kernel.problem);
  options.seed = seed;
  options.distance = distance;
  options.budget = solverBudget;
  SolverResult result = getMappingSolver(solver)(system, options);
  if (failed(checkResult(kernel, system, result, options.limit)))
    return failure();
  const Mapping &mapping = result.mappings[choice];
  if (!system.verify(mapping))
    return emitError(kernel.root->getLoc(),
                     "the solver's mapping violates constraints");
  kernel.apply(mapping);
  return mapping;
}

void MapParallelismPass::runOnOperation() {
  FailureOr<MappingTarget> limits = getMappingTarget(getOperation(), target);
  if (failed(limits))
    return signalPassFailure();
  selectVectorWidths(*limits, vectors, rules);
  // A mapping is right for values that are where they are.
  inferSpaces(getOperation(), kPrivateLimit, /*isMapped=*/false);
  FailureOr<std::vector<KernelMapping>> kernels =
      getKernelMappings(getOperation(), *limits, dims);
  if (failed(kernels))
    return signalPassFailure();
  // The kernels of a function share its tuning names: those of the first
  // choose.
  SmallVector<unsigned> values;
  for (KernelMapping &kernel : *kernels) {
    for (auto [parameter, value] : llvm::zip(kernel.problem.parameters, values))
      parameter.choice = value;
    FailureOr<Mapping> mapping = map(kernel);
    if (failed(mapping))
      return signalPassFailure();
    values = llvm::to_vector(ArrayRef(*mapping).slice(
        kernel.maps.size(), kernel.problem.getNumTuningNames()));
  }
}
