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

using namespace mlir;
using namespace mlir::lift;

static SmallVector<const MappingProblem *>
getProblems(ArrayRef<const KernelMapping *> kernels) {
  return llvm::map_to_vector(
      kernels, [](const KernelMapping *kernel) { return &kernel->problem; });
}

JointProblem::JointProblem(ArrayRef<const KernelMapping *> kernels,
                           const std::vector<MappingRule> &rules)
    : kernels(kernels), joint(getProblems(kernels), rules) {}

std::optional<Mapping> JointProblem::getMapping() const {
  std::vector<Mapping> mappings;
  for (const KernelMapping *kernel : kernels) {
    std::optional<Mapping> mapping = kernel->getMapping();
    if (!mapping)
      return std::nullopt;
    mappings.push_back(std::move(*mapping));
  }
  return joint.join(mappings);
}

std::vector<KernelGroup>
lift::groupByNames(ArrayRef<KernelMapping> kernels,
                   const std::vector<MappingRule> &rules) {
  SmallVector<const KernelMapping *> pointers;
  for (const KernelMapping &kernel : kernels)
    pointers.push_back(&kernel);
  std::vector<KernelGroup> groups;
  for (ProblemGroup &group : groupByNames(getProblems(pointers), rules)) {
    groups.push_back({{}, std::move(group.names)});
    for (unsigned number : group.problems)
      groups.back().kernels.push_back(pointers[number]);
  }
  return groups;
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
    if (std::optional<unsigned> kernel = joint.getProblem(index))
      concerned.insert(*kernel);
  Location loc = concerned.size() == 1
                     ? kernels[*concerned.begin()]->root->getLoc()
                     : getLoc();
  InFlightDiagnostic diag = severity == DiagnosticSeverity::Warning
                                ? emitWarning(loc, message)
                                : emitError(loc, message);
  for (unsigned index : constraints) {
    const MappingConstraint &constraint = getSystem().constraints[index];
    const KernelMapping &kernel = *kernels[joint.getOrigin(index)];
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
