//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each kernel of a module uses: found from its function and those that it
// calls. Before version 1.4, entry points do not list it.
//
//===----------------------------------------------------------------------===//
#include "AlignTo.h"
#include "SPIRVReader.h"

#include <algorithm>
#include <map>

namespace mlir::lift::runtime {

using namespace spirv;

namespace {

/// More than any device has; sums of sizes do not overflow.
constexpr uint64_t kMaxBytes = uint64_t(1) << 40;

/// A type, with its layout: explicit where offsets and strides are given.
struct Type {
  uint16_t opcode = 0;
  uint64_t size = 0;
  uint64_t align = 1;
  /// Of vectors, arrays and pointers.
  uint32_t element = 0;
  uint64_t stride = 0;
  /// Of structures.
  std::vector<uint32_t> members;
  std::vector<uint64_t> offsets;
};

/// A variable of the module.
struct Global {
  uint32_t storageClass = 0;
  /// What it is, not the pointer.
  uint32_t type = 0;
};

/// Collects declarations, which come before uses, and then uses.
class ResourceReader {
public:
  void add(const SPIRVInstruction &instruction);
  void describe(SPIRVKernel &kernel) const;
  /// Whether the function has a body that ends.
  bool isWhole(uint32_t function) const {
    return whole.count(function) != 0 && current == 0;
  }

private:
  struct Use {
    uint32_t global;
    /// Of its bytes.
    uint64_t end;
  };
  struct Function {
    std::vector<Use> uses;
    std::set<uint32_t> callees;
  };

  void addType(const SPIRVInstruction &instruction);
  void addStruct(const SPIRVInstruction &instruction, Type &type);
  void addUses(const SPIRVInstruction &instruction);
  void addUse(uint32_t id, uint64_t end);
  void addAccess(const SPIRVInstruction &chain);
  uint64_t getSize(uint32_t type) const;
  std::optional<uint32_t> getDecoration(uint32_t id, uint32_t decoration) const;
  void describeUse(const Use &use, std::set<uint32_t> &shared,
                   SPIRVKernel &kernel) const;

