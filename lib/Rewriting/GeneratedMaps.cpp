//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays whose elements an index function reduces become those of maps:
//
//   generate (i < M, j < N) (reduce f z (zip (at x i) (at y j)))
//     = map (\a. map (\b. reduce f z (zip a b)) y) x
//
// An index function is computed where its array is read, by each reader, and
// for each of its elements again; a map is stored, and is a nest that rewrites
// know.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "LiftDialect/Rewriting/Numbers.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

#include <map>

using namespace mlir;
using namespace mlir::lift;

/// Whether a pattern goes through elements of the generated array, or it is
/// stored, and not only single elements of it are read.
static bool isReadAsWhole(GenerateOp generate) {
  return llvm::any_of(generate->getUsers(), [](Operation *user) {
    return !isa<AtOp, LookupOp, GatherOp>(user);
  });
}

static bool reduces(GenerateOp generate) {
  return generate.walk([](FoldPattern) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// What is read at an index alone
//===----------------------------------------------------------------------===//

/// The number of the index function's index that `position` is, if it goes
/// through all of a dimension.
static std::optional<unsigned>
getLoop(GenerateOp generate, OpFoldResult position, const Expr &length) {
  auto index = dyn_cast_if_present<BlockArgument>(dyn_cast<Value>(position));
  if (!index || index.getOwner() != &generate.getBody().front() ||
      length != getSizes(generate.getBounds())[index.getArgNumber()])
    return std::nullopt;
  return index.getArgNumber();
}

/// Whether `value` is computed from an index of the function.
static bool dependsOnIndex(GenerateOp generate, Value value) {
  llvm::SetVector<Value> used;
  used.insert(value);
  for (size_t i = 0; i < used.size(); ++i) {
    Operation *op = used[i].getDefiningOp();
    if (!op) {
      if (cast<BlockArgument>(used[i]).getOwner()->getParentOp() == generate)
        return true;
    } else if (generate->isAncestor(op)) {
      used.insert_range(op->getOperands());
      getUsedValuesDefinedAbove(op->getRegions(), used);
    }
  }
  return false;
}

/// Whether an operation reads at a place that is computed from an index, and is
/// not tested: what is known of an index is not known of a number that takes
/// its place.
static bool readsAtComputedPlace(GenerateOp generate, Operation *op) {
  if (auto gather = dyn_cast<GatherOp>(op))
    return !gather.getInBounds() &&
           dependsOnIndex(
               generate,
               gather.getBody().front().getTerminator()->getOperand(0));
  auto at = dyn_cast<AtOp>(op);
  if (!at || at.getInBounds() || at.getOutside())
    return false;
  auto type = cast<ArrayType>(at.getInput().getType());
  return llvm::any_of(
      llvm::enumerate(at.getMixedPositions()), [&](const auto &position) {
        return isa<Value>(position.value()) &&
               !getLoop(generate, position.value(),
                        type.getSize(at.getDim() + position.index())) &&
               dependsOnIndex(generate, cast<Value>(position.value()));
      });
}

/// Reads what stands at given positions of the dimensions from `dim` on.
static Value readAt(OpBuilder &builder, Location loc, bool isInBounds,
                    Value array, unsigned dim,
                    ArrayRef<OpFoldResult> positions) {
  SmallVector<Value> indices;
  SmallVector<Attribute> places;
  for (OpFoldResult position : positions) {
    if (auto index = dyn_cast<Value>(position))
      indices.push_back(index);
    places.push_back(isa<Value>(position) ? builder.getUnitAttr()
                                          : cast<Attribute>(position));
  }
  return AtOp::create(builder, loc, isInBounds, array, indices, Value(),
                      builder.getArrayAttr(places), dim);
}

/// Reads at indices of the function first, of an array whose outermost
/// dimensions they are, and at other positions of what that gives.
static void divideRead(GenerateOp generate, AtOp at, RewriterBase &rewriter) {
  if (at.getOutside())
    return;
  auto type = cast<ArrayType>(at.getInput().getType());
  SmallVector<OpFoldResult> own, others;
  SmallVector<int64_t> first, rest;
  for (int64_t dim = 0; dim < int64_t(type.getRank()); ++dim)
    rest.push_back(dim);
  for (auto [number, position] : llvm::enumerate(at.getMixedPositions())) {
    const int64_t dim = at.getDim() + number;
    if (!getLoop(generate, position, type.getSize(dim))) {
      others.push_back(position);
      continue;
    }
    own.push_back(position);
    first.push_back(dim);
    llvm::erase(rest, dim);
  }
  llvm::append_range(first, rest);
  if (own.empty())
    return;
  rewriter.setInsertionPoint(at);
  Value array = at.getInput();
  if (!llvm::is_sorted(first))
    array = TransposeOp::create(rewriter, at.getLoc(), array,
                                rewriter.getDenseI64ArrayAttr(first));
  Value read =
      readAt(rewriter, at.getLoc(), /*isInBounds=*/true, array, 0, own);
  if (!others.empty())
    read = readAt(rewriter, at.getLoc(), at.getInBounds(), read, at.getDim(),
                  others);
  rewriter.replaceOp(at, read);
}

/// Moves what needs no index of the function out of it, and what is read at
/// such indices to its begin.
static void raiseReads(GenerateOp generate, RewriterBase &rewriter) {
  Block &body = generate.getBody().front();
  auto isFromOutside = [&](Value value) {
    return !generate->isAncestor(value.getParentBlock()->getParentOp());
  };
  auto isFromBody = [&](Value value) {
    return isFromOutside(value) || value.getParentBlock() == &body;
  };
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->hasTrait<OpTrait::IsTerminator>() || !isPure(op))
      return WalkResult::advance();
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    if (llvm::all_of(used, isFromOutside)) {
      rewriter.moveOpBefore(op, generate);
      return WalkResult::skip();
    }
    if (isa<AtOp>(op) && llvm::all_of(used, isFromBody))
      rewriter.moveOpBefore(op, body.findAncestorOpInBlock(*op));
    return WalkResult::advance();
  });
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

