//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the instructions of kernels in loop form: accesses of
// buffers, whose indices are expressions over registers, and loops.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EVALUATOR_LOOPPROGRAM_H
#define LIFT_LIB_EVALUATOR_LOOPPROGRAM_H

#include "Program.h"

namespace mlir::lift::evaluator {

/// An expression over registers, in postfix order.
struct IndexCode {
  enum class Kind : uint8_t {
    Constant,
    Register,
    Add,
    Multiply,
    ExactDiv,
    FloorDiv,
    CeilDiv,
    Mod
  };
  struct Step {
    Kind kind;
    /// The number, or the register.
    int64_t value = 0;
  };
  SmallVector<Step> steps;
};

/// An element of a buffer, or several.
struct AccessPlan {
  /// An array slot with as many numbers as `shape` and `elementLanes` say.
  Slot buffer = 0;
  NumberKind kind;
  SmallVector<int64_t> shape;
  int64_t elementLanes = 1;
  /// One index for each dimension.
  SmallVector<IndexCode> path;
  /// Of an element that is a vector: which number is accessed; all of them if
  /// it is absent.
  std::optional<IndexCode> lane;
  /// The register that stands for `@lane` in the path, if it mentions that, and
  /// how many lanes there are.
  Slot laneRegister = 0;
  int64_t numLanes = 1;
  /// The first of the registers that are loaded or stored.
  Slot value = 0;
  bool isStore = false;
  /// What a store makes of the number that is there and its own.
  std::optional<arith::AtomicRMWKind> atomic;
  /// What the buffer is called in a trace; the data stays where it is.
  unsigned traced = 0;
};

/// Makes all elements of a buffer unspecified.
struct AllocPlan {
  Slot buffer = 0;
};

/// An index with a definition of its own.
struct IndexPlan {
  enum class Kind : uint8_t { Value, Clamp, Wrap, Mirror, Within, Data };
  Kind kind;
  SmallVector<IndexCode> exprs;
  Slot data = 0;
  Slot result = 0;
};

/// Whether lower <= index < upper, for each of several.
struct TestPlan {
  SmallVector<IndexCode> exprs;
  Slot result = 0;
};

/// A scalar that a loop carries.
struct CarriedScalar {
  LeafStorage init;
  /// The argument of the body, which also is the result of the loop.
  LeafStorage current;
  LeafStorage yielded;
  /// Where the next value waits until all are computed.
  Slot next = 0;
};

/// A state that is not in place: elements of a buffer, of which each trip reads
/// one copy and writes another.
struct LoopState {
  /// The array slots of which the body reads and writes.
  Slot current = 0, next = 0;
  /// The memory that they have in turn.
  Slot memory[2] = {0, 0};
  /// The registers of the indices of an element, and their bounds.
  SmallVector<Slot> indices;
  SmallVector<int64_t> shape;
  /// Between the buffer, or the current state, and registers.
  AccessPlan load, init, last, store;
};

struct LoopPlan {
  IndexCode lower, upper, step;
  Slot index = 0;
  std::vector<CarriedScalar> scalars;
  std::vector<LoopState> states;
  /// Of a loop that may stop early: what is tested before each trip.
  struct Test {
    Code body;
    Slot condition = 0;
    /// What the test passes on, and where to.
    std::vector<std::pair<LeafStorage, LeafStorage>> passed;
  };
  std::optional<Test> test;
  Code body;
};

} // namespace mlir::lift::evaluator

#endif // LIFT_LIB_EVALUATOR_LOOPPROGRAM_H
