//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VulkanInstance.h"

#include <algorithm>
#include <cstring>

namespace mlir::lift::runtime {

static constexpr const char *kValidationLayer = "VK_LAYER_KHRONOS_validation";

//===----------------------------------------------------------------------===//
// Validation
//===----------------------------------------------------------------------===//

/// Fails unless the layer is installed.
static Status checkLayer(PFN_vkGetInstanceProcAddr get) {
  auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceLayerProperties>(
      get(nullptr, "vkEnumerateInstanceLayerProperties"));
  uint32_t count = 0;
  std::vector<VkLayerProperties> layers;
  if (enumerate && enumerate(&count, nullptr) == VK_SUCCESS) {
    layers.resize(count);
    enumerate(&count, layers.data());
  }
  for (const VkLayerProperties &layer : layers)
    if (std::strcmp(layer.layerName, kValidationLayer) == 0)
      return {};
  return Error{std::string("the validation layer ") + kValidationLayer +
                   " is not installed",
               Error::Cause::Device};
}

static VKAPI_ATTR VkBool32 VKAPI_CALL addMessage(
    VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
    const VkDebugUtilsMessengerCallbackDataEXT *data, void *messages) {
  *static_cast<std::string *>(messages) += std::string("\n") + data->pMessage;
  return VK_FALSE;
}

Status VulkanInstance::createMessenger() {
  VkDebugUtilsMessengerCreateInfoEXT info = {
      VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  info.pfnUserCallback = addMessage;
  info.pUserData = &messages;
  if (!vk.CreateDebugUtilsMessengerEXT || !vk.DestroyDebugUtilsMessengerEXT)
    return Error{"the validation layer cannot report: there is no "
                 "VK_EXT_debug_utils",
                 Error::Cause::Device};
  VkResult code =
      vk.CreateDebugUtilsMessengerEXT(handle, &info, nullptr, &messenger);
  if (code != VK_SUCCESS)
    return makeVulkanError("listening to the validation layer", code);
  return {};
}

Status VulkanInstance::takeMessages() {
  if (messages.empty())
    return {};
  return Error{"the validation layer reports" + std::exchange(messages, ""),
               Error::Cause::Device};
}

//===----------------------------------------------------------------------===//
// Instances
//===----------------------------------------------------------------------===//

/// Fails unless the loader has Vulkan 1.1.
static Status checkVersion(PFN_vkGetInstanceProcAddr get) {
  auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceVersion>(
      get(nullptr, "vkEnumerateInstanceVersion"));
  uint32_t version = VK_API_VERSION_1_0;
  if (enumerate && enumerate(&version) == VK_SUCCESS &&
      version >= VK_API_VERSION_1_1)
    return {};
  return Error{"the Vulkan loader has version 1.0, expected at least 1.1",
               Error::Cause::Device};
}

Result<std::shared_ptr<VulkanInstance>> VulkanInstance::create(bool validate) {
  Result<PFN_vkGetInstanceProcAddr> get = loadVulkan();
  if (!get)
    return get.getError();
  if (Status status = checkVersion(*get); !status)
    return status.getError();
  if (validate)
    if (Status status = checkLayer(*get); !status)
      return status.getError();

  VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.pApplicationName = "lift";
  application.apiVersion = VK_API_VERSION_1_3;
  const char *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &application;
  if (validate) {
    info.enabledLayerCount = info.enabledExtensionCount = 1;
    info.ppEnabledLayerNames = &kValidationLayer;
    info.ppEnabledExtensionNames = &extension;
  }
  auto instance = std::make_shared<VulkanInstance>();
  auto create = reinterpret_cast<PFN_vkCreateInstance>(
      (*get)(nullptr, "vkCreateInstance"));
  VkResult code = create(&info, nullptr, &instance->handle);
  if (code == VK_ERROR_INCOMPATIBLE_DRIVER)
    return Error{"there is no Vulkan device on this machine",
                 Error::Cause::Device};
  if (code != VK_SUCCESS)
    return makeVulkanError("starting Vulkan", code);
  Result<VulkanInstanceFunctions> functions =
      getInstanceFunctions(*get, instance->handle);
  if (!functions)
    return functions.getError();
  instance->vk = *functions;
  if (validate)
    if (Status status = instance->createMessenger(); !status)
      return status.getError();
  return instance;
}

VulkanInstance::~VulkanInstance() {
  if (messenger)
    vk.DestroyDebugUtilsMessengerEXT(handle, messenger, nullptr);
  if (handle && vk.DestroyInstance)
    vk.DestroyInstance(handle, nullptr);
}

Result<std::vector<VkPhysicalDevice>> VulkanInstance::getDevices() const {
  uint32_t count = 0;
  VkResult code = vk.EnumeratePhysicalDevices(handle, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  if (code == VK_SUCCESS && count != 0)
    code = vk.EnumeratePhysicalDevices(handle, &count, devices.data());
  // Without any driver some loaders fail here.
  if (code == VK_ERROR_INITIALIZATION_FAILED)
    return std::vector<VkPhysicalDevice>();
  if (code != VK_SUCCESS && code != VK_INCOMPLETE)
    return makeVulkanError("listing the Vulkan devices", code);
  devices.resize(count);
  auto getProperties = [&](VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties;
    vk.GetPhysicalDeviceProperties(device, &properties);
    return properties;
  };
  devices.erase(std::remove_if(devices.begin(), devices.end(),
                               [&](VkPhysicalDevice device) {
                                 return getProperties(device).apiVersion <
                                        VK_API_VERSION_1_1;
                               }),
                devices.end());
  std::stable_partition(
      devices.begin(), devices.end(), [&](VkPhysicalDevice device) {
        return getProperties(device).deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU;
      });
  return devices;
}

} // namespace mlir::lift::runtime
