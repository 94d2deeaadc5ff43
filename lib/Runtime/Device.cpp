//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <algorithm>
#include <cctype>

namespace mlir::lift::runtime {

//===----------------------------------------------------------------------===//
// Finding devices
//===----------------------------------------------------------------------===//

Result<std::vector<DeviceInfo>> listDevices(Api api) {
  return api == Api::Vulkan ? listVulkanDevices() : listOpenCLDevices(api);
}

Result<std::vector<DeviceInfo>> listAllDevices() {
  std::vector<DeviceInfo> all;
  std::optional<Error> error;
  for (Api api : {Api::OpenCL, Api::Vulkan}) {
    Result<std::vector<DeviceInfo>> devices = listDevices(api);
    if (devices)
      all.insert(all.end(), devices->begin(), devices->end());
    else if (api == Api::OpenCL)
      error = devices.getError();
  }
  if (all.empty() && error)
    return *error;
  return all;
}

//===----------------------------------------------------------------------===//
// Choosing one
//===----------------------------------------------------------------------===//

static std::string toLower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return char(std::tolower(c)); });
  return text;
}

static bool matches(const DeviceInfo &device, const std::string &text) {
  // The device that runs OpenCL in this project's own tests.
  if (text.empty())
    return device.platform == "Portable Computing Language";
  std::string wanted = toLower(text);
  for (const std::string &name : {device.platform, device.suffix, device.name})
    if (toLower(name).find(wanted) != std::string::npos)
      return true;
  return false;
}

Result<size_t> chooseDevice(const std::vector<DeviceInfo> &devices,
                            const std::string &text, Api api) {
  const std::string title = getTitle(api);
  std::optional<size_t> first;
  std::string names;
  for (size_t i = 0; i < devices.size(); ++i) {
    if (devices[i].api != api)
      continue;
    if (matches(devices[i], text))
      return i;
    if (!first)
      first = i;
    names += "\n  '" + devices[i].name + "' of platform '" +
             devices[i].platform + "'";
  }
  if (!first)
    return Error{"there is no " + title + " device on this machine",
                 Error::Cause::Device};
  if (text.empty())
    return *first;
  return Error{"no " + title + " device matches '" + text + "'; there is" +
                   names,
               Error::Cause::Device};
}

} // namespace mlir::lift::runtime
