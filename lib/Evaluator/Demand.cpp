//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file finds what of a program a sampled evaluation needs.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

//===----------------------------------------------------------------------===//
// How much is demanded
//===----------------------------------------------------------------------===//

/// Whether a range of bytes that are 0 or 1 has ones and zeros.
static std::pair<bool, bool> findDemand(const uint8_t *demand, int64_t size) {
  return {std::memchr(demand, 1, size) != nullptr,
          std::memchr(demand, 0, size) != nullptr};
}

/// Where the demand for a place is, and how long it is.
ArrayRef<uint8_t> Machine::getDemandBytes(const LeafStorage &place) const {
  if (!place.isArray)
    return ArrayRef<uint8_t>(registerDemand).slice(place.slot, place.lanes);
  return {views[place.slot].demand, static_cast<size_t>(place.getNumNumbers())};
}

Machine::Amount Machine::getDemand(ArrayRef<ArrayRef<uint8_t>> results) {
  bool hasAny = false, hasAll = true;
  for (ArrayRef<uint8_t> demand : results) {
    auto [someAre, someAreNot] = findDemand(demand.data(), demand.size());
    hasAny |= someAre;
    hasAll &= !someAreNot;
  }
  if (!hasAny)
    return Amount::None;
  return hasAll ? Amount::All : Amount::Some;
}

Machine::Amount Machine::getDemand(const Instruction &instruction) const {
  SmallVector<ArrayRef<uint8_t>> results;
  switch (instruction.code) {
  case Instruction::Code::Layout:
    results.push_back(getDemandBytes(instruction.layout->result));
    break;
  case Instruction::Code::Concat:
    results.push_back(getDemandBytes(instruction.concat->result));
    break;
  case Instruction::Code::Move:
    results.push_back(getDemandBytes(instruction.move->result));
    break;
  case Instruction::Code::Map:
    for (const Element &result : instruction.map->results)
      results.push_back(getDemandBytes(result.whole));
    break;
  case Instruction::Code::Reduce:
    for (const Element &result : instruction.reduce->history)
      results.push_back(getDemandBytes(result.whole));
    if (!results.empty())
      break;
    for (const ReducePlan::Accumulator &accumulator :
         instruction.reduce->accumulators)
      results.push_back(getDemandBytes(accumulator.current));
    break;
  case Instruction::Code::ScatterReduce:
    for (const auto &bins : instruction.scatterReduce->bins)
      results.push_back(getDemandBytes(bins.bin.whole));
    break;
  case Instruction::Code::If:
    for (const LeafStorage &result : instruction.choice->results)
      results.push_back(getDemandBytes(result));
    break;
  default:
    results.push_back(ArrayRef<uint8_t>(registerDemand)
                          .slice(instruction.result, instruction.lanes));
  }
  return getDemand(results);
}

/// What is demanded of element `index` of the results of a map.
Machine::Amount Machine::getDemand(const MapPlan &plan, int64_t index) const {
  SmallVector<ArrayRef<uint8_t>> results;
  for (const Element &result : plan.results)
    results.push_back(getDemandBytes(result.whole)
                          .slice(index * result.numbers, result.numbers));
  return getDemand(results);
}

//===----------------------------------------------------------------------===//
// Demanding
//===----------------------------------------------------------------------===//

void Machine::demandResult(unsigned index, int64_t position) {
  const LeafStorage &place = program.results[index];
  if (!place.isArray)
    demandAll(place);
  else if (uint8_t *demand = views[place.slot].demand)
    std::fill_n(demand + position * place.lanes, place.lanes, 1);
}

void Machine::demandAll(const LeafStorage &place) {
  if (!place.isArray)
    std::fill_n(registerDemand.begin() + place.slot, place.lanes, 1);
  else if (uint8_t *demand = views[place.slot].demand)
    std::memset(demand, 1, place.getNumNumbers());
}

void Machine::clearDemand(const Code &code) {
  for (const LeafStorage &place : code.locals)
    if (!place.isArray)
      std::fill_n(registerDemand.begin() + place.slot, place.lanes, 0);
    else
      std::memset(views[place.slot].demand, 0, place.getNumNumbers());
}

void Machine::propagateDemand(const Code &code) {
  for (const Instruction &instruction : llvm::reverse(code.instructions))
    if (getDemand(instruction) != Amount::None)
      propagateDemand(instruction);
}

