//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DividedMaps.h"

#include "BodyShape.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/DivideMap.h"
#include "LiftDialect/Rewriting/Hoisting.h"
#include "LiftDialect/Rewriting/Nest.h"
#include "LiftDialect/Rewriting/YieldedViews.h"
#include "NestShape.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether the body of a map has a nest with a reduction, as the product of a
/// matrix and a row: with the map it may be a contraction. Sums that are known
/// to be short, as for distances in space, are sooner computed again than
/// stored.
static bool hasInnerNest(MapOp map) {
  constexpr int64_t kShort = 16;
  return llvm::any_of(map.getBody().getOps<MapOp>(), [&](MapOp inner) {
    Refusal refusal;
    FailureOr<Nest> nest = Nest::get(inner, refusal);
    return succeeded(nest) && nest->getInnerReduce() &&
           countReduced(*nest).getConstant().value_or(kShort) >= kShort;
  });
}

/// Whether a reduction of numbers, which maps repeat, is worth to be computed
/// before them: not if it is short, nor, where it would be stored, for few.
static bool isWorthHoisting(ReduceOp reduce) {
  constexpr int64_t kShort = 16, kFew = 8;
  MapOp around = findRepeatingMap(reduce);
  if (!around || reduce->use_empty() ||
      llvm::any_of(reduce.getResultTypes(), llvm::IsaPred<ArrayType>))
    return false;
  Expr steps = 1;
  reduce->walk([&](ReduceOp inner) {
    steps = steps * cast<FoldPattern>(*inner).getTripCount();
  });
  return steps.getConstant().value_or(kShort) >= kShort &&
         (reduce->getParentOp() == around ||
          around.getTripCount().getConstant().value_or(kFew) >= kFew);
}

static bool hoistOneSum(RewriterBase &rewriter, func::FuncOp func,
                        llvm::function_ref<void(Location, StringRef)> report) {
  Refusal ignored;
  return func
      ->walk<WalkOrder::PreOrder>([&](ReduceOp reduce) {
        Location loc = reduce.getLoc();
        if (!isWorthHoisting(reduce) ||
            failed(hoistPattern(rewriter, reduce, ignored)))
          return WalkResult::advance();
        report(loc, "is computed before the maps that would repeat it");
        return WalkResult::interrupt();
      })
      .wasInterrupted();
}

void lift::hoistSums(RewriterBase &rewriter, func::FuncOp func,
                     llvm::function_ref<void(Location, StringRef)> report) {
  while (hoistOneSum(rewriter, func, report)) {
  }
}

/// Whether an array, or one that it is an element of, has been made of windows.
static bool isOfWindows(Value array) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(array)) {
      auto map = dyn_cast<MapOp>(argument.getOwner()->getParentOp());
      if (!map)
        return false;
      array = map.getInputs()[argument.getArgNumber()];
      continue;
    }
    auto view = array.getDefiningOp<ViewOpInterface>();
    if (!view || isa<SlideOp>(*view) || view.getViewSources().empty())
      return view && isa<SlideOp>(*view);
    array = view.getViewSources().front();
  }
}

/// Whether a body computes numbers, each in a few steps.
static bool computesNumbers(Block &body) {
  return llvm::all_of(getPatterns(body), [](Operation *op) {
    if (isa<MapOp>(op))
      return computesNumbers(op->getRegion(0).front());
    auto reduce = dyn_cast<ReduceOp>(op);
    return reduce && isOfWindows(reduce.getInputs().front());
  });
}

/// Whether a body reduces rows that may be long and computes others of them,
/// and does nothing else: groups do so, each for a row, if there is nothing
/// beside it.
static bool reducesRows(Block &body) {
  constexpr int64_t kShort = 32;
  SmallVector<Operation *> patterns = getPatterns(body);
  if (patterns.size() == 1 && isa<MapOp>(patterns.front()))
    return reducesRows(patterns.front()->getRegion(0).front());
  return isRowBody(body) && llvm::any_of(patterns, [&](Operation *op) {
           return isa<ReduceOp>(op) &&
                  cast<FoldPattern>(op).getTripCount().getConstant().value_or(
                      kShort) >= kShort;
         });
}

/// Whether a pattern goes through many numbers, or windows of them, or through
/// rows: with nothing beside it, it is a nest, or what groups compute.
static bool isDense(Operation *op) {
  constexpr int64_t kShort = 32;
  if (!isa<MapOp, ReduceOp, ScanOp>(op))
    return false;
  auto array = cast<ArrayType>(op->getOperand(0).getType());
  if (array.getSize(0).getConstant().value_or(kShort) < kShort)
    return false;
  Block &body = op->getRegion(0).front();
  if (isa<MapOp>(op))
    return computesNumbers(body) || reducesRows(body);
  return llvm::all_of(getPatterns(body), [&](Operation *nested) {
    return isa<ReduceOp>(op) && isa<ReduceOp>(nested) && isDense(nested);
  });
}

/// Whether a body only reduces, once, and goes on with the numbers of that: the
/// work-item that reduces does so.
static bool isReductionWithEpilogue(Block &body) {
  SmallVector<Operation *> patterns = getPatterns(body);
  auto reduce =
      patterns.size() == 1 ? dyn_cast<ReduceOp>(patterns.front()) : ReduceOp();
  return reduce &&
         llvm::none_of(reduce.getResultTypes(), llvm::IsaPred<ArrayType>) &&
         llvm::all_of(body, [&](Operation &op) {
           return !op.isBeforeInBlock(reduce) || !isScalarOp(&op) ||
                  op.hasTrait<OpTrait::ConstantLike>();
         });
}

