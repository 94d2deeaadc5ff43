//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Mapping/KernelMapping.h"
#include "LiftDialect/Mapping/Passes.h"
#include "LiftDialect/Mapping/Rules.h"
#include "LiftDialect/Mapping/Targets.h"
#include "mlir/IR/Remarks.h"

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
  FailureOr<Mapping> solve(const JointProblem &problem);

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

FailureOr<Mapping> MapParallelismPass::solve(const JointProblem &problem) {
  const ConstraintSystem &system = problem.getSystem();
  if (std::optional<Mapping> chosen = problem.getMapping()) {
    SmallVector<unsigned> wrong, slow;
    for (unsigned violated : system.check(*chosen))
      (isLimit(system.constraints[violated]) ? slow : wrong)
          .push_back(violated);
    if (!wrong.empty())
      return problem.reportConstraints(wrong,
                                       "the mapping violates constraints");
    if (!slow.empty())
      problem.reportConstraints(slow, "the mapping is right, but slow",
                                DiagnosticSeverity::Warning);
    return *chosen;
  }
  SolverOptions options;
  options.limit = uint64_t(choice) + 1;
  if (objective == "best")
    options.softConstraints = problem.getObjective();
  options.seed = seed;
  options.distance = distance;
  options.budget = solverBudget;
  SolverResult result = getMappingSolver(solver)(system, options);
  if (failed(problem.checkResult(result, options.limit)))
    return failure();
  const Mapping &mapping = result.mappings[choice];
  if (!system.verify(mapping))
    return problem.reportConstraints(
        system.check(mapping), "the solver's mapping violates constraints");
  return mapping;
}

/// Reports calls of functions on arrays: what these store, nobody sees here.
static LogicalResult checkCalls(func::FuncOp func) {
  WalkResult walk = func.walk([](CallOp call) {
    if (isScalarOp(call))
      return WalkResult::advance();
    InFlightDiagnostic diag = call.emitOpError("calls a function on arrays, '")
                              << call.getCallee() << "'";
    diag.attachNote()
        << "run lift-inline-calls first: maps of the function run "
           "with those around the call";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

/// Remarks of what a good mapping has and this one has not.
static void reportUnmet(const KernelMapping &kernel, const Mapping &mapping) {
  auto options = remark::RemarkOpts::name("mapping")
                     .category("lift-map-parallelism")
                     .function(kernel.getFunction().getName());
  for (const SoftConstraint *constraint :
       getUnmetSoftConstraints(kernel.problem, mapping))
    remark::missed(kernel.root->getLoc(), options)
        << remark::reason("{0}: {1}", constraint->name, constraint->sentence);
}

/// Leaves each tuning name its chosen value alone.
static void setParams(func::FuncOp func, ArrayRef<TuningParameter> parameters,
                      ArrayRef<unsigned> chosen) {
  SmallVector<NamedAttribute> params;
  Builder builder(func.getContext());
  for (auto [parameter, number] : llvm::zip(parameters, chosen))
    params.push_back(builder.getNamedAttr(
        parameter.name, builder.getI64ArrayAttr(parameter.values[number])));
  if (!params.empty())
    func->setAttr(LiftDialect::ParamsAttrHelper::getNameStr(),
                  builder.getDictionaryAttr(params));
}

void MapParallelismPass::runOnOperation() {
  func::FuncOp func = getOperation();
  FailureOr<MappingTarget> limits = getMappingTarget(func, target);
  if (failed(limits) || failed(checkCalls(func)))
    return signalPassFailure();
  selectVectorWidths(*limits, vectors, rules);
  FailureOr<std::vector<KernelMapping>> kernels =
      poseMappingProblems(func, *limits, dims);
  if (failed(kernels) || failed(fixMappings(*kernels, fix)))
    return signalPassFailure();
  SmallVector<unsigned> values;
  for (const KernelGroup &group : groupByNames(*kernels, *selectedRules)) {
    JointProblem problem(group.kernels, *selectedRules);
    FailureOr<Mapping> mapping = solve(problem);
    if (failed(mapping))
      return signalPassFailure();
    for (auto [number, kernel] : llvm::enumerate(group.kernels)) {
      Mapping own = problem.getMapping(number, *mapping);
      kernel->apply(own);
      reportUnmet(*kernel, own);
    }
    // Every solution has a value for each name: that of who speaks of it
    // counts.
    ArrayRef<unsigned> names = problem.getNames(*mapping);
    if (values.empty())
      values.assign(names.begin(), names.end());
    for (unsigned name : group.names)
      values[name] = names[name];
  }
  if (!kernels->empty())
    setParams(func, kernels->front().problem.parameters, values);
}
