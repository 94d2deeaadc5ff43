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
      view->emitOpError("has an index that is not known to lie in [0, ")
      << (range.length - 1).str() << ']';
  diag.attachNote() << "state 'in_bounds' if it always does, or give 'lift.at' "
                       "or 'lift.lookup' a default";
  return getFailedIndex();
}

Expr KernelLowering::KernelIndices::apply(Region &function,
                                          const Expr &argument,
                                          const IndexRange &range) {
  if (failed(lowering.enterReadBody(function.getParentOp(),
                                    function.getParentOp(), function)))
    return getFailedIndex();
  lowering.bindIndices(function, argument);
  Value yielded = function.front().getTerminator()->getOperand(0);
  if (!lowering.getExpr(yielded) &&
      failed(lowering.lowerStatements(function.front())))
    return getFailedIndex();
  return element(yielded, /*path=*/{}, range);
}

Expr KernelLowering::KernelIndices::element(Value value, ArrayRef<Expr> path,
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
  Operation *at = value.getDefiningOp() ? value.getDefiningOp()
                                        : lowering.kernel.getOperation();
  FailureOr<Value> read = lowering.read(at, value, path);
  if (failed(read))
    return getFailedIndex();
  Value number = *read;
  OpBuilder &builder = lowering.builder;
  Location loc = at->getLoc();
  // The cast may lose bits; what is outside must stay outside.
  if (range.reason == Reason::Tested && number.getType().isInteger(64)) {
    auto limit = [&](int64_t value) {
      return arith::ConstantOp::create(builder, loc,
                                       builder.getI64IntegerAttr(value));
    };
    number = arith::MaxSIOp::create(builder, loc, number, limit(-1));
    number = arith::MinSIOp::create(builder, loc, number, limit(kMaxSize));
  }
  bool isCast = !number.getType().isIndex();
  if (isCast)
    number = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                        number);
  if (range.reason == Reason::Tested)
    return *lowering.testedIndices
                .insert(bind("at", number, -kMaxSize - 1, kMaxSize))
                .first;
  // Only the cast belongs to this use alone.
  return isCast ? bindBelow("at", number, range.length)
                : bind("at", number, 0, range.length - 1);
}

SmallVector<Expr> KernelLowering::narrowTested(ArrayRef<Expr> path,
                                               ArrayRef<IndexTest> tests) {
  SmallVector<Expr> narrowed(path);
  for (const IndexTest &test : tests) {
    if (!testedIndices.count(test.index))
      continue;
    Expr inside = indices.bind("in", indices.emit(test.index), test.lower,
                               test.upper - 1);
    llvm::replace(narrowed, test.index, inside);
  }
  return narrowed;
}

void KernelLowering::bindIndices(Region &function, ArrayRef<Expr> arguments) {
  forget(function);
  for (auto [argument, index] :
       llvm::zip_equal(function.getArguments(), arguments)) {
    indexExprs[argument] = index;
    bindings[argument] = Binding{indices.emit(index), {}, {}, {}, {}};
  }
}

std::optional<Expr> KernelLowering::getExpr(Value index) {
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
  if (expr)
    for (const Expr &magnitude : {*expr, -*expr})
      indices.addBound(magnitude);
  return expr;
}

FailureOr<Value> KernelLowering::readGenerate(Operation *at,
                                              GenerateOp generate,
                                              ArrayRef<Expr> path,
                                              const Lanes *lanes) {
  size_t rank = generate.getBounds().size();
  if (lanes && lanes->isIn(path.take_front(rank)))
    return gatherLanes(at, generate, path, *lanes);
  Region &body = generate.getBody();
  if (failed(enterReadBody(at, generate, body)))
    return failure();
  bindIndices(body, path.take_front(rank));
  if (failed(lowerStatements(body.front())))
    return failure();
  return read(at, generate.getYield().getOperand(0), path.drop_front(rank),
              lanes);
}
