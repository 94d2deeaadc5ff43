//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of arithmetic.
//
// Integers are signless in MLIR and signed in the C we print. Signed overflow
// is undefined in C, so what wraps is computed unsigned: one operand that is
// cast makes the whole sum unsigned, and initialising an int with it casts it
// back. `index` does not wrap (see OpenCLEmitter.h), which keeps addresses
// readable and compilers free to strengthen them. C computes chars and shorts
// as ints, where nothing overflows; results are cut back to size.
//
// A bool is what C's comparisons yield: 0 or 1, or in a vector 0 or -1.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

LogicalResult KernelEmitter::emitArith(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return emitConstant(constant);
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return emitCompare(compare);
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return emitCompare(compare);
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return emitSelect(select);
  if (isa<CastOpInterface>(op))
    return emitCast(op);
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  if (isa<FloatType>(element))
    return emitFloatArith(op);
  return element.isInteger(1) ? emitBoolArith(op) : emitIntArith(op);
}

//===----------------------------------------------------------------------===//
// Bools
//===----------------------------------------------------------------------===//

LogicalResult KernelEmitter::emitBoolArith(Operation *op) {
  enum Kind { And, Or, Xor, Other };
  // As a signed number, true is -1: the smaller one.
  Kind kind =
      llvm::TypeSwitch<Operation *, Kind>(op)
          .Case<arith::AndIOp, arith::MulIOp, arith::MinUIOp, arith::MaxSIOp>(
              [](auto) { return And; })
          .Case<arith::OrIOp, arith::MaxUIOp, arith::MinSIOp>(
              [](auto) { return Or; })
          .Case<arith::XOrIOp, arith::AddIOp, arith::SubIOp>(
              [](auto) { return Xor; })
          .Default([](Operation *) { return Other; });
  if (kind == Other)
    return refuse(op, "this operation on i1 has no C form",
                  "extend to i32 first");
  Value result = op->getResult(0), rhs = op->getOperand(1);
  if (isa<VectorType>(result.getType())) {
    unsigned bits = raw(op->getOperand(0)).maskBits;
    static const char *const symbols[] = {"&", "|", "^"};
    CExpr expr = binary(asMask(op->getOperand(0), bits), symbols[kind],
                        asMask(rhs, bits));
    expr.maskBits = bits;
    define(result, expr, "mask");
    return success();
  }
  CExpr lhs = raw(op->getOperand(0));
  static const char *const symbols[] = {"&&", "||", "!="};
  if (kind == Xor && matchPattern(rhs, m_One()))
    define(result, unary("!", lhs), "cond");
  else
    define(result, binary(lhs, symbols[kind], raw(rhs)), "cond");
  return success();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

CExpr KernelEmitter::fit(CExpr expr, Type type) {
  if (isa<IntegerType>(type) && !type.isInteger(1) && bitwidth(type) < 32)
    return castTo(typeName(type), expr);
  return expr;
}

/// Two operands as signed integers. Of two literals one is spelled as its own
/// type, so that the operation is done in that type.
static std::pair<CExpr, CExpr> pair(CExpr lhs, CExpr rhs, CExpr exactLhs) {
  if (lhs.isLoose && rhs.isLoose)
    return {exactLhs, rhs};
  return {lhs, rhs};
}

CExpr KernelEmitter::wrapping(Operation *op, StringRef symbol) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  Type type = op->getResult(0).getType();
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  bool isSigned = isa<VectorType>(type) || type.isIndex() ||
                  bitwidth(type) < 32 || (flags && flags.hasNoSignedWrap());
  if (isSigned) {
    auto [left, right] = pair(use(lhs), use(rhs), exact(lhs));
    return fit(binary(left, symbol, right), type);
  }
  CExpr left = raw(lhs), right = raw(rhs);
  if (!left.isUnsigned && !right.isUnsigned) {
    if (left.isLoose)
      right = asUnsigned(rhs);
    else
      left = asUnsigned(lhs);
  }
  CExpr expr = binary(left, symbol, right);
  expr.isUnsigned = true;
  return expr;
}

