//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report.h"

#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// "12.3 us".
static std::string formatTime(double nanoseconds) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (nanoseconds < 1e6)
    os << llvm::format("%.1f us", nanoseconds * 1e-3);
  else if (nanoseconds < 1e9)
    os << llvm::format("%.3f ms", nanoseconds * 1e-6);
  else
    os << llvm::format("%.3f s", nanoseconds * 1e-9);
  return text;
}

static std::string formatDims(const std::array<size_t, 3> &sizes) {
  unsigned rank = sizes[2] != 1 ? 3 : sizes[1] != 1 ? 2 : 1;
  std::string text = std::to_string(sizes[0]);
  for (unsigned dim = 1; dim < rank; ++dim)
    text += " x " + std::to_string(sizes[dim]);
  return text;
}

//===----------------------------------------------------------------------===//
// The device and its kernels
//===----------------------------------------------------------------------===//

/// ", lines 3-5, 9"; nothing for no lines.
static std::string formatLines(ArrayRef<unsigned> lines) {
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

static void printProfile(const KernelReport &kernel, raw_ostream &os) {
  auto [fastest, slowest] =
      std::minmax_element(kernel.times.begin(), kernel.times.end());
  os << "    fastest " << formatTime(*fastest) << ", slowest "
     << formatTime(*slowest) << " of " << kernel.times.size() << "\n"
     << "    local memory " << kernel.memory.localBytes
     << " bytes per group, private memory " << kernel.memory.privateBytes
     << " bytes per work-item\n";
  if (!kernel.source.empty())
    os << "    from " << kernel.source << formatLines(kernel.lines) << "\n";
}

static void printDevice(const Report &report, raw_ostream &os) {
  const DeviceReport &device = *report.device;
  os << "device: " << device.device.name << " (" << device.device.platform
     << ")\n";
  for (const KernelReport &kernel : device.kernels) {
    os << "kernel " << kernel.name << ": "
       << formatTime(runtime::computeMedian(kernel.times));
    if (kernel.launches != 1)
      os << " in " << kernel.launches << " launches";
    os << ", " << formatDims(kernel.geometry.groups) << " groups of "
       << formatDims(kernel.geometry.local) << "\n";
    if (report.options.profile)
      printProfile(kernel, os);
  }
  if (device.kernels.size() > 1)
    os << "all kernels: " << formatTime(runtime::computeMedian(device.times))
       << "\n";
  os << "memory: " << device.peakGlobalBytes << " bytes of buffers\n";
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The number of numbers in `array`, counting lanes, and the shape that they
/// are printed in.
static SmallVector<int64_t> getPrintedShape(const HostArray &array) {
  SmallVector<int64_t> shape = array.shape;
  if (auto vector = dyn_cast<VectorType>(array.elementType))
    llvm::append_range(shape, vector.getShape());
  return shape;
}

static int64_t getNumNumbers(const HostArray &array) {
  int64_t count = 1;
  for (int64_t size : getPrintedShape(array))
    count *= size;
  return count;
}

/// Prints the numbers from `position` on in nested brackets; moves `position`
/// behind them.
static void printNested(const HostArray &array, ArrayRef<int64_t> shape,
                        int64_t &position, unsigned indent, raw_ostream &os) {
  if (shape.empty()) {
    os << array.getAsText(position++);
    return;
  }
  os << "[";
  for (int64_t i = 0; i < shape.front(); ++i) {
    if (i != 0)
      os << ",";
    if (i != 0 && shape.size() > 1)
      os.indent(0) << "\n" << std::string(indent + 1, ' ');
    else if (i != 0)
      os << " ";
    printNested(array, shape.drop_front(), position, indent + 1, os);
  }
  os << "]";
}

static void printResult(const Parameter &parameter, const HostArray &array,
                        raw_ostream &os) {
  SmallVector<int64_t> shape = getPrintedShape(array);
  int64_t count = getNumNumbers(array);
  os << parameter.name << " : " << parameter.str() << " =\n  ";
  int64_t position = 0;
  if (count <= kMaxPrinted) {
    printNested(array, shape, position, /*indent=*/2, os);
  } else {
    os << "[";
    for (; position < kMaxPrinted; ++position)
      os << array.getAsText(position) << ", ";
    os << "... (" << count - kMaxPrinted << " more)]";
  }
  os << "\n";
}

static void printVerification(const Report &report, raw_ostream &os) {
  int64_t numElements = 0;
  int64_t numMismatches = 0;
  double maxAbsolute = 0;
  const Verification &verification = *report.verification;
  for (const Comparison &comparison : verification.comparisons) {
    numElements += comparison.numElements;
    numMismatches += comparison.numMismatches;
    maxAbsolute = std::max(maxAbsolute, comparison.maxAbsolute);
  }
  os << "verify: " << numElements << " elements, max abs error "
     << llvm::format("%.3g", maxAbsolute) << ", "
     << (verification.agrees() ? "OK" : "FAILED") << "\n";
  for (auto [parameter, comparison] :
       llvm::zip(report.program.results, verification.comparisons)) {
    if (comparison.agrees())
      continue;
    os << parameter.name << ": ";
    comparison.print(os);
  }
  if (numMismatches != 0 && report.options.rtol == 0 &&
      report.options.atol == 0)
    os << "(results must be equal bit for bit; a program that reorders "
          "floating-point sums or calls math functions needs --rtol or "
          "--atol)\n";
}

//===----------------------------------------------------------------------===//
// Everything
//===----------------------------------------------------------------------===//

void run::printText(const Report &report, raw_ostream &os) {
  if (report.options.printKernel && report.compiled)
    os << report.compiled->source << "\n";
  std::string sizes = report.inputs.formatSizes(report.program);
  func::FuncOp entry = report.program.entry;
  os << "@" << entry.getSymName();
  if (!sizes.empty())
    os << " with " << sizes;
  os << "\n";
  if (report.device)
    printDevice(report, os);
  else
    os << "evaluated\n";
  if (report.options.print)
    for (auto [parameter, result] :
         llvm::zip(report.program.results, report.results))
      printResult(parameter, result, os);
  if (report.verification)
    printVerification(report, os);
}

/// One line per device.
static void printDeviceList(ArrayRef<runtime::DeviceInfo> devices,
                            raw_ostream &os) {
  for (const runtime::DeviceInfo &device : devices)
    os << device.name << " (" << device.platform << "): " << device.version
       << ", " << device.computeUnits << " compute units, "
       << (device.globalBytes >> 20) << " MiB global and "
       << (device.localBytes >> 10) << " KiB local memory, work-groups up to "
       << device.maxWorkGroupSize << (device.hasHalf ? ", f16" : "")
       << (device.hasDouble ? ", f64" : "") << "\n";
}

ExitCode run::printDevices(bool json, raw_ostream &os) {
  runtime::Result<std::vector<runtime::DeviceInfo>> devices =
      runtime::listDevices();
  if (!devices) {
    reportError(devices.getError().message);
    return RunFailed;
  }
  if (json)
    printDevicesJson(*devices, os);
  else
    printDeviceList(*devices, os);
  if (!devices->empty())
    return Success;
  reportError("there is no OpenCL device on this machine");
  return RunFailed;
}
