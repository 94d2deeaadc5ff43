//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel of a module of SPIR-V as a module of its own.
//
//===----------------------------------------------------------------------===//
#include "SPIRVReader.h"

#include <map>

namespace mlir::lift::runtime {

using namespace spirv;

namespace {

/// Tells what one kernel needs from what only others do.
class KernelExtraction {
public:
  KernelExtraction(const SPIRVStream &stream, const SPIRVKernel &kernel)
      : stream(stream), kernel(kernel) {}

  std::vector<uint32_t> run();

private:
  void findFunctions();
  void findKeptFunctions();
  void findRemovedIds();
  bool isKept(const SPIRVInstruction &instruction) const;

  const SPIRVStream &stream;
  const SPIRVKernel &kernel;
  /// The function that each instruction is in, or 0.
  std::vector<uint32_t> functions;
  std::set<uint32_t> keptFunctions;
  /// What nothing that is kept may speak of.
  std::set<uint32_t> removedIds;
};

} // namespace

/// The id that an instruction of a function defines, or 0.
static uint32_t getResult(const SPIRVInstruction &instruction) {
  switch (instruction.opcode) {
  case OpLabel:
    return instruction[0];
  case OpNop:
  case OpLine:
  case OpNoLine:
  case OpFunctionEnd:
  case OpStore:
  case OpCopyMemory:
  case OpControlBarrier:
  case OpMemoryBarrier:
  case OpAtomicStore:
  case OpLoopMerge:
  case OpSelectionMerge:
    return 0;
  }
  const bool isTerminator =
      instruction.opcode >= OpBranch && instruction.opcode <= OpUnreachable;
  return isTerminator ? 0 : instruction[1];
}

void KernelExtraction::findFunctions() {
  uint32_t current = 0;
  for (const SPIRVInstruction &instruction : stream.instructions) {
    if (instruction.opcode == OpFunction)
      current = instruction[1];
    functions.push_back(current);
    if (instruction.opcode == OpFunctionEnd)
      current = 0;
  }
}

void KernelExtraction::findKeptFunctions() {
  std::multimap<uint32_t, uint32_t> callees;
  for (size_t i = 0; i < functions.size(); ++i)
    if (stream.instructions[i].opcode == OpFunctionCall)
      callees.emplace(functions[i], stream.instructions[i][2]);
  std::vector<uint32_t> worklist = {kernel.function};
  while (!worklist.empty()) {
    const uint32_t function = worklist.back();
    worklist.pop_back();
    if (!keptFunctions.insert(function).second)
      continue;
    auto [begin, end] = callees.equal_range(function);
    for (auto it = begin; it != end; ++it)
      worklist.push_back(it->second);
  }
}

void KernelExtraction::findRemovedIds() {
  std::set<uint32_t> keptWords;
  for (size_t i = 0; i < functions.size(); ++i) {
    const SPIRVInstruction &instruction = stream.instructions[i];
    if (functions[i] == 0)
      continue;
    if (keptFunctions.count(functions[i]) == 0)
      removedIds.insert(getResult(instruction));
    else
      keptWords.insert(instruction.operands,
                       instruction.operands + instruction.numOperands);
  }
  for (size_t i = 0; i < functions.size(); ++i) {
    const SPIRVInstruction &instruction = stream.instructions[i];
    const bool isShared = functions[i] == 0 &&
                          instruction.opcode == OpVariable &&
                          instruction[2] == Workgroup;
    if (isShared && keptWords.count(instruction[1]) == 0)
      removedIds.insert(instruction[1]);
  }
  removedIds.erase(0);
}

/// Whether an instruction outside of functions is kept.
bool KernelExtraction::isKept(const SPIRVInstruction &instruction) const {
  switch (instruction.opcode) {
  case OpName:
  case OpMemberName:
    return false;
  case OpEntryPoint:
    return instruction[1] == kernel.function;
  case OpExecutionMode:
    return instruction[0] == kernel.function;
  case OpDecorate:
    return removedIds.count(instruction[0]) == 0;
  case OpVariable:
    return removedIds.count(instruction[1]) == 0;
  }
  return true;
}

std::vector<uint32_t> KernelExtraction::run() {
  findFunctions();
  findKeptFunctions();
  findRemovedIds();
  std::vector<uint32_t> words(stream.words.begin(),
                              stream.words.begin() + kSPIRVHeaderWords);
  for (size_t i = 0; i < functions.size(); ++i) {
    const SPIRVInstruction &instruction = stream.instructions[i];
    const bool isWanted = functions[i] == 0
                              ? isKept(instruction)
                              : keptFunctions.count(functions[i]) != 0;
    if (isWanted)
      words.insert(words.end(), instruction.operands - 1,
                   instruction.operands + instruction.numOperands);
  }
  return words;
}

std::vector<uint32_t> extractKernel(const std::string &bytes,
                                    const SPIRVKernel &kernel) {
  Result<SPIRVStream> stream = readInstructions(bytes);
  if (!stream)
    return {};
  return KernelExtraction(*stream, kernel).run();
}

} // namespace mlir::lift::runtime
