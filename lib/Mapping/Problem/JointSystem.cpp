//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mapping problems of several kernels, which share tuning names, as one.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Mapping/JointSystem.h"

#include "LiftDialect/Mapping/Solver.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether a constraint speaks of names alone.
static bool isOfNames(const MappingConstraint &constraint) {
  return constraint.obligation ||
         (constraint.rule == kChoiceRule && constraint.maps.empty());
}

JointSystem::JointSystem(llvm::ArrayRef<const MappingProblem *> problems,
                         const std::vector<MappingRule> &rules)
    : problems(problems) {
  numNames = problems.front()->getNumTuningNames();
  for (const MappingProblem *problem : problems)
    numMaps += problem->maps.size();
  system.domains.resize(numMaps + numNames);
  unsigned nextMap = 0;
  for (auto [number, problem] : llvm::enumerate(problems)) {
    std::vector<unsigned> &own = variables.emplace_back();
    for (size_t i = 0; i < problem->maps.size(); ++i)
      own.push_back(nextMap++);
    for (unsigned i = 0; i < numNames; ++i)
      own.push_back(numMaps + i);
    while (own.size() < problem->maps.size() + problem->parameters.size()) {
      own.push_back(system.domains.size());
      system.domains.emplace_back();
    }
    addConstraints(number, rules);
  }
}

void JointSystem::addConstraints(unsigned problem,
                                 const std::vector<MappingRule> &rules) {
  ConstraintSystem part = getConstraintSystem(*problems[problem], rules);
  for (auto [variable, domain] :
       llvm::zip_equal(variables[problem], part.domains))
    system.domains[variable] = domain;
  for (MappingConstraint &constraint : part.constraints) {
    if (problem > 0 && isOfNames(constraint))
      continue;
    constraint.formula = constraint.formula.renamed(variables[problem]);
    system.constraints.push_back(std::move(constraint));
    origins.push_back(problem);
  }
}

std::optional<unsigned> JointSystem::getProblem(unsigned constraint) const {
  if (isOfNames(system.constraints[constraint]))
    return std::nullopt;
  return origins[constraint];
}

Mapping JointSystem::getMapping(unsigned problem, const Mapping &joint) const {
  Mapping mapping;
  for (unsigned variable : variables[problem])
    mapping.push_back(joint[variable]);
  return mapping;
}

llvm::ArrayRef<unsigned> JointSystem::getNames(const Mapping &joint) const {
  return llvm::ArrayRef(joint).slice(numMaps, numNames);
}

Mapping JointSystem::join(llvm::ArrayRef<Mapping> mappings) const {
  Mapping joint(system.domains.size());
  for (auto [own, mapping] : llvm::zip_equal(variables, mappings))
    for (auto [variable, code] : llvm::zip_equal(own, mapping))
      joint[variable] = code;
  return joint;
}

std::vector<Formula> JointSystem::getObjective() const {
  std::vector<Formula> softConstraints;
  auto addForEach = [&](std::vector<Formula> (*get)(const MappingProblem &)) {
    for (auto [problem, own] : llvm::zip_equal(problems, variables))
      for (const Formula &constraint : get(*problem))
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
// Groups
//===----------------------------------------------------------------------===//

std::vector<ProblemGroup>
lift::groupByNames(llvm::ArrayRef<const MappingProblem *> problems,
                   const std::vector<MappingRule> &rules) {
  std::vector<ProblemGroup> groups;
  if (problems.empty())
    return groups;
  // Problems, and then names.
  unsigned numNames = problems.front()->getNumTuningNames();
  llvm::IntEqClasses classes(problems.size() + numNames);
  for (auto [number, problem] : llvm::enumerate(problems)) {
    // Joins what a formula speaks of, and `node` if there is one.
    auto join = [&, problem = problem](const Formula &formula,
                                       std::optional<unsigned> node) {
      std::set<unsigned> mentioned;
      formula.collectVariables(mentioned);
      for (unsigned variable : mentioned) {
        unsigned name = variable - problem->maps.size();
        if (variable < problem->maps.size() || name >= numNames ||
            problem->parameters[name].choice ||
            problem->parameters[name].values.size() == 1)
          continue;
        if (node)
          classes.join(*node, problems.size() + name);
        node = problems.size() + name;
      }
    };
    for (const MappingConstraint &constraint :
         getConstraintSystem(*problem, rules).constraints)
      join(constraint.formula, isOfNames(constraint)
                                   ? std::nullopt
                                   : std::optional<unsigned>(number));
    for (const Formula &constraint : getMappingSoftConstraints(*problem))
      join(constraint, number);
    for (const Formula &constraint : getGroupSoftConstraints(*problem))
      join(constraint, number);
  }
  classes.compress();
  std::vector<std::optional<size_t>> places(classes.getNumClasses());
  for (unsigned number = 0; number < problems.size(); ++number) {
    std::optional<size_t> &place = places[classes[number]];
    if (!place) {
      place = groups.size();
      groups.emplace_back();
    }
    groups[*place].problems.push_back(number);
  }
  for (unsigned name = 0; name < numNames; ++name)
    if (std::optional<size_t> place = places[classes[problems.size() + name]])
      groups[*place].names.push_back(name);
  return groups;
}
