//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements functions in C and calls: user_fun and call.
//
//===----------------------------------------------------------------------===//

#include "AssemblyFormat.h"

#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <set>

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// UserFunOp
//===----------------------------------------------------------------------===//

bool UserFunOp::isValidType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    Type element = vector.getElementType();
    return vector.getRank() == 1 && !vector.isScalable() &&
           isVectorWidth(vector.getDimSize(0)) && !element.isInteger(1) &&
           isValidType(element);
  }
  return type.isF16() || type.isF32() || type.isF64() ||
         llvm::any_of(
             ArrayRef<unsigned>{1, 8, 16, 32, 64},
             [&](unsigned width) { return type.isSignlessInteger(width); });
}

YieldOp UserFunOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

/// Reads `name : type, ...)`.
static ParseResult parseNamedTypes(OpAsmParser &parser,
                                   SmallVectorImpl<Attribute> &names,
                                   SmallVectorImpl<Type> &types) {
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  auto parseNamedType = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name) ||
        parser.parseColonType(types.emplace_back()))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  return failure(parser.parseCommaSeparatedList(parseNamedType) ||
                 parser.parseRParen());
}

static void printNamedTypes(OpAsmPrinter &printer, ArrayAttr names,
                            TypeRange types) {
  printer << '(';
  llvm::interleaveComma(
      llvm::zip_equal(names.getAsValueRange<StringAttr>(), types), printer,
      [&](auto pair) {
        printer.printKeywordOrString(std::get<0>(pair));
        printer << " : " << std::get<1>(pair);
      });
  printer << ')';
}

ParseResult UserFunOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  (void)impl::parseOptionalVisibilityKeyword(parser, result.attributes);
  StringAttr name;
  SmallVector<Attribute> argNames, resultNames;
  SmallVector<Type> argTypes, resultTypes;
  ArrayAttr code;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes) ||
      parser.parseLParen() || parseNamedTypes(parser, argNames, argTypes) ||
      parser.parseArrow())
    return failure();
  // One result is returned, and has no name.
  bool isNamed = succeeded(parser.parseOptionalLParen());
  if (isNamed ? parseNamedTypes(parser, resultNames, resultTypes)
              : parser.parseType(resultTypes.emplace_back()))
    return failure();
  if (parser.parseKeyword("code") || parser.parseAttribute(code))
    return failure();
  result.addAttribute(
      getFunctionTypeAttrName(result.name),
      TypeAttr::get(builder.getFunctionType(argTypes, resultTypes)));
  result.addAttribute(getArgNamesAttrName(result.name),
                      builder.getArrayAttr(argNames));
  result.addAttribute(getResultNamesAttrName(result.name),
                      builder.getArrayAttr(resultNames));
  result.addAttribute(getCodeAttrName(result.name), code);
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Region *body = result.addRegion();
  if (failed(parser.parseOptionalKeyword("reference")))
    return success();
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren))
    return failure();
  if (arguments.size() != argTypes.size())
    return parser.emitError(loc, "reference has ")
           << arguments.size() << " arguments for " << argTypes.size()
           << " parameters";
  for (auto [argument, type] : llvm::zip_equal(arguments, argTypes))
    argument.type = type;
  return parser.parseRegion(*body, arguments);
}

void UserFunOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  if (StringAttr visibility = getSymVisibilityAttr())
    printer << visibility.getValue() << ' ';
  printer.printSymbolName(getSymName());
  printNamedTypes(printer, getArgNames(), getFunctionType().getInputs());
  printer << " -> ";
  if (getResultNames().empty())
    printer << getFunctionType().getResult(0);
  else
    printNamedTypes(printer, getResultNames(), getFunctionType().getResults());
  printer << " code " << getCode();
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getSymNameAttrName(), getSymVisibilityAttrName(),
                            getFunctionTypeAttrName(), getArgNamesAttrName(),
                            getResultNamesAttrName(), getCodeAttrName()});
  if (!hasReference())
    return;
  printer << " reference (";
  llvm::interleaveComma(getBody().getArguments(), printer,
                        [&](Value argument) { printer << argument; });
  printer << ") ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult UserFunOp::verify() {
  FunctionType type = getFunctionType();
  for (Type part :
       llvm::concat<const Type>(type.getInputs(), type.getResults()))
    if (!isValidType(part)) {
      InFlightDiagnostic diag = emitOpError("takes or returns ")
                                << part << ", which no C function can";
      diag.attachNote() << "use i1, i8, i16, i32, i64, f16, f32, f64, or a "
                           "vector of 2, 3, 4, 8 or 16 of them; several values "
                           "are several parameters or results";
      return diag;
    }
  if (type.getNumResults() == 0)
    return emitOpError("has no result");
  size_t numNames = type.getNumResults() == 1 ? 0 : type.getNumResults();
  if (getArgNames().size() != type.getNumInputs() ||
      getResultNames().size() != numNames)
    return emitOpError("needs a name for each parameter, and for each result "
                       "if there are several");
  llvm::StringSet<> names;
  for (Attribute attr : llvm::concat<const Attribute>(
           getArgNames().getValue(), getResultNames().getValue())) {
    StringRef name = cast<StringAttr>(attr).getValue();
    bool isIdentifier =
        !name.empty() && !llvm::isDigit(name.front()) &&
        llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (!isIdentifier)
      return emitOpError("parameter name '")
             << name << "' is not a C identifier";
    if (!names.insert(name).second)
      return emitOpError("has two parameters named '") << name << "'";
  }
  return success();
}

