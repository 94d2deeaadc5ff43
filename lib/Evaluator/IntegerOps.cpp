//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines integer arithmetic: it wraps, and division by zero is an
// error.
//
//===----------------------------------------------------------------------===//

#include "ScalarTemplates.h"

#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

static constexpr const char *kDividesByZero = "divides by zero";
static constexpr const char *kDivisionOverflows =
    "divides the smallest number by -1, which overflows";

namespace {

//===----------------------------------------------------------------------===//
// Wrapping arithmetic and bits
//===----------------------------------------------------------------------===//

/// Defines an operation on the bits of its operands, as unsigned numbers.
#define LIFT_UNSIGNED(NAME, EXPRESSION)                                        \
  struct NAME {                                                                \
    template <typename I>                                                      \
    static const char *apply(Register &result, const Register &lhs,            \
                             const Register &rhs) {                            \
      [[maybe_unused]] uint64_t a = I::getUnsigned(lhs);                       \
      [[maybe_unused]] uint64_t b = I::getUnsigned(rhs);                       \
      I::set(result, EXPRESSION);                                              \
      return nullptr;                                                          \
    }                                                                          \
  }

/// Defines an operation on its operands as signed numbers.
#define LIFT_SIGNED(NAME, EXPRESSION)                                          \
  struct NAME {                                                                \
    template <typename I>                                                      \
    static const char *apply(Register &result, const Register &lhs,            \
                             const Register &rhs) {                            \
      [[maybe_unused]] int64_t a = I::getSigned(lhs);                          \
      [[maybe_unused]] int64_t b = I::getSigned(rhs);                          \
      I::set(result, static_cast<uint64_t>(EXPRESSION));                       \
      return nullptr;                                                          \
    }                                                                          \
  }

LIFT_UNSIGNED(AddI, a + b);
LIFT_UNSIGNED(SubI, a - b);
LIFT_UNSIGNED(MulI, (a * b));
LIFT_UNSIGNED(AndI, (a & b));
LIFT_UNSIGNED(OrI, a | b);
LIFT_UNSIGNED(XOrI, a ^ b);
LIFT_UNSIGNED(MaxUI, std::max(a, b));
LIFT_UNSIGNED(MinUI, std::min(a, b));
LIFT_SIGNED(MaxSI, std::max(a, b));
LIFT_SIGNED(MinSI, std::min(a, b));
LIFT_SIGNED(AbsI, a < 0 ? uint64_t(0) - static_cast<uint64_t>(a)
                        : static_cast<uint64_t>(a));
LIFT_UNSIGNED(CtPop, llvm::popcount(a));
LIFT_UNSIGNED(CtLZ, llvm::countl_zero(a) - (64 - I::width));
LIFT_UNSIGNED(CtTZ, a == 0 ? I::width : llvm::countr_zero(a));

/// The carry of an addition.
struct AddCarry {
  template <typename I>
  static const char *apply(Register &result, const Register &lhs,
                           const Register &rhs) {
    uint64_t a = I::getUnsigned(lhs), b = I::getUnsigned(rhs);
    result.i = ((a + b) & I::mask) < a;
    return nullptr;
  }
};

/// The upper half of a product.
struct MulHighSI {
  template <typename I>
  static const char *apply(Register &result, const Register &lhs,
                           const Register &rhs) {
    __int128 product = static_cast<__int128>(I::getSigned(lhs)) *
                       static_cast<__int128>(I::getSigned(rhs));
    I::set(result, static_cast<uint64_t>(product >> I::width));
    return nullptr;
  }
};

struct MulHighUI {
  template <typename I>
  static const char *apply(Register &result, const Register &lhs,
                           const Register &rhs) {
    unsigned __int128 product =
        static_cast<unsigned __int128>(I::getUnsigned(lhs)) *
        static_cast<unsigned __int128>(I::getUnsigned(rhs));
    I::set(result, static_cast<uint64_t>(product >> I::width));
    return nullptr;
  }
};

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

enum class Rounding { Zero, Down, Up };

template <Rounding R>
struct DivSI {
  template <typename I>
  static const char *apply(Register &result, const Register &lhs,
                           const Register &rhs) {
    int64_t a = I::getSigned(lhs), b = I::getSigned(rhs);
    if (b == 0)
      return kDividesByZero;
    if (a == I::min && b == -1)
      return kDivisionOverflows;
    int64_t quotient = a / b;
    bool isExact = quotient * b == a;
    bool isNegative = (a < 0) != (b < 0);
    if (R == Rounding::Down && !isExact && isNegative)
      --quotient;
    if (R == Rounding::Up && !isExact && !isNegative)
      ++quotient;
    I::set(result, static_cast<uint64_t>(quotient));
    return nullptr;
  }
};

template <Rounding R>
struct DivUI {
  template <typename I>
  static const char *apply(Register &result, const Register &lhs,
                           const Register &rhs) {
    uint64_t a = I::getUnsigned(lhs), b = I::getUnsigned(rhs);
    if (b == 0)
      return kDividesByZero;
    uint64_t quotient = a / b;
    if (R == Rounding::Up && quotient * b != a)
      ++quotient;
    I::set(result, quotient);
    return nullptr;
  }
};

struct RemSI {
  template <typename I>
  static const char *apply(Register &result, const Register &lhs,
                           const Register &rhs) {
    int64_t a = I::getSigned(lhs), b = I::getSigned(rhs);
    if (b == 0)
      return kDividesByZero;
    I::set(result, static_cast<uint64_t>(b == -1 ? 0 : a % b));
    return nullptr;
  }
};

struct RemUI {
  template <typename I>
  static const char *apply(Register &result, const Register &lhs,
                           const Register &rhs) {
    if (I::getUnsigned(rhs) == 0)
      return kDividesByZero;
    I::set(result, I::getUnsigned(lhs) % I::getUnsigned(rhs));
    return nullptr;
  }
};

//===----------------------------------------------------------------------===//
// Shifts: by the width or more is poison
//===----------------------------------------------------------------------===//

struct ShLI {
  template <typename I>
  static const char *apply(Register &result, const Register &lhs,
                           const Register &rhs) {
    uint64_t amount = I::getUnsigned(rhs);
    result.valid = amount < I::width;
    if (result.valid)
      I::set(result, I::getUnsigned(lhs) << amount);
    return nullptr;
  }
};

struct ShRUI {
  template <typename I>
  static const char *apply(Register &result, const Register &lhs,
                           const Register &rhs) {
    uint64_t amount = I::getUnsigned(rhs);
    result.valid = amount < I::width;
    if (result.valid)
      I::set(result, I::getUnsigned(lhs) >> amount);
    return nullptr;
  }
};

struct ShRSI {
  template <typename I>
  static const char *apply(Register &result, const Register &lhs,
                           const Register &rhs) {
    uint64_t amount = I::getUnsigned(rhs);
    result.valid = amount < I::width;
    if (result.valid)
      I::set(result, static_cast<uint64_t>(I::getSigned(lhs) >> amount));
    return nullptr;
  }
};

/// base ** exponent by repeated multiplication. A negative exponent divides 1:
/// zero unless the base is 1 or -1.
struct IPowI {
  template <typename I>
  static const char *apply(Register &result, const Register &lhs,
                           const Register &rhs) {
    int64_t base = I::getSigned(lhs), exponent = I::getSigned(rhs);
    if (exponent < 0) {
      if (base == 0)
        return kDividesByZero;
      bool isOdd = exponent & 1;
      I::set(result, base == 1             ? 1
                     : base == -1 && isOdd ? uint64_t(-1)
                     : base == -1          ? 1
                                           : 0);
      return nullptr;
    }
    uint64_t power = 1, square = static_cast<uint64_t>(base);
    for (; exponent != 0; exponent >>= 1, square *= square)
      if (exponent & 1)
        power *= square;
    I::set(result, power);
    return nullptr;
  }
};

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

template <typename T>
int64_t getOutcome(T a, T b) {
  return a < b ? kLess : a == b ? kEqual : kGreater;
}

template <unsigned W>
const char *compareSigned(Register &result, const Register &a,
                          const Register &b, const Register &accepted) {
  int64_t outcome = getOutcome(Int<W>::getSigned(a), Int<W>::getSigned(b));
  result.i = (outcome & accepted.i) != 0;
  return nullptr;
}

template <unsigned W>
const char *compareUnsigned(Register &result, const Register &a,
                            const Register &b, const Register &accepted) {
  int64_t outcome = getOutcome(Int<W>::getUnsigned(a), Int<W>::getUnsigned(b));
  result.i = (outcome & accepted.i) != 0;
  return nullptr;
}

template <unsigned W>
ScalarFunction chooseComparison(bool isSigned) {
  return isSigned ? compareSigned<W> : compareUnsigned<W>;
}

} // namespace

