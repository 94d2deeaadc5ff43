//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a connection to the Vulkan loader and its devices.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_VULKANINSTANCE_H
#define LIFT_LIB_RUNTIME_VULKANINSTANCE_H

#include "VulkanApi.h"

#include <memory>
#include <vector>

namespace mlir::lift::runtime {

class VulkanInstance {
public:
  /// With the validation layer, if `validate`.
  static Result<std::shared_ptr<VulkanInstance>> create(bool validate);
  VulkanInstance() = default;
  VulkanInstance(const VulkanInstance &) = delete;
  VulkanInstance &operator=(const VulkanInstance &) = delete;
  ~VulkanInstance();

  /// Those with Vulkan 1.1, CPUs last, else in the loader's order.
  Result<std::vector<VkPhysicalDevice>> getDevices() const;

  /// An error with what the validation layer has reported since the last call,
  /// if it has.
  Status takeMessages();

  VulkanInstanceFunctions vk;

private:
  Status createMessenger();

  VkInstance handle = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  std::string messages;
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_VULKANINSTANCE_H
