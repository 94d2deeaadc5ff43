//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements lift-fuse-producers: which patterns become one kernel.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
#include "DividedMaps.h"
#include "NestShape.h"
#include "SumsOfProducts.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/AddedReductions.h"
#include "LiftDialect/Rewriting/Broadcasts.h"
#include "LiftDialect/Rewriting/Composition.h"
#include "LiftDialect/Rewriting/Fission.h"
#include "LiftDialect/Rewriting/Fusion.h"
#include "LiftDialect/Rewriting/IndexedRows.h"
#include "LiftDialect/Rewriting/InlineInWindows.h"
#include "LiftDialect/Rewriting/MergeMaps.h"
#include "LiftDialect/Rewriting/Numbers.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "LiftDialect/Rewriting/RepeatedNumbers.h"
#include "LiftDialect/Rewriting/YieldedViews.h"
#include "LiftDialect/Strategies/Passes.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "LiftDialect/Transforms/IdentityMaps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lift {
#define GEN_PASS_DEF_FUSEPRODUCERSPASS
#include "LiftDialect/Strategies/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// What is worth it
//===----------------------------------------------------------------------===//

/// Where an argument of a loop comes from: an array, and the loops that choose
/// an element of it.
static std::pair<Value, unsigned> getOrigin(Value value) {
  unsigned depth = 0;
  while (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *loop = argument.getOwner()->getParentOp();
    if (!isa<MapOp, ReduceOp>(loop) ||
        argument.getArgNumber() >= loop->getNumOperands())
      break;
    value = loop->getOperand(argument.getArgNumber());
    ++depth;
  }
  return {value, depth};
}

/// Whether both go through the same row of some array.
static bool shareRows(Block &producer, Block &consumer) {
  auto isRow = [](BlockArgument argument) {
    return isa<ArrayType>(argument.getType());
  };
  return llvm::any_of(producer.getArguments(), [&](BlockArgument row) {
    return isRow(row) &&
           llvm::any_of(consumer.getArguments(), [&](BlockArgument other) {
             return isRow(other) && getOrigin(row) == getOrigin(other);
           });
  });
}

static LogicalResult checkRows(FusedLevel level, Refusal &refusal) {
  if (isRowBody(level.getProducerBody()) && isRowBody(level.getConsumerBody()))
    return success();
  return refusal.set(level.consumer, "would compute in one kernel what is not "
                                     "about the same rows");
}

/// Refuses what is too much to be computed again for each element of other
/// loops.
static LogicalResult checkRepeated(MapOp producer, Refusal &refusal) {
  constexpr unsigned kMaxOps = 8;
  unsigned numOps = 0;
  producer->walk([&](Operation *op) {
    numOps += isScalarOp(op) && !op->hasTrait<OpTrait::ConstantLike>();
  });
  if (!getMapDepth(producer) || numOps > kMaxOps)
    return refusal.set(producer, "is too much to be computed for each element "
                                 "of another loop");
  return success();
}

/// Whether reductions read the numbers that a level passes on, as epilogues do
/// not.
static bool areReadByReductions(FusedLevel level) {
  return llvm::any_of(level.passed, [&](auto passed) {
    Value number = level.getConsumerBody().getArgument(passed.first);
    return llvm::any_of(number.getUsers(), [&](Operation *user) {
      auto reduce = isa<ReduceOp>(user) ? cast<ReduceOp>(user)
                                        : user->getParentOfType<ReduceOp>();
      return reduce && level.consumer->isProperAncestor(reduce);
    });
  });
}

/// Refuses maps of numbers that more than one element of the consumer needs.
static LogicalResult checkElementwise(MapOp producer, Operation *consumer,
                                      const Fusion &fusion, Refusal &refusal) {
  FusedLevel last = fusion.levels.back();
  if (getPatterns(last.getConsumerBody()).empty())
    return success();
  if (getMapDepth(consumer))
    return checkRepeated(producer, refusal);
  if (isRowBody(last.getConsumerBody()))
    return success();
  if (fusion.passesNumbers() && isa<MapOp>(last.consumer) &&
      !areReadByReductions(last))
    return checkRepeated(producer, refusal);
  return refusal.set(producer, "would be computed in each step of a "
                               "reduction");
}