  std::map<uint32_t, Type> types;
  std::map<uint32_t, uint64_t> constants;
  std::map<uint32_t, Global> globals;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> decorations;
  /// By structure and member.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> memberOffsets;
  std::map<uint32_t, Function> functions;
  std::set<uint32_t> whole;
  /// The one whose body is read; 0 outside.
  uint32_t current = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static uint64_t multiplySizes(uint64_t lhs, uint64_t rhs) {
  uint64_t product;
  return __builtin_mul_overflow(lhs, rhs, &product)
             ? kMaxBytes
             : std::min(product, kMaxBytes);
}

std::optional<uint32_t>
ResourceReader::getDecoration(uint32_t id, uint32_t decoration) const {
  auto it = decorations.find({id, decoration});
  return it == decorations.end() ? std::nullopt : std::optional(it->second);
}

uint64_t ResourceReader::getSize(uint32_t type) const {
  auto it = types.find(type);
  return it == types.end() ? 0 : it->second.size;
}

void ResourceReader::addStruct(const SPIRVInstruction &instruction,
                               Type &type) {
  for (size_t i = 1; i < instruction.numOperands; ++i) {
    const Type &member = types[instruction[i]];
    type.align = std::max(type.align, member.align);
    auto explicitOffset = memberOffsets.find({instruction[0], uint32_t(i - 1)});
    const uint64_t offset = explicitOffset != memberOffsets.end()
                                ? explicitOffset->second
                                : alignTo(type.size, member.align);
    type.members.push_back(instruction[i]);
    type.offsets.push_back(offset);
    type.size = std::min(std::max(type.size, offset + member.size), kMaxBytes);
  }
}

void ResourceReader::addType(const SPIRVInstruction &instruction) {
  Type type;
  type.opcode = instruction.opcode;
  switch (instruction.opcode) {
  case OpTypeBool:
    type.size = type.align = 4;
    break;
  case OpTypeInt:
  case OpTypeFloat:
    type.size = type.align = std::clamp<uint64_t>(instruction[1] / 8, 1, 8);
    break;
  case OpTypeVector: {
    type.element = instruction[1];
    type.stride = getSize(type.element);
    type.size = multiplySizes(type.stride, instruction[2]);
    type.align = type.stride * (instruction[2] == 3 ? 4 : instruction[2]);
    break;
  }
  case OpTypeArray:
  case OpTypeRuntimeArray: {
    type.element = instruction[1];
    const Type &element = types[type.element];
    type.align = element.align;
    type.stride = getDecoration(instruction[0], ArrayStride)
                      .value_or(alignTo(element.size, element.align));
    if (instruction.opcode == OpTypeArray)
      type.size = multiplySizes(type.stride, constants[instruction[2]]);
    break;
  }
  case OpTypeStruct:
    addStruct(instruction, type);
    break;
  case OpTypePointer:
    type.element = instruction[2];
    break;
  }
  type.align = std::clamp<uint64_t>(type.align, 1, 64);
  types[instruction[0]] = std::move(type);
}

void ResourceReader::add(const SPIRVInstruction &instruction) {
  switch (instruction.opcode) {
  case OpDecorate:
    decorations[{instruction[0], instruction[1]}] = instruction[2];
    return;
  case OpMemberDecorate:
    if (instruction[2] == Offset)
      memberOffsets[{instruction[0], instruction[1]}] = instruction[3];
    return;
  case OpConstant:
  case OpSpecConstant:
    constants[instruction[1]] = instruction[2];
    return;
  case OpFunction:
    current = instruction[1];
    return;
  case OpFunctionEnd:
    whole.insert(current);
    current = 0;
    return;
  case OpVariable:
    if (current == 0)
      globals[instruction[1]] = {instruction[2], types[instruction[0]].element};
    return;
  }
  if (current != 0)
    addUses(instruction);
  else if (instruction.opcode >= OpTypeBool &&
           instruction.opcode <= OpTypePointer)
    addType(instruction);
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

void ResourceReader::addUse(uint32_t id, uint64_t end) {
  if (globals.count(id) != 0)
    functions[current].uses.push_back({id, end});
}

/// Notes the bytes that a chain of indices may reach: all of what an index that
/// is not constant may choose.
void ResourceReader::addAccess(const SPIRVInstruction &chain) {
  auto global = globals.find(chain[2]);
  if (global == globals.end())
    return;
  uint32_t id = global->second.type;
  uint64_t offset = 0;
  for (size_t i = 3; i < chain.numOperands; ++i) {
    auto type = types.find(id);
    auto index = constants.find(chain[i]);
    if (type == types.end() || index == constants.end())
      break;
    if (type->second.opcode == OpTypeStruct) {
      if (index->second >= type->second.members.size())
        break;
      offset += type->second.offsets[index->second];
      id = type->second.members[index->second];
    } else {
      offset += multiplySizes(type->second.stride, index->second);
      id = type->second.element;
    }
  }
  addUse(chain[2], offset + getSize(id));
}

void ResourceReader::addUses(const SPIRVInstruction &instruction) {
  const uint16_t opcode = instruction.opcode;
  auto addWhole = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < std::min(end, instruction.numOperands); ++i)
      if (auto it = globals.find(instruction[i]); it != globals.end())
        addUse(it->first, getSize(it->second.type));
  };
  switch (opcode) {
  case OpAccessChain:
  case OpInBoundsAccessChain:
    return addAccess(instruction);
  case OpFunctionCall:
    functions[current].callees.insert(instruction[2]);
    return addWhole(3, SIZE_MAX);
  case OpStore:
  case OpAtomicStore:
    return addWhole(0, 1);
  case OpCopyMemory:
    return addWhole(0, 2);
  case OpLoad:
  case OpPtrAccessChain:
  case OpArrayLength:
  case OpCopyObject:
    return addWhole(2, 3);
  case OpSelect:
  case OpPhi:
    return addWhole(2, SIZE_MAX);
  }
  if (opcode >= OpAtomicLoad && opcode <= OpAtomicXor)
    addWhole(2, 3);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void ResourceReader::describeUse(const Use &use, std::set<uint32_t> &shared,
                                 SPIRVKernel &kernel) const {
  const Global &global = globals.at(use.global);
  switch (global.storageClass) {
  case StorageBuffer: {
    std::optional<uint32_t> binding = getDecoration(use.global, Binding);
    if (getDecoration(use.global, DescriptorSet) == 0u && binding)
      kernel.bindings.insert(*binding);
    else
      kernel.problem = "has a buffer that is not in set 0";
    return;
  }
  case PushConstant:
    kernel.pushBytes = std::max(kernel.pushBytes, use.end);
    kernel.pushBlockBytes =
        std::max(kernel.pushBlockBytes, getSize(global.type));
    return;
  case Workgroup:
    if (shared.insert(use.global).second)
      kernel.sharedBytes =
          std::min(kernel.sharedBytes + getSize(global.type), kMaxBytes);
    return;
  case Uniform:
  case UniformConstant:
    kernel.problem = "uses uniforms or images";
    return;
  }
  if (getDecoration(use.global, BuiltIn) == NumWorkgroups)
    kernel.readsNumGroups = true;
}

void ResourceReader::describe(SPIRVKernel &kernel) const {
  std::set<uint32_t> seen = {kernel.function}, shared;
  std::vector<uint32_t> worklist = {kernel.function};
  while (!worklist.empty()) {
    auto function = functions.find(worklist.back());
    worklist.pop_back();
    if (function == functions.end())
      continue;
    for (const Use &use : function->second.uses)
      describeUse(use, shared, kernel);
    for (uint32_t callee : function->second.callees)
      if (seen.insert(callee).second)
        worklist.push_back(callee);
  }
}

Status addResources(const SPIRVStream &stream, SPIRVModule &module) {
  ResourceReader reader;
  for (const SPIRVInstruction &instruction : stream.instructions)
    reader.add(instruction);
  std::set<std::string> names;
  for (SPIRVKernel &kernel : module.kernels) {
    if (!reader.isWhole(kernel.function))
      return Error{"is cut off: kernel '" + kernel.name + "' does not end"};
    if (!names.insert(kernel.name).second)
      return Error{"has two kernels '" + kernel.name + "'"};
    reader.describe(kernel);
  }
  return {};
}

} // namespace mlir::lift::runtime
