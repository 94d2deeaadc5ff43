//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the functions of Vulkan that this library calls. They are
// looked up when Vulkan is first asked for: programs start where there is none.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_VULKANAPI_H
#define LIFT_LIB_RUNTIME_VULKANAPI_H

#include "LiftDialect/Runtime/Error.h"

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

namespace mlir::lift::runtime {

#define LIFT_VULKAN_INSTANCE_FUNCTIONS(X)                                      \
  X(CreateDevice)                                                              \
  X(DestroyInstance)                                                           \
  X(EnumerateDeviceExtensionProperties)                                        \
  X(EnumeratePhysicalDevices)                                                  \
  X(GetDeviceProcAddr)                                                         \
  X(GetPhysicalDeviceFeatures2)                                                \
  X(GetPhysicalDeviceMemoryProperties)                                         \
  X(GetPhysicalDeviceProperties)                                               \
  X(GetPhysicalDeviceProperties2)                                              \
  X(GetPhysicalDeviceQueueFamilyProperties)

/// Of VK_EXT_debug_utils: only there with validation.
#define LIFT_VULKAN_DEBUG_FUNCTIONS(X)                                         \
  X(CreateDebugUtilsMessengerEXT)                                              \
  X(DestroyDebugUtilsMessengerEXT)

#define LIFT_VULKAN_DEVICE_FUNCTIONS(X)                                        \
  X(AllocateCommandBuffers)                                                    \
  X(AllocateDescriptorSets)                                                    \
  X(AllocateMemory)                                                            \
  X(BeginCommandBuffer)                                                        \
  X(BindBufferMemory)                                                          \
  X(CmdBindDescriptorSets)                                                     \
  X(CmdBindPipeline)                                                           \
  X(CmdCopyBuffer)                                                             \
  X(CmdDispatch)                                                               \
  X(CmdFillBuffer)                                                             \
  X(CmdPipelineBarrier)                                                        \
  X(CmdPushConstants)                                                          \
  X(CmdResetQueryPool)                                                         \
  X(CmdWriteTimestamp)                                                         \
  X(CreateBuffer)                                                              \
  X(CreateCommandPool)                                                         \
  X(CreateComputePipelines)                                                    \
  X(CreateDescriptorPool)                                                      \
  X(CreateDescriptorSetLayout)                                                 \
  X(CreateFence)                                                               \
  X(CreatePipelineCache)                                                       \
  X(CreatePipelineLayout)                                                      \
  X(CreateQueryPool)                                                           \
  X(CreateShaderModule)                                                        \
  X(DestroyBuffer)                                                             \
  X(DestroyCommandPool)                                                        \
  X(DestroyDescriptorPool)                                                     \
  X(DestroyDescriptorSetLayout)                                                \
  X(DestroyDevice)                                                             \
  X(DestroyFence)                                                              \
  X(DestroyPipeline)                                                           \
  X(DestroyPipelineCache)                                                      \
  X(DestroyPipelineLayout)                                                     \
  X(DestroyQueryPool)                                                          \
  X(DestroyShaderModule)                                                       \
  X(DeviceWaitIdle)                                                            \
  X(EndCommandBuffer)                                                          \
  X(FreeMemory)                                                                \
  X(GetBufferMemoryRequirements)                                               \
  X(GetDeviceQueue)                                                            \
  X(GetPipelineCacheData)                                                      \
  X(GetQueryPoolResults)                                                       \
  X(MapMemory)                                                                 \
  X(QueueSubmit)                                                               \
  X(ResetCommandPool)                                                          \
  X(ResetDescriptorPool)                                                       \
  X(ResetFences)                                                               \
  X(UpdateDescriptorSets)                                                      \
  X(WaitForFences)

#define LIFT_DECLARE(NAME) PFN_vk##NAME NAME = nullptr;
struct VulkanInstanceFunctions {
  LIFT_VULKAN_INSTANCE_FUNCTIONS(LIFT_DECLARE)
  LIFT_VULKAN_DEBUG_FUNCTIONS(LIFT_DECLARE)
};
struct VulkanDeviceFunctions {
  LIFT_VULKAN_DEVICE_FUNCTIONS(LIFT_DECLARE)
};
#undef LIFT_DECLARE

/// Loads the system's Vulkan loader, once for the process.
Result<PFN_vkGetInstanceProcAddr> loadVulkan();

Result<VulkanInstanceFunctions>
getInstanceFunctions(PFN_vkGetInstanceProcAddr get, VkInstance instance);
Result<VulkanDeviceFunctions>
getDeviceFunctions(const VulkanInstanceFunctions &functions, VkDevice device);

/// "submitting work failed: VK_ERROR_DEVICE_LOST (-4)"; `doing` says what was
/// being done.
Error makeVulkanError(const std::string &doing, VkResult code);

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_VULKANAPI_H
