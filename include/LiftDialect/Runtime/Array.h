//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines Array, a row-major array in the memory of the host: what
// `.npy` files, device buffers and the evaluator exchange.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_ARRAY_H
#define LIFTDIALECT_RUNTIME_ARRAY_H

#include "LiftDialect/Runtime/Error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlir::lift::runtime {

/// What one element is. Integers have no sign of their own, as in MLIR; an I1
/// is one byte, 0 or 1.
enum class ElementType { I1, I8, I16, I32, I64, F16, F32, F64 };

/// The number of bytes of an element.
size_t getByteWidth(ElementType type);
/// The name as in MLIR: "f32".
const char *getName(ElementType type);
bool isFloat(ElementType type);

/// Conversions between IEEE binary16 and binary32; to binary16 with rounding
/// to the nearest, ties to even.
float halfToFloat(uint16_t bits);
uint16_t floatToHalf(float value);

/// "2 x 3 x 4", or "no dimensions".
std::string formatShape(const std::vector<int64_t> &shape);

/// The product of `shape` and the bytes of an element, or an error that names
/// the shape if that is negative, overflows or exceeds the memory of the
/// machine.
Result<size_t> computeByteSize(ElementType type,
                               const std::vector<int64_t> &shape);

/// The memory of the machine in bytes.
uint64_t getPhysicalBytes();

/// A row-major array.
class Array {
public:
  Array() = default;
  /// An array of zeros.
  static Result<Array> create(ElementType type, std::vector<int64_t> shape);
  /// An array at `data`, which is not copied and belongs to the caller: it is
  /// not changed unless the array is.
  static Result<Array> borrow(ElementType type, std::vector<int64_t> shape,
                              const void *data);
  Result<Array> clone() const;

  ElementType getType() const { return type; }
  const std::vector<int64_t> &getShape() const { return shape; }
  size_t getNumElements() const { return numElements; }
  size_t getNumBytes() const { return numElements * getByteWidth(type); }
  char *data() { return bytes; }
  const char *data() const { return bytes; }

  /// Element `index` in row-major order, converted.
  double getFloat(size_t index) const;
  int64_t getInteger(size_t index) const;
  /// Stores `value`, rounded to the element type.
  void setFloat(size_t index, double value);
  /// Stores the low bits of `value`.
  void setInteger(size_t index, int64_t value);

private:
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  size_t numElements = 0;
  char *bytes = nullptr;
  /// Null for what is borrowed.
  std::unique_ptr<char[]> owned;
};

/// How random elements are drawn.
enum class InputKind {
  /// Floats from -1 to 1 in steps of 1/16: sums of a few thousand products are
  /// exact in f32, in any order. Integers from -8 to 8.
  Uniform,
  /// Integers from -8 to 8, also as floats.
  Integer,
  /// Floats of which hardly a sum or product is exact: all bits of the
  /// mantissa,
  /// from 1/16 to 16, of both signs. Integers from -8 to 8, here and below.
  Rounding,
  /// The same, all positive.
  Positive,
  /// The same of both signs, and in their midst zeros of both signs,
  /// infinities,
  /// NaN, and the largest and the smallest numbers.
  Special
};

/// What an option calls the kinds, in their order.
inline constexpr const char *kInputKinds[] = {"uniform", "integer", "rounding",
                                              "positive", "special"};

/// Fills `array` with numbers that depend only on `seed`, the element type and
/// the number of elements. An I1 is 0 or 1.
void fillRandom(Array &array, uint64_t seed, InputKind kind);

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_ARRAY_H
