//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Array.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <random>
#include <unistd.h>

namespace mlir::lift::runtime {

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

size_t getByteWidth(ElementType type) {
  switch (type) {
  case ElementType::I1:
  case ElementType::I8:
    return 1;
  case ElementType::I16:
  case ElementType::F16:
    return 2;
  case ElementType::I32:
  case ElementType::F32:
    return 4;
  case ElementType::I64:
  case ElementType::F64:
    return 8;
  }
  return 0;
}

const char *getName(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "i1";
  case ElementType::I8:
    return "i8";
  case ElementType::I16:
    return "i16";
  case ElementType::I32:
    return "i32";
  case ElementType::I64:
    return "i64";
  case ElementType::F16:
    return "f16";
  case ElementType::F32:
    return "f32";
  case ElementType::F64:
    return "f64";
  }
  return "?";
}

bool isFloat(ElementType type) {
  return type == ElementType::F16 || type == ElementType::F32 ||
         type == ElementType::F64;
}

float halfToFloat(uint16_t bits) {
  int exponent = (bits >> 10) & 0x1f;
  int fraction = bits & 0x3ff;
  float magnitude;
  if (exponent == 31)
    magnitude = fraction ? std::numeric_limits<float>::quiet_NaN()
                         : std::numeric_limits<float>::infinity();
  else if (exponent == 0)
    magnitude = std::ldexp(float(fraction), -24);
  else
    magnitude = std::ldexp(float(fraction + 0x400), exponent - 25);
  return (bits & 0x8000) ? -magnitude : magnitude;
}

uint16_t floatToHalf(float value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return sign | 0x7e00;
  float magnitude = std::fabs(value);
  // From half of the last step above the largest number on, all is infinite.
  if (magnitude >= 65520.0f)
    return sign | 0x7c00;
  // Below 2^-14 the step is 2^-24, and the fraction may carry into the exponent
  // field, which is then right.
  int exponent = -14;
  if (magnitude >= std::ldexp(1.0f, -14))
    exponent = std::ilogb(magnitude);
  // nearbyint rounds ties to even in the default mode.
  auto fraction = int(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  if (magnitude < std::ldexp(1.0f, -14))
    return sign | uint16_t(fraction);
  return sign | uint16_t(((exponent + 15) << 10) + (fraction - 0x400));
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

std::string formatShape(const std::vector<int64_t> &shape) {
  if (shape.empty())
    return "no dimensions";
  std::string text;
  for (int64_t size : shape) {
    if (!text.empty())
      text += " x ";
    text += std::to_string(size);
  }
  return text;
}

uint64_t getPhysicalBytes() {
  long pages = sysconf(_SC_PHYS_PAGES);
  long pageBytes = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || pageBytes <= 0)
    return std::numeric_limits<int64_t>::max();
  return uint64_t(pages) * uint64_t(pageBytes);
}

Result<size_t> computeByteSize(ElementType type,
                               const std::vector<int64_t> &shape) {
  uint64_t bytes = getByteWidth(type);
  bool overflow = false;
  bool isEmpty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return Error{"an array of " + formatShape(shape) +
                   " has a negative size"};
    isEmpty |= size == 0;
    overflow |= __builtin_mul_overflow(bytes, uint64_t(size), &bytes);
  }
  if (isEmpty)
    return size_t(0);
  if (overflow || bytes > getPhysicalBytes())
    return Error{"an array of " + formatShape(shape) + " x " + getName(type) +
                 " does not fit the memory of this machine (" +
                 std::to_string(getPhysicalBytes() >> 20) + " MiB)"};
  return size_t(bytes);
}

//===----------------------------------------------------------------------===//
// Array
//===----------------------------------------------------------------------===//

Result<Array> Array::create(ElementType type, std::vector<int64_t> shape) {
  Result<size_t> numBytes = computeByteSize(type, shape);
  if (!numBytes)
    return numBytes.getError();
  std::unique_ptr<char[]> owned(new (std::nothrow) char[*numBytes]());
  if (!owned)
    return Error{"out of memory: cannot allocate " + std::to_string(*numBytes) +
                 " bytes for an array of " + formatShape(shape) + " x " +
                 getName(type)};
  Result<Array> array = borrow(type, std::move(shape), owned.get());
  array->owned = std::move(owned);
  return array;
}

Result<Array> Array::borrow(ElementType type, std::vector<int64_t> shape,
                            const void *data) {
  Result<size_t> numBytes = computeByteSize(type, shape);
  if (!numBytes)
    return numBytes.getError();
  Array array;
  array.bytes = const_cast<char *>(static_cast<const char *>(data));
  array.type = type;
  array.shape = std::move(shape);
  array.numElements = *numBytes / getByteWidth(type);
  return array;
}

