//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VulkanProgram.h"

#include "LiftDialect/Runtime/BinaryCache.h"

#include <algorithm>

namespace mlir::lift::runtime {

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// "kernel 'f' needs 40000 bytes of local memory, but the device has 32768".
static Error makeLimitError(const std::string &kernel, uint64_t need,
                            const std::string &what, uint64_t limit) {
  return Error{"kernel '" + kernel + "' needs " + std::to_string(need) + " " +
                   what + ", but the device has " + std::to_string(limit),
               Error::Cause::Device};
}

/// Fails where a kernel needs more than the device has, whatever it is launched
/// with: drivers need not say so, and not all survive it.
static Status checkLimits(const SPIRVKernel &kernel,
                          const VkPhysicalDeviceLimits &limits) {
  if (!kernel.problem.empty())
    return Error{"kernel '" + kernel.name + "' " + kernel.problem};
  if (!kernel.localSize)
    return Error{"kernel '" + kernel.name + "' has no constant local size"};
  uint64_t items = 1;
  for (unsigned dim = 0; dim < 3; ++dim) {
    const uint32_t size = (*kernel.localSize)[dim];
    if (size > limits.maxComputeWorkGroupSize[dim])
      return makeLimitError(kernel.name, size,
                            "work-items of a group in dimension " +
                                std::to_string(dim),
                            limits.maxComputeWorkGroupSize[dim]);
    // Both are below 2^32.
    items = std::min<uint64_t>(items * size, UINT32_MAX);
  }
  if (items == 0)
    return Error{"kernel '" + kernel.name + "' has groups without work-items"};
  if (items > limits.maxComputeWorkGroupInvocations)
    return makeLimitError(kernel.name, items, "work-items in a group",
                          limits.maxComputeWorkGroupInvocations);
  if (kernel.sharedBytes > limits.maxComputeSharedMemorySize)
    return makeLimitError(kernel.name, kernel.sharedBytes,
                          "bytes of local memory",
                          limits.maxComputeSharedMemorySize);
  if (kernel.pushBlockBytes > limits.maxPushConstantsSize)
    return makeLimitError(kernel.name, kernel.pushBlockBytes,
                          "bytes of push constants",
                          limits.maxPushConstantsSize);
  const uint32_t maxBuffers =
      std::min(limits.maxPerStageDescriptorStorageBuffers,
               limits.maxDescriptorSetStorageBuffers);
  if (kernel.bindings.size() > maxBuffers)
    return makeLimitError(kernel.name, kernel.bindings.size(), "buffers",
                          maxBuffers);
  return {};
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static Result<VkShaderModule> createModule(const VulkanDevice &device,
                                           const std::vector<uint32_t> &words) {
  VkShaderModuleCreateInfo info = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  info.codeSize = words.size() * 4;
  info.pCode = words.data();
  VkShaderModule module = VK_NULL_HANDLE;
  VkResult code =
      device.vk.CreateShaderModule(device.handle, &info, nullptr, &module);
  if (code != VK_SUCCESS)
    return makeVulkanError("creating the program", code);
  return module;
}

Status VulkanProgram::createLayouts(VulkanKernel &kernel) {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  for (uint32_t binding : kernel.info.bindings)
    bindings.push_back({binding, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                        VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
  VkDescriptorSetLayoutCreateInfo set = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  set.bindingCount = uint32_t(bindings.size());
  set.pBindings = bindings.data();
  VkResult code = device->vk.CreateDescriptorSetLayout(
      device->handle, &set, nullptr, &kernel.setLayout);
  if (code != VK_SUCCESS)
    return makeVulkanError(
        "laying out the buffers of kernel '" + kernel.info.name + "'", code);
  kernel.pushBytes = uint32_t(kernel.info.pushBlockBytes + 3) / 4 * 4;
  VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0,
                               kernel.pushBytes};
  VkPipelineLayoutCreateInfo info = {
      VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  info.setLayoutCount = 1;
  info.pSetLayouts = &kernel.setLayout;
  info.pushConstantRangeCount = kernel.pushBytes != 0;
  info.pPushConstantRanges = &range;
  code = device->vk.CreatePipelineLayout(device->handle, &info, nullptr,
                                         &kernel.layout);
  if (code != VK_SUCCESS)
    return makeVulkanError(
        "laying out the arguments of kernel '" + kernel.info.name + "'", code);
  return {};
}

Status VulkanProgram::createPipeline(VulkanKernel &kernel,
                                     VkShaderModule module) {
  VkComputePipelineCreateInfo info = {
      VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = kernel.info.name.c_str();
  info.layout = kernel.layout;
  VkResult code = device->vk.CreateComputePipelines(
      device->handle, cache, 1, &info, nullptr, &kernel.pipeline);
  if (code != VK_SUCCESS)
    return makeVulkanError(
        "compiling kernel '" + kernel.info.name + "' for '" +
            device->features.properties.properties.deviceName + "'",
        code);
  return {};
}

Status VulkanProgram::createKernel(const std::string &bytes,
                                   const SPIRVKernel &info) {
  VulkanKernel &kernel = kernels[info.name];
  kernel.info = info;
  if (Status status = createLayouts(kernel); !status)
    return status;
  Result<VkShaderModule> module =
      createModule(*device, extractKernel(bytes, info));
  if (!module)
    return module.getError();
  Status status = createPipeline(kernel, *module);
  device->vk.DestroyShaderModule(device->handle, *module, nullptr);
  return status;
}

VulkanProgram::~VulkanProgram() {
  VulkanDevice *owner = device.get();
  owner->destroyLater([owner, cache = cache, kernels = std::move(kernels)] {
    const VulkanDeviceFunctions &vk = owner->vk;
    for (const auto &[name, kernel] : kernels) {
      vk.DestroyPipeline(owner->handle, kernel.pipeline, nullptr);
      vk.DestroyPipelineLayout(owner->handle, kernel.layout, nullptr);
      vk.DestroyDescriptorSetLayout(owner->handle, kernel.setLayout, nullptr);
    }
    vk.DestroyPipelineCache(owner->handle, cache, nullptr);
  });
}

Result<const VulkanKernel *>
VulkanProgram::getKernel(const std::string &name) const {
  auto it = kernels.find(name);
  if (it != kernels.end())
    return &it->second;
  return Error{"the program has no kernel '" + name + "'",
               Error::Cause::Device};
}

//===----------------------------------------------------------------------===//
// The cache of pipelines
//===----------------------------------------------------------------------===//

Status VulkanProgram::createCache(const std::string &data) {
  VkPipelineCacheCreateInfo info = {
      VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  info.initialDataSize = data.size();
  info.pInitialData = data.data();
  VkResult code =
      device->vk.CreatePipelineCache(device->handle, &info, nullptr, &cache);
  if (code != VK_SUCCESS)
    return makeVulkanError("making a cache of kernels", code);
  return {};
}

Result<std::string> VulkanProgram::getCacheData() const {
  size_t size = 0;
  VkResult code =
      device->vk.GetPipelineCacheData(device->handle, cache, &size, nullptr);
  std::string data(size, '\0');
  if (code == VK_SUCCESS)
    code = device->vk.GetPipelineCacheData(device->handle, cache, &size,
                                           data.data());
  if (code != VK_SUCCESS)
    return makeVulkanError("asking for the compiled kernels", code);
  data.resize(size);
  return data;
}

/// What compiled kernels depend on: the driver has an identifier for that.
static std::string makeKey(const VulkanFeatures &features,
                           const std::string &bytes) {
  const VkPhysicalDeviceProperties &device = features.properties.properties;
  const DeviceInfo info = features.describe();
  std::string key;
  for (const std::string &part :
       {info.platform, info.name, info.version, info.driver,
        std::string(reinterpret_cast<const char *>(device.pipelineCacheUUID),
                    VK_UUID_SIZE),
        bytes})
    key += part + '\0';
  return key;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Result<std::shared_ptr<VulkanProgram>>
VulkanProgram::build(const std::shared_ptr<VulkanDevice> &device,
                     const ProgramForm &form, const std::string &cacheFolder) {
  if (form.form != Form::SPIRVVulkan)
    return Error{std::string("Vulkan takes no program in the form '") +
                 getName(form.form) + "'"};
  Result<SPIRVModule> module = parseSPIRV(form.bytes);
  Status status = module ? checkFlavour(*module, form.form) : module.getError();
  if (!status)
    return Error{"the program " + status.getError().message};
  if (status = device->features.check(*module); !status)
    return status.getError();
  for (const SPIRVKernel &kernel : module->kernels)
    if (status = checkLimits(kernel, device->features.getLimits()); !status)
      return status.getError();

  auto program = std::make_shared<VulkanProgram>(device);
  if (device->features.endsLoops()) {
    Result<SPIRVTrips> trips = SPIRVTrips::read(form.bytes);
    if (!trips)
      return trips.getError();
    program->trips = std::move(*trips);
  }
  BinaryCache files(cacheFolder);
  std::string key, cached;
  if (!cacheFolder.empty()) {
    key = makeKey(device->features, form.bytes);
    cached = files.load(key).value_or("");
  }
  program->isFromCache = !cached.empty();
  status = program->createCache(cached);
  for (const SPIRVKernel &kernel : module->kernels)
    if (status)
      status = program->createKernel(form.bytes, kernel);
  if (!status)
    return status.getError();
  if (!cacheFolder.empty() && cached.empty()) {
    Result<std::string> data = program->getCacheData();
    status = data ? files.store(key, *data) : data.getError();
    if (!status)
      program->cacheError = status.getError().message;
  }
  return program;
}

} // namespace mlir::lift::runtime
