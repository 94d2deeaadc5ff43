//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the thread-dependence analysis: whether two accesses to
// shared memory may be made by different work-items of one group to the same
// element, so that their order must be enforced.
//
// An access is described by its index function: the linear index of the element
// as an expression over the local ids `lid0`, `lid1`, `lid2`, whose ranges are
// those of the work-group, and over everything else that the access depends on:
// group ids, loop variables, sizes. Only the local ids tell work-items apart.
//
// Two accesses are made by the same work-item wherever they meet, if for each
// dimension d of the group both index functions have the local id as the same
// digit: index = high * (c * L) + lid_d * c + low with 0 <= low < c, where L is
// the local size. Then lid_d = (index floordiv c) mod L for both, whatever the
// values of the loop variables, and so equal elements mean equal work-items.
// The same is tried for what both indices are above and below a weight, of
// which the lower part is known to be less: index = row * N + column, column <
// N. Conditions around an access count: `if (column < N)`. Group ids and sizes
// are the same for all work-items of a group at all times: what both index
// functions have of them in common is left out first. Nothing is assumed of the
// loop variables of the two accesses, which is why the answer holds across
// iterations. Where one is behind the other, above or below such a weight, the
// two never meet: the whole vectors of a row and the elements behind them.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_THREADDEPENDENCE_H
#define LIFTDIALECT_ANALYSIS_THREADDEPENDENCE_H

#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/Loop/LoopOps.h"

#include <array>
#include <tuple>

namespace mlir::lift {

/// One access to an element, or to `width` neighbours, of a buffer.
struct MemoryAccess {
  Operation *op = nullptr;
  Value buffer;
  bool isWrite = false;
  /// The linear index of the (first) element. The lanes of a vector that are no
  /// neighbours are elements at an index that mentions a name for the lane.
  Expr index;
  int64_t width = 1;
  /// The vector that is accessed, or null, and how far apart its lanes are, if
  /// that is the same for all.
  VectorType vector = {};
  std::optional<Expr> laneStride = {};
  /// The dimensions in which only the work-item with local id 0 gets here.
  std::array<bool, 3> isSingle = {};
  /// What is not negative where the access is made, by the conditions around.
  SmallVector<Expr> nonNegative = {};
};

/// Whether `id`, a name in [0, count), is the same digit of both indices: then
/// equal elements imply equal ids. Without
/// a count it must be the leading digit. `width` neighbours may belong to each.
bool isSameDigit(const Expr &first, const Expr &second, const std::string &id,
                 const std::optional<Expr> &count, const Assumptions &facts,
                 int64_t firstWidth = 1, int64_t secondWidth = 1);

/// Whether two integers differ, whatever the names in them stand for: all but a
/// constant is a multiple of what does not divide the constant. A name that
/// both have stands for one number.
bool areNeverEqual(const Expr &first, const Expr &second);

/// Starts the report that a mapping lets work-items use what others may not
/// have finished: an error, or a warning for users who want it nevertheless.
InFlightDiagnostic reportUnsafeMapping(Operation *op, bool isWanted,
                                       const Twine &sentence);
InFlightDiagnostic reportUnsafeMapping(Location loc, bool isWanted,
                                       const Twine &sentence);

/// The names of the local ids in index functions.
Expr getLocalIdName(unsigned dim);

/// Whether the two accesses may touch one element from two work-items of the
/// same group, at least one of them writing. `facts` has the ranges of all
/// names in the index functions.
bool mayConflict(const MemoryAccess &first, const MemoryAccess &second,
                 ArrayRef<int64_t> localSize, const Assumptions &facts);

/// Reports what is still to be divided among work-items, or is only there until
/// then.
LogicalResult checkIsDistributed(loop::KernelOp kernel);

/// Index functions of the accesses in a kernel that has been divided among
/// work-items (lift-distribute-loops).
class ThreadDependence {
public:
  explicit ThreadDependence(loop::KernelOp kernel);

  /// The access that `op` makes, if it is a load or store of memory that
  /// work-items share.
  std::optional<MemoryAccess> getAccess(Operation *op);

  /// Takes all accesses of `buffer` for such of `storage`, at the same linear
  /// indices.
  void setStorage(loop::AllocOp buffer, loop::AllocOp storage) {
    storages[buffer] = storage;
  }

  /// How many elements apart two neighbours along `dim` of a work-group are, in
  /// an access that both make, where no index is kept in a range. Nothing if
  /// that is not known, or not the same for all neighbours.
  std::optional<Expr> getStride(const MemoryAccess &access, unsigned dim) const;

  /// What is known of the names in index functions.
  const Assumptions &getFacts() const { return facts; }

  bool mayConflict(const MemoryAccess &first, const MemoryAccess &second);

