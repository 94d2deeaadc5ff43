//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the modules of SPIR-V that tests run.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_UNITTESTS_RUNTIME_SPIRVINPUTS_H
#define LIFT_UNITTESTS_RUNTIME_SPIRVINPUTS_H

#include "LiftDialect/Runtime/Api.h"

#include <cstdio>
#include <string>

namespace mlir::lift::runtime {

/// The output of a command; empty if it fails.
inline std::string runCommand(const std::string &command) {
  FILE *pipe = popen((command + " 2>/dev/null").c_str(), "r");
  std::string text;
  char piece[4096];
  while (size_t size = pipe ? fread(piece, 1, sizeof(piece), pipe) : 0)
    text.append(piece, size);
  return pipe && pclose(pipe) == 0 ? text : "";
}

/// A file of test/Tools/lift-launch/Inputs/spirv, after what sed makes of it;
/// without bytes where there is no spirv-as.
inline ProgramForm assembleFile(const std::string &file,
                                const std::string &change = "") {
  ProgramForm form;
  form.form = Form::SPIRVVulkan;
  form.bytes = runCommand("sed '" + change + "' " LIFT_SPIRV_INPUTS "/" + file +
                          " | spirv-as --target-env spv1.3 - -o -");
  return form;
}

} // namespace mlir::lift::runtime

#endif // LIFT_UNITTESTS_RUNTIME_SPIRVINPUTS_H
