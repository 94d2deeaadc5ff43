//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the machine that runs a program: all of it, or in a
// sampled evaluation only what is demanded.
//
// Demand is one byte per register and per number of an array. It flows
// backwards through the instructions of a body before the body runs: a layout
// operation passes it on element by element; a map runs the analysis of its
// body for each demanded element, where the arguments pass on to slices of its
// operands; a reduction demands all that it reads. What is not demanded is
// not computed and counts as poison, so that a mistake here can only make an
// evaluation fail.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EVALUATOR_MACHINE_H
#define LIFT_LIB_EVALUATOR_MACHINE_H

#include "LiftDialect/Evaluator/Evaluator.h"
#include "LoopProgram.h"

#include <functional>

namespace mlir::lift::evaluator {

/// Who is told what a kernel accesses.
struct Tracer {
  std::function<void(unsigned buffer, int64_t position, bool isStore)> visit;
  /// How many accesses and trips there may still be.
  int64_t budget = 0;
  /// Whether an address was not known.
  bool isUnknown = false;

  bool spend() { return budget > 0 && budget--; }
};

class Machine {
public:
  Machine(const MachineProgram &program, bool isSampled)
      : program(program), registers(program.registers), isSampled(isSampled) {}

  /// Gets all memory.
  LogicalResult allocate();
  void setArguments(ArrayRef<HostArray> arguments);
  void setArgument(const LeafStorage &place, const HostArray &argument);
  /// Demands one element of a result.
  void demandResult(unsigned index, int64_t position);
  LogicalResult run();

  /// For kernels that are traced: what is not known then is no error.
  void setTracer(Tracer *newTracer) { tracer = newTracer; }
  void setIndex(Slot slot, int64_t value) {
    registers[slot].i = value;
    registers[slot].valid = true;
  }

  /// How many operations on numbers have been computed.
  int64_t getNumComputed() const { return numComputed; }

  /// Copies the element at `position` of a result to `bytes`; false if it is
  /// poison.
  bool readResult(unsigned index, int64_t position, char *bytes) const;

private:
  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  template <typename T>
  using Memory = std::unique_ptr<T[], Free>;

  /// Where an array is now.
  struct View {
    char *data = nullptr;
    /// One byte per number: 0 is poison. Null if there is no poison.
    uint8_t *valid = nullptr;
    /// One byte per number; null where nobody asks.
    uint8_t *demand = nullptr;
  };
  struct ArrayStorage {
    Memory<char> data;
    Memory<uint8_t> valid;
    Memory<uint8_t> demand;
  };

  // Running everything.
  LogicalResult run(const Code &code);
  LogicalResult runInstruction(const Instruction &instruction);
  LogicalResult compute(const Instruction &instruction);
  LogicalResult computeLanes(const Instruction &instruction);
  void select(const Instruction &instruction);
  void runLayout(const LayoutPlan &plan);
  void runConcat(const ConcatPlan &plan);
  LogicalResult runMove(Operation *op, const MovePlan &plan);
  FailureOr<int64_t> getPosition(Operation *op, const MovePlan &plan) const;
  void moveBlock(const MovePlan &plan, int64_t from, int64_t to);
  void fillBlock(const MovePlan &plan, int64_t position, bool isPoison);
  LogicalResult runMap(const MapPlan &plan);
  LogicalResult runReduce(const ReducePlan &plan);
  LogicalResult runScatterReduce(const ScatterReducePlan &plan);
  void stepAccumulators(const ReducePlan &plan, int64_t step);
  LogicalResult runIf(const IfPlan &plan);

  // Running kernels in loop form (RunLoops.cpp).
  LogicalResult runLoopForm(const Instruction &instruction);
  std::optional<int64_t> evaluate(const IndexCode &code) const;
  LogicalResult runIndex(Operation *op, const IndexPlan &plan);
  void runTest(const TestPlan &plan);
  FailureOr<std::optional<int64_t>> getNumber(Operation *op,
                                              const AccessPlan &plan) const;
  LogicalResult runAccess(Operation *op, const AccessPlan &plan);
  LogicalResult runTrace(Operation *op, const AccessPlan &plan);
  void setLane(const AccessPlan &plan, int64_t lane);
  LogicalResult copyState(Operation *op, const LoopState &state,
                          const AccessPlan &load, const AccessPlan &store);
  void copyScalars(ArrayRef<CarriedScalar> scalars, bool isFirst);
  FailureOr<bool> runLoopTest(Operation *op, const LoopPlan::Test &test);
  LogicalResult runLoop(Operation *op, const LoopPlan &plan);

  // Running what is demanded.
  LogicalResult runDemanded(const Code &code);
  LogicalResult runDemanded(const Instruction &instruction);
  void skip(const Instruction &instruction);
  void skipReduce(const ReducePlan &plan);
  void skipPlace(const LeafStorage &place);
  void skipAccumulator(const ReducePlan::Accumulator &accumulator);
  void runDemandedLayout(const LayoutPlan &plan);
  LogicalResult runDemandedMap(const MapPlan &plan);

  // Demand.
  enum class Amount { None, Some, All };
  ArrayRef<uint8_t> getDemandBytes(const LeafStorage &place) const;
  static Amount getDemand(ArrayRef<ArrayRef<uint8_t>> results);
  Amount getDemand(const Instruction &instruction) const;
  Amount getDemand(const MapPlan &plan, int64_t index) const;
  void demandAll(const LeafStorage &place);
  void clearDemand(const Code &code);
  void propagateDemand(const Code &code);
  void propagateDemand(const Instruction &instruction);
  void propagateDemand(const LayoutPlan &plan);
  void propagateDemand(const ConcatPlan &plan);
  void propagateDemand(const MovePlan &plan);
  void propagateDemand(const ReducePlan &plan);
  void propagateDemand(const ScatterReducePlan &plan);
  void propagateDemand(const MapPlan &plan);
  void demandYielded(const MapPlan &plan, int64_t index);
  void passOnDemand(const Element &element, int64_t index);

  // Arrays.
  /// Starts to write an array: all elements valid, or none until written.
  void beginArray(Slot slot);
  void beginPartialArray(Slot slot);
  uint8_t *getValid(Slot slot, bool initial);
  void bindElement(const Element &element, int64_t index);
  void bindCounter(const Counter &counter, int64_t number);
  void storeElement(const Element &element, int64_t index);
  void storeArray(const View &from, Slot to, int64_t firstNumber,
                  int64_t numNumbers, int64_t firstByte, int64_t numBytes);
  void copyBlock(const LayoutPlan &plan, int64_t position, int64_t offset);
  void fillBlock(const LayoutPlan &plan, int64_t position);
  void fillPoison(const LeafStorage &place, int64_t first, int64_t count);

  const MachineProgram &program;
  std::vector<Register> registers;
  std::vector<uint8_t> registerDemand;
  std::vector<View> views;
  std::vector<ArrayStorage> buffers;
  bool isSampled;
  int64_t numComputed = 0;
  bool isOutOfMemory = false;
  Tracer *tracer = nullptr;
};

} // namespace mlir::lift::evaluator

#endif // LIFT_LIB_EVALUATOR_MACHINE_H