CExpr KernelEmitter::unsignedBinary(Operation *op, StringRef symbol) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  Type type = lhs.getType();
  bool isShift = symbol == ">>";
  if (isa<VectorType>(type)) {
    CExpr right = isShift ? use(rhs) : asUnsigned(rhs);
    return reinterpret(typeName(type), binary(asUnsigned(lhs), symbol, right));
  }
  if (bitwidth(type) < 32) {
    CExpr right = isShift ? use(rhs) : asUnsigned(rhs);
    CExpr left = asUnsigned(lhs);
    return fit(binary(left, symbol, right), type);
  }
  CExpr expr = binary(asUnsigned(lhs), symbol, isShift ? use(rhs) : raw(rhs));
  expr.isUnsigned = true;
  return expr;
}

LogicalResult KernelEmitter::emitIntArith(Operation *op) {
  Value result = op->getResult(0);
  Type type = result.getType();
  auto done = [&](CExpr expr) {
    define(result, std::move(expr));
    return success();
  };
  auto plain = [&](StringRef symbol) {
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    auto [left, right] = pair(use(lhs), use(rhs), exact(lhs));
    return done(fit(binary(left, symbol, right), type));
  };
  // A shift has the type of its first operand, whatever the second one is.
  auto shift = [&](StringRef symbol) {
    Value lhs = op->getOperand(0);
    CExpr left = bitwidth(type) < 32 ? use(lhs) : exact(lhs);
    return done(fit(binary(left, symbol, use(op->getOperand(1))), type));
  };
  auto signedCall = [&](StringRef function) {
    return done(
        call(function, {exact(op->getOperand(0)), exact(op->getOperand(1))}));
  };
  auto unsignedCall = [&](StringRef function) {
    CExpr expr = call(function, {asUnsigned(op->getOperand(0)),
                                 asUnsigned(op->getOperand(1))});
    if (isa<VectorType>(type))
      return done(reinterpret(typeName(type), expr));
    expr.isUnsigned = bitwidth(type) >= 32;
    return done(fit(expr, type));
  };
  // Where neither operand is negative, signed and unsigned agree.
  auto isSmall = [&] {
    return isNonNegative(op->getOperand(0)) && isNonNegative(op->getOperand(1));
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](arith::AddIOp) { return done(wrapping(op, "+")); })
      .Case([&](arith::SubIOp) { return done(wrapping(op, "-")); })
      .Case([&](arith::MulIOp) { return done(wrapping(op, "*")); })
      .Case([&](arith::AndIOp) { return plain("&"); })
      .Case([&](arith::OrIOp) { return plain("|"); })
      .Case([&](arith::XOrIOp) { return plain("^"); })
      .Case([&](arith::ShLIOp) { return shift("<<"); })
      .Case([&](arith::ShRSIOp) { return shift(">>"); })
      .Case([&](arith::ShRUIOp shifted) {
        if (isByteIndex(shifted))
          return done(use(shifted.getLhs()));
        return isNonNegative(op->getOperand(0))
                   ? shift(">>")
                   : done(unsignedBinary(op, ">>"));
      })
      .Case([&](arith::DivSIOp) { return plain("/"); })
      .Case([&](arith::RemSIOp) { return plain("%"); })
      .Case([&](arith::DivUIOp) {
        return isSmall() ? plain("/") : done(unsignedBinary(op, "/"));
      })
      .Case([&](arith::RemUIOp) {
        return isSmall() ? plain("%") : done(unsignedBinary(op, "%"));
      })
      .Case([&](arith::MaxSIOp) { return signedCall("max"); })
      .Case([&](arith::MinSIOp) { return signedCall("min"); })
      .Case([&](arith::MaxUIOp) {
        return isSmall() ? signedCall("max") : unsignedCall("max");
      })
      .Case([&](arith::MinUIOp) {
        return isSmall() ? signedCall("min") : unsignedCall("min");
      })
      .Case<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(
          [&](auto) { return emitDivision(op); })
      .Case([&](arith::MulSIExtendedOp) {
        CExpr lhs = atom(op->getOperand(0)), rhs = atom(op->getOperand(1));
        CExpr low = isa<VectorType>(type) || bitwidth(type) < 32
                        ? fit(binary(lhs, "*", rhs), type)
                        : wrapping(op, "*");
        define(op->getResult(0), low, "low");
        define(op->getResult(1), call("mul_hi", {lhs, rhs}), "high");
        return success();
      })
      .Default([&](Operation *) {
        return refuse(op, "this operation on integers has no C form",
                      "run --arith-expand or rewrite it with simpler ones");
      });
}

