//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what a Vulkan device can do: its limits, and the features
// that modules of SPIR-V may need.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_VULKANFEATURES_H
#define LIFT_LIB_RUNTIME_VULKANFEATURES_H

#include "LiftDialect/Runtime/Runtime.h"
#include "SPIRVModule.h"
#include "VulkanInstance.h"

#include <set>

// Younger than the headers that this library is compiled with may be.
#ifndef VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME
#define VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME "VK_KHR_cooperative_matrix"
struct VkPhysicalDeviceCooperativeMatrixFeaturesKHR {
  VkStructureType sType;
  void *pNext;
  VkBool32 cooperativeMatrix;
  VkBool32 cooperativeMatrixRobustBufferAccess;
};
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_KHR      \
  VkStructureType(1000506000)
#endif

namespace mlir::lift::runtime {

/// The trips of all loops together after which llvmpipe ends them
/// (LP_MAX_TGSI_LOOP_ITERATIONS of Mesa's gallivm/lp_bld_limits.h, in all
/// versions). The work-items that share a SIMD instruction share them.
constexpr int64_t kMaxTrips = 65535;

class VulkanFeatures {
public:
  VulkanFeatures(const VulkanInstance &instance, VkPhysicalDevice device);
  VulkanFeatures(const VulkanFeatures &) = delete;
  VulkanFeatures &operator=(const VulkanFeatures &) = delete;

  DeviceInfo describe() const;
  /// For VkDeviceCreateInfo: all of what modules may need that there is.
  const void *getChain() const { return &enabled; }
  const std::vector<const char *> &getExtensions() const {
    return enabledExtensions;
  }
  /// Fails for capabilities, extensions, versions and modes that the device
  /// does not have; the error names them.
  Status check(const SPIRVModule &module) const;

  bool hasCapability(uint32_t capability) const;
  bool hasExtension(const std::string &spirvExtension) const;
  /// Whether the driver is llvmpipe, which ends loops after kMaxTrips.
  bool endsLoops() const {
    return driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
  }
  bool hasFloatControl(const SPIRVFloatControl &control) const;
  const VkPhysicalDeviceLimits &getLimits() const {
    return properties.properties.limits;
  }

  VkPhysicalDeviceProperties2 properties = {};
  VkPhysicalDeviceMaintenance3Properties maintenance = {};
  VkPhysicalDeviceMemoryProperties memory = {};

private:
  /// Adds a structure to a chain if the device has it: as part of `version`, or
  /// by an extension.
  template <typename T>
  void add(T &structure, VkStructureType type, void **&chain, uint32_t version,
           const char *extension = nullptr);
  void query(const VulkanInstance &instance, VkPhysicalDevice device);

  uint32_t version = 0;
  std::set<std::string> extensions;
  std::vector<const char *> enabledExtensions;

  VkPhysicalDeviceFeatures2 enabled = {};
  VkPhysicalDevice16BitStorageFeatures storage16 = {};
  VkPhysicalDevice8BitStorageFeatures storage8 = {};
  VkPhysicalDeviceShaderFloat16Int8Features float16Int8 = {};
  VkPhysicalDeviceShaderAtomicInt64Features atomicInt64 = {};
  VkPhysicalDeviceVariablePointersFeatures variablePointers = {};
  VkPhysicalDeviceVulkanMemoryModelFeatures memoryModel = {};
  VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR workgroupLayout = {};
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomicFloat = {};
  VkPhysicalDeviceCooperativeMatrixFeaturesKHR cooperativeMatrix = {};
  VkPhysicalDeviceSubgroupProperties subgroup = {};
  VkPhysicalDeviceFloatControlsProperties floatControls = {};
  VkPhysicalDeviceDriverProperties driver = {};
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_VULKANFEATURES_H