Result<Array> Array::clone() const {
  Result<Array> copy = create(type, shape);
  if (copy && getNumBytes() != 0)
    std::memcpy(copy->data(), data(), getNumBytes());
  return copy;
}

template <typename T>
static T load(const char *bytes, size_t index) {
  T value;
  std::memcpy(&value, bytes + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
static void store(char *bytes, size_t index, T value) {
  std::memcpy(bytes + index * sizeof(T), &value, sizeof(T));
}

double Array::getFloat(size_t index) const {
  switch (type) {
  case ElementType::F16:
    return halfToFloat(load<uint16_t>(data(), index));
  case ElementType::F32:
    return load<float>(data(), index);
  case ElementType::F64:
    return load<double>(data(), index);
  default:
    return double(getInteger(index));
  }
}

int64_t Array::getInteger(size_t index) const {
  switch (type) {
  case ElementType::I1:
    return load<uint8_t>(data(), index) != 0;
  case ElementType::I8:
    return load<int8_t>(data(), index);
  case ElementType::I16:
    return load<int16_t>(data(), index);
  case ElementType::I32:
    return load<int32_t>(data(), index);
  case ElementType::I64:
    return load<int64_t>(data(), index);
  default:
    return int64_t(getFloat(index));
  }
}

void Array::setFloat(size_t index, double value) {
  switch (type) {
  case ElementType::F16:
    return store(data(), index, floatToHalf(float(value)));
  case ElementType::F32:
    return store(data(), index, float(value));
  case ElementType::F64:
    return store(data(), index, value);
  default:
    return setInteger(index, int64_t(value));
  }
}

void Array::setInteger(size_t index, int64_t value) {
  switch (type) {
  case ElementType::I1:
    return store(data(), index, uint8_t(value & 1));
  case ElementType::I8:
    return store(data(), index, int8_t(value));
  case ElementType::I16:
    return store(data(), index, int16_t(value));
  case ElementType::I32:
    return store(data(), index, int32_t(value));
  case ElementType::I64:
    return store(data(), index, value);
  default:
    return setFloat(index, double(value));
  }
}

//===----------------------------------------------------------------------===//
// Random elements
//===----------------------------------------------------------------------===//

/// The numbers of the type that arithmetic treats in ways of their own.
static double getSpecial(ElementType type, uint64_t choice) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  // The largest of halves, and a number without an exponent of each type.
  const double largest = type == ElementType::F16   ? 65504.0
                         : type == ElementType::F32 ? 0x1.fffffep127
                                                    : 0x1.fffffffffffffp1023;
  const double smallest = type == ElementType::F16   ? 0x1p-24
                          : type == ElementType::F32 ? 0x1p-149
                                                     : 0x1p-1074;
  const double numbers[] = {0.0,        -0.0,         kInfinity,
                            -kInfinity, std::nan(""), largest,
                            -largest,   smallest,     -0.0};
  return numbers[choice % (sizeof(numbers) / sizeof(*numbers))];
}

/// A float of one of the kinds whose sums and products are rounded.
static double drawRounding(std::mt19937_64 &engine, ElementType type,
                           InputKind kind) {
  const uint64_t bits = engine();
  if (kind == InputKind::Special && bits % 6 == 0)
    return getSpecial(type, bits / 6);
  const double mantissa = 1 + double(bits >> 12) * 0x1p-52;
  const double number = std::ldexp(mantissa, int(bits % 8) - 4);
  const bool isNegative = kind != InputKind::Positive && (bits & 8) != 0;
  return isNegative ? -number : number;
}

void fillRandom(Array &array, uint64_t seed, InputKind kind) {
  // The engine's sequence is fixed by the standard; its distributions are not.
  std::mt19937_64 engine(seed);
  auto draw = [&](int64_t low, int64_t high) {
    return low + int64_t(engine() % uint64_t(high - low + 1));
  };
  for (size_t i = 0, e = array.getNumElements(); i < e; ++i) {
    if (array.getType() == ElementType::I1)
      array.setInteger(i, draw(0, 1));
    else if (isFloat(array.getType()) && kind == InputKind::Uniform)
      array.setFloat(i, double(draw(-16, 16)) / 16);
    else if (isFloat(array.getType()) && kind != InputKind::Integer)
      array.setFloat(i, drawRounding(engine, array.getType(), kind));
    else
      array.setInteger(i, draw(-8, 8));
  }
}

} // namespace mlir::lift::runtime
