//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Machine.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

//===----------------------------------------------------------------------===//
// Memory, arguments, results
//===----------------------------------------------------------------------===//

LogicalResult Machine::allocate() {
  views.resize(program.arrays.size());
  buffers.resize(program.arrays.size());
  if (isSampled)
    registerDemand.resize(registers.size());
  auto getZeros = [](auto &memory, int64_t bytes) {
    using T = typename std::decay_t<decltype(memory)>::element_type;
    memory.reset(static_cast<T *>(std::calloc(bytes, 1)));
    return memory.get();
  };
  for (auto [memory, buffer, view] :
       llvm::zip_equal(program.arrays, buffers, views)) {
    if (memory.hasData) {
      view.data = getZeros(buffer.data, memory.bytes);
      if (!view.data)
        return program.returnOp->emitError()
               << "cannot get " << memory.bytes << " bytes of memory";
    }
    if (isSampled && memory.hasDemand) {
      view.demand = getZeros(buffer.demand, memory.numbers);
      if (!view.demand)
        return program.returnOp->emitError()
               << "cannot get " << memory.numbers << " bytes of memory";
    }
  }
  return success();
}

void Machine::setArgument(const LeafStorage &place, const HostArray &argument) {
  // Nothing writes to the memory of an argument.
  char *data = const_cast<char *>(argument.data.data());
  if (place.isArray)
    views[place.slot].data = data;
  else
    for (int64_t lane = 0; lane < place.lanes; ++lane)
      loadNumber(place.kind, data + lane * getByteWidth(place.kind),
                 registers[place.slot + lane]);
}

void Machine::setArguments(ArrayRef<HostArray> arguments) {
  for (auto [place, argument] : llvm::zip_equal(program.arguments, arguments))
    setArgument(place, argument);
}

bool Machine::readResult(unsigned index, int64_t position, char *bytes) const {
  const LeafStorage &place = program.results[index];
  if (!place.isArray) {
    bool isValid = true;
    for (int64_t lane = 0; lane < place.lanes; ++lane) {
      const Register &number = registers[place.slot + lane];
      isValid &= number.valid;
      storeNumber(place.kind, number, bytes + lane * getByteWidth(place.kind));
    }
    return isValid;
  }
  const View &view = views[place.slot];
  int64_t size = place.getElementBytes();
  std::memcpy(bytes, view.data + position * size, size);
  return !view.valid ||
         !std::memchr(view.valid + position * place.lanes, 0, place.lanes);
}

