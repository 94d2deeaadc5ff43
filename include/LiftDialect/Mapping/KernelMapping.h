//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how a mapping problem is made from a program, and how its
// solution gets back there.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_MAPPING_KERNELMAPPING_H
#define LIFTDIALECT_MAPPING_KERNELMAPPING_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Mapping/MappingProblem.h"
#include "LiftDialect/Mapping/Solver.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <functional>

namespace mlir::lift {

/// The problem of one kernel, and the operations that it speaks of.
struct KernelMapping {
  /// A lift.kernel, or a function that has none yet and is one kernel as a
  /// whole.
  Operation *root = nullptr;
  MappingProblem problem;
  /// The operation of each map of the problem.
  SmallVector<MapOp> maps;
  /// For each buffer of the problem the materialize that stores it, or the root
  /// if it is a result.
  SmallVector<Operation *> buffers;
  /// The operation of each obligation.
  SmallVector<Operation *> obligations;

  /// The operation that a constraint is about.
  Operation *getOperation(const MappingConstraint &constraint) const;
  /// Writes the codes and vector widths to the maps, and lets tuning names have
  /// the chosen values alone.
  void apply(const Mapping &mapping) const;
  /// The codes of all maps and values of all tuning names and vector widths, if
  /// all are chosen.
  std::optional<Mapping> getMapping() const;
};

/// Reports `message` at a kernel, and which constraints are the reason.
InFlightDiagnostic
reportConstraints(const KernelMapping &kernel, const ConstraintSystem &system,
                  ArrayRef<unsigned> constraints, const Twine &message,
                  DiagnosticSeverity severity = DiagnosticSeverity::Error);

/// What a solver has to say of a kernel if it has found fewer than `count`
/// mappings: why there is none, that there are fewer, that it gave up.
LogicalResult checkResult(const KernelMapping &kernel,
                          const ConstraintSystem &system,
                          const SolverResult &result, uint64_t count);

/// Tests what a pass and a translation are asked for.
LogicalResult checkMappingOptions(Location loc, StringRef solver,
                                  unsigned dims);

/// The problems of a function, one for each kernel. Fails, with a diagnostic,
/// where sizes make no sense.
FailureOr<std::vector<KernelMapping>>
getKernelMappings(func::FuncOp func, const MappingTarget &target,
                  unsigned dims = kMaxLaunchDims);
/// Makes choices, each as MappingProblem::fix() takes it.
LogicalResult fixMappings(KernelMapping &kernel, ArrayRef<std::string> choices);

/// Reports where the mappings of the kernels in a function (a map without one
/// is sequential) violate rules that lowering cannot see violated, see
/// getLoweringRules(): as an error, or a warning for users who want it
/// nevertheless.
LogicalResult checkMapping(func::FuncOp func, bool unsafeMapping);

/// Whether the body of `outer` is `inner` alone, applied to the element: then
/// they are one map over a join.
bool isPerfectlyNested(MapOp inner, MapOp outer);

/// The code of a mapping attribute, and back.
unsigned getCode(MappingAttr mapping);
MappingAttr getMappingAttr(MLIRContext *context, unsigned code);

/// Builds an smt.solver at the insertion point that has the constraints of a
/// system as assertions.
void buildSMT(OpBuilder &builder, Location loc, const MappingProblem &problem,
              const ConstraintSystem &system);

/// lift-list-mappings, lift-mapping-problem and lift-mapping-to-smtlib.
/// `registerDialects` adds the dialects that their input may have.
void registerMappingTranslations(
    const std::function<void(DialectRegistry &)> &registerDialects);

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_KERNELMAPPING_H
