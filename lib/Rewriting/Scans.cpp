//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Scans.h"

#include "Builders.h"
#include "LiftDialect/Rewriting/Composition.h"
#include "Padding.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

using StepBuilder = function_ref<SmallVector<Value>(
    OpBuilder &, ValueRange elements, ValueRange accumulators)>;

static Expr getScannedLength(ScanOp scan) {
  return cast<FoldPattern>(*scan).getTripCount();
}

/// A scan with the laws of another one.
static ScanOp createScan(OpBuilder &builder, ScanOp like, ValueRange inputs,
                         ValueRange inits, StepBuilder step) {
  auto scan = ScanOp::create(builder, like.getLoc(), inputs, inits,
                             [&](OpBuilder &inner, Location,
                                 ValueRange elements, ValueRange accumulators) {
                               return step(inner, elements, accumulators);
                             });
  scan.setAssociative(like.getAssociative());
  return scan;
}

/// The elements, and at the start as many times `first` as there are places:
/// all move by so many places, and the last are cut off.
static Value shift(OpBuilder &builder, Location loc, Value array,
                   int64_t places, Value first) {
  MLIRContext *context = builder.getContext();
  Expr count = cast<ArrayType>(array.getType()).getSize(0);
  Value padded = PadOp::create(
      builder, loc, array, getSizeArrayAttr(context, {Expr(places)}),
      getSizeArrayAttr(context, {Expr(0)}), builder.getDenseI64ArrayAttr({0}),
      PadModeAttr::get(context, PadMode::Constant), first);
  return TakeOp::create(builder, loc, padded,
                        getSizeArrayAttr(context, {count}),
                        DenseI64ArrayAttr());
}

/// The first `count` elements, if there are others: as whole chunks.
static Value cutOff(OpBuilder &builder, Location loc, Value array,
                    const Expr &count, int64_t chunk = 1) {
  if (cast<ArrayType>(array.getType()).getSize(0) == count)
    return array;
  if (chunk > 1)
    array = splitDim(builder, loc, array, chunk);
  array = TakeOp::create(
      builder, loc, array,
      getSizeArrayAttr(builder.getContext(), {Expr::exactDiv(count, chunk)}),
      builder.getDenseI64ArrayAttr({0}));
  return chunk > 1 ? JoinOp::create(builder, loc, array, 0) : array;
}

/// Rounds the number of elements up to whole parts, by whole chunks.
static Value padParts(OpBuilder &builder, Location loc, Value array,
                      const Expr &size, int64_t chunk) {
  if (chunk == 1)
    return padDim(builder, loc, array, size, /*dim=*/0, PadMode::Empty);
  array = splitDim(builder, loc, array, chunk);
  array = padDim(builder, loc, array, Expr::exactDiv(size, chunk), /*dim=*/0,
                 PadMode::Empty);
  return JoinOp::create(builder, loc, array, 0);
}

/// Arrays, cut into parts.
static SmallVector<Value> splitAll(OpBuilder &builder, Location loc,
                                   ValueRange arrays, const Expr &size,
                                   bool isPadded, int64_t chunk = 1,
                                   int64_t multiple = 1) {
  return llvm::map_to_vector(arrays, [&](Value array) {
    if (isPadded)
      array = padParts(builder, loc, array, size * multiple, chunk);
    return splitDim(builder, loc, array, size);
  });
}

static SmallVector<Value> storeAll(OpBuilder &builder, Location loc,
                                   ValueRange arrays, AddressSpace space) {
  return llvm::map_to_vector(
      arrays, [&](Value array) { return storeIn(builder, loc, array, space); });
}

/// The inputs of an epilogue that are not scanned.
static SmallVector<Value> getOtherInputs(ScanOp scan, MapOp epilogue) {
  return llvm::filter_to_vector(epilogue.getInputs(), [&](Value input) {
    return input.getDefiningOp() != scan;
  });
}

/// The epilogue of a part, `scanned`, with the same part of its other inputs.
static MapOp createEpilogue(OpBuilder &builder, ScanOp scan, MapOp epilogue,
                            ValueRange scanned, ValueRange others) {
  auto next = others.begin();
  SmallVector<Value> inputs =
      llvm::map_to_vector(epilogue.getInputs(), [&](Value input) -> Value {
        return input.getDefiningOp() == scan
                   ? scanned[cast<OpResult>(input).getResultNumber()]
                   : *next++;
      });
  return MapOp::create(builder, epilogue.getLoc(), inputs, MappingAttr(),
                       [&](OpBuilder &inner, Location, ValueRange elements) {
                         return cloneBody(inner, epilogue.getBody().front(),
                                          elements);
                       });
}

