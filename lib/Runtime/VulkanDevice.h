//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares an open Vulkan device and memory on it.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_VULKANDEVICE_H
#define LIFT_LIB_RUNTIME_VULKANDEVICE_H

#include "BufferPool.h"
#include "PendingAccesses.h"
#include "VulkanFeatures.h"

#include <functional>

namespace mlir::lift::runtime {

/// Shared by all that lives on it: memory and programs may outlive a Runtime.
class VulkanDevice {
public:
  static Result<std::shared_ptr<VulkanDevice>>
  open(std::shared_ptr<VulkanInstance> instance, VkPhysicalDevice device);
  VulkanDevice(std::shared_ptr<VulkanInstance> instance,
               VkPhysicalDevice device);
  VulkanDevice(const VulkanDevice &) = delete;
  VulkanDevice &operator=(const VulkanDevice &) = delete;
  ~VulkanDevice();

  /// Destroys something as soon as no recorded work can use it.
  void destroyLater(std::function<void()> destroy);
  /// Whether work is recorded or runs.
  void setBusy(bool isBusy);

  const std::shared_ptr<VulkanInstance> instance;
  const VkPhysicalDevice physical;
  const VulkanFeatures features;
  VkDevice handle = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  uint32_t queueFamily = 0;
  /// The bits of a time stamp that count; 0 where there are none.
  uint32_t timestampBits = 0;
  VulkanDeviceFunctions vk;

private:
  Status chooseQueueFamily();

  bool isBusy = false;
  std::vector<std::function<void()>> destroyers;
};

/// A buffer with memory of its own, or part of one.
class VulkanMemory : public DeviceMemory {
public:
  enum class Residency {
    /// Where kernels are fastest.
    Device,
    /// The same, but where the host can write and read, too.
    Shared,
    /// Where the host is fastest.
    Staging
  };

  static Result<std::unique_ptr<VulkanMemory>>
  allocate(const std::shared_ptr<VulkanDevice> &device, size_t numBytes,
           Residency residency);
  /// That from `offset` on, which is a multiple of 16; it must not outlive
  /// this.
  std::unique_ptr<VulkanMemory> makePart(VkDeviceSize offset,
                                         size_t numBytes) const;
  ~VulkanMemory() override;

  MemoryAccess getAccess(bool isWrite) const {
    return {(uint64_t)buffer, offset, offset + size, isWrite};
  }

  VkBuffer buffer = VK_NULL_HANDLE;
  /// Where it begins in the buffer.
  VkDeviceSize offset = 0;
  /// A multiple of 16: kernels may read whole vectors.
  VkDeviceSize size = 0;
  /// Where the host sees it; null where it does not.
  void *mapped = nullptr;

private:
  explicit VulkanMemory(std::shared_ptr<VulkanDevice> device)
      : device(std::move(device)) {}
  VkResult create(Residency residency);

  /// Null for a part.
  std::shared_ptr<VulkanDevice> device;
  VkDeviceMemory memory = VK_NULL_HANDLE;
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_VULKANDEVICE_H
