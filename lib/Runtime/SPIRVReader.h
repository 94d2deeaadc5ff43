//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the stream of instructions of a module of SPIR-V.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_SPIRVREADER_H
#define LIFT_LIB_RUNTIME_SPIRVREADER_H

#include "SPIRVModule.h"

namespace mlir::lift::runtime {

/// The words of SPIR-V that are read of functions and declarations.
namespace spirv {
enum Opcode : uint16_t {
  OpNop = 0,
  OpName = 5,
  OpMemberName = 6,
  OpLine = 8,
  OpExtension = 10,
  OpExtInst = 12,
  OpMemoryModel = 14,
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpCapability = 17,
  OpTypeBool = 20,
  OpTypeInt = 21,
  OpTypeFloat = 22,
  OpTypeVector = 23,
  OpTypeArray = 28,
  OpTypeRuntimeArray = 29,
  OpTypeStruct = 30,
  OpTypePointer = 32,
  OpConstantFalse = 42,
  OpConstant = 43,
  OpSpecConstant = 50,
  OpFunction = 54,
  OpFunctionEnd = 56,
  OpFunctionCall = 57,
  OpVariable = 59,
  OpLoad = 61,
  OpStore = 62,
  OpCopyMemory = 63,
  OpAccessChain = 65,
  OpInBoundsAccessChain = 66,
  OpPtrAccessChain = 67,
  OpArrayLength = 68,
  OpDecorate = 71,
  OpMemberDecorate = 72,
  OpCompositeConstruct = 80,
  OpCompositeExtract = 81,
  OpCopyObject = 83,
  OpUConvert = 113,
  OpSConvert = 114,
  OpBitcast = 124,
  OpSNegate = 126,
  OpIAdd = 128,
  OpISub = 130,
  OpIMul = 132,
  OpUDiv = 134,
  OpSDiv = 135,
  OpUMod = 137,
  OpSRem = 138,
  OpLogicalAnd = 167,
  OpSelect = 169,
  OpUGreaterThan = 172,
  OpSGreaterThan = 173,
  OpUGreaterThanEqual = 174,
  OpSGreaterThanEqual = 175,
  OpULessThan = 176,
  OpSLessThan = 177,
  OpULessThanEqual = 178,
  OpSLessThanEqual = 179,
  OpShiftRightLogical = 194,
  OpShiftRightArithmetic = 195,
  OpShiftLeftLogical = 196,
  OpBitwiseAnd = 199,
  OpControlBarrier = 224,
  OpMemoryBarrier = 225,
  OpAtomicLoad = 227,
  OpAtomicStore = 228,
  OpAtomicXor = 242,
  OpPhi = 245,
  OpLoopMerge = 246,
  OpSelectionMerge = 247,
  OpLabel = 248,
  OpBranch = 249,
  OpBranchConditional = 250,
  OpUnreachable = 255,
  OpNoLine = 317
};
enum Decoration : uint32_t {
  ArrayStride = 6,
  BuiltIn = 11,
  Binding = 33,
  DescriptorSet = 34,
  Offset = 35
};
enum StorageClass : uint32_t {
  UniformConstant = 0,
  Uniform = 2,
  Workgroup = 4,
  PushConstant = 9,
  StorageBuffer = 12
};
enum BuiltInNumber : uint32_t {
  NumWorkgroups = 24,
  WorkgroupId = 26,
  LocalInvocationId = 27,
  GlobalInvocationId = 28
};
/// Of GLSL.std.450.
enum GLSLFunction : uint32_t { UMin = 38, SMin = 39, UMax = 41, SMax = 42 };
} // namespace spirv

/// One instruction.
struct SPIRVInstruction {
  uint16_t opcode = 0;
  /// The words after the first.
  const uint32_t *operands = nullptr;
  size_t numOperands = 0;

  /// The operand, or 0 where there is none: no id is 0.
  uint32_t operator[](size_t index) const {
    return index < numOperands ? operands[index] : 0;
  }
  /// The text that starts at an operand; `end` is the operand after it.
  std::string getText(size_t index, size_t *end = nullptr) const;
};

/// The words before the first instruction.
inline constexpr size_t kSPIRVHeaderWords = 5;

/// The words of a module and its instructions, whose lengths are right.
struct SPIRVStream {
  std::vector<uint32_t> words;
  std::vector<SPIRVInstruction> instructions;
};

Result<SPIRVStream> readInstructions(const std::string &bytes);

/// Fills in what the kernels of `module` use.
Status addResources(const SPIRVStream &stream, SPIRVModule &module);

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_SPIRVREADER_H