LogicalResult KernelEmitter::emitVectorDivision(Operation *op) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  Type type = op->getResult(0).getType();
  CExpr zero = literal(0, type), a = atom(lhs), b = atom(rhs), expr;
  // A lane of a comparison that holds is -1.
  if (isa<arith::CeilDivUIOp>(op)) {
    a = asUnsigned(lhs);
    b = asUnsigned(rhs);
    expr = binary(reinterpret(typeName(type), binary(a, "/", b)), "-",
                  binary(binary(a, "%", b), "!=", zero));
  } else {
    bool isFloor = isa<arith::FloorDivSIOp>(op);
    CExpr agree = binary(binary(a, "<", zero),
                         isFloor ? "!=" : "==", binary(b, "<", zero));
    CExpr inexact = binary(binary(a, "%", b), "!=", zero);
    expr = binary(binary(a, "/", b), isFloor ? "+" : "-",
                  binary(inexact, "&", agree));
  }
  define(op->getResult(0), expr);
  return success();
}

LogicalResult KernelEmitter::emitDivision(Operation *op) {
  Type type = op->getResult(0).getType();
  if (isa<VectorType>(type))
    return emitVectorDivision(op);
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  CExpr zero = literal(0, type);
  bool isUnsigned = isa<arith::CeilDivUIOp>(op);
  bool isSmall = isNonNegative(lhs) && isNonNegative(rhs);
  CExpr a = atom(lhs), b = atom(rhs);
  if (isUnsigned && !isSmall) {
    // a / b + (a % b != 0)
    a = asUnsigned(lhs);
    CExpr expr = binary(binary(a, "/", asUnsigned(rhs)), "+",
                        binary(binary(a, "%", asUnsigned(rhs)), "!=", zero));
    expr.isUnsigned = bitwidth(type) >= 32;
    define(op->getResult(0), fit(expr, type));
    return success();
  }
  bool isFloor = isa<arith::FloorDivSIOp>(op);
  CExpr quotient = binary(a, "/", b), remainder = binary(a, "%", b), expr;
  if (isFloor && isSmall) {
    expr = quotient;
  } else if (isSmall || isNonNegative(rhs)) {
    // The remainder has the sign of the dividend.
    expr = isFloor ? binary(quotient, "-", binary(remainder, "<", zero))
                   : binary(quotient, "+", binary(remainder, ">", zero));
  } else {
    // An inexact quotient was rounded to zero: up if the signs differ.
    CExpr agree = binary(binary(a, "<", zero),
                         isFloor ? "!=" : "==", binary(b, "<", zero));
    CExpr correct = binary(binary(remainder, "!=", zero), "&&", agree);
    expr = binary(quotient, isFloor ? "-" : "+", correct);
  }
  define(op->getResult(0), fit(expr, type));
  return success();
}

