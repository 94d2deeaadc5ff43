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
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <array>
#include <tuple>

namespace mlir::lift {

/// One access to an element, or to `width` neighbours, of a buffer.
struct MemoryAccess {
  Operation *op = nullptr;
  Value buffer;
  bool isWrite = false;
  /// The linear index of the (first) element; absent if it is not known.
  std::optional<Expr> index;
  int64_t width = 1;
  /// The number that it shares with the stores of the other lanes of a vector.
  Attribute lanes;
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

/// Index functions of the accesses in a gpu.func, recovered from its
/// arithmetic.
class ThreadDependence {
public:
  explicit ThreadDependence(gpu::GPUFuncOp func);

  /// The access that `op` makes, if it is a load or store of memory that
  /// work-items share.
  std::optional<MemoryAccess> getAccess(Operation *op);

  /// How many elements apart two neighbours along `dim` of a work-group are, in
  /// an access that both make, where no index is kept in a range; sizes have
  /// the names of arguments. Nothing if that is not known, or not the same for
  /// all neighbours.
  std::optional<Expr> getStride(const MemoryAccess &access, unsigned dim) const;

  /// The index for users: sizes have the names of arguments.
  std::optional<Expr> getReadableIndex(const MemoryAccess &access) const;

  bool mayConflict(const MemoryAccess &first, const MemoryAccess &second);

  /// The same for two accesses in `op`, in the same trip of the loops around
  /// it: neighbouring rows, of which a step reads one and writes the other,
  /// have no such conflict.
  bool mayConflictInside(Operation *op, const MemoryAccess &first,
                         const MemoryAccess &second);

  /// The same for `first` in one trip of a loop and `second` in a later one, in
  /// the same trips of the loops around it: a buffer with a slice for each trip
  /// has no such conflict, whichever work-items use the slice. Nor have slices
  /// that are used in turn, if only the trip that comes next counts (`isNext`).
  bool mayConflictInLaterTrip(const MemoryAccess &first,
                              const MemoryAccess &second, scf::ForOp loop,
                              bool isNext);

  /// Whether all work-items of a group go through the regions of `op` together:
  /// a loop with bounds, or a branch with a condition, that do not depend on
  /// local ids or on data.
  bool isUniform(Operation *op);

private:
  /// What is asked of two accesses: where they may meet, and, of the trips of a
  /// loop, whether only the next one counts.
  struct Place {
    enum Kind { Anywhere, Inside, LaterTrip, NextTrip } kind;
    Operation *op = nullptr;
  };
  /// The answer, which depends on the operations alone if the buffers are the
  /// same: it is remembered.
  bool ask(const MemoryAccess &first, const MemoryAccess &second, Place place);
  bool mayMeet(const MemoryAccess &first, const MemoryAccess &second,
               Place place) const;
  bool mayMeetInside(const MemoryAccess &first, const MemoryAccess &second,
                     Operation *op) const;
  bool mayMeetInLaterTrip(const MemoryAccess &first, const MemoryAccess &second,
                          Operation *loop, bool isNext) const;

  /// An index value as an expression; nothing if it is not one.
  std::optional<Expr> getExpr(Value value);
  std::optional<Expr> computeExpr(Value value);
  std::optional<Expr> getLoopVariable(BlockArgument variable);
  /// A name for a number of which nothing else is known.
  Expr nameNonNegative(const std::string &name);
  /// A name for a quotient of numbers that may be negative, taken as unsigned:
  /// one for the whole group if they are.
  std::optional<Expr> getQuotient(arith::DivUIOp op);
  /// Gives sizes of the kernel the names of arguments, and back.
  Expr renameSizes(const Expr &expr) const;
  Expr nameArguments(const Expr &size) const;
  /// The index where all indices are inside their ranges; nothing if that is
  /// not known of one.
  std::optional<Expr> withoutClamps(const Expr &index) const;
  /// The names of the number of groups and of a group, with what is known of
  /// how many there are at most.
  Expr nameGroupCount(unsigned dim);
  Expr nameGroup(unsigned dim, const std::optional<Expr> &count);
  /// A new name in [lower, upper], which stands for `inside` there.
  Expr nameInRange(const Expr &lower, const Expr &upper,
                   const std::optional<Expr> &inside = std::nullopt);
  /// A name with the range of a clamped index, max(min(index, upper), lower).
  std::optional<Expr> getClamp(Operation *op);
  bool isUniform(Value value);
  /// What the conditions around `access.op` say of it.
  void setConditions(MemoryAccess &access);
  void addCondition(arith::CmpIOp compare, bool holds, MemoryAccess &access);
  /// Notes that upper - lower is `distance` at least where an access is made.
  void addLess(Value lower, Value upper, MemoryAccess &access,
               int64_t distance = 1);

  gpu::GPUFuncOp func;
  SmallVector<int64_t> localSize;
  Assumptions facts;
  DenseMap<Value, std::optional<Expr>> expressions;
  DenseMap<Value, bool> uniform;
  /// What the names of clamped indices stand for inside their ranges, if that
  /// is known.
  std::map<std::string, std::optional<Expr>> clampedIndices;
  /// What stands for the number of a trip of a loop, from 0.
  DenseMap<Operation *, std::string> loopNames;
  DenseMap<std::tuple<Operation *, Operation *, unsigned, Operation *>, bool>
      answers;
  unsigned numNames = 0;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_THREADDEPENDENCE_H
