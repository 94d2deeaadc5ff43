//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that make parts: of reductions, maps and scans.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/TransformOps/LiftTransformOps.h"

#include "LiftDialect/Rewriting/AddedReductions.h"
#include "LiftDialect/Rewriting/ChunkMap.h"
#include "LiftDialect/Rewriting/DivideMap.h"
#include "LiftDialect/Rewriting/Fission.h"
#include "LiftDialect/Rewriting/Histograms.h"
#include "LiftDialect/Rewriting/Hoisting.h"
#include "LiftDialect/Rewriting/PeelNest.h"
#include "LiftDialect/Rewriting/Reductions.h"
#include "LiftDialect/Rewriting/Scans.h"
#include "LiftDialect/Rewriting/SplitNest.h"
#include "LiftDialect/Rewriting/TransposeVectors.h"
#include "LiftDialect/Rewriting/Widening.h"
#include "Operands.h"

using namespace mlir;
using namespace mlir::lift;
using transform::TransformResults;
using transform::TransformRewriter;
using transform::TransformState;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure SplitReductionOp::apply(TransformRewriter &rewriter,
                                                    TransformResults &results,
                                                    TransformState &state) {
  Refusal refusal;
  auto reduce = lift::getTarget<ReduceOp>(state, getTarget(), refusal);
  FailureOr<Expr> size = parseSize(getBy(), {}, refusal);
  if (failed(reduce) || failed(size))
    return refuse(*this, refusal);
  SplitReductionOptions options;
  options.size = *size;
  options.isStrided = getStrided();
  options.isPadded = getPadded();
  options.hasWholeChunks = getWholeChunks();
  options.chunk = getChunk().value_or(1);
  options.multiple = getMultiple().value_or(0);
  if (failed(readSpace(getSpace(), options.space, refusal)))
    return refuse(*this, refusal);
  FailureOr<SplitReduction> split =
      splitReduction(rewriter, *reduce, options, refusal);
  if (failed(split))
    return refuse(*this, refusal);
  return setResults(results, *this, {split->parts, split->part, split->rest});
}

DiagnosedSilenceableFailure SplitHistogramOp::apply(TransformRewriter &rewriter,
                                                    TransformResults &results,
                                                    TransformState &state) {
  Refusal refusal;
  auto histogram =
      lift::getTarget<ScatterReduceOp>(state, getTarget(), refusal);
  FailureOr<Expr> size = parseSize(getBy(), {}, refusal);
  if (failed(histogram) || failed(size))
    return refuse(*this, refusal);
  SplitHistogramOptions options = {*size, getStrided(), getPadded(), {}};
  if (failed(readSpace(getSpace(), options.space, refusal)))
    return refuse(*this, refusal);
  FailureOr<SplitHistogram> split =
      splitHistogram(rewriter, *histogram, options, refusal);
  if (failed(split))
    return refuse(*this, refusal);
  return setResults(results, *this, {split->parts, split->part, split->rest});
}

DiagnosedSilenceableFailure ChunkHistogramOp::apply(TransformRewriter &rewriter,
                                                    TransformResults &results,
                                                    TransformState &state) {
  Refusal refusal;
  auto histogram =
      lift::getTarget<ScatterReduceOp>(state, getTarget(), refusal);
  if (failed(histogram))
    return refuse(*this, refusal);
  auto chunks = chunkHistogram(rewriter, *histogram, int64_t(getBy()),
                               getPadded(), refusal);
  if (failed(chunks))
    return refuse(*this, refusal);
  return setResults(results, *this, {chunks->first, chunks->second});
}

DiagnosedSilenceableFailure JoinHistogramsOp::apply(TransformRewriter &rewriter,
                                                    TransformResults &results,
                                                    TransformState &state) {
  Refusal refusal;
  auto map = lift::getTarget<MapOp>(state, getTarget(), refusal);
  if (failed(map))
    return refuse(*this, refusal);
  FailureOr<ScatterReduceOp> histogram =
      joinHistograms(rewriter, *map, getTurned(), refusal);
  if (failed(histogram))
    return refuse(*this, refusal);
  return setResults(results, *this, {*histogram});
}

