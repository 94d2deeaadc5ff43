//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VulkanFeatures.h"

#include <algorithm>

namespace mlir::lift::runtime {

//===----------------------------------------------------------------------===//
// Asking the device
//===----------------------------------------------------------------------===//

static std::set<std::string> listExtensions(const VulkanInstance &instance,
                                            VkPhysicalDevice device) {
  uint32_t count = 0;
  std::vector<VkExtensionProperties> properties;
  const auto enumerate = instance.vk.EnumerateDeviceExtensionProperties;
  if (enumerate(device, nullptr, &count, nullptr) == VK_SUCCESS) {
    properties.resize(count);
    enumerate(device, nullptr, &count, properties.data());
  }
  std::set<std::string> names;
  for (const VkExtensionProperties &extension : properties)
    names.insert(extension.extensionName);
  return names;
}

template <typename T>
void VulkanFeatures::add(T &structure, VkStructureType type, void **&chain,
                         uint32_t since, const char *extension) {
  const bool isExtension = extension && extensions.count(extension) != 0;
  if (version < since && !isExtension)
    return;
  structure.sType = type;
  *chain = &structure;
  chain = &structure.pNext;
  if (version < since)
    enabledExtensions.push_back(extension);
}

void VulkanFeatures::query(const VulkanInstance &instance,
                           VkPhysicalDevice device) {
  constexpr uint32_t k11 = VK_API_VERSION_1_1, k12 = VK_API_VERSION_1_2;
  constexpr uint32_t kNever = UINT32_MAX;
  enabled.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  void **chain = &enabled.pNext;
  add(storage16, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
      chain, k11);
  add(variablePointers,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VARIABLE_POINTERS_FEATURES, chain, k11);
  add(storage8, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES, chain,
      k12, VK_KHR_8BIT_STORAGE_EXTENSION_NAME);
  add(float16Int8,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES, chain,
      k12, VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME);
  add(atomicInt64,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES, chain,
      k12, VK_KHR_SHADER_ATOMIC_INT64_EXTENSION_NAME);
  add(memoryModel,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES, chain,
      k12, VK_KHR_VULKAN_MEMORY_MODEL_EXTENSION_NAME);
  add(workgroupLayout,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_FEATURES_KHR,
      chain, kNever, VK_KHR_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_EXTENSION_NAME);
  add(atomicFloat,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT, chain,
      kNever, VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME);
  add(cooperativeMatrix,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_KHR, chain,
      kNever, VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME);
  instance.vk.GetPhysicalDeviceFeatures2(device, &enabled);

  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  chain = &properties.pNext;
  add(maintenance, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES,
      chain, k11);
  add(subgroup, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, chain,
      k11);
  add(floatControls,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES, chain, k12,
      VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);
  add(driver, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES, chain, k12,
      VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME);
  instance.vk.GetPhysicalDeviceProperties2(device, &properties);
}

VulkanFeatures::VulkanFeatures(const VulkanInstance &instance,
                               VkPhysicalDevice device)
    : extensions(listExtensions(instance, device)) {
  VkPhysicalDeviceProperties basic;
  instance.vk.GetPhysicalDeviceProperties(device, &basic);
  version = basic.apiVersion;
  instance.vk.GetPhysicalDeviceMemoryProperties(device, &memory);
  query(instance, device);
  // Of the oldest features only those that modules need: robust accesses, for
  // one, take time.
  const VkPhysicalDeviceFeatures all = enabled.features;
  enabled.features = {};
  enabled.features.shaderInt64 = all.shaderInt64;
  enabled.features.shaderFloat64 = all.shaderFloat64;
  enabled.features.shaderInt16 = all.shaderInt16;
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

static std::string formatVersion(uint32_t version) {
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." +
         std::to_string(VK_API_VERSION_MINOR(version)) + "." +
         std::to_string(VK_API_VERSION_PATCH(version));
}

/// The newest version of SPIR-V that a version of Vulkan takes, as in headers.
static uint32_t getMaxSPIRV(uint32_t version) {
  return version >= VK_API_VERSION_1_3   ? 0x00010600
         : version >= VK_API_VERSION_1_2 ? 0x00010500
                                         : 0x00010300;
}

static std::string formatSPIRV(uint32_t version) {
  return std::to_string(version >> 16) + "." +
         std::to_string(version >> 8 & 0xff);
}

DeviceInfo VulkanFeatures::describe() const {
  const VkPhysicalDeviceProperties &device = properties.properties;
  DeviceInfo info;
  info.api = Api::Vulkan;
  info.suffix = driver.driverName;
  info.platform = info.suffix.empty() ? "Vulkan" : "Vulkan, " + info.suffix;
  info.name = device.deviceName;
  info.version = "Vulkan " + formatVersion(device.apiVersion);
  info.driver = std::to_string(device.driverVersion) + " " + driver.driverInfo;
  for (uint32_t i = 0; i < memory.memoryHeapCount; ++i)
    if (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)
      info.globalBytes += memory.memoryHeaps[i].size;
  info.localBytes = device.limits.maxComputeSharedMemorySize;
  info.maxWorkGroupSize = device.limits.maxComputeWorkGroupInvocations;
  info.spirv = "SPIR-V_" + formatSPIRV(getMaxSPIRV(version));
  info.hasHalf =
      float16Int8.shaderFloat16 && storage16.storageBuffer16BitAccess;
  info.hasDouble = enabled.features.shaderFloat64;
  return info;
}

//===----------------------------------------------------------------------===//
// What modules need
//===----------------------------------------------------------------------===//

bool VulkanFeatures::hasCapability(uint32_t capability) const {
  constexpr uint32_t kGroupNonUniform = 61, kGroupNonUniformQuad = 68;
  if (capability >= kGroupNonUniform && capability <= kGroupNonUniformQuad)
    return (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) &&
           (subgroup.supportedOperations >> (capability - kGroupNonUniform) &
            1);
  switch (capability) {
  case 0: // Matrix
  case 1: // Shader
    return true;
  case 9: // Float16
    return float16Int8.shaderFloat16;
  case 10: // Float64
    return enabled.features.shaderFloat64;
  case 11: // Int64
    return enabled.features.shaderInt64;
  case 12: // Int64Atomics
    return atomicInt64.shaderBufferInt64Atomics &&
           atomicInt64.shaderSharedInt64Atomics;
  case 22: // Int16
    return enabled.features.shaderInt16;
  case 39: // Int8
    return float16Int8.shaderInt8;
  case 4428: // WorkgroupMemoryExplicitLayoutKHR
    return workgroupLayout.workgroupMemoryExplicitLayout;
  case 4429: // WorkgroupMemoryExplicitLayout8BitAccessKHR
    return workgroupLayout.workgroupMemoryExplicitLayout8BitAccess;
  case 4430: // WorkgroupMemoryExplicitLayout16BitAccessKHR
    return workgroupLayout.workgroupMemoryExplicitLayout16BitAccess;
  case 4433: // StorageBuffer16BitAccess
    return storage16.storageBuffer16BitAccess;
  case 4434: // UniformAndStorageBuffer16BitAccess
    return storage16.uniformAndStorageBuffer16BitAccess;
  case 4435: // StoragePushConstant16
    return storage16.storagePushConstant16;
  case 4441: // VariablePointersStorageBuffer
    return variablePointers.variablePointersStorageBuffer;
  case 4442: // VariablePointers
    return variablePointers.variablePointers;
  case 4448: // StorageBuffer8BitAccess
    return storage8.storageBuffer8BitAccess;
  case 4449: // UniformAndStorageBuffer8BitAccess
    return storage8.uniformAndStorageBuffer8BitAccess;
  case 4450: // StoragePushConstant8
    return storage8.storagePushConstant8;
  case 4464: // DenormPreserve
  case 4465: // DenormFlushToZero
  case 4466: // SignedZeroInfNanPreserve
  case 4467: // RoundingModeRTE
  case 4468: // RoundingModeRTZ
    // For which widths, the modes of the kernels say.
    return floatControls.sType != 0;
  case 5345: // VulkanMemoryModel
    return memoryModel.vulkanMemoryModel;
  case 5346: // VulkanMemoryModelDeviceScope
    return memoryModel.vulkanMemoryModelDeviceScope;
  case 6022: // CooperativeMatrixKHR
    return cooperativeMatrix.cooperativeMatrix;
  case 6033: // AtomicFloat32AddEXT
    return atomicFloat.shaderBufferFloat32AtomicAdd;
  default:
    return false;
  }
}

bool VulkanFeatures::hasExtension(const std::string &name) const {
  struct Rule {
    const char *name;
    uint32_t since;
    const char *extension;
  };
  constexpr uint32_t kNever = UINT32_MAX;
  static constexpr Rule kRules[] = {
      {"SPV_KHR_storage_buffer_storage_class", VK_API_VERSION_1_1, ""},
      {"SPV_KHR_variable_pointers", VK_API_VERSION_1_1, ""},
      {"SPV_KHR_16bit_storage", VK_API_VERSION_1_1, ""},
      {"SPV_KHR_8bit_storage", VK_API_VERSION_1_2, "VK_KHR_8bit_storage"},
      {"SPV_KHR_float_controls", VK_API_VERSION_1_2,
       "VK_KHR_shader_float_controls"},
      {"SPV_KHR_vulkan_memory_model", VK_API_VERSION_1_2,
       "VK_KHR_vulkan_memory_model"},
      {"SPV_KHR_no_integer_wrap_decoration", VK_API_VERSION_1_2, ""},
      {"SPV_KHR_non_semantic_info", VK_API_VERSION_1_3, ""},
      {"SPV_KHR_workgroup_memory_explicit_layout", kNever,
       VK_KHR_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_EXTENSION_NAME},
      {"SPV_KHR_cooperative_matrix", kNever,
       VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME},
      {"SPV_EXT_shader_atomic_float_add", kNever,
       VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME},
  };
  for (const Rule &rule : kRules)
    if (name == rule.name)
      return version >= rule.since || extensions.count(rule.extension) != 0;
  return false;
}

bool VulkanFeatures::hasFloatControl(const SPIRVFloatControl &control) const {
  const auto &has = floatControls;
  auto choose = [&](VkBool32 half, VkBool32 single, VkBool32 twice) -> bool {
    return control.width == 16   ? half
           : control.width == 32 ? single
           : control.width == 64 ? twice
                                 : false;
  };
  switch (control.mode) {
  case spirv::DenormPreserve:
    return choose(has.shaderDenormPreserveFloat16,
                  has.shaderDenormPreserveFloat32,
                  has.shaderDenormPreserveFloat64);
  case spirv::DenormFlushToZero:
    return choose(has.shaderDenormFlushToZeroFloat16,
                  has.shaderDenormFlushToZeroFloat32,
                  has.shaderDenormFlushToZeroFloat64);
  case spirv::SignedZeroInfNanPreserve:
    return choose(has.shaderSignedZeroInfNanPreserveFloat16,
                  has.shaderSignedZeroInfNanPreserveFloat32,
                  has.shaderSignedZeroInfNanPreserveFloat64);
  case spirv::RoundingModeRTE:
    return choose(has.shaderRoundingModeRTEFloat16,
                  has.shaderRoundingModeRTEFloat32,
                  has.shaderRoundingModeRTEFloat64);
  case spirv::RoundingModeRTZ:
    return choose(has.shaderRoundingModeRTZFloat16,
                  has.shaderRoundingModeRTZFloat32,
                  has.shaderRoundingModeRTZFloat64);
  default:
    return false;
  }
}

/// "RoundingModeRTE of f16".
static std::string format(const SPIRVFloatControl &control) {
  static constexpr const char *kNames[] = {
      "DenormPreserve", "DenormFlushToZero", "SignedZeroInfNanPreserve",
      "RoundingModeRTE", "RoundingModeRTZ"};
  return std::string(kNames[control.mode - spirv::DenormPreserve]) + " of f" +
         std::to_string(control.width);
}

Status VulkanFeatures::check(const SPIRVModule &module) const {
  std::string missing;
  auto require = [&](bool isThere, const std::string &what) {
    if (!isThere)
      missing += (missing.empty() ? "" : ", ") + what;
  };
  require(module.version <= getMaxSPIRV(version),
          "SPIR-V " + formatSPIRV(module.version));
  for (uint32_t capability : module.capabilities)
    require(hasCapability(capability), getCapabilityName(capability));
  for (const std::string &extension : module.extensions)
    require(hasExtension(extension), extension);
  for (const SPIRVKernel &kernel : module.kernels)
    for (const SPIRVFloatControl &control : kernel.floatControls)
      require(hasFloatControl(control),
              format(control) + " in kernel '" + kernel.name + "'");
  if (missing.empty())
    return {};
  return Error{std::string("the program needs what '") +
                   properties.properties.deviceName +
                   "' does not have: " + missing,
               Error::Cause::Device};
}

} // namespace mlir::lift::runtime
