//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/DevicePeaks.h"

#include <algorithm>

namespace mlir::lift::runtime {

/// Chains of multiply-adds that do not wait for each other, of vectors, so that
/// devices of both kinds, with wide units and with many, are busy.
static const char *const kSource = R"(
#pragma OPENCL FP_CONTRACT ON
kernel void compute(global float *restrict out, float a, float b) {
  const float x = get_global_id(0);
  float8 c0 = x, c1 = x + 1, c2 = x + 2, c3 = x + 3, c4 = x + 4, c5 = x + 5;
  float8 c6 = x + 6, c7 = x + 7;
  for (int i = 0; i < TRIPS; i++) {
    c0 = c0 * a + b; c1 = c1 * a + b; c2 = c2 * a + b; c3 = c3 * a + b;
    c4 = c4 * a + b; c5 = c5 * a + b; c6 = c6 * a + b; c7 = c7 * a + b;
  }
  const float8 sum = ((c0 + c1) + (c2 + c3)) + ((c4 + c5) + (c6 + c7));
  out[get_global_id(0)] = sum.s0 + sum.s1 + sum.s2 + sum.s3 + sum.s4 + sum.s5 +
                          sum.s6 + sum.s7;
}
kernel void copy(global const float4 *restrict in, global float4 *restrict out) {
  out[get_global_id(0)] = in[get_global_id(0)];
}
)";

static constexpr size_t kTrips = 2048, kOpsOfTrip = 2 * 8 * 8;
static constexpr unsigned kRuns = 7;

double DevicePeaks::getBound(double floatOps, double bytes) const {
  return std::max(floatOps / floatOpsPerSecond, bytes / bytesPerSecond);
}

/// The least time of some launches, in seconds.
static Result<double> measure(Runtime &runtime, const Program &program,
                              const std::string &kernel,
                              const std::vector<Argument> &arguments,
                              const Geometry &geometry) {
  for (unsigned run = 0; run < kRuns; ++run)
    if (Status status = runtime.launch(program, kernel, arguments, geometry);
        !status)
      return status.getError();
  if (Status status = runtime.finish(); !status)
    return status.getError();
  Result<std::vector<LaunchTime>> times = runtime.takeLaunchTimes();
  if (!times)
    return times.getError();
  uint64_t least = UINT64_MAX;
  for (const LaunchTime &time : *times)
    least = std::min(least, time.getDuration());
  return std::max<double>(double(least), 1) * 1e-9;
}

Result<DevicePeaks> measurePeaks(Runtime &runtime) {
  const DeviceInfo &device = runtime.getDevice();
  Result<Program> program =
      runtime.build(kSource, "-DTRIPS=" + std::to_string(kTrips));
  if (!program)
    return program.getError();
  constexpr size_t kMostBytes = size_t(256) << 20;
  const size_t items = std::min<size_t>(device.maxWorkGroupSize, 256);
  const size_t groups = size_t(device.computeUnits) * 16;
  const size_t copied = std::max<size_t>(
      std::min<size_t>(kMostBytes, device.globalBytes / 16) / (16 * items), 1);
  const size_t numBytes = copied * items * 16;
  Result<Buffer> in = runtime.allocate(numBytes);
  if (!in)
    return in.getError();
  Result<Buffer> out =
      runtime.allocate(std::max(numBytes, groups * items * sizeof(float)));
  if (!out)
    return out.getError();
  if (Status status = runtime.fill(*in, 0); !status)
    return status.getError();
  Result<double> computing = measure(
      runtime, *program, "compute",
      {Argument::buffer(*out), Argument::scalar(0.5f), Argument::scalar(1.0f)},
      {{groups, 1, 1}, {items, 1, 1}});
  if (!computing)
    return computing.getError();
  Result<double> copying =
      measure(runtime, *program, "copy",
              {Argument::buffer(*in), Argument::buffer(*out)},
              {{copied, 1, 1}, {items, 1, 1}});
  if (!copying)
    return copying.getError();
  return DevicePeaks{double(groups * items * kTrips * kOpsOfTrip) / *computing,
                     2 * double(numBytes) / *copying};
}

} // namespace mlir::lift::runtime
