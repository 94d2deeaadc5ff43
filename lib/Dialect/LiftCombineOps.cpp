//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the views that make one array of several, or of the same
// one several times: broadcast. LiftInterfaces.h explains the interface.
//
//===----------------------------------------------------------------------===//

#include "ViewSupport.h"

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> loc,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &results) {
  Type element = adaptor.getInput().getType();
  SmallVector<Expr> sizes;
  if (auto array = dyn_cast<ArrayType>(element)) {
    sizes = array.getSizeExprs();
    element = array.getElementType();
  }
  if (!ArrayType::isValidInnerType(element))
    return emitOptionalError(loc, "cannot make an array of ", element);
  int64_t dim = getDimOrOutermost(adaptor.getDimAttr());
  if (dim < 0)
    return emitOptionalError(loc, "dimension ", dim, " is negative");
  if (dim > static_cast<int64_t>(sizes.size()))
    return emitOptionalError(loc, "has only ", sizes.size(),
                             " dimensions before dimension ", dim);
  SmallVector<Expr> added = lift::getSizes(adaptor.getSizes());
  if (added.empty())
    return emitOptionalError(loc, "needs at least one size");
  sizes.insert(sizes.begin() + dim, added.begin(), added.end());
  return inferArray(loc, sizes, element, results);
}

void BroadcastOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &) {}

Access BroadcastOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  SmallVector<Expr> source(path);
  source.erase(source.begin() + getDim(),
               source.begin() + getDim() + this->getSizes().size());
  return {getInput(), source, {}, nullptr};
}

std::optional<WritePath> BroadcastOp::getWritePath(unsigned, ArrayRef<Expr>,
                                                   IndexBinder &) {
  return std::nullopt;
}

Operation *BroadcastOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                     unsigned depth) {
  return BroadcastOp::create(builder, getLoc(), sources[0], this->getSizes(),
                             getDim() + depth);
}
