//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index expressions in the assembly of the loop dialect.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_DIALECT_LOOP_INDEXASSEMBLY_H
#define LIFT_LIB_DIALECT_LOOP_INDEXASSEMBLY_H

#include "LiftDialect/Loop/LoopOps.h"

namespace mlir::lift::loop {

/// Reads expressions over operands, each of which is added to `operands` once.
class ExprsParser {
public:
  using Operands = SmallVectorImpl<OpAsmParser::UnresolvedOperand>;
  ExprsParser(OpAsmParser &parser, Operands &operands)
      : parser(parser), operands(operands) {}

  /// Reads one expression and appends it to those of the attribute.
  ParseResult parse();
  ExprsAttr getExprs();

private:
  OpAsmParser &parser;
  Operands &operands;
  SmallVector<Expr> exprs;
};

/// Prints an expression with the names of its operands.
void printExpr(OpAsmPrinter &printer, const Expr &expr, OperandRange operands);

/// `[%i * 4 + @lane, N - 1]`.
ParseResult parseExprs(OpAsmParser &parser,
                       SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
                       ExprsAttr &exprs);
void printExprs(OpAsmPrinter &printer, Operation *op, OperandRange operands,
                ExprsAttr exprs);

/// Nothing, or `to vector<4xf32>` where a path has lanes.
ParseResult parseLoadedType(OpAsmParser &parser, Type buffer, ExprsAttr path,
                            Type &loaded);
void printLoadedType(OpAsmPrinter &printer, Operation *op, Type buffer,
                     ExprsAttr path, Type loaded);

/// What the expressions of an operation may mention beside sizes and operands.
struct AllowedSymbols {
  bool lane = false;
  unsigned dims = 0;
};

/// Reports expressions that mention what there is not.
LogicalResult verifyExprs(Operation *op, ExprsAttr exprs, unsigned numOperands,
                          AllowedSymbols allowed = {});

} // namespace mlir::lift::loop

#endif // LIFT_LIB_DIALECT_LOOP_INDEXASSEMBLY_H
