//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file checks that finished mappings pass no data between work-groups.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/Mapping/KernelMapping.h"
#include "LiftDialect/Mapping/Rules.h"
#include "LiftDialect/Mapping/Targets.h"

using namespace mlir;
using namespace mlir::lift;

static LogicalResult checkGroups(const KernelMapping &kernel,
                                 bool unsafeMapping) {
  Mapping mapping;
  for (const MappingProblem::Map &map : kernel.problem.maps)
    mapping.push_back(map.code.value_or(kSeqCode));
  const MappingRule rule = getGroupRule();
  ConstraintList constraints;
  rule.post(kernel.problem, constraints);
  bool hasFailed = false;
  for (const MappingConstraint &constraint : constraints) {
    if (constraint.formula.holds(mapping))
      continue;
    InFlightDiagnostic diag = reportUnsafeMapping(
        kernel.getOperation(constraint), unsafeMapping,
        "passes data between work-groups inside one kernel");
    diag.attachNote() << rule.name << ": " << constraint.sentence;
    diag.attachNote() << "store it in a kernel of its own, or let "
                         "lift-map-parallelism choose the mapping";
    hasFailed |= !unsafeMapping;
  }
  return failure(hasFailed);
}

LogicalResult lift::checkGroups(func::FuncOp func, bool unsafeMapping) {
  FailureOr<std::vector<KernelMapping>> kernels =
      getKernelMappings(func, MappingTarget());
  if (failed(kernels))
    return failure();
  bool hasFailed = false;
  for (const KernelMapping &kernel : *kernels)
    hasFailed |= failed(::checkGroups(kernel, unsafeMapping));
  return failure(hasFailed);
}
