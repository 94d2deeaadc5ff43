//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the math functions on floats: with the float functions of
// the C library for f32, through f32 for f16.
//
//===----------------------------------------------------------------------===//

#include "ScalarTemplates.h"

#include "llvm/ADT/APFloat.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

namespace {

/// Defines a function of one number.
#define LIFT_UNARY(NAME, EXPRESSION)                                           \
  struct NAME {                                                                \
    template <typename T>                                                      \
    static T apply(T a) {                                                      \
      return EXPRESSION;                                                       \
    }                                                                          \
  }

LIFT_UNARY(AbsF, std::fabs(a));
LIFT_UNARY(Acos, std::acos(a));
LIFT_UNARY(Acosh, std::acosh(a));
LIFT_UNARY(Asin, std::asin(a));
LIFT_UNARY(Asinh, std::asinh(a));
LIFT_UNARY(Atan, std::atan(a));
LIFT_UNARY(Atanh, std::atanh(a));
LIFT_UNARY(Cbrt, std::cbrt(a));
LIFT_UNARY(Ceil, std::ceil(a));
LIFT_UNARY(Cos, std::cos(a));
LIFT_UNARY(Cosh, std::cosh(a));
LIFT_UNARY(Erf, std::erf(a));
LIFT_UNARY(Erfc, std::erfc(a));
LIFT_UNARY(Exp, std::exp(a));
LIFT_UNARY(Exp2, std::exp2(a));
LIFT_UNARY(ExpM1, std::expm1(a));
LIFT_UNARY(Floor, std::floor(a));
LIFT_UNARY(Log, std::log(a));
LIFT_UNARY(Log10, std::log10(a));
LIFT_UNARY(Log1p, std::log1p(a));
LIFT_UNARY(Log2, std::log2(a));
LIFT_UNARY(Round, std::round(a));
LIFT_UNARY(RoundEven, std::nearbyint(a));
LIFT_UNARY(Rsqrt, T(1) / std::sqrt(a));
LIFT_UNARY(Sin, std::sin(a));
LIFT_UNARY(Sinh, std::sinh(a));
LIFT_UNARY(Sqrt, std::sqrt(a));
LIFT_UNARY(Tan, std::tan(a));
LIFT_UNARY(Tanh, std::tanh(a));
LIFT_UNARY(Trunc, std::trunc(a));

struct Atan2 {
  template <typename T>
  static T apply(T a, T b) {
    return std::atan2(a, b);
  }
};

struct CopySign {
  template <typename T>
  static T apply(T a, T b) {
    return std::copysign(a, b);
  }
};

struct PowF {
  template <typename T>
  static T apply(T a, T b) {
    return std::pow(a, b);
  }
};

struct ClampF {
  template <typename T>
  static T apply(T value, T low, T high) {
    return value < low ? low : value > high ? high : value;
  }
};

struct Fma {
  template <typename T>
  static T apply(T a, T b, T c) {
    return std::fma(a, b, c);
  }
};

/// An f32 or f64 sum may round a product of f16 twice.
const char *computeHalfFma(Register &result, const Register &a,
                           const Register &b, const Register &c) {
  auto toHalf = [](const Register &number) {
    return APFloat(APFloat::IEEEhalf(), APInt(16, roundToHalf(number.f)));
  };
  APFloat sum = toHalf(a);
  sum.fusedMultiplyAdd(toHalf(b), toHalf(c), APFloat::rmNearestTiesToEven);
  result.f = expandHalf(sum.bitcastToAPInt().getZExtValue());
  return nullptr;
}

ScalarFunction chooseFma(NumberKind kind, NumberKind) {
  return chooseFloat(kind, computeHalfFma, computeTernary<Fma, F32>,
                     computeTernary<Fma, F64>);
}

/// A float to the power of an integer.
template <typename K>
const char *computeFPowI(Register &result, const Register &a, const Register &b,
                         const Register &) {
  using T = typename K::Value;
  K::set(result, static_cast<T>(std::pow(K::get(a), static_cast<T>(b.i))));
  return nullptr;
}

ScalarFunction chooseFPowI(NumberKind kind, NumberKind) {
  return chooseFloat(kind, computeFPowI<F16>, computeFPowI<F32>,
                     computeFPowI<F64>);
}

//===----------------------------------------------------------------------===//
// Classification
//===----------------------------------------------------------------------===//

struct IsFinite {
  template <typename T>
  static bool apply(T a) {
    return std::isfinite(a);
  }
};

struct IsInf {
  template <typename T>
  static bool apply(T a) {
    return std::isinf(a);
  }
};

struct IsNaN {
  template <typename T>
  static bool apply(T a) {
    return std::isnan(a);
  }
};

struct IsNormal {
  template <typename T>
  static bool apply(T a) {
    return std::isnormal(a);
  }
};

template <typename Op, typename K>
const char *classify(Register &result, const Register &a, const Register &,
                     const Register &) {
  result.i = Op::apply(K::get(a));
  return nullptr;
}

/// A subnormal f16 is a normal float.
const char *isNormalHalf(Register &result, const Register &a, const Register &,
                         const Register &) {
  result.i = std::isnormal(a.f) && std::fabs(a.f) >= std::ldexp(1.0f, -14);
  return nullptr;
}

template <typename Op>
ScalarFunction chooseClass(NumberKind kind, NumberKind) {
  bool isNormal = std::is_same_v<Op, IsNormal>;
  return chooseFloat(kind, isNormal ? isNormalHalf : classify<Op, F16>,
                     classify<Op, F32>, classify<Op, F64>);
}

} // namespace

