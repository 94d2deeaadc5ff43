//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Transforms/MapsOfViews.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

static bool isOutside(MapOp map, Value value) {
  return !map.getBody().isAncestor(value.getParentRegion());
}

bool lift::isRearranged(MapOp map, Value value) {
  if (isOutside(map, value))
    return true;
  Block *body = &map.getBody().front();
  if (auto arg = dyn_cast<BlockArgument>(value))
    return arg.getOwner() == body;
  auto view = value.getDefiningOp<ViewOpInterface>();
  if (!view || view->getBlock() != body)
    return false;
  // What a pad or an index function uses must exist outside the map.
  OperandRange sources = view.getViewSources();
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(view->getRegions(), used);
  used.insert_range(view->getOperands().drop_front(sources.size()));
  return llvm::all_of(used,
                      [&](Value operand) { return isOutside(map, operand); }) &&
         llvm::all_of(sources,
                      [&](Value source) { return isRearranged(map, source); });
}

Value lift::rearrange(OpBuilder &builder, MapOp map, Value value) {
  if (isOutside(map, value))
    return BroadcastOp::create(
        builder, map.getLoc(), value,
        getSizeArrayAttr(builder.getContext(), {map.getTripCount()}),
        /*dim=*/0);
  if (auto arg = dyn_cast<BlockArgument>(value))
    return map.getInputs()[arg.getArgNumber()];
  auto view = value.getDefiningOp<ViewOpInterface>();
  SmallVector<Value> sources =
      llvm::map_to_vector(view.getViewSources(), [&](Value source) {
        return rearrange(builder, map, source);
      });
  return view.cloneAtDepth(builder, sources, /*depth=*/1)->getResult(0);
}
