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
    auto index = dyn_cast_if_present<BlockArgument>(dyn_cast<Value>(position));
    if (!index || index.getOwner() != &generate.getBody().front())
      return std::nullopt;
    const unsigned loop = index.getArgNumber();
    if (type.getSize(dim) != bounds[loop] ||
        llvm::is_contained(operand.loops, loop))
      return std::nullopt;
    operand.loops.push_back(loop);
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
    rewriter.replaceOp(generate, GeneratedMaps(generate, rewriter).build());
    return success();
  }
};
} // namespace

void lift::populateMapGeneratedPatterns(RewritePatternSet &patterns) {
  patterns.add<MapGenerated>(patterns.getContext());
}
