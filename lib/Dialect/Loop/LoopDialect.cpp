//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Loop/LoopOps.h"

#include "../AssemblyFormat.h"
#include "LiftDialect/Expr/Symbols.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::loop;

#include "LiftDialect/Loop/LoopDialect.cpp.inc"

#include "LiftDialect/Loop/LoopEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "LiftDialect/Loop/LoopAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "LiftDialect/Loop/LoopTypes.cpp.inc"

void LoopDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "LiftDialect/Loop/LoopOps.cpp.inc"
      >();
}

void LoopDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "LiftDialect/Loop/LoopAttributes.cpp.inc"
      >();
}

void LoopDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "LiftDialect/Loop/LoopTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ExprsAttr
//===----------------------------------------------------------------------===//

static SmallVector<SizeAttr> getSizeAttrs(MLIRContext *context,
                                          ArrayRef<Expr> exprs) {
  return llvm::map_to_vector(
      exprs, [&](const Expr &expr) { return SizeAttr::get(context, expr); });
}

static SmallVector<Expr> getExprsOf(ArrayRef<SizeAttr> attrs) {
  return llvm::map_to_vector(attrs,
                             [](SizeAttr attr) { return attr.getValue(); });
}

ExprsAttr ExprsAttr::get(MLIRContext *context, ArrayRef<Expr> values) {
  return Base::get(context, getSizeAttrs(context, values));
}

SmallVector<Expr> ExprsAttr::getExprs() const {
  return getExprsOf(getValues());
}

LogicalResult ExprsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<SizeAttr> values) {
  for (SizeAttr value : values)
    if (value.getValue().isError())
      return emitError() << value.getValue().getError();
  return success();
}

Attribute ExprsAttr::parse(AsmParser &parser, Type) {
  SmallVector<Expr> values;
  auto parseValue = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    std::string text;
    if (parser.parseString(&text))
      return failure();
    values.push_back(parseWithSymbols(text));
    if (values.back().isError())
      return parser.emitError(loc, values.back().getError());
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseValue))
    return {};
  return get(parser.getContext(), values);
}

void ExprsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getExprs(), printer, [&](const Expr &expr) {
    printer << '"' << expr.str() << '"';
  });
  printer << '>';
}

//===----------------------------------------------------------------------===//
// BufferType
//===----------------------------------------------------------------------===//

BufferType BufferType::get(MLIRContext *context, ArrayRef<Expr> sizes,
                           Type elementType, AddressSpace space) {
  return Base::get(context, getSizeAttrs(context, sizes), elementType, space);
}

BufferType BufferType::get(Type valueType, AddressSpace space) {
  auto array = dyn_cast<ArrayType>(valueType);
  if (!array)
    return get(valueType.getContext(), ArrayRef<Expr>(), valueType, space);
  return get(array.getContext(), array.getSizeExprs(), array.getElementType(),
             space);
}

SmallVector<Expr> BufferType::getSizeExprs() const {
  return getExprsOf(getSizes());
}

Type BufferType::getValueType() const {
  if (getSizes().empty())
    return getElementType();
  return ArrayType::get(getContext(), getSizes(), getElementType());
}

LogicalResult BufferType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<SizeAttr> sizes, Type elementType,
                                 AddressSpace) {
  if (isa<ArrayType, TupleType>(elementType) ||
      !(elementType.isIndex() || ArrayType::isValidInnerType(elementType)))
    return emitError() << "buffer element type " << elementType
                       << " is not a number or a vector of numbers";
  if (sizes.empty())
    return success();
  return ArrayType::verify(emitError, sizes, elementType);
}

Type BufferType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Expr> sizes;
  Type element;
  if (parseDimensions(parser, sizes, element) || parser.parseComma())
    return {};
  StringRef keyword;
  SMLoc spaceLoc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return {};
  std::optional<AddressSpace> space = symbolizeAddressSpace(keyword);
  if (!space) {
    parser.emitError(spaceLoc, "expected 'global', 'local' or 'private'");
    return {};
  }
  if (parser.parseGreater())
    return {};
  return Base::getChecked([&] { return parser.emitError(loc); },
                          parser.getContext(),
                          ArrayRef<SizeAttr>(
                              getSizeAttrs(parser.getContext(), sizes)),
                          element, *space);
}

void BufferType::print(AsmPrinter &printer) const {
  printer << '<';
  for (SizeAttr size : getSizes())
    printer << size.getValue().strInDimension() << " x ";
  printer << getElementType() << ", " << stringifyAddressSpace(getSpace())
          << '>';
}
