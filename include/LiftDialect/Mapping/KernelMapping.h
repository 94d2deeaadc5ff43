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
#include "LiftDialect/Mapping/JointSystem.h"
#include "LiftDialect/Mapping/MappingCodes.h"
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
  /// Where each buffer of the problem is stored: at a materialize, or at the
  /// root if it is a result.
  SmallVector<Location> buffers;
  /// The operation of each obligation.
  SmallVector<Operation *> obligations;

  func::FuncOp getFunction() const;
  /// Where that stands which a constraint is about.
  Location getLoc(const MappingConstraint &constraint) const;
  /// Writes the codes and vector widths to the maps.
  void apply(const Mapping &mapping) const;
  /// The codes of all maps and values of all tuning names and vector widths, if
  /// all are chosen.
  std::optional<Mapping> getMapping() const;
  /// The choices that are made; a map without one is sequential, and a tuning
  /// name has its first value.
  Mapping getMappingOrSequential() const;
};

/// The mappings of kernels as one problem: a joint system, and the operations
/// that it speaks of.
class JointProblem {
public:
  /// `kernels` are of one function, and outlive this; at least one.
  JointProblem(ArrayRef<const KernelMapping *> kernels,
               const std::vector<MappingRule> &rules);

  const ConstraintSystem &getSystem() const { return joint.getSystem(); }
  const KernelMapping &getKernel(unsigned number) const {
    return *kernels[number];
  }
  /// What is chosen for a kernel.
  Mapping getMapping(unsigned kernel, const Mapping &mapping) const {
    return joint.getMapping(kernel, mapping);
  }
  /// The numbers of the values that are chosen for tuning names.
  ArrayRef<unsigned> getNames(const Mapping &mapping) const {
    return joint.getNames(mapping);
  }
  /// The choices that are made, if all are.
  std::optional<Mapping> getMapping() const;
  std::vector<Formula> getObjective() const { return joint.getObjective(); }

  /// Reports `message`, and which constraints are the reason: at the kernel, or
  /// at the function if several kernels contradict each other.
  InFlightDiagnostic reportConstraints(
      ArrayRef<unsigned> constraints, const Twine &message,
      DiagnosticSeverity severity = DiagnosticSeverity::Error) const;
  /// What a solver has to say if it has found fewer than `count` mappings: why
  /// there is none, that there are fewer, that it gave up.
  LogicalResult checkResult(const SolverResult &result, uint64_t count) const;

private:
  Location getLoc() const;

  SmallVector<const KernelMapping *> kernels;
  JointSystem joint;
};

/// Kernels that can be solved by themselves, and the numbers of the tuning
/// names that they alone speak of.
struct KernelGroup {
  SmallVector<const KernelMapping *> kernels;
  SmallVector<unsigned> names;
};

/// Those of the kernels of a function that share names whose values are to be
/// chosen make a group.
std::vector<KernelGroup> groupByNames(ArrayRef<KernelMapping> kernels,
                                      const std::vector<MappingRule> &rules);

/// Gives each kernel without local sizes tuning names for them, so that they
/// are chosen with the mapping: powers of two, and lengths of maps.
void declareLocalSizes(func::FuncOp func, const MappingTarget &target,
                       unsigned dims);

/// Tests what a pass and a translation are asked for.
LogicalResult checkMappingOptions(Location loc, StringRef solver,
                                  unsigned dims);

/// What a problem says of memory: what any rule asks of any mapping, or what
/// those of lowering (getLoweringRules()) ask of the mapping that there is, in
/// which a map without one is sequential.
enum class MemoryScope { AllMappings, GivenMapping };

/// The problems of a function, one for each kernel that is asked for. Fails,
/// with a diagnostic, where sizes make no sense.
FailureOr<std::vector<KernelMapping>> getKernelMappings(
    func::FuncOp func, const MappingTarget &target,
    unsigned dims = kMaxLaunchDims,
    MemoryScope scope = MemoryScope::AllMappings,
    function_ref<bool(Operation *root)> isWanted = [](Operation *) {
      return true;
    });
/// The maps of a kernel that compute something, in pre-order: those that a
/// mapping is about.
SmallVector<MapOp> getKernelMaps(Operation *root);
/// Gives a map its vector width; 1 for one element at a time.
void setVectorWidth(MapOp map, int64_t width);

/// The problems of a function whose mapping is to be chosen: values are where
/// lift-infer-spaces puts them, and kernels without local sizes get tuning
/// names for them.
FailureOr<std::vector<KernelMapping>>
poseMappingProblems(func::FuncOp func, const MappingTarget &target,
                    unsigned dims = kMaxLaunchDims);

/// Makes choices, each as MappingProblem::fix() takes it, for each kernel.
LogicalResult fixMappings(MutableArrayRef<KernelMapping> kernels,
                          ArrayRef<std::string> choices);

/// Reports where the mappings of the kernels in a function (a map without one
/// is sequential) violate rules that lowering cannot see violated, see
/// getLoweringRules(): as an error, or a warning for users who want it
/// nevertheless.
LogicalResult checkMapping(func::FuncOp func, bool unsafeMapping);

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
