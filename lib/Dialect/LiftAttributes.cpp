//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AssemblyFormat.h"

#include "LiftDialect/LiftAttributes.h"
#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;

#include "LiftDialect/LiftEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "LiftDialect/LiftAttributes.cpp.inc"

void LiftDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "LiftDialect/LiftAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// SizeAttr
//===----------------------------------------------------------------------===//

Attribute SizeAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<Expr> value = parseExpr(parser);
  if (failed(value) || parser.parseGreater())
    return {};
  return get(parser.getContext(), *value);
}

void SizeAttr::print(AsmPrinter &printer) const {
  printer << '<' << getValue().str() << '>';
}

//===----------------------------------------------------------------------===//
// ConstraintAttr
//===----------------------------------------------------------------------===//

static FailureOr<ConstraintKind> parseConstraintKind(AsmParser &parser) {
  if (succeeded(parser.parseOptionalKeyword("divides")))
    return ConstraintKind::Divides;
  // Not `<=`: MLIR's lexer would take it for an opening bracket.
  if (succeeded(parser.parseOptionalKeyword("le")))
    return ConstraintKind::LessEqual;
  if (succeeded(parser.parseOptionalEqual())) {
    if (parser.parseEqual())
      return failure();
    return ConstraintKind::Equal;
  }
  return parser.emitError(parser.getCurrentLocation(),
                          "expected 'divides', 'le' or '=='");
}

Attribute ConstraintAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<Expr> lhs = parseExpr(parser);
  if (failed(lhs))
    return {};
  FailureOr<ConstraintKind> kind = parseConstraintKind(parser);
  if (failed(kind))
    return {};
  FailureOr<Expr> rhs = parseExpr(parser);
  if (failed(rhs) || parser.parseGreater())
    return {};
  MLIRContext *context = parser.getContext();
  return get(context, *kind, SizeAttr::get(context, *lhs),
             SizeAttr::get(context, *rhs));
}

static StringRef getSymbol(ConstraintKind kind) {
  switch (kind) {
  case ConstraintKind::Divides:
    return "divides";
  case ConstraintKind::LessEqual:
    return "le";
  case ConstraintKind::Equal:
    return "==";
  }
  llvm_unreachable("unknown constraint kind");
}

void ConstraintAttr::print(AsmPrinter &printer) const {
  printer << '<' << getLhs().getValue().str() << ' ' << getSymbol(getKind())
          << ' ' << getRhs().getValue().str() << '>';
}

//===----------------------------------------------------------------------===//
// MappingAttr
//===----------------------------------------------------------------------===//

LogicalResult MappingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  MappingKind kind, unsigned dim) {
  if (dim >= kMaxLaunchDims)
    return emitError() << "mapping dimension " << dim
                       << " is not one of 0, 1 and 2";
  return success();
}

Attribute MappingAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<MappingAttr> mapping = parseMapping(parser);
  if (failed(mapping) || parser.parseGreater())
    return {};
  return *mapping;
}

void MappingAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printMapping(printer, *this);
  printer << '>';
}
