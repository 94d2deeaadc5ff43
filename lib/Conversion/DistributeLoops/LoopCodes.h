//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares LoopCodes: what the policies of distribution
// (LiftDialect/Mapping/Policies.h) say of loops, by their mappings.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_LOOPCODES_H
#define LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_LOOPCODES_H

#include "LiftDialect/Loop/LoopOps.h"
#include "LiftDialect/Mapping/Policies.h"

namespace mlir::lift::distribute_loops {

/// Loops as variables of formulas, in the order in which they were added.
class LoopCodes {
public:
  LoopCodes() = default;
  explicit LoopCodes(ArrayRef<loop::ForOp> loops) {
    for (loop::ForOp loop : loops)
      add(loop);
  }

  /// A loop without a mapping is sequential.
  void add(loop::ForOp loop);
  void add(unsigned code);

  ArrayRef<unsigned> getAll() const { return variables; }
  bool holds(const Formula &policy) const { return policy.holds(codes); }

private:
  SmallVector<unsigned> variables, codes;
};

} // namespace mlir::lift::distribute_loops

#endif // LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_LOOPCODES_H
