//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a reduction or scan as functions of its accumulators. Functions
// can be composed in any grouping, so that the elements of a part become one
// function, which is applied to what comes before the part. A family of such
// functions is of use if a few numbers, its *coefficients*, say which one of
// them it is:
//
//   acc (+) h(x)             (+) associative: a number for each accumulator
//   f(acc, x)                f associative on tuples: the elements themselves
//   A(x) acc + b(x)          linear: matrices and vectors over a semiring
//
// (Blelloch: Prefix Sums and Their Applications, 1990, 1.4; Kogge, Stone: A
// Parallel Algorithm for the Efficient Solution of a General Class of
// Recurrence Equations, IEEE ToC 1973.)
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_REWRITING_COMPOSITION_H
#define LIFTDIALECT_REWRITING_COMPOSITION_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Refusal.h"

namespace mlir::lift {

class Composition {
public:
  virtual ~Composition() = default;

  /// The family of the steps of `fold`, a reduction or a scan; refuses where
  /// none is known, or where composing would change a rounding that the program
  /// does not let it change.
  static FailureOr<std::unique_ptr<Composition>> get(FoldPattern fold,
                                                     Refusal &refusal);

  /// The types of the coefficients, and those of the function that leaves the
  /// accumulators as they are.
  SmallVector<Type> getTypes() const;
  ArrayRef<TypedAttr> getIdentity() const { return identity; }

  /// Emits the coefficients of two functions, one after the other.
  virtual SmallVector<Value> compose(OpBuilder &builder, ValueRange first,
                                     ValueRange second) const = 0;
  /// Emits those of a function and a step for some elements.
  virtual SmallVector<Value> append(OpBuilder &builder, ValueRange first,
                                    ValueRange elements) const = 0;
  /// The same, if `mask` is true; else those of `first`.
  virtual SmallVector<Value> appendIf(OpBuilder &builder, Value mask,
                                      ValueRange first,
                                      ValueRange elements) const;
  /// Emits what a function makes of accumulators.
  virtual SmallVector<Value> apply(OpBuilder &builder, ValueRange accumulators,
                                   ValueRange function) const = 0;

  /// Whether it is of no account which of two functions comes first.
  virtual bool commute() const { return false; }
  /// Whether that may be so, if a program declares it.
  virtual bool mayCommute() const { return commute(); }
  /// Whether the coefficients of a step are its elements, as they are.
  virtual bool takesElements() const = 0;
  /// Whether it is no step of this family if elements are computed in it.
  virtual bool needsElements() const { return false; }
  /// Elements whose step changes nothing, but for the sign of zero; nothing if
  /// none are known.
  virtual std::optional<SmallVector<TypedAttr>> findNeutralElements() const {
    return std::nullopt;
  }

protected:
  explicit Composition(FoldPattern fold) : fold(fold) {}

  FoldPattern getFold() const { return fold; }

  SmallVector<TypedAttr> identity;

private:
  FoldPattern fold;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_REWRITING_COMPOSITION_H
