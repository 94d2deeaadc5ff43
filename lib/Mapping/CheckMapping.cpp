//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file asks the rules of correctness of finished mappings.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/Mapping/KernelMapping.h"
#include "LiftDialect/Mapping/Passes.h"
#include "LiftDialect/Mapping/Rules.h"
#include "LiftDialect/Mapping/Targets.h"

#include <set>

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

namespace {
/// What is wrong where a rule does not hold, and what can be done.
struct Violation {
  std::string sentence;
  StringRef remedy;
};
} // namespace

static Violation getViolation(const MappingConstraint &constraint,
                              const Mapping &mapping) {
  if (!constraint.maps.empty())
    return {"cannot be mapped to " +
                getCodeName(mapping[constraint.maps.front()]),
            "map it to seq"};
  if (constraint.rule == kGroupRule)
    return {"passes data between work-groups inside one kernel",
            "store it in a kernel of its own"};
  return {"passes private data between work-items",
          "materialize it in local memory, or before it is rearranged, or map "
          "what computes it to seq"};
}

static LogicalResult checkMapping(const KernelMapping &kernel,
                                  bool unsafeMapping) {
  const Mapping mapping = kernel.getMappingOrSequential();
  // Of a map, or a buffer, the first rule that does not hold says enough.
  std::set<std::pair<std::vector<unsigned>, std::optional<unsigned>>> reported;
  bool hasFailed = false;
  for (const MappingRule &rule : getLoweringRules()) {
    ConstraintList constraints;
    rule.post(kernel.problem, constraints);
    for (MappingConstraint &constraint : constraints) {
      if (constraint.formula.holds(mapping) ||
          !reported.insert({constraint.maps, constraint.buffer}).second)
        continue;
      constraint.rule = rule.name;
      Violation violation = getViolation(constraint, mapping);
      InFlightDiagnostic diag = reportUnsafeMapping(
          kernel.getLoc(constraint), unsafeMapping,
          Twine(unsafeMapping || !constraint.buffer ? ""
                                                    : "what is stored here ") +
              violation.sentence);
      diag.attachNote() << rule.name << ": " << constraint.sentence;
      diag.attachNote() << violation.remedy
                        << ", or let lift-map-parallelism choose the mapping";
      hasFailed |= !unsafeMapping;
    }
  }
  return failure(hasFailed);
}

LogicalResult lift::checkMapping(func::FuncOp func, bool unsafeMapping) {
  FailureOr<std::vector<KernelMapping>> kernels = getKernelMappings(
      func, MappingTarget(), kMaxLaunchDims, MemoryScope::GivenMapping);
  if (failed(kernels))
    return failure();
  bool hasFailed = false;
  for (const KernelMapping &kernel : *kernels)
    hasFailed |= failed(::checkMapping(kernel, unsafeMapping));
  return failure(hasFailed);
}
