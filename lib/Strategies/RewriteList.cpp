//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RewriteList.h"

#include "LiftDialect/Rewriting/AddedReductions.h"
#include "LiftDialect/Rewriting/Block.h"
#include "LiftDialect/Rewriting/Broadcasts.h"
#include "LiftDialect/Rewriting/ChunkMap.h"
#include "LiftDialect/Rewriting/ComputeAt.h"
#include "LiftDialect/Rewriting/DivideMap.h"
#include "LiftDialect/Rewriting/ElementSteps.h"
#include "LiftDialect/Rewriting/Fission.h"
#include "LiftDialect/Rewriting/Fusion.h"
#include "LiftDialect/Rewriting/Histograms.h"
#include "LiftDialect/Rewriting/Hoisting.h"
#include "LiftDialect/Rewriting/IndexedRows.h"
#include "LiftDialect/Rewriting/InlineInWindows.h"
#include "LiftDialect/Rewriting/Layouts.h"
#include "LiftDialect/Rewriting/MergeMaps.h"
#include "LiftDialect/Rewriting/PeelNest.h"
#include "LiftDialect/Rewriting/Reductions.h"
#include "LiftDialect/Rewriting/Scans.h"
#include "LiftDialect/Rewriting/SharedWindows.h"
#include "LiftDialect/Rewriting/SkewRows.h"
#include "LiftDialect/Rewriting/SplitNest.h"
#include "LiftDialect/Rewriting/TransposeVectors.h"
#include "LiftDialect/Rewriting/Widening.h"
#include "LiftDialect/Rewriting/YieldedViews.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Rewrites the copy of a pattern.
using Rewrite =
    function_ref<LogicalResult(RewriterBase &, Operation *, Refusal &)>;

static Reason getReason(const Refusal &refusal, Operation *pattern) {
  Operation *where = refusal.getOp() ? refusal.getOp() : pattern;
  return {refusal.getReason().str(), where->getLoc()};
}

/// Why a rewrite does not apply to a pattern, if it does not: it is asked, as
/// another list of its preconditions would not be what it requires.
static std::optional<Reason> tryRewrite(func::FuncOp func, Operation *pattern,
                                        Rewrite rewrite) {
  IRMapping mapping;
  OwningOpRef<func::FuncOp> copy = func.clone(mapping);
  IRRewriter rewriter(func.getContext());
  Refusal refusal;
  if (succeeded(rewrite(rewriter, mapping.lookup(pattern), refusal)))
    return std::nullopt;
  return getReason(refusal, pattern);
}