LogicalResult KernelEmitter::emitCompare(arith::CmpIOp op) {
  using P = arith::CmpIPredicate;
  P predicate = op.getPredicate();
  Value lhs = op.getLhs(), rhs = op.getRhs();
  Type type = lhs.getType();
  bool isVector = isa<VectorType>(type);
  bool isUnsigned = predicate == P::ult || predicate == P::ule ||
                    predicate == P::ugt || predicate == P::uge;
  static const char *const symbols[] = {"==", "!=", "<",  "<=", ">",
                                        ">=", "<",  "<=", ">",  ">="};
  StringRef symbol = symbols[static_cast<unsigned>(predicate)];
  CExpr expr;
  if (getElementTypeOrSelf(type).isInteger(1)) {
    // A bool is 0 or 1, a lane of a mask 0 or -1: the other order is reversed.
    bool isEquality = predicate == P::eq || predicate == P::ne;
    if (!isEquality && isVector == isUnsigned)
      std::swap(lhs, rhs);
    unsigned bits = raw(lhs).maskBits;
    expr = isVector ? binary(asMask(lhs, bits), symbol, asMask(rhs, bits))
                    : binary(raw(lhs), symbol, raw(rhs));
    expr.maskBits = bits;
    define(op, expr, "cond");
    return success();
  }
  if (isUnsigned && isNonNegative(lhs) && isNonNegative(rhs))
    isUnsigned = false;
  if (isUnsigned) {
    // One unsigned operand is enough, unless C makes ints of both.
    CExpr right = isVector || bitwidth(type) < 32 ? asUnsigned(rhs) : raw(rhs);
    expr = binary(asUnsigned(lhs), symbol, right);
  } else {
    expr = binary(use(lhs), symbol, use(rhs));
  }
  if (isVector)
    expr.maskBits = bitwidth(type);
  // Of two variables: a third would take a register longer than these do.
  if (hasFewRegisters && expr.variables.empty() && !isVector &&
      raw(lhs).isAtom && raw(rhs).isAtom) {
    values[op] = std::move(expr);
    return success();
  }
  define(op, expr, isVector ? "mask" : "cond");
  return success();
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Whether a quotient may be a product with a reciprocal, which `native_divide`
/// takes about as long as.
static bool mayUseReciprocal(arith::DivFOp op) {
  return bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::arcp) &&
         getElementTypeOrSelf(op.getType()).isF32();
}

LogicalResult KernelEmitter::emitFloatArith(Operation *op) {
  Value result = op->getResult(0);
  auto symbol = [&](StringRef symbol, StringRef packedName = "") {
    if (isPacked(result.getType()) && !packedName.empty()) {
      define(result, packedBinary(packedName, symbol, op));
      return success();
    }
    define(result, rounded(binary(use(op->getOperand(0)), symbol,
                                  use(op->getOperand(1))),
                           result.getType()));
    return success();
  };
  auto function = [&](StringRef name) {
    define(result,
           call(name, {use(op->getOperand(0)), use(op->getOperand(1))}));
    return success();
  };
  auto packed = [&](CExpr expr) {
    define(result, std::move(expr));
    return success();
  };
  auto larger = [&](bool isMax) {
    if (isPacked(result.getType()))
      return packed(packedMinMax(isMax, /*isStrict=*/false, op));
    return function(isMax ? "fmax" : "fmin");
  };
  auto strict = [&](bool isMax, arith::FastMathFlags flags) -> LogicalResult {
    if (bitEnumContainsAll(flags, arith::FastMathFlags::nnan |
                                      arith::FastMathFlags::nsz))
      return larger(isMax);
    if (isPacked(result.getType()))
      return packed(packedMinMax(isMax, /*isStrict=*/true, op));
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    if (matchPattern(lhs, m_Constant()))
      std::swap(lhs, rhs);
    // Compared with a number, a NaN stays: no branch of the conditional below
    // replaces it. The zeros decide whether equality counts.
    APFloat bound(0.0f);
    if (!isa<VectorType>(result.getType()) &&
        matchPattern(rhs, m_ConstantFloat(&bound)) && !bound.isNaN()) {
      bool replacesEqual = bound.isNegative() != isMax;
      StringRef order =
          isMax ? (replacesEqual ? "<=" : "<") : (replacesEqual ? ">=" : ">");
      CExpr value = atom(lhs), limit = use(rhs);
      define(result, conditional(binary(value, order, limit), limit, value));
      return success();
    }
    define(result, strictMinMax(isMax, use(lhs), use(rhs), result.getType()));
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](arith::AddFOp) { return symbol("+", "add"); })
      .Case([&](arith::SubFOp) { return symbol("-", "sub"); })
      .Case([&](arith::MulFOp) { return symbol("*", "mul"); })
      .Case([&](arith::DivFOp o) {
        return mayUseReciprocal(o) ? function("native_divide") : symbol("/");
      })
      .Case([&](arith::RemFOp) { return function("fmod"); })
      .Case([&](arith::MaxNumFOp) { return larger(true); })
      .Case([&](arith::MinNumFOp) { return larger(false); })
      .Case([&](arith::MaximumFOp o) { return strict(true, o.getFastmath()); })
      .Case([&](arith::MinimumFOp o) { return strict(false, o.getFastmath()); })
      .Case([&](arith::NegFOp) {
        if (isPacked(result.getType()))
          return packed(packedNegation(op->getOperand(0)));
        define(result, unary("-", use(op->getOperand(0))));
        return success();
      })
      .Default([&](Operation *) {
        return refuse(op, "this operation on floats has no C form",
                      "run --arith-expand or rewrite it with simpler ones");
      });
}

