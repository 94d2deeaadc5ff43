//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The translations of lift-translate that are about mappings.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Loop/LoopOps.h"
#include "LiftDialect/Mapping/KernelMapping.h"
#include "LiftDialect/Mapping/Rules.h"
#include "LiftDialect/Mapping/Solver.h"
#include "LiftDialect/Mapping/Targets.h"
#include "mlir/Dialect/SMT/IR/SMTDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/SMTLIB/ExportSMTLIB.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::lift;
namespace cl = llvm::cl;

namespace {
/// Which mappings are asked for on the command line.
struct ProblemOptions {
  cl::opt<std::string> rules{"rules", cl::init(kDefaultMappingRules),
                             cl::desc("Which rules a mapping satisfies"),
                             cl::value_desc("set")};
  cl::list<std::string> with{"with", cl::CommaSeparated,
                             cl::desc("Rules of any set to be satisfied too"),
                             cl::value_desc("rules")};
  cl::list<std::string> without{"without", cl::CommaSeparated,
                                cl::desc("Rules of the set to be left out"),
                                cl::value_desc("rules")};
  cl::opt<unsigned> dims{"dims", cl::init(kMaxLaunchDims),
                         cl::desc("Dimensions of a launch, 1 to 3")};
  const std::string targetText =
      "What the kernels run on: " + describeTargetOption();
  cl::opt<std::string> target{"target", cl::desc(targetText)};
  cl::list<std::string> fix{
      "fix", cl::CommaSeparated, cl::value_desc("map=mapping"),
      cl::desc("Choices that are made already, as 2=wrg(0): the number of the "
               "map in pre-order, and its mapping, as 2=vector(4): its vector "
               "width, or as TM=16: the value of a tuning name")};
  cl::opt<bool> vectors{
      "vectors", cl::init(true),
      cl::desc("Choose vector widths, too, if the target lists some")};
};

/// How they are found, and how many.
struct SearchOptions {
  cl::opt<std::string> solver{"solver", cl::init("z3"),
                              cl::desc("Who solves: z3 or enumerate")};
  cl::opt<uint64_t> limit{
      "limit", cl::init(0),
      cl::desc("How many mappings to list; 0 for all, in sorted order")};
  cl::opt<unsigned> seed{
      "seed", cl::init(0),
      cl::desc("Which of the mappings to list, if not all are")};
  cl::opt<unsigned> distance{
      "distance", cl::init(1),
      cl::desc("In how many maps any two listed mappings differ at least")};
  cl::opt<uint64_t> budget{
      "solver-budget", cl::init(SolverOptions().budget),
      cl::desc(
          "What the solver may spend on one mapping, in units of its own")};
};

struct Options {
  ProblemOptions problem;
  SearchOptions search;
};
} // namespace

static Options &getOptions() {
  static Options options;
  return options;
}

