//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements lift-optimize: a strategy writes a schedule for each
// pattern, and the interpreter of the transform dialect applies it.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
#include "GroupReduction.h"
#include "NestShape.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "LiftDialect/Strategies/Passes.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "LiftDialect/TransformOps/LiftTransformOps.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lift {
#define GEN_PASS_DEF_OPTIMIZEPASS
#include "LiftDialect/Strategies/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct OptimizePass final : lift::impl::OptimizePassBase<OptimizePass> {
  using Base::Base;
  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registry.insert<DLTIDialect>();
    registerTransformOps(registry);
  }
  void runOnOperation() override;

private:
  /// Optimizes a pattern, and those that the first step of a strategy leaves in
  /// its place.
  void optimize(Problem &problem, unsigned number, bool hasFirstStep = false,
                unsigned depth = 0);
  /// Has reductions that one work-item goes through in order keep the first of
  /// the best elements.
  void chooseInOrder(const Problem &problem);
  /// Says of a pattern, once, that its sums keep their order.
  void reportOrder(Operation *pattern);
  remark::RemarkOpts getRemarkOptions() {
    return remark::RemarkOpts::name("strategy")
        .category("lift-optimize")
        .function(getOperation().getName());
  }
};
} // namespace

/// Whether a step adds a float to an accumulator that it depends on in no other
/// way.
static bool addsToAccumulator(FoldPattern fold) {
  auto isAccumulator = [&](Value value) {
    return llvm::is_contained(fold.getAccumulatorArgs(), value) &&
           value.hasOneUse();
  };
  return llvm::any_of(fold.getYield()->getOperands(), [&](Value next) {
    if (auto sum = next.getDefiningOp<arith::AddFOp>())
      return isAccumulator(sum.getLhs()) || isAccumulator(sum.getRhs());
    auto fma = next.getDefiningOp<math::FmaOp>();
    return fma && isAccumulator(fma.getC());
  });
}

