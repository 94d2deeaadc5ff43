//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares Launch: the ids of the work-items of a kernel, and what is
// known of their numbers.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_LAUNCH_H
#define LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_LAUNCH_H

#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/Loop/LoopOps.h"

namespace mlir::lift::distribute_loops {

class Launch {
public:
  /// Makes the ids at the start of the kernel; those that are not used are dead
  /// code. Reports a local size that is not constant.
  static FailureOr<Launch> get(loop::KernelOp kernel);

  /// How many ids there are.
  const Expr &getCount(loop::IdLevel level, unsigned dim) const {
    return counts[static_cast<unsigned>(level)][dim];
  }
  /// Null where there is one only, which is 0.
  Value getId(loop::IdLevel level, unsigned dim) const {
    return ids[static_cast<unsigned>(level)][dim];
  }
  const Expr &getLocalSize(unsigned dim) const {
    return getCount(loop::IdLevel::Local, dim);
  }
  Value getLocalId(unsigned dim) const {
    return getId(loop::IdLevel::Local, dim);
  }
  /// What is known of sizes.
  const Assumptions &getFacts() const { return facts; }

private:
  explicit Launch(loop::KernelOp kernel);

  template <typename T>
  using ForEachId = std::array<std::array<T, kMaxLaunchDims>, 3>;
  Assumptions facts;
  ForEachId<Expr> counts;
  ForEachId<Value> ids;
};

/// The loops around `op` that are still to be divided among work-items, from
/// the outside inwards.
SmallVector<loop::ForOp> getParallelLoops(Operation *op);
/// Whether a loop is still to be divided among work-items.
bool isParallel(loop::ForOp loop);

} // namespace mlir::lift::distribute_loops

#endif // LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_LAUNCH_H
