//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AssemblyFormat.h"

#include "LiftDialect/Expr/Symbols.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Expressions
//
// Expr::parse holds the grammar. Here the tokens of an expression are only
// consumed, to find where its text ends.
//===----------------------------------------------------------------------===//

/// Consumes a number or a name.
static OptionalParseResult skipWord(AsmParser &parser) {
  // An integer of any width: the expression parser reports what is too large.
  APInt integer;
  OptionalParseResult number = parser.parseOptionalInteger(integer);
  if (number.has_value())
    return number;
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword)))
    return success();
  return std::nullopt;
}

static bool skipOperator(AsmParser &parser) {
  return succeeded(parser.parseOptionalPlus()) ||
         succeeded(parser.parseOptionalMinus()) ||
         succeeded(parser.parseOptionalStar()) ||
         succeeded(parser.parseOptionalSlash());
}

/// Consumes tokens that may stand in an expression, up to a parenthesis or a
/// keyword that closes it. `skipOther` consumes what is neither a number nor a
/// name.
static ParseResult
skipExpr(AsmParser &parser,
         function_ref<OptionalParseResult()> skipOther = nullptr) {
  unsigned depth = 0;
  // Two words in a row are an operator only if one of them is; `a divides b`
  // and `N x f32` end before the second word, which is why words alternate.
  bool expectOperand = true;
  while (true) {
    if (expectOperand) {
      if (succeeded(parser.parseOptionalLParen())) {
        ++depth;
        continue;
      }
      if (succeeded(parser.parseOptionalMinus()))
        continue;
      OptionalParseResult word = skipWord(parser);
      if (!word.has_value() && skipOther)
        word = skipOther();
      if (!word.has_value())
        return parser.emitError(parser.getCurrentLocation(),
                                "expected a size: a number, a name or an "
                                "expression in parentheses");
      if (failed(*word))
        return failure();
      expectOperand = false;
      continue;
    }
    if (skipOperator(parser) ||
        succeeded(parser.parseOptionalKeyword("floordiv")) ||
        succeeded(parser.parseOptionalKeyword("ceildiv")) ||
        succeeded(parser.parseOptionalKeyword("mod"))) {
      expectOperand = true;
      continue;
    }
    if (depth == 0)
      return success();
    if (parser.parseRParen())
      return failure();
    --depth;
  }
}

/// Reads the text from `start` to the current place, less the space before it.
static FailureOr<Expr> parseText(AsmParser &parser, SMLoc start) {
  const char *begin = start.getPointer();
  StringRef text(begin, parser.getCurrentLocation().getPointer() - begin);
  text = text.rtrim();
  size_t offset = 0;
  Expr expr = Expr::parse(text, &offset);
  if (!expr.isError())
    return expr;
  return parser.emitError(SMLoc::getFromPointer(begin + offset),
                          expr.getError());
}

FailureOr<Expr> lift::parseExpr(AsmParser &parser) {
  SMLoc start = parser.getCurrentLocation();
  if (skipExpr(parser))
    return failure();
  return parseText(parser, start);
}

FailureOr<Expr> lift::parseExpr(AsmParser &parser, ParseSymbol parseSymbol) {
  SMLoc start = parser.getCurrentLocation();
  // The text of the expression, with symbols in place of what they stand for.
  std::string text;
  const char *end = start.getPointer();
  auto skipSymbol = [&]() -> OptionalParseResult {
    const char *begin = parser.getCurrentLocation().getPointer();
    std::string symbol;
    OptionalParseResult result = parseSymbol(symbol);
    if (!result.has_value() || failed(*result))
      return result;
    text.append(end, begin);
    text += symbol + " ";
    end = parser.getCurrentLocation().getPointer();
    return result;
  };
  if (skipExpr(parser, skipSymbol))
    return failure();
  text.append(end, parser.getCurrentLocation().getPointer());
  Expr expr = parseWithSymbols(text);
  if (expr.isError())
    return parser.emitError(start, expr.getError());
  return expr;
}

std::optional<FailureOr<Expr>>
lift::parseOptionalParenthesis(AsmParser &parser) {
  SMLoc start = parser.getCurrentLocation();
  if (failed(parser.parseOptionalLParen()))
    return std::nullopt;
  if (skipExpr(parser) || parser.parseRParen())
    return FailureOr<Expr>(failure());
  return parseText(parser, start);
}

