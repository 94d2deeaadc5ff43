//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares which commands of a queue must wait for those before.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_PENDINGACCESSES_H
#define LIFT_LIB_RUNTIME_PENDINGACCESSES_H

#include <cstdint>
#include <vector>

namespace mlir::lift::runtime {

/// Memory that a command reads, or writes as well.
struct MemoryAccess {
  /// Tells pieces of memory apart that do not overlap.
  uint64_t memory = 0;
  uint64_t begin = 0, end = 0;
  bool isWrite = false;

  bool conflicts(const MemoryAccess &other) const {
    return memory == other.memory && begin < other.end && other.begin < end &&
           (isWrite || other.isWrite);
  }
};

/// What the commands access that may run now, none of which waits for another.
class PendingAccesses {
public:
  /// Adds a command. True if it must wait for those before, which it then
  /// does: they are no longer pending.
  bool add(const std::vector<MemoryAccess> &command);
  void clear() { pending.clear(); }

private:
  std::vector<MemoryAccess> pending;
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_PENDINGACCESSES_H
