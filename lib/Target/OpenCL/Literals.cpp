//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of constants. Every literal reads back as
// the same bits.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "llvm/Support/Error.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

CExpr KernelEmitter::integerLiteral(const APInt &value, Type type) {
  if (type.isInteger(1))
    return CExpr::atom(value.isZero() ? "false" : "true");
  // -2147483648 is no literal in C, but the negation of one that is too big.
  unsigned bits = value.getBitWidth();
  if (bits >= 32 && value.isMinSignedValue())
    return CExpr::atom(bits == 64 ? "LONG_MIN" : "INT_MIN");
  int64_t number = value.getSExtValue();
  CExpr expr = CExpr::atom(std::to_string(number));
  expr.prec = number < 0 ? Prec::Unary : Prec::Primary;
  if (number < -INT32_MAX || number > INT32_MAX)
    expr.text += "L";
  else
    expr.isLoose = true;
  return expr;
}

CExpr KernelEmitter::literal(int64_t value, Type type) {
  CExpr expr = CExpr::atom(std::to_string(value));
  // The scalar beside a vector must not be wider than its elements.
  Type element = getElementTypeOrSelf(type);
  return isa<VectorType>(type) && bitwidth(element) < 32
             ? castTo(typeName(element), expr)
             : expr;
}

/// The shortest decimal text that reads back as `value`, which is finite.
static std::string shortestDecimal(const APFloat &value) {
  for (unsigned digits = 1; digits <= 17; ++digits) {
    SmallString<32> text;
    value.toString(text, digits, /*FormatMaxPadding=*/6);
    APFloat back(value.getSemantics());
    auto status = back.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      continue;
    }
    if (back.bitwiseIsEqual(value)) {
      std::string result = StringRef(text).lower();
      if (StringRef(result).find_first_of(".e") == StringRef::npos)
        result += ".0";
      return result;
    }
  }
  // Never needed by half, float and double.
  char text[64];
  value.convertToHexString(text, 0, /*upperCase=*/false,
                           APFloat::rmNearestTiesToEven);
  return text;
}

CExpr KernelEmitter::floatLiteral(const APFloat &value) {
  bool isHalf = &value.getSemantics() == &APFloat::IEEEhalf();
  if (isHalf && !program.nativeHalf) {
    APFloat single = value;
    bool losesInfo;
    single.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return floatLiteral(single);
  }
  bool isDouble = &value.getSemantics() == &APFloat::IEEEdouble();
  CExpr expr;
  if (value.isInfinity()) {
    expr = CExpr::atom(value.isNegative() ? "-INFINITY" : "INFINITY");
  } else if (value.isNaN()) {
    // NAN is some NaN: print the bits of this one.
    APInt bits = value.bitcastToAPInt();
    SmallString<24> digits;
    bits.toString(digits, 16, /*Signed=*/false, /*formatAsCLiteral=*/true,
                  /*UpperCase=*/false);
    bool isPlain =
        bits == APFloat::getQNaN(value.getSemantics()).bitcastToAPInt();
    if (isPlain)
      expr = CExpr::atom("NAN");
    else if (isHalf)
      return CExpr::atom("as_half((ushort)" + digits.str().str() + ")");
    else if (isDouble)
      return CExpr::atom("as_double(" + digits.str().str() + "UL)");
    else
      return CExpr::atom("as_float(" + digits.str().str() + "u)");
  } else {
    expr = CExpr::atom(shortestDecimal(value));
    if (!isDouble)
      expr.text += isHalf ? "h" : "f";
    expr.prec = value.isNegative() ? Prec::Unary : Prec::Primary;
    return expr;
  }
  expr.prec =
      value.isNegative() && value.isInfinity() ? Prec::Unary : Prec::Primary;
  // Both macros are floats.
  if (isHalf || isDouble) {
    expr = castTo(isHalf ? "half" : "double", expr);
    expr.isAtom = true;
  }
  return expr;
}

LogicalResult KernelEmitter::emitConstant(arith::ConstantOp op) {
  Attribute attr = op.getValue();
  Type type = op.getType();
  if (auto integer = dyn_cast<IntegerAttr>(attr)) {
    APInt value = integer.getValue();
    if (type.isIndex()) {
      if (!value.isSignedIntN(indexBits)) {
        auto diag = cannotPrint(op)
                    << "the index " << attr << " does not fit into "
                    << indexBits << " bits";
        diag.attachNote()
            << "set lift.index_bitwidth = 64 : i32 on the gpu.module";
        return failure();
      }
      value = value.trunc(indexBits);
    }
    define(op, integerLiteral(value, type));
    return success();
  }
  if (auto number = dyn_cast<FloatAttr>(attr)) {
    define(op, isPacked(type) ? packedLiteral(number.getValue())
                              : floatLiteral(number.getValue()));
    return success();
  }
  auto dense = dyn_cast<DenseElementsAttr>(attr);
  if (!dense)
    return refuse(op, "this constant is neither a number nor a dense vector",
                  "use a dense constant");
  if (isPacked(type)) {
    define(op, packedLiteral(dense));
    return success();
  }
  Type element = dense.getElementType();
  SmallVector<CExpr> lanes;
  int64_t count = dense.isSplat() ? 1 : dense.getNumElements();
  if (isa<FloatType>(element)) {
    for (const APFloat &value :
         llvm::make_range(dense.value_begin<APFloat>(),
                          dense.value_begin<APFloat>() + count))
      lanes.push_back(floatLiteral(value));
  } else {
    for (APInt value : llvm::make_range(dense.value_begin<APInt>(),
                                        dense.value_begin<APInt>() + count)) {
      if (element.isInteger(1))
        lanes.push_back(CExpr::atom(value.isZero() ? "0" : "-1"));
      else if (element.isIndex() && !value.isSignedIntN(indexBits))
        return refuse(op, "an index in it does not fit",
                      "set lift.index_bitwidth = 64 : i32 on the gpu.module");
      else
        lanes.push_back(integerLiteral(
            element.isIndex() ? value.trunc(indexBits) : value, element));
    }
  }
  CExpr expr = vectorLiteral(typeName(type), lanes);
  expr.isAtom = dense.isSplat();
  if (element.isInteger(1))
    expr.maskBits = 32;
  define(op, expr);
  return success();
}

LogicalResult KernelEmitter::emitPoison(Operation *op) {
  // Any value will do.
  Type type = op->getResult(0).getType();
  if (isa<MemRefType>(type))
    return refuse(op, "an array cannot be poison", "remove what uses it");
  Type element = getElementTypeOrSelf(type);
  CExpr zero;
  if (auto floating = dyn_cast<FloatType>(element))
    zero = floatLiteral(APFloat::getZero(floating.getFloatSemantics()));
  else
    zero = integerLiteral(APInt::getZero(bitwidth(element)), element);
  if (isa<VectorType>(type)) {
    if (element.isInteger(1))
      zero = CExpr::atom("0");
    zero = vectorLiteral(typeName(type), zero);
    zero.isAtom = true;
    if (element.isInteger(1))
      zero.maskBits = 32;
  }
  define(op->getResult(0), zero);
  return success();
}