  /// The same in one trip of the loops around both: neighbouring rows, of which
  /// a step reads one and writes the other, have no such conflict.
  bool mayConflictInTrip(const MemoryAccess &first, const MemoryAccess &second);

  /// The same for two accesses in `op`, in one trip of the loops around it, but
  /// any of those inside.
  bool mayConflictInside(Operation *op, const MemoryAccess &first,
                         const MemoryAccess &second);

  /// The same for `first` in one trip of a loop and `second` in a later one, in
  /// the same trips of the loops around it: a buffer with a slice for each trip
  /// has no such conflict, whichever work-items use the slice. Nor have slices
  /// that are used in turn, if only the trip that comes next counts (`isNext`).
  bool mayConflictInLaterTrip(const MemoryAccess &first,
                              const MemoryAccess &second, loop::ForOp loop,
                              bool isNext);

  /// Whether all work-items of a group go through the regions of `op` together:
  /// a loop with bounds, or a branch with tests, that do not depend on local
  /// ids or on data.
  bool isUniform(Operation *op);

  /// Whether all tests of a branch are known to hold: then it is none.
  bool isAlwaysTaken(loop::IfOp branch);

private:
  /// What is asked of two accesses: where they may meet, and, of the trips of a
  /// loop, whether only the next one counts.
  struct Meeting {
    enum Kind { Anywhere, InTrip, Inside, LaterTrip, NextTrip } kind;
    Operation *op = nullptr;
  };
  /// The answer, which depends on the operations alone if the buffers are the
  /// same: it is remembered.
  bool ask(const MemoryAccess &first, const MemoryAccess &second,
           Meeting meeting);
  bool mayMeet(const MemoryAccess &first, const MemoryAccess &second,
               Meeting meeting) const;
  /// Where the numbers of `loops` are the same for both.
  bool mayMeetInside(const MemoryAccess &first, const MemoryAccess &second,
                     const std::set<std::string> &loops) const;
  bool mayMeetInLaterTrip(const MemoryAccess &first, const MemoryAccess &second,
                          Operation *loop, bool isNext) const;

  /// A value of type index as an expression.
  Expr getExpr(Value value);
  Expr computeExpr(Value value);
  /// An expression of an operation, over its operands.
  Expr getExpr(const Expr &expr, ValueRange operands);
  Expr getArgument(BlockArgument argument);
  Expr getLoopVariable(loop::ForOp loop);
  Expr getId(loop::IdOp id);
  Expr getIndex(loop::IndexOp op);
  /// An index that is kept in [lower, upper], and may be outside before.
  Expr getKept(const Expr &index, const Expr &lower, const Expr &upper,
               bool isSameInside);
  /// The number of groups, and that of a group.
  Expr getGroupCount(unsigned dim);
  Expr getGroup(unsigned dim);
  /// A new name in [lower, upper], which stands for `inside` there.
  Expr nameInRange(const Expr &lower, const Expr &upper,
                   const std::optional<Expr> &inside = std::nullopt);
  /// The index where all indices are inside their ranges; nothing if that is
  /// not known of one.
  std::optional<Expr> withoutClamps(const Expr &index) const;
  bool isUniform(Value value);
  /// The names of the numbers of the trips of the loops around `op`, of all or
  /// of those that `other` is in, too.
  std::set<std::string> getLoopsAround(Operation *op,
                                       Operation *other = nullptr) const;

  std::optional<MemoryAccess> computeAccess(Operation *op);
  /// Finds out how far apart the lanes of a vector are.
  void setLanes(MemoryAccess &access, const Expr &lane) const;
  /// What the branches and loops around `access.op` say of it.
  void setConditions(MemoryAccess &access);
  void addTests(loop::IfOp branch, bool hold, MemoryAccess &access);
  void addTrip(loop::ForOp loop, MemoryAccess &access);
  /// What is not negative where the tests of a branch hold, without what is
  /// known anyhow.
  SmallVector<Expr> getOpenTests(loop::IfOp branch);

  loop::KernelOp kernel;
  SmallVector<int64_t> localSize;
  Assumptions facts;
  DenseMap<Value, Expr> expressions;
  DenseMap<Value, bool> uniform;
  DenseMap<Value, Value> storages;
  DenseMap<Operation *, std::optional<MemoryAccess>> accesses;
  /// What the names of indices that are kept in a range stand for inside, if
  /// that is known.
  std::map<std::string, std::optional<Expr>> keptIndices;
  /// What stands for the number of a trip of a loop, from 0.
  DenseMap<Operation *, std::string> loopNames;
  DenseMap<std::tuple<Operation *, Operation *, unsigned, Operation *>, bool>
      answers;
  unsigned numNames = 0;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_THREADDEPENDENCE_H