LogicalResult UserFunOp::verifyRegions() {
  if (!hasReference())
    return success();
  if (TypeRange(getBody().getArgumentTypes()) != getFunctionType().getInputs())
    return emitOpError("reference does not take the types of the parameters");
  auto yield = dyn_cast<YieldOp>(getBody().front().back());
  if (!yield || yield.getOperandTypes() != getFunctionType().getResults())
    return emitOpError("reference must end with 'lift.yield' of the results");
  return success();
}

//===----------------------------------------------------------------------===//
// CallOp
//===----------------------------------------------------------------------===//

/// Reads `[N = M / 2, K = 4]`, if a bracket follows.
OptionalParseResult lift::parseSizeBindings(OpAsmParser &parser,
                                            DictionaryAttr &sizes) {
  if (failed(parser.parseOptionalLSquare()))
    return std::nullopt;
  NamedAttrList bindings;
  auto parseBinding = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseEqual())
      return failure();
    FailureOr<Expr> size = parseExpr(parser);
    if (failed(size))
      return failure();
    if (bindings.get(name))
      return parser.emitError(loc, "size '") << name << "' has two values";
    bindings.append(name, SizeAttr::get(parser.getContext(), *size));
    return success();
  };
  if (parser.parseCommaSeparatedList(parseBinding) || parser.parseRSquare())
    return ParseResult(failure());
  sizes = bindings.getDictionary(parser.getContext());
  return ParseResult(success());
}

void lift::printSizeBindings(OpAsmPrinter &printer, Operation *op,
                             DictionaryAttr sizes) {
  printer << '[';
  llvm::interleaveComma(sizes, printer, [&](NamedAttribute binding) {
    printer.printKeywordOrString(binding.getName());
    printer << " = " << cast<SizeAttr>(binding.getValue()).getValue().str();
  });
  printer << ']';
}

std::map<std::string, Expr> CallOp::getSizeMap() {
  std::map<std::string, Expr> sizes;
  if (DictionaryAttr bindings = getSizesAttr())
    for (NamedAttribute binding : bindings)
      sizes[binding.getName().str()] =
          cast<SizeAttr>(binding.getValue()).getValue();
  return sizes;
}

LogicalResult CallOp::verify() {
  if (DictionaryAttr bindings = getSizesAttr())
    for (NamedAttribute binding : bindings)
      if (!isa<SizeAttr>(binding.getValue()))
        return emitOpError("size '")
               << binding.getName().strref() << "' is not given as a size";
  return success();
}

/// `type` with sizes in place of names; null if a size has no value then.
static FunctionType substitute(FunctionType type,
                               const std::map<std::string, Expr> &sizes) {
  bool isValid = true;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](SizeAttr size) -> Attribute {
    Expr value = size.getValue().substitute(sizes);
    std::optional<int64_t> constant = value.getConstant();
    if (!value.isError() &&
        (!constant || (*constant >= 1 && *constant <= kMaxSize)))
      return SizeAttr::get(size.getContext(), value);
    isValid = false;
    return size;
  });
  auto replaced = cast<FunctionType>(replacer.replace(type));
  return isValid ? replaced : FunctionType();
}

/// The names that a call of `func` must give a value: those of its arguments'
/// sizes, and of its tuning parameters.
static std::set<std::string> getSizeNames(func::FuncOp func) {
  std::set<std::string> names;
  AttrTypeWalker walker;
  walker.addWalk([&](SizeAttr size) { size.getValue().collectNames(names); });
  walker.walk(func.getFunctionType());
  if (auto params = func->getAttrOfType<DictionaryAttr>(
          LiftDialect::ParamsAttrHelper::getNameStr()))
    for (NamedAttribute param : params)
      names.insert(param.getName().str());
  return names;
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *callee = symbols.lookupNearestSymbolFrom(*this, getCalleeAttr());
  std::map<std::string, Expr> sizes = getSizeMap();
  std::set<std::string> names;
  FunctionType type;
  if (auto userFun = dyn_cast_if_present<UserFunOp>(callee)) {
    type = userFun.getFunctionType();
  } else if (auto func = dyn_cast_if_present<func::FuncOp>(callee)) {
    names = getSizeNames(func);
    type = substitute(func.getFunctionType(), sizes);
  } else {
    return emitOpError("calls '")
           << getCallee() << "', which is not a function";
  }
  for (const std::string &name : names)
    if (!sizes.count(name)) {
      InFlightDiagnostic diag = emitOpError("gives no value to the size '")
                                << name << "' of '" << getCallee() << "'";
      diag.attachNote(callee->getLoc()) << "called function";
      return diag;
    }
  for (const auto &[name, size] : sizes)
    if (!names.count(name))
      return emitOpError("gives a value to '")
             << name << "', which is not a size of '" << getCallee() << "'";
  if (!type)
    return emitOpError("gives sizes to '")
           << getCallee() << "' that its arrays cannot have";
  auto actual =
      FunctionType::get(getContext(), getOperandTypes(), getResultTypes());
  if (actual == type)
    return success();
  InFlightDiagnostic diag = emitOpError("has type ")
                            << actual << ", but '" << getCallee()
                            << "' has type " << type << " with these sizes";
  diag.attachNote(callee->getLoc()) << "called function";
  return diag;
}
