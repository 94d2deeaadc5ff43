//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a search chooses: candidates, each one way to compute a program, and who
// compiles many of them. For a search over mappings:
//
//   CandidateCompiler compiler(program, settings);
//   FailureOr<ArrayRef<KernelMapping>> kernels = compiler.getKernels();
//   JointProblem problem(&kernels->front(), rules);
//   for (const Mapping &mapping :
//        solveWithZ3(problem.getSystem(), options).mappings) {
//     Candidate candidate = CandidateCompiler::getCandidate(*kernels, mapping);
//     FailureOr<CompiledProgram> compiled = compiler.compile(candidate);
//   }
//
// examples/consumer/search.cpp is such a program.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXECUTION_CANDIDATE_H
#define LIFTDIALECT_EXECUTION_CANDIDATE_H

#include "LiftDialect/Execution/DeviceEngine.h"
#include "LiftDialect/Mapping/KernelMapping.h"

namespace mlir {
class PassManager;
} // namespace mlir

namespace mlir::lift::run {

/// One way to compute a program: a value, which can be kept, compared and
/// compiled again.
struct Candidate {
  /// Schedules, as lift-apply-schedule takes them, for the program as
  /// lift-optimize sees it; empty for the program as it is.
  std::string schedule;
  /// For each kernel with maps, and each of its maps in pre-order
  /// (getKernelMaps), the number of its mapping (MappingCodes.h). Empty to
  /// leave what the program and the schedule say; maps without a mapping then
  /// get the default one.
  std::vector<std::vector<unsigned>> mapping;
  /// The vector widths of the same maps, 1 for one element at a time. Empty to
  /// leave what the program and the schedule say.
  std::vector<std::vector<int64_t>> widths;
  /// Values of tuning names: of all if there is a mapping, those for local
  /// sizes among them; else names without one get the first that they declare.
  std::map<std::string, int64_t> parameters;
  /// Options of the pipeline lift-to-gpu that are about lowering, as
  /// `index-bitwidth=64`.
  std::vector<std::string> options;

  bool operator==(const Candidate &other) const;
  /// As JSON: an object with the fields above, mappings by their names, as
  /// `"glb(0)"`; empty fields are left out.
  std::string toJson() const;
  /// Back again. On failure, nothing and a message.
  static std::optional<Candidate> fromJson(StringRef text, std::string &error);
};

/// What all candidates of a search have in common.
struct CandidateSettings {
  /// What kernels are made for, as for lift-set-target; empty for what the
  /// module says.
  std::string target;
  /// The forms that kernels are printed in.
  std::vector<runtime::Form> forms = {runtime::Form::OpenCLC};
  /// How many dimensions a launch has, 1 to 3.
  unsigned dims = kMaxLaunchDims;
};

/// Compiles candidates of a program. What does not depend on the choices is
/// done once: for each schedule the rewrites and its kernels, for each set of
/// options the passes.
///
/// Needs no device. Two of them can work at the same time in different threads
/// if their programs are in different contexts. Errors are reported to the
/// program's context.
class CandidateCompiler {
public:
  /// The program, which is not lowered, outlives this.
  CandidateCompiler(const Program &program, CandidateSettings settings);
  ~CandidateCompiler();

  /// The mapping problems of the kernels that have maps, after a schedule. As
  /// long as this lives.
  FailureOr<ArrayRef<KernelMapping>> getKernels(StringRef schedule = "");
  /// The candidate that gives these kernels these mappings, one for each, which
  /// agree on the values of tuning names.
  static Candidate getCandidate(ArrayRef<KernelMapping> kernels,
                                ArrayRef<Mapping> mappings,
                                StringRef schedule = "");

  FailureOr<CompiledProgram> compile(const Candidate &candidate);

private:
  struct Version;
  FailureOr<Version *> getVersion(StringRef schedule);
  FailureOr<PassManager *> getBackEnd(ArrayRef<std::string> options);
  LogicalResult applySchedule(ModuleOp module, StringRef schedule);

  const Program &program;
  CandidateSettings settings;
  std::map<std::string, std::unique_ptr<Version>> versions;
  std::map<std::string, std::unique_ptr<PassManager>> backEnds;
};

} // namespace mlir::lift::run

#endif // LIFTDIALECT_EXECUTION_CANDIDATE_H