TriedStrategies lift::tryStrategies(const Problem &problem, unsigned number) {
  func::FuncOp func = problem.getFunc();
  Operation *pattern = getTopLevelPatterns(func)[number];
  if (makesChoices(func))
    return {"", Reason{"the function says how it runs", func.getLoc()}};
  OwningOpRef<func::FuncOp> copy = func.clone();
  Problem problemOfCopy = problem.of(*copy);
  Refusal refusal;
  FailureOr<Plan> plan =
      optimizePattern(problemOfCopy, number, /*hasFirstStep=*/false, refusal);
  if (failed(plan))
    return {"", getReason(refusal, pattern)};
  return {plan->strategy, std::nullopt};
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

namespace {
/// Tries rewrites, with numbers that no size stands against.
class Trials {
public:
  Trials(func::FuncOp func, Operation *pattern)
      : func(func), pattern(pattern) {}

  void tryNest();
  void tryMap();
  void tryReduction();
  void tryScan();
  void tryHistogram();
  void tryArguments();
  void tryLoop();
  SmallVector<TriedRewrite> take() { return std::move(tried); }

private:
  using Parameter = std::optional<std::pair<StringRef, llvm::json::Value>>;

  void add(StringRef name, Parameter parameter, Rewrite rewrite) {
    tried.push_back(
        {name, std::move(parameter), tryRewrite(func, pattern, rewrite)});
  }
  void addBlock(const Nest *nest, Parameter parameter = std::nullopt,
                function_ref<void(BlockOptions &)> set = {});
  void addCollapses(const Nest &nest);

  func::FuncOp func;
  Operation *pattern;
  SmallVector<TriedRewrite> tried;
};
} // namespace

/// Each dimension that is left after collapsing as one part, but those that are
/// padded: only what is cut is.
static void keepWhole(BlockOptions &options, unsigned numDims) {
  options.chunks.resize(numDims - options.collapse.size());
  for (unsigned dim : options.pad)
    options.chunks[dim] = {Expr(2)};
  for (auto [dim, chunks] : llvm::enumerate(options.chunks))
    for (unsigned part = 0; part <= chunks.size(); ++part)
      options.order.push_back({unsigned(dim), part});
}

void Trials::addBlock(const Nest *nest, Parameter parameter,
                      function_ref<void(BlockOptions &)> set) {
  BlockOptions options;
  if (set)
    set(options);
  keepWhole(options, nest ? nest->getNumDims() : 0);
  add("block", std::move(parameter),
      [&](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(blockNest(rewriter, copy, options, refusal));
      });
}

void Trials::addCollapses(const Nest &nest) {
  for (unsigned dim = 0; dim + 1 < nest.getNumDims(); ++dim)
    addBlock(&nest, {{"collapse", dim}},
             [&](BlockOptions &options) { options.collapse = {dim}; });
}

void Trials::tryNest() {
  Refusal ignored;
  FailureOr<Nest> nest = Nest::get(pattern, ignored, Nest::Operands::Rows);
  if (failed(nest))
    return addBlock(/*nest=*/nullptr);
  addBlock(&*nest);
  const unsigned numDims = nest->getNumDims();
  addCollapses(*nest);
  for (unsigned dim = 0; dim < numDims; ++dim)
    addBlock(&*nest, {{"pad", dim}},
             [&](BlockOptions &options) { options.pad = {dim}; });
  const unsigned last = nest->getNumParallelDims() - 1;
  addBlock(&*nest, {{"vector", last}}, [&](BlockOptions &options) {
    options.pad = {last};
    options.vectorDim = last;
    options.vectorWidth = 2;
  });
  for (unsigned dim = last + 1; dim < numDims; ++dim)
    add("split_nest", {{"dim", dim}},
        [&](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
          return LogicalResult(splitNest(rewriter, cast<MapOp>(copy),
                                         {{dim}, Expr(1)}, refusal));
        });
}

/// Shares the windows of the first dimension that has some.
static LogicalResult shareFirstWindows(RewriterBase &rewriter, MapOp root,
                                       Refusal &refusal) {
  FailureOr<Nest> nest = Nest::get(root, refusal);
  if (failed(nest))
    return failure();
  for (unsigned dim = 0; dim + 2 < nest->getNumParallelDims(); ++dim) {
    Refusal other;
    if (succeeded(shareWindows(rewriter, root, {dim, /*rows=*/1}, other)))
      return success();
  }
  const unsigned last = std::max(2u, nest->getNumParallelDims()) - 2;
  return LogicalResult(
      shareWindows(rewriter, root, {last, /*rows=*/1}, refusal));
}

void Trials::tryMap() {
  for (bool isTurned : {false, true})
    add("join_histograms", {{"turned", isTurned}},
        [&](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
          return LogicalResult(
              joinHistograms(rewriter, cast<MapOp>(copy), isTurned, refusal));
        });
  add("widen", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(
            widenMap(rewriter, cast<MapOp>(copy), /*width=*/2, refusal));
      });
  add("chunk_map", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(chunkMap(rewriter, cast<MapOp>(copy), Expr(1),
                                      /*isPadded=*/false, refusal));
      });
  add("peel", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(
            peelNest(rewriter, cast<MapOp>(copy), /*dim=*/0, Expr(1), refusal));
      });
  add("skew_rows", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(skewRows(rewriter, cast<MapOp>(copy),
                                      {{{/*rows=*/2, /*step=*/1}}, 1, 1},
                                      refusal));
      });
  add("share_windows", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return shareFirstWindows(rewriter, cast<MapOp>(copy), refusal);
      });
  add("store_results", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return storeResults(rewriter, cast<MapOp>(copy),
                            {AddressSpace::Private}, refusal);
      });
  add("copy_yields", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return copyYields(rewriter, cast<MapOp>(copy), /*isForAll=*/false,
                          refusal);
      });
  add("copy_results", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return copyResults(rewriter, cast<MapOp>(copy), refusal);
      });
  add("compute_in_readers", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return computeInReaders(rewriter, cast<MapOp>(copy), refusal);
      });
  add("inline_in_windows", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return inlineInWindows(rewriter, cast<MapOp>(copy), /*maxOps=*/32,
                               refusal);
      });
  add("hoist_indexed_rows", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(
            hoistIndexedRows(rewriter, cast<MapOp>(copy), refusal));
      });
  add("hoist_concats", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(
            hoistConcats(rewriter, cast<MapOp>(copy), refusal));
      });
  add("merge_maps", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        auto first = cast<MapOp>(copy);
        FailureOr<MapOp> second = findMapToMerge(first, refusal);
        if (succeeded(second))
          mergeMaps(rewriter, first, *second);
        return LogicalResult(second);
      });
  for (bool isForAll : {false, true})
    add("divide_map", {{"for_all", isForAll}},
        [&](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
          return LogicalResult(
              divideMap(rewriter, cast<MapOp>(copy), refusal, isForAll));
        });
  add("exchange_scan", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(exchangeScan(rewriter, cast<MapOp>(copy),
                                          /*isApart=*/false, refusal));
      });
}

