//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over ids:
//
//   glb(d), wrg(d)   for i from id below n step count
//   lcl(d)           for t below ceil(n / l), i = t * l + id
//
// where a loop that runs at most once is no loop. The local loop has the same
// number of trips for all work-items, so that barriers in it are reached by
// all; where l does not divide n, the elements beyond the end are guarded: by a
// branch around the body if there is no store in it that others wait for, and
// otherwise at each store, with all else done for the last element. What one
// work-item does by itself is left out as a whole: it reads what it has stored,
// which nobody has stored for the last element by then.
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "LoopCodes.h"

#include "LiftDialect/Loop/OperandExprs.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::distribute_loops;
using namespace mlir::lift::loop;

namespace {
class LoopDistribution {
public:
  LoopDistribution(loop::KernelOp kernel, const Launch &launch,
                   const DistributeLoopsPassOptions &options,
                   const OwnBranches &branches, BoundedIndices &bounded)
      : launch(launch), options(options), branches(branches), bounded(bounded),
        waiting(findWaitingLoops(kernel, launch, branches)) {}

  void distribute(loop::ForOp loop);

private:
  void distributeLocal(loop::ForOp loop);
  void distributeStrided(loop::ForOp loop, loop::IdLevel level);
  /// Makes plain statements of a loop with one trip.
  void simplify(loop::ForOp loop);
  /// Lets the body go on with an index in [0, count), where `index`, in terms
  /// of the ids, is in that range.
  void bound(loop::ForOp loop, loop::IndexOp index, const Expr &count,
             bool isForAll);
  /// Lets what is in a branch that tests 0 <= index < count go on with an index
  /// that is known to be in that range.
  void boundInside(loop::IfOp branch, Value variable, loop::IndexOp index,
                   const Expr &count);
  /// Leaves out what is stored where 0 <= index < count does not hold, and what
  /// stands with it in a branch in which nobody waits.
  void guardStores(loop::ForOp loop, loop::IndexOp index, const Expr &count);
  loop::IndexOp createBounded(OpBuilder &builder, loop::IndexOp index,
                              loop::IndexKind kind, const Expr &count);

  const Launch &launch;
  const DistributeLoopsPassOptions &options;
  /// In which nobody waits: those of who stores, and those around the bodies of
  /// loops with a rest.
  OwnBranches branches;
  BoundedIndices &bounded;
  DenseSet<Operation *> waiting;
};
} // namespace

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Puts the body of a loop that has one trip, with this number, in its place.
static void inlineBody(loop::ForOp loop, Value index) {
  Block &body = loop.getBody().front();
  loop.getInductionVar().replaceAllUsesWith(index);
  for (auto [carried, init] :
       llvm::zip_equal(loop.getCarried(), loop.getInits()))
    carried.replaceAllUsesWith(init);
  loop.replaceAllUsesWith(loop.getYield().getValues());
  loop.getYield().erase();
  loop->getBlock()->getOperations().splice(Block::iterator(loop),
                                           body.getOperations());
  loop.erase();
}

static void
setBounds(loop::ForOp loop, ArrayRef<Expr> bounds,
          const loop::OperandExprs &operands = loop::OperandExprs()) {
  loop::setExprs(loop, bounds, operands);
  loop.removeMapAttr();
  loop.removeMappingAttr();
}

/// Lets `index` stand for the number of the trip in the body, but not in its
/// own definition.
static void replaceVariable(loop::ForOp loop, loop::IndexOp index,
                            loop::IndexOp definition) {
  loop.getInductionVar().replaceAllUsesExcept(index, definition);
}

/// The branch around `store` that has nothing else in it.
static loop::IfOp getOwnBranch(loop::StoreOp store) {
  auto branch = dyn_cast<loop::IfOp>(store->getParentOp());
  bool isAlone = branch && branch.getElseRegion().empty() &&
                 llvm::hasNItems(branch.getThenRegion().front(), 2);
  return isAlone ? branch : loop::IfOp();
}

