//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what the user asks of lift-run.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_RUN_OPTIONS_H
#define LIFT_TOOLS_LIFT_RUN_OPTIONS_H

#include "LiftDialect/Runtime/Array.h"
#include "mlir/Support/LLVM.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlir::lift::run {

/// What the process returns.
enum ExitCode {
  Success = 0,
  BadInput = 1,
  VerificationFailed = 2,
  RunFailed = 3
};

enum class Engine { Evaluate, OpenCL };

/// `NAME=VALUE` as the user wrote it.
struct NamedText {
  std::string name;
  std::string text;
};

struct Options {
  std::string inputFile;
  std::string entry;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::map<std::string, int64_t> sizes;
  std::map<std::string, int64_t> params;
  std::vector<NamedText> scalars;
  Engine engine = Engine::OpenCL;
  std::string pipeline;
  std::string device;
  bool listDevices = false;
  bool verify = false;
  /// Elements per result to verify; nothing for all.
  std::optional<int64_t> samples;
  /// A file with the function to verify with; the program's own if empty.
  std::string reference;
  double rtol = 0;
  double atol = 0;
  uint64_t seed = 0;
  runtime::InputKind inputKind = runtime::InputKind::Uniform;
  unsigned repeat = 1;
  bool profile = false;
  bool print = false;
  bool printKernel = false;
  bool json = false;
};

/// Reads the command line. Prints what is wrong with it and returns nothing, or
/// exits for --help, --version and options that do not exist.
std::optional<Options> parseOptions(int argc, char **argv);

/// Prints `error: MESSAGE` to the standard error.
void reportError(const Twine &message);

} // namespace mlir::lift::run

#endif // LIFT_TOOLS_LIFT_RUN_OPTIONS_H
