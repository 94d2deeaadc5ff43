//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest: maps inside each other, then at most one chain of reductions of
// scalars, then scalar operations; or such a chain alone. It is a view of the
// program, taken from it again for each rewrite; there is no operation for it.
//
//   map (%row = %A) {                            dimension 0, parallel
//     map (%column = %Bt) {                      dimension 1, parallel
//       %s = reduce (%a = %row, %b = %column) {  dimension 2, reduced
//         step: %acc + %a * %b
//       }
//       epilogue: max(%s, 0)
//     }
//   }
//
// Each scalar that the operations of a nest use is an element of an array from
// outside: %a is A by dimensions [0, 2], %b is Bt by [1, 2]. Views between the
// loops are lifted out of them, as the same views of the inner dimensions. So
// all that tells two matrix products, convolutions and sums apart is the
// dimensions of their operands, and a rewrite need not look at anything else.
//
// What the innermost map computes of numbers for the reduction in it is part of
// the step: it is done again for each element that is reduced, so that it must
// be no function and no division.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_NEST_H
#define LIFTDIALECT_REWRITING_NEST_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::lift {

/// A value inside a nest, as elements of one from outside it.
struct NestOperand {
  /// A value from outside, or the result of a constant inside.
  Value source;
  /// The views of `source`, outermost first; each is of the arrays that so many
  /// outermost dimensions hold.
  SmallVector<std::pair<ViewOpInterface, unsigned>> views;
  /// The dimensions of the nest that choose the element, outermost first.
  SmallVector<unsigned> dims;

  /// Writes the array whose elements by `dims` are the values.
  Value build(OpBuilder &builder) const;
};

/// A dimension of a nest.
struct NestDim {
  Expr size;
  /// The map or the reduction that goes through it.
  Operation *loop;

  bool isReduced() const { return isa<ReduceOp>(loop); }
};

class Nest {
public:
  /// Whether operands may be arrays, in which computed indices choose, and
  /// whether the body of the innermost map may go through them by patterns.
  enum class Operands { Numbers, Arrays, Rows };

  /// The nest whose outermost loop is `root`; refuses where there is none.
  static FailureOr<Nest> get(Operation *root, Refusal &refusal,
                             Operands allowed = Operands::Numbers);
  /// That of a chain of reductions alone, which has no parallel dimensions.
  static FailureOr<Nest> getChain(ReduceOp root, Refusal &refusal);

  Operation *getRoot() const { return root; }
  ArrayRef<NestDim> getDims() const { return dims; }
  unsigned getNumDims() const { return dims.size(); }
  unsigned getNumParallelDims() const { return numParallel; }
  bool isReduced(unsigned dim) const { return dim >= numParallel; }

  /// The outermost reduction, whose initial values are those of the nest, and
  /// the innermost, which holds the step. Null if nothing is reduced.
  ReduceOp getOuterReduce() const;
  ReduceOp getInnerReduce() const;

  /// The operations of the innermost reduction, after those of the map around
  /// it that it uses.
  ArrayRef<Operation *> getStep() const { return step; }
  /// The operations of the innermost map that the reduction does not use, or
  /// the results need, too.
  ArrayRef<Operation *> getEpilogue() const { return epilogue; }
  /// What each element of the results is.
  ValueRange getOutputs() const;

  /// The element that `value` is, if it comes from outside: an argument of a
  /// loop, a view, a constant, or a value from outside the nest itself.
  std::optional<NestOperand> lookup(Value value) const;

  /// The values that the step and the epilogue use and that differ by
  /// dimensions; each once, in the order in which the loops bring them.
  SmallVector<Value> getStepOperands() const;
  SmallVector<Value> getEpilogueOperands() const;
  /// The initial values of the reductions, one for each accumulator.
  ValueRange getInits() const;
  /// All operands: of the step, of the epilogue, and initial values.
  SmallVector<NestOperand> getOperands() const;

  /// Whether all reductions are declared associative and commutative.
  bool mayReorder() const;
  /// Declares of `reduce` the laws that all reductions of the nest declare.
  void copyLaws(ReduceOp reduce) const;

  /// Prints one line: dimensions, and the operands by dimension.
  void print(raw_ostream &os) const;

private:
  Nest(Operation *root, Operands allowed) : root(root), allowed(allowed) {}

  bool isOutside(Value value) const;
  bool isOperation(Operation &op) const;
  LogicalResult addLoop(Operation *loop, ValueRange inputs,
                        ValueRange arguments, Refusal &refusal);
  LogicalResult walkMap(MapOp map, Refusal &refusal);
  LogicalResult walkReduce(ReduceOp reduce, Refusal &refusal);
  LogicalResult liftOut(Operation &op, Refusal &refusal);
  SmallVector<Value> collectOperands(ArrayRef<Operation *> ops,
                                     ValueRange values) const;

  /// Has the step compute what it uses of the epilogue.
  LogicalResult repeatNumbers(Refusal &refusal);
  LogicalResult checkOperands(Refusal &refusal) const;

  Operation *root;
  Operands allowed;
  unsigned numParallel = 0;
  SmallVector<NestDim> dims;
  llvm::MapVector<Value, NestOperand> operands;
  SmallVector<Operation *> step, epilogue;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_NEST_H
