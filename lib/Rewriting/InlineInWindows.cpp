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
/// How an array is read.
class Readers {
public:
  LogicalResult visit(Value array, Refusal &refusal);
  bool hasWindows() const { return readsWindows; }
  /// How many numbers are read for each element of the result.
  int64_t countReads() const { return reads; }

private:
  LogicalResult visitUse(OpOperand &use, Refusal &refusal);
  LogicalResult addNumber(Value number, Refusal &refusal);

  /// The loops that go through the array where it is looked at.
  SmallVector<Operation *> loops;
  bool readsWindows = false;
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
  // What is computed where it is read is read as often as that is.
  if (auto made = user->getParentOfType<GenerateOp>(); made && isa<AtOp>(user))
    return visit(made.getResult(), refusal);
  if (auto at = dyn_cast<AtOp>(user))
    return isa<ArrayType>(at.getType()) ? visit(at.getResult(), refusal)
                                        : addNumber(at.getResult(), refusal);
  if (!takesElements(user))
    return refusal.set(user, "reads it in another way than element by element");
  readsWindows |= isa<SlideOp>(user);
  return visit(user->getResult(0), refusal);
}

LogicalResult Readers::visit(Value array, Refusal &refusal) {
  for (OpOperand &use : array.getUses())
    if (failed(visitUse(use, refusal)))
      return failure();
  return success();
}

MapOp lift::getNumberMap(MapOp map) {
  if (map.getNumResults() != 1)
    return {};
  Block &body = map.getBody().front();
  if (llvm::none_of(body.getArgumentTypes(), llvm::IsaPred<ArrayType>))
    return llvm::all_of(body.without_terminator(),
                        [](Operation &op) { return isScalarOp(&op); })
               ? map
               : MapOp();
  auto inner = map.getYield().getOperand(0).getDefiningOp<MapOp>();
  return inner && llvm::hasSingleElement(body.without_terminator()) &&
                 llvm::equal(inner.getInputs(), body.getArguments())
             ? getNumberMap(inner)
             : MapOp();
}

/// What maps compute, `innermost` of numbers, as an array without memory.
static Value generate(OpBuilder &builder, MapOp map, MapOp innermost) {
  auto type = cast<ArrayType>(map->getResult(0).getType());
  Location loc = innermost.getLoc();
  auto made = GenerateOp::create(
      builder, loc, type,
      getSizeArrayAttr(builder.getContext(), type.getSizeExprs()));
  OpBuilder::InsertionGuard guard(builder);
  Block *indices = builder.createBlock(&made.getBody());
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    indices->addArgument(builder.getIndexType(), loc);
  SmallVector<Attribute> positions(type.getRank(), builder.getUnitAttr());
  SmallVector<Value> numbers =
      llvm::map_to_vector(map.getInputs(), [&](Value array) -> Value {
        return AtOp::create(builder, loc, /*in_bounds=*/true, array,
                            indices->getArguments(), /*outside=*/Value(),
                            builder.getArrayAttr(positions));
      });
  YieldOp::create(builder, loc,
                  cloneBody(builder, innermost.getBody().front(), numbers));
  return made.getResult();
}

LogicalResult lift::inlineInWindows(RewriterBase &rewriter, MapOp map,
                                    unsigned maxOps, Refusal &refusal) {
  MapOp innermost = getNumberMap(map);
  if (!innermost)
    return refusal.set(map, "is no map of numbers");
  if (map->walk([&](MapOp loop) {
           return WalkResult(checkSaysNothing(loop, refusal));
         })
          .wasInterrupted())
    return failure();
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
  rewriter.setInsertionPoint(map);
  rewriter.replaceOp(map, generate(rewriter, map, innermost));
  return success();
}
