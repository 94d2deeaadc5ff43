//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GuardedReads.h"

#include "LiftDialect/Loop/OperandExprs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lift;

/// The only load of a branch that does nothing else with effects, or null.
/// Indices of its own may be such only where the tests hold.
static loop::LoadOp getOnlyLoad(loop::IfOp branch) {
  loop::LoadOp only;
  for (Operation &op : branch.getThenRegion().front().without_terminator()) {
    auto load = dyn_cast<loop::LoadOp>(op);
    if (load && !only)
      only = load;
    else if (load || !isPure(&op) || op.getNumRegions() != 0 ||
             isa<loop::IndexOp>(op))
      return {};
  }
  return only;
}

namespace {
/// A load that is to be valid in any case.
class ClampedLoad {
public:
  ClampedLoad(loop::LoadOp load, loop::IndexSymbols &symbols)
      : load(load), symbols(symbols) {
    for (const Expr &index : load.getPath().getExprs())
      path.push_back(symbols.simplify(symbols.get(index, load.getIndices())));
  }

  /// Clamps the indices of the path that are tested; whether all are known to
  /// be those of elements.
  bool clamp(loop::IfOp branch);
  void rewrite(loop::IfOp branch);

private:
  bool isElement(const Expr &index, const Expr &size) const;

  loop::LoadOp load;
  loop::IndexSymbols &symbols;
  SmallVector<Expr> path;
  /// Which indices are clamped, and to what, in [lower, upper).
  SmallVector<std::pair<unsigned, IndexTest>> clamped;
};
} // namespace

/// Whether an index, of all lanes, is one of so many elements.
bool ClampedLoad::isElement(const Expr &index, const Expr &size) const {
  const Assumptions &facts = symbols.getFacts();
  const std::string lane = *loop::getLaneSymbol().getName();
  auto vector = dyn_cast<VectorType>(load->getResult(0).getType());
  const int64_t last = vector ? vector.getNumElements() - 1 : 0;
  for (int64_t number : {int64_t(0), last}) {
    Expr element = symbols.simplify(index.substitute({{lane, number}}));
    if (!facts.isNonNegative(element) || !facts.isLess(element, size))
      return false;
  }
  return true;
}

bool ClampedLoad::clamp(loop::IfOp branch) {
  const Assumptions &facts = symbols.getFacts();
  SmallVector<IndexTest> tests;
  for (const IndexTest &test : branch.getIndexTests()) {
    auto get = [&](const Expr &expr) {
      return symbols.simplify(symbols.get(expr, branch.getIndices()));
    };
    tests.push_back({get(test.index), get(test.lower), get(test.upper)});
  }
  auto type = cast<loop::BufferType>(load.getBuffer().getType());
  // What is behind the dimensions is a lane.
  for (auto [dim, size] : llvm::enumerate(type.getSizeExprs())) {
    if (isElement(path[dim], size))
      continue;
    auto *test = llvm::find_if(tests, [&](const IndexTest &other) {
      return other.index == path[dim];
    });
    if (test == tests.end() || !facts.isNonNegative(test->lower) ||
        !facts.isLess(test->lower, test->upper) ||
        !facts.isLessOrEqual(test->upper, size))
      return false;
    clamped.emplace_back(dim, *test);
  }
  return true;
}

void ClampedLoad::rewrite(loop::IfOp branch) {
  OpBuilder builder(branch);
  MLIRContext *context = builder.getContext();
  for (auto &[dim, test] : clamped) {
    const Expr last = test.upper - 1;
    loop::AttachedExprs attached =
        symbols.attach(context, {test.index, test.lower, last});
    Value index = loop::IndexOp::create(
        builder, load.getLoc(), builder.getIndexType(), loop::IndexKind::Clamp,
        attached.operands, attached.exprs, /*data=*/Value());
    path[dim] = symbols.bind(index, test.lower, last);
  }
  loop::AttachedExprs attached = symbols.attach(context, path);
  loop::setExprs(load, attached.exprs, attached.operands);
  for (Operation &op : llvm::make_early_inc_range(
           branch.getThenRegion().front().without_terminator()))
    op.moveBefore(branch);
}

void lift::readAlways(loop::IfOp branch, loop::IndexSymbols &symbols) {
  loop::LoadOp load = getOnlyLoad(branch);
  if (!load || branch.getElseRegion().empty())
    return;
  ClampedLoad clamped(load, symbols);
  if (clamped.clamp(branch))
    clamped.rewrite(branch);
}

/// The loads of a branch that does nothing but to compute a number from them;
/// none if what it yields is one.
static SmallVector<loop::LoadOp> getComputedLoads(loop::IfOp branch) {
  if (branch.getNumResults() != 1 || branch.getElseRegion().empty())
    return {};
  Block &taken = branch.getThenRegion().front();
  SmallVector<loop::LoadOp> loads;
  for (Operation &op : taken.without_terminator()) {
    auto load = dyn_cast<loop::LoadOp>(op);
    if (load)
      loads.push_back(load);
    else if (!isPure(&op) || op.getNumRegions() != 0)
      return {};
  }
  return isa_and_present<loop::LoadOp>(
             taken.getTerminator()->getOperand(0).getDefiningOp())
             ? SmallVector<loop::LoadOp>()
             : loads;
}

/// Lets an index that is known to lie within bounds be the expression that it
/// is: tests that say the same stand around it, and what divides it is seen.
static void dropBounds(loop::IndexOp index) {
  if (index.getKind() != loop::IndexKind::Within)
    return;
  index.setKind(loop::IndexKind::Value);
  index.setExprsAttr(loop::ExprsAttr::get(index.getContext(),
                                          index.getExprs().getExprs().front()));
}

/// Reads what a branch reads in a branch before it, or else `zero`, if all that
/// the place depends on is known there.
static void separate(loop::IfOp branch, loop::LoadOp load, Value zero) {
  OpBuilder builder(branch);
  Location loc = load.getLoc();
  Type type = load->getResult(0).getType();
  auto read = loop::IfOp::create(builder, loc, TypeRange(type),
                                 branch.getIndices(), branch.getTests());
  builder.createBlock(&read.getElseRegion());
  loop::YieldOp::create(builder, loc, zero);
  builder.createBlock(&read.getThenRegion());
  IRMapping mapping;
  for (loop::IndexOp index :
       branch.getThenRegion().front().getOps<loop::IndexOp>())
    if (index->isBeforeInBlock(load))
      dropBounds(cast<loop::IndexOp>(builder.clone(*index, mapping)));
  Operation *copy = builder.clone(*load, mapping);
  loop::YieldOp::create(builder, loc, copy->getResults());
  const bool dependsOnMore =
      read->walk([&](Operation *op) {
            return llvm::any_of(op->getOperands(),
                                [&](Value operand) {
                                  return operand.getParentRegion() ==
                                         &branch.getThenRegion();
                                })
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (dependsOnMore)
    return read->erase();
  load->replaceAllUsesWith(read);
  load->erase();
}

void lift::separateReads(loop::KernelOp kernel) {
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  // One for all branches, which are then seen to yield the same.
  DenseMap<Type, Value> zeros;
  kernel.walk([&](loop::IfOp branch) {
    for (loop::LoadOp load : getComputedLoads(branch)) {
      Type type = load->getResult(0).getType();
      Value &zero = zeros[type];
      if (!zero)
        zero = arith::ConstantOp::create(builder, kernel.getLoc(),
                                         builder.getZeroAttr(type));
      separate(branch, load, zero);
    }
  });
}
