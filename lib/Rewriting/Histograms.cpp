//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Histograms.h"

#include "Builders.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/Combiner.h"
#include "Padding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::isComputedFor(MapOp map, ScatterReduceOp histogram) {
  return map && map->getBlock() == histogram->getBlock() &&
         !saysHowItRuns(map) &&
         llvm::all_of(map->getUses(), [&](OpOperand &use) {
           return use.getOwner() == histogram &&
                  use.getOperandNumber() < histogram.getInputs().size();
         });
}

namespace {
/// What a histogram goes through, in parts.
class HistogramCutter {
public:
  HistogramCutter(RewriterBase &rewriter, ScatterReduceOp histogram,
                  const SplitHistogramOptions &options);

  /// The maps that are done for each part.
  ArrayRef<MapOp> getProducers() const { return producers.getArrayRef(); }
  /// The arrays that a map over the parts goes through.
  SmallVector<Value> cut();
  /// Emits what the histogram of a part goes through, from the parts of the
  /// arrays.
  SmallVector<Value> emitInputs(OpBuilder &builder, ValueRange parts);

private:
  Value pad(Value array);
  /// Whether the last array says which elements there are, since indices that
  /// are computed are no longer chosen.
  bool isMasked() {
    auto map = histogram.getBinIndices().getDefiningOp<MapOp>();
    return options.isPadded && map && producers.contains(map);
  }
  /// Emits what a map computes for a part; with a mask, its indices are of no
  /// bin where that is false.
  MapOp emitProducer(OpBuilder &builder, MapOp map, ValueRange inputs,
                     Value mask);

  RewriterBase &rewriter;
  ScatterReduceOp histogram;
  const SplitHistogramOptions &options;
  Location loc;
  llvm::SetVector<Value> arrays;
  llvm::SetVector<MapOp> producers;
};
} // namespace

HistogramCutter::HistogramCutter(RewriterBase &rewriter,
                                 ScatterReduceOp histogram,
                                 const SplitHistogramOptions &options)
    : rewriter(rewriter), histogram(histogram), options(options),
      loc(histogram.getLoc()) {
  for (Value input : histogram.getInputs()) {
    auto map = input.getDefiningOp<MapOp>();
    if (isComputedFor(map, histogram))
      producers.insert(map);
    else
      arrays.insert(input);
  }
  for (MapOp map : producers)
    arrays.insert_range(map.getInputs());
}

/// An index that is no bin's.
static TypedAttr getNoBin(Value indices) {
  return IntegerAttr::get(cast<ArrayType>(indices.getType()).getElementType(),
                          -1);
}

Value HistogramCutter::pad(Value array) {
  if (array == histogram.getBinIndices())
    return padDim(rewriter, loc, array, options.size, /*dim=*/0,
                  PadMode::Constant, getNoBin(array));
  return padWithElements(rewriter, loc, array, options.size);
}

SmallVector<Value> HistogramCutter::cut() {
  SmallVector<Value> parts(arrays.getArrayRef());
  if (options.isPadded)
    for (Value &array : parts)
      array = pad(array);
  if (isMasked())
    parts.push_back(createMask(rewriter, loc,
                               cast<FoldPattern>(*histogram).getTripCount(),
                               options.size));
  for (Value &array : parts) {
    array = splitDim(rewriter, loc, array, options.size);
    if (options.isStrided)
      array = exchangeDims(rewriter, loc, array);
  }
  return parts;
}

MapOp HistogramCutter::emitProducer(OpBuilder &builder, MapOp map,
                                    ValueRange inputs, Value mask) {
  SmallVector<Value> arrays(inputs);
  if (mask)
    arrays.push_back(mask);
  return MapOp::create(
      builder, map.getLoc(), arrays, MappingAttr(),
      [&](OpBuilder &inner, Location, ValueRange elements) {
        SmallVector<Value> results = cloneBody(
            inner, map.getBody().front(), elements.take_front(inputs.size()));
        if (!mask)
          return results;
        const Value indices = histogram.getBinIndices();
        Value none = arith::ConstantOp::create(inner, loc, getNoBin(indices));
        Value &index = results[cast<OpResult>(indices).getResultNumber()];
        index =
            arith::SelectOp::create(inner, loc, elements.back(), index, none);
        return results;
      });
}

