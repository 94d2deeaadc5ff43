//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions and scans of arrays, element by element, become those of each
// element:
//
//   reduce (zipWith f) z x = zipWith (reduce f) z (transpose x)
//   scan (zipWith f) z x = transpose (zipWith (scan f) z (transpose x))
//
// Each element is combined with the same values in the same order. The loop
// over elements, which is parallel, is then the outer one, and its accumulators
// have a dimension less.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lift;

/// The map that a step is, apart from numbers that it computes: it goes through
/// the elements of all accumulators, and nothing else uses these.
static FailureOr<MapOp> getMapOfStep(FoldPattern fold,
                                     PatternRewriter &rewriter) {
  MapOp map;
  for (Operation &op : fold.getStep().front().without_terminator()) {
    if (isScalarOp(&op))
      continue;
    if (map || !isa<MapOp>(op))
      return rewriter.notifyMatchFailure(&op, "is more than a map");
    map = cast<MapOp>(op);
  }
  if (!map || saysHowItRuns(fold) || saysHowItRuns(map))
    return rewriter.notifyMatchFailure(fold, "has no step that is a map, or "
                                             "says how it runs");
  for (auto [accumulator, next] : llvm::zip_equal(
           fold.getAccumulatorArgs(), fold.getYield()->getOperands()))
    if (next.getDefiningOp() != map || !accumulator.hasOneUse() ||
        *accumulator.user_begin() != map)
      return rewriter.notifyMatchFailure(fold, "does more with accumulators");
  for (Value input : map.getInputs())
    if (Operation *op = input.getDefiningOp(); op && fold->isAncestor(op))
      return rewriter.notifyMatchFailure(op, "is a view of an element");
  return map;
}

namespace {
/// Makes the loop over elements, which goes through what the map of the step
/// does, of all steps at a time. `Fold` is a reduction or a scan.
template <typename Fold>
class ElementLoop {
public:
  ElementLoop(Fold fold, MapOp map) : fold(fold), map(map) {}

  MapOp create(OpBuilder &builder);

private:
  /// The fold of one element, whose column in each input of the map is given.
  Fold createFold(OpBuilder &builder, Location loc, ValueRange columns);
  bool isElement(Value input) {
    return llvm::is_contained(fold.getElementArgs(), input);
  }

  FoldPattern fold;
  MapOp map;
};
} // namespace

template <typename Fold>
Fold ElementLoop<Fold>::createFold(OpBuilder &builder, Location loc,
                                   ValueRange columns) {
  SmallVector<Value> arrays, inits;
  SmallVector<std::pair<Value, unsigned>> bound;
  auto go = [&](Value through, Value element) {
    bound.emplace_back(element, arrays.size());
    arrays.push_back(through);
  };
  Block &inner = map.getBody().front();
  for (auto [input, column, element] :
       llvm::zip_equal(map.getInputs(), columns, inner.getArguments()))
    if (isElement(input))
      go(column, element);
  // What the step uses of an element as a whole, all of them use.
  for (auto [array, element] :
       llvm::zip_equal(fold.getInputs(), fold.getElementArgs()))
    if (llvm::any_of(element.getUsers(),
                     [&](Operation *user) { return user != map; }))
      go(array, element);
  // How many steps there are is that of an array, used or not.
  if (arrays.empty())
    go(fold.getInputs().front(), fold.getElementArgs().front());
  auto findInput = [&](BlockArgument accumulator) {
    return llvm::find(map.getInputs(), accumulator) - map.getInputs().begin();
  };
  for (BlockArgument accumulator : fold.getAccumulatorArgs())
    inits.push_back(columns[findInput(accumulator)]);
  return Fold::create(
      builder, loc, arrays, inits,
      [&](OpBuilder &step, Location, ValueRange elements,
          ValueRange accumulators) {
        IRMapping mapping;
        for (auto [input, column, element] :
             llvm::zip_equal(map.getInputs(), columns, inner.getArguments()))
          mapping.map(element, column);
        for (auto [value, number] : bound)
          mapping.map(value, elements[number]);
        for (auto [accumulator, next] :
             llvm::zip_equal(fold.getAccumulatorArgs(), accumulators))
          mapping.map(inner.getArgument(findInput(accumulator)), next);
        for (Operation &op : fold.getStep().front().without_terminator())
          if (&op != map)
            step.clone(op, mapping);
        for (Operation &op : inner.without_terminator())
          step.clone(op, mapping);
        return llvm::map_to_vector(
            fold.getYield()->getOperands(), [&](Value next) {
              return mapping.lookupOrDefault(map.getYield().getOperand(
                  cast<OpResult>(next).getResultNumber()));
            });
      });
}

static void copyLaws(ScanOp from, ScanOp to) {
  to.setAssociative(from.getAssociative());
}

template <typename Fold>
MapOp ElementLoop<Fold>::create(OpBuilder &builder) {
  Location loc = fold.getLoc();
  SmallVector<Value> inputs;
  for (Value input : map.getInputs()) {
    auto argument = dyn_cast<BlockArgument>(input);
    const bool isOfStep =
        argument && argument.getOwner() == &fold.getStep().front();
    if (!isOfStep)
      inputs.push_back(input);
    else if (isElement(input))
      inputs.push_back(exchangeDims(builder, loc,
                                    fold.getInputs()[argument.getArgNumber()]));
    else
      inputs.push_back(fold->getOperand(argument.getArgNumber()));
  }
  return MapOp::create(builder, loc, inputs, MappingAttr(),
                       [&](OpBuilder &inner, Location, ValueRange columns) {
                         Fold own = createFold(inner, loc, columns);
                         copyLaws(cast<Fold>(*fold), own);
                         return SmallVector<Value>(own.getResults());
                       });
}

namespace {
struct ReduceElements final : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp reduce,
                                PatternRewriter &rewriter) const override {
    FailureOr<MapOp> map = getMapOfStep(reduce, rewriter);
    if (failed(map))
      return failure();
    rewriter.replaceOp(reduce,
                       ElementLoop<ReduceOp>(reduce, *map).create(rewriter));
    return success();
  }
};

struct ScanElements final : OpRewritePattern<ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScanOp scan,
                                PatternRewriter &rewriter) const override {
    FailureOr<MapOp> map = getMapOfStep(scan, rewriter);
    if (failed(map))
      return failure();
    MapOp columns = ElementLoop<ScanOp>(scan, *map).create(rewriter);
    rewriter.replaceOp(
        scan, llvm::map_to_vector(columns.getResults(), [&](Value column) {
          return exchangeDims(rewriter, scan.getLoc(), column);
        }));
    return success();
  }
};
} // namespace

void lift::populateReduceElementsPatterns(RewritePatternSet &patterns) {
  patterns.add<ReduceElements, ScanElements>(patterns.getContext());
}
