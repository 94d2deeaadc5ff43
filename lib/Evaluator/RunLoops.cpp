//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Running kernels in loop form: see LoopProgram.h.
//
//===----------------------------------------------------------------------===//

#include "LoopProgram.h"
#include "Machine.h"

#include "LiftDialect/AtomicUpdates.h"
#include "LiftDialect/LiftOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

MachineProgram::MachineProgram() = default;
MachineProgram::~MachineProgram() = default;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// The value, or nothing if it is poison or an exact division leaves a
/// remainder.
std::optional<int64_t> Machine::evaluate(const IndexCode &code) const {
  using Kind = IndexCode::Kind;
  SmallVector<int64_t, 16> stack;
  for (const IndexCode::Step &step : code.steps) {
    if (step.kind == Kind::Constant) {
      stack.push_back(step.value);
      continue;
    }
    if (step.kind == Kind::Register) {
      const Register &number = registers[step.value];
      if (!number.valid)
        return std::nullopt;
      stack.push_back(number.i);
      continue;
    }
    int64_t rhs = stack.pop_back_val();
    int64_t &lhs = stack.back();
    bool isDivision = step.kind != Kind::Add && step.kind != Kind::Multiply;
    if (isDivision && rhs <= 0)
      return std::nullopt;
    switch (step.kind) {
    case Kind::Add:
      lhs += rhs;
      break;
    case Kind::Multiply:
      lhs *= rhs;
      break;
    case Kind::ExactDiv:
      if (lhs % rhs != 0)
        return std::nullopt;
      lhs /= rhs;
      break;
    case Kind::FloorDiv:
      lhs = llvm::divideFloorSigned(lhs, rhs);
      break;
    case Kind::CeilDiv:
      lhs = llvm::divideCeilSigned(lhs, rhs);
      break;
    case Kind::Mod:
      lhs = llvm::mod(lhs, rhs);
      break;
    case Kind::Constant:
    case Kind::Register:
      break;
    }
  }
  return stack.back();
}

LogicalResult Machine::runIndex(Operation *op, const IndexPlan &plan) {
  using Kind = IndexPlan::Kind;
  Register &result = registers[plan.result];
  SmallVector<int64_t, 3> values;
  result.valid = true;
  for (const IndexCode &code : plan.exprs) {
    std::optional<int64_t> value = evaluate(code);
    result.valid &= value.has_value();
    values.push_back(value.value_or(0));
  }
  if (plan.kind == Kind::Data)
    result.valid &= registers[plan.data].valid;
  if (!result.valid)
    return success();
  auto reportOutside = [&](int64_t index, int64_t lower, int64_t upper) {
    return op->emitOpError("is ")
           << index << ", which is not in [" << lower << ", " << upper << "]";
  };
  switch (plan.kind) {
  case Kind::Value:
    result.i = values[0];
    return success();
  case Kind::Clamp:
    result.i = std::max(values[1], std::min(values[0], values[2]));
    return success();
  case Kind::Wrap:
  case Kind::Mirror: {
    int64_t index = values[0], length = values[1];
    bool wraps = plan.kind == Kind::Wrap;
    if (index < 0)
      index = wraps ? index + length : -1 - index;
    else if (index >= length)
      index = wraps ? index - length : 2 * length - 1 - index;
    if (index < 0 || index >= length)
      return reportOutside(values[0], -length, 2 * length - 1);
    result.i = index;
    return success();
  }
  case Kind::Within:
    if (values[0] < values[1] || values[0] > values[2])
      return reportOutside(values[0], values[1], values[2]);
    result.i = values[0];
    return success();
  case Kind::Data:
    result.i = registers[plan.data].i;
    if (result.i > kMaxSize || result.i < -kMaxSize - 1)
      result.i = result.i < 0 ? -1 : kMaxSize;
    if (result.i < values[0] || result.i > values[1])
      return reportOutside(result.i, values[0], values[1]);
    return success();
  }
  return success();
}

