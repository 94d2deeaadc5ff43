//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/TransformOps/LiftTransformOps.h"

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Block.h"
#include "LiftDialect/Rewriting/Broadcasts.h"
#include "LiftDialect/Rewriting/ComputeAt.h"
#include "LiftDialect/Rewriting/ElementSteps.h"
#include "LiftDialect/Rewriting/FixSizes.h"
#include "LiftDialect/Rewriting/Fusion.h"
#include "LiftDialect/Rewriting/IndexedRows.h"
#include "LiftDialect/Rewriting/InlineInWindows.h"
#include "LiftDialect/Rewriting/Layouts.h"
#include "LiftDialect/Rewriting/MergeMaps.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "LiftDialect/Rewriting/SharedWindows.h"
#include "LiftDialect/Rewriting/SkewRows.h"
#include "LiftDialect/Rewriting/YieldedViews.h"
#include "Operands.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;
using transform::TransformResults;
using transform::TransformRewriter;
using transform::TransformState;

#define GET_OP_CLASSES
#include "LiftDialect/TransformOps/LiftTransformOps.cpp.inc"

namespace {
/// How a map runs, as text.
struct Choice {
  MappingAttr mapping;
  bool isUnrolled = false;
};
} // namespace

static FailureOr<Choice> parseChoice(MLIRContext *context, StringRef text,
                                     Refusal &refusal) {
  Choice choice;
  StringRef rest = text.trim();
  choice.isUnrolled = rest.consume_back("unroll");
  rest = rest.rtrim();
  unsigned dim = 0;
  StringRef name = rest.take_until([](char c) { return c == '('; });
  StringRef number = rest.drop_front(name.size());
  std::optional<MappingKind> kind = symbolizeMappingKind(name);
  bool hasDim = number.consume_front("(") && number.consume_back(")");
  if (!kind || hasDim == (*kind == MappingKind::Seq) ||
      (hasDim && (number.getAsInteger(10, dim) || dim >= kMaxLaunchDims)) ||
      (!hasDim && !number.empty()))
    return refusal.set(nullptr, "'" + text +
                                    "' is no mapping: expected seq, "
                                    "or glb, wrg or lcl with a dimension, as "
                                    "lcl(0)");
  choice.mapping = MappingAttr::get(context, *kind, dim);
  return choice;
}

static FailureOr<SmallVector<Choice>> parseChoices(ArrayAttr texts,
                                                   Refusal &refusal) {
  SmallVector<Choice> choices;
  for (auto text : texts.getAsRange<StringAttr>()) {
    FailureOr<Choice> choice =
        parseChoice(texts.getContext(), text.getValue(), refusal);
    if (failed(choice))
      return failure();
    choices.push_back(*choice);
  }
  return choices;
}

//===----------------------------------------------------------------------===//
// match_pattern
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure MatchPatternOp::apply(TransformRewriter &,
                                                  TransformResults &results,
                                                  TransformState &state) {
  Refusal refusal;
  FailureOr<Operation *> outer = getOnlyTarget(state, getTarget(), refusal);
  if (succeeded(outer) && !isa<func::FuncOp, MapOp, FoldPattern>(*outer))
    outer = refusal.set(*outer, "is no function and no pattern");
  if (succeeded(outer) && (*outer)->getRegions().back().empty())
    outer = refusal.set(*outer, "is a function without a body");
  if (failed(outer))
    return refuse(*this, refusal);
  uint64_t number = getNumber();
  for (Operation &op : (*outer)->getRegions().back().front())
    if (isa<MapOp, FoldPattern>(op) && number-- == 0) {
      results.set(cast<OpResult>(getResult()), {&op});
      return DiagnosedSilenceableFailure::success();
    }
  (void)refusal.set(*outer, "has no pattern number " + Twine(getNumber()));
  return refuse(*this, refusal);
}

void MatchPatternOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::onlyReadsPayload(effects);
}

