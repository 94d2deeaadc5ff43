//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps whose results are returned turned, as those over the channels of an
// image whose pixels have their channels beside each other. The loops take the
// order of the dimensions in memory, so that work-items beside each other store
// neighbours; what is read in another order then, strategies for that see.
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether neighbours along a dimension are neighbours in what is reduced.
static bool readsNeighbours(const Nest &nest, unsigned dim) {
  return llvm::any_of(nest.getStepOperands(), [&](Value value) {
    std::optional<UnitStride> unit = getUnitStride(*nest.lookup(value));
    return unit && unit->dim == dim;
  });
}

LogicalResult lift::planResultOrder(Problem &, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(pattern, refusal);
  if (failed(nest))
    return failure();
  const unsigned rank = nest->getNumParallelDims();
  std::optional<SmallVector<unsigned>> order = getReturnedOrder(pattern);
  if (!order || order->size() != rank || order->back() == rank - 1)
    return refusal.set(pattern, "has results that are not returned turned");
  if (nest->getInnerReduce() && !readsNeighbours(*nest, order->back()))
    return refusal.set(pattern,
                       "reduces what is read in the order of the maps");
  llvm::append_range(*order, llvm::seq(rank, nest->getNumDims()));
  schedule.comment("loops in the order in which the results are returned");
  schedule.block(root, getLoopsInOrder(*order));
  return success();
}