void Machine::runTest(const TestPlan &plan) {
  Register &result = registers[plan.result];
  result.valid = true;
  result.i = 1;
  for (size_t i = 0; i + 2 < plan.exprs.size(); i += 3) {
    std::optional<int64_t> lower = evaluate(plan.exprs[i]);
    std::optional<int64_t> index = evaluate(plan.exprs[i + 1]);
    std::optional<int64_t> upper = evaluate(plan.exprs[i + 2]);
    result.valid &= lower && index && upper;
    if (result.valid)
      result.i &= *lower <= *index && *index < *upper;
  }
  if (tracer)
    tracer->isUnknown |= !result.valid;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The number of the first number that is accessed; nothing if the index is
/// poison.
FailureOr<std::optional<int64_t>>
Machine::getNumber(Operation *op, const AccessPlan &plan) const {
  int64_t linear = 0;
  auto append = [&](const IndexCode &code, int64_t size) -> FailureOr<bool> {
    std::optional<int64_t> index = evaluate(code);
    if (!index)
      return false;
    if (*index < 0 || *index >= size)
      return op->emitOpError("accesses element ")
             << *index << " of a dimension of " << size;
    linear = linear * size + *index;
    return true;
  };
  for (auto [code, size] : llvm::zip_equal(plan.path, plan.shape)) {
    FailureOr<bool> isKnown = append(code, size);
    if (failed(isKnown))
      return failure();
    if (!*isKnown)
      return std::optional<int64_t>();
  }
  if (!plan.lane)
    return std::optional<int64_t>(linear * plan.elementLanes);
  FailureOr<bool> isKnown = append(*plan.lane, plan.elementLanes);
  if (failed(isKnown))
    return failure();
  return *isKnown ? std::optional<int64_t>(linear) : std::nullopt;
}

void Machine::setLane(const AccessPlan &plan, int64_t lane) {
  if (plan.laneRegister)
    setIndex(plan.laneRegister, lane);
}

LogicalResult Machine::runTrace(Operation *op, const AccessPlan &plan) {
  int64_t numbers = plan.lane ? 1 : plan.elementLanes;
  for (int64_t lane = 0; lane < plan.numLanes; ++lane) {
    setLane(plan, lane);
    FailureOr<std::optional<int64_t>> first = getNumber(op, plan);
    if (failed(first))
      return failure();
    tracer->isUnknown |= !*first;
    if (!*first)
      continue;
    for (int64_t i = 0; i < numbers; ++i) {
      if (!tracer->spend())
        return failure();
      tracer->visit(plan.traced, **first + i, plan.isStore);
    }
  }
  return success();
}

template <typename Integer>
static Integer combineIntegers(arith::AtomicRMWKind kind, Integer one,
                               Integer other) {
  using Unsigned = std::make_unsigned_t<Integer>;
  switch (kind) {
  case arith::AtomicRMWKind::addi:
    return static_cast<Unsigned>(one) + static_cast<Unsigned>(other);
  case arith::AtomicRMWKind::maxs:
    return std::max(one, other);
  case arith::AtomicRMWKind::mins:
    return std::min(one, other);
  case arith::AtomicRMWKind::maxu:
    return std::max<Unsigned>(one, other);
  case arith::AtomicRMWKind::minu:
    return std::min<Unsigned>(one, other);
  case arith::AtomicRMWKind::andi:
    return one & other;
  case arith::AtomicRMWKind::ori:
    return one | other;
  case arith::AtomicRMWKind::xori:
    return one ^ other;
  default:
    llvm_unreachable("no operation on bins");
  }
}

/// The smaller or larger of two floats.
static float limit(arith::AtomicRMWKind kind, float one, float other) {
  switch (kind) {
  case arith::AtomicRMWKind::maximumf:
    return llvm::maximum(APFloat(one), APFloat(other)).convertToFloat();
  case arith::AtomicRMWKind::minimumf:
    return llvm::minimum(APFloat(one), APFloat(other)).convertToFloat();
  case arith::AtomicRMWKind::maxnumf:
    return llvm::maxnum(APFloat(one), APFloat(other)).convertToFloat();
  case arith::AtomicRMWKind::minnumf:
    return llvm::minnum(APFloat(one), APFloat(other)).convertToFloat();
  default:
    llvm_unreachable("no operation on bins");
  }
}

/// What an atomic store of `number` leaves of the number at `bytes`.
static Register update(const AccessPlan &plan, const char *bytes, bool isValid,
                       const Register &number) {
  const arith::AtomicRMWKind kind = *plan.atomic;
  Register next;
  if (isFloatLimit(kind))
    next.f = limit(kind, readAs<float>(bytes), number.f);
  else if (plan.kind == NumberKind::F32)
    next.f = readAs<float>(bytes) + number.f;
  else if (plan.kind == NumberKind::F64)
    next.d = readAs<double>(bytes) + number.d;
  else if (plan.kind == NumberKind::I32)
    next.i = combineIntegers<int32_t>(kind, readAs<int32_t>(bytes), number.i);
  else
    next.i = combineIntegers<int64_t>(kind, readAs<int64_t>(bytes), number.i);
  next.valid = isValid && number.valid;
  return next;
}

LogicalResult Machine::runAccess(Operation *op, const AccessPlan &plan) {
  // All lanes of an element at once, or one number for each lane.
  int64_t numbers = plan.lane ? 1 : plan.elementLanes;
  unsigned width = getByteWidth(plan.kind);
  View &view = views[plan.buffer];
  for (int64_t lane = 0; lane < plan.numLanes; ++lane) {
    setLane(plan, lane);
    FailureOr<std::optional<int64_t>> first = getNumber(op, plan);
    if (failed(first))
      return failure();
    if (!*first && plan.isStore && tracer)
      continue;
    if (!*first && plan.isStore)
      return op->emitOpError("writes at an index that is poison");
    for (int64_t i = 0; i < numbers; ++i) {
      Register &number = registers[plan.value + lane * numbers + i];
      if (!*first) {
        number.valid = false;
        continue;
      }
      int64_t position = **first + i;
      char *bytes = view.data + position * width;
      if (plan.isStore) {
        const Register stored =
            plan.atomic ? update(plan, bytes,
                                 !view.valid || view.valid[position], number)
                        : number;
        storeNumber(plan.kind, stored, bytes);
        view.valid[position] = stored.valid;
      } else {
        loadNumber(plan.kind, bytes, number);
        number.valid = !view.valid || view.valid[position];
      }
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Runs `load` and then `store` for each element of a state.
LogicalResult Machine::copyState(Operation *op, const LoopState &state,
                                 const AccessPlan &load,
                                 const AccessPlan &store) {
  int64_t count = 1;
  for (int64_t size : state.shape)
    count *= size;
  for (int64_t element = 0; element < count; ++element) {
    int64_t rest = element;
    for (auto [slot, size] :
         llvm::reverse(llvm::zip_equal(state.indices, state.shape))) {
      registers[slot].i = rest % size;
      registers[slot].valid = true;
      rest /= size;
    }
    if (failed(runAccess(op, load)) || failed(runAccess(op, store)))
      return failure();
  }
  return success();
}

void Machine::copyScalars(ArrayRef<CarriedScalar> scalars, bool isFirst) {
  auto copy = [&](Slot from, Slot to, int64_t lanes) {
    std::copy_n(registers.begin() + from, lanes, registers.begin() + to);
  };
  // All are copied before any changes: the body may yield another one's.
  for (const CarriedScalar &scalar : scalars)
    copy(isFirst ? scalar.init.slot : scalar.yielded.slot, scalar.next,
         scalar.current.lanes);
  for (const CarriedScalar &scalar : scalars)
    copy(scalar.next, scalar.current.slot, scalar.current.lanes);
}

/// Whether there is another trip, which gets what the test passes on.
FailureOr<bool> Machine::runLoopTest(Operation *op,
                                     const LoopPlan::Test &test) {
  if (failed(run(test.body)))
    return failure();
  const Register &condition = registers[test.condition];
  if (!condition.valid && !tracer)
    return op->emitOpError("goes on or not by what is unspecified");
  if (!condition.valid)
    tracer->isUnknown = true;
  else if (!condition.i)
    return false;
  for (const auto &[from, to] : test.passed)
    std::copy_n(registers.begin() + from.slot, from.lanes,
                registers.begin() + to.slot);
  return true;
}

LogicalResult Machine::runLoop(Operation *op, const LoopPlan &plan) {
  std::optional<int64_t> lower = evaluate(plan.lower);
  std::optional<int64_t> upper = evaluate(plan.upper);
  std::optional<int64_t> step = evaluate(plan.step);
  if (!lower || !upper || !step || *step < 1)
    return op->emitOpError("has no number of trips");
  copyScalars(plan.scalars, /*isFirst=*/true);
  auto beginState = [&](Slot memory, Slot state) {
    beginPartialArray(memory);
    views[state] = views[memory];
  };
  for (const LoopState &state : plan.states) {
    beginState(state.memory[0], state.current);
    if (failed(copyState(op, state, state.load, state.init)))
      return failure();
  }
  int64_t trip = 0;
  for (int64_t index = *lower; index < *upper; index += *step, ++trip) {
    if (tracer && !tracer->spend())
      return failure();
    setIndex(plan.index, index);
    if (plan.test) {
      FailureOr<bool> goesOn = runLoopTest(op, *plan.test);
      if (failed(goesOn))
        return failure();
      if (!*goesOn)
        break;
    }
    for (const LoopState &state : plan.states)
      beginState(state.memory[(trip + 1) & 1], state.next);
    if (failed(run(plan.body)))
      return failure();
    copyScalars(plan.scalars, /*isFirst=*/false);
    for (const LoopState &state : plan.states)
      views[state.current] = views[state.next];
  }
  for (const LoopState &state : plan.states)
    if (failed(copyState(op, state, state.last, state.store)))
      return failure();
  return success();
}

LogicalResult Machine::runLoopForm(const Instruction &instruction) {
  switch (instruction.code) {
  case Instruction::Code::Alloc:
    beginPartialArray(instruction.result);
    return success();
  case Instruction::Code::Access:
    return runAccess(instruction.op, *instruction.access);
  case Instruction::Code::Trace:
    return runTrace(instruction.op, *instruction.access);
  case Instruction::Code::Index:
    return runIndex(instruction.op, *instruction.index);
  case Instruction::Code::Test:
    runTest(*instruction.test);
    return success();
  case Instruction::Code::Loop:
    return runLoop(instruction.op, *instruction.loop);
  default:
    llvm_unreachable("no instruction of the loop form");
  }
}