/// Lets `branch` be taken only where 0 <= index < count, too, and what else is
/// tested of the index already holds.
static void addTest(loop::IfOp branch, Value index, const Expr &count) {
  loop::OperandExprs operands;
  SmallVector<Expr> tests = {0, operands.use(index), count};
  llvm::append_range(tests,
                     operands.use(branch.getTests(), branch.getIndices()));
  loop::setExprs(branch, tests, operands);
}

/// The same for `store`.
static void addTest(loop::StoreOp store, Value index, const Expr &count) {
  if (loop::IfOp branch = getOwnBranch(store))
    return addTest(branch, index, count);
  loop::OperandExprs operands;
  IndexTest test{operands.use(index), 0, count};
  OpBuilder builder(store);
  loop::IfOp branch =
      loop::createBranch(builder, store.getLoc(), test, operands);
  store->moveBefore(branch.getThenRegion().front().getTerminator());
}

void LoopDistribution::boundInside(loop::IfOp branch, Value variable,
                                   loop::IndexOp index, const Expr &count) {
  auto isInside = [&](OpOperand &use) {
    return branch->isProperAncestor(use.getOwner());
  };
  if (llvm::none_of(variable.getUses(), isInside))
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(&branch.getThenRegion().front());
  variable.replaceUsesWithIf(
      createBounded(builder, index, loop::IndexKind::Within, count), isInside);
}

void LoopDistribution::guardStores(loop::ForOp loop, loop::IndexOp index,
                                   const Expr &count) {
  loop.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (branches.contains(op)) {
      addTest(cast<loop::IfOp>(op), index, count);
      boundInside(cast<loop::IfOp>(op), loop.getInductionVar(), index, count);
      return WalkResult::skip();
    }
    if (auto store = dyn_cast<loop::StoreOp>(op)) {
      addTest(store, index, count);
      return WalkResult::skip();
    }
    return WalkResult::advance();
  });
}

loop::IndexOp LoopDistribution::createBounded(OpBuilder &builder,
                                              loop::IndexOp index,
                                              loop::IndexKind kind,
                                              const Expr &count) {
  loop::OperandExprs operands;
  Expr symbol = operands.use(index);
  loop::IndexOp inside = loop::createIndex(builder, index.getLoc(), kind,
                                           {symbol, 0, count - 1}, operands);
  bounded.insert(inside);
  return inside;
}

