//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over a function, with bounds for each integer, in the order of its
// blocks: what dominates comes before. Of a loop it knows those values that are
// computed before it, and counters: phis to which each trip adds a number.
//
//===----------------------------------------------------------------------===//
#include "SPIRVTrips.h"

#include "LinearBounds.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace mlir::lift::runtime {

using namespace spirv;

namespace {

/// Values that depend on each other through more instructions have no bounds.
constexpr unsigned kMaxDepth = 200;

/// `lhs < rhs`, or `lhs <= rhs`; without ids what is never so.
struct Comparison {
  uint32_t lhs = 0, rhs = 0;
  bool isUnsigned = false, orEqual = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

namespace {

class TripCounter {
public:
  TripCounter(const SPIRVTrips &trips, const SPIRVLaunch &launch)
      : trips(trips), launch(launch) {}

  int64_t count(const SPIRVTrips::Function &function);

private:
  using Instruction = SPIRVInstruction;

  /// A loop that the walk is in.
  struct Frame {
    uint32_t merge;
    /// How often it is come to.
    int64_t times;
  };

  const Instruction &at(size_t number) const {
    return trips.stream.instructions[number];
  }
  void readGlobals(size_t end);
  void readDefinitions(const SPIRVTrips::Function &function);

  Linear get(uint32_t id, unsigned depth = 0);
  Linear evaluate(const Instruction &instruction, unsigned depth);
  Linear evaluateFunction(const Instruction &instruction, unsigned depth);
  Linear makePositive(const Linear &value);
  Linear keepWidth(const Linear &value, uint32_t type);
  Linear loadPush(uint32_t chain);
  Linear getBuiltIn(uint32_t builtIn, uint32_t dim);
  Linear joinAll(const Instruction &phi, unsigned depth);

  uint32_t resolve(uint32_t id) const;
  void enterLoop(size_t label);
  std::vector<Linear> getBounds(uint32_t phi,
                                const std::vector<Comparison> &tests);
  int64_t countTrips(uint32_t phi, uint32_t init, uint32_t next,
                     const std::vector<Linear> &bounds);
  void addTests(uint32_t condition, std::vector<Comparison> &tests) const;
  void addTest(uint32_t condition, std::vector<Comparison> &tests,
               std::vector<uint32_t> &conditions) const;
  std::vector<Comparison> findTests(size_t header, uint32_t merge) const;

  const SPIRVTrips &trips;
  const SPIRVLaunch &launch;
  Unknowns unknowns;

  /// The instructions that define ids, and those of types.
  std::unordered_map<uint32_t, size_t> definitions;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> decorations;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> memberOffsets;
  /// The branch of a selection, by the block where its sides meet.
  std::unordered_map<uint32_t, size_t> branches;
  /// Where blocks begin, and the ones of phis.
  std::unordered_map<uint32_t, size_t> blocks;
  std::unordered_map<uint32_t, uint32_t> blockOfPhi;

