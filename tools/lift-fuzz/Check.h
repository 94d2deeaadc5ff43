//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares running a program through everything that must agree on
// it: verifier, round trip, evaluator, lowering, OpenCL printer and device.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_CHECK_H
#define LIFT_TOOLS_LIFT_FUZZ_CHECK_H

#include "LiftDialect/Execution/DeviceEngine.h"

#include <set>

namespace mlir::lift::fuzz {

/// How a check of a program ends.
enum class Outcome {
  Agrees,
  /// The compiler says at an operation that it does not support something that
  /// is known to be missing.
  Unsupported,
  Invalid,
  RoundTripFails,
  EvaluatorFails,
  CompileFails,
  /// The OpenCL compiler rejects the kernels.
  BuildFails,
  RunFails,
  Differs,
  /// Loops compute again and again what the program computes once.
  Repeats,
  Crashes,
  Hangs
};

StringRef getName(Outcome outcome);
std::optional<Outcome> parseOutcome(StringRef name);

/// True for all that is wrong with the compiler.
inline bool isFailure(Outcome outcome) {
  return outcome != Outcome::Agrees && outcome != Outcome::Unsupported;
}

struct Verdict {
  Outcome outcome = Outcome::Agrees;
  /// What was reported.
  std::string detail;
  /// The strategies that took a pattern of the program.
  std::vector<std::string> strategies = {};

  /// The same for failures with the same cause, as far as the text tells: the
  /// outcome and the message without numbers and names.
  std::string getSignature() const;
};

/// What the results must be of a program that a schedule has rewritten.
enum class Accuracy {
  /// The same bit for bit.
  Exact,
  /// Near those from before where the inputs are positive.
  Near,
  /// The same where the inputs are integers, but for what is rounded in sums of
  /// more than 24 bits.
  Integers
};

/// A program as text, and what it is run with.
struct TestCase {
  uint64_t seed = 0;
  std::string text;
  SizeBindings sizes;
  SizeBindings params;
  /// A script of the transform dialect that the program must stand, instead of
  /// being compiled and run; empty for none.
  std::string schedule;
  Accuracy accuracy = Accuracy::Exact;

  /// What it is compiled for, and what is assumed of the sizes; nothing if they
  /// are expected to be what they are.
  std::string target, assumed;
  /// An option of lift-to-gpu that changes no result, or nothing.
  std::string lowering;

  /// Through what it runs.
  runtime::Api api = runtime::Api::OpenCL;

  /// The arguments of lift-run that run it, without the file.
  std::string getRunArguments() const;

  /// The text of a file: a comment with the arguments, then the program.
  std::string str() const;
  static TestCase parse(StringRef file);
};

/// What a program contains, for the statistics.
struct Features {
  /// The names of its operations.
  std::set<std::string> ops;
  unsigned depth = 0;
  bool isSymbolic = false;
  /// As by hand: to local ids, with tiles in local or private memory.
  bool isMapped = false;
  /// The operation of a schedule that is checked.
  std::string rewrite;
};

Features collectFeatures(ModuleOp module);

/// Prints `module` as a test case's text.
std::string printModule(ModuleOp module);

/// Told before each part of a check of a program begins.
using StageListener = std::function<void(uint64_t seed, StringRef stage)>;

/// Checks `cases`, whose kernels are built together, for the API of the first.
std::vector<Verdict> checkTogether(ArrayRef<TestCase> cases,
                                   MLIRContext &context,
                                   const StageListener &listener);

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_CHECK_H
