//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what lift-run tells of a run: text for people, or JSON.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_RUN_REPORT_H
#define LIFT_TOOLS_LIFT_RUN_REPORT_H

#include "LiftDialect/Execution/DeviceEngine.h"
#include "LiftDialect/Execution/Verification.h"
#include "LiftDialect/Runtime/DevicePeaks.h"
#include "LiftDialect/Runtime/Report.h"
#include "Options.h"

namespace mlir::lift::run {

/// How fast a run was, and could have been.
struct Roofline {
  /// What the program asks for: operations on floats, and the bytes of its
  /// arguments and results.
  double floatOps, bytes;
  /// The median time of all kernels together.
  double seconds;
  runtime::DevicePeaks peaks;

  double getShare() const { return peaks.getBound(floatOps, bytes) / seconds; }
};

/// Everything there is to tell.
struct Report {
  const Program &program;
  const Options &options;
  const Inputs &inputs;
  ArrayRef<HostArray> results;
  /// Null when the evaluator ran the function.
  const runtime::RunReport *device = nullptr;
  const std::optional<Verification> &verification;
  std::optional<Roofline> roofline = std::nullopt;
  /// The kernels as text, if they are to be printed.
  std::string kernels;
};

void printText(const Report &report, raw_ostream &os);
void printJson(const Report &report, raw_ostream &os);

/// Prints the devices there are, for --list-devices.
ExitCode printDevices(bool json);

} // namespace mlir::lift::run

#endif // LIFT_TOOLS_LIFT_RUN_REPORT_H
