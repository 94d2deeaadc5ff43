//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what is read of modules of SPIR-V before a driver sees
// them: drivers do not survive every module, and do not say what one needs.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_SPIRVMODULE_H
#define LIFT_LIB_RUNTIME_SPIRVMODULE_H

#include "LiftDialect/Runtime/Api.h"
#include "LiftDialect/Runtime/Error.h"

#include <array>
#include <cstdint>
#include <set>

namespace mlir::lift::runtime {

/// The words of SPIR-V that this library knows.
namespace spirv {
enum Capability : uint32_t { Shader = 1, Kernel = 6 };
enum MemoryModel : uint32_t { GLSL450 = 1, OpenCL = 2, Vulkan = 3 };
enum AddressingModel : uint32_t { Logical = 0, Physical32 = 1, Physical64 = 2 };
enum ExecutionModel : uint32_t { GLCompute = 5, KernelModel = 6 };
enum ExecutionMode : uint32_t {
  LocalSize = 17,
  DenormPreserve = 4459,
  DenormFlushToZero = 4460,
  SignedZeroInfNanPreserve = 4461,
  RoundingModeRTE = 4462,
  RoundingModeRTZ = 4463
};
} // namespace spirv

/// How floats of `width` bits are to be computed.
struct SPIRVFloatControl {
  uint32_t mode = 0;
  uint32_t width = 0;
};

/// A kernel of a module.
struct SPIRVKernel {
  std::string name;
  uint32_t function = 0;
  uint32_t executionModel = 0;
  std::optional<std::array<uint32_t, 3>> localSize;
  std::vector<SPIRVFloatControl> floatControls;

  /// The bindings of its storage buffers, all of set 0.
  std::set<uint32_t> bindings;
  /// The end of what it reads of its push constants, and of the block.
  uint64_t pushBytes = 0, pushBlockBytes = 0;
  /// What its arrays take of each work-group.
  uint64_t sharedBytes = 0;
  bool readsNumGroups = false;
  /// Why it cannot be launched: it uses what has no place in our modules.
  std::string problem;
};

struct SPIRVModule {
  /// As in the header: 0x00010300 is 1.3.
  uint32_t version = 0;
  std::vector<uint32_t> capabilities;
  std::vector<std::string> extensions;
  uint32_t addressingModel = 0;
  uint32_t memoryModel = 0;
  std::vector<SPIRVKernel> kernels;
};

/// The name of a capability in the specification, or its number.
std::string getCapabilityName(uint32_t capability);

/// Reads the module; the error says what is wrong with it.
Result<SPIRVModule> parseSPIRV(const std::string &bytes);

/// The words of a module, which must be one that can be read, with one of its
/// kernels only: without the functions and the arrays of work-groups of the
/// others, and without names. Drivers may give each kernel what all kernels of
/// a module need of local memory.
std::vector<uint32_t> extractKernel(const std::string &bytes,
                                    const SPIRVKernel &kernel);

/// Tests that the module is one for OpenCL or for Vulkan, whichever the form
/// is.
Status checkFlavour(const SPIRVModule &module, Form form);

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_SPIRVMODULE_H
