//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the views that make one array of several, or of the same
// one several times: broadcast, concat. LiftInterfaces.h explains the
// interface.
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

//===----------------------------------------------------------------------===//
// ConcatOp
//===----------------------------------------------------------------------===//

LogicalResult ConcatOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &results) {
  if (adaptor.getInputs().empty())
    return emitOptionalError(loc, "needs at least one operand");
  int64_t dim = getDimOrOutermost(adaptor.getDimAttr());
  SmallVector<Expr> sizes;
  Type elementType;
  for (auto [i, operand] : llvm::enumerate(adaptor.getInputs())) {
    FailureOr<ArrayType> input = getArray(loc, operand.getType());
    if (failed(input) || failed(checkDim(loc, *input, dim)))
      return failure();
    if (i == 0) {
      sizes = input->getSizeExprs();
      elementType = input->getElementType();
      continue;
    }
    if (input->getElementType() != elementType)
      return emitOptionalError(loc, "operand #", i, " has elements of ",
                               input->getElementType(),
                               " where operand #0 has ", elementType);
    if (input->getRank() != sizes.size())
      return emitOptionalError(loc, "operand #", i, " has ", input->getRank(),
                               " dimensions where operand #0 has ",
                               sizes.size());
    sizes[dim] = sizes[dim] + input->getSize(dim);
  }
  return inferArray(loc, sizes, elementType, results);
}

void ConcatOp::getSizeConstraints(
    SmallVectorImpl<SizeConstraint> &constraints) {
  auto first = cast<ArrayType>(getInputs().front().getType());
  for (auto [i, operand] : llvm::enumerate(getInputs())) {
    auto type = cast<ArrayType>(operand.getType());
    for (auto [k, expected, size] :
         llvm::enumerate(first.getSizeExprs(), type.getSizeExprs()))
      if (k != getDim() && size != expected)
        constraints.push_back({ConstraintKind::Equal, expected, size,
                               "operand #" + std::to_string(i) + " has size " +
                                   size.str() + " in dimension " +
                                   std::to_string(k) +
                                   " where operand #0 has " + expected.str()});
  }
}

OperandRange ConcatOp::getViewSources() { return getInputs(); }

/// The access to the part that `inputs` make, whose first has the offset 0.
static Access readParts(ValueRange inputs, unsigned dim,
                        SmallVector<Expr> path) {
  Value first = inputs.front();
  Access access{first, path, {}, nullptr};
  if (inputs.size() == 1)
    return access;
  Expr length = cast<ArrayType>(first.getType()).getSize(dim);
  access.tests.push_back({path[dim], 0, length});
  path[dim] = path[dim] - length;
  access.otherwise = std::make_shared<Access>(
      readParts(inputs.drop_front(), dim, std::move(path)));
  return access;
}

Access ConcatOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  return readParts(getInputs(), getDim(), SmallVector<Expr>(path));
}

std::optional<WritePath>
ConcatOp::getWritePath(unsigned source, ArrayRef<Expr> path, IndexBinder &) {
  WritePath target{SmallVector<Expr>(path), {}, /*exact=*/true};
  for (Value before : getInputs().take_front(source))
    target.path[getDim()] = target.path[getDim()] +
                            cast<ArrayType>(before.getType()).getSize(getDim());
  return target;
}

Operation *ConcatOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                  unsigned depth) {
  return ConcatOp::create(builder, getLoc(), sources, getDim() + depth);
}

OpFoldResult ConcatOp::fold(FoldAdaptor) {
  if (getInputs().size() == 1)
    return getInputs().front();
  return {};
}