/// A scan of numbers in parts goes through them twice; one that nobody may cut
/// would have a single work-item compute all of them.
static LogicalResult checkScanned(MapOp producer, ScanOp scan,
                                  Refusal &refusal) {
  FailureOr<std::unique_ptr<Composition>> steps =
      Composition::get(scan, refusal);
  if (failed(steps))
    return failure();
  if ((*steps)->needsElements())
    return refusal.set(scan, "has a step that needs elements as they are");
  return checkRepeated(producer, refusal);
}

/// Refuses what would be slower in one kernel, or no kernel that a strategy
/// knows.
static LogicalResult checkWorth(MapOp producer, Operation *consumer,
                                Fusion &fusion, Refusal &refusal) {
  const bool isElementwise = getMapDepth(producer).has_value();
  if (auto scan = dyn_cast<ScanOp>(consumer))
    return checkScanned(producer, scan, refusal);
  FusedLevel last = fusion.levels.back();
  // Whether the consumer does something to each number, and nothing else.
  auto [input, result] = fusion.levels.front().passed.front();
  const bool isEpilogue =
      getMapDepth(consumer) ==
      cast<ArrayType>(consumer->getOperand(input).getType()).getRank();
  if (fusion.consumerDims) {
    if (isEpilogue)
      return success();
    if (isElementwise)
      return checkElementwise(producer, consumer, fusion, refusal);
    return refusal.set(consumer, "goes through other dimensions than what is "
                                 "reduced for it");
  }
  if (!fusion.passesNumbers())
    return checkRows(last, refusal);
  if (isEpilogue)
    return success();
  if (isElementwise)
    return checkElementwise(producer, consumer, fusion, refusal);
  if (!getPatterns(last.getConsumerBody()).empty()) {
    if (failed(checkRows(last, refusal)))
      return failure();
    if (!shareRows(last.getProducerBody(), last.getConsumerBody()))
      return refusal.set(consumer, "goes through other rows than what is "
                                   "reduced for it");
    return success();
  }
  if (fusion.levels.size() < 2)
    return refusal.set(consumer, "reduces what is no row");
  return checkRows(fusion.levels[fusion.levels.size() - 2], refusal);
}

/// The same for a loop inside of a pattern.
static LogicalResult checkInnerWorth(MapOp producer, Fusion &fusion,
                                     Refusal &refusal) {
  if (!fusion.passesNumbers() || !isa<MapOp>(fusion.levels.back().consumer))
    return refusal.set(producer, "would be computed in each step of a "
                                 "reduction");
  return checkRepeated(producer, refusal);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct FuseProducersPass final
    : lift::impl::FuseProducersPassBase<FuseProducersPass> {
  using Base::Base;
  void runOnOperation() override;

private:
  /// Where and why a producer is not fused.
  using Refusals = SmallVector<std::pair<Location, std::string>>;

  /// Makes one pattern of `consumer` and one of its producers: that pattern, or
  /// null.
  Operation *fuseOne(RewriterBase &rewriter, Operation *consumer);
  /// The same for a loop that stands at the top level, or inside of a pattern.
  /// Fails where `loop` has been cut, but not fused, and is gone.
  FailureOr<Operation *> fuseInto(RewriterBase &rewriter, Operation *loop,
                                  bool isInner, Refusals &refusals);
  /// Computes maps in bodies where others of the body read them: one pattern
  /// any, several of a row cheap ones.
  void computeInReaders(RewriterBase &rewriter, Operation *pattern);
  /// Computes numbers in bodies of maps where they are scanned: all, or those
  /// of one map for a scan, which is null where there are none.
  void fuseIntoScans(RewriterBase &rewriter);
  ScanOp fuseIntoScan(RewriterBase &rewriter, ScanOp scan);
  /// Computes cheap maps where windows of what they compute are read.
  void inlineInStencils(RewriterBase &rewriter);
  /// Has a map of their own compute the sums that the steps of a reduction add
  /// up: those over pairs, or of any rows. Whether it does.
  bool separateSums(RewriterBase &rewriter, ReduceOp reduce, bool isPairs);
  /// Makes one map of two that read the same rows or numbers, and whose results
  /// leave the function; whether there are such.
  bool mergeReaders(RewriterBase &rewriter);
  void reportFused(Location loc) {
    ++numFused;
    remark::passed(loc, getRemarkOptions()) << "is computed where it is read";
  }
  remark::RemarkOpts getRemarkOptions() {
    return remark::RemarkOpts::name("fusion")
        .category("lift-fuse-producers")
        .function(getOperation().getName());
  }
};
} // namespace