/// The body of a strict minimum or maximum in terms of OpenCL's functions.
static std::string strictMinMaxBody(bool isMax, const std::string &type,
                                    const std::string &integer, bool isVector) {
  std::string bits =
      "as_" + integer + "(a) " + (isMax ? "&" : "|") + " as_" + integer + "(b)";
  // C computes with shorts as ints.
  if (integer == "short")
    bits = "(short)(" + bits + ")";
  std::string zeros = "as_" + type + "(" + bits + ")";
  std::string other = isMax ? "fmax(a, b)" : "fmin(a, b)";
  if (isVector)
    return "  return select(select(" + other + ", " + zeros +
           ", a == b), a + b, isunordered(a, b));\n";
  return "  return isunordered(a, b) ? a + b : a == b ? " + zeros + " : " +
         other + ";\n";
}

std::string opencl::chooseInstructions(StringRef nvidia, StringRef others,
                                       StringRef condition) {
  return ("#" + condition + "\n" + nvidia + "#else\n" + others + "#endif\n")
      .str();
}

std::string opencl::callEachLane(StringRef function, int64_t width,
                                 ArrayRef<StringRef> vectors) {
  SmallVector<std::string> lanes;
  for (int64_t lane = 0; lane < width; ++lane) {
    auto operands = llvm::map_range(vectors, [&](StringRef vector) {
      return (vector + ".s" + Twine(llvm::hexdigit(lane, true))).str();
    });
    lanes.push_back((function + "(" + llvm::join(operands, ", ") + ")").str());
  }
  return "  return (float" + std::to_string(width) + ")(" +
         llvm::join(lanes, ", ") + ");\n";
}

/// The same as one instruction of NVIDIA's for each lane, which counts -0 as
/// less than +0, too (PTX ISA, max).
static std::string strictMinMaxInstructions(bool isMax, const std::string &name,
                                            int64_t width) {
  if (width > 1)
    return callEachLane(name, width, {"a", "b"});
  return std::string("  float r;\n  asm(\"") + (isMax ? "max" : "min") +
         ".NaN.f32 %0, %1, %2;\" : \"=f\"(r) : \"f\"(a), \"f\"(b));\n"
         "  return r;\n";
}

std::string KernelEmitter::addStrictMinMax(bool isMax, Type type) {
  auto vector = dyn_cast<VectorType>(type);
  const int64_t width = vector ? vector.getDimSize(0) : 1;
  Type number = getElementTypeOrSelf(type);
  const bool hasInstruction =
      (program.hasCapability80 || program.testsCapability80) &&
      (number.isF32() || isRoundedFloat(number));
  if (vector && hasInstruction)
    addStrictMinMax(isMax, number);
  const std::string base = isMax ? "maximum_" : "minimum_", t = typeName(type),
                    name = base + t;
  std::string &text = program.helpers[name];
  if (!text.empty())
    return name;
  Type integer = IntegerType::get(type.getContext(), bitwidth(type));
  if (vector)
    integer = vector.clone(integer);
  std::string body = strictMinMaxBody(isMax, t, typeName(integer), width > 1);
  if (hasInstruction)
    body = chooseInstructions(
        strictMinMaxInstructions(isMax, base + "float", width), body,
        program.hasCapability80 ? "ifdef cl_nv_pragma_unroll"
                                : "if defined(cl_nv_pragma_unroll) && "
                                  "NVIDIA_COMPUTE_CAPABILITY >= 80");
  text = std::string("// The ") + (isMax ? "larger" : "smaller") +
         " one; NaN if either is NaN; -0 is less than +0.\n" + t + " " + name +
         "(" + t + " a, " + t + " b) {\n" + body + "}\n";
  return name;
}

