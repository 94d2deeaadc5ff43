//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how expressions, mappings and lists of them are read,
// checked and written, for attributes, types and operations alike.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_DIALECT_ASSEMBLYFORMAT_H
#define LIFT_LIB_DIALECT_ASSEMBLYFORMAT_H

#include "LiftDialect/LiftTypes.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::lift {

/// Reads the longest expression at the current place.
FailureOr<Expr> parseExpr(AsmParser &parser);

/// Reads what an expression may have beside numbers and names, and sets the
/// symbol that stands for it (see Expr/Symbols.h).
using ParseSymbol = function_ref<OptionalParseResult(std::string &symbol)>;
FailureOr<Expr> parseExpr(AsmParser &parser, ParseSymbol parseSymbol);

/// Reads `N x (M / 2) x f32`; an array as element adds its sizes.
ParseResult parseDimensions(AsmParser &parser, SmallVectorImpl<Expr> &sizes,
                            Type &element);

/// Reads an expression in parentheses, if one is there.
std::optional<FailureOr<Expr>> parseOptionalParenthesis(AsmParser &parser);
/// Reads a number, a name, or an expression in parentheses.
FailureOr<Expr> parsePrimaryExpr(AsmParser &parser);

/// Reports `text` unless an expression can name a size so; `what` it names.
LogicalResult verifySizeName(Operation *op, StringRef what, StringRef text);

/// `type` as an array, or an error. Result types are inferred while an
/// operation is being read, before its operands are verified.
FailureOr<ArrayType> getArray(std::optional<Location> loc, Type type);

/// `seq`, `lcl(0)`, ...
FailureOr<MappingAttr> parseMapping(AsmParser &parser);
/// The same, or a null attribute where no mapping stands.
FailureOr<MappingAttr> parseOptionalMapping(AsmParser &parser);
void printMapping(AsmPrinter &printer, MappingAttr mapping);

//===----------------------------------------------------------------------===//
// Directives of assembly formats
//===----------------------------------------------------------------------===//

/// `N` or `(N / 2)`.
ParseResult parseSize(OpAsmParser &parser, SizeAttr &size);
void printSize(OpAsmPrinter &printer, Operation *op, SizeAttr size);

/// `[N, M + 1]`.
ParseResult parseSizeList(OpAsmParser &parser, ArrayAttr &sizes);
void printSizeList(OpAsmPrinter &printer, Operation *op, ArrayAttr sizes);

/// `[N = M / 2, K = 4]`, if a bracket follows.
OptionalParseResult parseSizeBindings(OpAsmParser &parser,
                                      DictionaryAttr &sizes);
void printSizeBindings(OpAsmPrinter &printer, Operation *op,
                       DictionaryAttr sizes);

/// `[lcl(1), lcl(0)]`, if a bracket follows.
OptionalParseResult parseMappingList(OpAsmParser &parser, ArrayAttr &mappings);
void printMappingList(OpAsmPrinter &printer, Operation *op, ArrayAttr mappings);

/// `clamp`, `mirror`, `wrap`, `empty` or `constant(%v : T)`.
ParseResult parsePadMode(OpAsmParser &parser, PadModeAttr &mode,
                         std::optional<OpAsmParser::UnresolvedOperand> &value,
                         Type &valueType);
void printPadMode(OpAsmPrinter &printer, Operation *op, PadModeAttr mode,
                  Value value, Type valueType);

/// `global`, `local` or `private`.
ParseResult parseSpace(OpAsmParser &parser, AddressSpaceAttr &space);
void printSpace(OpAsmPrinter &printer, Operation *op, AddressSpaceAttr space);

/// `(%i < N, %j < M) { ... }`.
ParseResult parseIndexFunction(OpAsmParser &parser, ArrayAttr &bounds,
                               Region &body);
void printIndexFunction(OpAsmPrinter &printer, Operation *op, ArrayAttr bounds,
                        Region &body);

/// `[%i, N - 1]`.
ParseResult
parsePositions(OpAsmParser &parser,
               SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices,
               ArrayAttr &positions);
void printPositions(OpAsmPrinter &printer, Operation *op, OperandRange indices,
                    ArrayAttr positions);

} // namespace mlir::lift

#endif // LIFT_LIB_DIALECT_ASSEMBLYFORMAT_H
