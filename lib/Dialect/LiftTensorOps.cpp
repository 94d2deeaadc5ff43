//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements from_tensor and to_tensor: what host functions on
// tensors give to functions on arrays, and get from them.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/LiftOps.h"

using namespace mlir;
using namespace mlir::lift;

/// Tests that a tensor can have the elements of an array.
static LogicalResult verifyElements(Operation *op, RankedTensorType tensor,
                                    ArrayType array) {
  SmallVector<Expr> sizes = array.getSizeExprs();
  auto isOther = [](const auto &both) {
    auto [known, size] = both;
    std::optional<int64_t> constant = size.getConstant();
    return constant && !ShapedType::isDynamic(known) && *constant != known;
  };
  if (tensor.getElementType() != array.getElementType() ||
      tensor.getRank() != int64_t(sizes.size()) ||
      llvm::any_of(llvm::zip_equal(tensor.getShape(), sizes), isOther))
    return op->emitOpError("has ")
           << tensor << " and " << array << ", which have other elements";
  if (tensor.getEncoding())
    return op->emitOpError("has a tensor with an encoding, ")
           << tensor << ": arrays have none";
  return success();
}

LogicalResult FromTensorOp::verify() {
  return verifyElements(*this, getTensor().getType(), getArray().getType());
}

LogicalResult ToTensorOp::verify() {
  return verifyElements(*this, getTensor().getType(), getArray().getType());
}

OpFoldResult FromTensorOp::fold(FoldAdaptor) {
  auto made = getTensor().getDefiningOp<ToTensorOp>();
  // In the same block only: a loop takes it each time.
  if (made && made.getArray().getType() == getType() &&
      made->getBlock() == getOperation()->getBlock())
    return made.getArray();
  return {};
}

OpFoldResult ToTensorOp::fold(FoldAdaptor) {
  auto given = getArray().getDefiningOp<FromTensorOp>();
  if (given && given.getTensor().getType() == getType())
    return given.getTensor();
  return {};
}
