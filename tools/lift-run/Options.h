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

#include "LiftDialect/Execution/ExecutionOptions.h"
#include "LiftDialect/Execution/Program.h"

namespace mlir::lift::run {

enum class Engine { Evaluate, Device };

/// How to run, and what to tell of it.
struct Options : ExecutionOptions {
  std::string inputFile;
  std::string entry;
  /// How tensors are converted, where the file is on them.
  TensorOptions tensors;
  Engine engine = Engine::Device;
  /// Optimize for sizes of which `assumed` is assumed, not for those of the
  /// run.
  bool isAssumed = false;
  bool listDevices = false;
  /// Where to write a package instead of running.
  std::string packageFolder;
  /// A file with the function to verify with; the program's own if empty.
  std::string reference;
  /// Where to draw what the kernels access; nowhere if empty.
  std::string draw;
  /// Where to write when launches ran; nowhere if empty.
  std::string trace;
  /// The passes whose remarks are printed, as a regular expression; none if
  /// empty.
  std::string remarksFilter;
  bool profile = false;
  bool roofline = false;
  bool print = false;
  bool printKernel = false;
  bool json = false;
};

/// Reads the command line. Prints what is wrong with it and returns nothing, or
/// exits for --help, --version and options that do not exist.
std::optional<Options> parseOptions(int argc, char **argv);

/// Prints an error of the tool, as one about its options.
void reportError(const Twine &message);

} // namespace mlir::lift::run

#endif // LIFT_TOOLS_LIFT_RUN_OPTIONS_H
