#include "Backend.h"
namespace mlir::lift::runtime {
Result<std::vector<DeviceInfo>> listVulkanDevices() { return std::vector<DeviceInfo>(); }
Result<std::shared_ptr<Backend>> openVulkan(const std::string &, const RuntimeOptions &) { return Error{"no Vulkan"}; }
}
