//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that uses Vulkan and nothing of Lift, and runs a kernel that Lift
// made: examples/lowlevel/axpy.mlir, out = a * x + y.
//
//   lift-opt examples/lowlevel/axpy.mlir --lift-to-gpu |
//     lift-translate --lift-to-spirv-binary --spirv-flavor=vulkan -o axpy.spv
//   g++ -std=c++17 examples/vulkan/host.cpp -lvulkan -o host
//   ./host axpy.spv
//
//===----------------------------------------------------------------------===//
#include <vulkan/vulkan.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <tuple>
#include <vector>

/// The kernel takes multiples of 1024 numbers; a work-group computes 1024.
static constexpr uint32_t kNumElements = 4096, kOfGroup = 1024;
static constexpr VkDeviceSize kNumBytes = kNumElements * sizeof(float);

static void check(VkResult result, const char *doing) {
  if (result == VK_SUCCESS)
    return;
  std::fprintf(stderr, "%s failed: %d\n", doing, int(result));
  std::exit(1);
}

/// The first device, with a queue that computes.
struct Device {
  VkPhysicalDevice physical;
  VkDevice handle;
  uint32_t queueFamily;
};

static Device openDevice() {
  VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo instanceInfo = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  instanceInfo.pApplicationInfo = &application;
  VkInstance instance;
  check(vkCreateInstance(&instanceInfo, nullptr, &instance),
        "vkCreateInstance");
  Device device = {};
  uint32_t count = 1;
  VkResult result =
      vkEnumeratePhysicalDevices(instance, &count, &device.physical);
  check(result == VK_INCOMPLETE ? VK_SUCCESS : result,
        "vkEnumeratePhysicalDevices");
  vkGetPhysicalDeviceQueueFamilyProperties(device.physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device.physical, &count,
                                           families.data());
  while (!(families.at(device.queueFamily).queueFlags & VK_QUEUE_COMPUTE_BIT))
    ++device.queueFamily;
  const float priority = 1;
  VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueFamilyIndex = device.queueFamily;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  // What a module needs beyond Vulkan 1.1 is in its OpCapability: this one
  // needs SignedZeroInfNanPreserve, which is no feature that has to be enabled.
  VkPhysicalDeviceFeatures features = {};
  const char *extension = VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME;
  VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = 1;
  info.ppEnabledExtensionNames = &extension;
  info.pEnabledFeatures = &features;
  check(vkCreateDevice(device.physical, &info, nullptr, &device.handle),
        "vkCreateDevice");
  return device;
}

/// A storage buffer that the host sees. Sizes are multiples of 16 bytes.
struct Buffer {
  VkBuffer handle;
  float *data;
};

static Buffer makeBuffer(const Device &device) {
  Buffer buffer;
  VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = kNumBytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  check(vkCreateBuffer(device.handle, &info, nullptr, &buffer.handle),
        "vkCreateBuffer");
  VkMemoryRequirements needed;
  vkGetBufferMemoryRequirements(device.handle, buffer.handle, &needed);
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(device.physical, &memory);
  constexpr VkMemoryPropertyFlags kWanted =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  uint32_t type = 0;
  while (!(needed.memoryTypeBits & (1u << type)) ||
         (memory.memoryTypes[type].propertyFlags & kWanted) != kWanted)
    ++type;
  VkMemoryAllocateInfo allocation = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  allocation.allocationSize = needed.size;
  allocation.memoryTypeIndex = type;
  VkDeviceMemory block;
  check(vkAllocateMemory(device.handle, &allocation, nullptr, &block),
        "vkAllocateMemory");
  check(vkBindBufferMemory(device.handle, buffer.handle, block, 0),
        "vkBindBufferMemory");
  void *data;
  check(vkMapMemory(device.handle, block, 0, kNumBytes, 0, &data),
        "vkMapMemory");
  buffer.data = static_cast<float *>(data);
  return buffer;
}

/// A kernel of `numBuffers` buffers, in set 0 with bindings 0, 1, ..., and
/// `numPushBytes` of numbers.
struct Kernel {
  VkDescriptorSetLayout setLayout;
  VkPipelineLayout layout;
  VkPipeline pipeline;
};

