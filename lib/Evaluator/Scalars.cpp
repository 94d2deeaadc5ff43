//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Scalars.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

std::optional<NumberKind> evaluator::getNumberKind(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.getRank() != 1 || vector.isScalable())
      return std::nullopt;
    type = vector.getElementType();
  }
  if (type.isIndex())
    return NumberKind::I64;
  if (type.isF16())
    return NumberKind::F16;
  if (type.isF32())
    return NumberKind::F32;
  if (type.isF64())
    return NumberKind::F64;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || !integer.isSignless())
    return std::nullopt;
  switch (integer.getWidth()) {
  case 1:
    return NumberKind::I1;
  case 8:
    return NumberKind::I8;
  case 16:
    return NumberKind::I16;
  case 32:
    return NumberKind::I32;
  case 64:
    return NumberKind::I64;
  default:
    return std::nullopt;
  }
}

int64_t evaluator::getNumLanes(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

//===----------------------------------------------------------------------===//
// f16: 1 sign bit, 5 bits of exponent with bias 15, 10 bits of mantissa
//===----------------------------------------------------------------------===//

static constexpr int kHalfMantissaBits = 10;
static constexpr int kHalfMinExponent = -14;
static constexpr int kHalfMaxExponent = 15;
static constexpr uint16_t kHalfInfinity = 0x7c00;
static constexpr uint16_t kHalfQuietBit = 0x0200;

uint16_t evaluator::roundToHalf(double value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double magnitude = std::fabs(value);
  if (std::isnan(value)) {
    // The upper bits of the payload.
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    uint16_t payload = (bits >> 42) & 0x3ff;
    return sign | kHalfInfinity | kHalfQuietBit | payload;
  }
  if (std::isinf(value))
    return sign | kHalfInfinity;
  if (magnitude == 0)
    return sign;
  int exponent = std::max(std::ilogb(magnitude), kHalfMinExponent);
  if (exponent > kHalfMaxExponent)
    return sign | kHalfInfinity;
  // In units of the last place: at most 2048, which carries into the exponent,
  // and from the largest exponent into infinity.
  auto units = static_cast<uint16_t>(
      std::nearbyint(std::ldexp(magnitude, kHalfMantissaBits - exponent)));
  auto base =
      static_cast<uint16_t>((exponent - kHalfMinExponent) << kHalfMantissaBits);
  return sign | static_cast<uint16_t>(base + units);
}

float evaluator::expandHalf(uint16_t bits) {
  int exponent = (bits >> kHalfMantissaBits) & 0x1f;
  uint32_t mantissa = bits & 0x3ff;
  float magnitude;
  if (exponent == 0x1f) {
    uint32_t single = 0x7f800000u | (mantissa << 13);
    std::memcpy(&magnitude, &single, sizeof(single));
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(mantissa),
                           kHalfMinExponent - kHalfMantissaBits);
  } else {
    // Between the smallest and the largest normal f16, so normal here too.
    uint32_t single = ((exponent - 15 + 127) << 23) | (mantissa << 13);
    std::memcpy(&magnitude, &single, sizeof(single));
  }
  return bits & 0x8000 ? -magnitude : magnitude;
}