/// Whether a body scans a row of numbers and does more to it and others: each
/// thread of a CPU does so best for a row, which stays in its cache.
static bool scansRowsForThreads(MapOp map) {
  SmallVector<MapOp> maps;
  for (MapOp outer = map; outer; outer = dyn_cast<MapOp>(outer->getParentOp()))
    maps.insert(maps.begin(), outer);
  auto isAlongRow = [&](Value array) {
    std::optional<NestOperand> operand = traceOperand(array, maps);
    if (!operand)
      return true;
    operand->dims.push_back(maps.size());
    std::optional<UnitStride> unit =
        getUnitStride(*operand, /*mayBeReversed=*/true);
    return unit && unit->dim == maps.size();
  };
  SmallVector<Operation *> patterns = getPatterns(map.getBody().front());
  return DeviceModel::get(map).runsThreads() && patterns.size() > 1 &&
         llvm::any_of(patterns, llvm::IsaPred<ScanOp>) &&
         llvm::all_of(patterns, [&](Operation *op) {
           return getPatterns(op->getRegion(0).front()).empty() &&
                  llvm::all_of(op->getOperands(), [&](Value value) {
                    auto array = dyn_cast<ArrayType>(value.getType());
                    return !array ||
                           (array.getRank() == 1 && isAlongRow(value));
                  });
         });
}

/// Whether a map that is no nest, and that no group computes together, can
/// become several that are nests, or rows, with what they pass to each other in
/// arrays that have no more dimensions than what the map goes through.
static bool hasSeveralStages(MapOp map) {
  Block &body = map.getBody().front();
  SmallVector<Operation *> patterns = getPatterns(body);
  Refusal refusal;
  if (patterns.empty() || succeeded(Nest::get(map, refusal)) ||
      (isRowBody(body) && llvm::any_of(patterns, llvm::IsaPred<ReduceOp>)))
    return false;
  if (isReductionWithEpilogue(body) || scansRowsForThreads(map))
    return false;
  // Numbers that stand before one loop may be computed in it.
  if (patterns.size() == 1 &&
      llvm::all_of(map.getYield().getOperands(), [&](Value yielded) {
        return yielded.getDefiningOp() == patterns.front();
      }))
    return false;
  unsigned rank = 0;
  for (Type type : body.getArgumentTypes())
    if (auto array = dyn_cast<ArrayType>(type))
      rank = std::max<unsigned>(rank, array.getRank());
  // Sums of numbers beside each other are what one work-item does.
  auto isOfRows = [](Operation *op) {
    return !isa<ReduceOp>(op) || !getPatterns(op->getRegion(0).front()).empty();
  };
  return llvm::any_of(patterns, isOfRows) &&
         llvm::all_of(patterns, [&](Operation *op) {
           return isDense(op) &&
                  llvm::all_of(op->getResultTypes(), [&](Type type) {
                    auto array = dyn_cast<ArrayType>(type);
                    return !array || array.getRank() <= rank;
                  });
         });
}

/// Whether a body puts a row together of parts of different lengths that it
/// computes: one kernel stores these anyway, and each work-item of a CPU does
/// so best for a row, while what the parts share is in its cache.
static bool concatenatesForThreads(MapOp map) {
  auto differ = [](ConcatOp concat) {
    return llvm::any_of(concat->getOperandTypes(), [&](Type type) {
      return type != concat->getOperandTypes().front();
    });
  };
  return DeviceModel::get(map).runsThreads() &&
         computesNumbers(map.getBody().front()) &&
         llvm::any_of(map.getYield().getOperands(), [&](Value yielded) {
           auto concat = yielded.getDefiningOp<ConcatOp>();
           return concat && differ(concat) &&
                  llvm::all_of(concat.getOperands(), getStoredComputation);
         });
}

/// How many single elements an array is put together of; 0 if it is not.
static size_t countListed(Value array) {
  auto concat = array.getDefiningOp<ConcatOp>();
  const bool isList =
      concat && concat.getDim() == 0 &&
      llvm::all_of(concat->getOperandTypes(), [](Type part) {
        return cast<ArrayType>(part).getSizeExprs().front().isConstant(1);
      });
  return isList ? concat->getNumOperands() : 0;
}

/// Whether a body puts arrays together of single elements, more than a vector
/// has, or computes others beside them. Of the parts of one array of all of
/// these, work-items would store their elements one by one, far from each
/// other; and what the others share with them would be computed again.
static bool listsElements(MapOp map) {
  constexpr size_t kVector = 4;
  if (!DeviceModel::get(map).hasLocalMemory)
    return false;
  auto counts = llvm::map_to_vector(map.getYield().getOperands(), countListed);
  const size_t most = *llvm::max_element(counts);
  return most > kVector || (most > 0 && llvm::is_contained(counts, size_t(0)));
}

void lift::divideMaps(RewriterBase &rewriter, MapOp map,
                      llvm::function_ref<void(Location, StringRef)> report) {
  for (MapOp inner : llvm::make_early_inc_range(map.getBody().getOps<MapOp>()))
    divideMaps(rewriter, inner, report);
  if (concatenatesForThreads(map) || listsElements(map))
    return;
  Location loc = map.getLoc();
  Refusal refusal;
  if (FailureOr<MapOp> hoisted = hoistConcats(rewriter, map, refusal);
      succeeded(hoisted))
    map = *hoisted;
  SmallVector<MapOp> parts = {map};
  if (hasInnerNest(parts.front()))
    if (FailureOr<SmallVector<MapOp>> divided =
            divideMap(rewriter, parts.front(), refusal);
        succeeded(divided)) {
      parts = *divided;
      report(loc, "is divided, as a product in its body is one of matrices");
    }
  for (MapOp part : parts)
    if (hasSeveralStages(part) &&
        succeeded(divideMap(rewriter, part, refusal, /*isForAll=*/true)))
      report(loc,
             "is divided, as its body does several things to all elements");
}