/// Whether a map converts numbers to wider ones: better done again by each
/// reader than stored.
static bool onlyWidens(MapOp map) {
  MapOp innermost = getNumberMap(map);
  if (!innermost)
    return false;
  Block &body = innermost.getBody().front();
  return llvm::hasSingleElement(body.without_terminator()) &&
         isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(body.front());
}

/// Gives each pattern of the same block that reads what `map` computes, one
/// result if they are several, a map of its own: all of them, with theirs.
static SmallVector<std::pair<Operation *, MapOp>> repeatForReaders(MapOp map) {
  OpBuilder builder(map);
  builder.setInsertionPointAfter(map);
  llvm::MapVector<Operation *, SmallVector<OpOperand *>> readers;
  for (OpOperand &use : map->getUses())
    if (isa<MapOp, ReduceOp, ScanOp>(use.getOwner()) &&
        use.getOwner()->getBlock() == map->getBlock())
      readers[use.getOwner()].push_back(&use);
  SmallVector<std::pair<Operation *, MapOp>> copies;
  for (auto &[reader, uses] : readers) {
    if (uses.size() == size_t(llvm::range_size(map->getUses()))) {
      copies.emplace_back(reader, map);
      break;
    }
    auto copy = cast<MapOp>(builder.clone(*map));
    for (OpOperand *use : uses)
      use->set(copy->getResult(0));
    copies.emplace_back(reader, copy);
  }
  if (map->use_empty())
    map->erase();
  return copies;
}

static void repeatConversions(func::FuncOp func) {
  for (auto map : llvm::make_early_inc_range(func.getOps<MapOp>()))
    if (onlyWidens(map))
      repeatForReaders(map);
}

/// The most arrays of what is computed again by each reader.
static constexpr size_t kMaxRows = 2;

/// Whether the operations on numbers in `body` are sums and products: as fast
/// computed again as what they compute is read.
static bool isCheap(Block &body) {
  return llvm::all_of(body.without_terminator(), [](Operation &op) {
    return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp,
               arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MaximumFOp,
               arith::MinimumFOp, arith::ConstantOp>(op);
  });
}

/// Whether patterns, and nothing else, read what a map in a body of rows
/// computes of a row or of two, and it is a few sums and products.
static bool isRepeatedInRow(MapOp map) {
  constexpr size_t kMaxOps = 4;
  Block &body = map.getBody().front();
  return isRowBody(*map->getBlock()) && map.getInputs().size() <= kMaxRows &&
         map.getNumResults() == 1 &&
         size_t(llvm::range_size(body.without_terminator())) <= kMaxOps &&
         isCheap(body) && countReadingPatterns(map->getResult(0)) > 0;
}

/// Whether a body is a step on whole arrays: a group has its work-items share
/// the maps of such steps, and not the reductions.
static bool isStepOnArrays(Block &body) {
  auto fold = dyn_cast<FoldPattern>(body.getParentOp());
  return fold && llvm::any_of(fold->getResultTypes(), llvm::IsaPred<ArrayType>);
}

/// The pattern that alone reads what a map in a body computes, each number
/// once, so that it costs nothing more to compute it there; null if there is
/// none.
static Operation *getReaderInBody(MapOp map) {
  if (map->use_empty())
    return nullptr;
  Operation *reader = *map->user_begin();
  if (isa<ReduceOp>(reader) && isStepOnArrays(*map->getBlock()))
    return nullptr;
  const bool isAlone = llvm::all_of(map.getResults(), [&](Value result) {
    return result.use_empty() || (countReadingPatterns(result) == 1 &&
                                  *result.user_begin() == reader);
  });
  Refusal refusal;
  FailureOr<Fusion> fusion = failure();
  if (isAlone)
    fusion = matchFusion(map, reader, refusal);
  return succeeded(fusion) && fusion->passesNumbers() ? reader : nullptr;
}