void LoopDistribution::bound(loop::ForOp loop, loop::IndexOp index,
                             const Expr &count, bool isForAll) {
  OpBuilder builder(index->getContext());
  builder.setInsertionPointAfter(index);
  if (isForAll) {
    guardStores(loop, index, count);
    replaceVariable(
        loop, createBounded(builder, index, loop::IndexKind::Clamp, count),
        index);
    return;
  }
  loop::OperandExprs operands;
  IndexTest test{operands.use(index), 0, count};
  loop::IfOp branch =
      loop::createBranch(builder, loop.getLoc(), test, operands);
  branches.insert(branch);
  Block &body = loop.getBody().front(), &taken = branch.getThenRegion().front();
  taken.getOperations().splice(taken.begin(), body.getOperations(),
                               std::next(Block::iterator(branch)),
                               Block::iterator(body.getTerminator()));
  builder.setInsertionPointToStart(&taken);
  replaceVariable(loop,
                  createBounded(builder, index, loop::IndexKind::Within, count),
                  index);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void LoopDistribution::simplify(loop::ForOp loop) {
  if (!loop.getIndices().empty() || !loop.getStep().isConstant(1))
    return;
  const Assumptions &facts = launch.getFacts();
  Expr count = facts.simplify(loop.getUpper() - loop.getLower());
  if (count.isConstant(0)) {
    loop.replaceAllUsesWith(loop.getInits());
    loop.erase();
    return;
  }
  if (!options.simplifyControlFlow || !facts.isEqual(count, 1))
    return;
  OpBuilder builder(loop);
  inlineBody(loop,
             loop::createIndex(builder, loop.getLoc(), loop::IndexKind::Value,
                               loop.getLower(), loop::OperandExprs()));
}

void LoopDistribution::distributeLocal(loop::ForOp loop) {
  const Assumptions &facts = launch.getFacts();
  unsigned dim = loop.getMappingAttr().getDim();
  const Expr &size = launch.getLocalSize(dim);
  Expr count = facts.simplify(loop.getUpper());
  bool divides = facts.isDivisible(count, size);
  Expr trips =
      divides ? Expr::exactDiv(count, size) : Expr::ceilDiv(count, size);
  if (!divides && facts.isLessOrEqual(count, size))
    trips = 1;
  bool isForAll = LoopCodes(loop).holds(
      isForWholeGroup(/*map=*/0, waiting.contains(loop),
                      [&](unsigned) { return Formula::constant(divides); }));
  setBounds(loop, {Expr(0), facts.simplify(trips)});
  OpBuilder builder = OpBuilder::atBlockBegin(&loop.getBody().front());
  loop::OperandExprs operands;
  Expr trip = operands.use(loop.getInductionVar());
  Expr id = operands.use(launch.getLocalId(dim));
  loop::IndexOp index =
      loop::createIndex(builder, loop.getLoc(), loop::IndexKind::Value,
                        trip * size + id, operands);
  if (divides)
    replaceVariable(loop, index, index);
  else
    bound(loop, index, count, isForAll);
  simplify(loop);
}

void LoopDistribution::distributeStrided(loop::ForOp loop,
                                         loop::IdLevel level) {
  const Assumptions &facts = launch.getFacts();
  unsigned dim = loop.getMappingAttr().getDim();
  const Expr &step = launch.getCount(level, dim);
  Expr count = facts.simplify(loop.getUpper());
  bool isOnce = facts.isLessOrEqual(count, step);
  bool isExact = facts.isEqual(count, step);
  bool isBranch = !isExact && isOnce && !waiting.contains(loop);
  loop::OperandExprs operands;
  Expr id = operands.use(launch.getId(level, dim));
  loop.removeUnrollAttr();
  if (!options.simplifyControlFlow || !(isExact || isBranch)) {
    setBounds(loop, {id, count, step}, operands);
    // Around barriers there is no branch: PoCL loses barriers in one, though
    // all work-items of a group take it.
    loop.setAtMostOnce(isOnce);
    return;
  }
  OpBuilder builder = OpBuilder::atBlockBegin(&loop.getBody().front());
  loop::IndexOp index = loop::createIndex(builder, loop.getLoc(),
                                          loop::IndexKind::Value, id, operands);
  if (isBranch)
    bound(loop, index, count, /*isForAll=*/false);
  inlineBody(loop, index);
}

void LoopDistribution::distribute(loop::ForOp loop) {
  if (!isParallel(loop))
    return simplify(loop);
  switch (loop.getMappingAttr().getKind()) {
  case MappingKind::Lcl:
    return distributeLocal(loop);
  case MappingKind::Wrg:
    return distributeStrided(loop, loop::IdLevel::Group);
  default:
    return distributeStrided(loop, loop::IdLevel::Global);
  }
}

void distribute_loops::distributeLoops(
    loop::KernelOp kernel, const Launch &launch,
    const DistributeLoopsPassOptions &options, const OwnBranches &branches,
    BoundedIndices &bounded) {
  LoopDistribution distribution(kernel, launch, options, branches, bounded);
  // From the inside: a guard of a loop around stands before those inside.
  SmallVector<loop::ForOp> loops;
  kernel.walk([&](loop::ForOp loop) { loops.push_back(loop); });
  for (loop::ForOp loop : loops)
    distribution.distribute(loop);
}
