//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of casts.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

CExpr KernelEmitter::convert(const CExpr &expr, Type to) {
  return isa<VectorType>(to) ? call("convert_" + typeName(to), expr)
                             : castTo(typeName(to), expr);
}

CExpr KernelEmitter::reinterpret(StringRef typeName, const CExpr &expr) {
  return call("as_" + typeName, expr);
}

/// The suffix of OpenCL's conversion functions, or nothing if there is none.
static std::optional<StringRef> roundingSuffix(arith::RoundingMode mode) {
  switch (mode) {
  case arith::RoundingMode::to_nearest_even:
    return StringRef("_rte");
  case arith::RoundingMode::downward:
    return StringRef("_rtn");
  case arith::RoundingMode::upward:
    return StringRef("_rtp");
  case arith::RoundingMode::toward_zero:
    return StringRef("_rtz");
  default:
    return std::nullopt;
  }
}

LogicalResult KernelEmitter::emitCast(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return refuse(op, "it casts several values at once", "cast one by one");
  Value in = op->getOperand(0), out = op->getResult(0);
  Type from = in.getType(), to = out.getType();
  bool isVector = isa<VectorType>(to);
  bool fromBool = getElementTypeOrSelf(from).isInteger(1);
  bool toBool = getElementTypeOrSelf(to).isInteger(1);
  auto done = [&](CExpr expr) {
    define(out, std::move(expr));
    return success();
  };
  if (from == to)
    return done(raw(in));

  if (toBool) {
    if (!isa<arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return refuse(op, "there is no such conversion to i1",
                    "compare with zero instead");
    CExpr expr =
        binary(binary(use(in), "&", literal(1, from)), "!=", literal(0, from));
    expr.maskBits = isVector ? bitwidth(from) : 0;
    return done(expr);
  }

  if (fromBool) {
    bool isSigned =
        isa<arith::ExtSIOp, arith::SIToFPOp, arith::IndexCastOp>(op);
    if (!isSigned &&
        !isa<arith::ExtUIOp, arith::UIToFPOp, arith::IndexCastUIOp>(op))
      return refuse(op, "there is no such conversion of i1",
                    "extend to an integer first");
    if (isVector) {
      // The lanes are 0 and -1.
      bool isFloat = isa<FloatType>(getElementTypeOrSelf(to));
      CExpr mask = asMask(in, bitwidth(to));
      mask.maskBits = 0;
      if (!isSigned) {
        Type type = cast<VectorType>(to).clone(
            IntegerType::get(to.getContext(), bitwidth(to)));
        mask = binary(mask, "&", literal(1, type));
      }
      return done(isFloat ? convert(mask, to) : mask);
    }
    CExpr expr = raw(in);
    if (isSigned)
      expr = conditional(expr, literal(-1, to), literal(0, to));
    return done(convert(expr, to));
  }

  auto signExtendOrTruncate = [&] {
    CExpr expr = raw(in);
    unsigned fromBits = bitwidth(from), toBits = bitwidth(to);
    if (fromBits == toBits || (fromBits < toBits && expr.isLoose))
      return expr;
    return convert(fromBits < toBits ? use(in) : expr, to);
  };
  auto zeroExtend = [&]() -> CExpr {
    if (bitwidth(from) >= bitwidth(to))
      return signExtendOrTruncate();
    return convert(asUnsigned(in), to);
  };
  auto floatToFloat = [&](std::optional<arith::RoundingMode> mode) {
    if (isRoundedFloat(to))
      mode = mode.value_or(arith::RoundingMode::to_nearest_even);
    if (!mode)
      return done(bitwidth(from) == bitwidth(to) ? raw(in)
                                                 : convert(use(in), to));
    std::optional<StringRef> suffix = roundingSuffix(*mode);
    if (!suffix)
      return refuse(op, "OpenCL has no such rounding mode",
                    "use to_nearest_even, downward, upward or toward_zero");
    if (isRoundedFloat(to) && getElementTypeOrSelf(from).isF32())
      return done(rounded(use(in), to, *suffix));
    if (isRoundedFloat(to))
      return done(roundedFrom(typeName(getElementTypeOrSelf(from)), use(in), to,
                              *suffix));
    return done(call("convert_" + typeName(to) + *suffix, use(in)));
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp>(
          [&](auto) { return done(signExtendOrTruncate()); })
      .Case<arith::ExtUIOp, arith::IndexCastUIOp>(
          [&](auto) { return done(zeroExtend()); })
      .Case<arith::SIToFPOp>(
          [&](auto) { return done(rounded(convert(use(in), to), to)); })
      .Case<arith::UIToFPOp>(
          [&](auto) { return done(rounded(convert(asUnsigned(in), to), to)); })
      .Case<arith::FPToSIOp>([&](auto) { return done(convert(use(in), to)); })
      .Case<arith::FPToUIOp>([&](auto) {
        std::string type = unsignedTypeName(to);
        if (isVector)
          return done(
              reinterpret(typeName(to), call("convert_" + type, use(in))));
        CExpr expr = castTo(type, use(in));
        expr.isUnsigned = bitwidth(to) >= 32;
        return done(fit(expr, to));
      })
      .Case([&](arith::ExtFOp) { return floatToFloat(std::nullopt); })
      .Case([&](arith::TruncFOp trunc) {
        return floatToFloat(trunc.getRoundingmode());
      })
      .Case([&](arith::BitcastOp) {
        if (isPacked(from) && !isVector)
          return done(castTo(typeName(to), held(in)));
        if (isPacked(to) && !isVector)
          return done(packedBits(exact(in)));
        if (isRoundedFloat(from))
          return done(bitsFromHalf(forLanes(in), to));
        if (isRoundedFloat(to))
          return done(halfFromBits(forLanes(in), to));
        return done(reinterpret(typeName(to), exact(in)));
      })
      .Default([&](Operation *) {
        return refuse(op, "this cast has no C form",
                      "use the casts of the arith dialect");
      });
}
