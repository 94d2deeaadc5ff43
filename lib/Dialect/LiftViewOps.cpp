//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the views: result types, the two directions of each,
// and folds. LiftInterfaces.h explains the interface.
//
//===----------------------------------------------------------------------===//

#include "AssemblyFormat.h"

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

ArrayAttr lift::getSizeArrayAttr(MLIRContext *context, ArrayRef<Expr> sizes) {
  return ArrayAttr::get(context,
                        llvm::map_to_vector(sizes, [&](const Expr &size) {
                          return Attribute(SizeAttr::get(context, size));
                        }));
}

SmallVector<Expr> lift::getSizes(ArrayAttr sizes) {
  return llvm::map_to_vector(sizes.getAsRange<SizeAttr>(),
                             [](SizeAttr size) { return size.getValue(); });
}

/// Infers a result of `sizes`, unless one of them is an error.
static LogicalResult inferArray(std::optional<Location> loc,
                                ArrayRef<Expr> sizes, Type elementType,
                                SmallVectorImpl<Type> &results) {
  for (const Expr &size : sizes) {
    if (size.isError())
      return emitOptionalError(loc, size.getError());
    if (std::optional<int64_t> constant = size.getConstant();
        constant && (*constant < 1 || *constant > kMaxSize))
      return emitOptionalError(loc, "result would have a dimension of size ",
                               *constant);
  }
  results.push_back(
      ArrayType::get(elementType.getContext(), sizes, elementType));
  return success();
}

static LogicalResult checkDim(std::optional<Location> loc, ArrayType type,
                              int64_t dim, int64_t count = 1) {
  if (dim >= 0 && dim + count <= type.getRank())
    return success();
  return emitOptionalError(loc, "dimension ", dim + count - 1,
                           " does not exist in ", type);
}

/// The dimension that an attribute names; while an operation is being parsed
/// its default is not there yet.
static int64_t getDimOrOutermost(IntegerAttr dim) {
  return dim ? dim.getInt() : 0;
}

/// The dimensions that a list attribute names, or the outermost `count`.
static SmallVector<int64_t>
getDimsOrOutermost(std::optional<ArrayRef<int64_t>> dims, size_t count) {
  if (dims)
    return SmallVector<int64_t>(*dims);
  return llvm::to_vector(llvm::seq<int64_t>(0, count));
}

/// Checks that the lists are of equal length and name each dimension once, in
/// order.
static LogicalResult checkDims(std::optional<Location> loc, ArrayType type,
                               ArrayRef<int64_t> dims, size_t count) {
  if (dims.size() != count)
    return emitOptionalError(loc, "names ", dims.size(), " dimensions for ",
                             count, " sizes");
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (failed(checkDim(loc, type, dim)))
      return failure();
    if (i > 0 && dim <= dims[i - 1])
      return emitOptionalError(loc, "dimensions must be in increasing order");
  }
  return success();
}

/// `dims` shifted by `depth`, spelled out.
static DenseI64ArrayAttr shiftDims(OpBuilder &builder, ArrayRef<int64_t> dims,
                                   unsigned depth) {
  return builder.getDenseI64ArrayAttr(
      llvm::map_to_vector(dims, [&](int64_t dim) { return dim + depth; }));
}

static SizeConstraint divides(const Expr &divisor, const Expr &value,
                              std::string sentence) {
  return {ConstraintKind::Divides, divisor, value, std::move(sentence)};
}

static SizeConstraint lessEqual(const Expr &lhs, const Expr &rhs,
                                std::string sentence) {
  return {ConstraintKind::LessEqual, lhs, rhs, std::move(sentence)};
}

//===----------------------------------------------------------------------===//
// SplitOp
//===----------------------------------------------------------------------===//

LogicalResult SplitOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  auto type = cast<ArrayType>(adaptor.getInput().getType());
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
  constraints.push_back(divides(chunk, length,
                                "chunk size " + chunk.str() +
                                    " does not divide the array length " +
                                    length.str()));
}

Value SplitOp::getViewSource() { return getInput(); }

Access SplitOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  SmallVector<Expr> source(path);
  source[getDim()] =
      path[getDim()] * getChunk().getValue() + path[getDim() + 1];
  source.erase(source.begin() + getDim() + 1);
  return {getInput(), source, {}, nullptr};
}

std::optional<WritePath> SplitOp::getWritePath(ArrayRef<Expr> path) {
  SmallVector<Expr> target(path);
  Expr chunk = getChunk().getValue();
  target[getDim()] = Expr::floorDiv(path[getDim()], chunk);
  target.insert(target.begin() + getDim() + 1,
                Expr::mod(path[getDim()], chunk));
  return WritePath{target, {}, /*exact=*/true};
}

