//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the views that regroup and permute dimensions: split,
// join, transpose, slide, reverse. LiftInterfaces.h explains the interface.
//
//===----------------------------------------------------------------------===//

#include "ViewSupport.h"

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// SplitOp
//===----------------------------------------------------------------------===//

LogicalResult SplitOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  if (failed(input))
    return failure();
  ArrayType type = *input;
  int64_t dim = getDimOrOutermost(adaptor.getDimAttr());
  if (failed(checkDim(loc, type, dim)))
    return failure();
  SmallVector<Expr> sizes = type.getSizeExprs();
  Expr chunk = adaptor.getChunk().getValue();
  Expr count = Expr::exactDiv(sizes[dim], chunk);
  if (count.isError() && sizes[dim].getConstant() && !chunk.isConstant(0))
    return emitOptionalError(loc, "chunk size ", chunk.str(),
                             " does not divide the array length ",
                             sizes[dim].str());
  sizes[dim] = count;
  sizes.insert(sizes.begin() + dim + 1, chunk);
  return inferArray(loc, sizes, type.getElementType(), results);
}

void SplitOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &constraints) {
  Expr length = getInput().getType().getSize(getDim());
  Expr chunk = getChunk().getValue();
  constraints.push_back(
      lessEqual(1, chunk, "chunk size " + chunk.str() + " is not positive"));
  constraints.push_back(divides(chunk, length,
                                "chunk size " + chunk.str() +
                                    " does not divide the array length " +
                                    length.str()));
}

Access SplitOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  SmallVector<Expr> source(path);
  source[getDim()] =
      path[getDim()] * getChunk().getValue() + path[getDim() + 1];
  source.erase(source.begin() + getDim() + 1);
  return {getInput(), source, {}, nullptr};
}

std::optional<WritePath> SplitOp::getWritePath(unsigned, ArrayRef<Expr> path,
                                               IndexBinder &) {
  SmallVector<Expr> target(path);
  Expr chunk = getChunk().getValue();
  target[getDim()] = Expr::floorDiv(path[getDim()], chunk);
  target.insert(target.begin() + getDim() + 1,
                Expr::mod(path[getDim()], chunk));
  return WritePath{target, {}, /*exact=*/true};
}

Operation *SplitOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                 unsigned depth) {
  return SplitOp::create(builder, getLoc(), sources[0], getChunk(),
                         getDim() + depth);
}

OpFoldResult SplitOp::fold(FoldAdaptor) {
  // split(join(x)) into the chunks that x had.
  auto join = getInput().getDefiningOp<JoinOp>();
  if (join && join.getDim() == getDim() &&
      join.getInput().getType() == getType())
    return join.getInput();
  return {};
}

//===----------------------------------------------------------------------===//
// JoinOp
//===----------------------------------------------------------------------===//

LogicalResult JoinOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  if (failed(input))
    return failure();
  ArrayType type = *input;
  int64_t dim = getDimOrOutermost(adaptor.getDimAttr());
  if (failed(checkDim(loc, type, dim, /*count=*/2)))
    return failure();
  SmallVector<Expr> sizes = type.getSizeExprs();
  sizes[dim] = sizes[dim] * sizes[dim + 1];
  sizes.erase(sizes.begin() + dim + 1);
  return inferArray(loc, sizes, type.getElementType(), results);
}

void JoinOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &) {}

Access JoinOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  SmallVector<Expr> source(path);
  Expr inner = getInput().getType().getSize(getDim() + 1);
  source[getDim()] = Expr::floorDiv(path[getDim()], inner);
  source.insert(source.begin() + getDim() + 1,
                Expr::mod(path[getDim()], inner));
  return {getInput(), source, {}, nullptr};
}

std::optional<WritePath> JoinOp::getWritePath(unsigned, ArrayRef<Expr> path,
                                              IndexBinder &) {
  SmallVector<Expr> target(path);
  Expr inner = getInput().getType().getSize(getDim() + 1);
  target[getDim()] = path[getDim()] * inner + path[getDim() + 1];
  target.erase(target.begin() + getDim() + 1);
  return WritePath{target, {}, /*exact=*/true};
}

Operation *JoinOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                unsigned depth) {
  return JoinOp::create(builder, getLoc(), sources[0], getDim() + depth);
}

OpFoldResult JoinOp::fold(FoldAdaptor) {
  auto split = getInput().getDefiningOp<SplitOp>();
  if (split && split.getDim() == getDim() &&
      split.getInput().getType() == getType())
    return split.getInput();
  return {};
}

//===----------------------------------------------------------------------===//
// TransposeOp
//===----------------------------------------------------------------------===//

