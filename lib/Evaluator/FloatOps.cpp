//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines floating-point arithmetic, comparison and casts: each
// operation rounds once, to its type.
//
//===----------------------------------------------------------------------===//

#include "ScalarTemplates.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

namespace {

//===----------------------------------------------------------------------===//
// Arithmetic
//
// An f16 is computed as f32 and rounded to f16: for + - * / the result is that
// of one rounding, because 24 >= 2 * 11 + 2 bits (Figueroa, "When is double
// rounding innocuous?", SIGNUM 1995).
//===----------------------------------------------------------------------===//

struct AddF {
  template <typename T>
  static T apply(T a, T b) {
    return a + b;
  }
};

struct SubF {
  template <typename T>
  static T apply(T a, T b) {
    return a - b;
  }
};

struct MulF {
  template <typename T>
  static T apply(T a, T b) {
    return a * b;
  }
};

struct DivF {
  template <typename T>
  static T apply(T a, T b) {
    return a / b;
  }
};

struct RemF {
  template <typename T>
  static T apply(T a, T b) {
    return std::fmod(a, b);
  }
};

struct NegF {
  template <typename T>
  static T apply(T a) {
    return -a;
  }
};

/// NaN if either is; -0 is less than +0.
struct MaximumF {
  template <typename T>
  static T apply(T a, T b) {
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<T>::quiet_NaN();
    if (a == b)
      return std::signbit(a) ? b : a;
    return a > b ? a : b;
  }
};

struct MinimumF {
  template <typename T>
  static T apply(T a, T b) {
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<T>::quiet_NaN();
    if (a == b)
      return std::signbit(a) ? a : b;
    return a < b ? a : b;
  }
};

/// The other one if one is NaN.
struct MaxNumF {
  template <typename T>
  static T apply(T a, T b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : MaximumF::apply(a, b);
  }
};

struct MinNumF {
  template <typename T>
  static T apply(T a, T b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : MinimumF::apply(a, b);
  }
};

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

template <typename K>
const char *compareFloats(Register &result, const Register &lhs,
                          const Register &rhs, const Register &accepted) {
  typename K::Value a = K::get(lhs), b = K::get(rhs);
  int64_t outcome = a < b    ? kLess
                    : a > b  ? kGreater
                    : a == b ? kEqual
                             : kUnordered;
  result.i = (outcome & accepted.i) != 0;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

template <typename From, typename To>
const char *castFloat(Register &result, const Register &a, const Register &,
                      const Register &) {
  To::set(result, From::get(a));
  return nullptr;
}

/// Integers beyond 2^53 are too large for f16 whatever the rounding to double.
template <typename From, typename To>
const char *castSigned(Register &result, const Register &a, const Register &,
                       const Register &) {
  To::set(result, From::getSigned(a));
  return nullptr;
}

template <typename From, typename To>
const char *castUnsigned(Register &result, const Register &a, const Register &,
                         const Register &) {
  To::set(result, From::getUnsigned(a));
  return nullptr;
}

/// Rounds towards zero; poison where the integer cannot hold the value.
template <typename From, typename To>
const char *castToSigned(Register &result, const Register &a, const Register &,
                         const Register &) {
  double value = std::trunc(static_cast<double>(From::get(a)));
  double bound = std::ldexp(1.0, To::width - 1);
  result.valid = value >= -bound && value < bound;
  if (result.valid)
    To::set(result, static_cast<uint64_t>(static_cast<int64_t>(value)));
  return nullptr;
}

template <typename From, typename To>
const char *castToUnsigned(Register &result, const Register &a,
                           const Register &, const Register &) {
  double value = std::trunc(static_cast<double>(From::get(a)));
  result.valid = value >= 0 && value < std::ldexp(1.0, To::width);
  if (result.valid)
    To::set(result, static_cast<uint64_t>(value));
  return nullptr;
}

template <typename From, typename To>
const char *resizeSigned(Register &result, const Register &a, const Register &,
                         const Register &) {
  To::set(result, static_cast<uint64_t>(From::getSigned(a)));
  return nullptr;
}

template <typename From, typename To>
const char *resizeUnsigned(Register &result, const Register &a,
                           const Register &, const Register &) {
  To::set(result, From::getUnsigned(a));
  return nullptr;
}

/// The same bytes as another kind of number of the same width.
template <NumberKind From, NumberKind To>
const char *castBits(Register &result, const Register &a, const Register &,
                     const Register &) {
  char bytes[sizeof(int64_t)];
  storeNumber(From, a, bytes);
  loadNumber(To, bytes, result);
  return nullptr;
}

/// Calls `visit` with the type that stands for a kind.
template <typename Visitor>
ScalarFunction visitFloat(NumberKind kind, Visitor visit) {
  switch (kind) {
  case NumberKind::F16:
    return visit(F16());
  case NumberKind::F32:
    return visit(F32());
  case NumberKind::F64:
    return visit(F64());
  default:
    return nullptr;
  }
}

template <typename Visitor>
ScalarFunction visitInteger(NumberKind kind, Visitor visit) {
  switch (kind) {
  case NumberKind::I1:
    return visit(Int<1>());
  case NumberKind::I8:
    return visit(Int<8>());
  case NumberKind::I16:
    return visit(Int<16>());
  case NumberKind::I32:
    return visit(Int<32>());
  case NumberKind::I64:
    return visit(Int<64>());
  default:
    return nullptr;
  }
}

ScalarFunction chooseFloatCast(NumberKind from, NumberKind to) {
  return visitFloat(from, [&](auto source) {
    return visitFloat(to, [&](auto target) -> ScalarFunction {
      return castFloat<decltype(source), decltype(target)>;
    });
  });
}

template <bool IsSigned>
ScalarFunction chooseIntegerToFloat(NumberKind from, NumberKind to) {
  return visitInteger(from, [&](auto source) {
    return visitFloat(to, [&](auto target) -> ScalarFunction {
      using From = decltype(source);
      using To = decltype(target);
      return IsSigned ? castSigned<From, To> : castUnsigned<From, To>;
    });
  });
}

template <bool IsSigned>
ScalarFunction chooseFloatToInteger(NumberKind from, NumberKind to) {
  return visitFloat(from, [&](auto source) {
    return visitInteger(to, [&](auto target) -> ScalarFunction {
      using From = decltype(source);
      using To = decltype(target);
      return IsSigned ? castToSigned<From, To> : castToUnsigned<From, To>;
    });
  });
}

template <bool IsSigned>
ScalarFunction chooseResize(NumberKind from, NumberKind to) {
  return visitInteger(from, [&](auto source) {
    return visitInteger(to, [&](auto target) -> ScalarFunction {
      using From = decltype(source);
      using To = decltype(target);
      return IsSigned ? resizeSigned<From, To> : resizeUnsigned<From, To>;
    });
  });
}

ScalarFunction chooseBitcast(NumberKind from, NumberKind to) {
  using K = NumberKind;
  if (from == to)
    return isFloat(from) ? chooseFloatCast(from, to)
                         : chooseResize<true>(from, to);
  if (from == K::F16 && to == K::I16)
    return castBits<K::F16, K::I16>;
  if (from == K::I16 && to == K::F16)
    return castBits<K::I16, K::F16>;
  if (from == K::F32 && to == K::I32)
    return castBits<K::F32, K::I32>;
  if (from == K::I32 && to == K::F32)
    return castBits<K::I32, K::F32>;
  if (from == K::F64 && to == K::I64)
    return castBits<K::F64, K::I64>;
  if (from == K::I64 && to == K::F64)
    return castBits<K::I64, K::F64>;
  return nullptr;
}

} // namespace

ScalarFunction evaluator::chooseFloatComparison(NumberKind kind) {
  return chooseFloat(kind, compareFloats<F16>, compareFloats<F32>,
                     compareFloats<F64>);
}

int64_t evaluator::getAcceptedOutcomes(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  switch (predicate) {
  case P::AlwaysFalse:
    return 0;
  case P::OEQ:
    return kEqual;
  case P::OGT:
    return kGreater;
  case P::OGE:
    return kGreater | kEqual;
  case P::OLT:
    return kLess;
  case P::OLE:
    return kLess | kEqual;
  case P::ONE:
    return kLess | kGreater;
  case P::ORD:
    return kLess | kEqual | kGreater;
  case P::UEQ:
    return kUnordered | kEqual;
  case P::UGT:
    return kUnordered | kGreater;
  case P::UGE:
    return kUnordered | kGreater | kEqual;
  case P::ULT:
    return kUnordered | kLess;
  case P::ULE:
    return kUnordered | kLess | kEqual;
  case P::UNE:
    return kUnordered | kLess | kGreater;
  case P::UNO:
    return kUnordered;
  case P::AlwaysTrue:
    return kUnordered | kLess | kEqual | kGreater;
  }
  return 0;
}

ArrayRef<ScalarOperation> evaluator::getFloatOperations() {
  static const ScalarOperation operations[] = {
      {"arith.addf", floatBinary<AddF>},
      {"arith.subf", floatBinary<SubF>},
      {"arith.mulf", floatBinary<MulF>},
      {"arith.divf", floatBinary<DivF>},
      {"arith.remf", floatBinary<RemF>},
      {"arith.negf", floatUnary<NegF>},
      {"arith.maximumf", floatBinary<MaximumF>},
      {"arith.minimumf", floatBinary<MinimumF>},
      {"arith.maxnumf", floatBinary<MaxNumF>},
      {"arith.minnumf", floatBinary<MinNumF>},
  };
  return operations;
}

ArrayRef<ScalarOperation> evaluator::getCastOperations() {
  static const ScalarOperation operations[] = {
      {"arith.extf", chooseFloatCast},
      {"arith.truncf", chooseFloatCast},
      {"arith.sitofp", chooseIntegerToFloat<true>},
      {"arith.uitofp", chooseIntegerToFloat<false>},
      {"arith.fptosi", chooseFloatToInteger<true>},
      {"arith.fptoui", chooseFloatToInteger<false>},
      {"arith.extsi", chooseResize<true>},
      {"arith.extui", chooseResize<false>},
      {"arith.trunci", chooseResize<false>},
      {"arith.index_cast", chooseResize<true>},
      {"arith.index_castui", chooseResize<false>},
      {"arith.bitcast", chooseBitcast},
  };
  return operations;
}
