//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report.h"

#include "LiftDialect/Support/ToolOutput.h"
#include "llvm/Support/Format.h"
#include <nlohmann/json.hpp>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;
using Json = nlohmann::ordered_json;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

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
     << (verification.agrees() ? "OK" : "FAILED")
     << (verification.roundsProducts
             ? " (the device rounds the products of math.fma)"
             : "")
     << "\n";
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

/// "12.3 GFLOP/s", with the prefix that keeps the number short.
static std::string formatRate(double rate, StringRef unit) {
  const char *prefix = "";
  for (const char *larger : {"k", "M", "G", "T"}) {
    if (rate < 1000)
      break;
    rate /= 1000;
    prefix = larger;
  }
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.3g ", rate) << prefix << unit;
  return text;
}

static void printRoofline(const Roofline &roofline, raw_ostream &os) {
  os << "rate: ";
  if (roofline.floatOps > 0)
    os << formatRate(roofline.floatOps / roofline.seconds, "FLOP/s") << ", ";
  os << formatRate(roofline.bytes / roofline.seconds, "B/s") << "; "
     << llvm::format("%.0f", 100 * roofline.getShare())
     << " % of what the device can do ("
     << formatRate(roofline.peaks.floatOpsPerSecond, "FLOP/s") << ", "
     << formatRate(roofline.peaks.bytesPerSecond, "B/s") << ")\n";
}

void run::printText(const Report &report, raw_ostream &os) {
  if (!report.kernels.empty())
    os << report.kernels << "\n";
  std::string sizes = report.inputs.formatSizes(report.program);
  func::FuncOp entry = report.program.entry;
  os << "@" << entry.getSymName();
  if (!sizes.empty())
    os << " with " << sizes;
  os << "\n";
  if (report.device)
    os << runtime::formatReport(*report.device, report.options.profile);
  else
    os << "evaluated\n";
  if (report.roofline)
    printRoofline(*report.roofline, os);
  if (report.options.print)
    for (auto [parameter, result] :
         llvm::zip(report.program.results, report.results))
      if (runtime::Result<runtime::Array> array = toRuntimeArray(result))
        os << runtime::formatResult(getRuntimeParameter(parameter), *array);
  if (report.verification)
    printVerification(report, os);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static Json toJson(const Program &program, const Verification &verification) {
  Json json;
  json["ok"] = verification.agrees();
  json["rounds_products"] = verification.roundsProducts;
  json["results"] = Json::array();
  for (auto [parameter, comparison] :
       llvm::zip(program.results, verification.comparisons)) {
    Json result;
    result["name"] = parameter.name;
    result["elements"] = comparison.numElements;
    result["mismatches"] = comparison.numMismatches;
    result["max_abs_error"] = comparison.maxAbsolute;
    result["max_rel_error"] = comparison.maxRelative;
    if (!comparison.error.empty())
      result["error"] = comparison.error;
    json["results"].push_back(std::move(result));
  }
  return json;
}

void run::printJson(const Report &report, raw_ostream &os) {
  Json json;
  func::FuncOp entry = report.program.entry;
  json["entry"] = entry.getSymName().str();
  json["engine"] =
      report.device ? runtime::getName(report.device->device.api) : "evaluate";
  json["sizes"] = report.inputs.sizes;
  json["seed"] = report.options.seed;
  if (report.device)
    runtime::addReport(*report.device, json);
  if (report.roofline)
    json["roofline"] = {
        {"float_ops", report.roofline->floatOps},
        {"bytes", report.roofline->bytes},
        {"peak_float_ops_per_second", report.roofline->peaks.floatOpsPerSecond},
        {"peak_bytes_per_second", report.roofline->peaks.bytesPerSecond},
        {"share", report.roofline->getShare()}};
  json["results"] = Json::array();
  for (auto [parameter, result] :
       llvm::zip(report.program.results, report.results))
    if (runtime::Result<runtime::Array> array = toRuntimeArray(result))
      json["results"].push_back(runtime::toJson(getRuntimeParameter(parameter),
                                                *array, report.options.print));
  if (report.verification)
    json["verify"] = toJson(report.program, *report.verification);
  if (!report.kernels.empty())
    json["kernel_source"] = report.kernels;
  os << runtime::print(json);
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

ExitCode run::printDevices(bool json) {
  runtime::Result<std::vector<runtime::DeviceInfo>> devices =
      runtime::listAllDevices();
  if (!devices) {
    reportError(devices.getError().message);
    return RunFailed;
  }
  if (devices->empty()) {
    reportError("there is no OpenCL or Vulkan device on this machine");
    return RunFailed;
  }
  std::string text = json ? runtime::print(runtime::toJson(*devices))
                          : runtime::formatDevices(*devices);
  return succeeded(writeToolOutput("-", text)) ? Success : BadInput;
}
