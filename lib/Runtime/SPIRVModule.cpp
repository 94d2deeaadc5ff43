//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SPIRVReader.h"

#include <algorithm>
#include <cstring>

namespace mlir::lift::runtime {

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static constexpr uint32_t kModuleMagic = 0x07230203;
static constexpr uint32_t kSwappedMagic = 0x03022307;
/// The specification's own limit of ids.
static constexpr uint32_t kMaxBound = 4194303;

std::string SPIRVInstruction::getText(size_t index, size_t *end) const {
  std::string text;
  bool isDone = false;
  for (; index < numOperands && !isDone; ++index)
    for (unsigned shift = 0; shift < 32 && !isDone; shift += 8) {
      char letter = char(operands[index] >> shift);
      isDone = letter == '\0';
      if (!isDone)
        text += letter;
    }
  if (end)
    *end = index;
  return text;
}

/// Tests the words before the first instruction.
static Status checkModuleHeader(const std::vector<uint32_t> &words,
                                size_t numBytes) {
  if (numBytes % 4 != 0 || words.size() < kSPIRVHeaderWords)
    return Error{"has " + std::to_string(numBytes) +
                 " bytes, which is no module of SPIR-V"};
  if (words[0] == kSwappedMagic)
    return Error{"is SPIR-V with the bytes of each word the other way round"};
  if (words[0] != kModuleMagic)
    return Error{"is no SPIR-V: its first word is not the magic number"};
  const uint32_t version = words[1];
  if (version < 0x00010000 || version > 0x00010600 || (version & 0xff0000ff))
    return Error{"has an unknown version of SPIR-V"};
  if (words[3] == 0 || words[3] > kMaxBound)
    return Error{"has a bound of " + std::to_string(words[3]) + " ids"};
  return {};
}

Result<SPIRVStream> readInstructions(const std::string &bytes) {
  SPIRVStream stream;
  stream.words.resize(bytes.size() / 4);
  std::memcpy(stream.words.data(), bytes.data(), stream.words.size() * 4);
  if (Status status = checkModuleHeader(stream.words, bytes.size()); !status)
    return status.getError();
  for (size_t at = kSPIRVHeaderWords; at < stream.words.size();) {
    const size_t length = stream.words[at] >> 16;
    if (length == 0 || length > stream.words.size() - at)
      return Error{"is cut off, or damaged, at word " + std::to_string(at)};
    stream.instructions.push_back({uint16_t(stream.words[at] & 0xffff),
                                   &stream.words[at] + 1, length - 1});
    at += length;
  }
  return stream;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static void addMode(const SPIRVInstruction &mode, SPIRVKernel &kernel) {
  const bool isFloatControl =
      mode[1] >= spirv::DenormPreserve && mode[1] <= spirv::RoundingModeRTZ;
  if (isFloatControl)
    kernel.floatControls.push_back({mode[1], mode[2]});
  if (mode[1] == spirv::LocalSize)
    kernel.localSize = {mode[2], mode[3], mode[4]};
}

static void addDeclaration(const SPIRVInstruction &instruction,
                           SPIRVModule &module) {
  switch (instruction.opcode) {
  case spirv::OpCapability:
    module.capabilities.push_back(instruction[0]);
    return;
  case spirv::OpExtension:
    module.extensions.push_back(instruction.getText(0));
    return;
  case spirv::OpMemoryModel:
    module.addressingModel = instruction[0];
    module.memoryModel = instruction[1];
    return;
  case spirv::OpEntryPoint: {
    SPIRVKernel kernel;
    kernel.executionModel = instruction[0];
    kernel.function = instruction[1];
    kernel.name = instruction.getText(2);
    module.kernels.push_back(std::move(kernel));
    return;
  }
  case spirv::OpExecutionMode:
    for (SPIRVKernel &kernel : module.kernels)
      if (kernel.function == instruction[0])
        addMode(instruction, kernel);
    return;
  }
}

Result<SPIRVModule> parseSPIRV(const std::string &bytes) {
  Result<SPIRVStream> stream = readInstructions(bytes);
  if (!stream)
    return stream.getError();
  SPIRVModule module;
  module.version = stream->words[1];
  for (const SPIRVInstruction &instruction : stream->instructions)
    addDeclaration(instruction, module);
  if (module.kernels.empty())
    return Error{"has no kernel"};
  if (Status status = addResources(*stream, module); !status)
    return status.getError();
  return module;
}

//===----------------------------------------------------------------------===//
// OpenCL or Vulkan
//===----------------------------------------------------------------------===//

Status checkFlavour(const SPIRVModule &module, Form form) {
  const bool isVulkan = form == Form::SPIRVVulkan;
  const char *title = isVulkan ? "Vulkan" : "OpenCL";
  const bool isModelRight = isVulkan ? module.memoryModel == spirv::GLSL450 ||
                                           module.memoryModel == spirv::Vulkan
                                     : module.memoryModel == spirv::OpenCL;
  if (!isModelRight)
    return Error{std::string("is not SPIR-V for ") + title +
                 ": its memory model is " +
                 (module.memoryModel == spirv::OpenCL    ? "OpenCL"
                  : module.memoryModel == spirv::GLSL450 ? "GLSL450"
                  : module.memoryModel == spirv::Vulkan
                      ? "Vulkan"
                      : std::to_string(module.memoryModel))};
  const bool isPhysical = module.addressingModel == spirv::Physical32 ||
                          module.addressingModel == spirv::Physical64;
  if (isVulkan ? isPhysical : !isPhysical)
    return Error{std::string("is not SPIR-V for ") + title +
                 ": its addresses are " +
                 (isPhysical ? "physical" : "logical")};
  const uint32_t needed = isVulkan ? spirv::Shader : spirv::Kernel;
  const auto &capabilities = module.capabilities;
  if (std::count(capabilities.begin(), capabilities.end(), needed) == 0)
    return Error{std::string("is not SPIR-V for ") + title +
                 ": it does not declare the capability " +
                 getCapabilityName(needed)};
  for (const SPIRVKernel &kernel : module.kernels)
    if (kernel.executionModel !=
        (isVulkan ? spirv::GLCompute : spirv::KernelModel))
      return Error{"has an entry point '" + kernel.name +
                   "' that is no kernel for " + title};
  return {};
}

//===----------------------------------------------------------------------===//
// Capabilities
//===----------------------------------------------------------------------===//

std::string getCapabilityName(uint32_t capability) {
  static constexpr std::pair<uint32_t, const char *> kNames[] = {
      {0, "Matrix"},
      {1, "Shader"},
      {4, "Addresses"},
      {5, "Linkage"},
      {6, "Kernel"},
      {7, "Vector16"},
      {8, "Float16Buffer"},
      {9, "Float16"},
      {10, "Float64"},
      {11, "Int64"},
      {12, "Int64Atomics"},
      {22, "Int16"},
      {38, "GenericPointer"},
      {39, "Int8"},
      {61, "GroupNonUniform"},
      {62, "GroupNonUniformVote"},
      {63, "GroupNonUniformArithmetic"},
      {64, "GroupNonUniformBallot"},
      {65, "GroupNonUniformShuffle"},
      {66, "GroupNonUniformShuffleRelative"},
      {67, "GroupNonUniformClustered"},
      {68, "GroupNonUniformQuad"},
      {4428, "WorkgroupMemoryExplicitLayoutKHR"},
      {4429, "WorkgroupMemoryExplicitLayout8BitAccessKHR"},
      {4430, "WorkgroupMemoryExplicitLayout16BitAccessKHR"},
      {4433, "StorageBuffer16BitAccess"},
      {4434, "UniformAndStorageBuffer16BitAccess"},
      {4435, "StoragePushConstant16"},
      {4441, "VariablePointersStorageBuffer"},
      {4442, "VariablePointers"},
      {4448, "StorageBuffer8BitAccess"},
      {4449, "UniformAndStorageBuffer8BitAccess"},
      {4450, "StoragePushConstant8"},
      {4464, "DenormPreserve"},
      {4465, "DenormFlushToZero"},
      {4466, "SignedZeroInfNanPreserve"},
      {4467, "RoundingModeRTE"},
      {4468, "RoundingModeRTZ"},
      {5345, "VulkanMemoryModel"},
      {5346, "VulkanMemoryModelDeviceScope"},
      {5347, "PhysicalStorageBufferAddresses"},
      {6022, "CooperativeMatrixKHR"},
      {6033, "AtomicFloat32AddEXT"},
  };
  for (auto [number, name] : kNames)
    if (number == capability)
      return name;
  return "capability " + std::to_string(capability);
}

} // namespace mlir::lift::runtime
