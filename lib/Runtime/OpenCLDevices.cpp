//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Backend.h"
#include "OpenCL.h"

#include <cctype>

namespace mlir::lift::runtime {

//===----------------------------------------------------------------------===//
// Finding devices
//===----------------------------------------------------------------------===//

/// Platforms in the loader's order; none is not an error.
static Result<std::vector<cl::Platform>> getPlatforms() {
  std::vector<cl::Platform> platforms;
  cl_int code = cl::Platform::get(&platforms);
  if (code == -1001) // CL_PLATFORM_NOT_FOUND_KHR: the loader knows none.
    return std::vector<cl::Platform>();
  if (code != CL_SUCCESS)
    return makeError("listing the OpenCL platforms", code);
  return platforms;
}

Result<std::vector<cl::Device>> getDevices() {
  Result<std::vector<cl::Platform>> platforms = getPlatforms();
  if (!platforms)
    return platforms.getError();
  std::vector<cl::Device> available;
  for (const cl::Platform &platform : *platforms) {
    std::vector<cl::Device> devices;
    // A platform whose devices cannot be listed must not hide the others.
    if (platform.getDevices(CL_DEVICE_TYPE_ALL, &devices) != CL_SUCCESS)
      continue;
    for (const cl::Device &device : devices)
      if (device.getInfo<CL_DEVICE_AVAILABLE>())
        available.push_back(device);
  }
  return available;
}

/// Some drivers count the terminating zero as a character, or pad with blanks.
static std::string trim(std::string text) {
  while (!text.empty() &&
         (text.back() == '\0' || std::isspace((unsigned char)text.back())))
    text.pop_back();
  size_t start = 0;
  while (start < text.size() && std::isspace((unsigned char)text[start]))
    ++start;
  return text.substr(start);
}

/// CL_PLATFORM_ICD_SUFFIX_KHR, which the C++ bindings do not know.
static std::string getSuffix(cl_platform_id platform) {
  constexpr cl_platform_info kIcdSuffix = 0x0920;
  char text[64] = {};
  if (clGetPlatformInfo(platform, kIcdSuffix, sizeof(text) - 1, text,
                        nullptr) != CL_SUCCESS)
    return "";
  return trim(text);
}

/// CL_DEVICE_IL_VERSION, which is that of cl_khr_il_program too.
static std::string getILVersion(const cl::Device &device) {
  constexpr cl_device_info kILVersion = 0x105B;
  char text[256] = {};
  if (clGetDeviceInfo(device(), kILVersion, sizeof(text) - 1, text, nullptr) !=
      CL_SUCCESS)
    return "";
  return trim(text);
}

/// What cl_nv_device_attribute_query tells; 0 if there is none.
static uint32_t getNvidiaComputeCapability(const cl::Device &device) {
  constexpr cl_device_info kMajor = 0x4000, kMinor = 0x4001;
  cl_uint major = 0, minor = 0;
  if (clGetDeviceInfo(device(), kMajor, sizeof(major), &major, nullptr) !=
          CL_SUCCESS ||
      clGetDeviceInfo(device(), kMinor, sizeof(minor), &minor, nullptr) !=
          CL_SUCCESS)
    return 0;
  return 10 * major + minor;
}

static DeviceInfo describe(const cl::Device &device, Api api) {
  DeviceInfo info;
  info.api = api;
  cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  info.platform = trim(platform.getInfo<CL_PLATFORM_NAME>());
  info.suffix = getSuffix(platform());
  info.name = trim(device.getInfo<CL_DEVICE_NAME>());
  info.version = trim(device.getInfo<CL_DEVICE_VERSION>());
  info.driver = trim(device.getInfo<CL_DRIVER_VERSION>());
  info.globalBytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
  info.localBytes = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  info.maxWorkGroupSize = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  info.computeUnits = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  info.spirv = getILVersion(device);
  std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
  info.hasHalf = extensions.find("cl_khr_fp16") != std::string::npos;
  info.limitsRegisters =
      extensions.find("cl_nv_compiler_options") != std::string::npos;
  if (extensions.find("cl_nv_device_attribute_query") != std::string::npos)
    info.nvidiaComputeCapability = getNvidiaComputeCapability(device);
  info.hasDouble = extensions.find("cl_khr_fp64") != std::string::npos;
  info.roundsQuotients = (device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() &
                          CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  return info;
}

std::string getBuildOptions(const DeviceInfo &info) {
  std::string options = "-cl-kernel-arg-info";
  if (info.roundsQuotients)
    options += " -cl-fp32-correctly-rounded-divide-sqrt";
  return options;
}

Result<std::vector<DeviceInfo>> listOpenCLDevices(Api api) {
  Result<std::vector<cl::Device>> devices = getDevices();
  if (!devices)
    return devices.getError();
  std::vector<DeviceInfo> infos;
  for (const cl::Device &device : *devices)
    infos.push_back(describe(device, api));
  return infos;
}

} // namespace mlir::lift::runtime
