//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file warns of loops that only one work-item runs.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::lift {
#define GEN_PASS_DEF_CHECKPARALLELISMPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct CheckParallelismPass final
    : lift::impl::CheckParallelismPassBase<CheckParallelismPass> {
  using Base::Base;
  void runOnOperation() override;

private:
  bool isShort(Operation *loop) const;
  void checkSteps(KernelOp kernel) const;
  void checkSequential(KernelOp kernel) const;

  std::map<std::string, Expr> values;
};
} // namespace

/// How often the body of `op` runs, if it is a loop.
static std::optional<Expr> getNumRuns(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Expr>>(op)
      .Case([](MapOp map) { return map.getTripCount(); })
      .Case([](FoldPattern fold) { return fold.getTripCount(); })
      .Case([](IterateOp iterate) { return iterate.getCount().getValue(); })
      .Default([](Operation *) { return std::nullopt; });
}

/// Whether one work-item is known to take few steps in `loop`, with the loops
/// inside it and those around it, so that nothing is lost.
bool CheckParallelismPass::isShort(Operation *loop) const {
  constexpr int64_t kFewSteps = 1024;
  auto isFew = [&](Operation *innermost) {
    Expr steps = 1;
    for (Operation *op = innermost; !isa<KernelOp>(op); op = op->getParentOp())
      if (std::optional<Expr> runs = getNumRuns(op))
        steps = steps * *runs;
    std::optional<int64_t> known = steps.substitute(values).getConstant();
    return known && *known <= kFewSteps;
  };
  return !loop->walk([&](Operation *op) {
                return getNumRuns(op) && !isFew(op) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Whether the elements of a map, or the steps of a histogram, are several that
/// work-items could share, and go to memory.
static bool hasWorkToShare(Operation *op, const Expr &tripCount) {
  return !tripCount.isConstant(1) && !op->getParentOfType<ReduceWhileOp>() &&
         llvm::any_of(op->getResults(),
                      [](Value result) { return isStored(result); });
}

/// The number of elements that `op` goes through one after the other though
/// work-items could share them; none if it is no such operation.
static std::optional<Expr> getWorkToShare(Operation *op) {
  std::optional<Expr> tripCount;
  if (auto map = dyn_cast<MapOp>(op))
    tripCount = map.getTripCount();
  else if (auto scatter = dyn_cast<ScatterReduceOp>(op);
           scatter && !scatter.getMapping())
    tripCount = scatter.getTripCount();
  return tripCount && hasWorkToShare(op, *tripCount) ? tripCount : std::nullopt;
}

static void warn(Operation *op, StringRef where, StringRef advice) {
  InFlightDiagnostic diag =
      emitWarning(op->getLoc(), "this ")
      << op->getName().stripDialect() << " runs on one work-item" << where
      << ", which goes through " << getWorkToShare(op)->str() << " elements";
  auto histogram = dyn_cast<ScatterReduceOp>(op);
  diag.attachNote() << (!histogram ? advice
                        : histogram.getAtomicUpdates()
                            ? "map it to lcl, so that a group shares its steps"
                            : "split its operands, map the parts, and add up "
                              "the bins");
}

/// Whether the program says that one work-item is enough.
static bool isLaunchedForOne(KernelOp kernel) {
  return kernel.hasLaunch() &&
         llvm::all_of(llvm::seq(kMaxLaunchDims), [&](unsigned dim) {
           return kernel.getGlobalSizeIn(dim).isConstant(1);
         });
}

/// Whether a step computes arrays in loops, and nobody says that these are
/// sequential.
static bool hasLoopsInSteps(FoldPattern fold) {
  return fold.getStep()
      .walk([](Operation *op) {
        auto map = dyn_cast<MapOp>(op);
        const bool isLoop = map ? !map.getMapping() : isa<ScanOp>(op);
        return isLoop ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Warns of steps that are loops themselves, where no array is there to share.
void CheckParallelismPass::checkSteps(KernelOp kernel) const {
  kernel.walk<WalkOrder::PreOrder>([&](FoldPattern fold) {
    if (isa<ReduceWhileOp, ScatterReduceOp>(fold) || !hasLoopsInSteps(fold) ||
        isShort(fold))
      return WalkResult::advance();
    InFlightDiagnostic diag = emitWarning(fold->getLoc(), "this ")
                              << fold->getName().stripDialect()
                              << " runs on one work-item, which goes through "
                              << fold.getTripCount().str()
                              << " elements, and loops for each";
    diag.attachNote() << "a group can share steps that compute their arrays by "
                         "maps";
    return WalkResult::interrupt();
  });
}

void CheckParallelismPass::checkSequential(KernelOp kernel) const {
  if (isLaunchedForOne(kernel))
    return;
  WalkResult result = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Inside others, seq says no more than that these are to be parallel.
    auto map = dyn_cast<MapOp>(op);
    bool isChosen = map && map.getMapping() && map->getParentOp() != kernel;
    if (isChosen || !getWorkToShare(op) || isShort(op))
      return WalkResult::advance();
    warn(op, "",
         op->getParentOfType<FoldPattern>() || op->getParentOfType<IterateOp>()
             ? "nothing in this kernel is parallel; the steps around this come "
               "one after another: map it to lcl, so that a group shares it"
             : "nothing in this kernel is parallel; map this to glb, or to wrg "
               "and lcl, or compile with mapping=solve");
    return WalkResult::interrupt();
  });
  if (!result.wasInterrupted())
    checkSteps(kernel);
}

static bool isOnItems(Operation *op) {
  auto mapping = llvm::TypeSwitch<Operation *, MappingAttr>(op)
                     .Case<MapOp, ScatterReduceOp>(
                         [](auto loop) { return loop.getMappingAttr(); })
                     .Default([](Operation *) { return MappingAttr(); });
  return mapping && mapping.isParallel() &&
         mapping.getKind() != MappingKind::Wrg;
}

/// Whether work-items share the elements of some map or histogram in `op`, or
/// in what is stored with it.
static bool hasLoopOnItems(Operation *op) {
  return walkStored(op,
                    [](Operation *nested) {
                      return isOnItems(nested) ? WalkResult::interrupt()
                                               : WalkResult::advance();
                    })
      .wasInterrupted();
}

static bool isInSharedMemory(Value array) {
  std::optional<AddressSpace> space = getStoredSpace(array);
  return space && *space != AddressSpace::Private;
}

/// What stores a value, or what it is a view of; null if nothing does.
static MaterializeOp getMaterialize(Value value) {
  while (auto view = value.getDefiningOp<ViewOpInterface>()) {
    SmallVector<Value> sources(view.getViewSources());
    if (sources.size() != 1)
      return nullptr;
    value = sources.front();
  }
  return value.getDefiningOp<MaterializeOp>();
}

/// What a step yields out of memory that work-items share is copied to where
/// the accumulator is: by one of them, if that is in such memory, too.
static void checkYielded(FoldPattern fold) {
  if (fold->getParentOfType<ReduceWhileOp>() || isa<ReduceWhileOp>(fold))
    return;
  for (auto [yielded, result] :
       llvm::zip(fold.getYield()->getOperands(), fold->getResults())) {
    auto type = dyn_cast<ArrayType>(yielded.getType());
    auto stored = getMaterialize(yielded);
    if (!type || !stored || stored.getSpace() == AddressSpace::Private ||
        !isInSharedMemory(result) || type.getNumElements().isConstant(1))
      continue;
    InFlightDiagnostic diag =
        emitWarning(stored.getLoc(), "what is stored here is copied to the "
                                     "accumulator by one work-item of a "
                                     "group, which goes through ")
        << type.getNumElements().str() << " elements";
    diag.attachNote() << "yield what is computed without lift.materialize, and "
                         "store the result of the "
                      << fold->getName().stripDialect();
  }
}

/// One work-item of the group that shares a histogram copies initial bins that
/// are in no memory which the results can have.
static void checkInitialBins(ScatterReduceOp histogram) {
  const Expr count = histogram.getNumBins();
  if (!histogram.getMapping() || count.isConstant(1) ||
      llvm::all_of(histogram.getInits(), [](Value init) {
        return init.getDefiningOp<MaterializeOp>() != nullptr;
      }))
    return;
  InFlightDiagnostic diag =
      emitWarning(histogram.getLoc(), "the initial bins are copied by one "
                                      "work-item of a group, which goes "
                                      "through ")
      << count.str() << " elements";
  diag.attachNote() << "copy them by a map to lcl, and store them, and the "
                       "results, in local memory";
}

static void checkStages(KernelOp kernel) {
  kernel.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (auto fold = dyn_cast<FoldPattern>(op))
      checkYielded(fold);
    if (auto histogram = dyn_cast<ScatterReduceOp>(op))
      checkInitialBins(histogram);
    auto map = dyn_cast<MapOp>(op);
    if (!map && !isa<ScatterReduceOp>(op))
      return WalkResult::advance();
    if (map && isOnItems(map))
      return WalkResult::skip();
    if (hasLoopOnItems(op))
      return WalkResult::advance();
    if (llvm::any_of(op->getResults(), isInSharedMemory) &&
        !(map && map.getMapping()) && getWorkToShare(op))
      warn(op, " of a group",
           "the others of the group do nothing meanwhile; map this to lcl, or "
           "to seq if that is meant");
    return WalkResult::skip();
  });
}

void CheckParallelismPass::runOnOperation() {
  FailureOr<std::map<std::string, Expr>> expected =
      parseExpectedSizes(getOperation(), sizes);
  if (failed(expected))
    return signalPassFailure();
  values = std::move(*expected);
  for (auto kernel : getOperation().getOps<KernelOp>()) {
    if (!hasParallelMap(kernel))
      checkSequential(kernel);
    else if (hasLoopOnItems(kernel))
      checkStages(kernel);
  }
}
