//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rows.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lift;

static ArrayRef<int64_t> getPad(loop::AllocOp alloc) {
  return alloc.getPad().value_or(ArrayRef<int64_t>());
}

Type lift::getNumberType(loop::AllocOp alloc) {
  return getElementTypeOrSelf(alloc.getType().getElementType());
}

std::optional<int64_t> lift::getNumNumbers(loop::AllocOp alloc) {
  loop::BufferType type = alloc.getType();
  Expr total = 1;
  for (auto [dim, size] : llvm::enumerate(type.getSizeExprs()))
    total = total * (getPad(alloc).empty() ? size : size + getPad(alloc)[dim]);
  if (VectorType vector = type.getVectorType())
    total = total * vector.getNumElements();
  return total.getConstant();
}

loop::AllocOp lift::createRow(OpBuilder &builder, Location loc,
                              int64_t numNumbers, Type numberType,
                              AddressSpace space) {
  return loop::AllocOp::create(builder, loc,
                               loop::BufferType::get(builder.getContext(),
                                                     Expr(numNumbers),
                                                     numberType, space));
}

void lift::moveToRow(Operation *access, loop::AllocOp alloc, Value row,
                     function_ref<Expr(loop::OperandExprs &)> getStart) {
  auto load = dyn_cast<loop::LoadOp>(access);
  auto store = dyn_cast<loop::StoreOp>(access);
  Type accessed = load ? load.getType() : store.getValue().getType();
  auto [exprs, indices] = loop::getExprs(access);
  loop::OperandExprs operands;
  SmallVector<Expr> path = operands.use(exprs, indices);
  // All lanes of an element.
  if (isa<VectorType>(accessed) && !loop::hasLanes(exprs))
    path.push_back(loop::getLaneSymbol());
  Expr linear = loop::getLinearIndex(alloc.getType(), path, getPad(alloc));
  loop::setExprs(access, getStart(operands) + linear, operands);
  (load ? load.getBufferMutable() : store.getBufferMutable()).assign(row);
}