static LogicalResult checkEpilogue(ScanOp scan, MapOp epilogue,
                                   Refusal &refusal) {
  if (failed(checkSaysNothing(epilogue, refusal)))
    return failure();
  if (epilogue->getBlock() != scan->getBlock())
    return refusal.set(epilogue, "is in another body than the scan");
  if (scan->use_empty() ||
      !llvm::all_of(scan->getUsers(),
                    [&](Operation *user) { return user == epilogue; }))
    return refusal.set(scan, "is read by something else than its epilogue");
  return success();
}

/// The results of the scan of a part that stand for used ones of the whole; all
/// if none is used.
static SmallVector<Value> getUsedResults(ScanOp scan, ScanOp part) {
  SmallVector<Value> used;
  for (auto [whole, result] :
       llvm::zip_equal(scan.getResults(), part.getResults()))
    if (!whole.use_empty() || scan->use_empty())
      used.push_back(result);
  return used;
}

/// Scans each part from its start.
static void scanParts(RewriterBase &rewriter, ScanOp scan, ValueRange starts,
                      ValueRange arrays, ValueRange others,
                      const SplitScanOptions &options, SplitScan &split) {
  SmallVector<Value> all(starts);
  llvm::append_range(all, arrays);
  llvm::append_range(all, others);
  Location loc = scan.getLoc();
  split.rest = MapOp::create(
      rewriter, loc, all, MappingAttr(),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        split.scan = createScan(
            builder, scan, elements.slice(starts.size(), arrays.size()),
            elements.take_front(starts.size()),
            [&](OpBuilder &inner, ValueRange innerElements,
                ValueRange accumulators) {
              return cloneStep(inner, scan, innerElements, accumulators);
            });
        const bool isCopied = options.vectorWidth > 1;
        SmallVector<Value> results =
            llvm::to_vector_of<Value>(split.scan.getResults());
        if (!options.epilogue)
          results = getUsedResults(scan, split.scan);
        if (isCopied)
          results = storeAll(builder, loc, results, AddressSpace::Private);
        if (options.epilogue) {
          split.epilogue =
              createEpilogue(builder, scan, options.epilogue, results,
                             elements.take_back(others.size()));
          if (isCopied)
            runInVectors(split.epilogue, options.vectorWidth);
          results = llvm::to_vector_of<Value>(split.epilogue.getResults());
        } else if (isCopied) {
          results = llvm::to_vector_of<Value>(
              copyVectors(builder, loc, results, options.vectorWidth)
                  .getResults());
        }
        return results;
      });
}

/// Reduces each part.
static void reduceParts(RewriterBase &rewriter, ScanOp scan, ValueRange arrays,
                        const Composition &steps, SplitScan &split) {
  SmallVector<Value> identity =
      createConstants(rewriter, scan.getLoc(), steps.getIdentity());
  split.parts = MapOp::create(
      rewriter, scan.getLoc(), arrays, MappingAttr(),
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        split.part = ReduceOp::create(
            builder, loc, elements, identity,
            [&](OpBuilder &inner, Location, ValueRange innerElements,
                ValueRange accumulators) {
              return steps.append(inner, accumulators, innerElements);
            });
        split.part.setAssociative(scan.getAssociative());
        split.part.setCommutative(steps.commute());
        return llvm::to_vector_of<Value>(split.part.getResults());
      });
}