namespace {
/// Makes the maps, one for each index.
class GeneratedMaps {
public:
  GeneratedMaps(GenerateOp generate, OpBuilder &builder)
      : generate(generate), builder(builder), loc(generate.getLoc()),
        bounds(getSizes(generate.getBounds())) {}

  Value build();

private:
  /// An array of which an element is read, or what the loops so far have made
  /// of it, and the loops of its outermost dimensions.
  struct Operand {
    Value value;
    SmallVector<unsigned> loops;
  };

  std::optional<Operand> findOperand(AtOp at);
  void collectOperands();
  bool needsNumbers(unsigned loop);
  SmallVector<Value> emit(unsigned loop);
  SmallVector<Value> emitBody();

  GenerateOp generate;
  OpBuilder &builder;
  Location loc;
  SmallVector<Expr> bounds;
  /// What is read of arrays at the indices alone, and the numbers of the loops
  /// that something else needs.
  llvm::MapVector<Value, Operand> operands;
  std::map<unsigned, Value> numbers;
};
} // namespace

/// Where a read is one of all that has the indices of some loops, the array and
/// these loops.
std::optional<GeneratedMaps::Operand> GeneratedMaps::findOperand(AtOp at) {
  Operand operand = {at.getInput(), {}};
  if (const auto *known = operands.find(at.getInput()); known != operands.end())
    operand = known->second;
  else if (generate->isAncestor(at.getInput().getParentBlock()->getParentOp()))
    return std::nullopt;
  auto type = cast<ArrayType>(at.getInput().getType());
  if (at.getDim() != 0)
    return std::nullopt;
  for (auto [dim, position] : llvm::enumerate(at.getMixedPositions())) {
    std::optional<unsigned> loop =
        getLoop(generate, position, type.getSize(dim));
    if (!loop || llvm::is_contained(operand.loops, *loop))
      return std::nullopt;
    operand.loops.push_back(*loop);
  }
  return operand;
}