/// The permutation of an array of `rank` dimensions.
static SmallVector<int64_t>
getPermutationOrSwap(std::optional<ArrayRef<int64_t>> permutation,
                     unsigned rank) {
  if (permutation)
    return SmallVector<int64_t>(*permutation);
  SmallVector<int64_t> swap = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(swap[0], swap[1]);
  return swap;
}

SmallVector<int64_t> TransposeOp::getFullPermutation() {
  return getPermutationOrSwap(getPermutation(), getInput().getType().getRank());
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> loc,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  if (failed(input))
    return failure();
  ArrayType type = *input;
  if (type.getRank() < 2)
    return emitOptionalError(loc, "needs at least two dimensions, but got ",
                             type);
  SmallVector<int64_t> permutation =
      getPermutationOrSwap(adaptor.getPermutation(), type.getRank());
  SmallVector<bool> seen(type.getRank());
  if (permutation.size() != type.getRank())
    return emitOptionalError(loc, "permutation has ", permutation.size(),
                             " entries for ", type.getRank(), " dimensions");
  SmallVector<Expr> sizes;
  for (int64_t dim : permutation) {
    if (failed(checkDim(loc, type, dim)))
      return failure();
    if (seen[dim])
      return emitOptionalError(loc, "permutation names dimension ", dim,
                               " twice");
    seen[dim] = true;
    sizes.push_back(type.getSize(dim));
  }
  return inferArray(loc, sizes, type.getElementType(), results);
}

void TransposeOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &) {}

Access TransposeOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  SmallVector<Expr> source(path);
  for (auto [i, dim] : llvm::enumerate(getFullPermutation()))
    source[dim] = path[i];
  return {getInput(), source, {}, nullptr};
}

std::optional<WritePath>
TransposeOp::getWritePath(unsigned, ArrayRef<Expr> path, IndexBinder &) {
  SmallVector<Expr> target(path);
  for (auto [i, dim] : llvm::enumerate(getFullPermutation()))
    target[i] = path[dim];
  return WritePath{target, {}, /*exact=*/true};
}

Operation *TransposeOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                     unsigned depth) {
  SmallVector<int64_t> permutation =
      llvm::to_vector(llvm::seq<int64_t>(0, depth));
  for (int64_t dim : getFullPermutation())
    permutation.push_back(dim + depth);
  // The elements may be arrays now that were components of a tuple before.
  unsigned rank = cast<ArrayType>(sources[0].getType()).getRank();
  for (int64_t dim = permutation.size(); dim < rank; ++dim)
    permutation.push_back(dim);
  return TransposeOp::create(builder, getLoc(), sources[0],
                             builder.getDenseI64ArrayAttr(permutation));
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  SmallVector<int64_t> outer = getFullPermutation();
  if (llvm::is_sorted(outer))
    return getInput();
  auto inner = getInput().getDefiningOp<TransposeOp>();
  if (!inner)
    return {};
  SmallVector<int64_t> first = inner.getFullPermutation();
  SmallVector<int64_t> both =
      llvm::map_to_vector(outer, [&](int64_t dim) { return first[dim]; });
  if (llvm::is_sorted(both))
    return inner.getInput();
  getInputMutable().assign(inner.getInput());
  setPermutation(both);
  return getResult();
}

//===----------------------------------------------------------------------===//
// SlideOp
//===----------------------------------------------------------------------===//

unsigned SlideOp::getFirstDim() {
  return getDims() && !getDims()->empty() ? getDims()->front() : 0;
}

LogicalResult SlideOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  if (failed(input))
    return failure();
  ArrayType type = *input;
  SmallVector<Expr> windows = getSizes(adaptor.getSize());
  SmallVector<Expr> steps = getSizes(adaptor.getStep());
  SmallVector<int64_t> dims =
      getDimsOrOutermost(adaptor.getDims(), windows.size());
  if (windows.size() != steps.size())
    return emitOptionalError(loc, "has ", windows.size(), " sizes and ",
                             steps.size(), " steps");
  if (windows.empty())
    return emitOptionalError(loc, "needs at least one window size");
  if (failed(checkDims(loc, type, dims, windows.size())))
    return failure();
  if (dims.back() - dims.front() + 1 != static_cast<int64_t>(dims.size()))
    return emitOptionalError(loc, "dimensions must be neighbours");
  SmallVector<Expr> sizes = type.getSizeExprs();
  for (auto [dim, window, step] : llvm::zip_equal(dims, windows, steps)) {
    if (std::optional<int64_t> constant = step.getConstant();
        constant && *constant < 0)
      return emitOptionalError(loc, "step ", *constant, " is not positive");
    if (std::optional<int64_t> constant = (sizes[dim] - window).getConstant();
        constant && *constant < 0)
      return emitOptionalError(loc, "window of ", window.str(),
                               " is longer than the array length ",
                               sizes[dim].str());
    Expr count = Expr::exactDiv(sizes[dim] - window + step, step);
    if (count.isError() && sizes[dim].getConstant() && window.getConstant() &&
        step.getConstant() && !step.isConstant(0))
      return emitOptionalError(loc, "windows of ", window.str(), " every ",
                               step.str(),
                               " elements do not cover an array of length ",
                               sizes[dim].str(), " exactly");
    sizes[dim] = count;
  }
  sizes.insert(sizes.begin() + dims.back() + 1, windows.begin(), windows.end());
  return inferArray(loc, sizes, type.getElementType(), results);
}

void SlideOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &constraints) {
  for (auto [i, window, step] :
       llvm::enumerate(getSizes(getSize()), getSizes(getStep()))) {
    Expr length = getInput().getType().getSize(getFirstDim() + i);
    constraints.push_back(
        lessEqual(1, step, "step " + step.str() + " is not positive"));
    constraints.push_back(lessEqual(window, length,
                                    "window of " + window.str() +
                                        " is longer than the array length " +
                                        length.str()));
    constraints.push_back(
        divides(step, length - window,
                "windows of " + window.str() + " every " + step.str() +
                    " elements do not cover an array of length " +
                    length.str() + " exactly"));
  }
}

Access SlideOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  SmallVector<Expr> source(path);
  unsigned first = getFirstDim(), count = getNumDims();
  for (auto [i, step] : llvm::enumerate(getSizes(getStep())))
    source[first + i] = path[first + i] * step + path[first + count + i];
  source.erase(source.begin() + first + count,
               source.begin() + first + 2 * count);
  return {getInput(), source, {}, nullptr};
}

std::optional<WritePath> SlideOp::getWritePath(unsigned, ArrayRef<Expr> path,
                                               IndexBinder &) {
  // Windows that do not overlap are chunks.
  if (getSize() != getStep())
    return std::nullopt;
  SmallVector<Expr> target(path);
  SmallVector<Expr> inWindow;
  for (auto [i, step] : llvm::enumerate(getSizes(getStep()))) {
    unsigned dim = getFirstDim() + i;
    target[dim] = Expr::floorDiv(path[dim], step);
    inWindow.push_back(Expr::mod(path[dim], step));
  }
  target.insert(target.begin() + getFirstDim() + getNumDims(), inWindow.begin(),
                inWindow.end());
  return WritePath{target, {}, /*exact=*/true};
}

Operation *SlideOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                 unsigned depth) {
  SmallVector<int64_t> dims = getDimsOrOutermost(getDims(), getNumDims());
  return SlideOp::create(builder, getLoc(), sources[0], getSize(), getStep(),
                         shiftDims(builder, dims, depth));
}

//===----------------------------------------------------------------------===//
// ReverseOp
//===----------------------------------------------------------------------===//

SmallVector<int64_t> ReverseOp::getReversedDims() {
  return getDimsOrOutermost(getDims(), /*count=*/1);
}

LogicalResult ReverseOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> loc,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  if (failed(input))
    return failure();
  ArrayType type = *input;
  SmallVector<int64_t> dims =
      getDimsOrOutermost(adaptor.getDims(), /*count=*/1);
  if (failed(checkDims(loc, type, dims, dims.size())))
    return failure();
  results.push_back(type);
  return success();
}

void ReverseOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &) {}

/// The way there and the way back are the same.
static SmallVector<Expr> reversePath(ReverseOp op, ArrayRef<Expr> path) {
  SmallVector<Expr> reversed(path);
  for (int64_t dim : op.getReversedDims())
    reversed[dim] = op.getType().getSize(dim) - 1 - path[dim];
  return reversed;
}

Access ReverseOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  return {getInput(), reversePath(*this, path), {}, nullptr};
}

std::optional<WritePath> ReverseOp::getWritePath(unsigned, ArrayRef<Expr> path,
                                                 IndexBinder &) {
  return WritePath{reversePath(*this, path), {}, /*exact=*/true};
}

Operation *ReverseOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                   unsigned depth) {
  return ReverseOp::create(builder, getLoc(), sources[0],
                           shiftDims(builder, getReversedDims(), depth));
}

OpFoldResult ReverseOp::fold(FoldAdaptor) {
  SmallVector<int64_t> dims = getReversedDims();
  if (dims.empty())
    return getInput();
  auto inner = getInput().getDefiningOp<ReverseOp>();
  if (inner && inner.getReversedDims() == dims)
    return inner.getInput();
  return {};
}
