//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares CarriedIndices: the loops around the place where a kernel
// is being written, and what they carry from trip to trip instead of computing
// it from their counters. It decides on index expressions, where each loop's
// counter, first trip and step are known:
//
// * a sum a + b * i, where a and b do not change in the loop and b is no
//   constant, which would be part of addresses in most instruction sets,
//   becomes an offset that each trip advances by b;
// * quotient and remainder of such a sum by a size become two: the remainder
//   advances, and where it reaches the size, it wraps and the quotient
//   advances.
//
// (Cocke, Kennedy, "An algorithm for reduction of operator strength", CACM
// 1977.) What is computed for the trip after the last is not used; it may be
// more than the index type holds.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LOOPSTOGPU_CARRIEDINDICES_H
#define LIFT_LIB_CONVERSION_LOOPSTOGPU_CARRIEDINDICES_H

#include "LiftDialect/Expr/Expr.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::lift {

class IndexEmitter;

class CarriedIndices {
public:
  CarriedIndices(IndexEmitter &emitter, OpBuilder &builder)
      : emitter(emitter), builder(builder) {}

  /// What is written from here to leave() is in `op`. Nothing that is in it is
  /// carried by loops around it if it chooses between two loops: what only one
  /// of them needs is little next to it, and would take registers of the other.
  void enter(Operation *op, bool choosesLoop = false);
  /// Lets the innermost of them, a loop, carry indices: its counter is `first`
  /// in the first trip and advances by `step`.
  void setCounter(const Expr &counter, const Expr &first, int64_t step);
  /// Returns the operation, or what it is replaced by: a loop that carries what
  /// has been asked for.
  Operation *leave();

  /// In how many of the operations around a value is defined.
  unsigned getLevel(Value value) const;

  /// `sum`, which changes in the loop of that level, as a value that this
  /// carries; null if it is not to.
  Value getSum(const Expr &sum, unsigned level);
  /// The same for a quotient or remainder whose numerator, 0 or more, changes
  /// in the loop.
  Value getDivision(const Atom &atom, unsigned level);

  /// The sum of what does not change in a loop around and what does, made of
  /// one of addEarlier(), from which it differs by one term; null if there is
  /// none. So the first takes no register.
  Value getFromEarlier(const Expr &invariant, const Expr &changing);
  void addEarlier(const Expr &invariant, const Expr &changing, Value sum);

  /// While it lives, code is written before the operations around in which
  /// nothing of that level changes.
  class Outside {
  public:
    Outside(CarriedIndices &indices, unsigned level);
    ~Outside() { indices.depth = saved; }

  private:
    CarriedIndices &indices;
    OpBuilder::InsertionGuard guard;
    unsigned saved;
  };
  /// Whether code is written before operations around, which may not come to
  /// where it was needed.
  bool isOutside() const { return depth != scopes.size(); }

private:
  /// first + stride * t in trip t of a loop.
  struct Linear {
    Expr first, stride;
    /// What of `first` the counter makes, and what it is multiplied with: how
    /// these are computed, where others need the parts, too.
    Expr ofCounter, slope;

    bool operator==(const Linear &other) const {
      return first == other.first && stride == other.stride;
    }
  };
  struct Offset {
    Linear linear;
    BlockArgument now;
    /// Whether others are made of it.
    bool hasOthers = false;
  };
  /// An offset that is computed from another in each trip.
  struct Derived {
    BlockArgument now, base;
    Expr distance;
  };
  struct Earlier {
    Expr invariant, changing;
    Value sum;
  };
  struct Division {
    Linear numerator;
    Expr divisor;
    BlockArgument quotient, remainder;
  };
  struct DivisionStep;
  struct Carried;
  struct Scope {
    Operation *op;
    bool choosesLoop = false;
    /// Of a loop that may carry indices.
    std::optional<std::string> counter = std::nullopt;
    Expr first = 0;
    int64_t step = 1;
    SmallVector<Offset, 0> offsets = {};
    SmallVector<Division, 0> divisions = {};
    SmallVector<Earlier, 0> earlier = {};
  };

  /// The loop of a level, if it may carry what is needed here.
  Scope *getLoop(unsigned level);
  std::optional<Linear> getLinear(const Expr &expr, const Scope &loop,
                                  unsigned level) const;
  BlockArgument addAsked(Scope &loop);
  Value getOffset(Scope &loop, const Linear &linear);
  /// Makes offsets that differ by one term of each other: that takes as many
  /// additions as to carry both, and a register less.
  void deriveOffsets(Scope &loop);
  /// The loop in which `changing` changes and `invariant` does not, if code is
  /// written into its body, in no branch.
  Scope *getLoopOf(const Expr &invariant, const Expr &changing);
  Value add(Value value, const Expr &expr);
  Value emitFirst(const Linear &linear);
  Value emitStride(const Linear &linear, int64_t step);
  /// What a loop is to carry, computed before it.
  Carried emitCarried(const Scope &loop);
  /// The loop of a scope, in place of which there is one that carries what has
  /// been asked for.
  scf::ForOp carry(const Scope &scope);

  IndexEmitter &emitter;
  OpBuilder &builder;
  /// From the outermost to the innermost.
  SmallVector<Scope, 0> scopes;
  /// How many of them are around the insertion point.
  unsigned depth = 0;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LOOPSTOGPU_CARRIEDINDICES_H
