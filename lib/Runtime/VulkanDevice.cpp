//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VulkanDevice.h"

namespace mlir::lift::runtime {

VulkanDevice::VulkanDevice(std::shared_ptr<VulkanInstance> instance,
                           VkPhysicalDevice device)
    : instance(std::move(instance)), physical(device),
      features(*this->instance, device) {}

/// The first family that computes; one that measures times, if there is one.
Status VulkanDevice::chooseQueueFamily() {
  const VulkanInstanceFunctions &functions = instance->vk;
  uint32_t count = 0;
  functions.GetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  functions.GetPhysicalDeviceQueueFamilyProperties(physical, &count,
                                                   families.data());
  bool isFound = false;
  for (uint32_t i = 0; i < count; ++i) {
    const bool isBetter =
        !isFound || (timestampBits == 0 && families[i].timestampValidBits != 0);
    if (!(families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) || !isBetter)
      continue;
    isFound = true;
    queueFamily = i;
    timestampBits = families[i].timestampValidBits;
  }
  if (isFound)
    return {};
  return Error{std::string("'") + features.properties.properties.deviceName +
                   "' has no queue that computes",
               Error::Cause::Device};
}

Result<std::shared_ptr<VulkanDevice>>
VulkanDevice::open(std::shared_ptr<VulkanInstance> instance,
                   VkPhysicalDevice physical) {
  auto device = std::make_shared<VulkanDevice>(std::move(instance), physical);
  if (Status status = device->chooseQueueFamily(); !status)
    return status.getError();
  const float priority = 1;
  VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueFamilyIndex = device->queueFamily;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  const std::vector<const char *> &extensions =
      device->features.getExtensions();
  VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.pNext = device->features.getChain();
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = uint32_t(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  const VulkanInstanceFunctions &functions = device->instance->vk;
  VkDevice handle = VK_NULL_HANDLE;
  VkResult code = functions.CreateDevice(physical, &info, nullptr, &handle);
  if (code != VK_SUCCESS)
    return makeVulkanError(
        std::string("opening device '") +
            device->features.properties.properties.deviceName + "'",
        code);
  Result<VulkanDeviceFunctions> vk = getDeviceFunctions(functions, handle);
  if (!vk)
    return vk.getError();
  device->handle = handle;
  device->vk = *vk;
  device->vk.GetDeviceQueue(handle, device->queueFamily, 0, &device->queue);
  return device;
}

VulkanDevice::~VulkanDevice() {
  if (!handle)
    return;
  vk.DeviceWaitIdle(handle);
  setBusy(false);
  vk.DestroyDevice(handle, nullptr);
}

void VulkanDevice::destroyLater(std::function<void()> destroy) {
  if (isBusy)
    destroyers.push_back(std::move(destroy));
  else
    destroy();
}

void VulkanDevice::setBusy(bool busy) {
  isBusy = busy;
  if (isBusy)
    return;
  for (const std::function<void()> &destroy : std::exchange(destroyers, {}))
    destroy();
}

} // namespace mlir::lift::runtime
