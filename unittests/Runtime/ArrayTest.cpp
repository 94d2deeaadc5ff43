//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Array.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace mlir::lift::runtime;

//===----------------------------------------------------------------------===//
// Half precision
//===----------------------------------------------------------------------===//

TEST(Half, everyNumberRoundTrips) {
  for (unsigned bits = 0; bits <= 0xffff; ++bits) {
    float value = halfToFloat(uint16_t(bits));
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(halfToFloat(floatToHalf(value))));
    else
      EXPECT_EQ(floatToHalf(value), bits);
  }
}

TEST(Half, knownValues) {
  EXPECT_EQ(floatToHalf(1.0f), 0x3c00);
  EXPECT_EQ(floatToHalf(-2.0f), 0xc000);
  EXPECT_EQ(floatToHalf(65504.0f), 0x7bff);
  EXPECT_EQ(floatToHalf(6.103515625e-05f), 0x0400);
  EXPECT_EQ(floatToHalf(5.9604644775390625e-08f), 0x0001);
}

TEST(Half, roundsToNearestEven) {
  for (unsigned bits = 0; bits < 0x7bff; ++bits) {
    float low = halfToFloat(uint16_t(bits));
    float high = halfToFloat(uint16_t(bits + 1));
    float middle = low + (high - low) / 2;
    unsigned even = bits % 2 == 0 ? bits : bits + 1;
    EXPECT_EQ(floatToHalf(middle), even);
    EXPECT_EQ(floatToHalf(std::nextafter(middle, 0.0f)), bits);
    EXPECT_EQ(floatToHalf(std::nextafter(middle, 1e9f)), bits + 1);
  }
}

TEST(Half, overflowsToInfinity) {
  EXPECT_EQ(floatToHalf(65519.0f), 0x7bff);
  EXPECT_EQ(floatToHalf(65520.0f), 0x7c00);
  EXPECT_EQ(floatToHalf(-1e30f), 0xfc00);
  EXPECT_EQ(floatToHalf(INFINITY), 0x7c00);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

TEST(Array, scalarHasOneElement) {
  Result<Array> array = Array::create(ElementType::F64, {});
  ASSERT_TRUE(bool(array));
  EXPECT_EQ(array->getNumElements(), 1u);
  EXPECT_EQ(array->getNumBytes(), 8u);
  EXPECT_EQ(array->getFloat(0), 0.0);
}

TEST(Array, storesEveryType) {
  for (ElementType type :
       {ElementType::I8, ElementType::I16, ElementType::I32, ElementType::I64,
        ElementType::F16, ElementType::F32, ElementType::F64}) {
    Result<Array> array = Array::create(type, {2, 3});
    ASSERT_TRUE(bool(array));
    for (size_t i = 0; i < 6; ++i)
      array->setInteger(i, int64_t(i) - 3);
    for (size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(array->getInteger(i), int64_t(i) - 3) << getName(type);
      EXPECT_EQ(array->getFloat(i), double(i) - 3) << getName(type);
    }
  }
}

TEST(Array, truthValuesAreZeroOrOne) {
  Result<Array> array = Array::create(ElementType::I1, {2});
  ASSERT_TRUE(bool(array));
  array->setInteger(0, -1);
  EXPECT_EQ(array->data()[0], 1);
  EXPECT_EQ(array->getInteger(0), 1);
  EXPECT_EQ(array->getInteger(1), 0);
}

TEST(Array, sizesThatAreNone) {
  EXPECT_EQ(Array::create(ElementType::F32, {2, -1}).getError().message,
            "an array of 2 x -1 has a negative size");
  Result<Array> huge = Array::create(ElementType::F32, {1ll << 31, 1ll << 31});
  ASSERT_FALSE(bool(huge));
  EXPECT_NE(huge.getError().message.find("does not fit the memory"),
            std::string::npos);
  Result<Array> wraps = Array::create(ElementType::F32, {1ll << 62, 1ll << 62});
  ASSERT_FALSE(bool(wraps));
  Result<Array> empty =
      Array::create(ElementType::F32, {1ll << 62, 1ll << 62, 0});
  ASSERT_TRUE(bool(empty));
  EXPECT_EQ(empty->getNumElements(), 0u);
}

//===----------------------------------------------------------------------===//
// Random elements
//===----------------------------------------------------------------------===//

static Array makeRandom(ElementType type, uint64_t seed, InputKind kind) {
  Result<Array> array = Array::create(type, {1000});
  fillRandom(*array, seed, kind);
  return std::move(*array);
}

TEST(Random, sameSeedSameNumbers) {
  Array first = makeRandom(ElementType::F32, 7, InputKind::Uniform);
  Array second = makeRandom(ElementType::F32, 7, InputKind::Uniform);
  Array other = makeRandom(ElementType::F32, 8, InputKind::Uniform);
  EXPECT_EQ(std::string(first.data(), first.getNumBytes()),
            std::string(second.data(), second.getNumBytes()));
  EXPECT_NE(std::string(first.data(), first.getNumBytes()),
            std::string(other.data(), other.getNumBytes()));
}

TEST(Random, roundingUsesAllBits) {
  Array numbers = makeRandom(ElementType::F32, 1, InputKind::Rounding);
  bool hasNegative = false, isRounded = false;
  for (size_t i = 0; i < 1000; ++i) {
    const float number = float(numbers.getFloat(i));
    EXPECT_GE(std::fabs(number), 1.0f / 16);
    EXPECT_LE(std::fabs(number), 16);
    hasNegative |= number < 0;
    isRounded |= double(number) * number != double(number * number);
  }
  EXPECT_TRUE(hasNegative);
  EXPECT_TRUE(isRounded);
}

TEST(Random, specialNumbers) {
  Array positive = makeRandom(ElementType::F32, 1, InputKind::Positive);
  Array special = makeRandom(ElementType::F32, 1, InputKind::Special);
  bool hasNaN = false, hasInfinity = false, hasNegativeZero = false;
  for (size_t i = 0; i < 1000; ++i) {
    EXPECT_GT(positive.getFloat(i), 0);
    const double number = special.getFloat(i);
    hasNaN |= std::isnan(number);
    hasInfinity |= std::isinf(number);
    hasNegativeZero |= number == 0 && std::signbit(number);
  }
  EXPECT_TRUE(hasNaN && hasInfinity && hasNegativeZero);
}

TEST(Random, ranges) {
  for (ElementType type : {ElementType::F16, ElementType::F32, ElementType::F64,
                           ElementType::I8}) {
    Array uniform = makeRandom(type, 1, InputKind::Uniform);
    Array integer = makeRandom(type, 1, InputKind::Integer);
    for (size_t i = 0; i < 1000; ++i) {
      double bound = isFloat(type) ? 1 : 8;
      EXPECT_LE(std::fabs(uniform.getFloat(i)), bound);
      EXPECT_EQ(std::fmod(uniform.getFloat(i) * 16, 1), 0);
      EXPECT_LE(std::fabs(integer.getFloat(i)), 8);
      EXPECT_EQ(std::fmod(integer.getFloat(i), 1), 0);
    }
  }
}
