//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FloatUpdates.h"

#include "LiftDialect/Analysis/BufferAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;

static bool isFloatUpdate(Operation *op) {
  auto update = dyn_cast<memref::AtomicRMWOp>(op);
  return update && update.getKind() == arith::AtomicRMWKind::addf;
}

/// The type of the bits of numbers, or of vectors or buffers of these.
static Type getBitsType(Type type) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(getBitsType(shaped.getElementType()));
  return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
}

static Value castTo(OpBuilder &builder, Location loc, Type type, Value value) {
  return arith::BitcastOp::create(builder, loc, type, value);
}

/// Replaces a sum in a buffer that has become one of bits: takes it away, adds
/// to it and puts it back, until nobody has put something there in between.
static void rewriteUpdate(memref::AtomicRMWOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type number = op.getValue().getType();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(number));
  auto exchange = [&](Value value) {
    Value bits = castTo(builder, loc, getBitsType(number), value);
    Value found =
        memref::AtomicRMWOp::create(builder, loc, arith::AtomicRMWKind::assign,
                                    bits, op.getMemref(), op.getIndices());
    return castTo(builder, loc, number, found);
  };
  auto loop =
      scf::WhileOp::create(builder, loc, TypeRange(number), op.getValue());
  Block *step = builder.createBlock(&loop.getBefore(), {}, {number}, {loc});
  Value sum =
      arith::AddFOp::create(builder, loc, exchange(zero), step->getArgument(0));
  Value left = exchange(sum);
  Value isMore = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE,
                                       left, zero);
  scf::ConditionOp::create(builder, loc, isMore, left);
  Block *next = builder.createBlock(&loop.getAfter(), {}, {number}, {loc});
  scf::YieldOp::create(builder, loc, next->getArguments());
  op.erase();
}

/// Casts what an access to such a buffer loads or stores.
static void rewriteAccess(Operation *op) {
  if (isFloatUpdate(op))
    return rewriteUpdate(cast<memref::AtomicRMWOp>(op));
  OpBuilder builder(op);
  if (Value stored = BufferAccess::get(op)->stored) {
    op->replaceUsesOfWith(
        stored,
        castTo(builder, op->getLoc(), getBitsType(stored.getType()), stored));
    return;
  }
  Value loaded = op->getResult(0);
  Type number = loaded.getType();
  loaded.setType(getBitsType(number));
  builder.setInsertionPointAfter(op);
  Value value = castTo(builder, op->getLoc(), number, loaded);
  loaded.replaceAllUsesExcept(value, value.getDefiningOp());
}

void lift::formFloatUpdates(gpu::GPUFuncOp kernel) {
  Block &entry = kernel.getBody().front();
  for (BlockArgument buffer : entry.getArguments()) {
    if (!isa<MemRefType>(buffer.getType()) ||
        llvm::none_of(buffer.getUsers(), isFloatUpdate))
      continue;
    buffer.setType(getBitsType(buffer.getType()));
    for (Operation *user : llvm::to_vector(buffer.getUsers()))
      rewriteAccess(user);
  }
  kernel.setFunctionType(FunctionType::get(
      kernel.getContext(),
      TypeRange(entry.getArgumentTypes()).take_front(kernel.getNumArguments()),
      kernel.getFunctionType().getResults()));
}
