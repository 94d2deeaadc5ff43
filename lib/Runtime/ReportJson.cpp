//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Report.h"

#include "LiftDialect/Runtime/FileReplacer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

using Json = nlohmann::ordered_json;

namespace mlir::lift::runtime {

static Json reportKernel(const KernelReport &kernel) {
  auto [fastest, slowest] =
      std::minmax_element(kernel.times.begin(), kernel.times.end());
  Json json;
  json["name"] = kernel.name;
  json["source"] = kernel.position.str();
  json["lines"] = kernel.lines;
  json["launches"] = kernel.launches;
  json["groups"] = kernel.geometry.groups;
  json["local"] = kernel.geometry.local;
  json["median_ns"] = computeMedian(kernel.times);
  json["min_ns"] = *fastest;
  json["max_ns"] = *slowest;
  json["local_bytes"] = kernel.memory.localBytes;
  json["private_bytes"] = kernel.memory.privateBytes;
  json["buffer_bytes"] = kernel.bufferBytes;
  return json;
}

void addReport(const RunReport &report, Json &json) {
  json["device"] = {{"api", getName(report.device.api)},
                    {"name", report.device.name},
                    {"platform", report.device.platform},
                    {"version", report.device.version}};
  json["kernels"] = Json::array();
  for (const KernelReport &kernel : report.kernels)
    json["kernels"].push_back(reportKernel(kernel));
  json["median_ns"] = computeMedian(report.times);
  json["runs"] = report.times.size();
  json["global_bytes"] = report.peakGlobalBytes;
  if (report.runTime)
    json["run_ns"] = *report.runTime;
}

Json toJson(const PackageParameter &parameter, const Array &array,
            bool withValues) {
  Json json;
  json["name"] = parameter.name;
  json["type"] = parameter.str();
  std::vector<int64_t> shape = array.getShape();
  shape.resize(parameter.sizes.size());
  json["shape"] = shape;
  if (!withValues)
    return json;
  json["values"] = Json::array();
  for (size_t i = 0; i < std::min(array.getNumElements(), kMaxPrinted); ++i)
    json["values"].push_back(isFloat(array.getType())
                                 ? array.getFloat(i)
                                 : double(array.getInteger(i)));
  return json;
}

Json toJson(const std::vector<DeviceInfo> &devices) {
  Json json = Json::array();
  for (const DeviceInfo &device : devices)
    json.push_back({{"api", getName(device.api)},
                    {"name", device.name},
                    {"platform", device.platform},
                    {"version", device.version},
                    {"compute_units", device.computeUnits},
                    {"global_bytes", device.globalBytes},
                    {"local_bytes", device.localBytes},
                    {"max_work_group_size", device.maxWorkGroupSize},
                    {"spirv", device.spirv},
                    {"f16", device.hasHalf},
                    {"f64", device.hasDouble}});
  return json;
}

std::string printTrace(const RunReport &report) {
  uint64_t origin = UINT64_MAX;
  for (const LaunchReport &launch : report.launches)
    origin = std::min(origin, launch.time.start);
  Json events = Json::array();
  events.push_back({{"name", "process_name"},
                    {"ph", "M"},
                    {"pid", 0},
                    {"args", {{"name", report.device.name}}}});
  for (const LaunchReport &launch : report.launches) {
    const KernelReport &kernel = report.kernels[launch.kernel];
    events.push_back({{"name", kernel.name},
                      {"cat", "kernel"},
                      {"ph", "X"},
                      {"pid", 0},
                      {"tid", 0},
                      {"ts", double(launch.time.start - origin) / 1e3},
                      {"dur", double(launch.time.getDuration()) / 1e3},
                      {"args",
                       {{"source", kernel.position.str()},
                        {"groups", kernel.geometry.groups},
                        {"local", kernel.geometry.local}}}});
  }
  return print(Json{{"displayTimeUnit", "ns"}, {"traceEvents", events}});
}

Status writeTrace(const std::string &path, const RunReport &report) {
  if (path.empty())
    return {};
  const std::string text = printTrace(report);
  FileReplacer file(path);
  file.write(text.data(), text.size());
  return file.commit();
}

std::string print(const Json &json) {
  return json.dump(2, ' ', /*ensure_ascii=*/false,
                   Json::error_handler_t::replace) +
         "\n";
}

} // namespace mlir::lift::runtime
