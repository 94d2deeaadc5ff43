//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VulkanApi.h"

#include <dlfcn.h>

namespace mlir::lift::runtime {

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Result<PFN_vkGetInstanceProcAddr> loadVulkan() {
  // Android has no versions in the names of libraries.
  static void *const library = [] {
    void *opened = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    return opened ? opened : dlopen("libvulkan.so", RTLD_NOW | RTLD_LOCAL);
  }();
  if (!library)
    return Error{"there is no Vulkan on this machine: neither libvulkan.so.1 "
                 "nor libvulkan.so can be loaded",
                 Error::Cause::Device};
  auto get = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      dlsym(library, "vkGetInstanceProcAddr"));
  if (!get)
    return Error{"the Vulkan loader has no vkGetInstanceProcAddr",
                 Error::Cause::Device};
  return get;
}

static Error makeMissingError(const char *name) {
  return Error{std::string("Vulkan here has no function vk") + name,
               Error::Cause::Device};
}

Result<VulkanInstanceFunctions>
getInstanceFunctions(PFN_vkGetInstanceProcAddr get, VkInstance instance) {
  VulkanInstanceFunctions functions;
#define LIFT_LOOK_UP(NAME)                                                     \
  functions.NAME = reinterpret_cast<PFN_vk##NAME>(get(instance, "vk" #NAME));
#define LIFT_LOAD(NAME)                                                        \
  LIFT_LOOK_UP(NAME)                                                           \
  if (!functions.NAME)                                                         \
    return makeMissingError(#NAME);
  LIFT_VULKAN_INSTANCE_FUNCTIONS(LIFT_LOAD)
  LIFT_VULKAN_DEBUG_FUNCTIONS(LIFT_LOOK_UP)
#undef LIFT_LOAD
#undef LIFT_LOOK_UP
  return functions;
}

Result<VulkanDeviceFunctions>
getDeviceFunctions(const VulkanInstanceFunctions &instance, VkDevice device) {
  VulkanDeviceFunctions functions;
#define LIFT_LOAD(NAME)                                                        \
  functions.NAME = reinterpret_cast<PFN_vk##NAME>(                             \
      instance.GetDeviceProcAddr(device, "vk" #NAME));                         \
  if (!functions.NAME)                                                         \
    return makeMissingError(#NAME);
  LIFT_VULKAN_DEVICE_FUNCTIONS(LIFT_LOAD)
#undef LIFT_LOAD
  return functions;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static std::string getResultName(VkResult code) {
#define LIFT_NAME(NAME)                                                        \
  case NAME:                                                                   \
    return #NAME;
  switch (code) {
    LIFT_NAME(VK_NOT_READY)
    LIFT_NAME(VK_TIMEOUT)
    LIFT_NAME(VK_INCOMPLETE)
    LIFT_NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
    LIFT_NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    LIFT_NAME(VK_ERROR_INITIALIZATION_FAILED)
    LIFT_NAME(VK_ERROR_DEVICE_LOST)
    LIFT_NAME(VK_ERROR_MEMORY_MAP_FAILED)
    LIFT_NAME(VK_ERROR_LAYER_NOT_PRESENT)
    LIFT_NAME(VK_ERROR_EXTENSION_NOT_PRESENT)
    LIFT_NAME(VK_ERROR_FEATURE_NOT_PRESENT)
    LIFT_NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
    LIFT_NAME(VK_ERROR_TOO_MANY_OBJECTS)
    LIFT_NAME(VK_ERROR_FRAGMENTED_POOL)
    LIFT_NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
    LIFT_NAME(VK_ERROR_FRAGMENTATION)
    LIFT_NAME(VK_ERROR_INVALID_SHADER_NV)
    LIFT_NAME(VK_ERROR_UNKNOWN)
  default:
    return "unknown Vulkan error";
  }
#undef LIFT_NAME
}

Error makeVulkanError(const std::string &doing, VkResult code) {
  std::string message = doing + " failed: " + getResultName(code) + " (" +
                        std::to_string(code) + ")";
  if (code == VK_ERROR_DEVICE_LOST)
    message += "; the driver has given the device up: a kernel ran for too "
               "long, or accessed memory that is not its own";
  return Error{message, Error::Cause::Device};
}

} // namespace mlir::lift::runtime
