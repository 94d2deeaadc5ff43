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

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

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
    bool isFMA = function == "fma" && isRoundedFloat(type);
    for (Value operand : op->getOperands())
      operands.push_back(isFMA ? forLanes(operand) : exact(operand));
    if (isFMA)
      return done(halfFMA(type, operands));
    // Others than these give a number that need not be a half.
    bool isExact =
        isa<math::AbsFOp, math::CopySignOp, math::CeilOp, math::FloorOp,
            math::RoundOp, math::RoundEvenOp, math::TruncOp>(op);
    CExpr expr = call(function, operands);
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
