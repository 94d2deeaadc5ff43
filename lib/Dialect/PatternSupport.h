//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what the patterns share: the syntax of operands bound to
// arguments of a body, and checks of bodies.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_DIALECT_PATTERNSUPPORT_H
#define LIFT_LIB_DIALECT_PATTERNSUPPORT_H

#include "AssemblyFormat.h"

#include "LiftDialect/LiftOps.h"

namespace mlir::lift {

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `%arg = %operand` pairs, with the types of the operands.
struct Bindings {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc;
  /// Whether the parenthesis before them has been read.
  bool isOpen = false;
};

/// Reads `(%a = %x, %b = %y : T, U)`, or `()`.
ParseResult parseBindings(OpAsmParser &parser, Bindings &bindings);
void printBindings(OpAsmPrinter &printer, ValueRange arguments,
                   ValueRange operands);

/// Gives the arguments of `bindings` the types of elements of its arrays.
ParseResult setElementTypes(OpAsmParser &parser, Bindings &bindings);

/// Reads `unroll` or `unroll(4)`, if one is there. A parenthesis that opens
/// `next`, the bindings behind it, is read, too.
ParseResult parseUnroll(OpAsmParser &parser, OperationState &result,
                        Bindings &next);

/// Reads the same, and `vector(4)`.
ParseResult parseLoopChoices(OpAsmParser &parser, OperationState &result,
                             Bindings &next);
void printLoopChoices(OpAsmPrinter &printer, std::optional<int64_t> unroll,
                      std::optional<int64_t> vectorWidth);

/// The yield of a region whose terminator may not be verified yet, or null.
YieldOp getYieldOf(Region &region);

/// Reads a body of a pattern; `yield` is set to what ends it.
ParseResult parseBody(OpAsmParser &parser, OperationState &result,
                      ArrayRef<OpAsmParser::Argument> arguments,
                      YieldOp &yield);

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Checks that the region ends with a yield.
LogicalResult verifyYield(Operation *op, Region &region);

/// Checks that `args` are elements of `inputs`.
LogicalResult verifyElementArgs(Operation *op, ValueRange inputs,
                                Block::BlockArgListType args);

/// Adds the constraints that all inputs have the same outermost size.
void addEqualLengthConstraints(ValueRange inputs,
                               SmallVectorImpl<SizeConstraint> &constraints);

LogicalResult verifyFactors(Operation *op, std::optional<int64_t> unroll,
                            std::optional<int64_t> vectorWidth);

LogicalResult verifyResultTypes(Operation *op, TypeRange expected);

/// Reports values of which there can be no array.
LogicalResult checkInnerTypes(TypeRange types,
                              function_ref<InFlightDiagnostic()> emitError);

/// The types of arrays of `size` of such elements.
SmallVector<Type> getArraysOf(const Expr &size, TypeRange elements);

} // namespace mlir::lift

#endif // LIFT_LIB_DIALECT_PATTERNSUPPORT_H
