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

#include "llvm/ADT/TypeSwitch.h"

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
KernelEmitter::getHalfBits(vector::ExtractOp op) {
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

std::optional<KernelEmitter::HalfBits>
KernelEmitter::getHalfBits(memref::LoadOp op) {
  Value memref = op.getMemRef();
  if (!holdsHalves(memref))
    return std::nullopt;
  FailureOr<CExpr> index = linearIndex(op, op.getMemRefType(), op.getIndices());
  if (failed(index))
    return std::nullopt;
  CExpr array = raw(memref);
  if (getArgumentNumber(memref))
    array = castTo("global const ushort *", array);
  return HalfBits{subscript(array, *index), HalfPlace::Alone};
}

std::optional<KernelEmitter::HalfBits> KernelEmitter::getHalfBits(Value value) {
  Operation *op = value.getDefiningOp();
  // It may be read here if it is part of the expression that waits.
  if (!op || raw(value).isAtom)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<HalfBits>>(op)
      .Case<vector::ExtractOp, memref::LoadOp>(
          [&](auto read) { return getHalfBits(read); })
      .Default(std::nullopt);
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
  for (unsigned i = 0; i < op.getElements().size(); i += 2) {
    Value low = op.getElements()[i], high = op.getElements()[i + 1];
    std::optional<HalfBits> lowBits = getHalfBits(low),
                            highBits = getHalfBits(high);
    ints.push_back(lowBits && highBits
                       ? joinHalves(*lowBits, *highBits)
                       : call(addPack(/*width=*/2),
                              vectorLiteral("float2", {use(low), use(high)})));
  }
  CExpr expr = ints.size() == 1
                   ? ints.front()
                   : vectorLiteral(packedTypeName(op.getType()), ints);
  expr.isPacked = true;
  return expr;
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

std::optional<CExpr> KernelEmitter::packedSplat(vector::BroadcastOp op) {
  if (!isPacked(op.getType()))
    return std::nullopt;
  std::optional<HalfBits> half = getHalfBits(op.getSource());
  if (!half)
    return std::nullopt;
  CExpr expr = call(addSplat(half->place), half->bits);
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
