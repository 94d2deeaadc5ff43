//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file checks that finished mappings pass no data between work-groups, and
// no private data between work-items.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/Mapping/KernelMapping.h"
#include "LiftDialect/Mapping/Passes.h"
#include "LiftDialect/Mapping/Rules.h"
#include "LiftDialect/Mapping/Targets.h"

namespace mlir::lift {
#define GEN_PASS_DEF_CHECKMAPPINGPASS
#include "LiftDialect/Mapping/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct CheckMappingPass final
    : lift::impl::CheckMappingPassBase<CheckMappingPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(checkMapping(getOperation(), unsafeMapping)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

static LogicalResult checkMapping(const KernelMapping &kernel,
                                  bool unsafeMapping) {
  Mapping mapping;
  for (const MappingProblem::Map &map : kernel.problem.maps)
    mapping.push_back(map.code.value_or(kSeqCode));
  const std::vector<MappingRule> rules = getLoweringRules();
  bool hasFailed = false;
  for (const MappingRule &rule : rules) {
    bool isOfGroups = &rule == &rules.front();
    ConstraintList constraints;
    rule.post(kernel.problem, constraints);
    for (const MappingConstraint &constraint : constraints) {
      if (constraint.formula.holds(mapping))
        continue;
      InFlightDiagnostic diag = reportUnsafeMapping(
          kernel.getLoc(constraint), unsafeMapping,
          Twine(unsafeMapping ? "" : "what is stored here ") +
              (isOfGroups ? "passes data between work-groups inside one kernel"
                          : "passes private data between work-items"));
      diag.attachNote() << rule.name << ": " << constraint.sentence;
      diag.attachNote() << (isOfGroups ? "store it in a kernel of its own"
                                       : "materialize it in local memory, or "
                                         "before it is rearranged, or map what "
                                         "computes it to seq")
                        << ", or let lift-map-parallelism choose the mapping";
      hasFailed |= !unsafeMapping;
    }
  }
  return failure(hasFailed);
}

LogicalResult lift::checkMapping(func::FuncOp func, bool unsafeMapping) {
  FailureOr<std::vector<KernelMapping>> kernels =
      getKernelMappings(func, MappingTarget());
  if (failed(kernels))
    return failure();
  bool hasFailed = false;
  for (const KernelMapping &kernel : *kernels)
    hasFailed |= failed(::checkMapping(kernel, unsafeMapping));
  return failure(hasFailed);
}
