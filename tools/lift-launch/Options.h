//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the options of lift-launch.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_LAUNCH_OPTIONS_H
#define LIFT_TOOLS_LIFT_LAUNCH_OPTIONS_H

#include "LiftDialect/Runtime/Api.h"
#include "LiftDialect/Runtime/Inputs.h"

namespace mlir::lift::runtime {

struct Options {
  std::string folder;
  InputOptions inputs;
  std::vector<std::string> outputs;
  /// What --api says, if it is given.
  std::optional<Api> api;
  std::string device;
  bool validate = false;
  bool inOrder = false;
  unsigned repeat = 1;
  std::string cacheFolder;
  /// A file; empty for none.
  std::string trace;
  bool listDevices = false;
  bool checkOnly = false;
  bool profile = false;
  bool print = false;
  bool json = false;
  bool help = false;

  Api getApi() const { return api.value_or(Api::OpenCL); }
};

extern const char *const kHelp;

/// Reads the command line.
Result<Options> parseOptions(int argc, char **argv);

} // namespace mlir::lift::runtime

#endif // LIFT_TOOLS_LIFT_LAUNCH_OPTIONS_H
