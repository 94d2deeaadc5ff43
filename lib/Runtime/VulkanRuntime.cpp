//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vulkan behind the handles of Runtime.h.
//
//===----------------------------------------------------------------------===//
#include "LinearBounds.h"
#include "VulkanQueue.h"

#include <algorithm>
#include <cstring>

namespace mlir::lift::runtime {

/// A copy through staging memory has pieces of at most so many bytes.
static constexpr size_t kStagingBytes = size_t(64) << 20;

namespace {

class VulkanRuntime : public Backend {
public:
  VulkanRuntime(DeviceInfo info, std::shared_ptr<VulkanDevice> device,
                std::unique_ptr<VulkanQueue> queue, bool isStaged)
      : Backend(std::move(info)), device(std::move(device)),
        queue(std::move(queue)), isStaged(isStaged) {}

  Result<std::shared_ptr<BuiltProgram>>
  build(const ProgramForm &program, const std::string &options,
        const std::string &cacheFolder) override;
  Result<BufferPool::Memory> allocate(size_t numBytes) override;
  Result<BufferPool::Memory> makePart(DeviceMemory &whole, size_t offset,
                                      size_t numBytes) override;
  size_t getPartAlignment() const override;
  Status write(DeviceMemory &memory, const void *data,
               size_t numBytes) override;
  Status read(DeviceMemory &memory, void *data, size_t numBytes) override;
  Status fill(DeviceMemory &memory, unsigned char byte,
              size_t numBytes) override;
  Status launch(BuiltProgram &program, const std::string &kernel,
                const std::vector<BoundArgument> &arguments,
                const Geometry &geometry) override;
  Status finish() override;
  Result<std::vector<LaunchTime>> takeLaunchTimes() override;
  Result<KernelMemory> getKernelMemory(BuiltProgram &program,
                                       const std::string &kernel) override;

private:
  /// What the validation layer says of something that succeeded.
  Status check(Status status);
  Status reserveStaging(size_t numBytes);
  /// Copies in pieces between the host and memory that it does not see.
  Status stage(VulkanMemory &memory, size_t numBytes,
               const std::function<Status(size_t offset, size_t size)> &move);

