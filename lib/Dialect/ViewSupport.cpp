//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ViewSupport.h"

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lift;

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

LogicalResult lift::inferArray(std::optional<Location> loc,
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

LogicalResult lift::checkDim(std::optional<Location> loc, ArrayType type,
                             int64_t dim, int64_t count) {
  int64_t rank = type.getRank();
  // Not dim + count, which overflows.
  if (dim >= 0 && dim <= rank - count)
    return success();
  return emitOptionalError(loc, "dimension ",
                           dim < 0 ? dim : std::max(dim, rank),
                           " does not exist in ", type);
}

int64_t lift::getDimOrOutermost(IntegerAttr dim) {
  return dim ? dim.getInt() : 0;
}

SmallVector<int64_t>
lift::getDimsOrOutermost(std::optional<ArrayRef<int64_t>> dims, size_t count) {
  if (dims)
    return SmallVector<int64_t>(*dims);
  return llvm::to_vector(llvm::seq<int64_t>(0, count));
}

LogicalResult lift::checkDims(std::optional<Location> loc, ArrayType type,
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

DenseI64ArrayAttr lift::shiftDims(OpBuilder &builder, ArrayRef<int64_t> dims,
                                  unsigned depth) {
  return builder.getDenseI64ArrayAttr(
      llvm::map_to_vector(dims, [&](int64_t dim) { return dim + depth; }));
}

SizeConstraint lift::divides(const Expr &divisor, const Expr &value,
                             std::string sentence) {
  return {ConstraintKind::Divides, divisor, value, std::move(sentence)};
}

SizeConstraint lift::lessEqual(const Expr &lhs, const Expr &rhs,
                               std::string sentence) {
  return {ConstraintKind::LessEqual, lhs, rhs, std::move(sentence)};
}
