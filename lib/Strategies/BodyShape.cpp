//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BodyShape.h"

using namespace mlir;
using namespace mlir::lift;

SmallVector<Operation *> lift::getPatterns(Block &body) {
  return llvm::map_to_vector(
      llvm::make_filter_range(
          body, [](Operation &op) { return op.getNumRegions() != 0; }),
      [](Operation &op) { return &op; });
}

SmallVector<Operation *> lift::getLoops(Block &body) {
  return llvm::map_to_vector(
      llvm::make_filter_range(body, llvm::IsaPred<MapOp, FoldPattern>),
      [](Operation &op) { return &op; });
}

Expr lift::getTripCount(Operation *pattern) {
  if (auto map = dyn_cast<MapOp>(pattern))
    return map.getTripCount();
  return cast<FoldPattern>(pattern).getTripCount();
}

bool lift::isSmallArray(Type type, int64_t most) {
  auto array = dyn_cast<ArrayType>(type);
  return array && array.getElementType().isIntOrFloat() &&
         array.getNumElements().getConstant().value_or(most + 1) <= most;
}

std::optional<unsigned> lift::getMapDepth(Operation *op) {
  if (!isa<MapOp>(op))
    return std::nullopt;
  SmallVector<Operation *> inner = getPatterns(op->getRegion(0).front());
  if (inner.empty())
    return 1;
  std::optional<unsigned> depth =
      inner.size() == 1 ? getMapDepth(inner.front()) : std::nullopt;
  return depth ? std::optional(*depth + 1) : std::nullopt;
}

bool lift::isRowBody(Block &body) {
  return llvm::all_of(getPatterns(body), [](Operation *op) {
    if (!isa<MapOp, ReduceOp>(op) ||
        !getPatterns(op->getRegion(0).front()).empty())
      return false;
    auto reduce = dyn_cast<ReduceOp>(op);
    if (reduce && !(reduce.getAssociative() && reduce.getCommutative()))
      return false;
    return llvm::none_of(op->getRegion(0).getArgumentTypes(),
                         llvm::IsaPred<ArrayType>);
  });
}

bool lift::hasRowSteps(Operation *op) {
  auto reduce = dyn_cast<ReduceOp>(op);
  if (!reduce || reduce.getAssociative())
    return false;
  Block &step = reduce.getBody().front();
  return !getPatterns(step).empty() && isRowBody(step) &&
         llvm::none_of(step.getArgumentTypes(), llvm::IsaPred<ArrayType>);
}
