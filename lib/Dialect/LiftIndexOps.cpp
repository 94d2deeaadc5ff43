//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the operations that index arrays freely: generate,
// gather, scatter, lookup, at. LiftInterfaces.h explains views.
//
//===----------------------------------------------------------------------===//

#include "PatternSupport.h"
#include "ViewSupport.h"

#include "LiftDialect/LiftOps.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Index functions
//===----------------------------------------------------------------------===//

/// Checks that the body is a function of `count` indices to one value.
static LogicalResult verifyIndexFunction(Operation *op, Region &body,
                                         size_t count) {
  bool hasIndices = llvm::all_of(body.getArgumentTypes(),
                                 [](Type type) { return type.isIndex(); });
  if (body.getNumArguments() != count || !hasIndices)
    return op->emitOpError("body must take ")
           << count << " arguments of type 'index'";
  YieldOp yield = getYieldOf(body);
  if (!yield || yield.getNumOperands() != 1)
    return op->emitOpError("body must end with 'lift.yield' of one value");
  return success();
}

/// Checks that the body is a function of an index to an index.
static LogicalResult verifyIndexToIndex(Operation *op, Region &body) {
  if (failed(verifyIndexFunction(op, body, /*count=*/1)))
    return failure();
  Type yielded = getYieldOf(body).getOperand(0).getType();
  if (!yielded.isIndex())
    return op->emitOpError("body must yield an 'index', but yields ")
           << yielded;
  return success();
}

/// What holds of an index of a dimension of an array, if the program states
/// that it does and otherwise.
static IndexRange getRange(TypedValue<ArrayType> array, unsigned dim,
                           bool isStated) {
  return {array.getType().getSize(dim),
          isStated ? IndexRange::Reason::Stated : IndexRange::Reason::Proved};
}

static LogicalResult verifyOneBound(Operation *op, ArrayAttr bounds) {
  if (bounds.size() == 1)
    return success();
  return op->emitOpError("needs one index, but has ") << bounds.size();
}

/// The same operation on `source`, with its body, and a deeper dimension.
template <typename OpTy>
static Operation *cloneIndexFunction(OpTy op, OpBuilder &builder, Value source,
                                     unsigned depth) {
  auto clone = cast<OpTy>(builder.clone(*op));
  clone.getInputMutable().assign(source);
  clone.setDim(op.getDim() + depth);
  SmallVector<Type> types;
  // Succeeds: one dimension further in is the dimension that the op has now.
  (void)OpTy::inferReturnTypes(clone.getContext(), clone.getLoc(),
                               clone->getOperands(), DictionaryAttr(),
                               clone->getPropertiesStorage(),
                               clone->getRegions(), types);
  clone.getResult().setType(cast<ArrayType>(types.front()));
  return clone;
}

//===----------------------------------------------------------------------===//
// GenerateOp
//===----------------------------------------------------------------------===//

YieldOp GenerateOp::getYield() { return getYieldOf(getBody()); }

LogicalResult GenerateOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location> loc,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &results) {
  YieldOp yield = getYieldOf(adaptor.getBody());
  if (!yield || yield.getNumOperands() != 1)
    return emitOptionalError(loc,
                             "body must end with 'lift.yield' of one value");
  Type type = yield.getOperand(0).getType();
  if (!type.isIntOrFloat() && !isa<VectorType, TupleType>(type))
    return emitOptionalError(
        loc, "cannot make an array of ", type,
        type.isIndex() ? ": cast it to i32 or i64 with arith.index_cast" : "");
  SmallVector<Expr> sizes = getSizes(adaptor.getBounds());
  if (sizes.empty())
    return emitOptionalError(loc, "needs at least one index");
  return inferArray(loc, sizes, type, results);
}

void GenerateOp::getSizeConstraints(
    SmallVectorImpl<SizeConstraint> &constraints) {
  for (const Expr &size : getSizes(getBounds()))
    constraints.push_back(
        lessEqual(1, size, "generates " + size.str() + " elements"));
}

LogicalResult GenerateOp::verifyRegions() {
  return verifyIndexFunction(*this, getBody(), getBounds().size());
}

//===----------------------------------------------------------------------===//
// GatherOp
//===----------------------------------------------------------------------===//

YieldOp GatherOp::getYield() { return getYieldOf(getBody()); }

LogicalResult GatherOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  int64_t dim = getDimOrOutermost(adaptor.getDimAttr());
  if (failed(input) || failed(checkDim(loc, *input, dim)))
    return failure();
  SmallVector<Expr> sizes = input->getSizeExprs();
  SmallVector<Expr> bounds = getSizes(adaptor.getBounds());
  if (!bounds.empty())
    sizes[dim] = bounds.front();
  return inferArray(loc, sizes, input->getElementType(), results);
}

void GatherOp::getSizeConstraints(
    SmallVectorImpl<SizeConstraint> &constraints) {
  for (const Expr &size : getSizes(getBounds()))
    constraints.push_back(
        lessEqual(1, size, "gathers " + size.str() + " elements"));
}

