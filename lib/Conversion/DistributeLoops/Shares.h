//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares Shares: the private arrays that are spread over the
// work-items of a group.
//
// Element i of a dimension that is spread over lcl(d) belongs to work-item
// i mod L, which keeps it at i floordiv L, where L is the local size. A
// dimension is spread if every store goes, in it, to the number of a trip of a
// loop that is mapped to lcl(d). Loops that copy into such an array go over the
// share, too: each work-item copies its own. What is copied from such an array
// alone is spread as it is.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_SHARES_H
#define LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_SHARES_H

#include "Launch.h"

namespace mlir::lift::distribute_loops {

/// For each dimension of an array the one of the launch over which it is
/// spread, if it is.
using SpreadDims = SmallVector<std::optional<unsigned>>;

class Shares {
public:
  /// Finds the arrays, and maps the loops that copy.
  static Shares find(loop::KernelOp kernel, const Launch &launch);

  /// The dimensions of an allocated buffer, or of the next state of a loop.
  SpreadDims get(Value buffer) const { return spread.lookup(buffer); }
  void set(Value buffer, SpreadDims dims) { spread[buffer] = std::move(dims); }

private:
  DenseMap<Value, SpreadDims> spread;
};

} // namespace mlir::lift::distribute_loops

#endif // LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_SHARES_H
