//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares programs of Vulkan: a pipeline for each kernel.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_VULKANPROGRAM_H
#define LIFT_LIB_RUNTIME_VULKANPROGRAM_H

#include "Backend.h"
#include "SPIRVTrips.h"
#include "VulkanDevice.h"

#include <map>

namespace mlir::lift::runtime {

/// A kernel that can be launched.
struct VulkanKernel {
  SPIRVKernel info;
  /// What its layout has for numbers.
  uint32_t pushBytes = 0;
  VkDescriptorSetLayout setLayout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline pipeline = VK_NULL_HANDLE;
};

class VulkanProgram : public BuiltProgram {
public:
  static Result<std::shared_ptr<VulkanProgram>>
  build(const std::shared_ptr<VulkanDevice> &device, const ProgramForm &form,
        const std::string &cacheFolder);
  explicit VulkanProgram(std::shared_ptr<VulkanDevice> device)
      : device(std::move(device)) {}
  ~VulkanProgram() override;

  Result<const VulkanKernel *> getKernel(const std::string &name) const;
  /// The loops of the kernels; nothing where the device runs all of them to
  /// their ends.
  const std::optional<SPIRVTrips> &getTrips() const { return trips; }

private:
  Status createKernel(const std::string &bytes, const SPIRVKernel &info);
  Status createLayouts(VulkanKernel &kernel);
  Status createPipeline(VulkanKernel &kernel, VkShaderModule module);
  Status createCache(const std::string &data);
  Result<std::string> getCacheData() const;

  std::shared_ptr<VulkanDevice> device;
  VkPipelineCache cache = VK_NULL_HANDLE;
  std::map<std::string, VulkanKernel> kernels;
  std::optional<SPIRVTrips> trips;
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_VULKANPROGRAM_H