SmallVector<Value> HistogramCutter::emitInputs(OpBuilder &builder,
                                               ValueRange parts) {
  IRMapping values;
  values.map(arrays.getArrayRef(), parts.take_front(arrays.size()));
  for (MapOp map : producers) {
    auto own = llvm::map_to_vector(
        map.getInputs(), [&](Value input) { return values.lookup(input); });
    const bool hasIndices = map == histogram.getBinIndices().getDefiningOp();
    auto part = emitProducer(builder, map, own,
                             hasIndices && isMasked() ? parts.back() : Value());
    values.map(map.getResults(), part.getResults());
  }
  return llvm::map_to_vector(histogram.getInputs(),
                             [&](Value input) { return values.lookup(input); });
}

/// Emits the histogram for a part, which starts with those bins.
static ScatterReduceOp emitPart(OpBuilder &builder, ScatterReduceOp histogram,
                                ValueRange inputs, ValueRange bins) {
  auto part = cast<ScatterReduceOp>(builder.clone(*histogram));
  part.getInputsMutable().assign(inputs);
  part.getInitsMutable().assign(bins);
  return part;
}

/// Combines the bins of the parts, and then what is there initially with that.
static MapOp combineBins(RewriterBase &rewriter, ScatterReduceOp histogram,
                         const Combiner &combiner, ValueRange parts,
                         ValueRange neutrals) {
  SmallVector<Value> arrays(parts);
  // What is the same for all bins is no array.
  SmallVector<Value> starts;
  for (Value init : histogram.getInits()) {
    auto broadcast = init.getDefiningOp<BroadcastOp>();
    starts.push_back(broadcast &&
                             !isa<ArrayType>(broadcast.getInput().getType())
                         ? broadcast.getInput()
                         : Value());
    if (!starts.back())
      arrays.push_back(init);
  }
  return MapOp::create(
      rewriter, histogram.getLoc(), arrays, MappingAttr(),
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        auto reduce = ReduceOp::create(
            builder, loc, elements.take_front(parts.size()), neutrals,
            [&](OpBuilder &inner, Location, ValueRange values,
                ValueRange accumulators) {
              return combiner.combine(inner, accumulators, values);
            });
        reduce.setAssociative(true);
        reduce.setCommutative(true);
        SmallVector<Value> first(starts);
        elements = elements.drop_front(parts.size());
        for (Value &start : first)
          if (!start) {
            start = elements.front();
            elements = elements.drop_front();
          }
        return combiner.combine(builder, first, reduce.getResults());
      });
}

FailureOr<SplitHistogram>
lift::splitHistogram(RewriterBase &rewriter, ScatterReduceOp histogram,
                     const SplitHistogramOptions &options, Refusal &refusal) {
  if (failed(checkSaysNothing(histogram, refusal)))
    return failure();
  FailureOr<Combiner> combiner = Combiner::get(histogram, refusal);
  if (failed(combiner))
    return failure();
  FailureOr<SmallVector<TypedAttr>> neutrals = combiner->getNeutrals(refusal);
  if (failed(neutrals) ||
      failed(checkChunk(histogram, cast<FoldPattern>(*histogram).getTripCount(),
                        options.size, refusal, options.isPadded)))
    return failure();
  Location loc = histogram.getLoc();
  rewriter.setInsertionPoint(histogram);
  HistogramCutter cutter(rewriter, histogram, options);
  SmallVector<Value> arrays = cutter.cut();
  SmallVector<Value> neutral = createConstants(rewriter, loc, *neutrals);
  SplitHistogram split;
  split.parts = MapOp::create(
      rewriter, loc, arrays, MappingAttr(),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        Attribute count =
            getSizeArrayAttr(builder.getContext(), {histogram.getNumBins()});
        SmallVector<Value> bins =
            llvm::map_to_vector(neutral, [&](Value value) -> Value {
              return BroadcastOp::create(builder, loc, value,
                                         cast<ArrayAttr>(count), /*dim=*/0);
            });
        split.part = emitPart(builder, histogram,
                              cutter.emitInputs(builder, elements), bins);
        return llvm::to_vector_of<Value>(split.part.getResults());
      });
  SmallVector<Value> bins =
      llvm::map_to_vector(split.parts.getResults(), [&](Value value) {
        if (options.space == AddressSpace::Local)
          return storeIn(rewriter, loc, exchangeDims(rewriter, loc, value),
                         *options.space);
        if (options.space)
          value = storeIn(rewriter, loc, value, *options.space);
        return exchangeDims(rewriter, loc, value);
      });
  split.rest = combineBins(rewriter, histogram, *combiner, bins, neutral);
  rewriter.replaceOp(histogram, split.rest.getResults());
  for (MapOp map : cutter.getProducers())
    rewriter.eraseOp(map);
  return split;
}

