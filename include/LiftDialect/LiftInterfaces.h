//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// This file defines what the interfaces of Lift operations speak of: relations
// between sizes, and the two directions of a view.
//
// A view relates the elements of its result to the elements of its source by
// index expressions. It is read through its *access*: where the element of the
// result at some path comes from. It is written through its *write path*: where
// in the result the element of the source at some path goes, so that whoever
// computes the source can store straight into the place of the result.
//
//                 read: result -> source    write: source -> result
//   split by m    (c, j) -> (c * m + j)     (i) -> (i floordiv m, i mod m)
//   join          (i) -> (i floordiv M,     (n, j) -> (n * M + j)
//                         i mod M)
//   transpose     (i, j) -> (j, i)          (i, j) -> (j, i)
//   reverse       (i) -> (N - 1 - i)        (i) -> (N - 1 - i)
//   slide         (w, k) -> (w * step + k)  none: windows overlap
//   pad           (i) -> (clamp(i - low))   (i) -> (i + low), partial
//   take          (i) -> (i)                (i) -> (i) if i < n
//   drop          (i) -> (i + k)            (i) -> (i - k) if i >= k
//   concat        (i) -> x (i) if i < N,    x (i) -> (i)
//                        y (i - N) else     y (i) -> (i + N)
//   gather by f   (i) -> (f(i))             none: f may repeat
//   scatter by f  none                      (i) -> (f(i)), exact if f is a
//                                           permutation
//   lookup, at    (i) -> (indices[i])       none
//   broadcast     (n, i) -> (i)             none: one element goes to several
//   as_vector w   (i, l) -> (i * w + l)     (i) -> (i floordiv w, i mod w)
//   as_scalar     (i) -> (i floordiv w,     (i, l) -> (i * w + l)
//                         i mod w)
//
// where l is the lane of a vector.
//
// Views compose by feeding the path of one to the next; the expressions are
// simplified with the ranges of the loop variables (Expr/Assumptions.h), so
// that a chain of views that moves nothing costs nothing.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTINTERFACES_H
#define LIFTDIALECT_LIFTINTERFACES_H

#include "LiftDialect/LiftTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::lift {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// A relation that the sizes of an operation must satisfy.
struct SizeConstraint {
  ConstraintKind kind;
  Expr lhs;
  Expr rhs;
  /// What is violated, as a diagnostic would say it: "chunk size 7 does not
  /// divide the array length 960".
  std::string sentence;
};

/// True or false where it is so for all sizes, nothing where that is not seen.
std::optional<bool> decide(const SizeConstraint &constraint);

/// Emits an error for each constraint of `op` that is violated for all values
/// of the names.
LogicalResult verifyConstantSizeConstraints(Operation *op);

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// What holds of an index that a program computes: 0 <= index < length.
struct IndexRange {
  enum class Reason {
    /// It must be proved.
    Proved,
    /// The program states it.
    Stated,
    /// The view tests it: it need not hold.
    Tested
  };
  Expr length;
  Reason reason;
};

/// Gives a name to an index that is not a polynomial of others. Lowering binds
/// the name to a computed value, an analysis only to its range.
class IndexBinder {
public:
  virtual ~IndexBinder() = default;
  /// A name for min(max(index, lower), upper).
  virtual Expr clamp(const Expr &index, const Expr &lower,
                     const Expr &upper) = 0;
  /// A name for the index in [0, length) that `index`, which lies in
  /// [-length, 2 * length), stands for in an array that is repeated.
  virtual Expr wrap(const Expr &index, const Expr &length) = 0;
  /// The same in an array that is mirrored at its ends: -1 is 0, length is
  /// length - 1.
  virtual Expr mirror(const Expr &index, const Expr &length) = 0;
  /// What an index function yields for `argument`, or an error where it cannot
  /// be known.
  virtual Expr apply(Region &function, const Expr &argument,
                     const IndexRange &range) = 0;
  /// An integer that the program computes: the element of `value` at `path`, or
  /// `value` itself.
  virtual Expr element(Value value, ArrayRef<Expr> path,
                       const IndexRange &range) = 0;
};

/// lower <= index < upper.
struct IndexTest {
  Expr index;
  Expr lower;
  Expr upper;
};

/// Where an element comes from: the element at `path` of `source` (a scalar
/// where the path is empty) if all tests hold, and otherwise from elsewhere.
/// The path is in range wherever the tests hold. Without a source the result
/// can be written, but not read.
struct Access {
  Value source;
  SmallVector<Expr> path;
  SmallVector<IndexTest> tests;
  /// Null if there are no tests.
  std::shared_ptr<const Access> otherwise;
};

/// Where an element of a source of a view goes in its result.
struct WritePath {
  SmallVector<Expr> path;
  /// The element is in the result only if all hold.
  SmallVector<IndexTest> guards;
  /// The elements of all sources together write every element of the result.
  bool exact = true;
};

} // namespace mlir::lift

#include "LiftDialect/LiftInterfaces.h.inc"

#endif // LIFTDIALECT_LIFTINTERFACES_H