void Trials::tryReduction() {
  Refusal ignored;
  if (FailureOr<Nest> chain = Nest::getChain(cast<ReduceOp>(pattern), ignored);
      succeeded(chain))
    addCollapses(*chain);
  for (bool isStrided : {false, true})
    add("split_reduction", {{"strided", isStrided}},
        [&](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
          SplitReductionOptions options;
          options.size = Expr(1);
          options.isStrided = isStrided;
          return LogicalResult(
              splitReduction(rewriter, cast<ReduceOp>(copy), options, refusal));
        });
  add("peel_reduction", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(
            peelReduction(rewriter, cast<ReduceOp>(copy), Expr(1), refusal));
      });
  add("chunk_reduction", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(chunkReduction(rewriter, cast<ReduceOp>(copy),
                                            Expr(1), /*isPadded=*/false,
                                            refusal));
      });
  add("fission", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(
            fissionReduction(rewriter, cast<ReduceOp>(copy), refusal));
      });
  add("merge_added_reductions", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(
            mergeWithAddedReduction(rewriter, cast<ReduceOp>(copy), refusal));
      });
  add("tree_reduction", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(treeReduction(rewriter, cast<ReduceOp>(copy),
                                           AddressSpace::Local, /*radix=*/2,
                                           refusal));
      });
  add("relayout_accumulators", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return relayoutAccumulators(rewriter, cast<ReduceOp>(copy), refusal);
      });
  add("place_accumulators", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return placeAccumulators(rewriter, cast<ReduceOp>(copy),
                                 AddressSpace::Private, {}, refusal);
      });
}

void Trials::tryScan() {
  add("split_scan", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        SplitScanOptions options;
        options.size = Expr(1);
        return LogicalResult(
            splitScan(rewriter, cast<ScanOp>(copy), options, refusal));
      });
  add("wrap_scan", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(
            wrapScan(rewriter, cast<ScanOp>(copy), Expr(1), refusal));
      });
  add("chunk_scan", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(chunkScan(rewriter, cast<ScanOp>(copy),
                                       {/*size=*/2, /*isPadded=*/true},
                                       refusal));
      });
  add("tree_scan", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(treeScan(rewriter, cast<ScanOp>(copy),
                                      AddressSpace::Local, refusal));
      });
}

void Trials::tryArguments() {
  auto map = dyn_cast<MapOp>(pattern);
  const unsigned numInputs =
      map ? map.getInputs().size() : cast<ReduceOp>(pattern).getInputs().size();
  for (unsigned argument = 0; argument < numInputs; ++argument) {
    const Parameter parameter = {{"argument", argument}};
    add("stage", parameter,
        [&](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
          return LogicalResult(stageArgument(rewriter, copy, argument,
                                             /*place=*/nullptr, StageOptions(),
                                             refusal));
        });
    add("copy_argument", parameter,
        [&](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
          return LogicalResult(copyArgument(rewriter, copy, argument,
                                            /*isBelowWindows=*/false,
                                            /*readOrder=*/{}, refusal));
        });
    add("fuse_producer", parameter,
        [&](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
          return LogicalResult(fuseArgument(rewriter, copy, argument, refusal));
        });
    if (!map)
      continue;
    add("compute_at", parameter,
        [&](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
          return LogicalResult(
              computeAt(rewriter, cast<MapOp>(copy), argument, refusal));
        });
    add("transpose_vectors", parameter,
        [&](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
          return LogicalResult(
              transposeVectors(rewriter, cast<MapOp>(copy), argument, refusal));
        });
  }
}

void Trials::tryLoop() {
  add("drop_broadcasts", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return dropBroadcasts(rewriter, copy, /*alsoSplits=*/false, refusal);
      });
  add("hoist_pattern", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(hoistPattern(rewriter, copy, refusal));
      });
}

void Trials::tryHistogram() {
  for (bool isStrided : {false, true})
    add("split_histogram", {{"strided", isStrided}},
        [&](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
          SplitHistogramOptions options;
          options.size = Expr(1);
          options.isStrided = isStrided;
          return LogicalResult(splitHistogram(
              rewriter, cast<ScatterReduceOp>(copy), options, refusal));
        });
  add("chunk_histogram", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(
            chunkHistogram(rewriter, cast<ScatterReduceOp>(copy), /*size=*/2,
                           /*isPadded=*/true, refusal));
      });
  add("share_histogram", std::nullopt,
      [](RewriterBase &rewriter, Operation *copy, Refusal &refusal) {
        return LogicalResult(shareHistogram(rewriter,
                                            cast<ScatterReduceOp>(copy),
                                            /*isForGroups=*/false, refusal));
      });
}

SmallVector<TriedRewrite> lift::tryRewrites(func::FuncOp func,
                                            Operation *pattern) {
  Trials trials(func, pattern);
  if (isa<MapOp>(pattern)) {
    trials.tryNest();
    trials.tryMap();
  } else if (isa<ReduceOp>(pattern))
    trials.tryReduction();
  else if (isa<ScanOp>(pattern))
    trials.tryScan();
  else if (isa<ScatterReduceOp>(pattern))
    trials.tryHistogram();
  if (isa<MapOp, ReduceOp>(pattern)) {
    trials.tryArguments();
    trials.tryLoop();
  }
  return trials.take();
}
