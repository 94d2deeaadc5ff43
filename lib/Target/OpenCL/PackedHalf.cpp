//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements vectors of f16 for NVIDIA's devices, whose OpenCL C has
// no half numbers while their instructions compute with two at a time: a
// vector stands in unsigned ints, of which each holds two halves. What has
// such an instruction is one for each of them; all else computes with floats,
// as in Half.cpp, and the result is packed again, which rounds it.
//
// Each function is also written without instructions, with the same results,
// so that a program for these devices is one for any other.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

static int64_t getWidth(Type type) {
  return cast<VectorType>(type).getNumElements();
}

/// The unsigned ints that `width` halves stand in.
static std::string packedTypeName(int64_t width) {
  return width == 2 ? "uint" : "uint" + std::to_string(width / 2);
}

bool KernelEmitter::isPacked(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && program.hasCapability80 && isRoundedFloat(vector) &&
         vector.getRank() == 1 && llvm::isPowerOf2_64(getWidth(vector));
}

std::string KernelEmitter::packedTypeName(Type type) {
  return ::packedTypeName(getWidth(type));
}

void KernelEmitter::addPackedHelper(const std::string &name, int64_t width,
                                    const std::string &comment,
                                    bool takesFloats, bool givesFloats,
                                    ArrayRef<StringRef> parameters,
                                    const std::string &body) {
  if (width > 2)
    addPackedHelper(name, 2, comment, takesFloats, givesFloats, parameters,
                    body);
  const std::string count = width == 2 ? "" : std::to_string(width);
  std::string &text = program.helpers[name + count];
  if (!text.empty())
    return;
  auto typeName = [&](bool isFloat) {
    return isFloat ? "float" + std::to_string(width) : ::packedTypeName(width);
  };
  const std::string list = llvm::join(
      llvm::map_range(parameters,
                      [&](StringRef parameter) {
                        return typeName(takesFloats) + " " + parameter.str();
                      }),
      ", ");
  std::string calls;
  for (int64_t lane = 0; width > 2 && lane < width; lane += 2) {
    std::string field;
    for (int64_t i = 0; i < (takesFloats ? 2 : 1); ++i)
      field += llvm::hexdigit(takesFloats ? lane + i : lane / 2, true);
    calls += (calls.empty() ? "" : ", ") + name + "(" +
             llvm::join(llvm::map_range(parameters,
                                        [&](StringRef parameter) {
                                          return parameter.str() + ".s" + field;
                                        }),
                        ", ") +
             ")";
  }
  text = comment + typeName(givesFloats) + " " + name + count + "(" + list +
         ") {\n" +
         (width == 2
              ? body
              : "  return (" + typeName(givesFloats) + ")(" + calls + ");\n") +
         "}\n";
}

/// The number behind the name of a function of vectors of this type.
static std::string getSuffix(Type type) {
  return getWidth(type) == 2 ? "" : std::to_string(getWidth(type));
}

void KernelEmitter::addConversions(int64_t width) {
  addPackedHelper(
      "pack_half", width,
      "// The nearest numbers that halves can hold, two in each int.\n",
      /*takesFloats=*/true, /*givesFloats=*/false, {"x"},
      chooseInstructions(
          R"(  uint r;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(x.y), "f"(x.x));
  return r;
)",
          R"(  short2 bits;
  vstore_half2_rte(x, 0, (half *)&bits);
  return as_uint(bits);
)"));
  addPackedHelper("floats_in", width,
                  "// Of halves, two in each int, the floats.\n",
                  /*takesFloats=*/false, /*givesFloats=*/true, {"x"},
                  chooseInstructions(R"(  float2 r;
  asm("cvt.f32.f16 %0, %1;" : "=f"(r.x) : "h"((short)x));
  asm("cvt.f32.f16 %0, %1;" : "=f"(r.y) : "h"((short)(x >> 16)));
  return r;
)",
                                     R"(  const short2 bits = as_short2(x);
  return vload_half2(0, (const half *)&bits);
)"));
}

CExpr KernelEmitter::pack(const CExpr &floats, Type type) {
  addConversions(getWidth(type));
  CExpr expr = call("pack_half" + getSuffix(type), floats);
  expr.isPacked = true;
  return expr;
}

CExpr KernelEmitter::unpack(const CExpr &packed, Type type) {
  addConversions(getWidth(type));
  return call("floats_in" + getSuffix(type), packed);
}

CExpr KernelEmitter::held(Value value) {
  auto it = values.find(value);
  assert(it != values.end() && "used before it was printed");
  if (it->second.isPacked || !isPacked(value.getType()))
    return it->second;
  return pack(it->second, value.getType());
}