/// Whether the step of a reduction reduces rows that may be long to numbers,
/// and has no other loops that do not depend on its accumulators.
static bool reducesLongRows(ReduceOp reduce) {
  constexpr int64_t kLeastOfLong = 32;
  ValueRange accumulators = cast<FoldPattern>(*reduce).getAccumulatorArgs();
  SmallVector<Operation *> patterns = getPatterns(reduce.getBody().front());
  llvm::erase_if(patterns, [&](Operation *op) {
    return usesAny(*op, [&](Value value) {
      return llvm::is_contained(accumulators, value);
    });
  });
  return !patterns.empty() && llvm::all_of(patterns, [&](Operation *op) {
    auto row = dyn_cast<ReduceOp>(op);
    return row &&
           llvm::none_of(row.getResultTypes(), llvm::IsaPred<ArrayType>) &&
           cast<FoldPattern>(*row).getTripCount().getConstant().value_or(
               kLeastOfLong) >= kLeastOfLong;
  });
}

/// Maps at the top level that compute the same are one: each look-up at an
/// index has a map of its own for it. Not those of results, stored apart.
static void mergeEqualMaps(RewriterBase &rewriter, func::FuncOp func) {
  SmallVector<MapOp> kept;
  for (MapOp map : llvm::make_early_inc_range(func.getOps<MapOp>())) {
    if (llvm::any_of(map.getResults(),
                     [](Value result) { return isStored(result); }))
      continue;
    auto *equal = llvm::find_if(kept, [&](MapOp other) {
      return OperationEquivalence::isEquivalentTo(
          other, map, OperationEquivalence::IgnoreLocations);
    });
    if (equal == kept.end())
      kept.push_back(map);
    else
      rewriter.replaceOp(map, *equal);
  }
}

static void
applyPatterns(func::FuncOp func,
              llvm::function_ref<void(RewritePatternSet &)> populate) {
  RewritePatternSet patterns(func.getContext());
  populate(patterns);
  (void)applyPatternsGreedily(func, std::move(patterns));
}

/// What index functions reduce is computed by maps, once for all readers: there
/// is no need of maps that only copy it to where it is stored.
static void mapGenerated(RewriterBase &rewriter, func::FuncOp func) {
  auto getCopied = [](MapOp map) {
    return getCopiedByMaps(map.getResult(0)).getDefiningOp();
  };
  SmallVector<MapOp> copies =
      llvm::filter_to_vector(func.getOps<MapOp>(), [&](MapOp map) {
        return isa_and_present<GenerateOp>(getCopied(map));
      });
  applyPatterns(func, populateMapGeneratedPatterns);
  for (MapOp map : copies)
    if (auto copied = dyn_cast<MapOp>(getCopied(map));
        copied && !isStored(copied.getResult(0)))
      rewriter.replaceOp(map, copied);
}

/// Numbers as accumulators, in place of arrays; laws that need no declaration;
/// sums of an accumulator and one term, as rewrites that need laws know; and
/// one reduction in place of several of the same arrays.
static void simplifyReductions(RewriterBase &rewriter, func::FuncOp func) {
  // What is written twice, as a condition for each of two accumulators, is one.
  mergeEqualNumbers(rewriter, func);
  applyPatterns(func, [](RewritePatternSet &patterns) {
    populateReduceElementsPatterns(patterns);
    populateDeduceLawsPatterns(patterns);
    populateCountTruthsPatterns(patterns);
    populateExpandSumsPatterns(patterns);
    populateMergeReductionsPatterns(patterns);
  });
}

/// Refuses to have a scan in the body of a map compute what is too much to be
/// computed by all steps of its parts; one that is not cut computes it once.
static LogicalResult checkScannedInBody(MapOp producer, ScanOp scan,
                                        Refusal &refusal) {
  if (!getNumberMap(producer) || getMapDepth(producer) != 1)
    return refusal.set(producer, "is no map of numbers");
  if (failed(Composition::get(scan, refusal)))
    return success();
  return checkScanned(producer, scan, refusal);
}