//===----------------------------------------------------------------------===//
// block
//===----------------------------------------------------------------------===//

/// What the names of a schedule stand for.
static FailureOr<Sizes> getNames(BlockOp op, TransformState &state,
                                 Refusal &refusal) {
  Sizes sizes;
  ArrayAttr names = op.getNamesAttr();
  if ((names ? names.size() : 0) != op.getParams().size())
    return refusal.set(nullptr, "'names' must have a name for each parameter");
  for (auto [index, param] : llvm::enumerate(op.getParams())) {
    ArrayRef<Attribute> values = state.getParams(param);
    if (values.size() != 1)
      return refusal.set(nullptr, "a parameter must be one value");
    FailureOr<Expr> size = getSize(values.front(), {}, refusal);
    if (failed(size))
      return failure();
    sizes[cast<StringAttr>(names[index]).str()] = *size;
  }
  return sizes;
}

/// The two numbers of an element of a list.
static std::optional<std::pair<int64_t, int64_t>> getPair(Attribute attr) {
  auto pair = dyn_cast<ArrayAttr>(attr);
  if (!pair || pair.size() != 2 ||
      !llvm::all_of(pair, llvm::IsaPred<IntegerAttr>))
    return std::nullopt;
  return std::pair(cast<IntegerAttr>(pair[0]).getInt(),
                   cast<IntegerAttr>(pair[1]).getInt());
}

static FailureOr<BlockOptions> getOptions(BlockOp op, TransformState &state,
                                          Refusal &refusal) {
  BlockOptions options;
  FailureOr<Sizes> names = getNames(op, state, refusal);
  if (failed(names))
    return failure();
  for (Attribute dim : op.getChunks()) {
    auto list = dyn_cast<ArrayAttr>(dim);
    if (!list)
      return refusal.set(nullptr, "'chunks' is a list for each dimension");
    SmallVector<Expr> &chunks = options.chunks.emplace_back();
    for (Attribute attr : list) {
      FailureOr<Expr> size = getSize(attr, *names, refusal);
      if (failed(size))
        return failure();
      chunks.push_back(*size);
    }
  }
  for (Attribute part : op.getOrder()) {
    auto pair = getPair(part);
    if (!pair)
      return refusal.set(nullptr, "'order' is a list of [dimension, part]");
    options.order.push_back({unsigned(pair->first), unsigned(pair->second)});
  }
  options.collapse = toUnsigned(op.getCollapse());
  options.pad = toUnsigned(op.getPad());
  if (std::optional<ArrayRef<int64_t>> vector = op.getVector()) {
    if (vector->size() != 2 || (*vector)[1] < 2)
      return refusal.set(nullptr, "'vector' is a dimension and a width");
    options.vectorDim = (*vector)[0];
    options.vectorWidth = (*vector)[1];
  }
  return options;
}

