//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers indices that the program computes: see KernelLowering.h.
//
// An index function becomes an index expression wherever its body is arithmetic
// that expressions know, so that it composes with other views and simplifies.
// Anything else is emitted, and bound to a name with the range that the program
// owes.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "LiftDialect/Analysis/IndexArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;

KernelLowering::KernelIndices::KernelIndices(KernelLowering &lowering,
                                             OpBuilder &builder)
    : IndexEmitter(builder,
                   [&lowering](const std::string &name) {
                     return lowering.frame.getSizeArgument(name);
                   }),
      lowering(lowering) {}

/// What stands for an index that cannot be computed; the reason has been
/// reported.
static Expr getFailedIndex() {
  return Expr::error("the index cannot be computed");
}

Expr KernelLowering::KernelIndices::reportUnproved(const IndexRange &range) {
  InFlightDiagnostic diag =
      view->emitOpError("has an index that is not known to lie in [")
      << range.lower.str() << ", " << range.upper.str() << ']';
  diag.attachNote() << "state 'in_bounds' if it always does, or give 'lift.at' "
                       "or 'lift.lookup' a default";
  return getFailedIndex();
}

Expr KernelLowering::KernelIndices::apply(Region &function,
                                          const Expr &argument,
                                          const IndexRange &range) {
  lowering.bindIndices(function, argument);
  Value yielded = function.front().getTerminator()->getOperand(0);
  if (!lowering.getExpr(yielded) &&
      failed(lowering.lowerStatements(function.front())))
    return getFailedIndex();
  return element(yielded, /*path=*/{}, range);
}

Expr KernelLowering::KernelIndices::element(Value value, ArrayRef<Expr> path,
                                            const IndexRange &range) {
  if (std::optional<Expr> expr = lowering.getExpr(value)) {
    Expr index = simplify(*expr);
    bool isInRange = getFacts().isLessOrEqual(range.lower, index) &&
                     getFacts().isLessOrEqual(index, range.upper);
    return range.isStated || isInRange ? index : reportUnproved(range);
  }
  if (!range.isStated)
    return reportUnproved(range);
  Operation *at = value.getDefiningOp() ? value.getDefiningOp()
                                        : lowering.kernel.getOperation();
  FailureOr<Value> number = lowering.read(at, value, path);
  if (failed(number))
    return getFailedIndex();
  if (!number->getType().isIndex())
    number =
        arith::IndexCastOp::create(lowering.builder, at->getLoc(),
                                   lowering.builder.getIndexType(), *number)
            .getResult();
  return bind("at", *number, range.lower, range.upper);
}

void KernelLowering::bindIndices(Region &function, ArrayRef<Expr> arguments) {
  for (auto [argument, index] :
       llvm::zip_equal(function.getArguments(), arguments)) {
    indexArguments[argument] = index;
    bindings[argument] = Binding{indices.emit(index), {}, {}, {}, {}};
  }
}

std::optional<Expr> KernelLowering::getExpr(Value index) {
  if (!index.getType().isIndex())
    return std::nullopt;
  if (auto it = indexArguments.find(index); it != indexArguments.end())
    return it->second;
  Operation *op = index.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto size = dyn_cast<SizeOp>(op))
    return size.getValue().getValue();
  return getIndexArithmetic(
      op, [&](Value operand) { return getExpr(operand); }, indices.getFacts());
}

FailureOr<Value> KernelLowering::readGenerate(Operation *at,
                                              GenerateOp generate,
                                              ArrayRef<Expr> path) {
  bindIndices(generate.getBody(), path);
  if (failed(lowerStatements(generate.getBody().front())))
    return failure();
  return readScalar(at, generate.getYield().getOperand(0));
}
