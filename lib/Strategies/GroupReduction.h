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

#include "LiftDialect/Rewriting/Composition.h"
#include "LiftDialect/Rewriting/Nest.h"
#include "LiftDialect/Strategies/Problem.h"
#include "LiftDialect/Strategies/Schedule.h"

namespace mlir::lift {

/// The compute units of devices whose work-items have more registers than those
/// of smaller ones.
inline constexpr int64_t kManyUnits = 32;

/// How many work-items are enough for a compute unit.
inline constexpr int64_t kEnoughItems = 1536;

/// The least numbers of a row that a group reduces as one of `limit` numbers:
/// more than a half.
inline int64_t getLeastOfLimit(int64_t limit) { return limit / 2 + 1; }

/// Maps inside each other, and what the innermost does; or a pattern alone.
struct Rows {
  SmallVector<MapOp> maps;
  /// What its body has, in order; what the steps of reductions have that
  /// getRows looks into stands in their place.
  SmallVector<Operation *> patterns;
};

Rows collectRows(Operation *pattern);
/// How often each of its maps runs; empty if that is not known of all.
SmallVector<int64_t> countTrips(const Problem &problem, const Rows &rows);
/// The same, if its maps reduce rows of numbers: with `mayKeepOrder`, also rows
/// whose elements may be grouped, but not reordered; with `mayScan`, also
/// scans, unless one is alone. What reduces rows may be steps (hasRowSteps).
FailureOr<Rows> getRows(Operation *pattern, Refusal &refusal,
                        bool mayKeepOrder = false, bool mayScan = false);
/// The same, if all patterns go through as many elements, of which maps compute
/// vectors.
FailureOr<Rows> getRowsOfOneLength(Operation *pattern, Refusal &refusal);

/// The handle of one of the patterns of `rows`, with so many others before what
/// the innermost map had when these were found.
Handle matchInRow(Schedule &schedule, Operation *pattern, const Handle &row,
                  size_t numBefore = 0);

/// Refuses reductions that may not reorder numbers, or have arrays as
/// accumulators.
LogicalResult checkReduction(ReduceOp reduce, Refusal &refusal);
/// Whether the elements that a reduction goes through are arrays.
bool goesThroughRows(ReduceOp reduce);
/// Whether each step of a reduction takes numbers, and goes through nothing.
bool takesNumbers(ReduceOp reduce);
/// Whether a nest reduces rows of an array in memory, of those with the most
/// dimensions: vectors that are the same for several results stay in caches.
bool goesAlongRows(const Nest &nest);

/// Stores what a map of a row computes, and others in the body read: in local
/// memory while that has room, half of which is left to the reductions and to
/// other groups, if its `length` is known.
void storeForOthers(Schedule &schedule, MapOp map, const Handle &handle,
                    std::optional<int64_t> length, int64_t &room);

/// How many work-items reduce a row: fewer for a short one.
int64_t getNumItems(const Problem &problem, const Expr &length);

/// The work-items of a group along a row, and the rows that it has.
struct ShortRows {
  int64_t lanes, rows;
};
/// How a group reduces several rows of `length` numbers in vectors of `width`,
/// so that a compute unit has as many work-items at a time as it can, if there
/// are `numRows`, of which `numBeside` may be in one group. None if there are
/// fewer rows than all compute units need, or no room.
std::optional<ShortRows> getShortRows(const DeviceModel &device,
                                      std::optional<int64_t> length,
                                      int64_t width,
                                      std::optional<int64_t> numRows,
                                      std::optional<int64_t> numBeside);

/// Whether vectors can be reduced, each lane for itself: what a condition
/// chooses is no vector.
bool hasLanes(FoldPattern fold);

/// The most work-items of a group for a long row that is kept in registers.
inline constexpr int64_t kManyRowItems = 1024;

/// Whether several patterns go through a row of numbers, or one in each of
/// several steps.
bool isReadAgain(Value row, ArrayRef<Operation *> patterns);

/// Whether vectors of a row can be reduced and computed, each lane for itself.
bool haveLanes(ArrayRef<Operation *> patterns);

/// Reduces one row by one work-item, as `fold` does.
void reduceByItem(Problem &problem, Schedule &schedule, FoldPattern fold,
                  const Handle &reduce, const Expr &length);

/// Reduces a part of an array, as `fold` does in any order, by a thread: to
/// vectors of accumulators, of which it adds to several at the same time.
void reduceByThread(Problem &problem, Schedule &schedule, FoldPattern fold,
                    const Handle &part, int64_t length);

/// The width of the vectors that a group of `items` reduces a row with, as
/// `fold` does: 1 if it is no whole ones.
int64_t getRowWidth(Problem &problem, FoldPattern fold, const Expr &length,
                    int64_t items);

/// Reduces one row by `items` of a group, with vectors of that width: those
/// along one dimension of the group. Returns the loop of a work-item.
Handle reduceByGroup(Problem &problem, Schedule &schedule, const Handle &reduce,
                     const Expr &length, int64_t items, int64_t width,
                     StringRef along = "lcl(0)");

/// The same, but the loop of a work-item is not one over vectors yet.
Handle splitForGroup(Problem &problem, Schedule &schedule, const Handle &reduce,
                     const Expr &length, int64_t items, int64_t width,
                     StringRef along = "lcl(0)");

/// Unrolls the loop of one of `items` work-items, which together go through
/// `length` numbers, so that several of its loads are on their way.
void unrollLoads(const Problem &problem, Schedule &schedule, const Handle &loop,
                 const Expr &length, int64_t items, int64_t width);

/// As reduceByGroup, if the row has at most `limit` numbers, which a work-item
/// goes through also where there are fewer.
Handle reduceByGroupTo(Schedule &schedule, const Handle &reduce, int64_t limit,
                       int64_t items, int64_t width);

/// Reduces a part of an array, as `fold` does, by a group of `items`, as
/// vectors or as single elements, with several loads on their way.
void reducePart(Problem &problem, Schedule &schedule, FoldPattern fold,
                const Handle &reduce, const Expr &length, int64_t items,
                bool isVector);

/// The bytes of the coefficients of a function that steps compose to.
int64_t countBytes(const Composition &steps);

/// How many elements a group reduces at a time that may not be reordered, of
/// `length` or fewer.
int64_t getOrderedPart(Problem &problem, const Composition &steps,
                       const Expr &length);
/// Reduces a row by a group, so many elements after the other.
void reduceInOrder(Problem &problem, Schedule &schedule, Handle reduce,
                   const Expr &length, int64_t part);

/// Reduces `count` columns of `length` numbers, with what may be added behind
/// them, each by the work-items of a group that stand behind each other.
void reduceColumns(Problem &problem, Schedule &schedule, const Handle &root,
                   const Expr &count, const Expr &length);

/// Whether one thread of a CPU is to take all steps of a scan, or of a
/// reduction in order: they are known to be so few that several kernels take
/// longer.
bool isForOneThread(const Problem &problem, const Expr &length);
/// Of how many parts a thread takes a step after another. Of a power of two,
/// compilers would make vectors, and gather these number by number.
inline constexpr int64_t kInterleavedParts = 3;
/// The length of a part of `length` elements, to be padded to a multiple of so
/// many parts.
int64_t chooseInterleavedPart(const Problem &problem, const Expr &length);
/// Has each work-item take the steps of so many parts together, `parts` being a
/// map over them with a reduction, or a scan, of numbers. For a scan, returns
/// the map over what the work-items have, `isPadded` if there may be a rest.
void reduceInterleaved(Schedule &schedule, const Handle &parts,
                       const DeviceModel &device);
Handle scanInterleaved(Schedule &schedule, const Handle &parts,
                       bool isPadded = false);

} // namespace mlir::lift

#endif // LIB_STRATEGIES_GROUPREDUCTION_H
