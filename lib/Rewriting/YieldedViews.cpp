//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/YieldedViews.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Transforms/IdentityMaps.h"
#include "LiftDialect/Transforms/MapsOfViews.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// What a yielded value is a view of.
class YieldedView {
public:
  YieldedView(MapOp map, Value yielded) : map(map), yielded(yielded) {
    isValid = visit(yielded);
  }

  /// Whether it is a concat, or a view of one, that may be one of whole arrays.
  bool hasConcat() const { return isValid && isConcat; }
  /// Whether it is a view of what the body computes that may be one of whole
  /// arrays.
  bool isView() const {
    return isValid && !computed.empty() && !computed.contains(yielded);
  }
  /// What the body computes for it.
  ValueRange getComputed() const { return computed.getArrayRef(); }
  /// The view of the arrays of what it computes.
  Value build(OpBuilder &builder, const IRMapping &arrays) const {
    return build(builder, yielded, arrays);
  }

private:
  bool visit(Value value);
  Value build(OpBuilder &builder, Value value, const IRMapping &arrays) const;

  MapOp map;
  Value yielded;
  bool isValid, isConcat = false;
  llvm::SetVector<Value> computed;
};
} // namespace

bool YieldedView::visit(Value value) {
  Block *body = &map.getBody().front();
  if (value.getParentBlock() != body || !isa<ArrayType>(value.getType()))
    return false;
  Operation *def = value.getDefiningOp();
  auto view = dyn_cast_or_null<ViewOpInterface>(def);
  if (!view) {
    if (def)
      computed.insert(value);
    return true;
  }
  isConcat |= isa<ConcatOp>(def);
  // What is no array, as an index, would have to be the same for all elements.
  auto sources = view.getViewSources();
  return def->getNumRegions() == 0 && def->getNumOperands() == sources.size() &&
         llvm::all_of(sources, [&](Value source) { return visit(source); });
}

Value YieldedView::build(OpBuilder &builder, Value value,
                         const IRMapping &arrays) const {
  if (arrays.contains(value))
    return arrays.lookup(value);
  auto view = cast<ViewOpInterface>(value.getDefiningOp());
  SmallVector<Value> sources =
      llvm::map_to_vector(view.getViewSources(), [&](Value source) {
        return build(builder, source, arrays);
      });
  return view.cloneAtDepth(builder, sources, /*depth=*/1)->getResult(0);
}

/// The same map, with other results.
static MapOp yieldOthers(RewriterBase &rewriter, MapOp map,
                         ValueRange yielded) {
  return MapOp::create(
      rewriter, map.getLoc(), map.getInputs(), map.getMappingAttr(),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        IRMapping values;
        values.map(map.getBody().getArguments(), elements);
        for (Operation &op : map.getBody().front().without_terminator())
          builder.clone(op, values);
        return llvm::map_to_vector(yielded, [&](Value value) {
          return values.lookupOrDefault(value);
        });
      });
}

/// Whether reductions go through an array, by views, or through its elements.
static bool isReduced(Value array) {
  return llvm::any_of(array.getUsers(), [](Operation *user) {
    if (isa<ViewOpInterface>(user))
      return isReduced(user->getResult(0));
    return user->walk([](ReduceOp) { return WalkResult::interrupt(); })
        .wasInterrupted();
  });
}

bool lift::hoistReadConcats(RewriterBase &rewriter, MapOp map) {
  Block &body = map.getBody().front();
  auto concats =
      llvm::filter_to_vector(body.getOps<ConcatOp>(), [&](ConcatOp concat) {
        return (getNumInterleaved(concat) || isReduced(concat)) &&
               isRearranged(map, concat);
      });
  rewriter.setInsertionPoint(map);
  for (ConcatOp concat : concats) {
    Value all = rearrange(rewriter, map, concat);
    rewriter.modifyOpInPlace(map,
                             [&] { map.getInputsMutable().append({all}); });
    rewriter.replaceOp(concat,
                       body.addArgument(concat.getType(), concat.getLoc()));
  }
  return !concats.empty();
}

/// The map, with such views of what it yields outside of it that `isHoisted`;
/// fails if there are none, or nothing is left.
static FailureOr<MapOp>
hoistViews(RewriterBase &rewriter, MapOp map,
           llvm::function_ref<bool(const YieldedView &)> isHoisted) {
  SmallVector<YieldedView> views;
  llvm::SetVector<Value> others;
  for (Value yielded : map.getYield().getOperands()) {
    views.emplace_back(map, yielded);
    if (!isHoisted(views.back()))
      others.insert(yielded);
    else
      others.insert_range(views.back().getComputed());
  }
  if (others.empty() || llvm::none_of(views, isHoisted))
    return failure();
  rewriter.setInsertionPoint(map);
  MapOp changed = yieldOthers(rewriter, map, others.getArrayRef());
  changed.setUnrollAttr(map.getUnrollAttr());
  changed.setVectorWidthAttr(map.getVectorWidthAttr());
  IRMapping arrays;
  arrays.map(map.getBody().getArguments(), map.getInputs());
  arrays.map(others.getArrayRef(), changed.getResults());
  SmallVector<Value> results;
  for (auto [view, yielded] :
       llvm::zip_equal(views, map.getYield().getOperands()))
    results.push_back(isHoisted(view) ? view.build(rewriter, arrays)
                                      : arrays.lookup(yielded));
  rewriter.replaceOp(map, results);
  return changed;
}