DiagnosedSilenceableFailure ShareHistogramOp::apply(TransformRewriter &rewriter,
                                                    TransformResults &results,
                                                    TransformState &state) {
  Refusal refusal;
  auto histogram =
      lift::getTarget<ScatterReduceOp>(state, getTarget(), refusal);
  if (failed(histogram))
    return refuse(*this, refusal);
  FailureOr<SharedHistogram> shared =
      shareHistogram(rewriter, *histogram, getGroups(), refusal);
  if (failed(shared))
    return refuse(*this, refusal);
  return setResults(results, *this,
                    {shared->fill, shared->histogram, shared->copy});
}

DiagnosedSilenceableFailure SplitNestOp::apply(TransformRewriter &rewriter,
                                               TransformResults &results,
                                               TransformState &state) {
  Refusal refusal;
  auto root = lift::getTarget<MapOp>(state, getTarget(), refusal);
  FailureOr<Expr> size = parseSize(getBy(), {}, refusal);
  if (failed(root) || failed(size))
    return refuse(*this, refusal);
  FailureOr<SplitNest> split = splitNest(
      rewriter, *root, {toUnsigned(getDims()), *size, getPadded(), getMasked()},
      refusal);
  if (failed(split))
    return refuse(*this, refusal);
  return setResults(results, *this, {split->parts, split->results});
}

DiagnosedSilenceableFailure ChunkMapOp::apply(TransformRewriter &rewriter,
                                              TransformResults &results,
                                              TransformState &state) {
  Refusal refusal;
  auto map = lift::getTarget<MapOp>(state, getTarget(), refusal);
  FailureOr<Expr> size = parseSize(getBy(), {}, refusal);
  if (failed(map) || failed(size))
    return refuse(*this, refusal);
  auto loops = chunkMap(rewriter, *map, *size, getPadded(), refusal);
  if (failed(loops))
    return refuse(*this, refusal);
  return setResults(results, *this, {loops->first, loops->second});
}

DiagnosedSilenceableFailure PeelOp::apply(TransformRewriter &rewriter,
                                          TransformResults &results,
                                          TransformState &state) {
  Refusal refusal;
  auto root = lift::getTarget<MapOp>(state, getTarget(), refusal);
  FailureOr<Expr> size = parseSize(getSize(), {}, refusal);
  if (failed(root) || failed(size))
    return refuse(*this, refusal);
  FailureOr<PeeledNest> peeled =
      peelNest(rewriter, *root, getDim(), *size, refusal);
  if (failed(peeled))
    return refuse(*this, refusal);
  return setResults(results, *this, {peeled->first, peeled->rest});
}

DiagnosedSilenceableFailure PeelReductionOp::apply(TransformRewriter &rewriter,
                                                   TransformResults &results,
                                                   TransformState &state) {
  Refusal refusal;
  auto reduce = lift::getTarget<ReduceOp>(state, getTarget(), refusal);
  FailureOr<Expr> size = parseSize(getSize(), {}, refusal);
  if (failed(reduce) || failed(size))
    return refuse(*this, refusal);
  auto peeled = peelReduction(rewriter, *reduce, *size, refusal);
  if (failed(peeled))
    return refuse(*this, refusal);
  return setResults(results, *this, {peeled->first, peeled->second});
}

DiagnosedSilenceableFailure ChunkReductionOp::apply(TransformRewriter &rewriter,
                                                    TransformResults &results,
                                                    TransformState &state) {
  Refusal refusal;
  auto reduce = lift::getTarget<ReduceOp>(state, getTarget(), refusal);
  FailureOr<Expr> size = parseSize(getBy(), {}, refusal);
  if (failed(reduce) || failed(size))
    return refuse(*this, refusal);
  auto loops = chunkReduction(rewriter, *reduce, *size, getPadded(), refusal);
  if (failed(loops))
    return refuse(*this, refusal);
  return setResults(results, *this, {loops->first, loops->second});
}

DiagnosedSilenceableFailure FissionOp::apply(TransformRewriter &rewriter,
                                             TransformResults &results,
                                             TransformState &state) {
  Refusal refusal;
  auto reduce = lift::getTarget<ReduceOp>(state, getTarget(), refusal);
  if (failed(reduce))
    return refuse(*this, refusal);
  FailureOr<Fission> fission = fissionReduction(rewriter, *reduce, refusal);
  if (failed(fission))
    return refuse(*this, refusal);
  return setResults(results, *this, {fission->map, fission->reduce});
}

