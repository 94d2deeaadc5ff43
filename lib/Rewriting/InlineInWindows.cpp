//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps that are computed again wherever views of what they compute are read.
// The views take elements as they are: map f before them is map f behind them.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Rewriting/InlineInWindows.h"

#include "Builders.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether a view has the elements of the array that it is of, and no others
/// but for constants around them.
static bool takesElements(Operation *view) {
  if (auto pad = dyn_cast<PadOp>(view))
    return pad.getMode() != PadMode::Empty;
  return isa<SlideOp, SplitOp, JoinOp, TransposeOp, TakeOp, DropOp, ReverseOp>(
      view);
}

namespace {
/// The numbers that readers of an array use.
class Readers {
public:
  LogicalResult visit(Value array, Refusal &refusal);
  ArrayRef<Value> getNumbers() const { return numbers; }
  bool hasWindows() const { return readsWindows; }
  /// Whether there are constants around the elements.
  bool haveConstants() const { return readConstants; }
  int64_t countReads() const { return reads; }

private:
  LogicalResult visitUse(OpOperand &use, Refusal &refusal);
  LogicalResult addNumber(Value number, Refusal &refusal);

  SmallVector<Value> numbers;
  /// The loops that go through the array where it is looked at.
  SmallVector<Operation *> loops;
  bool readsWindows = false, readConstants = false;
  int64_t reads = 0;
};
} // namespace

LogicalResult Readers::addNumber(Value number, Refusal &refusal) {
  int64_t count = 1;
  for (Operation *loop = number.getParentRegion()->getParentOp();
       isa<MapOp, ReduceOp>(loop); loop = loop->getParentOp()) {
    auto reduce = dyn_cast<ReduceOp>(loop);
    std::optional<int64_t> trips =
        reduce ? reduce.getTripCount().getConstant() : std::nullopt;
    if (!llvm::is_contained(loops, loop) || (reduce && !trips))
      return refusal.set(loop, "reads elements in each of any number of steps");
    count *= trips.value_or(1);
  }
  reads += count;
  numbers.push_back(number);
  return success();
}

LogicalResult Readers::visitUse(OpOperand &use, Refusal &refusal) {
  Operation *user = use.getOwner();
  if (isa<MapOp, ReduceOp>(user)) {
    if (use.getOperandNumber() >= getInputs(user).size())
      return refusal.set(user, "reads it as an initial value");
    loops.push_back(user);
    BlockArgument argument =
        user->getRegion(0).getArgument(use.getOperandNumber());
    LogicalResult result = isa<ArrayType>(argument.getType())
                               ? visit(argument, refusal)
                               : addNumber(argument, refusal);
    loops.pop_back();
    return result;
  }
  if (auto at = dyn_cast<AtOp>(user))
    return isa<ArrayType>(at.getType()) ? visit(at.getResult(), refusal)
                                        : addNumber(at.getResult(), refusal);
  if (!takesElements(user))
    return refusal.set(user, "reads it in another way than element by element");
  readsWindows |= isa<SlideOp>(user);
  if (auto pad = dyn_cast<PadOp>(user))
    readConstants |= pad.getMode() == PadMode::Constant;
  return visit(user->getResult(0), refusal);
}

LogicalResult Readers::visit(Value array, Refusal &refusal) {
  for (OpOperand &use : array.getUses())
    if (failed(visitUse(use, refusal)))
      return failure();
  return success();
}

MapOp lift::getNumberMap(MapOp map) {
  if (map.getInputs().size() != 1 || map.getNumResults() != 1)
    return {};
  Block &body = map.getBody().front();
  Value argument = body.getArgument(0);
  if (!isa<ArrayType>(argument.getType()))
    return llvm::all_of(body.without_terminator(),
                        [](Operation &op) { return isScalarOp(&op); })
               ? map
               : MapOp();
  auto inner = map.getYield().getOperand(0).getDefiningOp<MapOp>();
  return inner && llvm::hasSingleElement(body.without_terminator()) &&
                 inner.getInputs() == ValueRange(argument)
             ? getNumberMap(inner)
             : MapOp();
}

/// What the innermost map computes of a number, and the operations that do.
static Value compute(OpBuilder &builder, MapOp innermost, Value number,
                     llvm::SmallPtrSetImpl<Operation *> &clones) {
  Block &body = innermost.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArgument(0), number);
  for (Operation &op : body.without_terminator())
    clones.insert(builder.clone(op, mapping));
  return mapping.lookupOrDefault(innermost.getYield().getOperand(0));
}

/// What maps compute as an array without memory: each element is computed where
/// it is read, and what stands around the array is not.
static Value generate(OpBuilder &builder, MapOp map, MapOp innermost) {
  auto type = cast<ArrayType>(map->getResult(0).getType());
  Location loc = innermost.getLoc();
  auto made = GenerateOp::create(
      builder, loc, type,
      getSizeArrayAttr(builder.getContext(), type.getSizeExprs()));
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&made.getBody());
  SmallVector<Type> indices(type.getRank(), builder.getIndexType());
  body->addArguments(indices, SmallVector<Location>(indices.size(), loc));
  SmallVector<Attribute> positions(indices.size(), builder.getUnitAttr());
  Value number = AtOp::create(builder, loc, /*in_bounds=*/true,
                              map.getInputs()[0], body->getArguments(), Value(),
                              builder.getArrayAttr(positions));
  llvm::SmallPtrSet<Operation *, 4> clones;
  YieldOp::create(builder, loc, compute(builder, innermost, number, clones));
  return made.getResult();
}

LogicalResult lift::inlineInWindows(RewriterBase &rewriter, MapOp map,
                                    unsigned maxOps, Refusal &refusal) {
  MapOp innermost = getNumberMap(map);
  if (!innermost || map->getResult(0).getType() != map.getInputs()[0].getType())
    return refusal.set(map, "is no map of the numbers of one array to others "
                            "of the same type");
  Readers readers;
  if (failed(readers.visit(map->getResult(0), refusal)))
    return failure();
  if (!readers.hasWindows())
    return refusal.set(map, "is read by no windows");
  Block &body = innermost.getBody().front();
  const int64_t numOps = llvm::range_size(body.without_terminator());
  if (readers.countReads() * numOps > maxOps)
    return refusal.set(map, "is too much to be computed for each element of "
                            "windows");
  if (readers.haveConstants()) {
    rewriter.setInsertionPoint(map);
    rewriter.replaceOp(map, generate(rewriter, map, innermost));
    return success();
  }
  for (Value number : readers.getNumbers()) {
    rewriter.setInsertionPointAfterValue(number);
    llvm::SmallPtrSet<Operation *, 4> clones;
    Value computed = compute(rewriter, innermost, number, clones);
    rewriter.replaceAllUsesExcept(number, computed, clones);
  }
  rewriter.replaceOp(map, map.getInputs());
  return success();
}