ArrayRef<ScalarOperation> evaluator::getMathOperations() {
  static const ScalarOperation operations[] = {
      {"math.absf", floatUnary<AbsF>},
      {"math.acos", floatUnary<Acos>},
      {"math.acosh", floatUnary<Acosh>},
      {"math.asin", floatUnary<Asin>},
      {"math.asinh", floatUnary<Asinh>},
      {"math.atan", floatUnary<Atan>},
      {"math.atan2", floatBinary<Atan2>},
      {"math.atanh", floatUnary<Atanh>},
      {"math.cbrt", floatUnary<Cbrt>},
      {"math.ceil", floatUnary<Ceil>},
      {"math.clampf", floatTernary<ClampF>},
      {"math.copysign", floatBinary<CopySign>},
      {"math.cos", floatUnary<Cos>},
      {"math.cosh", floatUnary<Cosh>},
      {"math.erf", floatUnary<Erf>},
      {"math.erfc", floatUnary<Erfc>},
      {"math.exp", floatUnary<Exp>},
      {"math.exp2", floatUnary<Exp2>},
      {"math.expm1", floatUnary<ExpM1>},
      {"math.floor", floatUnary<Floor>},
      {"math.fma", chooseFma},
      {"vector.fma", chooseFma},
      {"math.fpowi", chooseFPowI},
      {"math.isfinite", chooseClass<IsFinite>},
      {"math.isinf", chooseClass<IsInf>},
      {"math.isnan", chooseClass<IsNaN>},
      {"math.isnormal", chooseClass<IsNormal>},
      {"math.log", floatUnary<Log>},
      {"math.log10", floatUnary<Log10>},
      {"math.log1p", floatUnary<Log1p>},
      {"math.log2", floatUnary<Log2>},
      {"math.powf", floatBinary<PowF>},
      {"math.round", floatUnary<Round>},
      {"math.roundeven", floatUnary<RoundEven>},
      {"math.rsqrt", floatUnary<Rsqrt>},
      {"math.sin", floatUnary<Sin>},
      {"math.sincos", floatUnary<Sin>, floatUnary<Cos>},
      {"math.sinh", floatUnary<Sinh>},
      {"math.sqrt", floatUnary<Sqrt>},
      {"math.tan", floatUnary<Tan>},
      {"math.tanh", floatUnary<Tanh>},
      {"math.trunc", floatUnary<Trunc>},
  };
  return operations;
}