void GeneratedMaps::collectOperands() {
  for (AtOp at : generate.getBody().front().getOps<AtOp>())
    if (std::optional<Operand> operand = findOperand(at))
      operands.insert({at.getResult(), *operand});
  // What only others of them read of needs no place in the loops.
  auto isReadOfAgain = [&](Value read) {
    return llvm::all_of(read.getUsers(), [&](Operation *user) {
      return isa<AtOp>(user) && operands.contains(user->getResult(0));
    });
  };
  for (auto &[read, operand] : operands) {
    if (isReadOfAgain(read))
      operand.loops.clear();
    else
      operand.value = sortDims(builder, loc, operand.value, operand.loops);
  }
}

/// Whether the number of a loop is needed: by more than what becomes elements
/// of arrays, or as the only thing that a map goes through.
bool GeneratedMaps::needsNumbers(unsigned loop) {
  BlockArgument index = generate.getBody().getArgument(loop);
  return llvm::any_of(index.getUsers(),
                      [&](Operation *user) {
                        return !isa<AtOp>(user) ||
                               !operands.contains(user->getResult(0));
                      }) ||
         llvm::none_of(operands, [&](const auto &entry) {
           return llvm::is_contained(entry.second.loops, loop);
         });
}

/// What the body yields, for the elements and numbers that it has now.
SmallVector<Value> GeneratedMaps::emitBody() {
  IRMapping values;
  for (const auto &[read, operand] : operands)
    values.map(read, operand.value);
  for (const auto &[loop, number] : numbers)
    values.map(generate.getBody().getArgument(loop),
               arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                          number));
  for (Operation &op : generate.getBody().front().without_terminator())
    if (!isa<AtOp>(op) || !operands.contains(op.getResult(0)))
      builder.clone(op, values);
  return {values.lookupOrDefault(generate.getYield().getOperand(0))};
}

/// The maps from loop `loop` on.
SmallVector<Value> GeneratedMaps::emit(unsigned loop) {
  if (loop == bounds.size())
    return emitBody();
  SmallVector<Value *> places;
  for (auto &[read, operand] : operands)
    if (llvm::is_contained(operand.loops, loop))
      places.push_back(&operand.value);
  if (auto known = numbers.find(loop); known != numbers.end())
    places.push_back(&known->second);
  auto inputs =
      llvm::map_to_vector(places, [](Value *place) { return *place; });
  auto map = MapOp::create(builder, loc, inputs, MappingAttr(),
                           [&](OpBuilder &, Location, ValueRange elements) {
                             for (auto [place, element] :
                                  llvm::zip_equal(places, elements))
                               *place = element;
                             return emit(loop + 1);
                           });
  return {map.getResult(0)};
}

Value GeneratedMaps::build() {
  collectOperands();
  for (unsigned loop = 0; loop < bounds.size(); ++loop)
    if (needsNumbers(loop))
      numbers[loop] =
          createNumbers(builder, loc, bounds[loop], builder.getI32Type());
  return emit(0).front();
}

namespace {
struct MapGenerated final : OpRewritePattern<GenerateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GenerateOp generate,
                                PatternRewriter &rewriter) const override {
    if (!isReadAsWhole(generate) || !reduces(generate))
      return rewriter.notifyMatchFailure(
          generate, "reduces nothing, or single elements are read of it");
    WalkResult walk = generate->walk([&](Operation *op) {
      return WalkResult(failure(readsAtComputedPlace(generate, op)));
    });
    if (walk.wasInterrupted())
      return rewriter.notifyMatchFailure(
          generate, "reads at places that are computed from its indices");
    generate.walk([&](AtOp at) { divideRead(generate, at, rewriter); });
    raiseReads(generate, rewriter);
    rewriter.setInsertionPoint(generate);
    rewriter.replaceOp(generate, GeneratedMaps(generate, rewriter).build());
    return success();
  }
};
} // namespace

void lift::populateMapGeneratedPatterns(RewritePatternSet &patterns) {
  patterns.add<MapGenerated>(patterns.getContext());
}