Operation *SplitOp::cloneAtDepth(OpBuilder &builder, Value source,
                                 unsigned depth) {
  return SplitOp::create(builder, getLoc(), source, getChunk(),
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
  auto type = cast<ArrayType>(adaptor.getInput().getType());
  int64_t dim = getDimOrOutermost(adaptor.getDimAttr());
  if (failed(checkDim(loc, type, dim, /*count=*/2)))
    return failure();
  SmallVector<Expr> sizes = type.getSizeExprs();
  sizes[dim] = sizes[dim] * sizes[dim + 1];
  sizes.erase(sizes.begin() + dim + 1);
  return inferArray(loc, sizes, type.getElementType(), results);
}

void JoinOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &) {}

Value JoinOp::getViewSource() { return getInput(); }

Access JoinOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  SmallVector<Expr> source(path);
  Expr inner = getInput().getType().getSize(getDim() + 1);
  source[getDim()] = Expr::floorDiv(path[getDim()], inner);
  source.insert(source.begin() + getDim() + 1,
                Expr::mod(path[getDim()], inner));
  return {getInput(), source, {}, nullptr};
}

std::optional<WritePath> JoinOp::getWritePath(ArrayRef<Expr> path) {
  SmallVector<Expr> target(path);
  Expr inner = getInput().getType().getSize(getDim() + 1);
  target[getDim()] = path[getDim()] * inner + path[getDim() + 1];
  target.erase(target.begin() + getDim() + 1);
  return WritePath{target, {}, /*exact=*/true};
}

Operation *JoinOp::cloneAtDepth(OpBuilder &builder, Value source,
                                unsigned depth) {
  return JoinOp::create(builder, getLoc(), source, getDim() + depth);
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
  auto type = cast<ArrayType>(adaptor.getInput().getType());
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

Value TransposeOp::getViewSource() { return getInput(); }

Access TransposeOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  SmallVector<Expr> source(path.size());
  for (auto [i, dim] : llvm::enumerate(getFullPermutation()))
    source[dim] = path[i];
  return {getInput(), source, {}, nullptr};
}

std::optional<WritePath> TransposeOp::getWritePath(ArrayRef<Expr> path) {
  SmallVector<Expr> target;
  for (int64_t dim : getFullPermutation())
    target.push_back(path[dim]);
  return WritePath{target, {}, /*exact=*/true};
}