ScanOp FuseProducersPass::fuseIntoScan(RewriterBase &rewriter, ScanOp scan) {
  for (Value input : scan.getInputs()) {
    MapOp producer = getProducer(input);
    if (!producer || producer->getBlock() != scan->getBlock())
      continue;
    Location loc = producer.getLoc();
    Refusal refusal;
    FailureOr<Fusion> fusion = matchFusion(producer, scan, refusal);
    if (failed(fusion) || failed(checkScannedInBody(producer, scan, refusal)))
      continue;
    FailureOr<Operation *> fused =
        fuseProducer(rewriter, producer, scan, *fusion, refusal);
    if (failed(fused))
      return {};
    reportFused(loc);
    return cast<ScanOp>(*fused);
  }
  return {};
}

void FuseProducersPass::fuseIntoScans(RewriterBase &rewriter) {
  SmallVector<ScanOp> scans;
  getOperation().walk([&](ScanOp scan) {
    if (isa<MapOp>(scan->getParentOp()))
      scans.push_back(scan);
  });
  for (ScanOp scan : scans)
    while (scan)
      scan = fuseIntoScan(rewriter, scan);
}

FailureOr<Operation *> FuseProducersPass::fuseInto(RewriterBase &rewriter,
                                                   Operation *loop,
                                                   bool isInner,
                                                   Refusals &refusals) {
  for (Value input : loop->getOperands()) {
    MapOp producer = getProducer(input);
    if (!producer || producer->getBlock() != &getOperation().front())
      continue;
    Location loc = producer.getLoc();
    Refusal refusal;
    FailureOr<Fusion> fusion = matchFusion(producer, loop, refusal);
    if (failed(fusion) ||
        failed(isInner ? checkInnerWorth(producer, *fusion, refusal)
                       : checkWorth(producer, loop, *fusion, refusal))) {
      refusals.emplace_back(loc, refusal.getReason());
      continue;
    }
    FailureOr<Operation *> fused =
        fuseProducer(rewriter, producer, loop, *fusion, refusal);
    if (failed(fused)) {
      refusals.emplace_back(loc, refusal.getReason());
      return failure();
    }
    reportFused(loc);
    return *fused;
  }
  return nullptr;
}

Operation *FuseProducersPass::fuseOne(RewriterBase &rewriter,
                                      Operation *consumer) {
  Refusals refusals;
  FailureOr<Operation *> fused =
      fuseInto(rewriter, consumer, /*isInner=*/false, refusals);
  if (succeeded(fused) && *fused)
    return *fused;
  SmallVector<Operation *> loops;
  if (succeeded(fused))
    consumer->walk([&](MapOp map) {
      if (map != consumer)
        loops.push_back(map);
    });
  for (Operation *loop : loops) {
    fused = fuseInto(rewriter, loop, /*isInner=*/true, refusals);
    if (succeeded(fused) && *fused)
      return consumer;
  }
  // Once for each consumer, when it is as it stays.
  for (const auto &[loc, reason] : refusals)
    remark::missed(loc, getRemarkOptions()) << reason;
  return nullptr;
}

void FuseProducersPass::computeInReaders(RewriterBase &rewriter,
                                         Operation *pattern) {
  while (true) {
    MapOp fused;
    pattern->walk([&](MapOp map) {
      if (map == pattern || !(getReaderInBody(map) || isRepeatedInRow(map)))
        return WalkResult::advance();
      fused = map;
      return WalkResult::interrupt();
    });
    if (!fused)
      return;
    reportFused(fused.getLoc());
    for (auto [reader, copy] : repeatForReaders(fused)) {
      Refusal refusal;
      FailureOr<Fusion> fusion = matchFusion(copy, reader, refusal);
      if (succeeded(fusion))
        (void)fuseProducer(rewriter, copy, reader, *fusion, refusal);
    }
  }
}

/// Whether something that may have `map` as its epilogue, as it does more than
/// that to each number, computes what it reads; other such maps between.
static bool isEpilogue(MapOp map) {
  llvm::SetVector<MapOp> maps;
  maps.insert(map);
  for (size_t i = 0; i < maps.size(); ++i)
    for (Value input : MapOp(maps[i]).getInputs()) {
      MapOp producer = getProducer(input);
      if (producer && !getMapDepth(producer))
        return true;
      if (producer)
        maps.insert(producer);
    }
  return false;
}

