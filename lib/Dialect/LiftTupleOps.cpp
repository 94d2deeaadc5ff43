//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements zip, unzip, tuple and get: syntax that lift-normalize
// turns into operations with several operands and results.
//
//===----------------------------------------------------------------------===//

#include "AssemblyFormat.h"

#include "LiftDialect/LiftOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lift;

LogicalResult ZipOp::inferReturnTypes(MLIRContext *context,
                                      std::optional<Location> loc,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  if (adaptor.getInputs().empty())
    return emitOptionalError(loc, "needs at least one operand");
  SmallVector<Type> components;
  for (Type type : adaptor.getInputs().getTypes()) {
    FailureOr<ArrayType> array = getArray(loc, type);
    if (failed(array))
      return failure();
    components.push_back(array->getInnerType());
  }
  auto first = cast<ArrayType>(adaptor.getInputs().front().getType());
  results.push_back(ArrayType::get(context, ArrayRef<Expr>(first.getSize(0)),
                                   TupleType::get(context, components)));
  return success();
}

void ZipOp::getSizeConstraints(SmallVectorImpl<SizeConstraint> &constraints) {
  Expr first = cast<ArrayType>(getInputs().front().getType()).getSize(0);
  for (auto [i, input] : llvm::enumerate(getInputs())) {
    Expr size = cast<ArrayType>(input.getType()).getSize(0);
    if (size != first)
      constraints.push_back({ConstraintKind::Equal, first, size,
                             "operand #" + std::to_string(i) + " has length " +
                                 size.str() + " where operand #0 has " +
                                 first.str()});
  }
}

LogicalResult UnzipOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  FailureOr<ArrayType> input = getArray(loc, adaptor.getInput().getType());
  if (failed(input))
    return failure();
  ArrayType type = *input;
  auto tuple = dyn_cast<TupleType>(type.getElementType());
  if (!tuple)
    return emitOptionalError(
        loc, "operand must be an array of tuples, but got ", type);
  for (Type component : tuple.getTypes()) {
    SmallVector<Expr> sizes = type.getSizeExprs();
    if (auto array = dyn_cast<ArrayType>(component)) {
      llvm::append_range(sizes, array.getSizeExprs());
      component = array.getElementType();
    }
    results.push_back(ArrayType::get(type.getContext(), sizes, component));
  }
  return success();
}

LogicalResult TupleOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  results.push_back(
      TupleType::get(context, llvm::to_vector(adaptor.getValues().getTypes())));
  return success();
}

LogicalResult GetOp::inferReturnTypes(MLIRContext *,
                                      std::optional<Location> loc,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  auto tuple = cast<TupleType>(adaptor.getTuple().getType());
  if (adaptor.getIndex() >= tuple.size())
    return emitOptionalError(loc, "component ", adaptor.getIndex(),
                             " does not exist in ", tuple);
  results.push_back(tuple.getType(adaptor.getIndex()));
  return success();
}
