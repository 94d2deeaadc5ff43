//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines what the evaluator runs: a function of known sizes,
// flattened into instructions on registers and arrays whose places are fixed.
//
// Every value is a list of *places*, one per leaf (tuples are flattened): a
// scalar lives in a register (a vector in as many as it has lanes), an array
// in an array slot that holds where its elements are now. Nothing recurses, so
// each slot exists once: a body that runs again overwrites what its last run
// left. The argument of a body that stands for an element of an array is a
// slice of that array's memory. Operations that only give a new name or shape
// to a dense array (split, join, zip, unzip, get, tuple, materialize, copy,
// kernel) are no instructions at all: their results are the places of their
// operands.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EVALUATOR_PROGRAM_H
#define LIFT_LIB_EVALUATOR_PROGRAM_H

#include "ScalarOps.h"

#include "mlir/IR/Operation.h"

#include <memory>
#include <vector>

namespace mlir::lift::evaluator {

using Slot = uint32_t;

/// Where one leaf of a value lives.
struct LeafStorage {
  NumberKind kind;
  bool isArray = false;
  /// The numbers in an element.
  int64_t lanes = 1;
  /// An array slot, or the first of `lanes` registers.
  Slot slot = 0;
  /// Empty for a scalar.
  SmallVector<int64_t> shape;

  int64_t getNumElements() const {
    int64_t product = 1;
    for (int64_t size : shape)
      product *= size;
    return product;
  }
  int64_t getNumNumbers() const { return getNumElements() * lanes; }
  int64_t getElementBytes() const { return lanes * getByteWidth(kind); }
};

struct LayoutPlan;
struct ConcatPlan;
struct MovePlan;
struct MapPlan;
struct ReducePlan;
struct ScatterReducePlan;
struct IfPlan;
// Kernels in loop form (LoopProgram.h).
struct AccessPlan;
struct IndexPlan;
struct TestPlan;
struct LoopPlan;

struct Instruction {
  enum class Code : uint8_t {
    /// result = function(operands)
    Compute,
    /// The same for each lane.
    ComputeLanes,
    /// result = operands[0] ? operands[1] : operands[2], lane by lane
    Select,
    /// result = operands[0], one lane
    Copy,
    Layout,
    Concat,
    Move,
    Map,
    Reduce,
    ScatterReduce,
    If,
    /// All of the array `result` is unspecified.
    Alloc,
    Access,
    /// Says which elements are accessed.
    Trace,
    Index,
    Test,
    Loop
  };
  Code code;
  uint8_t numOperands = 0;
  /// The condition of a select has one lane for all.
  bool isUniformCondition = false;
  int32_t lanes = 1;
  Slot result = 0;
  /// Register 0 where there is no operand.
  Slot operands[3] = {0, 0, 0};
  union {
    ScalarFunction function = nullptr;
    LayoutPlan *layout;
    ConcatPlan *concat;
    MovePlan *move;
    MapPlan *map;
    ReducePlan *reduce;
    ScatterReducePlan *scatterReduce;
    IfPlan *choice;
    AccessPlan *access;
    IndexPlan *index;
    TestPlan *test;
    LoopPlan *loop;
  };
  /// What errors are reported at.
  Operation *op = nullptr;
};

struct Code {
  std::vector<Instruction> instructions;
  /// The scalars, and the arrays with memory of their own, that are computed
  /// here or stand for elements here.
  std::vector<LeafStorage> locals;
};

/// `part` is element i of `whole`: an argument of a body, or what it yields.
struct Element {
  LeafStorage whole;
  LeafStorage part;
  /// The size of a part, in numbers and bytes.
  int64_t numbers = 0;
  int64_t bytes = 0;
};

/// result[i, j, ..., block] = source[sum of getOffset over i, j, ..., block],
/// or the fill if an index is outside.
struct LayoutPlan {
  enum class Outside : uint8_t { Nothing, Nearest, Repeated, Mirrored };
  struct Dim {
    /// The number of indices of the result.
    int64_t size;
    /// Index i stands for index i - low of the source.
    int64_t low;
    /// The number of indices of the source that this dimension may reach.
    int64_t length;
    /// The distance of neighbours in the source, in elements.
    int64_t stride;
    /// What an index before 0 or from `length` on stands for.
    Outside outside = Outside::Nothing;
    bool isReversed = false;

    /// In elements of the source; negative if there is none.
    int64_t getOffset(int64_t index) const {
      int64_t inSource = bringInside(index - low);
      if (inSource < 0)
        return -1;
      return (isReversed ? length - 1 - inSource : inSource) * stride;
    }

