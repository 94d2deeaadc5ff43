//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Report.h"

#include <algorithm>
#include <cstdio>

namespace mlir::lift::runtime {

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static std::string formatNumber(const char *format, double number) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), format, number);
  return buffer;
}

/// "12.3 us".
static std::string formatTime(double nanoseconds) {
  if (nanoseconds < 1e6)
    return formatNumber("%.1f us", nanoseconds * 1e-3);
  if (nanoseconds < 1e9)
    return formatNumber("%.3f ms", nanoseconds * 1e-6);
  return formatNumber("%.3f s", nanoseconds * 1e-9);
}

static std::string formatDims(const std::array<size_t, 3> &sizes) {
  unsigned rank = sizes[2] != 1 ? 3 : sizes[1] != 1 ? 2 : 1;
  std::string text = std::to_string(sizes[0]);
  for (unsigned dim = 1; dim < rank; ++dim)
    text += " x " + std::to_string(sizes[dim]);
  return text;
}

/// Enough digits to tell any two numbers of the array's type apart.
static std::string formatElement(const Array &array, size_t index) {
  if (!isFloat(array.getType()))
    return std::to_string(array.getInteger(index));
  return formatNumber(array.getType() == ElementType::F64 ? "%.17g" : "%.9g",
                      array.getFloat(index));
}

//===----------------------------------------------------------------------===//
// The device and its kernels
//===----------------------------------------------------------------------===//

/// ", lines 3-5, 9"; nothing for no lines.
static std::string formatLines(const std::vector<unsigned> &lines) {
  std::string text;
  for (size_t first = 0; first < lines.size();) {
    size_t last = first;
    while (last + 1 < lines.size() && lines[last + 1] == lines[last] + 1)
      ++last;
    text += (text.empty() ? ", lines " : ", ") + std::to_string(lines[first]);
    if (last != first)
      text += "-" + std::to_string(lines[last]);
    first = last + 1;
  }
  return text;
}

static std::string formatProfile(const KernelReport &kernel) {
  auto [fastest, slowest] =
      std::minmax_element(kernel.times.begin(), kernel.times.end());
  std::string text =
      "    fastest " + formatTime(*fastest) + ", slowest " +
      formatTime(*slowest) + " of " + std::to_string(kernel.times.size()) +
      "\n    local memory " + std::to_string(kernel.memory.localBytes) +
      " bytes per group, private memory " +
      std::to_string(kernel.memory.privateBytes) + " bytes per work-item\n";
  if (kernel.position.line != 0)
    text +=
        "    from " + kernel.position.str() + formatLines(kernel.lines) + "\n";
  return text;
}

std::string formatReport(const RunReport &report, bool profile) {
  std::string text =
      "device: " + report.device.name + " (" + report.device.platform + ")\n";
  for (const KernelReport &kernel : report.kernels) {
    text += "kernel " + kernel.name + ": " +
            formatTime(computeMedian(kernel.times));
    if (kernel.launches != 1)
      text += " in " + std::to_string(kernel.launches) + " launches";
    text += ", " + formatDims(kernel.geometry.groups) + " groups of " +
            formatDims(kernel.geometry.local) + "\n";
    if (profile)
      text += formatProfile(kernel);
  }
  if (report.kernels.size() > 1)
    text += "all kernels: " + formatTime(computeMedian(report.times)) + "\n";
  if (report.runTime)
    text += "one run of many: " + formatTime(*report.runTime) + "\n";
  return text + "memory: " + std::to_string(report.peakGlobalBytes) +
         " bytes of buffers\n";
}

/// The values of --api that take the device.
static std::string formatApis(const DeviceInfo &device) {
  std::string text = std::string(", --api=") + getName(device.api);
  if (device.api == Api::OpenCL && !device.spirv.empty())
    text += std::string(" or ") + getName(Api::OpenCLIL);
  return text;
}

std::string formatDevices(const std::vector<DeviceInfo> &devices) {
  std::string text;
  for (const DeviceInfo &device : devices) {
    text += device.name + " (" + device.platform + "): " + device.version;
    if (device.computeUnits != 0)
      text += ", " + std::to_string(device.computeUnits) + " compute units";
    text += ", " + std::to_string(device.globalBytes >> 20) +
            " MiB global and " + std::to_string(device.localBytes >> 10) +
            " KiB local memory, work-groups up to " +
            std::to_string(device.maxWorkGroupSize) +
            (device.hasHalf ? ", f16" : "") +
            (device.hasDouble ? ", f64" : "") + formatApis(device) + "\n";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The numbers of dimensions `dim` and later from `position` on, in nested
/// brackets; moves `position` behind them.
static std::string formatNested(const Array &array, size_t dim,
                                size_t &position, unsigned indent) {
  const std::vector<int64_t> &shape = array.getShape();
  if (dim == shape.size())
    return formatElement(array, position++);
  std::string text = "[";
  for (int64_t i = 0; i < shape[dim]; ++i) {
    if (i != 0)
      text +=
          dim + 1 < shape.size() ? ",\n" + std::string(indent + 1, ' ') : ", ";
    text += formatNested(array, dim + 1, position, indent + 1);
  }
  return text + "]";
}

std::string formatResult(const PackageParameter &parameter,
                         const Array &array) {
  std::string text = parameter.name + " : " + parameter.str() + " =\n  ";
  size_t position = 0;
  if (array.getNumElements() <= kMaxPrinted)
    return text + formatNested(array, 0, position, /*indent=*/2) + "\n";
  text += "[";
  for (; position < kMaxPrinted; ++position)
    text += formatElement(array, position) + ", ";
  return text + "... (" + std::to_string(array.getNumElements() - kMaxPrinted) +
         " more)]\n";
}

} // namespace mlir::lift::runtime