DiagnosedSilenceableFailure BlockOp::apply(TransformRewriter &rewriter,
                                           TransformResults &results,
                                           TransformState &state) {
  Refusal refusal;
  FailureOr<Operation *> root = getOnlyTarget(state, getTarget(), refusal);
  if (failed(root))
    return refuse(*this, refusal);
  FailureOr<BlockOptions> options = getOptions(*this, state, refusal);
  if (failed(options))
    return refuse(*this, refusal);
  const size_t numParts = options->order.size();
  if (getLoops().size() != numParts && getLoops().size() != numParts + 1) {
    (void)refusal.set(nullptr, "has " + Twine(getLoops().size()) +
                                   " results for the loops of " +
                                   Twine(numParts) + " parts");
    return refuse(*this, refusal);
  }
  FailureOr<BlockedNest> blocked =
      blockNest(rewriter, *root, *options, refusal);
  if (failed(blocked))
    return refuse(*this, refusal);
  for (auto [index, handle] : llvm::enumerate(getLoops())) {
    SmallVector<Operation *> ops;
    if (index < numParts)
      ops.push_back(blocked->loops[index]);
    else if (blocked->epilogue)
      ops.push_back(blocked->epilogue);
    results.set(cast<OpResult>(handle), ops);
  }
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// skew_rows, share_windows, fix_sizes, fuse_producer
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure SkewRowsOp::apply(TransformRewriter &rewriter,
                                              TransformResults &results,
                                              TransformState &state) {
  Refusal refusal;
  auto root = lift::getTarget<MapOp>(state, getTarget(), refusal);
  if (failed(root))
    return refuse(*this, refusal);
  SkewOptions options;
  options.rows = getRows();
  options.columns = getColumns();
  for (Attribute attr : getLevels()) {
    auto level = getPair(attr);
    if (!level) {
      (void)refusal.set(nullptr, "'levels' is a list of [rows, step]");
      return refuse(*this, refusal);
    }
    options.levels.push_back({level->first, level->second});
  }
  FailureOr<MapOp> skewed = skewRows(rewriter, *root, options, refusal);
  if (failed(skewed))
    return refuse(*this, refusal);
  return setResults(results, *this, {*skewed});
}

DiagnosedSilenceableFailure ShareWindowsOp::apply(TransformRewriter &rewriter,
                                                  TransformResults &results,
                                                  TransformState &state) {
  return replaceTarget<MapOp>(
      *this, state, results, [&](MapOp root, Refusal &refusal) {
        return shareWindows(
            rewriter, root,
            {unsigned(getDim()), int64_t(getRows()), getPadded()}, refusal);
      });
}

static FailureOr<Sizes> getNumbers(DictionaryAttr attr, Refusal &refusal) {
  Sizes sizes;
  for (NamedAttribute size : attr) {
    auto number = dyn_cast<IntegerAttr>(size.getValue());
    if (!number || number.getInt() < 1 || number.getInt() > kMaxSize)
      return refusal.set(nullptr, "'" + size.getName().getValue() +
                                      "' is no number from 1 to " +
                                      Twine(kMaxSize));
    sizes[size.getName().str()] = number.getInt();
  }
  return sizes;
}

DiagnosedSilenceableFailure FixSizesOp::apply(TransformRewriter &rewriter,
                                              TransformResults &results,
                                              TransformState &state) {
  Refusal refusal;
  FailureOr<Operation *> pattern = getOnlyTarget(state, getTarget(), refusal);
  FailureOr<Sizes> sizes = getNumbers(getSizes(), refusal);
  if (failed(pattern) || failed(sizes))
    return refuse(*this, refusal);
  FailureOr<Operation *> fixed = fixSizes(rewriter, *pattern, *sizes, refusal);
  if (failed(fixed))
    return refuse(*this, refusal);
  return setResults(results, *this, {*fixed});
}

DiagnosedSilenceableFailure FuseProducerOp::apply(TransformRewriter &rewriter,
                                                  TransformResults &results,
                                                  TransformState &state) {
  return replaceTarget<Operation *>(
      *this, state, results, [&](Operation *loop, Refusal &refusal) {
        return fuseArgument(rewriter, loop, getArgument(), refusal);
      });
}

DiagnosedSilenceableFailure MergeMapsOp::apply(TransformRewriter &rewriter,
                                               TransformResults &results,
                                               TransformState &state) {
  return replaceTarget<MapOp>(
      *this, state, results,
      [&](MapOp first, Refusal &refusal) -> FailureOr<MapOp> {
        FailureOr<MapOp> second = findMapToMerge(first, refusal);
        if (failed(second))
          return failure();
        return mergeMaps(rewriter, first, *second);
      });
}

DiagnosedSilenceableFailure
ComputeInReadersOp::apply(TransformRewriter &rewriter, TransformResults &,
                          TransformState &state) {
  Refusal refusal;
  auto map = lift::getTarget<MapOp>(state, getTarget(), refusal);
  if (failed(map) || failed(computeInReaders(rewriter, *map, refusal)))
    return refuse(*this, refusal);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
InlineInWindowsOp::apply(TransformRewriter &rewriter, TransformResults &,
                         TransformState &state) {
  Refusal refusal;
  auto map = lift::getTarget<MapOp>(state, getTarget(), refusal);
  if (failed(map) ||
      failed(inlineInWindows(rewriter, *map, getMaxOps(), refusal)))
    return refuse(*this, refusal);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// hoist_indexed_rows, hoist_concats, drop_broadcasts
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
HoistIndexedRowsOp::apply(TransformRewriter &rewriter,
                          TransformResults &results, TransformState &state) {
  return replaceTarget<MapOp>(*this, state, results,
                              [&](MapOp map, Refusal &refusal) {
                                return hoistIndexedRows(rewriter, map, refusal);
                              });
}

DiagnosedSilenceableFailure HoistConcatsOp::apply(TransformRewriter &rewriter,
                                                  TransformResults &results,
                                                  TransformState &state) {
  return replaceTarget<MapOp>(*this, state, results,
                              [&](MapOp map, Refusal &refusal) {
                                return hoistConcats(rewriter, map, refusal);
                              });
}

DiagnosedSilenceableFailure DropBroadcastsOp::apply(TransformRewriter &rewriter,
                                                    TransformResults &,
                                                    TransformState &state) {
  Refusal refusal;
  FailureOr<Operation *> target = getOnlyTarget(state, getTarget(), refusal);
  if (failed(target) ||
      failed(dropBroadcasts(rewriter, *target, getSplits(), refusal)))
    return refuse(*this, refusal);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// stage, relayout_accumulators, place_accumulators
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure ComputeAtOp::apply(TransformRewriter &rewriter,
                                               TransformResults &results,
                                               TransformState &state) {
  return replaceTarget<MapOp>(
      *this, state, results, [&](MapOp loop, Refusal &refusal) {
        return computeAt(rewriter, loop, getArgument(), refusal);
      });
}

DiagnosedSilenceableFailure StageOp::apply(TransformRewriter &rewriter,
                                           TransformResults &results,
                                           TransformState &state) {
  Refusal refusal;
  FailureOr<Operation *> loop = getOnlyTarget(state, getTarget(), refusal);
  FailureOr<AddressSpace> space = lift::getSpace(getSpace(), refusal);
  Operation *place = nullptr;
  if (failed(loop) || failed(space))
    return refuse(*this, refusal);
  if (getPlace()) {
    FailureOr<Operation *> inner = getOnlyTarget(state, getPlace(), refusal);
    if (failed(inner))
      return refuse(*this, refusal);
    place = *inner;
  }
  StageOptions options;
  options.space = *space;
  if (auto order = getReadOrder())
    options.readOrder.assign(order->begin(), order->end());
  options.vectorWidth = getVector().value_or(1);
  if (auto chunks = getChunks())
    options.chunks.assign(chunks->begin(), chunks->end());
  options.isPadded = getPadded();
  if (auto pad = getPad())
    options.pad.assign(pad->begin(), pad->end());
  options.buffers = getBuffers();
  options.isComputed = getComputed();
  options.behind = getBehind();
  FailureOr<StagedCopy> copy =
      stageArgument(rewriter, *loop, getArgument(), place, options, refusal);
  if (failed(copy))
    return refuse(*this, refusal);
  return setResults(results, *this, {copy->outer, copy->inner});
}

DiagnosedSilenceableFailure CopyArgumentOp::apply(TransformRewriter &rewriter,
                                                  TransformResults &results,
                                                  TransformState &state) {
  Refusal refusal;
  FailureOr<Operation *> loop = getOnlyTarget(state, getTarget(), refusal);
  if (failed(loop))
    return refuse(*this, refusal);
  FailureOr<MapOp> copy =
      copyArgument(rewriter, *loop, getArgument(), getBelowWindows(),
                   getReadOrder().value_or(ArrayRef<int64_t>()), refusal);
  if (failed(copy))
    return refuse(*this, refusal);
  return setResults(results, *this, {*copy});
}

DiagnosedSilenceableFailure RelayoutOp::apply(TransformRewriter &rewriter,
                                              TransformResults &,
                                              TransformState &state) {
  Refusal refusal;
  auto reduce = lift::getTarget<ReduceOp>(state, getTarget(), refusal);
  if (failed(reduce) ||
      failed(relayoutAccumulators(rewriter, *reduce, refusal)))
    return refuse(*this, refusal);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure PlaceOp::apply(TransformRewriter &rewriter,
                                           TransformResults &,
                                           TransformState &state) {
  Refusal refusal;
  auto reduce = lift::getTarget<ReduceOp>(state, getTarget(), refusal);
  if (failed(reduce))
    return refuse(*this, refusal);
  FailureOr<AddressSpace> space = lift::getSpace(getSpace(), refusal);
  FailureOr<SmallVector<Choice>> choices = SmallVector<Choice>();
  if (ArrayAttr texts = getChoicesAttr())
    choices = parseChoices(texts, refusal);
  if (failed(space) || failed(choices))
    return refuse(*this, refusal);
  SmallVector<MappingAttr> mappings = llvm::map_to_vector(
      *choices, [](const Choice &choice) { return choice.mapping; });
  if (failed(placeAccumulators(rewriter, *reduce, *space, mappings, refusal)))
    return refuse(*this, refusal);
  return DiagnosedSilenceableFailure::success();
}

/// Refuses numbers of results that a map does not have.
static LogicalResult checkResults(MapOp map,
                                  std::optional<ArrayRef<int64_t>> numbers,
                                  Refusal &refusal) {
  for (int64_t number : numbers.value_or(ArrayRef<int64_t>()))
    if (number < 0 || number >= map->getNumResults())
      return refusal.set(map, "has no result number " + Twine(number));
  return success();
}

DiagnosedSilenceableFailure StoreResultsOp::apply(TransformRewriter &rewriter,
                                                  TransformResults &,
                                                  TransformState &state) {
  Refusal refusal;
  auto map = lift::getTarget<MapOp>(state, getTarget(), refusal);
  FailureOr<AddressSpace> space = lift::getSpace(getSpace(), refusal);
  if (failed(map) || failed(space) ||
      failed(checkResults(*map, getOnly(), refusal)) ||
      failed(storeResults(rewriter, *map,
                          {*space, getAsRead(),
                           getPad().value_or(ArrayRef<int64_t>()),
                           getOnly().value_or(ArrayRef<int64_t>())},
                          refusal)))
    return refuse(*this, refusal);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure CopyYieldsOp::apply(TransformRewriter &rewriter,
                                                TransformResults &,
                                                TransformState &state) {
  Refusal refusal;
  auto map = lift::getTarget<MapOp>(state, getTarget(), refusal);
  if (failed(map) || failed(copyYields(rewriter, *map, getForAll(), refusal)))
    return refuse(*this, refusal);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure CopyResultsOp::apply(TransformRewriter &rewriter,
                                                 TransformResults &,
                                                 TransformState &state) {
  Refusal refusal;
  auto map = lift::getTarget<MapOp>(state, getTarget(), refusal);
  if (failed(map) || failed(copyResults(rewriter, *map, refusal)))
    return refuse(*this, refusal);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// map_to, unroll
//===----------------------------------------------------------------------===//

/// The only map in the body of `map`.
static MapOp getOnlyMap(MapOp map) {
  auto maps = map.getBody().front().getOps<MapOp>();
  return llvm::hasSingleElement(maps) ? *maps.begin() : MapOp();
}

DiagnosedSilenceableFailure MapToOp::apply(TransformRewriter &rewriter,
                                           TransformResults &,
                                           TransformState &state) {
  Refusal refusal;
  FailureOr<SmallVector<Choice>> choices = parseChoices(getChoices(), refusal);
  if (failed(choices))
    return refuse(*this, refusal);
  SmallVector<std::pair<MapOp, Choice>> chosen;
  for (Operation *op : state.getPayloadOps(getTarget())) {
    auto map = dyn_cast<MapOp>(op);
    for (const Choice &choice : *choices) {
      if (!map) {
        (void)refusal.set(op, "has fewer maps inside each other than choices");
        return refuse(*this, refusal);
      }
      chosen.push_back({map, choice});
      map = getOnlyMap(map);
    }
  }
  for (auto &each : chosen)
    rewriter.modifyOpInPlace(each.first, [&] {
      each.first.setMappingAttr(each.second.mapping);
      if (each.second.isUnrolled)
        each.first.setUnroll(0);
    });
  return DiagnosedSilenceableFailure::success();
}

/// Calls what fits with each loop of a handle; scans may be none.
static LogicalResult setLoops(TransformRewriter &rewriter,
                              TransformState &state, Value handle,
                              function_ref<void(MapOp)> setMap,
                              function_ref<void(ReduceOp)> setReduce,
                              function_ref<void(ScanOp)> setScan,
                              Refusal &refusal) {
  for (Operation *op : state.getPayloadOps(handle))
    if (!isa<MapOp, ReduceOp>(op) && !(setScan && isa<ScanOp>(op)))
      return refusal.set(op, setScan ? "expects maps, reductions and scans"
                                     : "expects maps and reductions");
  for (Operation *op : state.getPayloadOps(handle))
    rewriter.modifyOpInPlace(op, [&] {
      if (auto map = dyn_cast<MapOp>(op))
        setMap(map);
      else if (auto reduce = dyn_cast<ReduceOp>(op))
        setReduce(reduce);
      else
        setScan(cast<ScanOp>(op));
    });
  return success();
}

DiagnosedSilenceableFailure UnrollOp::apply(TransformRewriter &rewriter,
                                            TransformResults &,
                                            TransformState &state) {
  Refusal refusal;
  if (int64_t(getBy()) < 0) {
    (void)refusal.set(nullptr, "'by' must be at least 0");
    return refuse(*this, refusal);
  }
  if (failed(setLoops(
          rewriter, state, getTarget(),
          [&](MapOp map) { map.setUnroll(getBy()); },
          [&](ReduceOp reduce) { reduce.setUnroll(getBy()); },
          [&](ScanOp scan) { scan.setUnroll(getBy()); }, refusal)))
    return refuse(*this, refusal);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure VectorizeOp::apply(TransformRewriter &rewriter,
                                               TransformResults &,
                                               TransformState &state) {
  Refusal refusal;
  if (failed(checkVectorWidth(nullptr, getBy(), refusal)) ||
      failed(setLoops(
          rewriter, state, getTarget(),
          [&](MapOp map) { map.setVectorWidth(getBy()); },
          [&](ReduceOp reduce) { reduce.setVectorWidth(getBy()); },
          /*setScan=*/nullptr, refusal)))
    return refuse(*this, refusal);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
struct LiftTransformExtension final
    : transform::TransformDialectExtension<LiftTransformExtension> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LiftTransformExtension)

  void init() {
    declareGeneratedDialect<LiftDialect>();
    declareGeneratedDialect<arith::ArithDialect>();
    declareGeneratedDialect<math::MathDialect>();
    declareGeneratedDialect<vector::VectorDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "LiftDialect/TransformOps/LiftTransformOps.cpp.inc"
        >();
  }
};
} // namespace

void lift::registerTransformOps(DialectRegistry &registry) {
  registry.addExtensions<LiftTransformExtension>();
}
