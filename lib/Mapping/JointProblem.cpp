//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes one problem of those of several kernels, and says what comes
// of it.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Mapping/KernelMapping.h"
#include "llvm/ADT/IntEqClasses.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lift;

/// Whether a constraint speaks of names alone, and so is the same for all
/// kernels of a function.
static bool isOfFunction(const MappingConstraint &constraint) {
  return constraint.obligation ||
         (constraint.rule == kChoiceRule && constraint.maps.empty());
}

JointProblem::JointProblem(ArrayRef<const KernelMapping *> kernels,
                           const std::vector<MappingRule> &rules)
    : kernels(kernels) {
  numNames = kernels.front()->problem.getNumTuningNames();
  for (const KernelMapping *kernel : kernels)
    numMaps += kernel->problem.maps.size();
  system.domains.resize(numMaps + numNames);
  unsigned nextMap = 0;
  for (auto [number, kernel] : llvm::enumerate(kernels)) {
    const MappingProblem &problem = kernel->problem;
    std::vector<unsigned> &own = variables.emplace_back();
    for (size_t i = 0; i < problem.maps.size(); ++i)
      own.push_back(nextMap++);
    for (unsigned i = 0; i < numNames; ++i)
      own.push_back(numMaps + i);
    while (own.size() < problem.maps.size() + problem.parameters.size()) {
      own.push_back(system.domains.size());
      system.domains.emplace_back();
    }
    addConstraints(number, rules);
  }
}

void JointProblem::addConstraints(unsigned kernel,
                                  const std::vector<MappingRule> &rules) {
  ConstraintSystem part = getConstraintSystem(kernels[kernel]->problem, rules);
  for (auto [variable, domain] :
       llvm::zip_equal(variables[kernel], part.domains))
    system.domains[variable] = domain;
  for (MappingConstraint &constraint : part.constraints) {
    if (kernel > 0 && isOfFunction(constraint))
      continue;
    constraint.formula = constraint.formula.renamed(variables[kernel]);
    system.constraints.push_back(std::move(constraint));
    origins.push_back(kernel);
  }
}

Mapping JointProblem::getMapping(unsigned kernel, const Mapping &joint) const {
  Mapping mapping;
  for (unsigned variable : variables[kernel])
    mapping.push_back(joint[variable]);
  return mapping;
}

ArrayRef<unsigned> JointProblem::getNames(const Mapping &joint) const {
  return ArrayRef(joint).slice(numMaps, numNames);
}

std::optional<Mapping> JointProblem::getMapping() const {
  Mapping joint(system.domains.size());
  for (auto [kernel, own] : llvm::zip_equal(kernels, variables)) {
    std::optional<Mapping> mapping = kernel->getMapping();
    if (!mapping)
      return std::nullopt;
    for (auto [variable, code] : llvm::zip_equal(own, *mapping))
      joint[variable] = code;
  }
  return joint;
}

std::vector<Formula> JointProblem::getObjective() const {
  std::vector<Formula> softConstraints;
  auto addForEach = [&](std::vector<Formula> (*get)(const MappingProblem &)) {
    for (auto [kernel, own] : llvm::zip_equal(kernels, variables))
      for (const Formula &constraint : get(kernel->problem))
        softConstraints.push_back(constraint.renamed(own));
  };
  addForEach(getMappingSoftConstraints);
  llvm::append_range(softConstraints, getSmallest(system.domains, 0, numMaps));
  addForEach(getGroupSoftConstraints);
  llvm::append_range(softConstraints, getSmallest(system.domains, numMaps,
                                                  system.domains.size()));
  return softConstraints;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

Location JointProblem::getLoc() const {
  return (kernels.size() == 1 ? kernels.front()->root
                              : kernels.front()->getFunction())
      ->getLoc();
}

InFlightDiagnostic
JointProblem::reportConstraints(ArrayRef<unsigned> constraints,
                                const Twine &message,
                                DiagnosticSeverity severity) const {
  std::set<unsigned> concerned;
  for (unsigned index : constraints)
    if (!isOfFunction(system.constraints[index]))
      concerned.insert(origins[index]);
  Location loc = concerned.size() == 1
                     ? kernels[*concerned.begin()]->root->getLoc()
                     : getLoc();
  InFlightDiagnostic diag = severity == DiagnosticSeverity::Warning
                                ? emitWarning(loc, message)
                                : emitError(loc, message);
  for (unsigned index : constraints) {
    const MappingConstraint &constraint = system.constraints[index];
    const KernelMapping &kernel = *kernels[origins[index]];
    diag.attachNote(kernel.getLoc(constraint))
        << constraint.rule << ": " << constraint.sentence;
  }
  return diag;
}

LogicalResult JointProblem::checkResult(const SolverResult &result,
                                        uint64_t count) const {
  if (result.mappings.size() >= count)
    return success();
  if (result.status == SolverResult::Status::Unknown) {
    InFlightDiagnostic diag =
        emitError(getLoc(), "the search for a mapping was given up after ")
        << result.mappings.size() << " mappings";
    diag.attachNote() << "this says nothing of whether there are more; raise "
                         "solver-budget";
    return diag;
  }
  if (result.status == SolverResult::Status::Infeasible)
    return reportConstraints(result.core,
                             "no mapping satisfies all constraints");
  return emitError(getLoc(), "has only ")
         << result.mappings.size() << " mappings, not " << count;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

std::vector<KernelGroup>
lift::groupByNames(ArrayRef<KernelMapping> kernels,
                   const std::vector<MappingRule> &rules) {
  std::vector<KernelGroup> groups;
  if (kernels.empty())
    return groups;
  // Kernels, and then names.
  unsigned numNames = kernels.front().problem.getNumTuningNames();
  llvm::IntEqClasses classes(kernels.size() + numNames);
  for (auto [number, kernel] : llvm::enumerate(kernels)) {
    const MappingProblem &problem = kernel.problem;
    // Joins what a formula speaks of, and `node` if there is one.
    auto join = [&](const Formula &formula, std::optional<unsigned> node) {
      std::set<unsigned> mentioned;
      formula.collectVariables(mentioned);
      for (unsigned variable : mentioned) {
        unsigned name = variable - problem.maps.size();
        if (variable < problem.maps.size() || name >= numNames ||
            problem.parameters[name].choice ||
            problem.parameters[name].values.size() == 1)
          continue;
        if (node)
          classes.join(*node, kernels.size() + name);
        node = kernels.size() + name;
      }
    };
    for (const MappingConstraint &constraint :
         getConstraintSystem(problem, rules).constraints)
      join(constraint.formula, isOfFunction(constraint)
                                   ? std::nullopt
                                   : std::optional<unsigned>(number));
    for (const Formula &constraint : getMappingSoftConstraints(problem))
      join(constraint, number);
    for (const Formula &constraint : getGroupSoftConstraints(problem))
      join(constraint, number);
  }
  classes.compress();
  std::vector<std::optional<size_t>> places(classes.getNumClasses());
  for (auto [number, kernel] : llvm::enumerate(kernels)) {
    std::optional<size_t> &place = places[classes[number]];
    if (!place) {
      place = groups.size();
      groups.emplace_back();
    }
    groups[*place].kernels.push_back(&kernel);
  }
  for (unsigned name = 0; name < numNames; ++name)
    if (std::optional<size_t> place = places[classes[kernels.size() + name]])
      groups[*place].names.push_back(name);
  return groups;
}
