//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares where the buffers of a run lie in one piece of memory:
// those that are never there at the same time may have the same place.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_MEMORYPLAN_H
#define LIFT_LIB_RUNTIME_MEMORYPLAN_H

#include "LiftDialect/Runtime/Inputs.h"

namespace mlir::lift::runtime {

/// A buffer that is there from step `first` to before step `last`, where the
/// steps of a run are numbered, those of loops in their place.
struct BufferLife {
  uint64_t numBytes = 0;
  size_t first = 0, last = 0;
  /// What makes it; null in tests.
  const Allocation *allocation = nullptr;

  bool meets(const BufferLife &other) const {
    return first < other.last && other.first < last;
  }
};

/// The lives of the buffers that steps allocate, but for those of which they do
/// not tell: whose size is not known before, or 0, that are passed on from one
/// trip of a loop to the next, or freed under another name.
std::vector<BufferLife> findLives(const std::vector<Step> &steps,
                                  const SizeValues &numbers);

struct MemoryPlan {
  /// One for each life.
  std::vector<uint64_t> offsets;
  uint64_t numBytes = 0;
};

/// Places that are multiples of `alignment`. Nothing where they are not below
/// 2^63.
std::optional<MemoryPlan> planMemory(const std::vector<BufferLife> &lives,
                                     uint64_t alignment);

/// The most bytes of buffers that are there at one time, each rounded up to
/// `alignment`: no plan needs less, but for what the last one is rounded up.
uint64_t countLivingBytes(const std::vector<BufferLife> &lives,
                          uint64_t alignment);

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_MEMORYPLAN_H