CExpr KernelEmitter::strictMinMax(bool isMax, const CExpr &lhs,
                                  const CExpr &rhs, Type type) {
  return call(addStrictMinMax(isMax, type), {lhs, rhs});
}

LogicalResult KernelEmitter::emitCompare(arith::CmpFOp op) {
  using P = arith::CmpFPredicate;
  CExpr lhs = use(op.getLhs()), rhs = use(op.getRhs());
  bool isVector = isa<VectorType>(op.getLhs().getType());
  auto negated = [&](CExpr expr) { return unary(isVector ? "~" : "!", expr); };
  CExpr expr;
  switch (op.getPredicate()) {
  case P::AlwaysFalse:
  case P::AlwaysTrue: {
    bool value = op.getPredicate() == P::AlwaysTrue;
    expr = CExpr::atom(value ? "true" : "false");
    if (isVector) {
      expr = vectorLiteral(typeName(op.getType()),
                           CExpr::atom(value ? "-1" : "0"));
      expr.maskBits = 32;
    }
    define(op, expr, "cond");
    return success();
  }
  case P::OEQ:
    expr = binary(lhs, "==", rhs);
    break;
  case P::OGT:
    expr = binary(lhs, ">", rhs);
    break;
  case P::OGE:
    expr = binary(lhs, ">=", rhs);
    break;
  case P::OLT:
    expr = binary(lhs, "<", rhs);
    break;
  case P::OLE:
    expr = binary(lhs, "<=", rhs);
    break;
  case P::ONE:
    expr = call("islessgreater", {lhs, rhs});
    break;
  case P::ORD:
    expr = call("isordered", {lhs, rhs});
    break;
  case P::UEQ:
    expr = negated(call("islessgreater", {lhs, rhs}));
    break;
  case P::UGT:
    expr = negated(binary(lhs, "<=", rhs));
    break;
  case P::UGE:
    expr = negated(binary(lhs, "<", rhs));
    break;
  case P::ULT:
    expr = negated(binary(lhs, ">=", rhs));
    break;
  case P::ULE:
    expr = negated(binary(lhs, ">", rhs));
    break;
  case P::UNE:
    expr = binary(lhs, "!=", rhs);
    break;
  case P::UNO:
    expr = call("isunordered", {lhs, rhs});
    break;
  }
  if (isVector)
    expr.maskBits = bitwidth(op.getLhs().getType());
  define(op, expr, isVector ? "mask" : "cond");
  return success();
}

LogicalResult KernelEmitter::emitSelect(arith::SelectOp op) {
  Type type = op.getType();
  if (isa<MemRefType>(type))
    return refuse(op, "C arrays cannot be selected",
                  "select the elements or the index");
  bool isMask =
      isa<VectorType>(type) && getElementTypeOrSelf(type).isInteger(1);
  unsigned bits = isMask ? raw(op.getTrueValue()).maskBits : bitwidth(type);
  Value condition = op.getCondition();
  if (auto splat = condition.getDefiningOp<vector::BroadcastOp>();
      splat && isPartOfPacked(splat))
    condition = splat.getSource();
  const bool hasVectorCondition = isa<VectorType>(condition.getType());
  const bool staysPacked = isPacked(type) && !hasVectorCondition;
  auto side = [&](Value value) {
    if (isMask)
      return asMask(value, bits);
    CExpr expr = staysPacked ? held(value) : exact(value);
    // A vector that is loaded is so in any case, and instructions on packed
    // halves are executed: C would branch around them.
    return staysPacked || value.getDefiningOp<vector::LoadOp>()
               ? atom(expr, type, nameHint(value))
               : expr;
  };
  CExpr ifTrue = side(op.getTrueValue()), ifFalse = side(op.getFalseValue());
  CExpr expr;
  if (hasVectorCondition)
    expr = call("select", {ifFalse, ifTrue, asMask(condition, bits)});
  else
    expr = fit(conditional(raw(condition), ifTrue, ifFalse), type);
  expr.maskBits = isMask ? bits : 0;
  expr.isPacked = staysPacked;
  define(op, expr);
  return success();
}