FailureOr<MapOp> lift::hoistConcats(RewriterBase &rewriter, MapOp map,
                                    Refusal &refusal) {
  if (failed(checkSaysNothing(map, refusal)))
    return failure();
  const bool isWider = hoistReadConcats(rewriter, map);
  FailureOr<MapOp> changed = hoistViews(
      rewriter, map, [](const YieldedView &view) { return view.hasConcat(); });
  if (succeeded(changed))
    return changed;
  if (isWider)
    return map;
  return refusal.set(map, "yields no concat of what it computes");
}

MapOp lift::hoistYieldedViews(RewriterBase &rewriter, MapOp map) {
  FailureOr<MapOp> changed = hoistViews(
      rewriter, map, [](const YieldedView &view) { return view.isView(); });
  if (failed(changed))
    return map;
  // Nothing is left of them in the body.
  Block &body = changed->getBody().front();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isa<ViewOpInterface>(op) && op.use_empty())
      rewriter.eraseOp(&op);
  return *changed;
}

/// Whether a yielded value is what stands at a certain place of an array that
/// the body computes, and yields, too.
static bool isReadOfYielded(MapOp map, Value yielded) {
  auto at = yielded.getDefiningOp<AtOp>();
  Block *body = &map.getBody().front();
  return at && at->getBlock() == body && at.getIndices().empty() &&
         !at.getOutside() && at.getInput().getParentBlock() == body &&
         at.getInput().getDefiningOp() &&
         llvm::is_contained(map.getYield().getOperands(), at.getInput());
}

/// The same of the result of the map.
static Value readResult(RewriterBase &rewriter, AtOp at, Value result) {
  return AtOp::create(rewriter, at.getLoc(), at.getInBounds(), result,
                      ValueRange(), Value(), at.getPositions(),
                      at.getDim() + 1);
}

MapOp lift::readYields(RewriterBase &rewriter, MapOp map) {
  llvm::SetVector<Value> others;
  for (Value yielded : map.getYield().getOperands())
    if (!isReadOfYielded(map, yielded))
      others.insert(yielded);
  if (others.size() == map.getNumResults())
    return map;
  rewriter.setInsertionPoint(map);
  MapOp changed = yieldOthers(rewriter, map, others.getArrayRef());
  IRMapping arrays;
  arrays.map(others.getArrayRef(), changed.getResults());
  SmallVector<Value> results;
  for (Value yielded : map.getYield().getOperands())
    results.push_back(
        others.contains(yielded)
            ? arrays.lookup(yielded)
            : readResult(
                  rewriter, yielded.getDefiningOp<AtOp>(),
                  arrays.lookup(yielded.getDefiningOp<AtOp>().getInput())));
  rewriter.replaceOp(map, results);
  for (Value result : results)
    if (result.getDefiningOp<AtOp>())
      for (OpOperand &use : result.getUses())
        if (isa<func::ReturnOp>(use.getOwner())) {
          makeStorable(rewriter, use);
          break;
        }
  return changed;
}

bool lift::isYieldedToCopy(OpOperand &yielded) {
  Value value = yielded.get();
  return value.getDefiningOp<GenerateOp>() ||
         (isa<ArrayType>(value.getType()) && !value.hasOneUse() &&
          !isStored(value) && getStoredComputation(value));
}

LogicalResult lift::copyYields(RewriterBase &rewriter, MapOp map, bool isForAll,
                               Refusal &refusal) {
  bool changed = false;
  rewriter.setInsertionPoint(map.getYield());
  for (OpOperand &yielded : map.getYield()->getOpOperands()) {
    Value value = yielded.get();
    const bool isForced = isForAll && isa<ArrayType>(value.getType()) &&
                          getStoredComputation(value);
    if (!isForced && !isYieldedToCopy(yielded))
      continue;
    rewriter.modifyOpInPlace(yielded.getOwner(), [&] {
      if (!isForced) {
        changed |= makeStorable(rewriter, yielded);
        return;
      }
      yielded.set(createIdentityMaps(rewriter, map.getLoc(), value,
                                     /*mappings=*/{}));
      changed = true;
    });
  }
  if (!changed)
    return refusal.set(map, isForAll ? "yields no array that a pattern computes"
                                     : "yields nothing that others in its body "
                                       "read");
  return success();
}

LogicalResult lift::copyResults(RewriterBase &rewriter, MapOp map,
                                Refusal &refusal) {
  llvm::SetVector<OpOperand *> uses;
  for (Value result : map.getResults()) {
    auto views = findViewsToReturn(result);
    if (!views)
      return refusal.set(map, "has a result that is not only returned");
    for (auto [view, number] : *views)
      result = view->getResult(0);
    uses.insert(&*result.use_begin());
  }
  if (uses.empty())
    return refusal.set(map, "has no result");
  for (OpOperand *use : uses) {
    rewriter.setInsertionPoint(use->getOwner());
    Value copy = createIdentityMaps(rewriter, map.getLoc(), use->get(),
                                    /*mappings=*/{});
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(copy); });
  }
  return success();
}
