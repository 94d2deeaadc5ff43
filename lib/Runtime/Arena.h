//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the memory that the buffers of a run share.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_ARENA_H
#define LIFT_LIB_RUNTIME_ARENA_H

#include "LiftDialect/Runtime/Inputs.h"
#include "LiftDialect/Runtime/Runtime.h"

namespace mlir::lift::runtime {

/// One piece of memory for the buffers that steps allocate. Runs of them may
/// follow each other without waiting: the queue is in order.
class Arena {
public:
  Arena() = default;
  /// Nothing has a place where the device has no buffers that are parts of
  /// others, or does not give so much memory at once.
  Arena(Runtime &runtime, const std::vector<Step> &steps,
        const SizeValues &numbers);

  /// The buffer that is to be made; empty if it has no place.
  Buffer find(const Allocation &allocation, size_t numBytes) const;

private:
  std::map<const Allocation *, Buffer> parts;
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_ARENA_H
