//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/MapUses.h"
#include "LiftDialect/Transforms/Passes.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::lift {
#define GEN_PASS_DEF_FUSEMAPSPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct FuseMapsPass final : lift::impl::FuseMapsPassBase<FuseMapsPass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

/// map(map(f)) becomes split(map(f)(join)): `inner` is all that `outer` does.
static void fuse(MapOp inner, MapOp outer) {
  OpBuilder builder(outer);
  Location loc = inner.getLoc();
  // Constants beside the inner map depend on nothing.
  for (Operation &op :
       llvm::make_early_inc_range(outer.getBody().front().without_terminator()))
    if (&op != inner)
      op.moveBefore(outer);
  SmallVector<Value> inputs;
  for (Value input : inner.getInputs())
    inputs.push_back(JoinOp::create(
        builder, loc,
        outer.getInputs()[cast<BlockArgument>(input).getArgNumber()],
        /*dim=*/0));
  auto fused = MapOp::create(
      builder, loc, inputs, outer.getMappingAttr(),
      [&](OpBuilder &nested, Location, ValueRange elements) {
        IRMapping mapping;
        mapping.map(inner.getBody().getArguments(), elements);
        for (Operation &op : inner.getBody().front().without_terminator())
          nested.clone(op, mapping);
        return llvm::map_to_vector(
            inner.getYield().getOperands(),
            [&](Value value) { return mapping.lookupOrDefault(value); });
      });
  fused.setUnrollAttr(outer.getUnrollAttr());
  fused.setVectorWidthAttr(inner.getVectorWidthAttr());
  auto chunk = SizeAttr::get(builder.getContext(), inner.getTripCount());
  for (auto [result, value] :
       llvm::zip_equal(outer.getResults(), fused.getResults()))
    result.replaceAllUsesWith(
        SplitOp::create(builder, loc, value, chunk, /*dim=*/0));
  outer.erase();
}

/// The first map that is to be fused: an outermost one, since fusing an inner
/// one puts a view around it. Null if there is none.
static MapOp findFused(func::FuncOp func) {
  MapOp found;
  func.walk<WalkOrder::PreOrder>([&](MapOp map) {
    MappingAttr mapping = map.getMappingAttr();
    if (!mapping || mapping.getKind() != MappingKind::Fused)
      return WalkResult::advance();
    found = map;
    return WalkResult::interrupt();
  });
  return found;
}

void FuseMapsPass::runOnOperation() {
  while (MapOp map = findFused(getOperation())) {
    auto outer = dyn_cast<MapOp>(map->getParentOp());
    if (!outer || !isPerfectlyNested(map, outer)) {
      map.emitOpError("is to be fused, but is not all that a map around it "
                      "does");
      return signalPassFailure();
    }
    Expr count = outer.getTripCount() * map.getTripCount();
    if (count.getConstant().value_or(1) > kMaxSize) {
      map.emitOpError("cannot be fused: the map would have ")
          << count.str() << " elements, and arrays have at most " << kMaxSize;
      return signalPassFailure();
    }
    fuse(map, outer);
  }
}