FailureOr<Expr> lift::parsePrimaryExpr(AsmParser &parser) {
  if (std::optional<FailureOr<Expr>> expr = parseOptionalParenthesis(parser))
    return *expr;
  SMLoc start = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalQuestion()))
    return parser.emitError(start, "expected a size: sizes follow from those "
                                   "of the arguments, so that none can be '?'");
  OptionalParseResult word = skipWord(parser);
  if (!word.has_value())
    return parser.emitError(start, "expected a size: a number, a name or an "
                                   "expression in parentheses");
  if (failed(*word))
    return failure();
  return parseText(parser, start);
}

/// Reads `x` after a size.
static ParseResult parseDimensionSeparator(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("x")))
    return success();
  return parser.emitError(loc, "expected 'x' with a space on either side, as "
                               "in !lift.array<N x 4 x f32>");
}

ParseResult lift::parseDimensions(AsmParser &parser,
                                  SmallVectorImpl<Expr> &sizes, Type &element) {
  auto addDimension = [&](const FailureOr<Expr> &size) -> ParseResult {
    if (failed(size) || parseDimensionSeparator(parser))
      return failure();
    sizes.push_back(*size);
    return success();
  };
  while (true) {
    // Before types: a parenthesis would be read as that of a function type.
    if (std::optional<FailureOr<Expr>> size =
            parseOptionalParenthesis(parser)) {
      if (addDimension(*size))
        return failure();
      continue;
    }
    OptionalParseResult result = parser.parseOptionalType(element);
    if (!result.has_value()) {
      if (addDimension(parsePrimaryExpr(parser)))
        return failure();
      continue;
    }
    if (failed(*result))
      return failure();
    if (auto inner = dyn_cast<ArrayType>(element)) {
      llvm::append_range(sizes, inner.getSizeExprs());
      element = inner.getElementType();
    }
    return success();
  }
}

LogicalResult lift::verifySizeName(Operation *op, StringRef what,
                                   StringRef text) {
  if (isReservedName(text))
    return op->emitOpError(what) << " '" << text << "' is reserved";
  if (Expr::parse(text).getName() != text.str())
    return op->emitOpError(what) << " '" << text << "' is not a name";
  return success();
}

FailureOr<ArrayType> lift::getArray(std::optional<Location> loc, Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return array;
  return emitOptionalError(loc, "operand of type ", type, " is not an array");
}

ParseResult lift::parseSize(OpAsmParser &parser, SizeAttr &size) {
  FailureOr<Expr> expr = parsePrimaryExpr(parser);
  if (failed(expr))
    return failure();
  size = SizeAttr::get(parser.getContext(), *expr);
  return success();
}

void lift::printSize(OpAsmPrinter &printer, Operation *, SizeAttr size) {
  printer << size.getValue().strInDimension();
}

ParseResult lift::parseSizeList(OpAsmParser &parser, ArrayAttr &sizes) {
  SmallVector<Attribute> elements;
  auto parseElement = [&]() -> ParseResult {
    FailureOr<Expr> expr = parseExpr(parser);
    if (failed(expr))
      return failure();
    elements.push_back(SizeAttr::get(parser.getContext(), *expr));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseElement))
    return failure();
  sizes = ArrayAttr::get(parser.getContext(), elements);
  return success();
}

void lift::printSizeList(OpAsmPrinter &printer, Operation *, ArrayAttr sizes) {
  printer << '[';
  llvm::interleaveComma(
      sizes.getAsRange<SizeAttr>(), printer,
      [&](SizeAttr size) { printer << size.getValue().str(); });
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Mappings
//===----------------------------------------------------------------------===//

FailureOr<MappingAttr> lift::parseOptionalMapping(AsmParser &parser) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(
          &keyword, {"seq", "fused", "lcl", "wrg", "glb"})))
    return MappingAttr();
  MappingKind kind = *symbolizeMappingKind(keyword);
  unsigned dim = 0;
  bool hasDim = kind != MappingKind::Seq && kind != MappingKind::Fused;
  if (hasDim && (parser.parseLParen() || parser.parseInteger(dim) ||
                 parser.parseRParen()))
    return failure();
  auto mapping = MappingAttr::getChecked([&] { return parser.emitError(loc); },
                                         parser.getContext(), kind, dim);
  if (!mapping)
    return failure();
  return mapping;
}

FailureOr<MappingAttr> lift::parseMapping(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<MappingAttr> mapping = parseOptionalMapping(parser);
  if (succeeded(mapping) && !*mapping)
    return parser.emitError(
        loc, "expected a mapping: seq, fused, lcl(d), wrg(d) or glb(d)");
  return mapping;
}

void lift::printMapping(AsmPrinter &printer, MappingAttr mapping) {
  printer << stringifyMappingKind(mapping.getKind());
  if (mapping.isParallel())
    printer << '(' << mapping.getDim() << ')';
}