    /// Index `index` of a source that goes on before and behind; negative if
    /// there is none.
    int64_t bringInside(int64_t index) const {
      if (index >= 0 && index < length)
        return index;
      switch (outside) {
      case Outside::Nothing:
        return -1;
      case Outside::Nearest:
        return index < 0 ? 0 : length - 1;
      case Outside::Repeated:
        return index < 0 ? index + length : index - length;
      case Outside::Mirrored:
        return index < 0 ? -1 - index : length - 1 - (index - length);
      }
      return -1;
    }
  };
  /// Nothing if all of the result is fill.
  std::optional<LeafStorage> source;
  LeafStorage result;
  SmallVector<Dim> dims;
  /// Elements that stay together.
  int64_t block = 1;
  /// What stands outside; poison if there is none.
  std::optional<LeafStorage> fill;
};

/// Calls `visit` for the blocks of the result from dimension `dim` on.
template <typename Visitor>
void visitBlocksFrom(const LayoutPlan &plan, size_t dim, int64_t offset,
                     int64_t &position, Visitor &visit) {
  if (dim == plan.dims.size())
    return visit(position++, offset);
  for (int64_t i = 0; i < plan.dims[dim].size; ++i) {
    int64_t inner = plan.dims[dim].getOffset(i);
    bool isOutside = offset < 0 || inner < 0;
    visitBlocksFrom(plan, dim + 1, isOutside ? -1 : offset + inner, position,
                    visit);
  }
}

/// Calls `visit` with the position of each block in the result, in blocks, and
/// the offset of its source, in elements; negative if there is no source.
template <typename Visitor>
void visitBlocks(const LayoutPlan &plan, Visitor visit) {
  int64_t position = 0;
  visitBlocksFrom(plan, /*dim=*/0, /*offset=*/0, position, visit);
}

/// The result is `repeats` times: a run of the first part, one of the second...
struct ConcatPlan {
  struct Part {
    LeafStorage source;
    /// In elements.
    int64_t run;
  };
  std::vector<Part> parts;
  LeafStorage result;
  int64_t repeats = 1;
};

/// Calls `visit` for each run: its part, and where it starts in the part and in
/// the result, in elements.
template <typename Visitor>
void visitRuns(const ConcatPlan &plan, Visitor visit) {
  int64_t position = 0;
  for (int64_t repeat = 0; repeat < plan.repeats; ++repeat)
    for (const ConcatPlan::Part &part : plan.parts) {
      visit(part, repeat * part.run, position);
      position += part.run;
    }
}

/// A register that holds one index of an element: (number / weight) mod size.
struct Counter {
  Slot slot = 0;
  int64_t weight = 1;
  int64_t size = 1;
};

struct MapPlan {
  int64_t trips = 0;
  std::vector<Counter> counters;
  std::vector<Element> inputs;
  std::vector<Element> results;
  Code body;
};

/// Elements that move between a place that is counted and one that is computed:
/// for each trip the positions are computed, and then for o < outer
///   gather     result[o, trip, block] = source[o, positions, block]
///   scatter    result[o, positions, block] = source[o, trip, block]
struct MovePlan {
  struct Position {
    Slot slot;
    /// Of the dimension that is indexed.
    int64_t length;
  };
  bool isScatter = false;
  int64_t trips = 1;
  /// What the positions are computed from.
  std::optional<Counter> counter;
  std::vector<Element> indices;
  Code body;
  SmallVector<Position> positions;
  /// The product of the lengths.
  int64_t extent = 1;
  int64_t outer = 1;
  int64_t block = 1;
  LeafStorage source;
  LeafStorage result;
  /// What stands outside; an error if there is none.
  std::optional<LeafStorage> fill;
  std::vector<LeafStorage> captures;
};

struct ReducePlan {
  struct Accumulator {
    LeafStorage init;
    /// The body's argument, and the result after the last step.
    LeafStorage current;
    LeafStorage yielded;
    /// Where the next scalar waits until all are computed.
    Slot next = 0;
    /// The arrays in which the accumulator stands after even and odd steps.
    Slot buffers[2] = {0, 0};
  };
  /// Tested before each step.
  struct Predicate {
    Code body;
    Slot condition = 0;
  };
  int64_t trips = 0;
  /// Of the steps of a loop of the host.
  std::optional<Counter> counter;
  std::vector<Element> inputs;
  std::vector<Accumulator> accumulators;
  std::optional<Predicate> predicate;
  Code body;
  /// The results of a scan: the accumulators after each step.
  std::vector<Element> history;
  /// What the bodies read of the values around.
  std::vector<LeafStorage> captures;
};

struct ScatterReducePlan {
  struct Bins {
    LeafStorage init;
    /// The result, and the body's argument for one of its elements.
    Element bin;
    LeafStorage yielded;
  };
  int64_t trips = 0;
  std::vector<Element> inputs;
  /// Says which bin.
  Slot index = 0;
  int64_t numBins = 0;
  std::vector<Bins> bins;
  Code body;
  std::vector<LeafStorage> captures;
};

struct IfPlan {
  struct Branch {
    Code body;
    std::vector<LeafStorage> yielded;
  };
  Slot condition = 0;
  Branch branches[2];
  std::vector<LeafStorage> results;
  std::vector<LeafStorage> captures;
};

/// The memory of an array slot. Arguments of the function and slices have none.
struct ArrayMemory {
  /// For elements.
  bool hasData = false;
  /// For which numbers are needed, in a sampled evaluation.
  bool hasDemand = false;
  int64_t numbers = 0;
  int64_t bytes = 0;
};

struct MachineProgram {
  MachineProgram();
  ~MachineProgram();

  /// The initial registers: constants have their values. Register 0 is none.
  std::vector<Register> registers = std::vector<Register>(1);
  std::vector<ArrayMemory> arrays;
  std::vector<LeafStorage> arguments;
  std::vector<LeafStorage> results;
  Operation *returnOp = nullptr;
  Code body;

  std::vector<std::unique_ptr<LayoutPlan>> layouts;
  std::vector<std::unique_ptr<ConcatPlan>> concats;
  std::vector<std::unique_ptr<MovePlan>> moves;
  std::vector<std::unique_ptr<MapPlan>> maps;
  std::vector<std::unique_ptr<ReducePlan>> reduces;
  std::vector<std::unique_ptr<ScatterReducePlan>> scatterReduces;
  std::vector<std::unique_ptr<IfPlan>> choices;
  std::vector<std::unique_ptr<AccessPlan>> accesses;
  std::vector<std::unique_ptr<IndexPlan>> indices;
  std::vector<std::unique_ptr<TestPlan>> tests;
  std::vector<std::unique_ptr<LoopPlan>> loops;
};

} // namespace mlir::lift::evaluator

#endif // LIFT_LIB_EVALUATOR_PROGRAM_H
