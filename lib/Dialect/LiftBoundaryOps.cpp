//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the views that add or remove elements at the ends of
// dimensions: pad, take, drop. LiftInterfaces.h explains the interface.
//
//===----------------------------------------------------------------------===//

#include "ViewSupport.h"

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// PadOp
//===----------------------------------------------------------------------===//

SmallVector<int64_t> PadOp::getPaddedDims() {
  return getDimsOrOutermost(getDims(), getLow().size());
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *,
                                      std::optional<Location> loc,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  if (failed(input))
    return failure();
  ArrayType type = *input;
  SmallVector<Expr> lows = getSizes(adaptor.getLow());
  SmallVector<Expr> highs = getSizes(adaptor.getHigh());
  SmallVector<int64_t> dims =
      getDimsOrOutermost(adaptor.getDims(), lows.size());
  if (lows.size() != highs.size())
    return emitOptionalError(loc, "has ", lows.size(), " low and ",
                             highs.size(), " high sizes");
  if (failed(checkDims(loc, type, dims, lows.size())))
    return failure();
  SmallVector<Expr> sizes = type.getSizeExprs();
  for (auto [dim, low, high] : llvm::zip_equal(dims, lows, highs))
    sizes[dim] = sizes[dim] + low + high;
  return inferArray(loc, sizes, type.getElementType(), results);
}

void PadOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &constraints) {
  bool isLimited = getMode() == PadMode::Mirror || getMode() == PadMode::Wrap;
  for (ArrayAttr sizes : {getLow(), getHigh()})
    for (auto [dim, size] : llvm::zip_equal(getPaddedDims(), getSizes(sizes))) {
      constraints.push_back(
          lessEqual(0, size, "pads by a negative size " + size.str()));
      Expr length = getInput().getType().getSize(dim);
      if (isLimited && !size.isConstant(0))
        constraints.push_back(lessEqual(
            size, length,
            stringifyPadMode(getMode()).str() + " pad of " + size.str() +
                " is longer than the array length " + length.str()));
    }
}

LogicalResult PadOp::verify() {
  bool isConstant = getMode() == PadMode::Constant;
  if (isConstant != static_cast<bool>(getValue()))
    return emitOpError("needs a value if and only if the mode is 'constant'");
  if (getValue() &&
      getValue().getType() != getInput().getType().getElementType())
    return emitOpError("pads an array of ")
           << getInput().getType().getElementType() << " with a value of type "
           << getValue().getType();
  return success();
}

Access PadOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &indices) {
  Access access{getInput(), SmallVector<Expr>(path), {}, nullptr};
  SmallVector<Expr> lows = getSizes(getLow()), highs = getSizes(getHigh());
  for (auto [dim, low, high] : llvm::zip_equal(getPaddedDims(), lows, highs)) {
    if (low.isConstant(0) && high.isConstant(0))
      continue;
    Expr &index = access.path[dim];
    Expr length = getInput().getType().getSize(dim);
    index = index - low;
    switch (getMode()) {
    case PadMode::Constant:
      access.tests.push_back({index, 0, length});
      break;
    case PadMode::Clamp:
    case PadMode::Empty:
      index = indices.clamp(index, 0, length - 1);
      break;
    case PadMode::Mirror:
      index = indices.mirror(index, length);
      break;
    case PadMode::Wrap:
      index = indices.wrap(index, length);
      break;
    }
  }
  if (!access.tests.empty())
    access.otherwise = std::make_shared<Access>(
        Access{getValue(),
               SmallVector<Expr>(path.drop_front(getType().getRank())),
               {},
               nullptr});
  return access;
}

bool PadOp::repeatsElements() {
  return getMode() != PadMode::Constant && getMode() != PadMode::Empty;
}

std::optional<WritePath> PadOp::getWritePath(unsigned, ArrayRef<Expr> path,
                                             IndexBinder &) {
  // The halo of an empty pad has no specified content, so that not writing it
  // leaves nothing out.
  WritePath target{SmallVector<Expr>(path),
                   {},
                   /*exact=*/getMode() == PadMode::Empty};
  for (auto [dim, low] : llvm::zip_equal(getPaddedDims(), getSizes(getLow())))
    target.path[dim] = path[dim] + low;
  return target;
}

Operation *PadOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                               unsigned depth) {
  return PadOp::create(builder, getLoc(), sources[0], getLow(), getHigh(),
                       shiftDims(builder, getPaddedDims(), depth),
                       getModeAttr(), getValue());
}

OpFoldResult PadOp::fold(FoldAdaptor) {
  if (getType() == getInput().getType())
    return getInput();
  return {};
}

//===----------------------------------------------------------------------===//
// TakeOp and DropOp
//===----------------------------------------------------------------------===//

