//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the rows that a work-item goes through, often only the last has the border
// behind it: then the others neither clamp nor test what they read.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Loop/OperandExprs.h"
#include "MergeReads.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether an operation leaves an index as it is, or is a branch that is always
/// taken. Nothing for operations that are neither.
static std::optional<bool> isKnown(Operation *op, loop::IndexSymbols &symbols) {
  const Assumptions &facts = symbols.getFacts();
  if (auto branch = dyn_cast<loop::IfOp>(op))
    return llvm::all_of(branch.getIndexTests(), [&](const IndexTest &test) {
      auto get = [&](const Expr &expr) {
        return symbols.get(expr, branch.getIndices());
      };
      Expr index = get(test.index);
      return facts.isLessOrEqual(get(test.lower), index) &&
             facts.isLess(index, get(test.upper));
    });
  auto index = dyn_cast<loop::IndexOp>(op);
  if (!index)
    return std::nullopt;
  SmallVector<Expr> exprs = symbols.get(index.getExprs(), index.getIndices());
  switch (index.getKind()) {
  case loop::IndexKind::Clamp:
    return facts.isLessOrEqual(exprs[1], exprs[0]) &&
           facts.isLessOrEqual(exprs[0], exprs[2]);
  case loop::IndexKind::Wrap:
  case loop::IndexKind::Mirror:
    return facts.isNonNegative(exprs[0]) && facts.isLess(exprs[0], exprs[1]);
  default:
    return std::nullopt;
  }
}

namespace {
/// A loop that is to be unrolled, so that asking for the number of a trip is
/// free.
class LastTrip {
public:
  LastTrip(loop::ForOp loop, const Assumptions &facts)
      : loop(loop), ofAll(facts), ofOthers(facts) {
    ofOthers.bind(loop.getInductionVar(), *loop.getLower().getConstant(),
                  *loop.getUpper().getConstant() - 2);
  }

  /// How many reads there are in two forms.
  unsigned run();

private:
  /// Whether more is known of an operation in all trips but the last.
  bool differs(Operation *op) {
    return op && op->getParentRegion() == &loop.getBody() &&
           isKnown(op, ofOthers).value_or(false) && !*isKnown(op, ofAll);
  }
  bool readsDifferently(Operation *read);
  Value createPlain(OpBuilder &builder, Operation *read);
  void split(Operation *read);

  loop::ForOp loop;
  loop::IndexSymbols ofAll, ofOthers;
};
} // namespace

bool LastTrip::readsDifferently(Operation *read) {
  auto load = dyn_cast<loop::LoadOp>(read);
  if (!load)
    return differs(read);
  return llvm::any_of(load.getIndices(), [&](Value index) {
    return differs(index.getDefiningOp());
  });
}

/// What is read in all trips but the last.
Value LastTrip::createPlain(OpBuilder &builder, Operation *read) {
  IRMapping mapping;
  if (auto branch = dyn_cast<loop::IfOp>(read)) {
    Block &taken = branch.getThenRegion().front();
    for (Operation &op : taken.without_terminator())
      builder.clone(op, mapping);
    return mapping.lookupOrDefault(taken.getTerminator()->getOperand(0));
  }
  for (Value index : cast<loop::LoadOp>(read).getIndices()) {
    auto definition = index.getDefiningOp<loop::IndexOp>();
    if (!differs(definition))
      continue;
    loop::OperandExprs operands;
    SmallVector<Expr> exprs =
        operands.use(definition.getExprs(), definition.getIndices());
    mapping.map(index, Value(loop::createIndex(builder, read->getLoc(),
                                               loop::IndexKind::Value,
                                               exprs.front(), operands)));
  }
  return builder.clone(*read, mapping)->getResult(0);
}

/// Lets the last trip read as before, and the others without asking where they
/// are.
void LastTrip::split(Operation *read) {
  OpBuilder builder(read);
  Location loc = read->getLoc();
  loop::OperandExprs operands;
  Expr index = operands.use(loop.getInductionVar());
  auto branch = loop::IfOp::create(
      builder, loc, read->getResultTypes(), operands.getOperands(),
      loop::ExprsAttr::get(builder.getContext(),
                           {loop.getLower(), index, loop.getUpper() - 1}));
  read->getResult(0).replaceAllUsesWith(branch.getResult(0));
  builder.createBlock(&branch.getThenRegion());
  loop::YieldOp::create(builder, loc, createPlain(builder, read));
  Block *last = builder.createBlock(&branch.getElseRegion());
  read->moveBefore(last, last->end());
  loop::YieldOp::create(builder, loc, read->getResult(0));
}

unsigned LastTrip::run() {
  SmallVector<Operation *> reads;
  for (Operation &op : loop.getBody().front())
    if (isRead(op) && readsDifferently(&op))
      reads.push_back(&op);
  for (Operation *read : reads)
    split(read);
  return reads.size();
}

unsigned lift::splitLastTrips(loop::KernelOp kernel, const Assumptions &facts) {
  unsigned count = 0;
  kernel.walk([&](loop::ForOp loop) {
    if (isUnrolled(loop) && *loop.getUnroll() == 0)
      count += LastTrip(loop, facts).run();
  });
  return count;
}