  std::shared_ptr<VulkanDevice> device;
  std::unique_ptr<VulkanQueue> queue;
  /// Whether the host does not see the memory of buffers.
  bool isStaged;
  std::unique_ptr<VulkanMemory> staging;
};

} // namespace

//===----------------------------------------------------------------------===//
// Opening a device
//===----------------------------------------------------------------------===//

static std::vector<DeviceInfo>
describeAll(const VulkanInstance &instance,
            const std::vector<VkPhysicalDevice> &devices) {
  std::vector<DeviceInfo> infos;
  for (VkPhysicalDevice device : devices)
    infos.push_back(VulkanFeatures(instance, device).describe());
  return infos;
}

Result<std::vector<DeviceInfo>> listVulkanDevices() {
  Result<std::shared_ptr<VulkanInstance>> instance =
      VulkanInstance::create(/*validate=*/false);
  if (!instance)
    return instance.getError();
  Result<std::vector<VkPhysicalDevice>> devices = (*instance)->getDevices();
  if (!devices)
    return devices.getError();
  return describeAll(**instance, *devices);
}

/// Whether host and device have the same memory, so that no copy is needed.
static bool sharesMemory(const VulkanFeatures &features) {
  const VkPhysicalDeviceType type = features.properties.properties.deviceType;
  return features.memory.memoryHeapCount == 1 ||
         type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU ||
         type == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

Result<std::shared_ptr<Backend>> openVulkan(const std::string &deviceText,
                                            const RuntimeOptions &options) {
  Result<std::shared_ptr<VulkanInstance>> instance =
      VulkanInstance::create(options.validate);
  if (!instance)
    return instance.getError();
  Result<std::vector<VkPhysicalDevice>> devices = (*instance)->getDevices();
  if (!devices)
    return devices.getError();
  const std::vector<DeviceInfo> infos = describeAll(**instance, *devices);
  Result<size_t> chosen = chooseDevice(infos, deviceText, Api::Vulkan);
  if (!chosen)
    return chosen.getError();
  Result<std::shared_ptr<VulkanDevice>> device =
      VulkanDevice::open(*instance, (*devices)[*chosen]);
  if (!device)
    return device.getError();
  Result<std::unique_ptr<VulkanQueue>> queue =
      VulkanQueue::create(*device, options);
  if (!queue)
    return queue.getError();
  const bool isStaged =
      options.alwaysStage || !sharesMemory((*device)->features);
  return std::shared_ptr<Backend>(std::make_shared<VulkanRuntime>(
      infos[*chosen], std::move(*device), std::move(*queue), isStaged));
}

Status VulkanRuntime::check(Status status) {
  return status ? device->instance->takeMessages() : status;
}

Result<std::shared_ptr<BuiltProgram>>
VulkanRuntime::build(const ProgramForm &form, const std::string &,
                     const std::string &cacheFolder) {
  Result<std::shared_ptr<VulkanProgram>> program =
      VulkanProgram::build(device, form, cacheFolder);
  if (Status status = check(program ? Status() : program.getError()); !status)
    return status.getError();
  return std::shared_ptr<BuiltProgram>(std::move(*program));
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

Result<BufferPool::Memory> VulkanRuntime::allocate(size_t numBytes) {
  using Residency = VulkanMemory::Residency;
  const Residency residency = isStaged ? Residency::Device : Residency::Shared;
  Result<std::unique_ptr<VulkanMemory>> memory =
      VulkanMemory::allocate(device, numBytes, residency);
  // What waits for recorded work to end may be what is missing.
  if (!memory && queue->finish())
    memory = VulkanMemory::allocate(device, numBytes, residency);
  if (!memory)
    return memory.getError();
  return BufferPool::Memory(std::move(*memory));
}

Result<BufferPool::Memory>
VulkanRuntime::makePart(DeviceMemory &whole, size_t offset, size_t numBytes) {
  return BufferPool::Memory(
      static_cast<VulkanMemory &>(whole).makePart(offset, numBytes));
}

size_t VulkanRuntime::getPartAlignment() const {
  // At least that of the largest vectors.
  constexpr VkDeviceSize kLeast = 64;
  return std::max(kLeast,
                  device->features.getLimits().minStorageBufferOffsetAlignment);
}

Status VulkanRuntime::reserveStaging(size_t numBytes) {
  const size_t size = std::min(numBytes, kStagingBytes);
  if (staging && staging->size >= size)
    return {};
  staging.reset();
  Result<std::unique_ptr<VulkanMemory>> memory =
      VulkanMemory::allocate(device, size, VulkanMemory::Residency::Staging);
  if (!memory)
    return memory.getError();
  staging = std::move(*memory);
  return {};
}

Status VulkanRuntime::stage(
    VulkanMemory &memory, size_t numBytes,
    const std::function<Status(size_t offset, size_t size)> &move) {
  if (Status status = queue->finish(); !status)
    return status;
  if (memory.mapped)
    return move(0, numBytes);
  if (Status status = reserveStaging(numBytes); !status)
    return status;
  for (size_t offset = 0; offset < numBytes; offset += kStagingBytes)
    if (Status status =
            move(offset, std::min(numBytes - offset, kStagingBytes));
        !status)
      return status;
  return {};
}

Status VulkanRuntime::write(DeviceMemory &target, const void *data,
                            size_t numBytes) {
  auto &memory = static_cast<VulkanMemory &>(target);
  return check(stage(memory, numBytes, [&](size_t offset, size_t size) {
    const char *source = static_cast<const char *>(data) + offset;
    if (memory.mapped) {
      std::memcpy(memory.mapped, source, size);
      return Status();
    }
    std::memcpy(staging->mapped, source, size);
    Status status = queue->copy(*staging, memory, {0, offset, size});
    return status ? queue->finish() : status;
  }));
}

Status VulkanRuntime::read(DeviceMemory &source, void *data, size_t numBytes) {
  auto &memory = static_cast<VulkanMemory &>(source);
  return check(stage(memory, numBytes, [&](size_t offset, size_t size) {
    char *target = static_cast<char *>(data) + offset;
    if (memory.mapped) {
      std::memcpy(target, memory.mapped, size);
      return Status();
    }
    Status status = queue->copy(memory, *staging, {offset, 0, size});
    if (status)
      status = queue->finish();
    if (status)
      std::memcpy(target, staging->mapped, size);
    return status;
  }));
}

Status VulkanRuntime::fill(DeviceMemory &memory, unsigned char byte, size_t) {
  return check(queue->fill(static_cast<VulkanMemory &>(memory), byte));
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Adds buffers and numbers in the places that our modules have them in.
static Status addArguments(const std::vector<BoundArgument> &arguments,
                           const VkPhysicalDeviceLimits &limits,
                           VulkanLaunch &launch) {
  const std::string prefix = "kernel '" + launch.kernel->info.name + "' ";
  for (const BoundArgument &argument : arguments) {
    if (!argument.memory) {
      launch.push.insert(launch.push.end(), argument.raw->begin(),
                         argument.raw->end());
      launch.push.resize((launch.push.size() + 3) / 4 * 4);
      continue;
    }
    const auto &memory = static_cast<const VulkanMemory &>(*argument.memory);
    if (memory.size > limits.maxStorageBufferRange)
      return Error{prefix + "is given a buffer of " +
                       std::to_string(memory.size) +
                       " bytes, but kernels of the device reach at most " +
                       std::to_string(limits.maxStorageBufferRange),
                   Error::Cause::Device};
    launch.buffers.push_back({memory.buffer, memory.offset, memory.size});
    launch.accesses.push_back(memory.getAccess(argument.isWritten));
  }
  const SPIRVKernel &kernel = launch.kernel->info;
  launch.hasFirstGroup =
      kernel.pushBytes > launch.push.size() &&
      kernel.pushBlockBytes == launch.push.size() + sizeof(launch.groups);
  return {};
}

/// Tests that the arguments are enough for what the kernel reads.
static Status checkArguments(const VulkanLaunch &launch,
                             const VkPhysicalDeviceLimits &limits) {
  const SPIRVKernel &kernel = launch.kernel->info;
  const std::string prefix = "kernel '" + kernel.name + "' ";
  if (!kernel.bindings.empty() &&
      *kernel.bindings.rbegin() >= launch.buffers.size())
    return Error{prefix + "uses buffer " +
                 std::to_string(*kernel.bindings.rbegin()) + ", but " +
                 std::to_string(launch.buffers.size()) + " were given"};
  const size_t numBytes =
      launch.push.size() + (launch.hasFirstGroup ? sizeof(launch.groups) : 0);
  if (kernel.pushBytes > numBytes)
    return Error{prefix + "reads " + std::to_string(kernel.pushBytes) +
                 " bytes of numbers, but " + std::to_string(numBytes) +
                 " were given"};
  if (numBytes > limits.maxPushConstantsSize)
    return Error{prefix + "needs " + std::to_string(numBytes) +
                     " bytes of push constants, but the device has " +
                     std::to_string(limits.maxPushConstantsSize),
                 Error::Cause::Device};
  return {};
}

/// Adds the groups, if they can be launched.
static Status addGroups(const Geometry &geometry,
                        const std::array<uint32_t, 3> &maxGroups,
                        VulkanLaunch &launch) {
  const SPIRVKernel &kernel = launch.kernel->info;
  const std::string prefix = "kernel '" + kernel.name + "' ";
  for (unsigned dim = 0; dim < 3; ++dim) {
    if (geometry.local[dim] != (*kernel.localSize)[dim])
      return Error{prefix + "cannot be launched with " + format(geometry) +
                   ": the program has another local size"};
    if (geometry.groups[dim] > UINT32_MAX)
      return Error{prefix + "cannot be launched with " + format(geometry)};
    if (geometry.groups[dim] > maxGroups[dim] &&
        (kernel.readsNumGroups || !launch.hasFirstGroup))
      return Error{prefix + "cannot be launched with " + format(geometry) +
                       ": the device launches at most " +
                       std::to_string(maxGroups[dim]) +
                       " groups at a time in dimension " + std::to_string(dim) +
                       ", and the kernel " +
                       (kernel.readsNumGroups ? "reads how many there are"
                                              : "does not read the first"),
                   Error::Cause::Device};
    launch.groups[dim] = uint32_t(geometry.groups[dim]);
  }
  return {};
}

/// An error if loops might end too early. The test that ends the last loop is
/// one trip more, and need not come to pass.
static Status checkTrips(const SPIRVTrips &trips, const SPIRVKernel &kernel,
                         const VulkanLaunch &launch, const Geometry &geometry,
                         const VulkanQueue &queue, const std::string &device) {
  const int64_t count = trips.count(
      kernel, {geometry.groups, geometry.local, queue.maxGroups, launch.push});
  if (count <= kMaxTrips + 1)
    return {};
  return Error{
      "kernel '" + kernel.name + "' may make " +
          (count < kUnbounded ? std::to_string(count) : "any number of") +
          " trips of loops in a work-item, but '" + device +
          "' ends all loops after " + std::to_string(kMaxTrips) +
          ", and results would be wrong: take smaller sizes, another "
          "device or another API",
      Error::Cause::Device};
}

Status VulkanRuntime::launch(BuiltProgram &program, const std::string &name,
                             const std::vector<BoundArgument> &arguments,
                             const Geometry &geometry) {
  const auto &built = static_cast<VulkanProgram &>(program);
  Result<const VulkanKernel *> kernel = built.getKernel(name);
  if (!kernel)
    return kernel.getError();
  const VkPhysicalDeviceLimits &limits = device->features.getLimits();
  VulkanLaunch launch;
  launch.kernel = *kernel;
  if (Status status = addArguments(arguments, limits, launch); !status)
    return status;
  if (Status status = checkArguments(launch, limits); !status)
    return status;
  if (Status status = addGroups(geometry, queue->maxGroups, launch); !status)
    return status;
  if (const std::optional<SPIRVTrips> &trips = built.getTrips())
    if (Status status = checkTrips(*trips, (*kernel)->info, launch, geometry,
                                   *queue, info.name);
        !status)
      return status;
  return check(queue->launch(launch));
}

Status VulkanRuntime::finish() { return check(queue->finish()); }

Result<std::vector<LaunchTime>> VulkanRuntime::takeLaunchTimes() {
  return std::exchange(queue->times, {});
}

Result<KernelMemory> VulkanRuntime::getKernelMemory(BuiltProgram &program,
                                                    const std::string &name) {
  Result<const VulkanKernel *> kernel =
      static_cast<VulkanProgram &>(program).getKernel(name);
  if (!kernel)
    return kernel.getError();
  KernelMemory memory;
  memory.localBytes = (*kernel)->info.sharedBytes;
  return memory;
}

} // namespace mlir::lift::runtime
