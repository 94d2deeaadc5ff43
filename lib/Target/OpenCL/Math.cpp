//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of the math dialect. OpenCL's functions are
// overloaded for vectors and all float types, so a name is all there is to say.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

/// Whether an operation may be approximate, and OpenCL has such a function:
/// those exist of floats only, and how exact they are is up to the device.
bool KernelEmitter::hasNativeForm(Operation *op) {
  Type type = op->getResult(0).getType();
  auto flags = dyn_cast<arith::ArithFastMathInterface>(op);
  return flags &&
         arith::bitEnumContainsAll(flags.getFastMathFlagsAttr().getValue(),
                                   arith::FastMathFlags::afn) &&
         (getElementTypeOrSelf(type).isF32() || isRoundedFloat(type)) &&
         isa<math::CosOp, math::ExpOp, math::Exp2Op, math::LogOp, math::Log2Op,
             math::Log10Op, math::RsqrtOp, math::SinOp, math::SqrtOp,
             math::TanOp>(op);
}

CExpr KernelEmitter::nativeRsqrt(const CExpr &operand, Type type) {
  // NVIDIA's native_rsqrt takes three instructions more for subnormal numbers.
  static constexpr StringLiteral kName = "approximate_rsqrt";
  auto addHelper = [&](const std::string &count, const std::string &nvidia) {
    const std::string t = "float" + count, name = kName.str() + count;
    program.helpers[name] =
        "// 1 / sqrt(x), which of a subnormal x may be that of 0.\n" + t + " " +
        name + "(" + t + " x) {\n" +
        chooseInstructions(nvidia, "  return native_rsqrt(x);\n") + "}\n";
    return name;
  };
  std::string name = addHelper("", R"(  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
)");
  const std::string count = laneCount(type);
  if (!count.empty())
    name = addHelper(
        count,
        callEachLane(kName, cast<VectorType>(type).getDimSize(0), {"x"}));
  return call(name, operand);
}

LogicalResult KernelEmitter::emitMath(Operation *op) {
  Value result = op->getResult(0);
  Type type = result.getType();
  auto done = [&](CExpr expr) {
    define(result, std::move(expr));
    return success();
  };
  // Functions of floats: the op's name and OpenCL's.
  StringRef mnemonic = op->getName().stripDialect();
  StringRef function =
      llvm::StringSwitch<StringRef>(mnemonic)
          .Case("absf", "fabs")
          .Case("powf", "pow")
          .Case("fpowi", "pown")
          .Case("roundeven", "rint")
          .Cases({"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh"},
                 mnemonic)
          .Cases({"cbrt", "ceil", "copysign", "cos", "cosh", "erf", "erfc"},
                 mnemonic)
          .Cases({"exp", "exp2", "expm1", "floor", "fma"}, mnemonic)
          .Cases({"log", "log10", "log1p", "log2"}, mnemonic)
          .Cases(
              {"round", "rsqrt", "sin", "sinh", "sqrt", "tan", "tanh", "trunc"},
              mnemonic)
          .Default("");
  if (!function.empty()) {
    if (auto power = dyn_cast<math::FPowIOp>(op);
        power && bitwidth(power.getRhs().getType()) != 32)
      return refuse(op, "OpenCL's pown takes a 32-bit exponent",
                    "convert the exponent to i32");
    SmallVector<CExpr> operands;
    if (isa<math::RsqrtOp>(op) && hasNativeForm(op))
      return done(rounded(nativeRsqrt(exact(op->getOperand(0)), type), type));
    bool isFMA = function == "fma" && isRoundedFloat(type);
    if (isFMA && isPacked(type))
      return done(packedFMA(op));
    for (Value operand : op->getOperands())
      operands.push_back(exact(operand));
    if (isFMA)
      return done(halfFMA(type, operands));
    // Others than these give a number that need not be a half.
    bool isExact =
        isa<math::AbsFOp, math::CopySignOp, math::CeilOp, math::FloorOp,
            math::RoundOp, math::RoundEvenOp, math::TruncOp>(op);
    CExpr expr =
        call((hasNativeForm(op) ? "native_" : "") + function.str(), operands);
    return done(isExact ? expr : rounded(expr, type));
  }
  auto integerCall = [&](StringRef function) {
    return done(call(function, exact(op->getOperand(0))));
  };
  auto predicate = [&](StringRef function) {
    CExpr expr = call(function, use(op->getOperand(0)));
    if (isa<VectorType>(type))
      expr.maskBits = bitwidth(op->getOperand(0).getType());
    return done(expr);
  };
  if (isa<math::AbsIOp, math::CountLeadingZerosOp, math::CtPopOp,
          math::CountTrailingZerosOp>(op) &&
      getElementTypeOrSelf(type).isInteger(1))
    return refuse(op, "this operation on i1 has no C form",
                  "extend to i32 first");
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](math::IsNaNOp) { return predicate("isnan"); })
      .Case([&](math::IsInfOp) { return predicate("isinf"); })
      .Case([&](math::IsFiniteOp) { return predicate("isfinite"); })
      .Case([&](math::IsNormalOp) -> LogicalResult {
        if (isRoundedFloat(op->getOperand(0).getType()))
          return refuse(op, "a subnormal half is a normal float",
                        "compare with the smallest normal number");
        return predicate("isnormal");
      })
      .Case([&](math::CountLeadingZerosOp) { return integerCall("clz"); })
      .Case([&](math::CtPopOp) { return integerCall("popcount"); })
      .Case([&](math::AbsIOp) {
        // abs gives the unsigned type.
        CExpr expr = call("abs", exact(op->getOperand(0)));
        if (isa<VectorType>(type))
          return done(reinterpret(typeName(type), expr));
        expr.isUnsigned = bitwidth(type) >= 32;
        return done(fit(expr, type));
      })
      .Case([&](math::CountTrailingZerosOp) -> LogicalResult {
        // OpenCL C 1.2 has no ctz: count the ones below the lowest one.
        CExpr x = atom(op->getOperand(0)), below = x;
        if (!isa<VectorType>(type))
          below = asUnsigned(op->getOperand(0));
        below = binary(below, "-", literal(1, type));
        CExpr ones = binary(unary("~", x), "&", below);
        if (!isa<VectorType>(type))
          ones = castTo(typeName(type), ones);
        return done(call("popcount", ones));
      })
      .Default([&](Operation *) {
        return refuse(op, "OpenCL C 1.2 has no such function",
                      "expand it with --math-expand-ops or rewrite it");
      });
}