FailureOr<SplitScan> lift::splitScan(RewriterBase &rewriter, ScanOp scan,
                                     const SplitScanOptions &options,
                                     Refusal &refusal) {
  FailureOr<std::unique_ptr<Composition>> steps =
      Composition::get(scan, refusal);
  const Expr count = getScannedLength(scan);
  if (failed(steps) ||
      failed(checkChunk(scan, count, options.size, refusal, options.isPadded)))
    return failure();
  if (failed(checkChunk(scan, count, options.chunk, refusal)) ||
      failed(checkChunk(scan, options.size, options.chunk, refusal)))
    return failure();
  if (options.vectorWidth > 1 &&
      (failed(checkVectorWidth(scan, options.vectorWidth, refusal)) ||
       failed(checkChunk(scan, options.size, options.vectorWidth, refusal))))
    return failure();
  if (options.epilogue &&
      failed(checkEpilogue(scan, options.epilogue, refusal)))
    return failure();
  Location loc = scan.getLoc();
  Operation *replaced = options.epilogue ? options.epilogue : scan;
  rewriter.setInsertionPoint(replaced);
  SplitScan split;
  auto cutAll = [&](ValueRange inputs) {
    return splitAll(rewriter, loc, inputs, options.size, options.isPadded,
                    options.chunk, options.multiple);
  };
  SmallVector<Value> arrays = cutAll(scan.getInputs()), others;
  if (options.epilogue)
    others = cutAll(getOtherInputs(scan, options.epilogue));
  if (options.vectorWidth > 1) {
    split.copies = MapOp::create(
        rewriter, loc, arrays, MappingAttr(),
        [&](OpBuilder &builder, Location, ValueRange elements) {
          return llvm::to_vector_of<Value>(
              copyVectors(builder, loc, elements, options.vectorWidth)
                  .getResults());
        });
    arrays = storeAll(rewriter, loc, split.copies.getResults(),
                      AddressSpace::Private);
  }
  reduceParts(rewriter, scan, arrays, **steps, split);
  SmallVector<Value> sums = llvm::to_vector_of<Value>(split.parts.getResults());
  if (options.space)
    sums = storeAll(rewriter, loc, sums, *options.space);
  split.starts = createScan(
      rewriter, scan, sums, scan.getInits(),
      [&](OpBuilder &builder, ValueRange elements, ValueRange accumulators) {
        return (*steps)->apply(builder, accumulators, elements);
      });
  SmallVector<Value> starts;
  for (auto [ends, init] :
       llvm::zip_equal(split.starts.getResults(), scan.getInits()))
    starts.push_back(shift(rewriter, loc, ends, 1, init));
  scanParts(rewriter, scan, starts, arrays, others, options, split);
  auto results = split.rest.getResults().begin();
  for (Value whole : replaced->getResults()) {
    if (!options.epilogue && whole.use_empty())
      continue;
    Value joined = JoinOp::create(rewriter, loc, *results++, 0);
    rewriter.replaceAllUsesWith(
        whole, cutOff(rewriter, loc, joined, count, options.chunk));
  }
  rewriter.eraseOp(replaced);
  if (options.epilogue)
    rewriter.eraseOp(scan);
  return split;
}

FailureOr<std::pair<MapOp, ScanOp>> lift::wrapScan(RewriterBase &rewriter,
                                                   ScanOp scan,
                                                   const Expr &size,
                                                   Refusal &refusal) {
  if (failed(checkChunk(scan, size, size, refusal)))
    return failure();
  for (Value init : scan.getInits())
    if (isa<ArrayType>(init.getType()))
      return refusal.set(scan, "has an array as accumulator");
  Location loc = scan.getLoc();
  rewriter.setInsertionPoint(scan);
  const Expr count = getScannedLength(scan);
  const Expr whole = Expr::ceilDiv(count, size) * size;
  ScanOp inner;
  auto map = MapOp::create(
      rewriter, loc,
      splitAll(rewriter, loc, scan.getInputs(), whole, !(whole == count)),
      MappingAttr(), [&](OpBuilder &builder, Location, ValueRange elements) {
        inner = createScan(builder, scan, elements, scan.getInits(),
                           [&](OpBuilder &nested, ValueRange innerElements,
                               ValueRange accumulators) {
                             return cloneStep(nested, scan, innerElements,
                                              accumulators);
                           });
        return llvm::to_vector_of<Value>(inner.getResults());
      });
  SmallVector<Value> results =
      llvm::map_to_vector(map.getResults(), [&](Value result) {
        return cutOff(rewriter, loc, JoinOp::create(rewriter, loc, result, 0),
                      count);
      });
  rewriter.replaceOp(scan, results);
  return std::pair(map, inner);
}

/// The constants and views in the body of a map that stand before its loop.
static SmallVector<Operation *> getViews(MapOp map) {
  SmallVector<Operation *> views;
  for (Operation &op : map.getBody().front().without_terminator()) {
    const bool isView = isa<ViewOpInterface>(op) && op.getNumRegions() == 0;
    if (!isView && !op.hasTrait<OpTrait::ConstantLike>())
      break;
    views.push_back(&op);
  }
  return views;
}