DiagnosedSilenceableFailure DivideMapOp::apply(TransformRewriter &rewriter,
                                               TransformResults &results,
                                               TransformState &state) {
  Refusal refusal;
  auto map = lift::getTarget<MapOp>(state, getTarget(), refusal);
  if (failed(map))
    return refuse(*this, refusal);
  FailureOr<SmallVector<MapOp>> maps =
      divideMap(rewriter, *map, refusal, getForAll());
  if (failed(maps))
    return refuse(*this, refusal);
  results.set(cast<OpResult>(getMaps()),
              llvm::to_vector_of<Operation *>(*maps));
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
MergeAddedReductionsOp::apply(TransformRewriter &rewriter,
                              TransformResults &results,
                              TransformState &state) {
  return replaceTarget<ReduceOp>(
      *this, state, results, [&](ReduceOp reduce, Refusal &refusal) {
        return mergeWithAddedReduction(rewriter, reduce, refusal);
      });
}

DiagnosedSilenceableFailure FissionMapOp::apply(TransformRewriter &rewriter,
                                                TransformResults &results,
                                                TransformState &state) {
  Refusal refusal;
  auto map = lift::getTarget<MapOp>(state, getTarget(), refusal);
  FailureOr<Operation *> pattern = getOnlyTarget(state, getPattern(), refusal);
  if (failed(map) || failed(pattern))
    return refuse(*this, refusal);
  auto maps = fissionMap(rewriter, *map, *pattern, refusal);
  if (failed(maps))
    return refuse(*this, refusal);
  return setResults(results, *this, {maps->first, maps->second});
}

void FissionMapOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getPatternMutable(), effects);
  transform::consumesHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

DiagnosedSilenceableFailure HoistPatternOp::apply(TransformRewriter &rewriter,
                                                  TransformResults &results,
                                                  TransformState &state) {
  return replaceTarget<Operation *>(
      *this, state, results, [&](Operation *pattern, Refusal &refusal) {
        return hoistPattern(rewriter, pattern, refusal);
      });
}

DiagnosedSilenceableFailure WidenOp::apply(TransformRewriter &rewriter,
                                           TransformResults &results,
                                           TransformState &state) {
  return replaceTarget<MapOp>(
      *this, state, results, [&](MapOp map, Refusal &refusal) {
        return widenMap(rewriter, map, getBy(), refusal);
      });
}