/// Passes demand for the results of an instruction on to its operands.
void Machine::propagateDemand(const Instruction &instruction) {
  switch (instruction.code) {
  case Instruction::Code::Layout:
    return propagateDemand(*instruction.layout);
  case Instruction::Code::Concat:
    return propagateDemand(*instruction.concat);
  case Instruction::Code::Move:
    return propagateDemand(*instruction.move);
  case Instruction::Code::Map:
    return propagateDemand(*instruction.map);
  case Instruction::Code::Reduce:
    return propagateDemand(*instruction.reduce);
  case Instruction::Code::ScatterReduce:
    return propagateDemand(*instruction.scatterReduce);
  case Instruction::Code::If:
    registerDemand[instruction.choice->condition] = 1;
    for (const LeafStorage &capture : instruction.choice->captures)
      demandAll(capture);
    return;
  default:
    for (uint8_t k = 0; k < instruction.numOperands; ++k) {
      bool isUniform = k == 0 && instruction.isUniformCondition;
      std::fill_n(registerDemand.begin() + instruction.operands[k],
                  isUniform ? 1 : instruction.lanes, 1);
    }
  }
}

void Machine::propagateDemand(const LayoutPlan &plan) {
  const uint8_t *demand = views[plan.result.slot].demand;
  uint8_t *source = plan.source ? views[plan.source->slot].demand : nullptr;
  int64_t numbers = plan.block * plan.result.lanes;
  visitBlocks(plan, [&](int64_t position, int64_t offset) {
    const uint8_t *block = demand + position * numbers;
    if (!std::memchr(block, 1, numbers))
      return;
    if (offset < 0 && plan.fill)
      demandAll(*plan.fill);
    if (offset < 0 || !source)
      return;
    for (int64_t i = 0; i < numbers; ++i)
      source[offset * plan.result.lanes + i] |= block[i];
  });
}

void Machine::propagateDemand(const ConcatPlan &plan) {
  const uint8_t *demand = views[plan.result.slot].demand;
  visitRuns(plan,
            [&](const ConcatPlan::Part &part, int64_t start, int64_t position) {
              uint8_t *source = views[part.source.slot].demand;
              int64_t lanes = part.source.lanes;
              for (int64_t i = 0; source && i < part.run * lanes; ++i)
                source[start * lanes + i] |= demand[position * lanes + i];
            });
}

/// Where the elements come from is not known before the positions are.
void Machine::propagateDemand(const MovePlan &plan) {
  demandAll(plan.source);
  for (const LeafStorage &capture : plan.captures)
    demandAll(capture);
  if (plan.fill)
    demandAll(*plan.fill);
}

void Machine::propagateDemand(const ReducePlan &plan) {
  for (const Element &input : plan.inputs)
    demandAll(input.whole);
  for (const ReducePlan::Accumulator &accumulator : plan.accumulators)
    demandAll(accumulator.init);
  for (const LeafStorage &capture : plan.captures)
    demandAll(capture);
}

/// Which bins are computed is not known before the indices are.
void Machine::propagateDemand(const ScatterReducePlan &plan) {
  for (const Element &input : plan.inputs)
    demandAll(input.whole);
  for (const ScatterReducePlan::Bins &bins : plan.bins)
    demandAll(bins.init);
  for (const LeafStorage &capture : plan.captures)
    demandAll(capture);
}

void Machine::propagateDemand(const MapPlan &plan) {
  for (int64_t i = 0; i < plan.trips; ++i) {
    if (getDemand(plan, i) == Amount::None)
      continue;
    clearDemand(plan.body);
    for (const Element &input : plan.inputs)
      if (input.part.isArray) {
        uint8_t *whole = views[input.whole.slot].demand;
        views[input.part.slot].demand =
            whole ? whole + i * input.numbers : nullptr;
      }
    demandYielded(plan, i);
    propagateDemand(plan.body);
    for (const Element &input : plan.inputs)
      passOnDemand(input, i);
  }
}

/// Demands of what the body yields what is demanded of element `index`.
void Machine::demandYielded(const MapPlan &plan, int64_t index) {
  for (const Element &result : plan.results) {
    ArrayRef<uint8_t> wanted =
        getDemandBytes(result.whole)
            .slice(index * result.numbers, result.numbers);
    uint8_t *demand = result.part.isArray
                          ? views[result.part.slot].demand
                          : registerDemand.data() + result.part.slot;
    for (int64_t i = 0; demand && i < result.numbers; ++i)
      demand[i] |= wanted[i];
  }
}

/// Demands of element `index` what is demanded of the scalar that stands for
/// it; arrays share their demand.
void Machine::passOnDemand(const Element &element, int64_t index) {
  if (element.part.isArray)
    return;
  ArrayRef<uint8_t> demand = getDemandBytes(element.part);
  if (uint8_t *whole = views[element.whole.slot].demand)
    for (auto [lane, isDemanded] : llvm::enumerate(demand))
      whole[index * element.numbers + lane] |= isDemanded;
}
