//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices in terms of ids, and in shares of private arrays.
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"

#include "LiftDialect/Analysis/ThreadDependence.h"
#include "LiftDialect/Loop/IndexSymbols.h"
#include "LiftDialect/Loop/OperandExprs.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;
using namespace mlir::lift::loop;

namespace {
class IndexRewriter {
public:
  IndexRewriter(const Launch &launch, const DistributeLoopsPassOptions &options,
                const Shares &shares, const BoundedIndices &bounded)
      : launch(launch), options(options), shares(shares), bounded(bounded),
        symbols(launch.getFacts(), options.simplifyIndices) {}

  LogicalResult rewrite(Operation *op);
  void shrink(loop::AllocOp alloc);

private:
  /// Lets the path of an access go to the share.
  LogicalResult rewritePath(Operation *op, MutableArrayRef<Expr> path);
  /// An index where those that are kept in a range are what they are in terms
  /// of the ids.
  Expr getUnbounded(const Expr &index, ValueRange operands);

  const Launch &launch;
  const DistributeLoopsPassOptions &options;
  const Shares &shares;
  const BoundedIndices &bounded;
  loop::IndexSymbols symbols;
};
} // namespace

Expr IndexRewriter::getUnbounded(const Expr &index, ValueRange operands) {
  Expr unbounded =
      loop::substituteOperands(index, operands, [&](Value operand) {
        if (!bounded.contains(operand))
          return symbols.get(operand);
        auto definition = operand.getDefiningOp<loop::IndexOp>();
        return symbols.get(definition.getExprs()[0], definition.getIndices());
      }).front();
  return symbols.simplify(unbounded);
}

LogicalResult IndexRewriter::rewritePath(Operation *op,
                                         MutableArrayRef<Expr> path) {
  Value buffer = isa<loop::LoadOp>(op) ? op->getOperand(0) : op->getOperand(1);
  auto [exprs, operands] = loop::getExprs(op);
  for (auto [k, dim] : llvm::enumerate(shares.get(buffer))) {
    if (!dim)
      continue;
    Expr size = launch.getLocalSize(*dim);
    Expr index = getUnbounded(exprs[k], operands);
    path[k] = Expr::floorDiv(index, size);
    if (symbols.simplify(Expr::mod(index, size)) ==
        symbols.get(launch.getLocalId(*dim)))
      continue;
    InFlightDiagnostic diag = reportUnsafeMapping(
        op, options.unsafeMapping,
        "uses an element of a private array that another work-item holds");
    diag.attachNote() << "dimension " << k
                      << " of the array is spread over lcl(" << *dim
                      << "); use it in a map with the same mapping, or "
                      << "materialize it in local memory";
    if (!options.unsafeMapping)
      return diag;
  }
  return success();
}

LogicalResult IndexRewriter::rewrite(Operation *op) {
  auto [exprs, operands] = loop::getExprs(op);
  if (!exprs)
    return success();
  SmallVector<Expr> rewritten = symbols.get(exprs, operands);
  if (isa<loop::LoadOp, loop::StoreOp>(op) &&
      failed(rewritePath(op, rewritten)))
    return failure();
  loop::AttachedExprs attached = symbols.attach(op->getContext(), rewritten);
  loop::setExprs(op, attached.exprs, attached.operands);
  // A value that is another one is that.
  auto index = dyn_cast<loop::IndexOp>(op);
  if (index && index.getKind() == loop::IndexKind::Value &&
      attached.exprs[0] == loop::getOperandSymbol(0))
    index.replaceAllUsesWith(attached.operands[0]);
  return success();
}

void IndexRewriter::shrink(loop::AllocOp alloc) {
  loop::BufferType type = alloc.getType();
  if (type.getSpace() == AddressSpace::Global)
    return;
  SmallVector<Expr> sizes = type.getSizeExprs();
  for (auto [size, dim] : llvm::zip(sizes, shares.get(alloc)))
    size = symbols.simplify(dim ? Expr::ceilDiv(size, launch.getLocalSize(*dim))
                                : size);
  alloc.getBuffer().setType(loop::BufferType::get(
      type.getContext(), sizes, type.getElementType(), type.getSpace()));
}

LogicalResult
distribute_loops::lowerIndices(loop::KernelOp kernel, const Launch &launch,
                               const DistributeLoopsPassOptions &options,
                               const Shares &shares,
                               const BoundedIndices &bounded) {
  IndexRewriter rewriter(launch, options, shares, bounded);
  WalkResult walk = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto alloc = dyn_cast<loop::AllocOp>(op))
      rewriter.shrink(alloc);
    return failed(rewriter.rewrite(op)) ? WalkResult::interrupt()
                                        : WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}
