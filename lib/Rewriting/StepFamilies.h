//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The families of steps that can be composed, each in a file of its own.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITING_STEPFAMILIES_H
#define LIB_REWRITING_STEPFAMILIES_H

#include "LiftDialect/Rewriting/Composition.h"

namespace mlir::lift {

/// Whether a reduction or scan declares that its elements may be grouped.
bool declaresAssociative(FoldPattern fold);

/// What the step computes from its accumulators, directly or not, and these.
DenseSet<Value> getDependent(FoldPattern fold);

/// The value for which `op` leaves its other operand as it is; null if there is
/// none. Others than commutative ones have one side only.
TypedAttr getNeutralOperand(Operation *op);

/// Steps that combine an accumulator with a term in a way that no algebra is
/// known of become such that do so by one operation.
void populateTermStepPatterns(RewritePatternSet &patterns);

/// The first choice of one candidate for each place that satisfies `test`; of
/// many, only so many are tried.
std::optional<SmallVector<TypedAttr>>
findChoice(ArrayRef<SmallVector<TypedAttr>> candidates,
           llvm::function_ref<bool(ArrayRef<TypedAttr>)> test);

/// A step that is an associative operation on tuples, of the accumulators and
/// of as many elements, if it is declared to be so; null where it is none.
std::unique_ptr<Composition> getTupleComposition(FoldPattern fold);

/// A step that is linear in the accumulators, over a semiring; null where it is
/// not, and, with the reason in `refusal`, where it is not declared associative
/// and would have to be.
std::unique_ptr<Composition> getLinearComposition(FoldPattern fold,
                                                  Refusal &refusal);

} // namespace mlir::lift

#endif // LIB_REWRITING_STEPFAMILIES_H
