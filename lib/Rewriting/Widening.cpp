//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Widening.h"

#include "Builders.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Transforms/WideBody.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// What has a form on vectors
//===----------------------------------------------------------------------===//

/// A number, or an array of numbers.
static bool canBeWide(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    type = array.getElementType();
  return type.isIntOrFloat();
}

namespace {
/// Follows the values that differ by lane.
class Lanes {
public:
  explicit Lanes(Refusal &refusal) : refusal(refusal) {}

  /// Tests the operations of a body, of whose arguments those in `varying`
  /// differ.
  LogicalResult checkBody(Block &body, ValueRange varying);
  /// Tests that arrays that a body yields differ by lane.
  LogicalResult checkYield(Block &body);

private:
  LogicalResult check(Operation &op);
  LogicalResult checkPattern(Operation &op);

  Refusal &refusal;
  llvm::SmallPtrSet<Value, 32> values;
};
} // namespace

LogicalResult Lanes::checkPattern(Operation &op) {
  Block &body = op.getRegion(0).front();
  auto fold = dyn_cast<FoldPattern>(op);
  if (fold && llvm::any_of(fold.getAccumulatorArgs(),
                           llvm::IsaPred<TypedValue<ArrayType>>))
    return refusal.set(&op, "has an array as accumulator");
  SmallVector<Value> varying;
  ValueRange inputs = op.getOperands().take_front(
      fold ? fold.getElementArgs().size() : op.getNumOperands());
  for (auto [input, argument] :
       llvm::zip(inputs, ValueRange(body.getArguments())))
    if (values.contains(input))
      varying.push_back(argument);
  llvm::append_range(varying, body.getArguments().drop_front(inputs.size()));
  return success(succeeded(checkBody(body, varying)) &&
                 succeeded(checkYield(body)));
}

LogicalResult Lanes::checkYield(Block &body) {
  for (Value yielded : body.getTerminator()->getOperands())
    if (isa<ArrayType>(yielded.getType()) && !values.contains(yielded))
      return refusal.set(body.getParentOp(),
                         "yields an array that is the same in all lanes");
  return success();
}

LogicalResult Lanes::check(Operation &op) {
  if (!llvm::all_of(op.getOperandTypes(), canBeWide) ||
      !llvm::all_of(op.getResultTypes(), canBeWide))
    return refusal.set(&op, "is of other values than numbers");
  if (isa<MapOp, ReduceOp, ScanOp>(op))
    return checkPattern(op);
  auto isArray = llvm::IsaPred<ArrayType>;
  const bool isOfNumbers = llvm::none_of(op.getOperandTypes(), isArray) &&
                           llvm::none_of(op.getResultTypes(), isArray);
  bool hasForm =
      (isOfNumbers &&
       (isa<CallOp>(op) || OpTrait::hasElementwiseMappableTraits(&op))) ||
      isa<SplitOp, JoinOp, TransposeOp, SlideOp, ReverseOp, TakeOp, DropOp,
          PadOp>(op);
  if (!hasForm)
    return refusal.set(&op, "has no form on vectors");
  return success();
}

LogicalResult Lanes::checkBody(Block &body, ValueRange varying) {
  values.insert_range(varying);
  for (Operation &op : body.without_terminator()) {
    if (!usesAny(op, [&](Value value) { return values.contains(value); }))
      continue;
    if (failed(check(op)))
      return failure();
    values.insert_range(op.getResults());
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The map of vectors
//===----------------------------------------------------------------------===//

/// Puts the outermost dimension behind the others, or back.
static Value rotate(OpBuilder &builder, Value array, bool isBack) {
  const int64_t rank = cast<ArrayType>(array.getType()).getRank();
  if (rank == 1)
    return array;
  SmallVector<int64_t> permutation;
  for (int64_t dim = 0; dim < rank; ++dim)
    permutation.push_back((isBack ? dim + rank - 1 : dim + 1) % rank);
  return TransposeOp::create(builder, array.getLoc(), array,
                             builder.getDenseI64ArrayAttr(permutation));
}

static LogicalResult checkMap(MapOp map, int64_t width, Refusal &refusal) {
  if (failed(checkVectorWidth(map, width, refusal)) ||
      failed(checkChunk(map, map.getTripCount(), width, refusal)))
    return failure();
  Block &body = map.getBody().front();
  auto isWide = [](Value value) { return canBeWide(value.getType()); };
  if (!llvm::all_of(body.getArguments(), isWide) ||
      !llvm::all_of(map.getYield().getOperands(), isWide))
    return refusal.set(map, "has elements that are neither numbers nor arrays "
                            "of numbers");
  Lanes lanes(refusal);
  return success(succeeded(lanes.checkBody(body, body.getArguments())) &&
                 succeeded(lanes.checkYield(body)));
}

FailureOr<MapOp> lift::widenMap(RewriterBase &rewriter, MapOp map,
                                int64_t width, Refusal &refusal) {
  if (failed(checkMap(map, width, refusal)))
    return failure();
  rewriter.setInsertionPoint(map);
  SmallVector<Value> vectors =
      llvm::map_to_vector(map.getInputs(), [&](Value array) {
        Value rows = rotate(rewriter, array, /*isBack=*/false);
        Value wide = AsVectorOp::create(rewriter, map.getLoc(), rows, width);
        return rotate(rewriter, wide, /*isBack=*/true);
      });
  MapOp wide = createWideMap(rewriter, map, vectors, width);
  SmallVector<Value> results =
      llvm::map_to_vector(wide.getResults(), [&](Value array) {
        Value rows = rotate(rewriter, array, /*isBack=*/false);
        Value scalars = AsScalarOp::create(rewriter, map.getLoc(), rows);
        return rotate(rewriter, scalars, /*isBack=*/true);
      });
  rewriter.replaceOp(map, results);
  return wide;
}