CExpr KernelEmitter::packedArith(StringRef name, Type type,
                                 ArrayRef<Value> operands,
                                 const std::string &others) {
  static constexpr StringRef kNames[] = {"a", "b", "c"};
  ArrayRef<StringRef> parameters = ArrayRef(kNames).take_front(operands.size());
  std::string inputs, list;
  for (auto [number, parameter] : llvm::enumerate(parameters)) {
    inputs += (", \"r\"(" + parameter + ")").str();
    list += ", %" + std::to_string(number + 1);
  }
  const std::string helper = "packed_" + name.str();
  addPackedHelper(
      helper, getWidth(type), "// With two halves in each int, rounded once.\n",
      /*takesFloats=*/false, /*givesFloats=*/false, parameters,
      chooseInstructions(
          "  uint r;\n  asm(\"" + name.str() + ".rn.f16x2 %0" + list +
              ";\" : \"=r\"(r) : " + StringRef(inputs).drop_front(2).str() +
              ");\n  return r;\n",
          others));
  addConversions(/*width=*/2);
  CExpr expr = call(helper + getSuffix(type),
                    llvm::map_to_vector(operands, [&](Value operand) {
                      return held(operand);
                    }));
  expr.isPacked = true;
  return expr;
}

CExpr KernelEmitter::packedBinary(StringRef name, StringRef symbol,
                                  Operation *op) {
  return packedArith(
      name, op->getResult(0).getType(), {op->getOperand(0), op->getOperand(1)},
      ("  return pack_half(floats_in(a) " + symbol + " floats_in(b));\n")
          .str());
}

CExpr KernelEmitter::packedFMA(Type type, ArrayRef<Value> operands) {
  addHalfFMA();
  return packedArith(
      "fma", type, operands,
      R"(  const float2 x = floats_in(a), y = floats_in(b), z = floats_in(c);
  return pack_half((float2)(fma_half(x.x, y.x, z.x), fma_half(x.y, y.y, z.y)));
)");
}

std::optional<CExpr> KernelEmitter::packedSplat(vector::BroadcastOp op) {
  auto extract = op.getSource().getDefiningOp<vector::ExtractOp>();
  if (!extract || !isPacked(op.getType()) ||
      !isPacked(extract.getSource().getType()) ||
      extract.getMixedPosition().size() != 1)
    return std::nullopt;
  auto lane = dyn_cast<Attribute>(extract.getMixedPosition().front());
  auto source = values.find(extract.getSource());
  // The vector may be read here if it is part of the expression that waits.
  if (!lane || !source->second.isPacked || raw(extract).isAtom)
    return std::nullopt;
  const int64_t number = cast<IntegerAttr>(lane).getInt(),
                width = getWidth(extract.getSource().getType());
  if (number < 0)
    return std::nullopt;
  const bool isHigh = number % 2 != 0;
  const std::string name = isHigh ? "splat_high" : "splat_low";
  program.helpers[name] =
      isHigh ? "// Twice the second half in an int.\nuint splat_high(uint x) "
               "{ return (x & 0xffff0000u) | (x >> 16); }\n"
             : "// Twice the first half in an int.\nuint splat_low(uint x) "
               "{ return (x & 0xffffu) | (x << 16); }\n";
  CExpr pair = width == 2
                   ? source->second
                   : lanes(source->second, number / 2, unsigned(width / 2));
  CExpr expr = call(name, pair);
  if (getWidth(op.getType()) > 2)
    expr = vectorLiteral(packedTypeName(op.getType()), expr);
  expr.isPacked = true;
  return expr;
}

CExpr KernelEmitter::packedLiteral(DenseElementsAttr attr) {
  SmallVector<CExpr> ints;
  SmallVector<APFloat> numbers(attr.getValues<APFloat>());
  for (size_t i = 0; i < numbers.size(); i += 2) {
    const uint64_t low = numbers[i].bitcastToAPInt().getZExtValue(),
                   high = numbers[i + 1].bitcastToAPInt().getZExtValue();
    ints.push_back(
        CExpr::atom("0x" + llvm::utohexstr(low | high << 16, true) + "u"));
  }
  CExpr expr = ints.size() == 1
                   ? ints.front()
                   : vectorLiteral(packedTypeName(attr.getType()),
                                   attr.isSplat() ? ArrayRef(ints).take_front()
                                                  : ArrayRef(ints));
  expr.isAtom = attr.isSplat();
  expr.isPacked = true;
  return expr;
}