static Kernel makeKernel(VkDevice device, const char *file, const char *name,
                         uint32_t numBuffers, uint32_t numPushBytes) {
  Kernel kernel;
  std::vector<VkDescriptorSetLayoutBinding> bindings(numBuffers);
  for (uint32_t i = 0; i < numBuffers; ++i)
    bindings[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                   VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
  VkDescriptorSetLayoutCreateInfo setInfo = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  setInfo.bindingCount = numBuffers;
  setInfo.pBindings = bindings.data();
  check(
      vkCreateDescriptorSetLayout(device, &setInfo, nullptr, &kernel.setLayout),
      "vkCreateDescriptorSetLayout");
  VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, numPushBytes};
  VkPipelineLayoutCreateInfo layoutInfo = {
      VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  layoutInfo.setLayoutCount = 1;
  layoutInfo.pSetLayouts = &kernel.setLayout;
  layoutInfo.pushConstantRangeCount = 1;
  layoutInfo.pPushConstantRanges = &range;
  check(vkCreatePipelineLayout(device, &layoutInfo, nullptr, &kernel.layout),
        "vkCreatePipelineLayout");
  std::ifstream stream(file, std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
  VkShaderModuleCreateInfo moduleInfo = {
      VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  moduleInfo.codeSize = bytes.size();
  moduleInfo.pCode = reinterpret_cast<const uint32_t *>(bytes.data());
  VkShaderModule module;
  check(vkCreateShaderModule(device, &moduleInfo, nullptr, &module),
        "vkCreateShaderModule");
  VkComputePipelineCreateInfo info = {
      VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = name;
  info.layout = kernel.layout;
  check(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr,
                                 &kernel.pipeline),
        "vkCreateComputePipelines");
  return kernel;
}

static VkDescriptorSet bindBuffers(VkDevice device, const Kernel &kernel,
                                   const std::vector<Buffer> &buffers) {
  VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                               uint32_t(buffers.size())};
  VkDescriptorPoolCreateInfo poolInfo = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  poolInfo.maxSets = 1;
  poolInfo.poolSizeCount = 1;
  poolInfo.pPoolSizes = &size;
  VkDescriptorPool pool;
  check(vkCreateDescriptorPool(device, &poolInfo, nullptr, &pool),
        "vkCreateDescriptorPool");
  VkDescriptorSetAllocateInfo allocation = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  allocation.descriptorPool = pool;
  allocation.descriptorSetCount = 1;
  allocation.pSetLayouts = &kernel.setLayout;
  VkDescriptorSet set;
  check(vkAllocateDescriptorSets(device, &allocation, &set),
        "vkAllocateDescriptorSets");
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    VkDescriptorBufferInfo info = {buffers[i].handle, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set;
    write.dstBinding = i;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &info;
    vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
  }
  return set;
}

/// The push constants of the kernel: its number, and the first group of the
/// launch, which is 0 where one launch has all groups.
struct Numbers {
  float a;
  uint32_t firstGroup[3];
};

static void launch(const Device &device, const Kernel &kernel,
                   VkDescriptorSet set, const Numbers &numbers) {
  VkCommandPoolCreateInfo poolInfo = {
      VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  poolInfo.queueFamilyIndex = device.queueFamily;
  VkCommandPool pool;
  check(vkCreateCommandPool(device.handle, &poolInfo, nullptr, &pool),
        "vkCreateCommandPool");
  VkCommandBufferAllocateInfo allocation = {
      VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  allocation.commandPool = pool;
  allocation.commandBufferCount = 1;
  VkCommandBuffer commands;
  check(vkAllocateCommandBuffers(device.handle, &allocation, &commands),
        "vkAllocateCommandBuffers");
  VkCommandBufferBeginInfo begin = {
      VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.pipeline);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                          kernel.layout, 0, 1, &set, 0, nullptr);
  vkCmdPushConstants(commands, kernel.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                     sizeof(numbers), &numbers);
  vkCmdDispatch(commands, kNumElements / kOfGroup, 1, 1);
  check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  VkQueue queue;
  vkGetDeviceQueue(device.handle, device.queueFamily, 0, &queue);
  VkSubmitInfo submission = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
  submission.commandBufferCount = 1;
  submission.pCommandBuffers = &commands;
  check(vkQueueSubmit(queue, 1, &submission, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
}

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: host axpy.spv\n");
    return 1;
  }
  Device device = openDevice();
  std::vector<Buffer> buffers;
  for (int i = 0; i < 3; ++i)
    buffers.push_back(makeBuffer(device));
  auto [out, x, y] =
      std::tie(buffers[0].data, buffers[1].data, buffers[2].data);
  for (uint32_t i = 0; i < kNumElements; ++i) {
    x[i] = float(i);
    y[i] = 1;
  }
  Kernel kernel =
      makeKernel(device.handle, argv[1], "axpy", 3, sizeof(Numbers));
  launch(device, kernel, bindBuffers(device.handle, kernel, buffers),
         {/*a=*/2, /*firstGroup=*/{0, 0, 0}});
  for (uint32_t i = 0; i < kNumElements; ++i)
    if (out[i] != 2 * x[i] + y[i]) {
      std::fprintf(stderr, "element %u is %g\n", i, out[i]);
      return 1;
    }
  std::printf("%u elements are right\n", kNumElements);
  return 0;
}