OptionalParseResult lift::parseMappingList(OpAsmParser &parser,
                                           ArrayAttr &mappings) {
  if (failed(parser.parseOptionalLSquare()))
    return std::nullopt;
  SmallVector<Attribute> elements;
  auto parseElement = [&]() -> ParseResult {
    FailureOr<MappingAttr> mapping = parseMapping(parser);
    if (failed(mapping))
      return failure();
    elements.push_back(*mapping);
    return success();
  };
  if (parser.parseCommaSeparatedList(parseElement) || parser.parseRSquare())
    return ParseResult(failure());
  mappings = ArrayAttr::get(parser.getContext(), elements);
  return ParseResult(success());
}

void lift::printMappingList(OpAsmPrinter &printer, Operation *,
                            ArrayAttr mappings) {
  printer << '[';
  llvm::interleaveComma(
      mappings.getAsRange<MappingAttr>(), printer,
      [&](MappingAttr mapping) { printMapping(printer, mapping); });
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Pad modes and address spaces
//===----------------------------------------------------------------------===//

ParseResult
lift::parsePadMode(OpAsmParser &parser, PadModeAttr &mode,
                   std::optional<OpAsmParser::UnresolvedOperand> &value,
                   Type &valueType) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<PadMode> kind = symbolizePadMode(keyword);
  if (!kind)
    return parser.emitError(loc,
                            "expected 'constant', 'clamp', 'mirror', 'wrap' or "
                            "'empty'");
  mode = PadModeAttr::get(parser.getContext(), *kind);
  if (*kind != PadMode::Constant)
    return success();
  return failure(parser.parseLParen() || parser.parseOperand(value.emplace()) ||
                 parser.parseColonType(valueType) || parser.parseRParen());
}

void lift::printPadMode(OpAsmPrinter &printer, Operation *, PadModeAttr mode,
                        Value value, Type valueType) {
  printer << stringifyPadMode(mode.getValue());
  if (value)
    printer << '(' << value << " : " << valueType << ')';
}

ParseResult lift::parseSpace(OpAsmParser &parser, AddressSpaceAttr &space) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<AddressSpace> kind = symbolizeAddressSpace(keyword);
  if (!kind)
    return parser.emitError(loc, "expected 'global', 'local' or 'private'");
  space = AddressSpaceAttr::get(parser.getContext(), *kind);
  return success();
}

void lift::printSpace(OpAsmPrinter &printer, Operation *,
                      AddressSpaceAttr space) {
  printer << stringifyAddressSpace(space.getValue());
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

ParseResult lift::parseIndexFunction(OpAsmParser &parser, ArrayAttr &bounds,
                                     Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Attribute> sizes;
  auto parseBound = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    argument.type = parser.getBuilder().getIndexType();
    if (parser.parseArgument(argument) || parser.parseLess())
      return failure();
    FailureOr<Expr> size = parseExpr(parser);
    if (failed(size))
      return failure();
    sizes.push_back(SizeAttr::get(parser.getContext(), *size));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseBound))
    return failure();
  bounds = parser.getBuilder().getArrayAttr(sizes);
  return parser.parseRegion(body, arguments);
}

void lift::printIndexFunction(OpAsmPrinter &printer, Operation *,
                              ArrayAttr bounds, Region &body) {
  printer << '(';
  llvm::interleaveComma(
      llvm::zip_equal(body.getArguments(), bounds.getAsRange<SizeAttr>()),
      printer, [&](auto pair) {
        printer << std::get<0>(pair) << " < "
                << std::get<1>(pair).getValue().str();
      });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

ParseResult
lift::parsePositions(OpAsmParser &parser,
                     SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices,
                     ArrayAttr &positions) {
  SmallVector<Attribute> elements;
  auto parsePosition = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult isOperand = parser.parseOptionalOperand(operand);
    if (isOperand.has_value()) {
      indices.push_back(operand);
      elements.push_back(parser.getBuilder().getUnitAttr());
      return *isOperand;
    }
    FailureOr<Expr> size = parseExpr(parser);
    if (failed(size))
      return failure();
    elements.push_back(SizeAttr::get(parser.getContext(), *size));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parsePosition))
    return failure();
  positions = parser.getBuilder().getArrayAttr(elements);
  return success();
}

void lift::printPositions(OpAsmPrinter &printer, Operation *,
                          OperandRange indices, ArrayAttr positions) {
  printer << '[';
  auto next = indices.begin();
  llvm::interleaveComma(positions, printer, [&](Attribute position) {
    if (auto size = dyn_cast<SizeAttr>(position))
      printer << size.getValue().str();
    else
      printer << *next++;
  });
  printer << ']';
}