Operation *TransposeOp::cloneAtDepth(OpBuilder &builder, Value source,
                                     unsigned depth) {
  SmallVector<int64_t> permutation =
      llvm::to_vector(llvm::seq<int64_t>(0, depth));
  for (int64_t dim : getFullPermutation())
    permutation.push_back(dim + depth);
  // The elements may be arrays now that were components of a tuple before.
  unsigned rank = cast<ArrayType>(source.getType()).getRank();
  for (int64_t dim = permutation.size(); dim < rank; ++dim)
    permutation.push_back(dim);
  return TransposeOp::create(builder, getLoc(), source,
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
  auto type = cast<ArrayType>(adaptor.getInput().getType());
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

Value SlideOp::getViewSource() { return getInput(); }

Access SlideOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  SmallVector<Expr> source(path);
  unsigned first = getFirstDim(), count = getNumDims();
  for (auto [i, step] : llvm::enumerate(getSizes(getStep())))
    source[first + i] = path[first + i] * step + path[first + count + i];
  source.erase(source.begin() + first + count,
               source.begin() + first + 2 * count);
  return {getInput(), source, {}, nullptr};
}

std::optional<WritePath> SlideOp::getWritePath(ArrayRef<Expr> path) {
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

Operation *SlideOp::cloneAtDepth(OpBuilder &builder, Value source,
                                 unsigned depth) {
  SmallVector<int64_t> dims = getDimsOrOutermost(getDims(), getNumDims());
  return SlideOp::create(builder, getLoc(), source, getSize(), getStep(),
                         shiftDims(builder, dims, depth));
}

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
  auto type = cast<ArrayType>(adaptor.getInput().getType());
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
  for (ArrayAttr sizes : {getLow(), getHigh()})
    for (const Expr &size : getSizes(sizes))
      constraints.push_back(
          lessEqual(0, size, "pads by a negative size " + size.str()));
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

Value PadOp::getViewSource() { return getInput(); }

Access PadOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &indices) {
  Access access{getInput(), SmallVector<Expr>(path), {}, nullptr};
  SmallVector<Expr> lows = getSizes(getLow()), highs = getSizes(getHigh());
  for (auto [dim, low, high] : llvm::zip_equal(getPaddedDims(), lows, highs)) {
    Expr index = path[dim] - low;
    Expr length = getInput().getType().getSize(dim);
    bool padded = !low.isConstant(0) || !high.isConstant(0);
    if (padded && getMode() == PadMode::Constant)
      access.tests.push_back({index, 0, length});
    else if (padded)
      index = indices.clamp(index, 0, length - 1);
    access.path[dim] = index;
  }
  if (!access.tests.empty())
    access.otherwise =
        std::make_shared<Access>(Access{getValue(), {}, {}, nullptr});
  return access;
}

std::optional<WritePath> PadOp::getWritePath(ArrayRef<Expr> path) {
  // The halo of an empty pad has no specified content, so that not writing it
  // leaves nothing out.
  WritePath target{SmallVector<Expr>(path),
                   {},
                   /*exact=*/getMode() == PadMode::Empty};
  for (auto [dim, low] : llvm::zip_equal(getPaddedDims(), getSizes(getLow())))
    target.path[dim] = path[dim] + low;
  return target;
}

Operation *PadOp::cloneAtDepth(OpBuilder &builder, Value source,
                               unsigned depth) {
  return PadOp::create(builder, getLoc(), source, getLow(), getHigh(),
                       shiftDims(builder, getPaddedDims(), depth),
                       getModeAttr(), getValue());
}

OpFoldResult PadOp::fold(FoldAdaptor) {
  if (getType() == getInput().getType())
    return getInput();
  return {};
}

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
  if (!element.isIntOrFloat() && !isa<VectorType, TupleType>(element))
    return emitOptionalError(loc, "cannot make an array of ", element);
  uint64_t dim = getDimOrOutermost(adaptor.getDimAttr());
  if (dim > sizes.size())
    return emitOptionalError(loc, "has only ", sizes.size(),
                             " dimensions before dimension ", dim);
  SmallVector<Expr> added = lift::getSizes(adaptor.getSizes());
  if (added.empty())
    return emitOptionalError(loc, "needs at least one size");
  sizes.insert(sizes.begin() + dim, added.begin(), added.end());
  return inferArray(loc, sizes, element, results);
}

void BroadcastOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &) {}

Value BroadcastOp::getViewSource() { return getInput(); }

Access BroadcastOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  SmallVector<Expr> source(path);
  source.erase(source.begin() + getDim(),
               source.begin() + getDim() + this->getSizes().size());
  return {getInput(), source, {}, nullptr};
}

std::optional<WritePath> BroadcastOp::getWritePath(ArrayRef<Expr>) {
  return std::nullopt;
}

Operation *BroadcastOp::cloneAtDepth(OpBuilder &builder, Value source,
                                     unsigned depth) {
  return BroadcastOp::create(builder, getLoc(), source, this->getSizes(),
                             getDim() + depth);
}

//===----------------------------------------------------------------------===//
// TakeOp
//===----------------------------------------------------------------------===//

SmallVector<int64_t> TakeOp::getTakenDims() {
  return getDimsOrOutermost(getDims(), getSize().size());
}

LogicalResult TakeOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  auto type = cast<ArrayType>(adaptor.getInput().getType());
  SmallVector<Expr> taken = getSizes(adaptor.getSize());
  SmallVector<int64_t> dims =
      getDimsOrOutermost(adaptor.getDims(), taken.size());
  if (failed(checkDims(loc, type, dims, taken.size())))
    return failure();
  SmallVector<Expr> sizes = type.getSizeExprs();
  for (auto [dim, size] : llvm::zip_equal(dims, taken))
    sizes[dim] = size;
  return inferArray(loc, sizes, type.getElementType(), results);
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

Value TakeOp::getViewSource() { return getInput(); }

Access TakeOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &) {
  return {getInput(), SmallVector<Expr>(path), {}, nullptr};
}

std::optional<WritePath> TakeOp::getWritePath(ArrayRef<Expr> path) {
  WritePath target{SmallVector<Expr>(path), {}, /*exact=*/true};
  for (auto [dim, size] : llvm::zip_equal(getTakenDims(), getSizes(getSize())))
    target.guards.push_back({path[dim], 0, size});
  return target;
}

Operation *TakeOp::cloneAtDepth(OpBuilder &builder, Value source,
                                unsigned depth) {
  return TakeOp::create(builder, getLoc(), source, getSize(),
                        shiftDims(builder, getTakenDims(), depth));
}

OpFoldResult TakeOp::fold(FoldAdaptor) {
  if (getType() == getInput().getType())
    return getInput();
  return {};
}
