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

/// The kernels below in SPIR-V.
#include "DevicePeaks.inc"

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

/// The trips are those of DevicePeaks.mlir, too.
static constexpr size_t kTrips = 2048, kOpsOfTrip = 2 * 8 * 8;
static constexpr unsigned kRuns = 7;

double DevicePeaks::getBound(double floatOps, double bytes) const {
  return std::max(floatOps / floatOpsPerSecond, bytes / bytesPerSecond);
}

/// The size of groups in DevicePeaks.mlir.
static constexpr size_t kSPIRVItems = 128;

static Result<DeviceProgram> buildKernels(Runtime &runtime) {
  const Form form = getForm(runtime.getDevice().api);
  if (form == Form::OpenCLC)
    return runtime.build(kSource, "-DTRIPS=" + std::to_string(kTrips));
  auto makeForm = [&](const uint32_t *words, size_t numBytes) {
    return makeProgramForm(
        form, std::string(reinterpret_cast<const char *>(words), numBytes));
  };
  Result<ProgramForm> program =
      form == Form::SPIRVVulkan ? makeForm(kVulkanWords, sizeof(kVulkanWords))
                                : makeForm(kOpenCLWords, sizeof(kOpenCLWords));
  if (!program)
    return program.getError();
  return runtime.build(*program);
}

/// The least time of some launches, in seconds.
static Result<double> measure(Runtime &runtime, const DeviceProgram &program,
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

/// The multiply-adds of a second, each as two operations. Where it is not known
/// how many work-items keep the device busy, more are tried until they take
/// long.
static Result<double>
measureComputing(Runtime &runtime, const DeviceProgram &program, size_t items) {
  constexpr double kLong = 0.02;
  const size_t units = runtime.getDevice().computeUnits;
  for (size_t groups = units == 0 ? 64 : units * 16;; groups *= 4) {
    Result<Buffer> out = runtime.allocate(groups * items * sizeof(float));
    if (!out)
      return out.getError();
    Result<double> seconds =
        measure(runtime, program, "compute",
                {Argument::buffer(*out), Argument::scalar(0.5f),
                 Argument::scalar(1.0f)},
                {{groups, 1, 1}, {items, 1, 1}});
    if (!seconds)
      return seconds;
    if (units != 0 || *seconds > kLong || groups >= (size_t(1) << 16))
      return double(groups * items * kTrips * kOpsOfTrip) / *seconds;
  }
}

/// The bytes of a second.
static Result<double>
measureCopying(Runtime &runtime, const DeviceProgram &program, size_t items) {
  constexpr size_t kMostBytes = size_t(256) << 20;
  const DeviceInfo &device = runtime.getDevice();
  // Vulkan's CPUs reach half of it with one buffer.
  const size_t most = device.api == Api::Vulkan ? kMostBytes / 2 : kMostBytes;
  const size_t groups = std::max<size_t>(
      std::min<size_t>(most, device.globalBytes / 16) / (16 * items), 1);
  const size_t numBytes = groups * items * 16;
  Result<Buffer> in = runtime.allocate(numBytes);
  if (!in)
    return in.getError();
  Result<Buffer> out = runtime.allocate(numBytes);
  if (!out)
    return out.getError();
  if (Status status = runtime.fill(*in, 0); !status)
    return status.getError();
  Result<double> seconds = measure(
      runtime, program, "copy", {Argument::buffer(*in), Argument::buffer(*out)},
      {{groups, 1, 1}, {items, 1, 1}});
  if (!seconds)
    return seconds;
  return 2 * double(numBytes) / *seconds;
}

Result<DevicePeaks> measurePeaks(Runtime &runtime) {
  const DeviceInfo &device = runtime.getDevice();
  Result<DeviceProgram> program = buildKernels(runtime);
  if (!program)
    return program.getError();
  const size_t items = device.api == Api::OpenCL
                           ? std::min<size_t>(device.maxWorkGroupSize, 256)
                           : kSPIRVItems;
  Result<double> computing = measureComputing(runtime, *program, items);
  if (!computing)
    return computing.getError();
  Result<double> copying = measureCopying(runtime, *program, items);
  if (!copying)
    return copying.getError();
  return DevicePeaks{*computing, *copying};
}

} // namespace mlir::lift::runtime