/// Has what a histogram goes through in private memory: maps compute it there,
/// and all else is copied.
static SmallVector<Value> loadInputs(OpBuilder &builder, Location loc,
                                     SmallVector<Value> inputs) {
  for (Value &input : inputs) {
    auto map = input.getDefiningOp<MapOp>();
    if (map)
      runInVectors(map, /*width=*/1);
    else
      input = copyVectors(builder, loc, input, /*width=*/1).getResult(0);
    input = storeIn(builder, loc, input, AddressSpace::Private);
  }
  return inputs;
}

FailureOr<std::pair<ReduceOp, ScatterReduceOp>>
lift::chunkHistogram(RewriterBase &rewriter, ScatterReduceOp histogram,
                     int64_t size, bool isPadded, Refusal &refusal) {
  const SplitHistogramOptions options = {Expr(size), /*isStrided=*/false,
                                         isPadded, /*space=*/std::nullopt};
  if (failed(checkSaysNothing(histogram, refusal)) ||
      failed(checkChunk(histogram, cast<FoldPattern>(*histogram).getTripCount(),
                        options.size, refusal, isPadded)))
    return failure();
  Location loc = histogram.getLoc();
  rewriter.setInsertionPoint(histogram);
  HistogramCutter cutter(rewriter, histogram, options);
  SmallVector<Value> arrays = cutter.cut();
  ScatterReduceOp inner;
  auto outer = ReduceOp::create(
      rewriter, loc, arrays, histogram.getInits(),
      [&](OpBuilder &builder, Location, ValueRange elements, ValueRange bins) {
        inner = emitPart(
            builder, histogram,
            loadInputs(builder, loc, cutter.emitInputs(builder, elements)),
            bins);
        return llvm::to_vector_of<Value>(inner.getResults());
      });
  rewriter.replaceOp(histogram, outer.getResults());
  for (MapOp map : cutter.getProducers())
    rewriter.eraseOp(map);
  return std::pair(outer, inner);
}

//===----------------------------------------------------------------------===//
// Bins that a group shares
//===----------------------------------------------------------------------===//

/// A map that copies arrays of one length, element by element.
static MapOp createCopies(OpBuilder &builder, Location loc, ValueRange arrays) {
  return MapOp::create(builder, loc, arrays, MappingAttr(),
                       [](OpBuilder &, Location, ValueRange elements) {
                         return llvm::to_vector_of<Value>(elements);
                       });
}

FailureOr<SharedHistogram> lift::shareHistogram(RewriterBase &rewriter,
                                                ScatterReduceOp histogram,
                                                bool isForGroups,
                                                Refusal &refusal) {
  if (failed(checkSaysNothing(histogram, refusal)))
    return failure();
  if (isForGroups && !isa<func::FuncOp>(histogram->getParentOp()))
    return refusal.set(histogram, "does not stand at the top level");
  if (!histogram.getAtomicUpdates())
    return refusal.set(histogram,
                       "the step is no atomic operation on an integer or "
                       "float of each bin");
  Location loc = histogram.getLoc();
  const AddressSpace space =
      isForGroups ? AddressSpace::Global : AddressSpace::Local;
  const MappingKind kind = isForGroups ? MappingKind::Glb : MappingKind::Lcl;
  auto storeEach = [&](ValueRange arrays) {
    return llvm::map_to_vector(arrays, [&](Value array) {
      return storeIn(rewriter, loc, array, space);
    });
  };
  rewriter.setInsertionPoint(histogram);
  MapOp fill = createCopies(rewriter, loc, histogram.getInits());
  SmallVector<Value> bins = storeEach(fill.getResults());
  rewriter.modifyOpInPlace(histogram, [&] {
    histogram.getInitsMutable().assign(bins);
    histogram.setMappingAttr(MappingAttr::get(rewriter.getContext(), kind, 0));
  });
  if (isForGroups)
    return SharedHistogram{fill, histogram, MapOp()};
  rewriter.setInsertionPointAfter(histogram);
  SmallVector<Value> stored = storeEach(histogram.getResults());
  MapOp copy = createCopies(rewriter, loc, stored);
  for (auto [result, array, copied] :
       llvm::zip_equal(histogram.getResults(), stored, copy.getResults()))
    rewriter.replaceAllUsesExcept(result, copied, array.getDefiningOp());
  return SharedHistogram{fill, histogram, copy};
}
