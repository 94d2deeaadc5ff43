//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares checking many programs in child processes, so that none of
// them can end the campaign.
//
// A child checks a batch of programs and writes one line of JSON for each event
// to a pipe: the part of a check that begins, or what was found. If it dies,
// the program that it was at has crashed the compiler (or hung), and the others
// go to the next child.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_CAMPAIGN_H
#define LIFT_TOOLS_LIFT_FUZZ_CAMPAIGN_H

#include "Check.h"
#include "ProgramGenerator.h"

namespace mlir::lift::fuzz {

struct FuzzOptions {
  uint64_t seed = 0;
  uint64_t count = 300;
  unsigned jobs = 2;
  /// Programs whose kernels are built together.
  unsigned batch = 16;
  ProgramKind kind = ProgramKind::Any;
  /// Through what kernels run.
  runtime::Api api = runtime::Api::OpenCL;
  /// Begin no more programs once one has failed.
  bool stopAtFailure = false;
  /// Where failing programs are written.
  std::string outputDir = ".";
  /// Seconds that shrinking one program may take; 0: do not shrink.
  unsigned shrinkSeconds = 60;
  /// Failing programs that are shrunk.
  unsigned maxShrunk = 10;
};

/// What was found about one program.
struct ProgramReport {
  uint64_t seed = 0;
  Verdict verdict;
  Features features;
  std::string detail;
};

/// Checks the programs of all seeds; calls `report` for each, in any order.
void checkPrograms(const FuzzOptions &options,
                   function_ref<void(const ProgramReport &)> report);

/// Makes the program of `seed`, which need not be that of `options`.
TestCase makeTestCase(uint64_t seed, const FuzzOptions &options,
                      MLIRContext &context, Features &features);

/// A context with all that programs need, for one process.
std::unique_ptr<MLIRContext> createContext();

/// What a child that was to write to a pipe has written, and how it ended.
struct ChildResult {
  std::string output;
  /// Null if it ended by itself; else the signal.
  int signal = 0;
};

/// Runs `work` in a child process that has `seconds` for it.
ChildResult runInChild(unsigned seconds,
                       function_ref<void(llvm::raw_ostream &)> work);

/// Checks one program in a child process.
Verdict checkInChild(const TestCase &test);

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_CAMPAIGN_H
