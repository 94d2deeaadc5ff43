//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the helpers with which the tables of scalar operations are
// written: one description per operation, instantiated for each kind of number.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EVALUATOR_SCALARTEMPLATES_H
#define LIFT_LIB_EVALUATOR_SCALARTEMPLATES_H

#include "ScalarOps.h"

namespace mlir::lift::evaluator {

//===----------------------------------------------------------------------===//
// Kinds of numbers as types
//===----------------------------------------------------------------------===//

struct F16 {
  using Value = float;
  static Value get(const Register &number) { return number.f; }
  static void set(Register &number, double value) {
    number.f = expandHalf(roundToHalf(value));
  }
};

struct F32 {
  using Value = float;
  static Value get(const Register &number) { return number.f; }
  template <typename T>
  static void set(Register &number, T value) {
    number.f = static_cast<float>(value);
  }
};

struct F64 {
  using Value = double;
  static Value get(const Register &number) { return number.d; }
  template <typename T>
  static void set(Register &number, T value) {
    number.d = static_cast<double>(value);
  }
};

/// An integer of W bits.
template <unsigned W>
struct Int {
  static constexpr unsigned width = W;
  static constexpr uint64_t mask =
      W == 64 ? ~uint64_t(0) : (uint64_t(1) << (W % 64)) - 1;
  static constexpr int64_t min = W == 64 ? INT64_MIN : -(int64_t(1) << (W - 1));
  static constexpr int64_t max = ~min;
  /// The value with its leading bit as sign; -1 for the i1 `true`.
  static int64_t getSigned(const Register &number) {
    return W == 1 ? -(number.i & 1) : number.i;
  }
  static uint64_t getUnsigned(const Register &number) {
    return static_cast<uint64_t>(number.i) & mask;
  }
  /// Wraps `value` to W bits.
  static void set(Register &number, uint64_t value) {
    value &= mask;
    bool negative = W > 1 && (value >> (W - 1)) & 1;
    number.i = static_cast<int64_t>(negative ? value | ~mask : value);
  }
};

//===----------------------------------------------------------------------===//
// Floats: an operation has `template <typename T> static T apply(T...)`
//===----------------------------------------------------------------------===//

template <typename Op, typename K>
const char *computeUnary(Register &result, const Register &a, const Register &,
                         const Register &) {
  K::set(result, Op::apply(K::get(a)));
  return nullptr;
}

template <typename Op, typename K>
const char *computeBinary(Register &result, const Register &a,
                          const Register &b, const Register &) {
  K::set(result, Op::apply(K::get(a), K::get(b)));
  return nullptr;
}

template <typename Op, typename K>
const char *computeTernary(Register &result, const Register &a,
                           const Register &b, const Register &c) {
  K::set(result, Op::apply(K::get(a), K::get(b), K::get(c)));
  return nullptr;
}

/// Chooses among the instances for f16, f32 and f64.
inline ScalarFunction chooseFloat(NumberKind kind, ScalarFunction f16,
                                  ScalarFunction f32, ScalarFunction f64) {
  switch (kind) {
  case NumberKind::F16:
    return f16;
  case NumberKind::F32:
    return f32;
  case NumberKind::F64:
    return f64;
  default:
    return nullptr;
  }
}

template <typename Op>
ScalarFunction floatUnary(NumberKind kind, NumberKind) {
  return chooseFloat(kind, computeUnary<Op, F16>, computeUnary<Op, F32>,
                     computeUnary<Op, F64>);
}

template <typename Op>
ScalarFunction floatBinary(NumberKind kind, NumberKind) {
  return chooseFloat(kind, computeBinary<Op, F16>, computeBinary<Op, F32>,
                     computeBinary<Op, F64>);
}

template <typename Op>
ScalarFunction floatTernary(NumberKind kind, NumberKind) {
  return chooseFloat(kind, computeTernary<Op, F16>, computeTernary<Op, F32>,
                     computeTernary<Op, F64>);
}

//===----------------------------------------------------------------------===//
// Integers: an operation has `template <unsigned W> static const char *
// apply(Register &result, a, b)`
//===----------------------------------------------------------------------===//

template <typename Op, unsigned W>
const char *computeInteger(Register &result, const Register &a,
                           const Register &b, const Register &) {
  return Op::template apply<Int<W>>(result, a, b);
}

template <typename Op>
ScalarFunction integer(NumberKind kind, NumberKind) {
  switch (kind) {
  case NumberKind::I1:
    return computeInteger<Op, 1>;
  case NumberKind::I8:
    return computeInteger<Op, 8>;
  case NumberKind::I16:
    return computeInteger<Op, 16>;
  case NumberKind::I32:
    return computeInteger<Op, 32>;
  case NumberKind::I64:
    return computeInteger<Op, 64>;
  default:
    return nullptr;
  }
}

} // namespace mlir::lift::evaluator

#endif // LIFT_LIB_EVALUATOR_SCALARTEMPLATES_H