/// Whether a pattern sums floats up in an order, and with a rounding, that no
/// strategy may change.
static bool sumsInOrder(Operation *pattern) {
  return pattern
      ->walk([](ReduceOp reduce) {
        return !reduce.getAssociative() && addsToAccumulator(reduce)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Warns of a reduction or scan, no small one, whose steps one work-item takes
/// after each other as no strategy divides them. Not of one with maps or scans
/// in its steps, which may be divided, nor of a variant: another one may be
/// taken.
static void warnOfOneItem(const Problem &problem, Operation *pattern) {
  constexpr int64_t kFewSteps = 1024;
  if (!isa<ReduceOp, ScanOp>(pattern) || !problem.assumes(Assumed::Nothing))
    return;
  const Expr steps = cast<FoldPattern>(pattern).getTripCount();
  const bool hasMaps = pattern->getRegion(0)
                           .walk([](Operation *op) {
                             return isa<MapOp, ScanOp>(op)
                                        ? WalkResult::interrupt()
                                        : WalkResult::advance();
                           })
                           .wasInterrupted();
  if (hasMaps || problem.getValue(steps).value_or(kFewSteps + 1) <= kFewSteps)
    return;
  StringRef name = pattern->getName().stripDialect();
  InFlightDiagnostic diag = emitWarning(pattern->getLoc(), "this ")
                            << name << " runs on one work-item, which goes "
                            << "through " << steps.str() << " elements";
  auto reduce = dyn_cast<ReduceOp>(pattern);
  if (reduce ? reduce.getAssociative() : cast<ScanOp>(pattern).getAssociative())
    diag.attachNote()
        << "no strategy divides it; --remarks-filter=lift-optimize "
           "says why";
  else
    diag.attachNote() << "declare it associative if it is; in a file on "
                         "tensors, --reassociate does so for sums of floats";
}

/// The most elements that a reduction or scan in the body of a map, with the
/// loops around it, goes through for one of its elements. A group may share the
/// steps of a histogram.
static Expr countSteps(const Problem &problem, MapOp map) {
  auto count = [&](Operation *op) -> Expr {
    Expr steps = 1;
    for (; op != map; op = op->getParentOp())
      if (auto inner = dyn_cast<MapOp>(op))
        steps = steps * inner.getTripCount();
      else if (auto fold = dyn_cast<FoldPattern>(op))
        steps = steps * fold.getTripCount();
    return steps;
  };
  Expr most = 1;
  map->walk([&](Operation *op) {
    if (!isa<ReduceOp, ScanOp>(op))
      return;
    if (Expr steps = count(op);
        problem.getValue(steps).value_or(0) > *problem.getValue(most))
      most = steps;
  });
  return most;
}

/// Whether so many work-items, each of which takes so many steps in order, are
/// known to leave a device mostly idle for long.
static bool areFewForDevice(const Problem &problem, const Expr &items,
                            const Expr &steps) {
  constexpr int64_t kManySteps = 1 << 16, kLanes = 32;
  const DeviceModel &device = problem.getDevice();
  const int64_t enough =
      device.computeUnits * (device.hasLocalMemory ? kLanes : 1);
  return problem.getValue(items).value_or(enough) < enough &&
         problem.getValue(steps).value_or(0) >= kManySteps;
}

static InFlightDiagnostic warnOfItems(Operation *op, int64_t items,
                                      const Twine &steps) {
  return emitWarning(op->getLoc(), "this ")
         << op->getName().stripDialect() << " runs on " << items
         << (items == 1 ? " work-item, which goes"
                        : " work-items, each of which goes")
         << " through " << steps << " elements";
}

/// Warns of a map that no strategy divides, with work-items for a few elements,
/// each of which goes through very many in order.
static void warnOfFewItems(const Problem &problem, Operation *pattern) {
  const Rows rows = collectRows(pattern);
  if (rows.maps.empty() || !problem.assumes(Assumed::Nothing) ||
      isLeftToReaders(problem, pattern))
    return;
  const Expr items = countElements(rows.maps),
             steps = countSteps(problem, rows.maps.back());
  if (!areFewForDevice(problem, items, steps))
    return;
  InFlightDiagnostic diag =
      warnOfItems(pattern, *problem.getValue(items), steps.str());
  diag.attachNote() << "no strategy divides what is done for one of its "
                       "elements; --remarks-filter=lift-optimize says why";
}

/// Warns of the first loop in `op` that is in order and takes very many steps,
/// with those around it and in it, on few work-items: `items` and `steps` are
/// what these are around `op`, and `inOrder` is the outermost loop in order
/// there.
static WalkResult warnOfLongOrder(const Problem &problem, Operation *op,
                                  Expr items, Expr steps, FoldPattern inOrder) {
  if (auto map = dyn_cast<MapOp>(op)) {
    MappingAttr mapping = map.getMappingAttr();
    const bool isParallel = mapping && mapping.isParallel();
    // A group shares the steps.
    if (isParallel && inOrder)
      return WalkResult::advance();
    Expr &count = isParallel ? items : steps;
    count = count * map.getTripCount();
  } else if (auto histogram = dyn_cast<ScatterReduceOp>(op);
             histogram && histogram.getMapping()) {
    items = items * histogram.getTripCount();
  } else if (auto fold = dyn_cast<FoldPattern>(op)) {
    steps = steps * fold.getTripCount();
    inOrder = inOrder ? inOrder : fold;
  }
  SmallVector<Operation *> loops;
  for (Region &region : op->getRegions())
    llvm::append_range(loops, getLoops(region.front()));
  if (loops.empty() && inOrder && areFewForDevice(problem, items, steps)) {
    InFlightDiagnostic diag = warnOfItems(inOrder, *problem.getValue(items),
                                          Twine(*problem.getValue(steps)));
    diag.attachNote() << "its steps are taken one after another: declare it "
                         "associative if it is";
    return WalkResult::interrupt();
  }
  for (Operation *loop : loops)
    if (warnOfLongOrder(problem, loop, items, steps, inOrder).wasInterrupted())
      return WalkResult::interrupt();
  return WalkResult::advance();
}

void OptimizePass::reportOrder(Operation *pattern) {
  if (!findChoice(pattern) && sumsInOrder(pattern))
    remark::analysis(pattern->getLoc(), getRemarkOptions())
        << "sums up floats in the order of the program, each product and sum "
           "rounded: faster where the reduction is declared associative";
}

void OptimizePass::optimize(Problem &problem, unsigned number,
                            bool hasFirstStep, unsigned depth) {
  // Each preparation leaves less to do; one that does not must come to an end.
  constexpr unsigned kMaxDepth = 16;
  func::FuncOp func = problem.getFunc();
  const size_t numPatterns = getTopLevelPatterns(func).size();
  Operation *pattern = getTopLevelPatterns(func)[number];
  // The schedule of another pattern has chosen for this one, too.
  if (findChoice(pattern))
    return;
  Location loc = pattern->getLoc();
  remark::RemarkOpts options = getRemarkOptions();
  if (depth == kMaxDepth) {
    remark::missed(loc, options) << "has been prepared too often";
    return;
  }
  Refusal refusal;
  FailureOr<Plan> plan =
      optimizePattern(problem, number, hasFirstStep, refusal);
  if (failed(plan)) {
    remark::missed(loc, options) << refusal.getReason();
    warnOfOneItem(problem, pattern);
    warnOfFewItems(problem, pattern);
    return;
  }
  if (printSchedules)
    llvm::outs() << plan->script << kScheduleSeparator << "\n";
  ++numOptimized;
  remark::passed(loc, options) << plan->strategy;
  if (plan->role == StrategyRole::Whole)
    return;
  // Those before it that have become part of it are gone.
  const unsigned end =
      number + getTopLevelPatterns(func).size() - numPatterns + 1;
  for (unsigned next = end, first = std::min(number, end - 1); next-- > first;)
    optimize(problem, next,
             hasFirstStep || plan->role == StrategyRole::FirstStep, depth + 1);
}

void OptimizePass::chooseInOrder(const Problem &problem) {
  func::FuncOp func = problem.getFunc();
  const bool mayChoose = func->walk([](ReduceOp reduce) {
                               return mayChooseInOrder(reduce)
                                          ? WalkResult::interrupt()
                                          : WalkResult::advance();
                             })
                             .wasInterrupted();
  if (!mayChoose)
    return;
  Schedule schedule;
  schedule.comment("what goes through all elements in order keeps the first");
  schedule.cleanUp({"choose_in_order"});
  const std::string script = schedule.str(SymbolRefAttr::get(func));
  Refusal refusal;
  if (succeeded(applySchedule(func, script, problem.getDevice(), refusal)) &&
      printSchedules)
    llvm::outs() << script << kScheduleSeparator << "\n";
}

void OptimizePass::runOnOperation() {
  func::FuncOp func = getOperation();
  FailureOr<Problem> problem =
      Problem::get(func, target, sizes, assumed, maxMemory);
  if (failed(problem))
    return signalPassFailure();
  if (!isLiftFunction(func) || makesChoices(func))
    return;
  // A schedule may leave several patterns in place of one: from the last.
  for (size_t number = getTopLevelPatterns(func).size(); number-- > 0;) {
    const size_t before = getTopLevelPatterns(func).size();
    reportOrder(getTopLevelPatterns(func)[number]);
    optimize(*problem, number);
    // Some have become part of this one.
    const size_t after = getTopLevelPatterns(func).size();
    number -= before > after ? before - after : 0;
  }
  chooseInOrder(*problem);
  if (problem->assumes(Assumed::Nothing))
    for (Operation *pattern : getTopLevelPatterns(func))
      if (findChoice(pattern))
        warnOfLongOrder(*problem, pattern, /*items=*/1, /*steps=*/1,
                        /*inOrder=*/{});
}