/// Calls `process` for each kernel.
static LogicalResult
forEachKernel(Operation *op,
              function_ref<LogicalResult(const JointProblem &)> process) {
  const ProblemOptions &options = getOptions().problem;
  op->getContext()->loadDialect<loop::LoopDialect, vector::VectorDialect>();
  if (failed(checkMappingOptions(op->getLoc(), getOptions().search.solver,
                                 options.dims)))
    return failure();
  std::string error;
  std::optional<std::vector<MappingRule>> rules =
      getMappingRules(options.rules, options.with, options.without, error);
  if (!rules)
    return emitError(op->getLoc(), error);
  FailureOr<MappingTarget> target = getMappingTarget(op, options.target);
  if (failed(target))
    return failure();
  selectVectorWidths(*target, options.vectors, options.rules);
  WalkResult result = op->walk([&](func::FuncOp func) {
    FailureOr<std::vector<KernelMapping>> kernels =
        poseMappingProblems(func, *target, options.dims);
    if (failed(kernels) || failed(fixMappings(*kernels, options.fix)))
      return WalkResult::interrupt();
    for (const KernelMapping &kernel : *kernels)
      if (failed(process(JointProblem(&kernel, *rules))))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Translations
//===----------------------------------------------------------------------===//

static SolverResult solve(const ConstraintSystem &system, uint64_t limit) {
  const SearchOptions &options = getOptions().search;
  SolverOptions solverOptions;
  solverOptions.limit = limit;
  solverOptions.seed = options.seed;
  solverOptions.distance = options.distance;
  solverOptions.budget = options.budget;
  return getMappingSolver(options.solver)(system, solverOptions);
}

static LogicalResult listMappings(const JointProblem &joint, raw_ostream &os) {
  const KernelMapping &kernel = joint.getKernel(0);
  const ConstraintSystem &system = joint.getSystem();
  uint64_t limit = getOptions().search.limit;
  if (!limit)
    limit = SolverOptions().limit;
  SolverResult result = solve(system, limit);
  // A list may be shorter than asked for, but not cut off.
  if (result.status == SolverResult::Status::Unknown &&
      failed(joint.checkResult(result, limit)))
    return failure();
  for (const Mapping &mapping : result.mappings) {
    llvm::interleave(ArrayRef(mapping).take_front(kernel.maps.size()), os, " ");
    for (const std::string &value : kernel.problem.getChosenValues(mapping))
      os << ' ' << value;
    os << '\n';
  }
  return success();
}

static LogicalResult explainMapping(const JointProblem &joint,
                                    raw_ostream &os) {
  const KernelMapping &kernel = joint.getKernel(0);
  const ConstraintSystem &system = joint.getSystem();
  SolverResult result = solve(system, /*limit=*/1);
  if (failed(joint.checkResult(result, /*count=*/1)))
    return failure();
  os << "possible:";
  const Mapping &mapping = result.mappings.front();
  for (auto [map, code] : llvm::zip(kernel.problem.maps, mapping))
    os << ' ' << map.name << ' ' << getCodeName(code);
  for (const std::string &value : kernel.problem.getChosenValues(mapping))
    os << ' ' << value;
  os << "\ncost: " << result.cost << '\n';
  return success();
}

static LogicalResult listConstraints(const JointProblem &joint,
                                     raw_ostream &os) {
  const KernelMapping &kernel = joint.getKernel(0);
  const ConstraintSystem &system = joint.getSystem();
  for (const MappingConstraint &constraint : system.constraints) {
    os << constraint.rule << ' ';
    if (constraint.buffer)
      os << kernel.problem.buffers[*constraint.buffer].name;
    else if (constraint.maps.empty())
      os << "kernel";
    else
      os << kernel.problem.maps[constraint.maps.front()].name;
    os << ": " << constraint.sentence << '\n';
  }
  return success();
}

static LogicalResult exportToSMTLIB(const JointProblem &joint,
                                    raw_ostream &os) {
  const KernelMapping &kernel = joint.getKernel(0);
  const ConstraintSystem &system = joint.getSystem();
  MLIRContext *context = kernel.root->getContext();
  context->loadDialect<smt::SMTDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(kernel.root->getLoc());
  OpBuilder builder(module->getBodyRegion());
  buildSMT(builder, kernel.root->getLoc(), kernel.problem, system);
  smt::SMTEmissionOptions emission;
  emission.inlineSingleUseValues = true;
  return smt::exportSMTLIB(*module, os, emission);
}

static LogicalResult printProblem(const JointProblem &joint, raw_ostream &os) {
  os << joint.getKernel(0).problem.toJson();
  return success();
}

void lift::registerMappingTranslations(
    const std::function<void(DialectRegistry &)> &registerDialects) {
  getOptions();
  auto forKernels = [](auto process) {
    return [process](Operation *op, raw_ostream &os) {
      return forEachKernel(op, [&](const JointProblem &problem) {
        return process(problem, os);
      });
    };
  };
  static TranslateFromMLIRRegistration list(
      "lift-list-mappings",
      "list the mappings that a set of rules accepts, one on a line: the codes "
      "of the maps in pre-order",
      forKernels(listMappings), registerDialects);
  static TranslateFromMLIRRegistration explain(
      "lift-explain-mapping",
      "say whether choices (given with fix) are possible, and if not, why",
      forKernels(explainMapping), registerDialects);
  static TranslateFromMLIRRegistration constraints(
      "lift-list-mapping-constraints",
      "list the constraints of a mapping: rule, map or buffer, sentence",
      forKernels(listConstraints), registerDialects);
  static TranslateFromMLIRRegistration problem(
      "lift-mapping-problem", "print what the mapping of a kernel depends on",
      forKernels(printProblem), registerDialects);
  static TranslateFromMLIRRegistration smtlib(
      "lift-mapping-to-smtlib", "print the constraints of a mapping as SMT-LIB",
      forKernels(exportToSMTLIB), registerDialects);
}
