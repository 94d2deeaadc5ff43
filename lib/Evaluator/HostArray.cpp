//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Evaluator/Evaluator.h"
#include "LiftDialect/LiftTypes.h"
#include "Scalars.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

//===----------------------------------------------------------------------===//
// HostArray
//===----------------------------------------------------------------------===//

bool lift::isHostElementType(Type type) {
  return getNumberKind(type).has_value();
}

int64_t lift::getHostElementBytes(Type type) {
  return getNumLanes(type) * getByteWidth(*getNumberKind(type));
}

int64_t HostArray::getNumElements() const {
  int64_t product = 1;
  for (int64_t size : shape)
    product *= size;
  return product;
}

HostArray HostArray::get(Type elementType, ArrayRef<int64_t> shape) {
  HostArray array{elementType, SmallVector<int64_t>(shape), {}};
  array.data.resize(array.getNumElements() * getHostElementBytes(elementType));
  return array;
}

/// The number at a place of an array, and its kind.
static std::pair<NumberKind, Register> getNumber(const HostArray &array,
                                                 int64_t position) {
  NumberKind kind = *getNumberKind(array.elementType);
  Register number;
  loadNumber(kind, array.data.data() + position * getByteWidth(kind), number);
  return {kind, number};
}

static double toDouble(NumberKind kind, const Register &number) {
  if (!isFloat(kind))
    return static_cast<double>(number.i);
  return kind == NumberKind::F64 ? number.d : number.f;
}

double HostArray::getAsDouble(int64_t position) const {
  auto [kind, number] = getNumber(*this, position);
  return toDouble(kind, number);
}

std::string HostArray::getAsText(int64_t position) const {
  auto [kind, number] = getNumber(*this, position);
  std::string text;
  llvm::raw_string_ostream os(text);
  // Enough digits to tell any two apart.
  if (!isFloat(kind))
    os << number.i;
  else if (kind == NumberKind::F64)
    os << llvm::format("%.17g", number.d);
  else
    os << llvm::format("%.9g", static_cast<double>(number.f));
  return text;
}

HostArray lift::gather(const HostArray &array, ArrayRef<int64_t> positions) {
  HostArray result = HostArray::get(array.elementType,
                                    {static_cast<int64_t>(positions.size())});
  int64_t bytes = getHostElementBytes(array.elementType);
  for (auto [i, position] : llvm::enumerate(positions))
    std::memcpy(result.data.data() + i * bytes,
                array.data.data() + position * bytes, bytes);
  return result;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

/// Appends the leaves of `type`, inside arrays of `outer` sizes.
static void collectLeaves(Type type, SmallVector<Expr> outer,
                          SmallVectorImpl<Leaf> &leaves) {
  if (auto array = dyn_cast<ArrayType>(type)) {
    llvm::append_range(outer, array.getSizeExprs());
    return collectLeaves(array.getElementType(), outer, leaves);
  }
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (Type component : tuple.getTypes())
      collectLeaves(component, outer, leaves);
    return;
  }
  leaves.push_back({type, outer});
}

SmallVector<Leaf> lift::getLeaves(Type type) {
  SmallVector<Leaf> leaves;
  collectLeaves(type, {}, leaves);
  return leaves;
}

SmallVector<Leaf> lift::getLeaves(TypeRange types) {
  SmallVector<Leaf> leaves;
  for (Type type : types)
    collectLeaves(type, {}, leaves);
  return leaves;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static std::string describeShape(const HostArray &array) {
  if (array.shape.empty())
    return "scalar";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(array.shape, os, " x ");
  return text;
}

static std::string describeType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Why two arrays cannot be compared; empty if they can.
static std::string findIncompatibility(const HostArray &expected,
                                       const HostArray &actual) {
  if (expected.elementType != actual.elementType)
    return "element types differ: " + describeType(expected.elementType) +
           " and " + describeType(actual.elementType);
  if (expected.shape != actual.shape)
    return "shapes differ: " + describeShape(expected) + " and " +
           describeShape(actual);
  size_t bytes =
      expected.getNumElements() * getHostElementBytes(expected.elementType);
  for (size_t actualBytes : {expected.data.size(), actual.data.size()})
    if (actualBytes != bytes)
      return "a buffer has " + std::to_string(actualBytes) +
             " bytes where its shape needs " + std::to_string(bytes);
  return {};
}

/// Whether two numbers agree; notes how far apart finite floats are.
static bool agrees(NumberKind kind, const Register &expected,
                   const Register &actual, double rtol, double atol,
                   Comparison &comparison) {
  if (!isFloat(kind))
    return expected.i == actual.i;
  double want = toDouble(kind, expected), got = toDouble(kind, actual);
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got);
  if (std::isinf(want) || std::isinf(got))
    return want == got;
  double difference = std::fabs(got - want);
  comparison.maxAbsolute = std::max(comparison.maxAbsolute, difference);
  if (want != 0)
    comparison.maxRelative =
        std::max(comparison.maxRelative, difference / std::fabs(want));
  return difference <= atol + rtol * std::fabs(want);
}

Comparison lift::compare(const HostArray &expected, const HostArray &actual,
                         double rtol, double atol, size_t maxReported) {
  Comparison comparison;
  comparison.shape = expected.shape;
  comparison.error = findIncompatibility(expected, actual);
  if (!comparison.error.empty())
    return comparison;
  int64_t lanes = getNumLanes(expected.elementType);
  if (lanes > 1)
    comparison.shape.push_back(lanes);
  comparison.numElements = expected.getNumElements() * lanes;
  for (int64_t i = 0; i < comparison.numElements; ++i) {
    auto [kind, want] = getNumber(expected, i);
    Register got = getNumber(actual, i).second;
    if (agrees(kind, want, got, rtol, atol, comparison))
      continue;
    ++comparison.numMismatches;
    if (comparison.mismatches.size() < maxReported)
      comparison.mismatches.push_back(
          {i, expected.getAsText(i), actual.getAsText(i)});
  }
  return comparison;
}

/// `[1, 2]` for a row-major position.
static void printIndex(raw_ostream &os, int64_t position,
                       ArrayRef<int64_t> shape) {
  SmallVector<int64_t> index;
  for (int64_t size : llvm::reverse(shape)) {
    index.push_back(position % size);
    position /= size;
  }
  os << '[';
  llvm::interleaveComma(llvm::reverse(index), os);
  os << ']';
}

void Comparison::print(raw_ostream &os) const {
  if (!error.empty()) {
    os << error << '\n';
    return;
  }
  os << numMismatches << " of " << numElements << " elements differ\n";
  for (const Mismatch &mismatch : mismatches) {
    os << "  ";
    printIndex(os, mismatch.position, shape);
    os << ": expected " << mismatch.expected << ", got " << mismatch.actual
       << '\n';
  }
}
