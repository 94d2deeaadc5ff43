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

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

/// A step that combines each accumulator with something that does not depend on
/// any of them: acc_j (+) h_j(elements).
class Combiner {
public:
  static FailureOr<Combiner> get(ReduceOp reduce, Refusal &refusal);

  unsigned getNumAccumulators() const { return ops.size(); }
  /// (+) of an accumulator.
  Operation *getOp(unsigned accumulator) const { return ops[accumulator]; }
  /// h of an accumulator.
  Value getTerm(unsigned accumulator) const {
    return ops[accumulator]->getOperand(1 - positions[accumulator]);
  }
  /// The value e for which `acc (+) e` is acc, bit for bit, whatever acc is; for
  /// numbers with a sign of zero that is -0.0. Null if there is none.
  TypedAttr getNeutral(unsigned accumulator) const;

  /// Emits acc_j (+) value_j for all accumulators.
  SmallVector<Value> combine(OpBuilder &builder, ValueRange accumulators,
                             ValueRange values) const;

private:
  SmallVector<Operation *> ops;
  /// Which operand of each is the accumulator.
  SmallVector<unsigned> positions;
};

/// Whether a step leaves all accumulators as they are, bit for bit, where
/// `elements` (null for those that are not known) are its elements.
bool leavesAccumulators(const Combiner &combiner, ArrayRef<Value> elements,
                        ArrayRef<Attribute> constants);

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_COMBINER_H