/// Whether both are the same element of some array, or the same view of one.
static bool areSameElements(Value lhs, Value rhs) {
  auto [left, depth] = getOrigin(lhs);
  auto [right, otherDepth] = getOrigin(rhs);
  if (depth != otherDepth)
    return false;
  if (left == right)
    return true;
  auto view = left.getDefiningOp<ViewOpInterface>(),
       other = right.getDefiningOp<ViewOpInterface>();
  return view && other &&
         OperationEquivalence::isEquivalentTo(
             view, other,
             [](Value value, Value otherValue) {
               return success(areSameElements(value, otherValue));
             },
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

/// Whether two loops go through the same array, or the same part of one.
static bool shareInputs(ValueRange inputs, ValueRange others) {
  return llvm::any_of(inputs, [&](Value input) {
    return llvm::any_of(
        others, [&](Value other) { return areSameElements(input, other); });
  });
}

/// Whether both are maps of numbers, inside as many others that go through the
/// same elements.
static bool areElementwiseTogether(MapOp first, MapOp second) {
  if (!getMapDepth(first) || getMapDepth(first) != getMapDepth(second))
    return false;
  while (shareInputs(first.getInputs(), second.getInputs()) &&
         first.getTripCount() == second.getTripCount()) {
    SmallVector<Operation *> inner = getPatterns(first.getBody().front());
    if (inner.empty())
      return true;
    first = cast<MapOp>(inner.front());
    second = cast<MapOp>(getPatterns(second.getBody().front()).front());
  }
  return false;
}

/// Whether both reduce the same rows, in what can be one reduction: two in a
/// body are no nest. What maps do with rows besides is left to all work-items:
/// of few rows, a group for each would be too few.
static bool reduceSameRows(MapOp first, MapOp second) {
  Block &body = first.getBody().front(), &other = second.getBody().front();
  if (!isRowBody(body) || !isRowBody(other) || !shareRows(body, other))
    return false;
  SmallVector<Operation *> patterns = getPatterns(body);
  llvm::append_range(patterns, getPatterns(other));
  if (patterns.size() != 2 || !llvm::all_of(patterns, llvm::IsaPred<ReduceOp>))
    return false;
  auto reduce = cast<ReduceOp>(patterns[0]),
       otherReduce = cast<ReduceOp>(patterns[1]);
  return mayMergeReductions(reduce, otherReduce) &&
         shareInputs(reduce.getInputs(), otherReduce.getInputs());
}

/// Whether the results of a map are returned as they are.
static bool areReturned(MapOp map) {
  return llvm::all_of(map.getResults(), isOnlyYielded);
}

bool FuseProducersPass::mergeReaders(RewriterBase &rewriter) {
  constexpr unsigned kMostResults = 8;
  for (MapOp first : getOperation().getOps<MapOp>()) {
    Refusal refusal;
    FailureOr<MapOp> second = findMapToMerge(first, refusal, [&](MapOp other) {
      return first.getNumResults() + other.getNumResults() <= kMostResults &&
             ((areElementwiseTogether(first, other) &&
               (areReturned(first) || computeAllParts({first, other}))) ||
              (reduceSameRows(first, other) && areReturned(first)));
    });
    if (failed(second))
      continue;
    remark::passed(first.getLoc(), getRemarkOptions())
        << "is computed by a loop that reads the same array";
    Operation *merged = mergeMaps(rewriter, first, *second);
    // What both have read may now have one reader.
    while (Operation *fused = fuseOne(rewriter, merged))
      merged = fused;
    return true;
  }
  return false;
}

void FuseProducersPass::inlineInStencils(RewriterBase &rewriter) {
  constexpr unsigned kMaxOps = 32;
  // From the last: what a map is computed of may be computed there, too.
  auto maps = llvm::to_vector(getOperation().getOps<MapOp>());
  for (MapOp map : llvm::reverse(maps)) {
    MapOp innermost = getNumberMap(map);
    if (!innermost || map.getInputs().size() > kMaxRows ||
        !isCheap(innermost.getBody().front()) || isEpilogue(map))
      continue;
    Location loc = map.getLoc();
    Refusal refusal;
    if (succeeded(inlineInWindows(rewriter, map, kMaxOps, refusal)))
      reportFused(loc);
  }
}

bool FuseProducersPass::separateSums(RewriterBase &rewriter, ReduceOp reduce,
                                     bool isPairs) {
  Location loc = reduce.getLoc();
  Refusal refusal;
  if (failed(separateInnerSums(rewriter, reduce, refusal)) && isPairs)
    return false;
  if (!reducesLongRows(reduce) ||
      failed(fissionReduction(rewriter, reduce, refusal)))
    return false;
  remark::passed(loc, getRemarkOptions())
      << "reduces its rows in a map of their own";
  return true;
}

void FuseProducersPass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (!isLiftFunction(func) || makesChoices(func))
    return;
  hoistInvariants(func);
  IRRewriter rewriter(&getContext());
  Refusal refusal;
  auto report = [&](Location loc, StringRef what) {
    remark::passed(loc, getRemarkOptions()) << what;
  };
  mapGenerated(rewriter, func);
  // Reductions of rows that others add up go on from what these have.
  applyPatterns(func, populateContinueReductionsPatterns);
  for (ReduceOp reduce : llvm::make_early_inc_range(func.getOps<ReduceOp>()))
    separateSums(rewriter, reduce, /*isPairs=*/false);
  hoistSums(rewriter, func, report);
  simplifyReductions(rewriter, func);
  (void)dropBroadcasts(rewriter, func, /*alsoSplits=*/false, refusal);
  applyPatterns(func, populateJoinMapsPatterns);
  fuseIntoScans(rewriter);
  for (MapOp map : llvm::make_early_inc_range(func.getOps<MapOp>())) {
    if (FailureOr<MapOp> hoisted = hoistIndexedRows(rewriter, map, refusal);
        succeeded(hoisted))
      map = *hoisted;
    separateProducts(rewriter, map, report);
    divideMaps(rewriter, map, report);
  }
  // Loops inside first, so that what they concatenate is seen around them.
  func.walk([&](MapOp map) { hoistReadConcats(rewriter, map); });
  // What a divided body passes on is read by others in it, too; a thread of a
  // CPU has it in its cache.
  if (!DeviceModel::get(func).runsThreads())
    for (MapOp map : llvm::make_early_inc_range(func.getOps<MapOp>()))
      readYields(rewriter, map);
  mergeEqualMaps(rewriter, func);
  repeatConversions(func);
  inlineInStencils(rewriter);
  // What is fused stands in place of the consumer, after its producers.
  for (Operation *op = &func.front().front(); op;) {
    Operation *next = op->getNextNode();
    auto fuseAll = [&] {
      while (Operation *fused = fuseOne(rewriter, op))
        op = fused;
    };
    if (isa<MapOp, ReduceOp, ScanOp>(op)) {
      fuseAll();
      // What is read without a dimension of one element may go where it cannot
      // with it.
      if (succeeded(dropBroadcasts(rewriter, op, /*alsoSplits=*/true, refusal)))
        fuseAll();
      computeInReaders(rewriter, op);
    }
    op = next;
  }
  while (mergeReaders(rewriter)) {
  }
  // Of rows that have come into one body.
  simplifyReductions(rewriter, func);
  for (ReduceOp reduce : llvm::make_early_inc_range(func.getOps<ReduceOp>()))
    separateSums(rewriter, reduce, /*isPairs=*/true);
  for (Operation &op : llvm::make_early_inc_range(func.front())) {
    Location loc = op.getLoc();
    if (isa<MapOp, ReduceOp>(op) &&
        succeeded(hoistRepeatedNumbers(rewriter, &op, refusal)))
      report(loc, "has numbers of one array computed before its pairs");
  }
  // Last: what has been fused with a reduction computes its numbers once a row.
  for (MapOp map : func.getOps<MapOp>())
    if (makePerfect(rewriter, map))
      remark::passed(map.getLoc(), getRemarkOptions())
          << "computes the numbers between its loops in the innermost";
}
