//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VulkanQueue.h"

#include <algorithm>

namespace mlir::lift::runtime {

static constexpr uint32_t kLaunchesOfPool = 256;
static constexpr uint32_t kSetsOfPool = 256, kBuffersOfPool = 2048;
/// A recording takes memory: after so many launches it is run.
static constexpr size_t kMaxLaunches = 4096;

static constexpr VkAccessFlags kWrites =
    VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
static constexpr VkPipelineStageFlags kStages =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;

//===----------------------------------------------------------------------===//
// Making and destroying
//===----------------------------------------------------------------------===//

Status VulkanQueue::createObjects() {
  const VulkanDeviceFunctions &vk = device->vk;
  VkCommandPoolCreateInfo pool = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  pool.queueFamilyIndex = device->queueFamily;
  VkResult code =
      vk.CreateCommandPool(device->handle, &pool, nullptr, &commandPool);
  if (code == VK_SUCCESS) {
    VkCommandBufferAllocateInfo info = {
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = commandPool;
    info.commandBufferCount = 1;
    code = vk.AllocateCommandBuffers(device->handle, &info, &commands);
  }
  if (code == VK_SUCCESS) {
    VkFenceCreateInfo info = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    code = vk.CreateFence(device->handle, &info, nullptr, &fence);
  }
  if (code != VK_SUCCESS)
    return makeVulkanError("making a queue of commands", code);
  return {};
}

Result<std::unique_ptr<VulkanQueue>>
VulkanQueue::create(const std::shared_ptr<VulkanDevice> &device,
                    const RuntimeOptions &options) {
  auto queue = std::make_unique<VulkanQueue>(device, options.inOrder);
  for (unsigned dim = 0; dim < 3; ++dim) {
    const uint32_t limit =
        device->features.getLimits().maxComputeWorkGroupCount[dim];
    queue->maxGroups[dim] =
        options.maxGroups == 0 ? limit : std::min(limit, options.maxGroups);
  }
  if (Status status = queue->createObjects(); !status)
    return status.getError();
  return queue;
}

VulkanQueue::~VulkanQueue() {
  const VulkanDeviceFunctions &vk = device->vk;
  vk.DeviceWaitIdle(device->handle);
  for (VkQueryPool pool : queryPools)
    vk.DestroyQueryPool(device->handle, pool, nullptr);
  for (VkDescriptorPool pool : descriptorPools)
    vk.DestroyDescriptorPool(device->handle, pool, nullptr);
  vk.DestroyFence(device->handle, fence, nullptr);
  vk.DestroyCommandPool(device->handle, commandPool, nullptr);
  device->setBusy(false);
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

Status VulkanQueue::begin() {
  const VulkanDeviceFunctions &vk = device->vk;
  VkResult code = vk.ResetCommandPool(device->handle, commandPool, 0);
  for (VkDescriptorPool pool : descriptorPools)
    if (code == VK_SUCCESS)
      code = vk.ResetDescriptorPool(device->handle, pool, 0);
  VkCommandBufferBeginInfo info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  if (code == VK_SUCCESS)
    code = vk.BeginCommandBuffer(commands, &info);
  if (code != VK_SUCCESS)
    return makeVulkanError("starting to record commands", code);
  isRecording = true;
  currentPool = numLaunches = 0;
  pending.clear();
  device->setBusy(true);
  return {};
}

void VulkanQueue::addBarrier(VkPipelineStageFlags to, VkAccessFlags access) {
  VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  barrier.srcAccessMask = kWrites;
  barrier.dstAccessMask = access;
  device->vk.CmdPipelineBarrier(commands, kStages, to, 0, 1, &barrier, 0,
                                nullptr, 0, nullptr);
}

Status VulkanQueue::prepareCommand(const std::vector<MemoryAccess> &accesses) {
  const bool isFirst = !isRecording;
  if (isFirst)
    if (Status status = begin(); !status)
      return status;
  if (pending.add(accesses) || (inOrder && !isFirst))
    addBarrier(kStages, kWrites | VK_ACCESS_SHADER_READ_BIT |
                            VK_ACCESS_TRANSFER_READ_BIT);
  return {};
}

Status VulkanQueue::fill(const VulkanMemory &memory, unsigned char byte) {
  if (Status status = prepareCommand({memory.getAccess(/*isWrite=*/true)});
      !status)
    return status;
  device->vk.CmdFillBuffer(commands, memory.buffer, memory.offset, memory.size,
                           byte * 0x01010101u);
  return {};
}

Status VulkanQueue::copy(const VulkanMemory &from, const VulkanMemory &to,
                         const VkBufferCopy &range) {
  if (Status status = prepareCommand(
          {from.getAccess(/*isWrite=*/false), to.getAccess(/*isWrite=*/true)});
      !status)
    return status;
  const VkBufferCopy shifted = {from.offset + range.srcOffset,
                                to.offset + range.dstOffset, range.size};
  device->vk.CmdCopyBuffer(commands, from.buffer, to.buffer, 1, &shifted);
  return {};
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Status VulkanQueue::addDescriptorPool(size_t numBuffers) {
  VkDescriptorPoolSize size = {
      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
      std::max<uint32_t>(kBuffersOfPool, uint32_t(numBuffers))};
  VkDescriptorPoolCreateInfo info = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  info.maxSets = kSetsOfPool;
  info.poolSizeCount = 1;
  info.pPoolSizes = &size;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  VkResult code =
      device->vk.CreateDescriptorPool(device->handle, &info, nullptr, &pool);
  if (code != VK_SUCCESS)
    return makeVulkanError("making room for arguments", code);
  descriptorPools.push_back(pool);
  return {};
}

Result<VkDescriptorSet> VulkanQueue::allocateSet(const VulkanKernel &kernel) {
  VkDescriptorSetAllocateInfo info = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  info.descriptorSetCount = 1;
  info.pSetLayouts = &kernel.setLayout;
  for (;; ++currentPool) {
    const bool isNew = currentPool == descriptorPools.size();
    if (isNew)
      if (Status status = addDescriptorPool(kernel.info.bindings.size());
          !status)
        return status.getError();
    info.descriptorPool = descriptorPools[currentPool];
    VkDescriptorSet set = VK_NULL_HANDLE;
    VkResult code =
        device->vk.AllocateDescriptorSets(device->handle, &info, &set);
    if (code == VK_SUCCESS)
      return set;
    const bool isFull =
        code == VK_ERROR_OUT_OF_POOL_MEMORY || code == VK_ERROR_FRAGMENTED_POOL;
    if (!isFull || isNew)
      return makeVulkanError("making room for the arguments of kernel '" +
                                 kernel.info.name + "'",
                             code);
  }
}

Status VulkanQueue::bindArguments(const VulkanLaunch &launch) {
  const VulkanDeviceFunctions &vk = device->vk;
  const VulkanKernel &kernel = *launch.kernel;
  if (kernel.info.bindings.empty())
    return {};
  Result<VkDescriptorSet> set = allocateSet(kernel);
  if (!set)
    return set.getError();
  std::vector<VkWriteDescriptorSet> writes;
  for (uint32_t binding : kernel.info.bindings) {
    VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = *set;
    write.dstBinding = binding;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &launch.buffers[binding];
    writes.push_back(write);
  }
  vk.UpdateDescriptorSets(device->handle, uint32_t(writes.size()),
                          writes.data(), 0, nullptr);
  vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                           kernel.layout, 0, 1, &*set, 0, nullptr);
  return {};
}

void VulkanQueue::pushNumbers(const VulkanLaunch &launch,
                              const std::array<uint32_t, 3> &first) {
  const VulkanKernel &kernel = *launch.kernel;
  std::vector<char> bytes = launch.push;
  if (launch.hasFirstGroup) {
    const char *begin = reinterpret_cast<const char *>(first.data());
    bytes.insert(bytes.end(), begin, begin + sizeof(first));
  }
  bytes.resize(kernel.pushBytes);
  if (!bytes.empty())
    device->vk.CmdPushConstants(commands, kernel.layout,
                                VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                uint32_t(bytes.size()), bytes.data());
}

/// In as many commands as the device's limits ask for.
void VulkanQueue::dispatch(const VulkanLaunch &launch) {
  std::array<uint32_t, 3> first;
  auto getCount = [&](unsigned dim) {
    return std::min(launch.groups[dim] - first[dim], maxGroups[dim]);
  };
  for (first[2] = 0; first[2] < launch.groups[2]; first[2] += getCount(2))
    for (first[1] = 0; first[1] < launch.groups[1]; first[1] += getCount(1))
      for (first[0] = 0; first[0] < launch.groups[0]; first[0] += getCount(0)) {
        pushNumbers(launch, first);
        device->vk.CmdDispatch(commands, getCount(0), getCount(1), getCount(2));
      }
}

Status VulkanQueue::launch(const VulkanLaunch &launch) {
  if (numLaunches == kMaxLaunches)
    if (Status status = finish(); !status)
      return status;
  if (Status status = prepareCommand(launch.accesses); !status)
    return status;
  if (Status status = bindArguments(launch); !status)
    return status;
  if (Status status = prepareTimestamps(); !status)
    return status;
  device->vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                             launch.kernel->pipeline);
  writeTimestamp(/*isEnd=*/false);
  dispatch(launch);
  writeTimestamp(/*isEnd=*/true);
  ++numLaunches;
  return {};
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

/// Makes sure that there is a pool for the next launch, and empties it before
/// its first one.
Status VulkanQueue::prepareTimestamps() {
  if (device->timestampBits == 0 || numLaunches % kLaunchesOfPool != 0)
    return {};
  const size_t index = numLaunches / kLaunchesOfPool;
  if (index == queryPools.size()) {
    VkQueryPoolCreateInfo info = {VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = 2 * kLaunchesOfPool;
    VkQueryPool pool = VK_NULL_HANDLE;
    VkResult code =
        device->vk.CreateQueryPool(device->handle, &info, nullptr, &pool);
    if (code != VK_SUCCESS)
      return makeVulkanError("making room for times", code);
    queryPools.push_back(pool);
  }
  device->vk.CmdResetQueryPool(commands, queryPools[index], 0,
                               2 * kLaunchesOfPool);
  return {};
}

void VulkanQueue::writeTimestamp(bool isEnd) {
  if (device->timestampBits == 0)
    return;
  // Also the first waits for all that was before: of launches that run at the
  // same time, the later one has the time that it takes longer.
  device->vk.CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                               queryPools[numLaunches / kLaunchesOfPool],
                               2 * (numLaunches % kLaunchesOfPool) + isEnd);
}

Status VulkanQueue::readTimestamps() {
  if (device->timestampBits == 0) {
    times.resize(times.size() + numLaunches);
    return {};
  }
  const uint64_t mask = device->timestampBits >= 64
                            ? ~uint64_t(0)
                            : (uint64_t(1) << device->timestampBits) - 1;
  const double period = device->features.getLimits().timestampPeriod;
  std::vector<std::array<uint64_t, 2>> stamps(kLaunchesOfPool);
  for (size_t first = 0; first < numLaunches; first += kLaunchesOfPool) {
    const size_t count = std::min<size_t>(numLaunches - first, kLaunchesOfPool);
    VkResult code = device->vk.GetQueryPoolResults(
        device->handle, queryPools[first / kLaunchesOfPool], 0,
        uint32_t(2 * count), count * sizeof(stamps[0]), stamps.data(),
        sizeof(uint64_t), VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    if (code != VK_SUCCESS)
      return makeVulkanError("reading the times of launches", code);
    for (size_t i = 0; i < count; ++i) {
      const auto [begin, end] = stamps[i];
      const auto start = uint64_t(double(begin & mask) * period);
      times.push_back(
          {start, start + uint64_t(double((end - begin) & mask) * period)});
    }
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Status VulkanQueue::submit() {
  const VulkanDeviceFunctions &vk = device->vk;
  // Where the host sees memory, it reads it next.
  addBarrier(VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  VkResult code = vk.EndCommandBuffer(commands);
  if (code != VK_SUCCESS)
    return makeVulkanError("recording commands", code);
  VkSubmitInfo info = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  code = vk.ResetFences(device->handle, 1, &fence);
  if (code == VK_SUCCESS)
    code = vk.QueueSubmit(device->queue, 1, &info, fence);
  if (code == VK_SUCCESS)
    code = vk.WaitForFences(device->handle, 1, &fence, VK_TRUE, UINT64_MAX);
  if (code != VK_SUCCESS)
    return makeVulkanError("running the kernels", code);
  return readTimestamps();
}

Status VulkanQueue::finish() {
  if (!isRecording)
    return {};
  Status status = submit();
  isRecording = false;
  if (!status)
    device->vk.DeviceWaitIdle(device->handle);
  device->setBusy(false);
  return status;
}

} // namespace mlir::lift::runtime
