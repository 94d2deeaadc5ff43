//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements f16 for NVIDIA's devices, whose OpenCL C has no half
// numbers while their instructions compute with them, two at a time: a number
// is a ushort of its bits, and a vector stands in unsigned ints, of which each
// holds two halves. What has such an instruction is one for each of them; all
// else computes with floats, as in Half.cpp, and the result is packed again,
// which rounds it.
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
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

/// What `width` halves stand in.
static std::string packedTypeName(int64_t width) {
  if (width <= 2)
    return width == 1 ? "ushort" : "uint";
  return "uint" + std::to_string(width / 2);
}

bool KernelEmitter::isPacked(Type type) {
  if (!program.hasCapability80 || !isRoundedFloat(type))
    return false;
  auto vector = dyn_cast<VectorType>(type);
  return !vector || (vector.getRank() == 1 && getWidth(vector) % 2 == 0);
}

std::string KernelEmitter::packedTypeName(Type type) {
  return ::packedTypeName(getWidth(type));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static std::string floatTypeName(int64_t width) {
  return width == 1 ? "float" : "float" + std::to_string(width);
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
  const std::string name =
      function.name + (width > 2 ? std::to_string(width) : "");
  std::string &text = program.helpers[name];
  if (!text.empty())
    return name;
  auto typeName = [&](bool isFloat) {
    return isFloat ? floatTypeName(width) : ::packedTypeName(width);
  };
  auto parameters =
      llvm::map_range(function.parameters, [&](StringRef parameter) {
        return typeName(function.takesFloats) + " " + parameter.str();
      });
  const std::string result = typeName(function.givesFloats);
  const std::string body = width > 2 ? "  return (" + result + ")(" +
                                           callPairs(function, width) + ");\n"
                                     : function.body;
  text = "// " + function.comment + "\n" + result + " " + name + "(" +
         llvm::join(parameters, ", ") + ") {\n" + body + "}\n";
  return name;
}

std::string KernelEmitter::addPack(int64_t width) {
  static const std::string comment =
      "The nearest numbers that halves can hold, as their bits.";
  static const PackedFunction single = {"bits_of",
                                        comment,
                                        {"x"},
                                        chooseInstructions(R"(  ushort r;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r) : "f"(x));
  return r;
)",
                                                           R"(  ushort bits;
  vstore_half_rte(x, 0, (half *)&bits);
  return bits;
)"),
                                        /*takesFloats=*/true,
                                        /*givesFloats=*/false};
  static const PackedFunction pair = {"pack_half",
                                      comment,
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
  return addPacked(width == 1 ? single : pair, width);
}

std::string KernelEmitter::addUnpack(int64_t width) {
  static const std::string comment =
      "The floats that are the same numbers as halves.";
  static const PackedFunction single = {
      "float_of",
      comment,
      {"x"},
      chooseInstructions(R"(  float r;
  asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(x));
  return r;
)",
                         "  return vload_half(0, (const half *)&x);\n"),
      /*takesFloats=*/false,
      /*givesFloats=*/true};
  static const PackedFunction pair = {
      "floats_in",
      comment,
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
  return addPacked(width == 1 ? single : pair, width);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static CExpr asPacked(CExpr expr) {
  expr.isPacked = true;
  return expr;
}

CExpr KernelEmitter::pack(const CExpr &floats, Type type) {
  return asPacked(call(addPack(getWidth(type)), floats));
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

/// The halves that a function for the type computes with: those of more are
/// calls for two.
static int64_t getFunctionWidth(Type type) {
  return std::min<int64_t>(getWidth(type), 2);
}

CExpr KernelEmitter::packedArith(StringRef instruction, Operation *op,
                                 const std::string &others) {
  static constexpr StringRef kNames[] = {"a", "b", "c"};
  Type type = op->getResult(0).getType();
  const bool isSingle = getWidth(type) == 1;
  // The letter of NVIDIA's registers of 16 or 32 bits.
  const std::string letter = isSingle ? "h" : "r";
  PackedFunction function;
  StringRef shortName = instruction;
  shortName.consume_back(".rn");
  function.name = (isSingle ? "scalar_" : "packed_") + shortName.str();
  std::replace(function.name.begin(), function.name.end(), '.', '_');
  function.comment = "Of halves, as one operation.";
  std::string list, inputs;
  for (auto [number, parameter] :
       llvm::enumerate(ArrayRef(kNames).take_front(op->getNumOperands()))) {
    function.parameters.push_back(parameter);
    list += ", %" + std::to_string(number + 1);
    inputs += (number ? ", \"" : "\"") + letter + "\"(" + parameter.str() + ")";
  }
  function.body = chooseInstructions(
      "  " + ::packedTypeName(getFunctionWidth(type)) + " r;\n  asm(\"" +
          instruction.str() + (isSingle ? ".f16" : ".f16x2") + " %0" + list +
          ";\" : \"=" + letter + "\"(r) : " + inputs + ");\n  return r;\n",
      others);
  return asPacked(call(addPacked(function, getWidth(type)),
                       llvm::map_to_vector(op->getOperands(), [&](Value value) {
                         return held(value);
                       })));
}

CExpr KernelEmitter::packedBinary(StringRef name, StringRef symbol,
                                  Operation *op) {
  const int64_t width = getFunctionWidth(op->getResult(0).getType());
  const std::string floats = addUnpack(width);
  return packedArith((name + ".rn").str(), op,
                     "  return " + addPack(width) + "(" + floats + "(a) " +
                         symbol.str() + " " + floats + "(b));\n");
}

CExpr KernelEmitter::packedFMA(Operation *op) {
  addHalfFMA(getElementTypeOrSelf(op->getResult(0).getType()));
  const int64_t width = getFunctionWidth(op->getResult(0).getType());
  addPack(width);
  addUnpack(width);
  return packedArith(
      "fma.rn", op,
      width == 1
          ? "  return bits_of(fma_half(float_of(a), float_of(b), "
            "float_of(c)));\n"
          : R"(  const float2 x = floats_in(a), y = floats_in(b), z = floats_in(c);
  return pack_half((float2)(fma_half(x.x, y.x, z.x), fma_half(x.y, y.y, z.y)));
)");
}

CExpr KernelEmitter::packedMinMax(bool isMax, bool isStrict, Operation *op) {
  const int64_t width = getFunctionWidth(op->getResult(0).getType());
  Type type = Float32Type::get(op->getContext());
  if (width > 1)
    type = VectorType::get(width, type);
  std::string function = isMax ? "fmax" : "fmin", name = isMax ? "max" : "min";
  if (isStrict) {
    function = addStrictMinMax(isMax, type);
    name += ".NaN";
  }
  const std::string floats = addUnpack(width);
  return packedArith(name, op,
                     "  return " + addPack(width) + "(" + function + "(" +
                         floats + "(a), " + floats + "(b)));\n");
}

CExpr KernelEmitter::heldAtom(Value value) {
  CExpr expr = atom(held(value), value.getType(), nameHint(value));
  if (!isDead)
    values[value] = expr;
  return expr;
}

bool KernelEmitter::isPartOfPacked(Operation *op) {
  auto isPart = [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (user->getBlock() != op->getBlock() || user->getNumResults() != 1 ||
        !isPacked(user->getResult(0).getType()))
      return false;
    return isa<vector::ExtractOp>(op)
               ? isa<vector::FromElementsOp>(user)
               : isa<arith::SelectOp>(user) && use.getOperandNumber() == 0;
  };
  return isa<vector::BroadcastOp, vector::ExtractOp>(op) &&
         llvm::all_of(op->getUses(), isPart);
}

std::optional<KernelEmitter::HalfBits>
KernelEmitter::getLane(vector::ExtractOp op) {
  Value source = op.getSource();
  if (!isPacked(source.getType()) || op.getMixedPosition().size() != 1)
    return std::nullopt;
  auto lane = dyn_cast<Attribute>(op.getMixedPosition().front());
  const int64_t number = lane ? cast<IntegerAttr>(lane).getInt() : -1,
                width = getWidth(source.getType());
  if (number < 0)
    return std::nullopt;
  CExpr ints = heldAtom(source);
  return HalfBits{width == 2 ? ints
                             : lanes(ints, number / 2, unsigned(width / 2)),
                  number % 2 ? HalfPlace::Upper : HalfPlace::Lower};
}

std::optional<CExpr> KernelEmitter::packedExtract(vector::ExtractOp op) {
  std::optional<HalfBits> lane = getLane(op);
  if (!lane)
    return std::nullopt;
  return packedBits(lane->place == HalfPlace::Upper
                        ? binary(lane->bits, ">>", CExpr::atom("16"))
                        : lane->bits);
}

KernelEmitter::HalfBits KernelEmitter::getHalfBits(Value value) {
  CExpr bits = held(value);
  // A lane may be read here if it is part of the expression that waits.
  auto extract = value.getDefiningOp<vector::ExtractOp>();
  if (extract && !bits.isAtom)
    if (std::optional<HalfBits> lane = getLane(extract))
      return *lane;
  return HalfBits{bits, HalfPlace::Alone};
}

CExpr KernelEmitter::joinHalves(const HalfBits &low, const HalfBits &high) {
  const bool isLowUpper = low.place == HalfPlace::Upper,
             isHighUpper = high.place == HalfPlace::Upper;
  if (low.place == HalfPlace::Lower && isHighUpper &&
      low.bits.text == high.bits.text)
    return low.bits;
  auto getName = [](bool isUpper) { return isUpper ? "upper" : "lower"; };
  const std::string first = getName(isLowUpper), second = getName(isHighUpper),
                    name = "join_" + first + "_" + second;
  program.helpers[name] =
      "// The " + first + " half of an int, and the " + second +
      " half of another.\nuint " + name + "(uint x, uint y) {\n  return (" +
      (isLowUpper ? "x >> 16" : "x & 0xffffu") + ") | (" +
      (isHighUpper ? "y & 0xffff0000u" : "y << 16") + ");\n}\n";
  return call(name, {low.bits, high.bits});
}

CExpr KernelEmitter::packedElements(vector::FromElementsOp op) {
  SmallVector<CExpr> ints;
  for (unsigned i = 0; i < op.getElements().size(); i += 2)
    ints.push_back(joinHalves(getHalfBits(op.getElements()[i]),
                              getHalfBits(op.getElements()[i + 1])));
  return asPacked(ints.size() == 1
                      ? ints.front()
                      : vectorLiteral(packedTypeName(op.getType()), ints));
}

std::string KernelEmitter::addSplat(HalfPlace place) {
  switch (place) {
  case HalfPlace::Alone:
    program.helpers["splat_half"] =
        "// Twice a half.\nuint splat_half(ushort x) {\n" +
        chooseInstructions(R"(  uint r;
  asm("mov.b32 %0, {%1, %1};" : "=r"(r) : "h"(x));
  return r;
)",
                           "  return x | (uint)x << 16;\n") +
        "}\n";
    return "splat_half";
  case HalfPlace::Lower:
    program.helpers["splat_low"] =
        "// Twice the first half in an int.\nuint splat_low(uint x) "
        "{ return (x & 0xffffu) | (x << 16); }\n";
    return "splat_low";
  case HalfPlace::Upper:
    program.helpers["splat_high"] =
        "// Twice the second half in an int.\nuint splat_high(uint x) "
        "{ return (x & 0xffff0000u) | (x >> 16); }\n";
    return "splat_high";
  }
  llvm_unreachable("all places are handled");
}

CExpr KernelEmitter::packedSplat(vector::BroadcastOp op) {
  const HalfBits half = getHalfBits(op.getSource());
  CExpr expr = call(addSplat(half.place), half.bits);
  if (getWidth(op.getType()) > 2)
    expr = vectorLiteral(packedTypeName(op.getType()), expr);
  return asPacked(expr);
}

CExpr KernelEmitter::packedBits(const CExpr &bits) {
  return asPacked(castTo("ushort", bits));
}

CExpr KernelEmitter::packedNegation(Value value) {
  auto flip = [&](StringRef bits) {
    return binary(held(value), "^", CExpr::atom(bits.str()));
  };
  return isa<VectorType>(value.getType()) ? asPacked(flip("0x80008000u"))
                                          : packedBits(flip("0x8000"));
}

CExpr KernelEmitter::packedLiteral(const APFloat &number) {
  return asPacked(CExpr::atom(
      "0x" + llvm::utohexstr(number.bitcastToAPInt().getZExtValue(), true)));
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
  return asPacked(expr);
}
