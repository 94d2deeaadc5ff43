//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of parts of an array, by groups or by work-items.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_STRATEGIES_GROUPREDUCTION_H
#define LIB_STRATEGIES_GROUPREDUCTION_H

#include "LiftDialect/Strategies/Problem.h"
#include "LiftDialect/Strategies/Schedule.h"

namespace mlir::lift {

/// Maps inside each other, the innermost of which reduces rows.
struct Rows {
  SmallVector<MapOp> maps;
  /// What its body has, in order.
  SmallVector<Operation *> patterns;
};

FailureOr<Rows> getRows(Operation *pattern, Refusal &refusal);

/// Stores what a map of a row computes, and others in the body read: in local
/// memory while that has room, half of which is left to the reductions and to
/// other groups, if its `length` is known.
void storeForOthers(Schedule &schedule, MapOp map, const Handle &handle,
                    std::optional<int64_t> length, int64_t &room);

/// How many work-items reduce a row: fewer for a short one.
int64_t getNumItems(const Problem &problem, const Expr &length);

/// Whether vectors can be reduced, each lane for itself: what a condition
/// chooses is no vector.
bool hasLanes(FoldPattern fold);

/// Reduces one row by one work-item, as `fold` does.
void reduceByItem(Problem &problem, Schedule &schedule, FoldPattern fold,
                  const Handle &reduce, const Expr &length);

/// Reduces one row, as `fold` does, by a group of `items`, with vectors where
/// the row is whole ones. Returns the loop of a work-item.
Handle reduceByGroup(Problem &problem, Schedule &schedule, FoldPattern fold,
                     const Handle &reduce, const Expr &length, int64_t items);

/// Reduces a part of an array, as `fold` does, by a group of `items`, as
/// vectors or as single elements, with several loads on their way.
void reducePart(Problem &problem, Schedule &schedule, FoldPattern fold,
                const Handle &reduce, const Expr &length, int64_t items,
                bool isVector);

/// Reduces `count` columns of `length` numbers, with what may be added behind
/// them, each by the work-items of a group that stand behind each other.
void reduceColumns(Problem &problem, Schedule &schedule, const Handle &root,
                   const Expr &count, const Expr &length);

} // namespace mlir::lift

#endif // LIB_STRATEGIES_GROUPREDUCTION_H
