//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what a work-item of a kernel and its group access.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_DRAWING_KERNELUSE_H
#define LIFT_LIB_DRAWING_KERNELUSE_H

#include "Grid.h"
#include "LiftDialect/Evaluator/KernelTrace.h"

namespace mlir::lift::drawing {

/// The numbers of elements, in row-major order; ascending, each once.
using Positions = std::vector<int64_t>;

/// What is accessed of an array.
struct ArrayUse {
  Value value;
  SmallVector<int64_t> shape;
  Positions itemReads, itemWrites, groupReads, groupWrites;
  /// For each dimension the ids that the place of what a work-item writes
  /// depends on: "group 1" and "local 1".
  SmallVector<SmallVector<std::string, 2>> ids;
  /// What the groups write, and the work-items of the group that is drawn.
  std::optional<Grid> groups, items;

  loop::BufferType getType() const {
    return cast<loop::BufferType>(value.getType());
  }
  bool isLocal() const { return getType().getSpace() == AddressSpace::Local; }
  bool isRead() const { return !itemReads.empty() || !groupReads.empty(); }
  bool isWritten() const { return !itemWrites.empty() || !groupWrites.empty(); }
  /// The slice that is drawn: the first if the work-item accesses it.
  int64_t getSlice() const;
};

struct KernelUse {
  std::array<int64_t, 3> numGroups = {1, 1, 1};
  std::array<int64_t, 3> groupSize = {1, 1, 1};
  WorkItem item;
  std::vector<ArrayUse> arrays;
  /// Where the picture is less than what it should be.
  std::vector<std::string> notes;
};

/// Runs a work-item, its group, and the stores of all groups, as far as it
/// takes a few millions of accesses. `inputs` has the data of the kernel's
/// inputs, as far as it is known.
KernelUse findKernelUse(loop::KernelOp kernel, const SizeBindings &sizes,
                        ArrayRef<const HostArray *> inputs, int64_t side);

} // namespace mlir::lift::drawing

#endif // LIFT_LIB_DRAWING_KERNELUSE_H
