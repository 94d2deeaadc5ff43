//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines how the evaluator keeps numbers: in registers while it
// computes, in arrays as bytes. An i1 is 0 or 1; wider integers are kept sign
// extended; an f16 is kept as the float of the same value.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EVALUATOR_SCALARS_H
#define LIFT_LIB_EVALUATOR_SCALARS_H

#include "mlir/IR/BuiltinTypes.h"

#include <cstdint>
#include <cstring>
#include <optional>

namespace mlir::lift::evaluator {

/// The kinds of numbers; an index is an I64.
enum class NumberKind : uint8_t { I1, I8, I16, I32, I64, F16, F32, F64 };

inline bool isFloat(NumberKind kind) { return kind >= NumberKind::F16; }

/// The kind of a scalar, or of the lanes of a vector of one dimension.
std::optional<NumberKind> getNumberKind(Type type);

/// The lanes of a vector of one dimension; 1 for a scalar.
int64_t getNumLanes(Type type);

/// The bytes of a number in an array.
constexpr unsigned getByteWidth(NumberKind kind) {
  switch (kind) {
  case NumberKind::I1:
  case NumberKind::I8:
    return 1;
  case NumberKind::I16:
  case NumberKind::F16:
    return 2;
  case NumberKind::I32:
  case NumberKind::F32:
    return 4;
  case NumberKind::I64:
  case NumberKind::F64:
    return 8;
  }
  return 0;
}

/// One number. Not valid means poison; the number is then meaningless.
struct Register {
  union {
    int64_t i = 0;
    float f;
    double d;
  };
  bool valid = true;
};

/// The bits of the f16 nearest to `value`, ties to even.
uint16_t roundToHalf(double value);

/// The value of an f16.
float expandHalf(uint16_t bits);

template <typename T>
T readAs(const char *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <typename T>
void writeAs(T value, char *bytes) {
  std::memcpy(bytes, &value, sizeof(T));
}

/// Reads the number at `bytes`; leaves `valid` alone.
inline void loadNumber(NumberKind kind, const char *bytes, Register &number) {
  switch (kind) {
  case NumberKind::I1:
    number.i = readAs<uint8_t>(bytes) != 0;
    return;
  case NumberKind::I8:
    number.i = readAs<int8_t>(bytes);
    return;
  case NumberKind::I16:
    number.i = readAs<int16_t>(bytes);
    return;
  case NumberKind::I32:
    number.i = readAs<int32_t>(bytes);
    return;
  case NumberKind::I64:
    number.i = readAs<int64_t>(bytes);
    return;
  case NumberKind::F16:
    number.f = expandHalf(readAs<uint16_t>(bytes));
    return;
  case NumberKind::F32:
    number.f = readAs<float>(bytes);
    return;
  case NumberKind::F64:
    number.d = readAs<double>(bytes);
    return;
  }
}

/// Writes a number to `bytes`.
inline void storeNumber(NumberKind kind, const Register &number, char *bytes) {
  switch (kind) {
  case NumberKind::I1:
    return writeAs<uint8_t>(number.i & 1, bytes);
  case NumberKind::I8:
    return writeAs<int8_t>(number.i, bytes);
  case NumberKind::I16:
    return writeAs<int16_t>(number.i, bytes);
  case NumberKind::I32:
    return writeAs<int32_t>(number.i, bytes);
  case NumberKind::I64:
    return writeAs<int64_t>(number.i, bytes);
  case NumberKind::F16:
    return writeAs<uint16_t>(roundToHalf(number.f), bytes);
  case NumberKind::F32:
    return writeAs<float>(number.f, bytes);
  case NumberKind::F64:
    return writeAs<double>(number.d, bytes);
  }
}

} // namespace mlir::lift::evaluator

#endif // LIFT_LIB_EVALUATOR_SCALARS_H
