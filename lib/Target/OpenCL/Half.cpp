//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements f16 for devices that do not compute with half numbers.
// OpenCL C lets any device read and write halves behind a pointer. So an f16 is
// a float that a half can hold, in variables and in the arrays of a kernel, and
// a half in buffers alone; or its bits, on NVIDIA's devices (see
// PackedHalf.cpp).
//
// A float has more than twice the digits of a half. The sum, difference,
// product, quotient and square root of two halves, rounded to a float and then
// to a half, are therefore those that a half would be rounded to at once; no
// result depends on which of the two forms was printed.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

bool KernelEmitter::isRoundedFloat(Type type) {
  return getElementTypeOrSelf(type).isF16() && !program.nativeHalf;
}

bool KernelEmitter::holdsHalves(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  if (!isRoundedFloat(type.getElementType()))
    return false;
  return getArgumentNumber(memref) || program.hasCapability80;
}

int64_t KernelEmitter::getHeldSize(Value memref) {
  Type element = cast<MemRefType>(memref.getType()).getElementType();
  return isRoundedFloat(element) && !holdsHalves(memref) ? 2 : 1;
}

std::string opencl::laneCount(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? std::to_string(vector.getDimSize(0)) : "";
}

CExpr KernelEmitter::rounded(const CExpr &expr, Type type, StringRef mode) {
  if (isPacked(type) && mode == "_rte")
    return pack(expr, type);
  return isRoundedFloat(type) ? roundedFrom("float", expr, type, mode) : expr;
}

CExpr KernelEmitter::roundedFrom(StringRef from, const CExpr &expr, Type type,
                                 StringRef mode) {
  std::string n = laneCount(type);
  std::string name = "round_half" + n;
  if (from != "float")
    name += "_" + from.str();
  if (mode != "_rte")
    name += mode;
  const bool hasInstruction =
      program.hasCapability80 && from == "float" && mode == "_rte";
  if (hasInstruction && !n.empty())
    roundedFrom(from, expr, getElementTypeOrSelf(type), mode);
  std::string &text = program.helpers[name];
  if (!text.empty())
    return call(name, expr);
  std::string body = "  short" + n + " bits;\n  vstore_half" + n + mode.str() +
                     "(x, 0, (half *)&bits);\n  return vload_half" + n +
                     "(0, (const half *)&bits);\n";
  if (hasInstruction)
    body = chooseInstructions(
        n.empty()
            ? R"(  short bits;
  float r;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(bits));
  return r;
)"
            : callEachLane("round_half",
                           cast<VectorType>(type).getNumElements(), {"x"}),
        body);
  text = "// The nearest number that a half can hold.\nfloat" + n + " " + name +
         "(" + from.str() + n + " x) {\n" + body + "}\n";
  return call(name, expr);
}

CExpr KernelEmitter::forLanes(Value value) {
  return isa<VectorType>(value.getType()) ? atom(value) : exact(value);
}

CExpr KernelEmitter::callOnLanes(StringRef function, Type type,
                                 StringRef resultType,
                                 ArrayRef<CExpr> operands) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return call(function, operands);
  unsigned width = vector.getDimSize(0);
  SmallVector<CExpr> calls;
  for (int64_t lane = 0; lane < width; ++lane) {
    SmallVector<CExpr> scalars;
    for (const CExpr &operand : operands)
      scalars.push_back(lanes(operand, lane, width));
    calls.push_back(call(function, scalars));
  }
  return vectorLiteral(resultType.str() + laneCount(type), calls);
}

std::string KernelEmitter::addHalfFMA(Type type) {
  // A sum that was rounded to a float must not be a tie for a half by that. So
  // an inexact sum makes way for the odd one of its neighbours, which never is.
  // Without branches, and for all lanes at once: drivers would take minutes for
  // a tile of accumulators.
  const std::string n = laneCount(type), name = "fma_half" + n;
  const bool isVector = !n.empty();
  if (isVector && program.hasCapability80)
    addHalfFMA(getElementTypeOrSelf(type));
  std::string body = llvm::formatv(
      R"(  const float{0} product = a * b, sum = product + c, added = sum - product;
  const float{0} lost = (product - (sum - added)) + (c - added);
  const int{0} bits = as_int{0}(sum);
  const int{0} odd = (lost > 0.0f) == (sum > 0.0f) ? (int{0})(1) : (int{0})(-1);
  const int{0} moves = isfinite(sum) & (lost != 0.0f) & ~bits & 1;
  short{0} half_bits;
  vstore_half{0}_rte(as_float{0}(bits + moves * odd), 0, (half *)&half_bits);
  return vload_half{0}(0, (const half *)&half_bits);
)",
      n);
  if (program.hasCapability80)
    body = chooseInstructions(
        isVector
            ? callEachLane("fma_half", cast<VectorType>(type).getNumElements(),
                           {"a", "b", "c"})
            : R"(  short i, j, k;
  float r;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(i) : "f"(a));
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(j) : "f"(b));
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(k) : "f"(c));
  asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(i) : "h"(i), "h"(j), "h"(k));
  asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(i));
  return r;
)",
        body);
  program.helpers[name] = llvm::formatv(
      R"(// a * b + c of halves, rounded once.
float{0} {1}(float{0} a, float{0} b, float{0} c) {{
{2}}
)",
      n, name, body);
  return name;
}

CExpr KernelEmitter::halfFMA(Type type, ArrayRef<CExpr> operands) {
  return call(addHalfFMA(type), operands);
}

// Seen as chars, memory may be of any type.

CExpr KernelEmitter::halfFromBits(const CExpr &bits, Type type) {
  program.helpers["half_from_bits"] = R"(float half_from_bits(short bits) {
  const char2 bytes = as_char2(bits);
  return vload_half(0, (const half *)&bytes);
}
)";
  return callOnLanes("half_from_bits", type, "float", bits);
}

CExpr KernelEmitter::bitsFromHalf(const CExpr &value, Type type) {
  program.helpers["bits_from_half"] = R"(short bits_from_half(float x) {
  char2 bytes;
  vstore_half_rte(x, 0, (half *)&bytes);
  return as_short(bytes);
}
)";
  return callOnLanes("bits_from_half", type, "short", value);
}
