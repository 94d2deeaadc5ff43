//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares running a package on a device, and what it took.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_PACKAGERUNNER_H
#define LIFTDIALECT_RUNTIME_PACKAGERUNNER_H

#include "LiftDialect/Runtime/Inputs.h"
#include "LiftDialect/Runtime/Runtime.h"

namespace mlir::lift::runtime {

/// The constants of a package in the memory of a device, by where they are in
/// that of the host.
using ConstantBuffers = std::map<const char *, Buffer>;

struct RunOptions {
  /// How often to run; if more than once, after one run that is not timed: the
  /// first launch of a kernel may compile it, or wake up the device.
  unsigned repeat = 1;
  /// Fill new buffers with ones, so that elements that no kernel writes are
  /// seen: NaN, or -1.
  bool poison = false;
  /// What earlier runs have uploaded, and are to leave for later ones; may be
  /// null.
  ConstantBuffers *constants = nullptr;
  /// Told after each run how many of how many are done.
  std::function<void(unsigned done, unsigned total)> progress;
};

/// The launches of one kernel with one geometry.
struct KernelReport {
  std::string name;
  /// Where what is launched was written.
  SourcePosition position;
  /// The lines of that file that the kernel was made of, sorted.
  std::vector<unsigned> lines;
  Geometry geometry;
  KernelMemory memory;
  /// In one run: the launches, and the most bytes of their buffers that they
  /// may touch.
  unsigned launches = 0;
  uint64_t bufferBytes = 0;
  /// For each run the sum over its launches, in nanoseconds.
  std::vector<double> times;
};

/// One launch of the last run.
struct LaunchReport {
  /// Its index in RunReport::kernels.
  size_t kernel = 0;
  LaunchTime time;
};

struct RunReport {
  DeviceInfo device;
  std::vector<KernelReport> kernels;
  std::vector<LaunchReport> launches;
  /// For each run the sum over its kernels, in nanoseconds.
  std::vector<double> times;
  /// What a run takes on the host where many follow each other without waiting,
  /// in nanoseconds; nothing if the package runs once, or changes its
  /// arguments.
  std::optional<double> runTime;
  /// The most bytes of buffers at one time.
  size_t peakGlobalBytes = 0;
};

struct RunOutcome {
  /// One per result of the package.
  std::vector<Array> results;
  RunReport report;
};

/// Tests what `package` requires of the sizes before it does anything, and that
/// its results have sizes.
Status checkRequirements(const Package &package, const SizeValues &sizes);

/// Runs `package`, whose source was built as `program`, with `inputs`. An error
/// has the position of the step, and its cause: Input for a requirement that
/// does not hold, or steps that make no sense; Device for what OpenCL refused.
Result<RunOutcome> runPackage(const Package &package, Runtime &runtime,
                              const DeviceProgram &program,
                              const PackageInputs &inputs,
                              const RunOptions &options = {});

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_PACKAGERUNNER_H
