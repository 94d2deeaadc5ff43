//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AlignTo.h"
#include "VulkanDevice.h"

#include <algorithm>

namespace mlir::lift::runtime {

/// The flags that memory should have, the best first.
static std::vector<VkMemoryPropertyFlags>
getWishes(VulkanMemory::Residency residency) {
  constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
  constexpr VkMemoryPropertyFlags kHost = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                          VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  switch (residency) {
  case VulkanMemory::Residency::Device:
    return {kLocal, 0};
  case VulkanMemory::Residency::Shared:
    return {kLocal | kHost | kCached, kLocal | kHost, kHost};
  case VulkanMemory::Residency::Staging:
    return {kHost | kCached, kHost};
  }
  return {};
}

/// The type of memory of those in `allowed`; nothing if none will do.
static std::optional<uint32_t>
chooseType(const VkPhysicalDeviceMemoryProperties &memory, uint32_t allowed,
           VulkanMemory::Residency residency) {
  for (VkMemoryPropertyFlags wish : getWishes(residency))
    for (uint32_t type = 0; type < memory.memoryTypeCount; ++type)
      if ((allowed >> type & 1) &&
          (memory.memoryTypes[type].propertyFlags & wish) == wish)
        return type;
  return std::nullopt;
}

VkResult VulkanMemory::create(Residency residency) {
  const VulkanDeviceFunctions &vk = device->vk;
  VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = size;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  VkResult code = vk.CreateBuffer(device->handle, &info, nullptr, &buffer);
  if (code != VK_SUCCESS)
    return code;
  VkMemoryRequirements needs;
  vk.GetBufferMemoryRequirements(device->handle, buffer, &needs);
  std::optional<uint32_t> type =
      chooseType(device->features.memory, needs.memoryTypeBits, residency);
  if (!type)
    return VK_ERROR_FEATURE_NOT_PRESENT;
  VkMemoryAllocateInfo allocation = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = *type;
  code = vk.AllocateMemory(device->handle, &allocation, nullptr, &memory);
  if (code == VK_SUCCESS)
    code = vk.BindBufferMemory(device->handle, buffer, memory, 0);
  if (code == VK_SUCCESS && residency != Residency::Device)
    code = vk.MapMemory(device->handle, memory, 0, VK_WHOLE_SIZE, 0, &mapped);
  return code;
}

static constexpr size_t kUnit = 16;

/// Kernels may read whole vectors; Vulkan has no buffers of 0 bytes.
static VkDeviceSize getBufferSize(size_t numBytes) {
  return alignTo(std::max<size_t>(numBytes, 1), kUnit);
}

Result<std::unique_ptr<VulkanMemory>>
VulkanMemory::allocate(const std::shared_ptr<VulkanDevice> &device,
                       size_t numBytes, Residency residency) {
  const std::string doing =
      "allocating " + std::to_string(numBytes) + " bytes on '" +
      device->features.properties.properties.deviceName + "'";
  const VkDeviceSize limit =
      device->features.maintenance.maxMemoryAllocationSize;
  if (numBytes > limit || numBytes > SIZE_MAX - kUnit)
    return Error{doing + " failed: the device allocates at most " +
                     std::to_string(limit) + " bytes at a time",
                 Error::Cause::Device};
  std::unique_ptr<VulkanMemory> memory(new VulkanMemory(device));
  memory->size = getBufferSize(numBytes);
  VkResult code = memory->create(residency);
  if (code != VK_SUCCESS)
    return makeVulkanError(doing, code);
  return memory;
}

std::unique_ptr<VulkanMemory> VulkanMemory::makePart(VkDeviceSize partOffset,
                                                     size_t numBytes) const {
  std::unique_ptr<VulkanMemory> part(new VulkanMemory(/*device=*/nullptr));
  part->buffer = buffer;
  part->offset = offset + partOffset;
  part->size = getBufferSize(numBytes);
  part->mapped = mapped ? static_cast<char *>(mapped) + partOffset : nullptr;
  return part;
}

VulkanMemory::~VulkanMemory() {
  if (!device)
    return;
  // The device outlives what it is to destroy, and needs no handle on itself.
  VulkanDevice *owner = device.get();
  device->destroyLater([owner, buffer = buffer, memory = memory] {
    owner->vk.DestroyBuffer(owner->handle, buffer, nullptr);
    owner->vk.FreeMemory(owner->handle, memory, nullptr);
  });
}

} // namespace mlir::lift::runtime