/// Those of these that are the same for all elements.
static llvm::SetVector<Operation *> getInvariantViews(MapOp map) {
  llvm::SetVector<Operation *> invariant;
  for (Operation *view : getViews(map))
    if (llvm::all_of(view->getOperands(), [&](Value operand) {
          return operand.getParentRegion() != &map.getBody() ||
                 invariant.contains(operand.getDefiningOp());
        }))
      invariant.insert(view);
  return invariant;
}

/// What each element of a map has of a value in its body, as an array: what the
/// map goes through, or views of it, which a map of views makes; null for what
/// is outside.
static Value getArrayOf(OpBuilder &builder, MapOp map, Value value) {
  Block &body = map.getBody().front();
  if (value.getParentBlock() != &body)
    return Value();
  if (auto element = dyn_cast<BlockArgument>(value))
    return map.getInputs()[element.getArgNumber()];
  return MapOp::create(builder, map.getLoc(), map.getInputs(), MappingAttr(),
                       [&](OpBuilder &inner, Location, ValueRange elements) {
                         IRMapping mapping;
                         mapping.map(body.getArguments(), elements);
                         for (Operation *view : getViews(map))
                           inner.clone(*view, mapping);
                         return SmallVector<Value>{mapping.lookup(value)};
                       })
      .getResult(0);
}

