//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the recording of work for a Vulkan device and the one
// submission that runs it.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_VULKANQUEUE_H
#define LIFT_LIB_RUNTIME_VULKANQUEUE_H

#include "PendingAccesses.h"
#include "VulkanProgram.h"

namespace mlir::lift::runtime {

/// What one launch is recorded with.
struct VulkanLaunch {
  const VulkanKernel *kernel = nullptr;
  /// By binding; more than the kernel uses may be there.
  std::vector<VkDescriptorBufferInfo> buffers;
  /// The same as memory.
  std::vector<MemoryAccess> accesses;
  /// At most as many bytes as the kernel's layout has.
  std::vector<char> push;
  /// Whether the number of the first group in each dimension follows in them.
  bool hasFirstGroup = false;
  std::array<uint32_t, 3> groups = {1, 1, 1};
};

/// Commands run one after another where one touches what the other writes.
class VulkanQueue {
public:
  static Result<std::unique_ptr<VulkanQueue>>
  create(const std::shared_ptr<VulkanDevice> &device,
         const RuntimeOptions &options);
  VulkanQueue(std::shared_ptr<VulkanDevice> device, bool inOrder)
      : device(std::move(device)), inOrder(inOrder) {}
  VulkanQueue(const VulkanQueue &) = delete;
  VulkanQueue &operator=(const VulkanQueue &) = delete;
  ~VulkanQueue();

  Status launch(const VulkanLaunch &launch);
  Status fill(const VulkanMemory &memory, unsigned char byte);
  Status copy(const VulkanMemory &from, const VulkanMemory &to,
              const VkBufferCopy &range);
  /// Runs what is recorded and waits for it.
  Status finish();

  /// Of the launches that have run.
  std::vector<LaunchTime> times;
  /// The most groups of one command.
  std::array<uint32_t, 3> maxGroups = {};

private:
  Status createObjects();
  /// Starts a recording, or lets the next command wait for those before if it
  /// must.
  Status prepareCommand(const std::vector<MemoryAccess> &accesses);
  Status begin();
  void addBarrier(VkPipelineStageFlags to, VkAccessFlags access);
  Result<VkDescriptorSet> allocateSet(const VulkanKernel &kernel);
  Status addDescriptorPool(size_t numBuffers);
  Status bindArguments(const VulkanLaunch &launch);
  void pushNumbers(const VulkanLaunch &launch,
                   const std::array<uint32_t, 3> &first);
  void dispatch(const VulkanLaunch &launch);
  Status prepareTimestamps();
  void writeTimestamp(bool isEnd);
  Status readTimestamps();
  Status submit();

  std::shared_ptr<VulkanDevice> device;
  const bool inOrder;
  /// Of the commands since the last barrier.
  PendingAccesses pending;
  VkCommandPool commandPool = VK_NULL_HANDLE;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  VkFence fence = VK_NULL_HANDLE;
  /// Each for kLaunchesOfPool launches.
  std::vector<VkQueryPool> queryPools;
  std::vector<VkDescriptorPool> descriptorPools;
  /// The pool that sets are taken from; those before it are full.
  size_t currentPool = 0;
  bool isRecording = false;
  /// In the recording.
  size_t numLaunches = 0;
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_VULKANQUEUE_H
