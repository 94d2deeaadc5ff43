//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the reference evaluator: it defines what a Lift program
// means. It knows nothing of views, rewrites or lowerings, so that it can judge
// them.
//
// Arrays cross the boundary as dense row-major buffers. A tuple is one buffer
// per scalar component (*leaf*), in order, nested tuples flattened: an argument
// of type `!lift.array<N x tuple<f32, !lift.array<3 x i32>>>` is two buffers,
// N x f32 and N x 3 x i32.
//
//   EvaluationOptions options;
//   options.sizes["TM"] = 32;
//   FailureOr<SmallVector<HostArray>> results = evaluate(func, args, options);
//
// Elements that are unspecified (the halo of an empty pad, a shift by too many
// bits) are *poison*: arithmetic on poison is poison, and poison in a result of
// the function is an error that names the element.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EVALUATOR_EVALUATOR_H
#define LIFTDIALECT_EVALUATOR_EVALUATOR_H

#include "LiftDialect/Expr/Expr.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Types.h"

#include <map>
#include <string>
#include <vector>

namespace mlir::lift {

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// A dense row-major array; a scalar is an array without dimensions.
struct HostArray {
  /// i1 (one byte, 0 or 1), i8, i16, i32, i64, index (eight bytes), f16, f32,
  /// f64, or a vector of them (its lanes one after the other).
  Type elementType;
  SmallVector<int64_t> shape;
  std::vector<char> data;

  /// An array of zeros.
  static HostArray get(Type elementType, ArrayRef<int64_t> shape);
  /// A scalar from its bytes.
  template <typename T>
  static HostArray getScalar(Type elementType, T value) {
    HostArray array = get(elementType, {});
    array.as<T>()[0] = value;
    return array;
  }

  /// The product of the shape: 1 for a scalar.
  int64_t getNumElements() const;
  /// The elements (the lanes, for vectors) as numbers of type T, whose size
  /// must be that of the element type.
  template <typename T>
  MutableArrayRef<T> as() {
    return {reinterpret_cast<T *>(data.data()), data.size() / sizeof(T)};
  }
  template <typename T>
  ArrayRef<T> as() const {
    return {reinterpret_cast<const T *>(data.data()), data.size() / sizeof(T)};
  }
  /// The number at row-major place `position` (counting lanes), whatever the
  /// element type; an i64 may be rounded.
  double getAsDouble(int64_t position) const;
  /// The same as text, exact.
  std::string getAsText(int64_t position) const;
};

/// Whether a HostArray can hold elements of `type`.
bool isHostElementType(Type type);

/// The bytes of one element in a HostArray.
int64_t getHostElementBytes(Type type);

/// The elements at `positions` (row-major) of `array`, as an array of one
/// dimension: what a sampled evaluation of `array` returns.
HostArray gather(const HostArray &array, ArrayRef<int64_t> positions);

/// One buffer of a value at the boundary: its sizes (none for a scalar) and its
/// scalar or vector element type.
struct Leaf {
  Type elementType;
  SmallVector<Expr> sizes;
};

/// The buffers that a value of `type` (an array, tuple, scalar or vector) is
/// made of, in order.
SmallVector<Leaf> getLeaves(Type type);

/// The leaves of all of `types`, one after the other.
SmallVector<Leaf> getLeaves(TypeRange types);

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The values of size names and tuning names.
using SizeBindings = std::map<std::string, int64_t>;

/// Finds the value of each size name of `func` from `shapes`, one per leaf of
/// the arguments, and compares all shapes with the types. With empty `shapes`
/// all values come from `given`. A tuning name that is not given takes the
/// first value that `lift.params` lists. Tests `lift.requires`. Whatever
/// contradicts is an error at the function that shows both sizes.
FailureOr<SizeBindings> bindSizes(func::FuncOp func,
                                  ArrayRef<SmallVector<int64_t>> shapes,
                                  const SizeBindings &given);

/// The value of `size`, or an error at `loc` with the expression's reason.
FailureOr<int64_t> evaluateSize(Location loc, const Expr &size,
                                const SizeBindings &bindings);

/// The values of `sizes`, each between 1 and 2^31 - 1.
FailureOr<SmallVector<int64_t>>
evaluateShape(Location loc, ArrayRef<Expr> sizes, const SizeBindings &bindings);

/// Tests the size constraints of `op` (SizeConstraintInterface) for these
/// values; reports each that is violated, at the operation.
LogicalResult checkSizeConstraints(Operation *op, const SizeBindings &bindings);

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

struct EvaluationOptions {
  /// Values of tuning names, and of size names that no argument has as a whole
  /// size. Others are taken from the shapes of the arguments.
  SizeBindings sizes;
  /// Nothing: evaluate everything. Otherwise one list for each leaf of the
  /// results, of row-major positions: only these elements are computed, and
  /// returned as an array of one dimension in the order of the list. Elements
  /// that are not needed are not computed, nor what only they need.
  std::vector<std::vector<int64_t>> samples;
  /// Evaluation that needs more memory than this is an error.
  int64_t maxBytes = int64_t(8) << 30;
  /// Where to put how many operations on numbers were computed, each lane of a
  /// vector for itself; null if nobody asks.
  int64_t *numOperations = nullptr;
};

/// Evaluates `func` before lowering, on one array per leaf of its arguments;
/// returns one array per leaf of its results. Reports errors at the operation
/// they come from.
FailureOr<SmallVector<HostArray>> evaluate(func::FuncOp func,
                                           ArrayRef<HostArray> args,
                                           const EvaluationOptions &options);

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// How two arrays differ.
struct Comparison {
  struct Mismatch {
    /// Row-major, counting lanes.
    int64_t position;
    std::string expected;
    std::string actual;
  };
  /// Why the arrays cannot be compared: "shapes differ: 3 x 4 and 4 x 3". Empty
  /// if they can.
  std::string error;
  int64_t numElements = 0;
  int64_t numMismatches = 0;
  /// The largest difference of two finite numbers, absolute and relative to
  /// the expected one.
  double maxAbsolute = 0;
  double maxRelative = 0;
  /// The first few.
  SmallVector<Mismatch> mismatches;
  SmallVector<int64_t> shape;

  bool agrees() const { return error.empty() && numMismatches == 0; }
  /// `3 of 1024 elements differ`, then a line for each of the first.
  void print(raw_ostream &os) const;
};

/// Compares element by element: floats differ if |actual - expected| > atol +
/// rtol * |expected| (NaN equals NaN, infinities equal themselves), integers if
/// they are not equal. Remembers the first `maxReported` mismatches.
Comparison compare(const HostArray &expected, const HostArray &actual,
                   double rtol, double atol, size_t maxReported = 10);

} // namespace mlir::lift

#endif // LIFTDIALECT_EVALUATOR_EVALUATOR_H