/// The type of a take or a drop: `resize` gives the new length of a dimension
/// from its length and the size that the operation names for it.
template <typename Adaptor>
static LogicalResult
inferResized(std::optional<Location> loc, Adaptor adaptor,
             function_ref<Expr(const Expr &length, const Expr &size)> resize,
             SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  if (failed(input))
    return failure();
  SmallVector<Expr> named = getSizes(adaptor.getSize());
  SmallVector<int64_t> dims =
      getDimsOrOutermost(adaptor.getDims(), named.size());
  if (failed(checkDims(loc, *input, dims, named.size())))
    return failure();
  SmallVector<Expr> sizes = input->getSizeExprs();
  for (auto [dim, size] : llvm::zip_equal(dims, named))
    sizes[dim] = resize(sizes[dim], size);
  return inferArray(loc, sizes, input->getElementType(), results);
}

SmallVector<int64_t> TakeOp::getTakenDims() {
  return getDimsOrOutermost(getDims(), getSize().size());
}

LogicalResult TakeOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  return inferResized(
      loc, adaptor, [](const Expr &, const Expr &size) { return size; },
      results);
}

void TakeOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &constraints) {
  for (auto [dim, size] :
       llvm::zip_equal(getTakenDims(), getSizes(getSize()))) {
    Expr length = getInput().getType().getSize(dim);
    constraints.push_back(lessEqual(size, length,
                                    "takes " + size.str() +
                                        " elements of an array of length " +
                                        length.str()));
  }
}

Access TakeOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  return {getInput(), SmallVector<Expr>(path), {}, nullptr};
}

std::optional<WritePath> TakeOp::getWritePath(unsigned, ArrayRef<Expr> path,
                                              IndexBinder &) {
  WritePath target{SmallVector<Expr>(path), {}, /*exact=*/true};
  for (auto [dim, size] : llvm::zip_equal(getTakenDims(), getSizes(getSize())))
    target.guards.push_back({path[dim], 0, size});
  return target;
}

Operation *TakeOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                unsigned depth) {
  return TakeOp::create(builder, getLoc(), sources[0], getSize(),
                        shiftDims(builder, getTakenDims(), depth));
}

/// Of a concatenated array, how many parts are the first `sizes` elements of
/// its dimension; 0 if these are no whole ones.
static unsigned countFirstParts(ConcatOp concat, ArrayRef<int64_t> dims,
                                ArrayAttr sizes) {
  if (!concat || dims.size() != 1 || dims.front() != int64_t(concat.getDim()))
    return 0;
  Expr rest = cast<SizeAttr>(sizes[0]).getValue();
  for (auto [number, part] : llvm::enumerate(concat.getInputs())) {
    rest = rest - cast<ArrayType>(part.getType()).getSize(concat.getDim());
    if (rest.isConstant(0))
      return number + 1;
  }
  return 0;
}

/// `part`, if it has that type: other sizes may only be known to be equal.
static OpFoldResult foldToPart(Value part, Type type) {
  return part.getType() == type ? OpFoldResult(part) : OpFoldResult();
}

OpFoldResult TakeOp::fold(FoldAdaptor) {
  if (getType() == getInput().getType())
    return getInput();
  auto concat = getInput().getDefiningOp<ConcatOp>();
  if (countFirstParts(concat, getTakenDims(), getSize()) == 1)
    return foldToPart(concat.getInputs().front(), getType());
  return {};
}

SmallVector<int64_t> DropOp::getDroppedDims() {
  return getDimsOrOutermost(getDims(), getSize().size());
}

LogicalResult DropOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  return inferResized(
      loc, adaptor,
      [](const Expr &length, const Expr &size) { return length - size; },
      results);
}

void DropOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &constraints) {
  for (auto [dim, size] :
       llvm::zip_equal(getDroppedDims(), getSizes(getSize()))) {
    Expr length = getInput().getType().getSize(dim);
    constraints.push_back(
        lessEqual(0, size, "drops a negative number " + size.str()));
    constraints.push_back(lessEqual(size + 1, length,
                                    "drops " + size.str() +
                                        " elements of an array of length " +
                                        length.str() + ", which leaves none"));
  }
}

Access DropOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  Access access{getInput(), SmallVector<Expr>(path), {}, nullptr};
  for (auto [dim, size] :
       llvm::zip_equal(getDroppedDims(), getSizes(getSize())))
    access.path[dim] = path[dim] + size;
  return access;
}

std::optional<WritePath> DropOp::getWritePath(unsigned, ArrayRef<Expr> path,
                                              IndexBinder &) {
  WritePath target{SmallVector<Expr>(path), {}, /*exact=*/true};
  for (auto [dim, size] :
       llvm::zip_equal(getDroppedDims(), getSizes(getSize()))) {
    target.path[dim] = path[dim] - size;
    target.guards.push_back({target.path[dim], 0, getType().getSize(dim)});
  }
  return target;
}

Operation *DropOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                unsigned depth) {
  return DropOp::create(builder, getLoc(), sources[0], getSize(),
                        shiftDims(builder, getDroppedDims(), depth));
}

OpFoldResult DropOp::fold(FoldAdaptor) {
  if (getType() == getInput().getType())
    return getInput();
  auto concat = getInput().getDefiningOp<ConcatOp>();
  const unsigned numFirst =
      countFirstParts(concat, getDroppedDims(), getSize());
  if (numFirst != 0 && numFirst + 1 == concat.getInputs().size())
    return foldToPart(concat.getInputs().back(), getType());
  return {};
}
