//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The report as JSON, for scripts.
//
//===----------------------------------------------------------------------===//
#include "Report.h"

#include <nlohmann/json.hpp>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;
using Json = nlohmann::ordered_json;

static Json toJson(const KernelReport &kernel) {
  auto [fastest, slowest] =
      std::minmax_element(kernel.times.begin(), kernel.times.end());
  Json json;
  json["name"] = kernel.name;
  json["source"] = kernel.source;
  json["lines"] = kernel.lines;
  json["launches"] = kernel.launches;
  json["groups"] = kernel.geometry.groups;
  json["local"] = kernel.geometry.local;
  json["median_ns"] = runtime::computeMedian(kernel.times);
  json["min_ns"] = *fastest;
  json["max_ns"] = *slowest;
  json["local_bytes"] = kernel.memory.localBytes;
  json["private_bytes"] = kernel.memory.privateBytes;
  return json;
}

static Json toJson(const Parameter &parameter, const HostArray &array,
                   bool withValues) {
  Json json;
  json["name"] = parameter.name;
  json["type"] = parameter.str();
  json["shape"] = std::vector<int64_t>(array.shape.begin(), array.shape.end());
  if (!withValues)
    return json;
  int64_t lanes = 1;
  if (auto vector = dyn_cast<VectorType>(array.elementType))
    lanes = vector.getNumElements();
  int64_t count = std::min(array.getNumElements() * lanes, kMaxPrinted);
  json["values"] = Json::array();
  for (int64_t i = 0; i < count; ++i)
    json["values"].push_back(array.getAsDouble(i));
  return json;
}

static Json toJson(const Program &program, const Verification &verification) {
  Json json;
  json["ok"] = verification.agrees();
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

static void addDevice(const DeviceReport &device, Json &json) {
  json["device"] = {{"name", device.device.name},
                    {"platform", device.device.platform},
                    {"version", device.device.version}};
  json["kernels"] = Json::array();
  for (const KernelReport &kernel : device.kernels)
    json["kernels"].push_back(toJson(kernel));
  json["median_ns"] = runtime::computeMedian(device.times);
  json["runs"] = device.times.size();
  json["global_bytes"] = device.peakGlobalBytes;
}

/// Invalid UTF-8 in names must not stop the report.
static void print(const Json &json, raw_ostream &os) {
  os << json.dump(2, ' ', /*ensure_ascii=*/false,
                  Json::error_handler_t::replace)
     << "\n";
}

void run::printDevicesJson(ArrayRef<runtime::DeviceInfo> devices,
                           raw_ostream &os) {
  Json json = Json::array();
  for (const runtime::DeviceInfo &device : devices)
    json.push_back({{"name", device.name},
                    {"platform", device.platform},
                    {"version", device.version},
                    {"compute_units", device.computeUnits},
                    {"global_bytes", device.globalBytes},
                    {"local_bytes", device.localBytes},
                    {"max_work_group_size", device.maxWorkGroupSize},
                    {"f16", device.hasHalf},
                    {"f64", device.hasDouble}});
  print(json, os);
}

void run::printJson(const Report &report, raw_ostream &os) {
  Json json;
  func::FuncOp entry = report.program.entry;
  json["entry"] = entry.getSymName().str();
  json["engine"] = report.device ? "opencl" : "evaluate";
  json["sizes"] = report.inputs.sizes;
  json["seed"] = report.options.seed;
  if (report.device)
    addDevice(*report.device, json);
  json["results"] = Json::array();
  for (auto [parameter, result] :
       llvm::zip(report.program.results, report.results))
    json["results"].push_back(toJson(parameter, result, report.options.print));
  if (report.verification)
    json["verify"] = toJson(report.program, *report.verification);
  if (report.options.printKernel && report.compiled)
    json["kernel_source"] = report.compiled->source;
  print(json, os);
}