DiagnosedSilenceableFailure
TransposeVectorsOp::apply(TransformRewriter &rewriter,
                          TransformResults &results, TransformState &state) {
  Refusal refusal;
  auto map = lift::getTarget<MapOp>(state, getTarget(), refusal);
  if (failed(map))
    return refuse(*this, refusal);
  FailureOr<SmallVector<MapOp>> shuffles =
      transposeVectors(rewriter, *map, getArgument(), refusal);
  if (failed(shuffles))
    return refuse(*this, refusal);
  results.set(cast<OpResult>(getShuffles()),
              llvm::to_vector_of<Operation *>(*shuffles));
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure TreeReductionOp::apply(TransformRewriter &rewriter,
                                                   TransformResults &results,
                                                   TransformState &state) {
  Refusal refusal;
  auto reduce = lift::getTarget<ReduceOp>(state, getTarget(), refusal);
  FailureOr<AddressSpace> space = lift::getSpace(getSpace(), refusal);
  if (failed(reduce) || failed(space))
    return refuse(*this, refusal);
  FailureOr<SmallVector<MapOp>> steps =
      treeReduction(rewriter, *reduce, *space, getRadix(), refusal);
  if (failed(steps))
    return refuse(*this, refusal);
  results.set(cast<OpResult>(getSteps()),
              SmallVector<Operation *>(steps->begin(), steps->end()));
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure SplitScanOp::apply(TransformRewriter &rewriter,
                                               TransformResults &results,
                                               TransformState &state) {
  Refusal refusal;
  auto scan = lift::getTarget<ScanOp>(state, getTarget(), refusal);
  FailureOr<Expr> size = parseSize(getBy(), {}, refusal);
  if (failed(scan) || failed(size))
    return refuse(*this, refusal);
  SplitScanOptions options;
  options.size = *size;
  options.isPadded = getPadded();
  options.multiple = getMultiple().value_or(1);
  options.chunk = getChunk().value_or(1);
  options.vectorWidth = getVector().value_or(1);
  if (failed(readSpace(getSpace(), options.space, refusal)))
    return refuse(*this, refusal);
  if (Value handle = getEpilogue()) {
    auto epilogue = lift::getTarget<MapOp>(state, handle, refusal);
    if (failed(epilogue))
      return refuse(*this, refusal);
    options.epilogue = *epilogue;
  }
  FailureOr<SplitScan> split = splitScan(rewriter, *scan, options, refusal);
  if (failed(split))
    return refuse(*this, refusal);
  results.set(cast<OpResult>(getParts()), {split->parts.getOperation()});
  results.set(cast<OpResult>(getPart()), {split->part.getOperation()});
  results.set(cast<OpResult>(getStarts()), {split->starts.getOperation()});
  results.set(cast<OpResult>(getRest()), {split->rest.getOperation()});
  results.set(cast<OpResult>(getScan()), {split->scan.getOperation()});
  SmallVector<Operation *> copies;
  if (split->copies)
    copies.push_back(split->copies);
  results.set(cast<OpResult>(getCopies()), copies);
  if (Value epilogue = getPartEpilogue())
    results.set(cast<OpResult>(epilogue), {split->epilogue.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

LogicalResult SplitScanOp::verify() {
  if (!getEpilogue() == !getPartEpilogue())
    return success();
  return emitOpError("has a result for the epilogue of a part if, and only if, "
                     "it has an epilogue");
}

void SplitScanOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getOperation()->getOpOperands(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

DiagnosedSilenceableFailure WrapScanOp::apply(TransformRewriter &rewriter,
                                              TransformResults &results,
                                              TransformState &state) {
  Refusal refusal;
  auto scan = lift::getTarget<ScanOp>(state, getTarget(), refusal);
  FailureOr<Expr> size = parseSize(getBy(), {}, refusal);
  if (failed(scan) || failed(size))
    return refuse(*this, refusal);
  auto wrapped = wrapScan(rewriter, *scan, *size, refusal);
  if (failed(wrapped))
    return refuse(*this, refusal);
  return setResults(results, *this, {wrapped->first, wrapped->second});
}

DiagnosedSilenceableFailure ExchangeScanOp::apply(TransformRewriter &rewriter,
                                                  TransformResults &results,
                                                  TransformState &state) {
  Refusal refusal;
  auto map = lift::getTarget<MapOp>(state, getTarget(), refusal);
  if (failed(map))
    return refuse(*this, refusal);
  auto exchanged = exchangeScan(rewriter, *map, getApart(), refusal);
  if (failed(exchanged))
    return refuse(*this, refusal);
  return setResults(results, *this,
                    {exchanged->first.getOperation(), exchanged->second});
}

DiagnosedSilenceableFailure ChunkScanOp::apply(TransformRewriter &rewriter,
                                               TransformResults &results,
                                               TransformState &state) {
  Refusal refusal;
  auto scan = lift::getTarget<ScanOp>(state, getTarget(), refusal);
  if (failed(scan))
    return refuse(*this, refusal);
  auto chunks =
      chunkScan(rewriter, *scan,
                {int64_t(getBy()), getPadded(), int64_t(getVector())}, refusal);
  if (failed(chunks))
    return refuse(*this, refusal);
  return setResults(results, *this, {chunks->first, chunks->second});
}

DiagnosedSilenceableFailure TreeScanOp::apply(TransformRewriter &rewriter,
                                              TransformResults &results,
                                              TransformState &state) {
  Refusal refusal;
  auto scan = lift::getTarget<ScanOp>(state, getTarget(), refusal);
  FailureOr<AddressSpace> space = lift::getSpace(getSpace(), refusal);
  if (failed(scan) || failed(space))
    return refuse(*this, refusal);
  FailureOr<SmallVector<MapOp>> steps =
      treeScan(rewriter, *scan, *space, refusal);
  if (failed(steps))
    return refuse(*this, refusal);
  results.set(cast<OpResult>(getSteps()),
              SmallVector<Operation *>(steps->begin(), steps->end()));
  return DiagnosedSilenceableFailure::success();
}
