//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the step of a reduction does, as algebra.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_COMBINER_H
#define LIFTDIALECT_REWRITING_COMBINER_H

#include "LiftDialect/Rewriting/Selection.h"

namespace mlir::lift {

/// A step that combines each accumulator with something that does not depend on
/// any of them: acc_j (+) h_j(elements), or that has a condition choose between
/// the two, which may look at all that it chooses between.
class Combiner {
public:
  static FailureOr<Combiner> get(FoldPattern fold, Refusal &refusal);

  unsigned getNumAccumulators() const { return ops.size(); }
  /// (+) of an accumulator, or what chooses.
  Operation *getOp(unsigned accumulator) const { return ops[accumulator]; }
  /// h of an accumulator.
  Value getTerm(unsigned accumulator) const {
    return ops[accumulator]->getOperand(getTermPosition(accumulator));
  }
  /// Which operand of (+) that is.
  unsigned getTermPosition(unsigned accumulator) const {
    return ops[accumulator]->getNumOperands() == 2 ? 1 - positions[accumulator]
                                                   : 3 - positions[accumulator];
  }
  ArrayRef<Selection> getSelections() const { return selections; }

  /// The value e for which `acc (+) e` is acc, bit for bit, whatever acc is;
  /// for numbers with a sign of zero that is -0.0. Null if there is none. What
  /// a condition chooses between has such values together.
  TypedAttr getNeutral(unsigned accumulator) const {
    return neutrals[accumulator];
  }
  /// The same for all accumulators; refuses if there is none for some.
  FailureOr<SmallVector<TypedAttr>> getNeutrals(Refusal &refusal) const;

  /// Emits acc_j (+) value_j for all accumulators.
  SmallVector<Value> combine(OpBuilder &builder, ValueRange accumulators,
                             ValueRange values) const;

  /// Has a step, whose results are `results`, leave the accumulators as they
  /// are where `mask` is false. There must be neutral values for all.
  void maskTerms(MutableArrayRef<Value> results, Value mask) const;

private:
  LogicalResult findSelections(FoldPattern fold, Refusal &refusal);
  void findNeutrals(FoldPattern fold);

  SmallVector<Operation *> ops;
  /// Which operand of each is the accumulator.
  SmallVector<unsigned> positions;
  SmallVector<Selection, 0> selections;
  SmallVector<TypedAttr> neutrals;
};

/// Elements of `reduce` that leave all its accumulators as they are: for each
/// of `elements`, arguments of the step or values of a nest that stand for
/// them, a constant. With `isExact` bit for bit; else a sum may turn -0.0 into
/// 0.0, as reordering it may. Nothing if none are found.
std::optional<SmallVector<TypedAttr>>
findNeutralElements(const Combiner &combiner, ArrayRef<Value> elements,
                    bool isExact);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_COMBINER_H
