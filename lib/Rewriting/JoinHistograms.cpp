//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Histograms.h"
#include "LiftDialect/Rewriting/Numbers.h"

#include "Builders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lift;

/// The histogram that computes all that a map yields.
static FailureOr<ScatterReduceOp> getOnlyHistogram(MapOp map,
                                                   Refusal &refusal) {
  if (failed(checkSaysNothing(map, refusal)))
    return failure();
  ScatterReduceOp histogram;
  for (Value yielded : map.getYield().getOperands()) {
    auto found = yielded.getDefiningOp<ScatterReduceOp>();
    if (!found || found->getBlock() != &map.getBody().front() ||
        (histogram && found != histogram))
      return refusal.set(map, "yields something else than the bins of one "
                              "histogram");
    histogram = found;
  }
  if (!histogram)
    return refusal.set(map, "yields nothing");
  if (failed(checkSaysNothing(histogram, refusal)))
    return failure();
  for (Operation *user : histogram->getUsers())
    if (user != map.getYield())
      return refusal.set(user, "uses bins besides the map that yields them");
  return histogram;
}

namespace {
/// Makes one histogram of those of a map.
class HistogramJoiner {
public:
  HistogramJoiner(RewriterBase &rewriter, MapOp map, ScatterReduceOp histogram,
                  bool isTurned)
      : rewriter(rewriter), map(map), histogram(histogram), isTurned(isTurned),
        loc(histogram.getLoc()) {}

  /// Refuses a step that uses an array of the map.
  LogicalResult findScalars(Refusal &refusal);
  ScatterReduceOp emit();

private:
  SmallVector<Value> liftOut(ValueRange values);
  Value join(Value array);
  Value joinForEach(Value array, const Expr &count);
  IntegerType getIndexType();
  Value emitIndices(Value indices);
  SmallVector<Value> emitInputs(ArrayRef<Value> arrays);
  void separate(ScatterReduceOp joined);

  RewriterBase &rewriter;
  MapOp map;
  ScatterReduceOp histogram;
  bool isTurned;
  Location loc;
  /// What the steps use of the map: numbers of each element.
  llvm::SetVector<Value> scalars;
};
} // namespace

LogicalResult HistogramJoiner::findScalars(Refusal &refusal) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(histogram.getBody(), used);
  for (Value value : used) {
    if (!map.getBody().isAncestor(value.getParentRegion()))
      continue;
    if (isa<ArrayType>(value.getType()))
      return refusal.set(histogram, "has steps that use an array of the map");
    scalars.insert(value);
  }
  return success();
}

/// For each value of the body an array of what it is for each element of the
/// map.
SmallVector<Value> HistogramJoiner::liftOut(ValueRange values) {
  Block &body = map.getBody().front();
  auto isComputed = [&](Value value) {
    return value.getDefiningOp() &&
           map.getBody().isAncestor(value.getParentRegion());
  };
  SmallVector<Value> computed =
      llvm::to_vector(llvm::make_filter_range(values, isComputed));
  ValueRange results;
  if (!computed.empty())
    results =
        MapOp::create(rewriter, loc, map.getInputs(), MappingAttr(),
                      [&](OpBuilder &builder, Location, ValueRange elements) {
                        IRMapping mapped;
                        mapped.map(body.getArguments(), elements);
                        for (Operation &op : body.without_terminator())
                          if (&op != histogram)
                            builder.clone(op, mapped);
                        return llvm::map_to_vector(computed, [&](Value value) {
                          return mapped.lookup(value);
                        });
                      })
            .getResults();
  const ArrayAttr count =
      getSizeArrayAttr(rewriter.getContext(), {map.getTripCount()});
  return llvm::map_to_vector(values, [&](Value value) -> Value {
    if (isComputed(value)) {
      Value result = results.front();
      results = results.drop_front();
      return result;
    }
    auto element = dyn_cast<BlockArgument>(value);
    if (element && element.getOwner() == &body)
      return map.getInputs()[element.getArgNumber()];
    return BroadcastOp::create(rewriter, loc, value, count, /*dim=*/0);
  });
}

/// An array of arrays as one of their elements, in the order of the steps and
/// bins.
Value HistogramJoiner::join(Value array) {
  if (isTurned)
    array = exchangeDims(rewriter, loc, array);
  return JoinOp::create(rewriter, loc, array, /*dim=*/0);
}

/// What is the same for that many steps of an element of the map.
Value HistogramJoiner::joinForEach(Value array, const Expr &count) {
  return join(BroadcastOp::create(
      rewriter, loc, array, getSizeArrayAttr(rewriter.getContext(), {count}),
      /*dim=*/1));
}

/// The type of indices of all bins of all histograms.
IntegerType HistogramJoiner::getIndexType() {
  auto type = cast<IntegerType>(
      cast<ArrayType>(histogram.getBinIndices().getType()).getInnerType());
  const std::optional<int64_t> bins =
      (map.getTripCount() * histogram.getNumBins()).getConstant();
  return bins && *bins <= std::numeric_limits<int32_t>::max()
             ? type
             : rewriter.getI64Type();
}