  std::unordered_map<uint32_t, Linear> values;
  std::map<std::pair<uint32_t, uint32_t>, Linear> builtIns;
  std::vector<Frame> frames;
  /// How often the current block is come to, and the trips so far.
  int64_t times = 1, total = 0;
};

} // namespace

static int64_t multiplyTrips(int64_t lhs, int64_t rhs) {
  return int64_t(std::min<__int128>(__int128(lhs) * rhs, kUnbounded));
}

static int64_t addTrips(int64_t lhs, int64_t rhs) {
  return std::min(lhs + rhs, kUnbounded);
}

/// Whether the second operand is what the instruction defines: that of those
/// that are looked at.
static bool hasResult(uint16_t opcode) {
  switch (opcode) {
  case OpExtInst:
  case OpVariable:
  case OpLoad:
  case OpAccessChain:
  case OpInBoundsAccessChain:
  case OpFunctionCall:
  case OpCompositeConstruct:
  case OpCompositeExtract:
  case OpCopyObject:
  case OpPhi:
    return true;
  }
  return (opcode >= 109 && opcode <= 124) || (opcode >= 126 && opcode <= 205) ||
         (opcode >= 41 && opcode <= 52);
}

static bool isType(uint16_t opcode) { return opcode >= 19 && opcode <= 39; }

void TripCounter::readGlobals(size_t end) {
  for (size_t i = 0; i < end; ++i) {
    const Instruction &instruction = at(i);
    if (instruction.opcode == OpDecorate)
      decorations[{instruction[0], instruction[1]}] = instruction[2];
    else if (instruction.opcode == OpMemberDecorate && instruction[2] == Offset)
      memberOffsets[{instruction[0], instruction[1]}] = instruction[3];
    else if (isType(instruction.opcode))
      definitions[instruction[0]] = i;
    else if (hasResult(instruction.opcode))
      definitions[instruction[1]] = i;
  }
}

void TripCounter::readDefinitions(const SPIRVTrips::Function &function) {
  uint32_t block = 0, merge = 0;
  for (size_t i = function.begin; i < function.end; ++i) {
    const Instruction &instruction = at(i);
    if (hasResult(instruction.opcode))
      definitions[instruction[1]] = i;
    switch (instruction.opcode) {
    case OpLabel:
      block = instruction[0];
      blocks[block] = i;
      merge = 0;
      break;
    case OpPhi:
      blockOfPhi[instruction[1]] = block;
      break;
    case OpSelectionMerge:
      merge = instruction[0];
      break;
    case OpBranchConditional:
      if (merge != 0)
        branches[merge] = i;
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The bounds of an unsigned number.
Linear TripCounter::makePositive(const Linear &value) {
  return unknowns.getLower(value) >= 0 ? value : unknowns.make(0, kUnbounded);
}

/// What is left of a number in an integer type.
Linear TripCounter::keepWidth(const Linear &value, uint32_t type) {
  auto definition = definitions.find(type);
  if (definition == definitions.end())
    return unknowns.make();
  const uint32_t width = at(definition->second)[1];
  const int64_t limit =
      width >= 1 && width <= 60 ? int64_t(1) << (width - 1) : kUnbounded;
  const bool fits =
      unknowns.getLower(value) >= -limit && unknowns.getUpper(value) < limit;
  return fits || limit == kUnbounded ? value : unknowns.make();
}

Linear TripCounter::getBuiltIn(uint32_t builtIn, uint32_t dim) {
  if (dim > 2)
    return unknowns.make();
  auto it = builtIns.find({builtIn, dim});
  if (it != builtIns.end())
    return it->second;
  const auto groups =
      int64_t(std::min<size_t>(launch.groups[dim], launch.maxGroups[dim]));
  const auto local = int64_t(launch.local[dim]);
  Linear value = builtIn == NumWorkgroups       ? Linear(groups)
                 : builtIn == WorkgroupId       ? unknowns.make(0, groups - 1)
                 : builtIn == LocalInvocationId ? unknowns.make(0, local - 1)
                 : builtIn == GlobalInvocationId
                     ? unknowns.make(0, groups * local - 1)
                     : unknowns.make();
  builtIns[{builtIn, dim}] = value;
  return value;
}

/// A number of 32 bits in push constants.
Linear TripCounter::loadPush(uint32_t chain) {
  auto definition = definitions.find(chain);
  if (definition == definitions.end())
    return unknowns.make();
  const Instruction &access = at(definition->second);
  auto variable = definitions.find(access[2]);
  if ((access.opcode != OpAccessChain &&
       access.opcode != OpInBoundsAccessChain) ||
      variable == definitions.end() ||
      at(variable->second).opcode != OpVariable ||
      at(variable->second)[2] != PushConstant)
    return unknowns.make();
  // The type behind the pointer.
  auto findType = [&](uint32_t id) -> const Instruction * {
    auto type = definitions.find(id);
    return type == definitions.end() ? nullptr : &at(type->second);
  };
  const Instruction *type = findType(at(variable->second)[0]);
  type = type ? findType((*type)[2]) : nullptr;
  uint64_t offset = 0;
  for (size_t i = 3; type && i < access.numOperands; ++i) {
    std::optional<int64_t> index = get(access[i]).getConstant();
    if (!index || *index < 0 || *index > INT32_MAX)
      return unknowns.make();
    if (type->opcode == OpTypeStruct) {
      offset += memberOffsets[{(*type)[0], uint32_t(*index)}];
      type = findType((*type)[1 + size_t(*index)]);
    } else {
      offset += uint64_t(*index) * decorations[{(*type)[0], ArrayStride}];
      type = findType((*type)[1]);
    }
  }
  if (!type || type->opcode != OpTypeInt || (*type)[1] != 32)
    return unknowns.make();
  if (offset + 4 <= launch.push.size()) {
    int32_t number;
    std::copy_n(&launch.push[offset], 4, reinterpret_cast<char *>(&number));
    return number;
  }
  // The first group of a slice.
  const uint64_t dim = (offset - launch.push.size()) / 4;
  if (dim > 2)
    return unknowns.make();
  if (launch.groups[dim] <= launch.maxGroups[dim])
    return 0;
  return unknowns.make(0, int64_t(launch.groups[dim]) - 1);
}

Linear TripCounter::joinAll(const Instruction &phi, unsigned depth) {
  std::optional<Linear> all;
  for (size_t i = 2; i + 1 < phi.numOperands; i += 2) {
    Linear value = get(phi[i], depth + 1);
    all = all ? unknowns.join(*all, value) : value;
  }
  return all ? *all : unknowns.make();
}

Linear TripCounter::evaluateFunction(const Instruction &instruction,
                                     unsigned depth) {
  Linear lhs = get(instruction[4], depth + 1);
  Linear rhs = get(instruction[5], depth + 1);
  switch (instruction[3]) {
  case SMin:
    return unknowns.min(lhs, rhs);
  case SMax:
    return unknowns.max(lhs, rhs);
  case UMin:
    return unknowns.min(makePositive(lhs), makePositive(rhs));
  case UMax:
    return unknowns.max(makePositive(lhs), makePositive(rhs));
  }
  return unknowns.make();
}

Linear TripCounter::evaluate(const Instruction &instruction, unsigned depth) {
  auto operand = [&](size_t index) {
    return get(instruction[index], depth + 1);
  };
  auto isConstant = [&](const Linear &value, int64_t most) {
    std::optional<int64_t> number = value.getConstant();
    return number && *number >= 0 && *number <= most;
  };
  switch (instruction.opcode) {
  case OpConstant: {
    auto type = definitions.find(instruction[0]);
    if (type == definitions.end() || at(type->second).opcode != OpTypeInt)
      break;
    if (instruction.numOperands > 3)
      return int64_t(uint64_t(instruction[3]) << 32 | instruction[2]);
    return int64_t(int32_t(instruction[2]));
  }
  case OpLoad: {
    auto builtIn = decorations.find({instruction[2], BuiltIn});
    if (builtIn == decorations.end())
      return loadPush(instruction[2]);
    break;
  }
  case OpCompositeExtract: {
    auto load = definitions.find(instruction[2]);
    if (load == definitions.end() || at(load->second).opcode != OpLoad)
      break;
    auto builtIn = decorations.find({at(load->second)[2], BuiltIn});
    if (builtIn != decorations.end())
      return getBuiltIn(builtIn->second, instruction[3]);
    break;
  }
  case OpCopyObject:
    return operand(2);
  case OpSConvert:
    return keepWidth(operand(2), instruction[0]);
  case OpUConvert:
    return keepWidth(makePositive(operand(2)), instruction[0]);
  case OpBitcast: {
    // A number of 64 bits is two words.
    auto pair = definitions.find(instruction[2]);
    if (pair == definitions.end() ||
        at(pair->second).opcode != OpCompositeConstruct)
      return operand(2);
    std::optional<int64_t> low = get(at(pair->second)[2]).getConstant();
    std::optional<int64_t> high = get(at(pair->second)[3]).getConstant();
    if (low && high && at(pair->second).numOperands == 4)
      return int64_t(uint64_t(*high) << 32 | uint32_t(*low));
    break;
  }
  case OpSNegate:
    return operand(2) * -1;
  case OpIAdd:
    return operand(2) + operand(3);
  case OpISub:
    return operand(2) - operand(3);
  case OpIMul:
    return unknowns.multiply(operand(2), operand(3));
  case OpSDiv:
    return unknowns.divide(operand(2), operand(3));
  case OpUDiv:
    return unknowns.divide(makePositive(operand(2)), makePositive(operand(3)));
  case OpSRem:
    return unknowns.remainder(operand(2), operand(3));
  case OpUMod:
    return unknowns.remainder(makePositive(operand(2)),
                              makePositive(operand(3)));
  case OpShiftLeftLogical:
    if (Linear shift = operand(3); isConstant(shift, 31))
      return operand(2) * (int64_t(1) << shift.constant);
    break;
  case OpShiftRightLogical:
  case OpShiftRightArithmetic:
    if (Linear shift = operand(3); isConstant(shift, 31))
      return unknowns.divide(makePositive(operand(2)), int64_t(1)
                                                           << shift.constant);
    break;
  case OpBitwiseAnd:
    for (size_t i : {2, 3})
      if (Linear mask = operand(i); isConstant(mask, kUnbounded))
        return unknowns.make(0, mask.constant);
    break;
  case OpSelect:
    return unknowns.join(operand(3), operand(4));
  case OpExtInst:
    return evaluateFunction(instruction, depth);
  case OpPhi:
    return joinAll(instruction, depth);
  }
  return unknowns.make();
}

Linear TripCounter::get(uint32_t id, unsigned depth) {
  if (auto value = values.find(id); value != values.end())
    return value->second;
  // What depends on itself, through a loop, finds this.
  values[id] = unknowns.make();
  auto definition = definitions.find(id);
  if (definition != definitions.end() && depth <= kMaxDepth)
    values[id] = evaluate(at(definition->second), depth);
  return values[id];
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The value that others only pass on: phis with one value, and selections
/// between two that are the same.
uint32_t TripCounter::resolve(uint32_t id) const {
  for (unsigned depth = 0; depth < kMaxDepth; ++depth) {
    auto definition = definitions.find(id);
    if (definition == definitions.end())
      return id;
    const Instruction &instruction = at(definition->second);
    if (instruction.opcode == OpSelect && instruction[3] == instruction[4])
      id = instruction[3];
    else if (instruction.opcode == OpPhi && instruction.numOperands == 4)
      id = instruction[2];
    else
      return id;
  }
  return id;
}

/// What holds where `condition` does.
void TripCounter::addTests(uint32_t condition,
                           std::vector<Comparison> &tests) const {
  // Modules may repeat one condition in many.
  std::unordered_set<uint32_t> seen;
  std::vector<uint32_t> conditions = {condition};
  while (!conditions.empty()) {
    const uint32_t next = resolve(conditions.back());
    conditions.pop_back();
    if (seen.insert(next).second)
      addTest(next, tests, conditions);
  }
}

/// The test that a condition is, or the conditions that hold where it does.
void TripCounter::addTest(uint32_t condition, std::vector<Comparison> &tests,
                          std::vector<uint32_t> &conditions) const {
  auto definition = definitions.find(condition);
  if (definition == definitions.end())
    return;
  const Instruction &test = at(definition->second);
  const uint16_t opcode = test.opcode;
  switch (opcode) {
  case OpULessThan:
  case OpSLessThan:
  case OpULessThanEqual:
  case OpSLessThanEqual:
    tests.push_back({test[2], test[3],
                     opcode == OpULessThan || opcode == OpULessThanEqual,
                     opcode == OpULessThanEqual || opcode == OpSLessThanEqual});
    return;
  case OpUGreaterThan:
  case OpSGreaterThan:
  case OpUGreaterThanEqual:
  case OpSGreaterThanEqual:
    tests.push_back(
        {test[3], test[2],
         opcode == OpUGreaterThan || opcode == OpUGreaterThanEqual,
         opcode == OpUGreaterThanEqual || opcode == OpSGreaterThanEqual});
    return;
  case OpConstantFalse:
    tests.push_back({});
    return;
  case OpLogicalAnd:
    conditions.insert(conditions.end(), {test[3], test[2]});
    return;
  case OpPhi: {
    // False unless the selection took its first side.
    auto block = blockOfPhi.find(condition);
    if (block == blockOfPhi.end() || test.numOperands != 6)
      return;
    auto branch = branches.find(block->second);
    if (branch == branches.end())
      return;
    for (size_t i : {2, 4}) {
      auto value = definitions.find(test[i]);
      if (value != definitions.end() &&
          at(value->second).opcode == OpConstantFalse &&
          at(branch->second)[2] == test[i + 1])
        conditions.insert(conditions.end(),
                          {test[6 - i], at(branch->second)[0]});
    }
    return;
  }
  }
}

/// What holds in each trip of the loop behind all of its tests.
std::vector<Comparison> TripCounter::findTests(size_t header,
                                               uint32_t merge) const {
  std::vector<Comparison> tests;
  std::vector<uint32_t> within;
  for (size_t i = header + 1; i < trips.stream.instructions.size(); ++i) {
    const Instruction &instruction = at(i);
    switch (instruction.opcode) {
    case OpLabel:
      if (instruction[0] == merge)
        return tests;
      while (!within.empty() && within.back() == instruction[0])
        within.pop_back();
      break;
    case OpLoopMerge:
    case OpSelectionMerge:
      if (instruction[0] != merge)
        within.push_back(instruction[0]);
      break;
    case OpBranchConditional:
      if (within.empty() && instruction[2] == merge)
        addTests(instruction[0], tests);
      break;
    case OpFunctionEnd:
      return tests;
    }
  }
  return tests;
}

/// What the tests say that `phi` is at most, in a trip.
std::vector<Linear>
TripCounter::getBounds(uint32_t phi, const std::vector<Comparison> &tests) {
  std::vector<Linear> bounds;
  for (const Comparison &test : tests) {
    if (resolve(test.lhs) != phi || resolve(test.rhs) == phi)
      continue;
    Linear bound = get(test.rhs) + (test.orEqual ? 0 : -1);
    if (!test.isUnsigned || unknowns.getLower(bound) >= -1)
      bounds.push_back(bound);
  }
  return bounds;
}

/// The most trips of a loop that ends when the counter `phi`, which becomes
/// `next` in each trip, is above one of `bounds`.
int64_t TripCounter::countTrips(uint32_t phi, uint32_t init, uint32_t next,
                                const std::vector<Linear> &bounds) {
  auto definition = definitions.find(next);
  if (bounds.empty() || definition == definitions.end())
    return kUnbounded;
  const Instruction &change = at(definition->second);
  int64_t least = kUnbounded;
  // A counter of one trip may have become a constant.
  if (change.opcode == OpConstant) {
    Linear value = get(next);
    for (const Linear &bound : bounds)
      if (unknowns.getLower(value - bound) > 0)
        least = 1;
    values[phi] = unknowns.join(get(init), value);
    return least;
  }
  const bool isLeft = resolve(change[2]) == phi;
  if (change.opcode != OpIAdd || (!isLeft && resolve(change[3]) != phi))
    return kUnbounded;
  Linear first = get(init);
  const int64_t step = unknowns.getLower(get(change[isLeft ? 3 : 2]));
  if (step < 1)
    return kUnbounded;
  for (const Linear &bound : bounds) {
    const int64_t distance = unknowns.getUpper(bound - first);
    if (distance < kUnbounded)
      least = std::min(least, distance < 0 ? 0 : distance / step + 1);
  }
  values[phi] = unknowns.make(first, bounds);
  return least;
}

void TripCounter::enterLoop(size_t label) {
  std::vector<size_t> phis;
  uint32_t merge = 0;
  for (size_t i = label + 1; at(i).opcode != OpLabel; ++i) {
    if (at(i).opcode == OpFunctionEnd)
      return;
    if (at(i).opcode == OpPhi)
      phis.push_back(i);
    if (at(i).opcode == OpLoopMerge)
      merge = at(i)[0];
  }
  if (merge == 0)
    return;
  // Nothing is known of what trips carry, unless it is found out below.
  for (size_t phi : phis)
    values[at(phi)[1]] = unknowns.make();
  const std::vector<Comparison> tests = findTests(label, merge);
  const bool isNever =
      std::any_of(tests.begin(), tests.end(),
                  [](const Comparison &test) { return test.lhs == 0; });
  int64_t most = isNever ? 0 : kUnbounded;
  for (size_t number : phis) {
    const Instruction &phi = at(number);
    if (phi.numOperands != 6)
      continue;
    // Values and the blocks that they come from: the trip's is a later one.
    const size_t back = blocks[phi[3]] > label ? 2 : 4;
    if (blocks[phi[back + 1]] > label)
      most = std::min(most, countTrips(phi[1], phi[6 - back], phi[back],
                                       getBounds(phi[1], tests)));
  }
  frames.push_back({merge, times});
  total = addTrips(total, multiplyTrips(times, addTrips(most, 1)));
  times = multiplyTrips(times, most);
}

int64_t TripCounter::count(const SPIRVTrips::Function &function) {
  readGlobals(trips.firstFunction);
  readDefinitions(function);
  for (size_t i = function.begin; i < function.end; ++i) {
    const Instruction &instruction = at(i);
    if (instruction.opcode == OpLabel) {
      while (!frames.empty() && frames.back().merge == instruction[0]) {
        times = frames.back().times;
        frames.pop_back();
      }
      enterLoop(i);
    } else if (instruction.opcode == OpFunctionCall) {
      auto callee = trips.functions.find(instruction[2]);
      if (callee == trips.functions.end() || callee->second.hasLoops)
        return kUnbounded;
    }
  }
  return total;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

Result<SPIRVTrips> SPIRVTrips::read(const std::string &bytes) {
  Result<SPIRVStream> stream = readInstructions(bytes);
  if (!stream)
    return stream.getError();
  SPIRVTrips trips;
  trips.stream = std::move(*stream);
  trips.firstFunction = trips.stream.instructions.size();
  Function *current = nullptr;
  for (size_t i = 0; i < trips.stream.instructions.size(); ++i) {
    const SPIRVInstruction &instruction = trips.stream.instructions[i];
    if (instruction.opcode == OpFunction) {
      current = &trips.functions[instruction[1]];
      current->begin = i;
      trips.firstFunction = std::min(trips.firstFunction, i);
    } else if (current && instruction.opcode == OpFunctionEnd) {
      current->end = i + 1;
      current = nullptr;
    } else if (current && (instruction.opcode == OpLoopMerge ||
                           instruction.opcode == OpFunctionCall)) {
      current->hasLoops = true;
    }
  }
  return trips;
}

int64_t SPIRVTrips::count(const SPIRVKernel &kernel,
                          const SPIRVLaunch &launch) const {
  auto function = functions.find(kernel.function);
  if (function == functions.end() || !function->second.hasLoops)
    return 0;
  return TripCounter(*this, launch).count(function->second);
}

} // namespace mlir::lift::runtime