LogicalResult Machine::run() {
  if (!isSampled)
    return run(program.body);
  propagateDemand(program.body);
  return runDemanded(program.body);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

uint8_t *Machine::getValid(Slot slot, bool initial) {
  Memory<uint8_t> &valid = buffers[slot].valid;
  int64_t numbers = program.arrays[slot].numbers;
  bool isZero = !valid;
  if (!valid)
    valid.reset(static_cast<uint8_t *>(std::calloc(numbers, 1)));
  isOutOfMemory |= !valid;
  // Zeros that nobody touched need no memory.
  if (valid && !(isZero && !initial))
    std::memset(valid.get(), initial, numbers);
  views[slot].valid = valid.get();
  return valid.get();
}

void Machine::beginArray(Slot slot) {
  views[slot].data = buffers[slot].data.get();
  views[slot].valid = nullptr;
}

void Machine::beginPartialArray(Slot slot) {
  views[slot].data = buffers[slot].data.get();
  getValid(slot, /*initial=*/false);
}

inline void Machine::bindElement(const Element &element, int64_t index) {
  const View &whole = views[element.whole.slot];
  const LeafStorage &part = element.part;
  if (part.isArray) {
    View &view = views[part.slot];
    view.data = whole.data + index * element.bytes;
    view.valid = whole.valid ? whole.valid + index * element.numbers : nullptr;
    return;
  }
  const char *bytes = whole.data + index * element.bytes;
  for (int64_t lane = 0; lane < part.lanes; ++lane) {
    Register &number = registers[part.slot + lane];
    loadNumber(part.kind, bytes + lane * getByteWidth(part.kind), number);
    number.valid = !whole.valid || whole.valid[index * part.lanes + lane];
  }
}

inline void Machine::bindCounter(const Counter &counter, int64_t number) {
  registers[counter.slot].i = number / counter.weight % counter.size;
  registers[counter.slot].valid = true;
}

inline void Machine::storeElement(const Element &element, int64_t index) {
  const LeafStorage &part = element.part;
  Slot slot = element.whole.slot;
  if (part.isArray)
    return storeArray(views[part.slot], slot, index * element.numbers,
                      element.numbers, index * element.bytes, element.bytes);
  View &whole = views[slot];
  char *bytes = whole.data + index * element.bytes;
  for (int64_t lane = 0; lane < part.lanes; ++lane) {
    const Register &number = registers[part.slot + lane];
    storeNumber(part.kind, number, bytes + lane * getByteWidth(part.kind));
    if (!number.valid && !whole.valid)
      getValid(slot, /*initial=*/true);
    if (whole.valid)
      whole.valid[index * part.lanes + lane] = number.valid;
  }
}

void Machine::storeArray(const View &from, Slot to, int64_t firstNumber,
                         int64_t numNumbers, int64_t firstByte,
                         int64_t numBytes) {
  View &target = views[to];
  std::memcpy(target.data + firstByte, from.data, numBytes);
  if (from.valid && !target.valid)
    getValid(to, /*initial=*/true);
  if (!target.valid)
    return;
  if (from.valid)
    std::memcpy(target.valid + firstNumber, from.valid, numNumbers);
  else
    std::memset(target.valid + firstNumber, 1, numNumbers);
}

//===----------------------------------------------------------------------===//
// Running everything
//===----------------------------------------------------------------------===//

inline LogicalResult Machine::compute(const Instruction &instruction) {
  ++numComputed;
  Register &result = registers[instruction.result];
  const Register &a = registers[instruction.operands[0]];
  const Register &b = registers[instruction.operands[1]];
  const Register &c = registers[instruction.operands[2]];
  result.valid = a.valid & b.valid & c.valid;
  if (!result.valid)
    return success();
  if (const char *error = instruction.function(result, a, b, c))
    return instruction.op->emitOpError(error);
  return success();
}

LogicalResult Machine::run(const Code &code) {
  for (const Instruction &instruction : code.instructions) {
    LogicalResult result = instruction.code == Instruction::Code::Compute
                               ? compute(instruction)
                               : runInstruction(instruction);
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult Machine::runInstruction(const Instruction &instruction) {
  LogicalResult result = success();
  switch (instruction.code) {
  case Instruction::Code::Compute:
    return compute(instruction);
  case Instruction::Code::ComputeLanes:
    return computeLanes(instruction);
  case Instruction::Code::Select:
    select(instruction);
    return success();
  case Instruction::Code::Copy:
    registers[instruction.result] = registers[instruction.operands[0]];
    return success();
  case Instruction::Code::Layout:
    runLayout(*instruction.layout);
    break;
  case Instruction::Code::Concat:
    runConcat(*instruction.concat);
    break;
  case Instruction::Code::Move:
    result = runMove(instruction.op, *instruction.move);
    break;
  case Instruction::Code::Map:
    result = runMap(*instruction.map);
    break;
  case Instruction::Code::Reduce:
    result = runReduce(*instruction.reduce);
    break;
  case Instruction::Code::ScatterReduce:
    result = runScatterReduce(*instruction.scatterReduce);
    break;
  case Instruction::Code::If:
    result = runIf(*instruction.choice);
    break;
  default:
    result = runLoopForm(instruction);
  }
  if (isOutOfMemory)
    return instruction.op->emitOpError("finds no memory to note which elements "
                                       "are poison");
  return result;
}

LogicalResult Machine::computeLanes(const Instruction &instruction) {
  Instruction lane = instruction;
  for (int32_t i = 0; i < instruction.lanes; ++i) {
    lane.result = instruction.result + i;
    for (uint8_t k = 0; k < instruction.numOperands; ++k)
      lane.operands[k] = instruction.operands[k] + i;
    if (failed(compute(lane)))
      return failure();
  }
  return success();
}

void Machine::select(const Instruction &instruction) {
  for (int32_t lane = 0; lane < instruction.lanes; ++lane) {
    const Register &condition =
        registers[instruction.operands[0] +
                  (instruction.isUniformCondition ? 0 : lane)];
    Register &result = registers[instruction.result + lane];
    result = registers[instruction.operands[condition.i ? 1 : 2] + lane];
    result.valid &= condition.valid;
  }
}

LogicalResult Machine::runMap(const MapPlan &plan) {
  for (const Element &result : plan.results)
    beginArray(result.whole.slot);
  for (int64_t i = 0; i < plan.trips; ++i) {
    for (const Counter &counter : plan.counters)
      bindCounter(counter, i);
    for (const Element &input : plan.inputs)
      bindElement(input, i);
    if (failed(run(plan.body)))
      return failure();
    for (const Element &result : plan.results)
      storeElement(result, i);
  }
  return success();
}

LogicalResult Machine::runReduce(const ReducePlan &plan) {
  for (const ReducePlan::Accumulator &accumulator : plan.accumulators) {
    const LeafStorage &init = accumulator.init, &current = accumulator.current;
    if (init.isArray) {
      views[current.slot].data = views[init.slot].data;
      views[current.slot].valid = views[init.slot].valid;
      continue;
    }
    std::copy_n(registers.begin() + init.slot, init.lanes,
                registers.begin() + current.slot);
  }
  for (const Element &result : plan.history)
    beginArray(result.whole.slot);
  for (int64_t i = 0; i < plan.trips; ++i) {
    if (plan.counter)
      bindCounter(*plan.counter, i);
    for (const Element &input : plan.inputs)
      bindElement(input, i);
    if (plan.predicate) {
      if (failed(run(plan.predicate->body)))
        return failure();
      const Register &condition = registers[plan.predicate->condition];
      if (!condition.valid)
        skipReduce(plan);
      if (!condition.valid || !condition.i)
        break;
    }
    if (failed(run(plan.body)))
      return failure();
    stepAccumulators(plan, i);
    for (const Element &result : plan.history)
      storeElement(result, i);
  }
  return success();
}

/// Makes what the body yielded the accumulators of the next step: all are
/// copied before any changes, because the body may yield another accumulator.
void Machine::stepAccumulators(const ReducePlan &plan, int64_t step) {
  for (const ReducePlan::Accumulator &accumulator : plan.accumulators) {
    const LeafStorage &yielded = accumulator.yielded;
    if (!yielded.isArray) {
      std::copy_n(registers.begin() + yielded.slot, yielded.lanes,
                  registers.begin() + accumulator.next);
      continue;
    }
    Slot buffer = accumulator.buffers[step & 1];
    beginArray(buffer);
    storeArray(views[yielded.slot], buffer, /*firstNumber=*/0,
               program.arrays[buffer].numbers, /*firstByte=*/0,
               program.arrays[buffer].bytes);
  }
  for (const ReducePlan::Accumulator &accumulator : plan.accumulators) {
    const LeafStorage &current = accumulator.current;
    if (!current.isArray) {
      std::copy_n(registers.begin() + accumulator.next, current.lanes,
                  registers.begin() + current.slot);
      continue;
    }
    const View &buffer = views[accumulator.buffers[step & 1]];
    views[current.slot].data = buffer.data;
    views[current.slot].valid = buffer.valid;
  }
}

LogicalResult Machine::runScatterReduce(const ScatterReducePlan &plan) {
  for (const ScatterReducePlan::Bins &bins : plan.bins) {
    Slot slot = bins.bin.whole.slot;
    beginArray(slot);
    storeArray(views[bins.init.slot], slot, /*firstNumber=*/0,
               program.arrays[slot].numbers, /*firstByte=*/0,
               program.arrays[slot].bytes);
  }
  for (int64_t i = 0; i < plan.trips; ++i) {
    for (const Element &input : plan.inputs)
      bindElement(input, i);
    const Register index = registers[plan.index];
    // It may be any bin.
    if (!index.valid)
      for (const ScatterReducePlan::Bins &bins : plan.bins)
        fillPoison(bins.bin.whole, /*first=*/0, plan.numBins);
    if (!index.valid || index.i < 0 || index.i >= plan.numBins)
      continue;
    for (const ScatterReducePlan::Bins &bins : plan.bins)
      bindElement(bins.bin, index.i);
    if (failed(run(plan.body)))
      return failure();
    for (const ScatterReducePlan::Bins &bins : plan.bins)
      storeElement(
          {bins.bin.whole, bins.yielded, bins.bin.numbers, bins.bin.bytes},
          index.i);
  }
  return success();
}

LogicalResult Machine::runIf(const IfPlan &plan) {
  const Register condition = registers[plan.condition];
  const IfPlan::Branch &branch = plan.branches[condition.i ? 0 : 1];
  if (condition.valid && failed(run(branch.body)))
    return failure();
  for (auto [i, result] : llvm::enumerate(plan.results))
    for (int64_t lane = 0; lane < result.lanes; ++lane) {
      Register &number = registers[result.slot + lane];
      if (condition.valid)
        number = registers[branch.yielded[i].slot + lane];
      else
        number.valid = false;
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

void Machine::runLayout(const LayoutPlan &plan) {
  beginArray(plan.result.slot);
  visitBlocks(plan, [&](int64_t position, int64_t offset) {
    copyBlock(plan, position, offset);
  });
}

void Machine::runConcat(const ConcatPlan &plan) {
  beginArray(plan.result.slot);
  visitRuns(
      plan, [&](const ConcatPlan::Part &part, int64_t start, int64_t position) {
        const LeafStorage &place = part.source;
        View from = views[place.slot];
        from.data += start * place.getElementBytes();
        if (from.valid)
          from.valid += start * place.lanes;
        storeArray(from, plan.result.slot, position * place.lanes,
                   part.run * place.lanes, position * place.getElementBytes(),
                   part.run * place.getElementBytes());
      });
}

void Machine::copyBlock(const LayoutPlan &plan, int64_t position,
                        int64_t offset) {
  Slot slot = plan.result.slot;
  int64_t numbers = plan.block * plan.result.lanes;
  int64_t bytes = plan.block * plan.result.getElementBytes();
  if (offset >= 0) {
    const View &source = views[plan.source->slot];
    View from;
    from.data = source.data + offset * plan.source->getElementBytes();
    from.valid =
        source.valid ? source.valid + offset * plan.source->lanes : nullptr;
    return storeArray(from, slot, position * numbers, numbers, position * bytes,
                      bytes);
  }
  if (plan.fill)
    return fillBlock(plan, position);
  fillPoison(plan.result, position * plan.block, plan.block);
}

/// Repeats the fill, which is a number or an array, over a block.
void Machine::fillBlock(const LayoutPlan &plan, int64_t position) {
  const LeafStorage &fill = *plan.fill;
  int64_t elements = fill.getNumElements();
  Element element{plan.result, fill, fill.getNumNumbers(),
                  elements * fill.getElementBytes()};
  int64_t repeats = plan.block / elements;
  for (int64_t i = 0; i < repeats; ++i)
    storeElement(element, position * repeats + i);
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// What getPosition() gives for a position that is outside of the array, and
/// for one that is poison.
static constexpr int64_t kOutside = -1, kPoison = -2;

/// The position in the dimensions that are indexed.
FailureOr<int64_t> Machine::getPosition(Operation *op,
                                        const MovePlan &plan) const {
  int64_t linear = 0;
  for (const MovePlan::Position &position : plan.positions) {
    const Register &index = registers[position.slot];
    if (!index.valid)
      return kPoison;
    if (index.i < 0 || index.i >= position.length) {
      if (plan.fill)
        return kOutside;
      return op->emitOpError("uses element ")
             << index.i << " of an array of length " << position.length;
    }
    linear = linear * position.length + index.i;
  }
  return linear;
}

LogicalResult Machine::runMove(Operation *op, const MovePlan &plan) {
  if (plan.isScatter)
    beginPartialArray(plan.result.slot);
  else if (plan.result.isArray)
    beginArray(plan.result.slot);
  std::vector<bool> written(plan.isScatter ? plan.extent : 0);
  for (int64_t trip = 0; trip < plan.trips; ++trip) {
    if (plan.counter)
      bindCounter(*plan.counter, trip);
    for (const Element &index : plan.indices)
      bindElement(index, trip);
    if (failed(run(plan.body)))
      return failure();
    FailureOr<int64_t> position = getPosition(op, plan);
    if (failed(position))
      return failure();
    if (plan.isScatter) {
      if (*position < 0)
        return op->emitOpError("writes at an index that is poison");
      if (written[*position])
        return op->emitOpError("writes element ") << *position << " twice";
      written[*position] = true;
    }
    for (int64_t outer = 0; outer < plan.outer; ++outer) {
      int64_t counted = outer * plan.trips + trip;
      int64_t computed = outer * plan.extent + *position;
      if (*position < 0)
        fillBlock(plan, counted, *position == kPoison);
      else if (plan.isScatter)
        moveBlock(plan, counted, computed);
      else
        moveBlock(plan, computed, counted);
    }
  }
  return success();
}

void Machine::moveBlock(const MovePlan &plan, int64_t from, int64_t to) {
  int64_t numbers = plan.block * plan.source.lanes;
  int64_t bytes = plan.block * plan.source.getElementBytes();
  if (!plan.result.isArray)
    return bindElement({plan.source, plan.result, numbers, bytes}, from);
  View source = views[plan.source.slot];
  source.data += from * bytes;
  if (source.valid)
    source.valid += from * numbers;
  storeArray(source, plan.result.slot, to * numbers, numbers, to * bytes,
             bytes);
}

/// Writes the fill, or poison, to a block of the result.
void Machine::fillBlock(const MovePlan &plan, int64_t position, bool isPoison) {
  if (isPoison)
    return fillPoison(plan.result, position * plan.block, plan.block);
  const LeafStorage &fill = *plan.fill;
  if (!plan.result.isArray) {
    std::copy_n(registers.begin() + fill.slot, fill.lanes,
                registers.begin() + plan.result.slot);
    return;
  }
  Element element{plan.result, fill, fill.getNumNumbers(),
                  fill.getElementBytes()};
  for (int64_t i = 0; i < plan.block; ++i)
    storeElement(element, position * plan.block + i);
}

/// Writes poison to some elements.
void Machine::fillPoison(const LeafStorage &place, int64_t first,
                         int64_t count) {
  if (!place.isArray)
    return skipPlace(place);
  if (!views[place.slot].valid)
    getValid(place.slot, /*initial=*/true);
  if (uint8_t *valid = views[place.slot].valid)
    std::memset(valid + first * place.lanes, 0, count * place.lanes);
}

//===----------------------------------------------------------------------===//
// Running what is demanded
//===----------------------------------------------------------------------===//

LogicalResult Machine::runDemanded(const Code &code) {
  for (const Instruction &instruction : code.instructions)
    if (failed(runDemanded(instruction)))
      return failure();
  return success();
}

LogicalResult Machine::runDemanded(const Instruction &instruction) {
  Amount amount = getDemand(instruction);
  bool isLayout = instruction.code == Instruction::Code::Layout;
  bool isMap = instruction.code == Instruction::Code::Map;
  if (amount == Amount::None) {
    skip(instruction);
    return success();
  }
  if (amount == Amount::All || !(isLayout || isMap))
    return runInstruction(instruction);
  if (isMap)
    return runDemandedMap(*instruction.map);
  runDemandedLayout(*instruction.layout);
  return success();
}

/// Leaves poison in the results of an instruction that is not run.
void Machine::skip(const Instruction &instruction) {
  switch (instruction.code) {
  case Instruction::Code::Layout:
    return beginPartialArray(instruction.layout->result.slot);
  case Instruction::Code::Concat:
    return beginPartialArray(instruction.concat->result.slot);
  case Instruction::Code::Move:
    return skipPlace(instruction.move->result);
  case Instruction::Code::Map:
    for (const Element &result : instruction.map->results)
      beginPartialArray(result.whole.slot);
    return;
  case Instruction::Code::Reduce:
    return skipReduce(*instruction.reduce);
  case Instruction::Code::ScatterReduce:
    for (const auto &bins : instruction.scatterReduce->bins)
      beginPartialArray(bins.bin.whole.slot);
    return;
  case Instruction::Code::If:
    for (const LeafStorage &result : instruction.choice->results)
      skipPlace(result);
    return;
  default:
    for (int32_t lane = 0; lane < instruction.lanes; ++lane)
      registers[instruction.result + lane].valid = false;
  }
}

void Machine::skipReduce(const ReducePlan &plan) {
  for (const ReducePlan::Accumulator &accumulator : plan.accumulators)
    skipAccumulator(accumulator);
  for (const Element &result : plan.history)
    beginPartialArray(result.whole.slot);
}

void Machine::skipPlace(const LeafStorage &place) {
  if (place.isArray)
    return beginPartialArray(place.slot);
  for (int64_t lane = 0; lane < place.lanes; ++lane)
    registers[place.slot + lane].valid = false;
}

void Machine::skipAccumulator(const ReducePlan::Accumulator &accumulator) {
  const LeafStorage &current = accumulator.current;
  if (!current.isArray)
    return skipPlace(current);
  Slot buffer = accumulator.buffers[0];
  beginPartialArray(buffer);
  views[current.slot].data = views[buffer].data;
  views[current.slot].valid = views[buffer].valid;
}

void Machine::runDemandedLayout(const LayoutPlan &plan) {
  beginPartialArray(plan.result.slot);
  const uint8_t *demand = views[plan.result.slot].demand;
  int64_t numbers = plan.block * plan.result.lanes;
  visitBlocks(plan, [&](int64_t position, int64_t offset) {
    if (std::memchr(demand + position * numbers, 1, numbers))
      copyBlock(plan, position, offset);
  });
}

LogicalResult Machine::runDemandedMap(const MapPlan &plan) {
  for (const Element &result : plan.results)
    beginPartialArray(result.whole.slot);
  for (int64_t i = 0; i < plan.trips; ++i) {
    Amount amount = getDemand(plan, i);
    if (amount == Amount::None)
      continue;
    for (const Counter &counter : plan.counters)
      bindCounter(counter, i);
    for (const Element &input : plan.inputs) {
      bindElement(input, i);
      // The operands are there already.
      if (input.part.isArray)
        views[input.part.slot].demand = nullptr;
    }
    if (amount == Amount::All) {
      if (failed(run(plan.body)))
        return failure();
    } else {
      clearDemand(plan.body);
      demandYielded(plan, i);
      propagateDemand(plan.body);
      if (failed(runDemanded(plan.body)))
        return failure();
    }
    for (const Element &result : plan.results)
      storeElement(result, i);
  }
  return success();
}
