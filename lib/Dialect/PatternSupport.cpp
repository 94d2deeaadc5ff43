//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PatternSupport.h"

#include "LiftDialect/ElementTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

ParseResult lift::parseBindings(OpAsmParser &parser, Bindings &bindings) {
  if (!bindings.isOpen) {
    bindings.loc = parser.getCurrentLocation();
    if (parser.parseLParen())
      return failure();
  }
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  do {
    if (parser.parseArgument(bindings.arguments.emplace_back()) ||
        parser.parseEqual() ||
        parser.parseOperand(bindings.operands.emplace_back()))
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  if (parser.parseColonTypeList(bindings.types) || parser.parseRParen())
    return failure();
  if (bindings.types.size() != bindings.operands.size())
    return parser.emitError(bindings.loc)
           << "expected " << bindings.operands.size()
           << " operand types, but got " << bindings.types.size();
  return success();
}

ParseResult lift::setElementTypes(OpAsmParser &parser, Bindings &bindings) {
  for (auto [argument, type] :
       llvm::zip_equal(bindings.arguments, bindings.types)) {
    auto array = dyn_cast<ArrayType>(type);
    if (!array)
      return parser.emitError(bindings.loc)
             << "operand of type " << type << " is not an array";
    argument.type = array.getInnerType();
  }
  return success();
}

void lift::printBindings(OpAsmPrinter &printer, ValueRange arguments,
                         ValueRange operands) {
  printer << '(';
  llvm::interleaveComma(
      llvm::zip_equal(arguments, operands), printer, [&](auto pair) {
        printer << std::get<0>(pair) << " = " << std::get<1>(pair);
      });
  if (!operands.empty())
    printer << " : " << operands.getTypes();
  printer << ')';
}

/// Reads `4)` into an attribute, if it is there; the parenthesis before it is
/// at `loc`.
static OptionalParseResult parseOptionalFactor(OpAsmParser &parser,
                                               OperationState &result,
                                               StringRef name, SMLoc loc) {
  int64_t factor = 0;
  OptionalParseResult integer = parser.parseOptionalInteger(factor);
  if (!integer.has_value())
    return integer;
  if (failed(*integer) || parser.parseRParen())
    return failure();
  if (factor < 1)
    return parser.emitError(loc, "expected a positive factor");
  result.addAttribute(name, parser.getBuilder().getI64IntegerAttr(factor));
  return success();
}

ParseResult lift::parseUnroll(OpAsmParser &parser, OperationState &result,
                              Bindings &next) {
  if (failed(parser.parseOptionalKeyword("unroll")))
    return success();
  // `unroll(4) (` or `unroll (`, which opens the operands.
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalLParen())) {
    OptionalParseResult factor =
        parseOptionalFactor(parser, result, "unroll", loc);
    if (factor.has_value())
      return *factor;
    next.isOpen = true;
    next.loc = loc;
  }
  result.addAttribute("unroll", parser.getBuilder().getI64IntegerAttr(0));
  return success();
}

ParseResult lift::parseLoopChoices(OpAsmParser &parser, OperationState &result,
                                   Bindings &next) {
  if (parseUnroll(parser, result, next))
    return failure();
  if (next.isOpen || failed(parser.parseOptionalKeyword("vector")))
    return success();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen())
    return failure();
  OptionalParseResult factor =
      parseOptionalFactor(parser, result, "vector_width", loc);
  return factor.has_value() ? *factor
                            : parser.emitError(parser.getCurrentLocation(),
                                               "expected integer value");
}

void lift::printLoopChoices(OpAsmPrinter &printer,
                            std::optional<int64_t> unroll,
                            std::optional<int64_t> vectorWidth) {
  if (unroll) {
    printer << " unroll";
    if (*unroll > 0)
      printer << '(' << *unroll << ')';
  }
  if (vectorWidth)
    printer << " vector(" << *vectorWidth << ')';
}

YieldOp lift::getYieldOf(Region &region) {
  if (region.empty() || region.front().empty())
    return {};
  return dyn_cast<YieldOp>(region.front().back());
}

ParseResult lift::parseBody(OpAsmParser &parser, OperationState &result,
                            ArrayRef<OpAsmParser::Argument> arguments,
                            YieldOp &yield) {
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  yield = getYieldOf(*body);
  if (yield)
    return success();
  return parser.emitError(parser.getNameLoc(),
                          "body must end with 'lift.yield'");
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

LogicalResult lift::verifyYield(Operation *op, Region &region) {
  if (getYieldOf(region))
    return success();
  return op->emitOpError("body must end with 'lift.yield'");
}

LogicalResult lift::verifyElementArgs(Operation *op, ValueRange inputs,
                                      Block::BlockArgListType args) {
  for (auto [i, input, arg] : llvm::enumerate(inputs, args)) {
    Type expected = cast<ArrayType>(input.getType()).getInnerType();
    if (arg.getType() != expected) {
      InFlightDiagnostic diag = op->emitOpError("argument #")
                                << i << " of the body has the wrong type";
      diag.attachNote() << "expected type: " << expected;
      diag.attachNote() << "  actual type: " << arg.getType();
      return diag;
    }
  }
  return success();
}

void lift::addEqualLengthConstraints(
    ValueRange inputs, SmallVectorImpl<SizeConstraint> &constraints) {
  if (inputs.empty())
    return;
  Expr first = cast<ArrayType>(inputs.front().getType()).getSize(0);
  for (auto [i, input] : llvm::enumerate(inputs.drop_front())) {
    Expr size = cast<ArrayType>(input.getType()).getSize(0);
    if (size != first)
      constraints.push_back({ConstraintKind::Equal, first, size,
                             "operand #" + std::to_string(i + 1) +
                                 " has length " + size.str() +
                                 " where operand #0 has " + first.str()});
  }
}

LogicalResult lift::verifyFactors(Operation *op, std::optional<int64_t> unroll,
                                  std::optional<int64_t> vectorWidth) {
  if (unroll && *unroll < 0)
    return op->emitOpError("unroll factor ") << *unroll << " is negative";
  if (vectorWidth && !isVectorWidth(*vectorWidth))
    return op->emitOpError("vector width ")
           << *vectorWidth << " is not 2, 3, 4, 8 or 16";
  return success();
}

LogicalResult lift::verifyResultTypes(Operation *op, TypeRange expected) {
  if (op->getNumResults() != expected.size())
    return op->emitOpError("has ")
           << op->getNumResults() << " results where its body yields "
           << expected.size() << " values";
  for (auto [i, actual, type] :
       llvm::enumerate(op->getResultTypes(), expected)) {
    if (actual == type)
      continue;
    InFlightDiagnostic diag = op->emitOpError("result #")
                              << i << " has the wrong type";
    diag.attachNote() << "expected type: " << type;
    diag.attachNote() << "  actual type: " << actual;
    return diag;
  }
  return success();
}

LogicalResult
lift::checkInnerTypes(TypeRange types,
                      function_ref<InFlightDiagnostic()> emitError) {
  for (Type type : types)
    if (!ArrayType::isValidInnerType(type)) {
      InFlightDiagnostic diag = emitError()
                                << "cannot make an array of " << type;
      if (type.isIntOrIndex())
        diag.attachNote() << "cast it to i1, i8, i16, i32 or i64 first";
      return diag;
    }
  return success();
}

SmallVector<Type> lift::getArraysOf(const Expr &size, TypeRange elements) {
  return llvm::map_to_vector(elements, [&](Type type) -> Type {
    return ArrayType::getArrayOf(size, type);
  });
}
