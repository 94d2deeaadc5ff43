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
