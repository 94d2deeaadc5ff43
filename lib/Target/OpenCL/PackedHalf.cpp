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
         vector.getRank() == 1 && getWidth(vector) % 2 == 0;
}

std::string KernelEmitter::packedTypeName(Type type) {
  return ::packedTypeName(getWidth(type));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The number behind the name of a function of `width` halves.
static std::string getSuffix(int64_t width) {
  return width == 2 ? "" : std::to_string(width);
}

/// Calls of a function of two halves for each two of `width`.
static std::string callPairs(const PackedFunction &function, int64_t width) {
  std::string calls;
  for (int64_t lane = 0; lane < width; lane += 2) {
    std::string field = ".s";
    if (function.takesFloats)
      field += {llvm::hexdigit(lane, true), llvm::hexdigit(lane + 1, true)};
    else
      field += llvm::hexdigit(lane / 2, true);
    auto operands =
        llvm::map_range(function.parameters, [&](StringRef parameter) {
          return parameter.str() + field;
        });
    calls += (lane ? ", " : "") + function.name + "(" +
             llvm::join(operands, ", ") + ")";
  }
  return calls;
}

std::string KernelEmitter::addPacked(const PackedFunction &function,
                                     int64_t width) {
  if (width > 2)
    addPacked(function, 2);
  const std::string name = function.name + getSuffix(width);
  std::string &text = program.helpers[name];
  if (!text.empty())
    return name;
  auto typeName = [&](bool isFloat) {
    return isFloat ? "float" + std::to_string(width) : ::packedTypeName(width);
  };
  auto parameters =
      llvm::map_range(function.parameters, [&](StringRef parameter) {
        return typeName(function.takesFloats) + " " + parameter.str();
      });
  const std::string result = typeName(function.givesFloats);
  text = function.comment + result + " " + name + "(" +
         llvm::join(parameters, ", ") + ") {\n" +
         (width == 2 ? function.body
                     : "  return (" + result + ")(" +
                           callPairs(function, width) + ");\n") +
         "}\n";
  return name;
}

std::string KernelEmitter::addPack(int64_t width) {
  static const PackedFunction function = {
      "pack_half",
      "// The nearest numbers that halves can hold, two in each int.\n",
      {"x"},
      chooseInstructions(
          R"(  uint r;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(x.y), "f"(x.x));
  return r;
)",
          R"(  short2 bits;
  vstore_half2_rte(x, 0, (half *)&bits);
  return as_uint(bits);
)"),
      /*takesFloats=*/true,
      /*givesFloats=*/false};
  return addPacked(function, width);
}

std::string KernelEmitter::addUnpack(int64_t width) {
  static const PackedFunction function = {
      "floats_in",
      "// Of halves, two in each int, the floats.\n",
      {"x"},
      chooseInstructions(R"(  float2 r;
  asm("cvt.f32.f16 %0, %1;" : "=f"(r.x) : "h"((short)x));
  asm("cvt.f32.f16 %0, %1;" : "=f"(r.y) : "h"((short)(x >> 16)));
  return r;
)",
                         R"(  const short2 bits = as_short2(x);
  return vload_half2(0, (const half *)&bits);
)"),
      /*takesFloats=*/false,
      /*givesFloats=*/true};
  return addPacked(function, width);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

CExpr KernelEmitter::pack(const CExpr &floats, Type type) {
  CExpr expr = call(addPack(getWidth(type)), floats);
  expr.isPacked = true;
  return expr;
}

CExpr KernelEmitter::unpack(const CExpr &packed, Type type) {
  return call(addUnpack(getWidth(type)), packed);
}

CExpr KernelEmitter::held(Value value) {
  auto it = values.find(value);
  assert(it != values.end() && "used before it was printed");
  if (it->second.isPacked || !isPacked(value.getType()))
    return it->second;
  return pack(it->second, value.getType());
}

CExpr KernelEmitter::packedArith(StringRef name, Operation *op,
                                 const std::string &others) {
  static constexpr StringRef kNames[] = {"a", "b", "c"};
  PackedFunction function;
  function.name = "packed_" + name.str();
  function.comment = "// With two halves in each int, rounded once.\n";
  std::string list, inputs;
  for (auto [number, parameter] :
       llvm::enumerate(ArrayRef(kNames).take_front(op->getNumOperands()))) {
    function.parameters.push_back(parameter);
    list += ", %" + std::to_string(number + 1);
    inputs += (number ? ", " : "") + ("\"r\"(" + parameter + ")").str();
  }
  function.body = chooseInstructions(
      "  uint r;\n  asm(\"" + name.str() + ".rn.f16x2 %0" + list +
          ";\" : \"=r\"(r) : " + inputs + ");\n  return r;\n",
      others);
  addPack(/*width=*/2);
  addUnpack(/*width=*/2);
  CExpr expr = call(addPacked(function, getWidth(op->getResult(0).getType())),
                    llvm::map_to_vector(op->getOperands(), [&](Value value) {
                      return held(value);
                    }));
  expr.isPacked = true;
  return expr;
}

CExpr KernelEmitter::packedBinary(StringRef name, StringRef symbol,
                                  Operation *op) {
  return packedArith(
      name, op,
      ("  return pack_half(floats_in(a) " + symbol + " floats_in(b));\n")
          .str());
}

CExpr KernelEmitter::packedFMA(Operation *op) {
  addHalfFMA();
  return packedArith(
      "fma", op,
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
