//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index expressions in the assembly of the loop dialect: the text of an
// expression has the names of operands, the attribute their numbers.
//
//===----------------------------------------------------------------------===//

#include "IndexAssembly.h"

#include "../AssemblyFormat.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::loop;

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kLane = "@lane";
static constexpr StringLiteral kDim = "@d";

Expr loop::getOperandSymbol(unsigned operand) {
  return Expr::name("%" + std::to_string(operand));
}

Expr loop::getLaneSymbol() { return Expr::name(kLane.str()); }

Expr loop::getDimSymbol(unsigned dim) {
  return Expr::name(kDim.str() + std::to_string(dim));
}

SmallVector<Expr> loop::substituteOperands(ArrayRef<Expr> exprs,
                                           ValueRange operands,
                                           function_ref<Expr(Value)> getExpr) {
  std::map<std::string, Expr> symbols;
  for (auto [number, operand] : llvm::enumerate(operands))
    symbols[*getOperandSymbol(number).getName()] = getExpr(operand);
  return llvm::map_to_vector(
      exprs, [&](const Expr &expr) { return expr.substitute(symbols); });
}

LogicalResult loop::verifyExprs(Operation *op, ExprsAttr exprs,
                                unsigned numOperands, AllowedSymbols allowed) {
  std::set<std::string> names, symbols;
  for (unsigned operand = 0; operand < numOperands; ++operand)
    symbols.insert(*getOperandSymbol(operand).getName());
  for (unsigned dim = 0; dim < allowed.dims; ++dim)
    symbols.insert(*getDimSymbol(dim).getName());
  if (allowed.lane)
    symbols.insert(kLane.str());
  for (const Expr &expr : exprs.getExprs()) {
    if (expr.isError())
      return op->emitOpError("has no index: ") << expr.getError();
    expr.collectNames(names);
  }
  for (const std::string &name : names) {
    bool isSize = Expr::parse(name) == Expr::name(name);
    if (!isSize && !symbols.count(name))
      return op->emitOpError("has an index with '")
             << name << "', which is no operand or symbol of it";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

ParseResult ExprsParser::parse() {
  auto parseSymbol = [&](std::string &symbol) -> OptionalParseResult {
    StringAttr name;
    if (succeeded(parser.parseOptionalSymbolName(name))) {
      symbol = "@" + name.str();
      return ParseResult(success());
    }
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult result = parser.parseOptionalOperand(operand);
    if (!result.has_value() || failed(*result))
      return result;
    auto isSame = [&](const OpAsmParser::UnresolvedOperand &other) {
      return other.name == operand.name && other.number == operand.number;
    };
    unsigned number = llvm::find_if(operands, isSame) - operands.begin();
    if (number == operands.size())
      operands.push_back(operand);
    symbol = *getOperandSymbol(number).getName();
    return result;
  };
  FailureOr<Expr> expr = parseExpr(parser, parseSymbol);
  if (failed(expr))
    return failure();
  exprs.push_back(*expr);
  return success();
}

ExprsAttr ExprsParser::getExprs() {
  return ExprsAttr::get(parser.getContext(), exprs);
}

void loop::printExpr(OpAsmPrinter &printer, const Expr &expr,
                     OperandRange operands) {
  std::map<std::string, Expr> names;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printer.printOperand(operand, os);
    names[*getOperandSymbol(number).getName()] = Expr::name(text);
  }
  printer << expr.substitute(names).str();
}

ParseResult
loop::parseExprs(OpAsmParser &parser,
                 SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
                 ExprsAttr &exprs) {
  ExprsParser exprsParser(parser, operands);
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return exprsParser.parse(); }))
    return failure();
  exprs = exprsParser.getExprs();
  return success();
}

void loop::printExprs(OpAsmPrinter &printer, Operation *, OperandRange operands,
                      ExprsAttr exprs) {
  printer << '[';
  llvm::interleaveComma(exprs.getExprs(), printer, [&](const Expr &expr) {
    printExpr(printer, expr, operands);
  });
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

ParseResult loop::parseLoadedType(OpAsmParser &parser, Type buffer,
                                  ExprsAttr path, Type &loaded) {
  if (succeeded(parser.parseOptionalKeyword("to")))
    return parser.parseType(loaded);
  if (hasLanes(path))
    return parser.emitError(parser.getCurrentLocation(),
                            "expected 'to' and the type of the lanes");
  auto type = cast<BufferType>(buffer);
  loaded = getAccessType(type, path, /*numLanes=*/0);
  // The verifier says what is wrong with the path.
  if (!loaded)
    loaded = type.getElementType();
  return success();
}

void loop::printLoadedType(OpAsmPrinter &printer, Operation *, Type,
                           ExprsAttr path, Type loaded) {
  if (hasLanes(path))
    printer << " to " << loaded;
}
