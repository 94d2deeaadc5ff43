//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index function becomes an index expression wherever its body is arithmetic
// that expressions know, so that it composes with other views and simplifies.
// Anything else is computed, and has the range that the program owes.
//
//===----------------------------------------------------------------------===//

#include "PatternLowering.h"

#include "LiftDialect/Analysis/IndexArithmetic.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::lower_patterns;

/// What stands for an index that cannot be computed; the reason has been
/// reported.
static Expr getFailedIndex() {
  return Expr::error("the index cannot be computed");
}

Expr PatternLowering::KernelIndices::reportUnproved(const IndexRange &range) {
  InFlightDiagnostic diag =
      view->emitOpError("has an index that is not known to lie in [0, ")
      << (range.length - 1).str() << ']';
  diag.attachNote() << "state 'in_bounds' if it always does, or give 'lift.at' "
                       "or 'lift.lookup' a default";
  return getFailedIndex();
}

Expr PatternLowering::KernelIndices::apply(Region &function,
                                           const Expr &argument,
                                           const IndexRange &range) {
  lowering.bindIndices(function, argument);
  Value yielded = function.front().getTerminator()->getOperand(0);
  if (!lowering.getExpr(yielded)) {
    if (noteUnbound(argument))
      return 0;
    Operation *op = function.getParentOp();
    if (failed(lowering.lowerReadBody(op, op, function)))
      return getFailedIndex();
  }
  return element(yielded, /*path=*/{}, range);
}

Expr PatternLowering::KernelIndices::element(Value value, ArrayRef<Expr> path,
                                             const IndexRange &range) {
  using Reason = IndexRange::Reason;
  bool mustProve = range.reason == Reason::Proved;
  if (std::optional<Expr> expr = lowering.getExpr(value)) {
    Expr index = simplify(*expr);
    bool isProved = getFacts().isNonNegative(index) &&
                    getFacts().isLess(index, range.length);
    return mustProve && !isProved ? reportUnproved(range) : index;
  }
  auto getExpr = [&](Value part) { return lowering.getExpr(part); };
  if (mustProve && (!path.empty() ||
                    !isWithin(value, 0, range.length - 1, getExpr, getFacts())))
    return reportUnproved(range);
  if (noteUnbound(path))
    return 0;
  Operation *at = value.getDefiningOp() ? value.getDefiningOp()
                                        : lowering.kernel.getOperation();
  FailureOr<Value> number = lowering.read(at, value, path);
  if (failed(number))
    return getFailedIndex();
  if (range.reason == Reason::Tested)
    return defineTested(*number);
  Expr upper = range.length - 1;
  return define(loop::IndexKind::Data, {0, upper}, 0, upper, *number);
}

Expr PatternLowering::KernelIndices::defineTested(Value number) {
  Expr lower = -kMaxSize - 1, upper = kMaxSize;
  Expr index =
      define(loop::IndexKind::Data, {lower, upper}, lower, upper, number);
  lowering.testedIndices.insert(index);
  return index;
}

SmallVector<Expr> PatternLowering::narrowTested(ArrayRef<Expr> path,
                                                ArrayRef<IndexTest> tests) {
  SmallVector<Expr> narrowed(path);
  for (const IndexTest &test : tests) {
    if (!testedIndices.count(test.index))
      continue;
    Expr last = test.upper - 1;
    Value within = indices.createIndex(loop::IndexKind::Within,
                                       {test.index, test.lower, last});
    llvm::replace(narrowed, test.index, indices.bind(within, test.lower, last));
  }
  return narrowed;
}

void PatternLowering::bindIndices(Region &function, ArrayRef<Expr> arguments) {
  forget(function);
  for (auto [argument, index] :
       llvm::zip_equal(function.getArguments(), arguments))
    indexExprs[argument] = index;
}

std::optional<Expr> PatternLowering::getExpr(Value index) {
  if (!index.getType().isIndex())
    return std::nullopt;
  if (auto it = indexExprs.find(index); it != indexExprs.end())
    return it->second;
  Operation *op = index.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto size = dyn_cast<SizeOp>(op))
    return size.getValue().getValue();
  std::optional<Expr> expr = getIndexArithmetic(
      op, [&](Value operand) { return getExpr(operand); }, indices.getFacts());
  indexExprs[index] = expr;
  return expr;
}