ScalarFunction evaluator::chooseIntegerComparison(NumberKind kind,
                                                  bool isSigned) {
  switch (kind) {
  case NumberKind::I1:
    return chooseComparison<1>(isSigned);
  case NumberKind::I8:
    return chooseComparison<8>(isSigned);
  case NumberKind::I16:
    return chooseComparison<16>(isSigned);
  case NumberKind::I32:
    return chooseComparison<32>(isSigned);
  case NumberKind::I64:
    return chooseComparison<64>(isSigned);
  default:
    return nullptr;
  }
}

bool evaluator::isSignedPredicate(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  return predicate == P::slt || predicate == P::sle || predicate == P::sgt ||
         predicate == P::sge;
}

int64_t evaluator::getAcceptedOutcomes(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return kEqual;
  case arith::CmpIPredicate::ne:
    return kLess | kGreater;
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return kLess;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return kLess | kEqual;
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return kGreater;
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return kGreater | kEqual;
  }
  return 0;
}

ArrayRef<ScalarOperation> evaluator::getIntegerOperations() {
  static const ScalarOperation operations[] = {
      {"arith.addi", integer<AddI>},
      {"arith.subi", integer<SubI>},
      {"arith.muli", integer<MulI>},
      {"arith.addui_extended", integer<AddI>, integer<AddCarry>},
      {"arith.mulsi_extended", integer<MulI>, integer<MulHighSI>},
      {"arith.mului_extended", integer<MulI>, integer<MulHighUI>},
      {"arith.divsi", integer<DivSI<Rounding::Zero>>},
      {"arith.floordivsi", integer<DivSI<Rounding::Down>>},
      {"arith.ceildivsi", integer<DivSI<Rounding::Up>>},
      {"arith.divui", integer<DivUI<Rounding::Zero>>},
      {"arith.ceildivui", integer<DivUI<Rounding::Up>>},
      {"arith.remsi", integer<RemSI>},
      {"arith.remui", integer<RemUI>},
      {"arith.andi", integer<AndI>},
      {"arith.ori", integer<OrI>},
      {"arith.xori", integer<XOrI>},
      {"arith.shli", integer<ShLI>},
      {"arith.shrui", integer<ShRUI>},
      {"arith.shrsi", integer<ShRSI>},
      {"arith.maxsi", integer<MaxSI>},
      {"arith.maxui", integer<MaxUI>},
      {"arith.minsi", integer<MinSI>},
      {"arith.minui", integer<MinUI>},
      {"math.absi", integer<AbsI>},
      {"math.ctlz", integer<CtLZ>},
      {"math.cttz", integer<CtTZ>},
      {"math.ctpop", integer<CtPop>},
      {"math.ipowi", integer<IPowI>},
  };
  return operations;
}
