//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the views between numbers and vectors: as_vector,
// as_scalar. They are split and join of the innermost dimension, where the new
// one is that of the lanes. LiftInterfaces.h explains the interface.
//
//===----------------------------------------------------------------------===//

#include "ViewSupport.h"

#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lift;

/// `path` with the last index cut into that of a vector and that of a lane.
static SmallVector<Expr> splitLast(ArrayRef<Expr> path, int64_t width) {
  SmallVector<Expr> split(path);
  split.back() = Expr::floorDiv(path.back(), width);
  split.push_back(Expr::mod(path.back(), width));
  return split;
}

/// The reverse.
static SmallVector<Expr> joinLast(ArrayRef<Expr> path, int64_t width) {
  SmallVector<Expr> joined(path.drop_back());
  joined.back() = joined.back() * width + path.back();
  return joined;
}

//===----------------------------------------------------------------------===//
// AsVectorOp
//===----------------------------------------------------------------------===//

static std::string describeWidth(int64_t width, const Expr &length) {
  return "width " + std::to_string(width) +
         " does not divide the array length " + length.str();
}

LogicalResult AsVectorOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location> loc,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  if (failed(input))
    return failure();
  Type element = input->getElementType();
  if (!element.isIntOrFloat())
    return emitOptionalError(loc, "cannot make vectors of ", element);
  int64_t width = adaptor.getWidth();
  if (!isVectorWidth(width))
    return emitOptionalError(loc, "width ", width, " is not 2, 3, 4, 8 or 16");
  SmallVector<Expr> sizes = input->getSizeExprs();
  Expr length = sizes.back();
  sizes.back() = Expr::exactDiv(length, width);
  if (sizes.back().isError() && length.getConstant())
    return emitOptionalError(loc, describeWidth(width, length));
  return inferArray(loc, sizes, VectorType::get(width, element), results);
}

void AsVectorOp::getSizeConstraints(
    SmallVectorImpl<SizeConstraint> &constraints) {
  Expr length = getInput().getType().getSizeExprs().back();
  int64_t width = getWidth();
  constraints.push_back(divides(width, length, describeWidth(width, length)));
}

Access AsVectorOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  return {getInput(), joinLast(path, getWidth()), {}, nullptr};
}

std::optional<WritePath> AsVectorOp::getWritePath(unsigned, ArrayRef<Expr> path,
                                                  IndexBinder &) {
  return WritePath{splitLast(path, getWidth()), {}, /*exact=*/true};
}

Operation *AsVectorOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                    unsigned) {
  return AsVectorOp::create(builder, getLoc(), sources[0], getWidth());
}

OpFoldResult AsVectorOp::fold(FoldAdaptor) {
  auto scalars = getInput().getDefiningOp<AsScalarOp>();
  if (scalars && scalars.getInput().getType() == getType())
    return scalars.getInput();
  return {};
}

//===----------------------------------------------------------------------===//
// AsScalarOp
//===----------------------------------------------------------------------===//

/// The lanes of the vectors in an array.
static int64_t getNumLanes(ArrayType type) {
  return cast<VectorType>(type.getElementType()).getNumElements();
}

LogicalResult AsScalarOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location> loc,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  if (failed(input))
    return failure();
  auto vector = dyn_cast<VectorType>(input->getElementType());
  if (!vector)
    return emitOptionalError(loc, "needs an array of vectors, but got ",
                             *input);
  SmallVector<Expr> sizes = input->getSizeExprs();
  sizes.back() = sizes.back() * getNumLanes(*input);
  return inferArray(loc, sizes, vector.getElementType(), results);
}

void AsScalarOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &) {}

Access AsScalarOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  return {getInput(),
          splitLast(path, getNumLanes(getInput().getType())),
          {},
          nullptr};
}

std::optional<WritePath> AsScalarOp::getWritePath(unsigned, ArrayRef<Expr> path,
                                                  IndexBinder &) {
  return WritePath{joinLast(path, getNumLanes(getInput().getType())),
                   {},
                   /*exact=*/true};
}

Operation *AsScalarOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                    unsigned) {
  return AsScalarOp::create(builder, getLoc(), sources[0]);
}

OpFoldResult AsScalarOp::fold(FoldAdaptor) {
  if (auto vectors = getInput().getDefiningOp<AsVectorOp>())
    return vectors.getInput();
  return {};
}
