//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the steps of lift-distribute-loops, in their order.
//
// Until the last step but one, loops have their mappings: who stores, and in
// whose memory, follows from the loops around.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_DISTRIBUTION_H
#define LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_DISTRIBUTION_H

#include "LiftDialect/Conversion/Passes.h"
#include "Shares.h"

namespace mlir::lift::distribute_loops {

/// Warns of choices that are not followed.
void warnOfIgnoredChoices(loop::KernelOp kernel);

/// Reports mappings that cannot be followed.
LogicalResult checkMappings(loop::KernelOp kernel);

/// Lets the states of loops be their buffers, and views be parts of paths.
void lowerStates(loop::KernelOp kernel, Shares &shares);

/// Branches for one work-item: nothing in them is used by others before they
/// are left.
using OwnBranches = DenseSet<Operation *>;

/// Lets one work-item store what all would store.
OwnBranches guardStores(loop::KernelOp kernel, const Launch &launch);

/// Gives local and global temporaries a slice for each of those who have one.
void addSlices(loop::KernelOp kernel, const Launch &launch);

/// The parallel loops in which work-items wait for each other: for what is
/// stored in memory that they share.
DenseSet<Operation *> findWaitingLoops(loop::KernelOp kernel,
                                       const Launch &launch,
                                       const OwnBranches &branches);

/// The indices of loops over ids that are kept in the range of the map: what
/// they are in terms of the ids is their first expression.
using BoundedIndices = DenseSet<Value>;

/// Divides the trips of loops among work-items.
void distributeLoops(loop::KernelOp kernel, const Launch &launch,
                     const DistributeLoopsPassOptions &options,
                     const OwnBranches &branches, BoundedIndices &bounded);

/// Gives each work-item its share of the private arrays, and simplifies all
/// indices.
LogicalResult lowerIndices(loop::KernelOp kernel, const Launch &launch,
                           const DistributeLoopsPassOptions &options,
                           const Shares &shares, const BoundedIndices &bounded);

} // namespace mlir::lift::distribute_loops

#endif // LIFT_LIB_CONVERSION_DISTRIBUTELOOPS_DISTRIBUTION_H