LogicalResult GatherOp::verify() { return verifyOneBound(*this, getBounds()); }

LogicalResult GatherOp::verifyRegions() {
  return verifyIndexToIndex(*this, getBody());
}

Access GatherOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &indices) {
  Access access{getInput(), SmallVector<Expr>(path), {}, nullptr};
  access.path[getDim()] = indices.apply(
      getBody(), path[getDim()], getRange(getInput(), getDim(), getInBounds()));
  return access;
}

std::optional<WritePath> GatherOp::getWritePath(unsigned, ArrayRef<Expr>,
                                                IndexBinder &) {
  return std::nullopt;
}

Operation *GatherOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                  unsigned depth) {
  return cloneIndexFunction(*this, builder, sources[0], depth);
}

//===----------------------------------------------------------------------===//
// ScatterOp
//===----------------------------------------------------------------------===//

YieldOp ScatterOp::getYield() { return getYieldOf(getBody()); }

LogicalResult ScatterOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> loc,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  int64_t dim = getDimOrOutermost(adaptor.getDimAttr());
  if (failed(input) || failed(checkDim(loc, *input, dim)))
    return failure();
  results.push_back(*input);
  return success();
}

void ScatterOp::getSizeConstraints(
    SmallVectorImpl<SizeConstraint> &constraints) {
  Expr length = getInput().getType().getSize(getDim());
  for (const Expr &size : getSizes(getBounds()))
    if (size != length)
      constraints.push_back({ConstraintKind::Equal, length, size,
                             "has an index below " + size.str() +
                                 " for an array of length " + length.str()});
}

LogicalResult ScatterOp::verify() { return verifyOneBound(*this, getBounds()); }

LogicalResult ScatterOp::verifyRegions() {
  return verifyIndexToIndex(*this, getBody());
}

Access ScatterOp::getReadAccess(ArrayRef<Expr>, IndexBinder &) { return {}; }

std::optional<WritePath> ScatterOp::getWritePath(unsigned, ArrayRef<Expr> path,
                                                 IndexBinder &indices) {
  WritePath target{SmallVector<Expr>(path), {}, /*exact=*/getPermutation()};
  target.path[getDim()] =
      indices.apply(getBody(), path[getDim()],
                    getRange(getResult(), getDim(), getPermutation()));
  return target;
}

Operation *ScatterOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                   unsigned depth) {
  return cloneIndexFunction(*this, builder, sources[0], depth);
}

//===----------------------------------------------------------------------===//
// Elements, or what stands outside
//===----------------------------------------------------------------------===//

/// Checks what stands outside of the operand of a lookup or at.
template <typename OpTy>
static LogicalResult verifyOutside(OpTy op) {
  if (!op.getOutside())
    return success();
  if (op.getInBounds())
    return op.emitOpError("has a default, but no index out of bounds");
  Type element = op.getInput().getType().getElementType();
  if (op.getOutside().getType() != element)
    return op.emitOpError("has a default of type ")
           << op.getOutside().getType() << " for elements of " << element;
  return success();
}

/// What holds of an index of dimension `dim` of the operand.
template <typename OpTy>
static IndexRange getRange(OpTy op, unsigned dim) {
  IndexRange range = getRange(op.getInput(), dim, op.getInBounds());
  if (op.getOutside())
    range.reason = IndexRange::Reason::Tested;
  return range;
}

/// The element of the operand at `path`, or the default if a test fails.
template <typename OpTy>
static Access getAccess(OpTy op, ArrayRef<Expr> path,
                        ArrayRef<IndexTest> tests) {
  Access access{op.getInput(), SmallVector<Expr>(path), {}, nullptr};
  if (!op.getOutside())
    return access;
  access.tests.assign(tests.begin(), tests.end());
  // Behind the dimensions may stand a lane.
  ArrayRef<Expr> lane = path.drop_front(op.getInput().getType().getRank());
  access.otherwise = std::make_shared<Access>(
      Access{op.getOutside(), SmallVector<Expr>(lane), {}, nullptr});
  return access;
}

//===----------------------------------------------------------------------===//
// LookupOp
//===----------------------------------------------------------------------===//

LogicalResult LookupOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  FailureOr<ArrayType> indices = getArray(loc, adaptor.getIndices().getType());
  int64_t dim = getDimOrOutermost(adaptor.getDimAttr());
  if (failed(input) || failed(indices) || failed(checkDim(loc, *input, dim)))
    return failure();
  Type index = indices->getElementType();
  if (!index.isInteger(32) && !index.isInteger(64))
    return emitOptionalError(loc, "indices must be 'i32' or 'i64', but are ",
                             index);
  SmallVector<Expr> sizes = input->getSizeExprs();
  SmallVector<Expr> added = indices->getSizeExprs();
  sizes.erase(sizes.begin() + dim);
  sizes.insert(sizes.begin() + dim, added.begin(), added.end());
  return inferArray(loc, sizes, input->getElementType(), results);
}

void LookupOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &) {}

LogicalResult LookupOp::verify() { return verifyOutside(*this); }

Access LookupOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &indices) {
  SmallVector<Expr> sourcePath(path);
  auto first = sourcePath.begin() + getDim();
  auto last = first + getIndices().getType().getRank();
  SmallVector<Expr> position(first, last);
  sourcePath.erase(first, last);
  IndexRange range = getRange(*this, getDim());
  Expr index = indices.element(getIndices(), position, range);
  sourcePath.insert(sourcePath.begin() + getDim(), index);
  return getAccess(*this, sourcePath, IndexTest{index, 0, range.length});
}

std::optional<WritePath> LookupOp::getWritePath(unsigned, ArrayRef<Expr>,
                                                IndexBinder &) {
  return std::nullopt;
}

Operation *LookupOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                                  unsigned depth) {
  return LookupOp::create(builder, getLoc(), getInBounds(), sources[0],
                          getIndices(), getOutside(), getDim() + depth);
}

//===----------------------------------------------------------------------===//
// AtOp
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> AtOp::getMixedPositions() {
  SmallVector<OpFoldResult> mixed;
  auto next = getIndices().begin();
  for (Attribute position : getPositions()) {
    if (isa<SizeAttr>(position))
      mixed.push_back(position);
    else
      mixed.push_back(*next++);
  }
  return mixed;
}

LogicalResult AtOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                     Adaptor adaptor,
                                     SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  if (failed(input))
    return failure();
  int64_t dim = getDimOrOutermost(adaptor.getDimAttr());
  size_t count = adaptor.getPositions().size();
  if (count == 0)
    return emitOptionalError(loc, "needs at least one index");
  if (failed(checkDim(loc, *input, dim, count)))
    return failure();
  SmallVector<Expr> sizes = input->getSizeExprs();
  sizes.erase(sizes.begin() + dim, sizes.begin() + dim + count);
  if (!sizes.empty())
    return inferArray(loc, sizes, input->getElementType(), results);
  results.push_back(input->getElementType());
  return success();
}

void AtOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &constraints) {
  if (getOutside())
    return;
  for (auto [i, position] : llvm::enumerate(getPositions())) {
    auto size = dyn_cast<SizeAttr>(position);
    if (!size)
      continue;
    Expr index = size.getValue();
    Expr length = getInput().getType().getSize(getDim() + i);
    std::string sentence = "element " + index.str() +
                           " does not exist in an array of length " +
                           length.str();
    constraints.push_back(lessEqual(0, index, sentence));
    constraints.push_back(lessEqual(index + 1, length, sentence));
  }
}

LogicalResult AtOp::verify() {
  size_t dynamic = llvm::count_if(getPositions(), [](Attribute position) {
    return isa<UnitAttr>(position);
  });
  if (dynamic != getIndices().size())
    return emitOpError("has ")
           << getIndices().size() << " operands for " << dynamic << " indices";
  return verifyOutside(*this);
}

OpFoldResult AtOp::fold(FoldAdaptor) {
  // What stands alone in a chunk of one element.
  auto split = getInput().getDefiningOp<SplitOp>();
  if (!split || !split.getChunk().getValue().isConstant(1) ||
      getDim() != split.getDim() + 1 || getPositions().size() != 1)
    return {};
  auto position = dyn_cast<SizeAttr>(getPositions()[0]);
  return position && position.getValue().isConstant(0)
             ? OpFoldResult(split.getInput())
             : OpFoldResult();
}

Access AtOp::getReadAccess(ArrayRef<Expr> path, IndexBinder &indices) {
  SmallVector<Expr> inserted;
  SmallVector<IndexTest> tests;
  for (auto [i, position] : llvm::enumerate(getMixedPositions())) {
    IndexRange range = getRange(*this, getDim() + i);
    Expr index;
    if (auto size = dyn_cast<Attribute>(position))
      index = cast<SizeAttr>(size).getValue();
    else
      index = indices.element(cast<Value>(position), /*path=*/{}, range);
    tests.push_back({index, 0, range.length});
    inserted.push_back(index);
  }
  SmallVector<Expr> sourcePath(path);
  sourcePath.insert(sourcePath.begin() + getDim(), inserted.begin(),
                    inserted.end());
  return getAccess(*this, sourcePath, tests);
}

std::optional<WritePath> AtOp::getWritePath(unsigned, ArrayRef<Expr>,
                                            IndexBinder &) {
  return std::nullopt;
}

Operation *AtOp::cloneAtDepth(OpBuilder &builder, ValueRange sources,
                              unsigned depth) {
  return AtOp::create(builder, getLoc(), getInBounds(), sources[0],
                      getIndices(), getOutside(), getPositions(),
                      getDim() + depth);
}