/// The indices of the bins of one histogram as indices of all bins.
Value HistogramJoiner::emitIndices(Value indices) {
  const IntegerType type = getIndexType();
  const Expr count = map.getTripCount(),
             length = cast<FoldPattern>(*histogram).getTripCount();
  Value numbers =
      joinForEach(createNumbers(rewriter, loc, count, type), length);
  auto getSize = [&](OpBuilder &builder, const Expr &size) -> Value {
    Value value =
        SizeOp::create(builder, loc, SizeAttr::get(builder.getContext(), size));
    return arith::IndexCastOp::create(builder, loc, type, value);
  };
  auto joined = MapOp::create(
      rewriter, loc, ValueRange{join(indices), numbers}, MappingAttr(),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        Value bin = elements[0], number = elements[1];
        if (bin.getType() != type)
          bin = arith::ExtSIOp::create(builder, loc, type, bin);
        Value bins = getSize(builder, histogram.getNumBins());
        Value isInside = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ult, bin, bins);
        Value major = isTurned ? bin : number, minor = isTurned ? number : bin,
              width = isTurned ? getSize(builder, count) : bins;
        Value first = arith::MulIOp::create(builder, loc, major, width);
        Value index = arith::AddIOp::create(builder, loc, first, minor);
        Value none =
            arith::ConstantOp::create(builder, loc, IntegerAttr::get(type, -1));
        Value chosen =
            arith::SelectOp::create(builder, loc, isInside, index, none);
        return SmallVector<Value>{chosen};
      });
  return joined.getResult(0);
}

/// The inputs of the histogram: the indices, its own inputs, the indices as the
/// steps know them if they use them, and the scalars that they use.
SmallVector<Value> HistogramJoiner::emitInputs(ArrayRef<Value> arrays) {
  const size_t numInputs = histogram.getInputs().size();
  SmallVector<Value> inputs = {emitIndices(arrays.front())};
  for (Value array : arrays.take_front(numInputs).drop_front())
    inputs.push_back(join(array));
  if (!histogram.getElementArgs().front().use_empty())
    inputs.push_back(join(arrays.front()));
  for (Value scalar : arrays.drop_front(numInputs))
    inputs.push_back(
        joinForEach(scalar, cast<FoldPattern>(*histogram).getTripCount()));
  return inputs;
}

/// Has the steps of the joined histogram use the elements of its own inputs.
void HistogramJoiner::separate(ScatterReduceOp joined) {
  Block &step = joined.getBody().front();
  unsigned number = histogram.getInputs().size();
  auto addElement = [&] {
    auto type = cast<ArrayType>(joined.getInputs()[number].getType());
    return step.insertArgument(number++, type.getInnerType(), loc);
  };
  BlockArgument index = step.getArgument(0);
  if (!index.use_empty())
    rewriter.replaceAllUsesWith(index, addElement());
  index.setType(
      cast<ArrayType>(joined.getBinIndices().getType()).getInnerType());
  for (Value scalar : scalars)
    replaceAllUsesInRegionWith(scalar, addElement(), joined.getBody());
}

ScatterReduceOp HistogramJoiner::emit() {
  rewriter.setInsertionPoint(map);
  SmallVector<Value> values(histogram.getInputs());
  llvm::append_range(values, scalars);
  llvm::append_range(values, histogram.getInits());
  const SmallVector<Value> arrays = liftOut(values);
  ArrayRef<Value> elements =
      ArrayRef(arrays).drop_back(histogram.getInits().size());
  const SmallVector<Value> inputs = emitInputs(elements);
  auto bins = llvm::map_to_vector(ArrayRef(arrays).drop_front(elements.size()),
                                  [&](Value array) { return join(array); });
  auto joined = cast<ScatterReduceOp>(rewriter.clone(*histogram));
  joined.getInputsMutable().assign(inputs);
  joined.getInitsMutable().assign(bins);
  for (auto [result, init] : llvm::zip_equal(joined.getResults(), bins))
    result.setType(init.getType());
  separate(joined);
  const Expr size = isTurned ? map.getTripCount() : histogram.getNumBins();
  SmallVector<Value> results;
  for (Value yielded : map.getYield().getOperands()) {
    Value result = splitDim(
        rewriter, loc,
        joined.getResult(cast<OpResult>(yielded).getResultNumber()), size);
    results.push_back(isTurned ? exchangeDims(rewriter, loc, result) : result);
  }
  rewriter.replaceOp(map, results);
  return joined;
}

FailureOr<ScatterReduceOp> lift::joinHistograms(RewriterBase &rewriter,
                                                MapOp map, bool isTurned,
                                                Refusal &refusal) {
  FailureOr<ScatterReduceOp> histogram = getOnlyHistogram(map, refusal);
  if (failed(histogram))
    return failure();
  HistogramJoiner joiner(rewriter, map, *histogram, isTurned);
  if (failed(joiner.findScalars(refusal)))
    return failure();
  return joiner.emit();
}