/// The reduction or scan that is all that a map does behind views; its results
/// are those of the map, or, `isApart`, some are, which are numbers.
static FailureOr<FoldPattern> getOnlyFold(MapOp map, bool isApart,
                                          Refusal &refusal) {
  Block &body = map.getBody().front();
  constexpr StringLiteral doesMore = "does more than to scan or reduce";
  const size_t numViews = getViews(map).size();
  Operation *op = &*std::next(body.begin(), numViews);
  if (!isa<ScanOp, ReduceOp>(op) || op->getNextNode() != map.getYield())
    return refusal.set(map, doesMore);
  auto fold = cast<FoldPattern>(op);
  ValueRange yielded = map.getYield().getOperands();
  auto isResult = [&](Value value) { return value.getDefiningOp() == fold; };
  if (!(isApart ? llvm::all_of(yielded, isResult)
                : llvm::equal(yielded, fold->getResults())))
    return refusal.set(map, doesMore);
  for (Operation *op : {map.getOperation(), fold.getOperation()})
    if (failed(checkSaysNothing(op, refusal)))
      return failure();
  if (isApart &&
      llvm::any_of(fold.getInits().getTypes(), llvm::IsaPred<ArrayType>))
    return refusal.set(fold, "has an array as accumulator");
  if (llvm::any_of(map.getResults(),
                   [](Value result) { return result.use_empty(); }))
    return refusal.set(map, "has results that nothing needs");
  const llvm::SetVector<Operation *> invariant = getInvariantViews(map);
  const bool usesOthers =
      fold.getStep()
          .walk([&](Operation *op) {
            return llvm::any_of(op->getOperands(),
                                [&](Value value) {
                                  return value.getParentBlock() == &body &&
                                         !invariant.contains(
                                             value.getDefiningOp());
                                })
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (usesOthers)
    return refusal.set(fold, "has a step that reads what the map goes through");
  return fold;
}

/// A reduction or scan with the laws of another one.
static FoldPattern createFold(OpBuilder &builder, FoldPattern like,
                              ValueRange inputs, ValueRange inits,
                              StepBuilder step) {
  if (auto scan = dyn_cast<ScanOp>(*like))
    return cast<FoldPattern>(*createScan(builder, scan, inputs, inits, step));
  auto reduce =
      ReduceOp::create(builder, like.getLoc(), inputs, inits,
                       [&](OpBuilder &inner, Location, ValueRange elements,
                           ValueRange accumulators) {
                         return step(inner, elements, accumulators);
                       });
  copyLaws(cast<ReduceOp>(*like), reduce);
  return cast<FoldPattern>(*reduce);
}

FailureOr<std::pair<FoldPattern, MapOp>>
lift::exchangeScan(RewriterBase &rewriter, MapOp map, bool isApart,
                   Refusal &refusal) {
  FailureOr<FoldPattern> fold = getOnlyFold(map, isApart, refusal);
  if (failed(fold))
    return failure();
  Location loc = map.getLoc();
  rewriter.setInsertionPoint(map);
  for (Operation *view : getInvariantViews(map))
    rewriter.moveOpBefore(view, map);
  // What the map brings to the fold: rows of its own, numbers, or nothing.
  SmallVector<Value> inputs, inits;
  SmallVector<bool> areOwn;
  for (Value input : fold->getInputs()) {
    Value array = getArrayOf(rewriter, map, input);
    areOwn.push_back(array != nullptr);
    inputs.push_back(array ? exchangeDims(rewriter, loc, array) : input);
  }
  for (Value init : fold->getInits()) {
    Value array = getArrayOf(rewriter, map, init);
    if (!array)
      array = BroadcastOp::create(
          rewriter, loc, init,
          getSizeArrayAttr(rewriter.getContext(), {map.getTripCount()}),
          /*dim=*/0);
    inits.push_back(array);
  }
  const size_t numStates = inits.size();
  // The numbers of the results that are stored apart from the states.
  SmallVector<unsigned> stored;
  if (isApart)
    for (Value value : map.getYield().getOperands())
      stored.push_back(cast<OpResult>(value).getResultNumber());
  for (unsigned number : stored)
    inits.push_back(inits[number]);
  MapOp step;
  FoldPattern whole = createFold(
      rewriter, *fold, inputs, inits,
      [&](OpBuilder &builder, ValueRange rows, ValueRange states) {
        SmallVector<Value> arrays(states.take_front(numStates));
        for (auto [isOwn, row] : llvm::zip_equal(areOwn, rows))
          if (isOwn)
            arrays.push_back(row);
        step = MapOp::create(
            builder, loc, arrays, MappingAttr(),
            [&](OpBuilder &inner, Location, ValueRange all) {
              ValueRange own = all.drop_front(numStates);
              SmallVector<Value> elements;
              for (auto [isOwn, row] : llvm::zip_equal(areOwn, rows)) {
                elements.push_back(isOwn ? own.front() : row);
                own = own.drop_front(isOwn ? 1 : 0);
              }
              SmallVector<Value> next =
                  cloneStep(inner, *fold, elements, all.take_front(numStates));
              for (unsigned number : stored)
                next.push_back(next[number]);
              return next;
            });
        return llvm::to_vector_of<Value>(step.getResults());
      });
  ValueRange results = whole->getResults();
  if (isApart)
    results = results.drop_front(numStates);
  const bool isScan = isa<ScanOp>(*whole);
  rewriter.replaceOp(map, llvm::map_to_vector(results, [&](Value all) {
                       return isScan ? exchangeDims(rewriter, loc, all) : all;
                     }));
  return std::pair(whole, step);
}

static LogicalResult
checkChunkScan(ScanOp scan, const ChunkScanOptions &options, Refusal &refusal) {
  if (llvm::any_of(scan.getBody().front().getArgumentTypes(),
                   llvm::IsaPred<ArrayType>))
    return refusal.set(scan, "has an array as accumulator or as element");
  if (failed(checkChunk(scan, getScannedLength(scan), options.size, refusal,
                        options.isPadded)))
    return failure();
  if (options.isPadded && mayFail(scan.getStep()))
    return refusal.set(scan, "has a step that may fail beyond the end");
  if (options.vectorWidth > 1)
    return success(
        succeeded(checkVectorWidth(scan, options.vectorWidth, refusal)) &&
        succeeded(
            checkChunk(scan, options.size, options.vectorWidth, refusal)) &&
        succeeded(checkChunk(scan, getScannedLength(scan), options.vectorWidth,
                             refusal)));
  return success();
}

/// Rounds the number of elements up to whole parts by the last vector again and
/// again: what there is needs no test when it is loaded.
static Value padWithVectors(OpBuilder &builder, Location loc, Value array,
                            int64_t size, int64_t width) {
  if (width == 1)
    return padWithElements(builder, loc, array, size);
  array = padWithElements(builder, loc, splitDim(builder, loc, array, width),
                          size / width);
  return JoinOp::create(builder, loc, array, 0);
}

/// Scans a chunk from `starts`: the ends, and what is scanned.
static SmallVector<Value> scanChunk(OpBuilder &builder, ScanOp scan,
                                    ValueRange chunk, ValueRange starts,
                                    const ChunkScanOptions &options,
                                    ScanOp &inner) {
  Location loc = scan.getLoc();
  const int64_t width = options.vectorWidth;
  auto store = [&](ValueRange arrays) {
    return storeAll(builder, loc, arrays, AddressSpace::Private);
  };
  inner = createScan(
      builder, scan,
      store(copyVectors(builder, loc, chunk, width).getResults()), starts,
      [&](OpBuilder &nested, ValueRange elements, ValueRange accumulators) {
        return cloneStep(nested, scan, elements, accumulators);
      });
  inner.setUnroll(0);
  SmallVector<Value> scanned = store(inner.getResults());
  SmallVector<Value> results =
      llvm::map_to_vector(scanned, [&](Value array) -> Value {
        return takeElement(builder, loc, array, options.size - 1);
      });
  llvm::append_range(results,
                     copyVectors(builder, loc, scanned, width).getResults());
  return results;
}

FailureOr<std::pair<ScanOp, ScanOp>>
lift::chunkScan(RewriterBase &rewriter, ScanOp scan,
                const ChunkScanOptions &options, Refusal &refusal) {
  if (failed(checkChunkScan(scan, options, refusal)))
    return failure();
  Location loc = scan.getLoc();
  rewriter.setInsertionPoint(scan);
  const Expr count = getScannedLength(scan);
  const size_t number = scan.getInits().size();
  SmallVector<Value> inits(scan.getInits());
  for (Value init : scan.getInits())
    inits.push_back(BroadcastOp::create(
        rewriter, loc, init,
        getSizeArrayAttr(rewriter.getContext(), {Expr(options.size)}),
        /*dim=*/0));
  const int64_t width = options.vectorWidth;
  SmallVector<Value> chunks =
      llvm::map_to_vector(scan.getInputs(), [&](Value array) {
        return splitDim(rewriter, loc,
                        options.isPadded ? padWithVectors(rewriter, loc, array,
                                                          options.size, width)
                                         : array,
                        options.size);
      });
  ScanOp inner;
  auto outer = ScanOp::create(
      rewriter, loc, chunks, inits,
      [&](OpBuilder &builder, Location, ValueRange chunk,
          ValueRange accumulators) {
        return scanChunk(builder, scan, chunk, accumulators.take_front(number),
                         options, inner);
      });
  rewriter.replaceOp(
      scan, llvm::map_to_vector(
                outer.getResults().drop_front(number), [&](Value result) {
                  return cutOff(rewriter, loc,
                                JoinOp::create(rewriter, loc, result, 0), count,
                                width);
                }));
  return std::pair(outer, inner);
}

/// Composes functions with those `places` before them.
static MapOp composeWithBefore(OpBuilder &builder, Location loc,
                               const Composition &steps, ValueRange functions,
                               ValueRange identity, int64_t places) {
  SmallVector<Value> all;
  for (auto [value, first] : llvm::zip_equal(functions, identity))
    all.push_back(shift(builder, loc, value, places, first));
  llvm::append_range(all, functions);
  return MapOp::create(builder, loc, all, MappingAttr(),
                       [&](OpBuilder &inner, Location, ValueRange elements) {
                         return steps.compose(
                             inner, elements.take_front(functions.size()),
                             elements.drop_front(functions.size()));
                       });
}

FailureOr<SmallVector<MapOp>> lift::treeScan(RewriterBase &rewriter,
                                             ScanOp scan, AddressSpace space,
                                             Refusal &refusal) {
  FailureOr<std::unique_ptr<Composition>> steps =
      Composition::get(scan, refusal);
  if (failed(steps))
    return failure();
  std::optional<int64_t> count = getScannedLength(scan).getConstant();
  if (!count)
    return refusal.set(scan, "has " + getScannedLength(scan).str() +
                                 " elements, which is no constant");
  if (!(*steps)->takesElements())
    return refusal.set(scan, "does not combine elements as they are");
  Location loc = scan.getLoc();
  rewriter.setInsertionPoint(scan);
  SmallVector<Value> identity =
      createConstants(rewriter, loc, (*steps)->getIdentity());
  SmallVector<Value> values =
      llvm::map_to_vector(scan.getInputs(), [&](Value value) -> Value {
        return value.getDefiningOp<MaterializeOp>()
                   ? value
                   : storeIn(rewriter, loc, value, space);
      });
  SmallVector<MapOp> maps;
  for (int64_t places = 1; places < *count; places *= 2) {
    maps.push_back(
        composeWithBefore(rewriter, loc, **steps, values, identity, places));
    values = storeAll(rewriter, loc, maps.back().getResults(), space);
  }
  auto last = MapOp::create(
      rewriter, loc, values, MappingAttr(),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        return (*steps)->apply(builder, scan.getInits(), elements);
      });
  rewriter.replaceOp(scan, last.getResults());
  return maps;
}
