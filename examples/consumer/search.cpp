//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles many versions of a program that leaves its mapping open: what is
// inside a search for the fastest one. Here the versions are those that the
// solver finds, and the one with the shortest kernels wins; a real search would
// write packages, and measure them.
//
//   search FILE.mlir TARGET COUNT
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Execution/Candidate.h"
#include "LiftDialect/InitAll.h"
#include "LiftDialect/Mapping/Rules.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

/// Mappings of a kernel, each unlike those before in two maps at least.
static FailureOr<std::vector<Mapping>> findMappings(const JointProblem &problem,
                                                    uint64_t count) {
  SolverOptions options;
  options.limit = count;
  options.seed = 1;
  options.distance = 2;
  SolverResult result = solveWithZ3(problem.getSystem(), options);
  if (result.mappings.empty() && failed(problem.checkResult(result, count)))
    return failure();
  return result.mappings;
}

static LogicalResult search(const Program &program, std::string target,
                            uint64_t count) {
  CandidateSettings settings;
  settings.target = std::move(target);
  CandidateCompiler compiler(program, settings);
  FailureOr<ArrayRef<KernelMapping>> kernels = compiler.getKernels();
  if (failed(kernels))
    return failure();
  if (kernels->empty())
    return program.emitError() << "has no maps whose mapping could be chosen";
  SmallVector<const KernelMapping *> pointers;
  for (const KernelMapping &kernel : *kernels)
    pointers.push_back(&kernel);
  std::string error;
  JointProblem problem(pointers, *getMappingRules("sound", {}, {}, error));
  FailureOr<std::vector<Mapping>> mappings = findMappings(problem, count);
  if (failed(mappings))
    return failure();
  Candidate best;
  size_t bestLength = std::numeric_limits<size_t>::max();
  for (const Mapping &joint : *mappings) {
    SmallVector<Mapping> parts;
    for (unsigned number = 0; number < kernels->size(); ++number)
      parts.push_back(problem.getMapping(number, joint));
    Candidate candidate = CandidateCompiler::getCandidate(*kernels, parts);
    FailureOr<CompiledProgram> compiled = compiler.compile(candidate);
    if (failed(compiled))
      return failure();
    size_t length = compiled->package.programs.front().bytes.size();
    if (length < bestLength)
      std::tie(best, bestLength) = std::pair(candidate, length);
  }
  llvm::outs() << "compiled " << mappings->size() << " candidates\n"
               << best.toJson() << "\n";
  return success();
}

int main(int argc, char **argv) {
  if (argc != 4) {
    llvm::errs() << "usage: search FILE.mlir TARGET COUNT\n";
    return EXIT_FAILURE;
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sourceMgr;
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  // What one of many candidates is warned of is nothing to act on.
  ScopedDiagnosticHandler ignoreWarnings(&context, [](Diagnostic &diag) {
    return success(diag.getSeverity() == DiagnosticSeverity::Warning);
  });
  Program program;
  if (failed(loadProgram(argv[1], "", sourceMgr, context, program)) ||
      failed(search(program, argv[2], std::strtoul(argv[3], nullptr, 10))))
    return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
