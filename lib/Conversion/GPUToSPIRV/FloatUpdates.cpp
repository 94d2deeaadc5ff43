//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FloatUpdates.h"

#include "LiftDialect/Analysis/BufferAccess.h"
#include "LiftDialect/AtomicUpdates.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lift;

static bool isFloatUpdate(Operation *op) {
  auto update = dyn_cast<memref::AtomicRMWOp>(op);
  return update && (update.getKind() == arith::AtomicRMWKind::addf ||
                    isFloatLimit(update.getKind()));
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
static void rewriteSum(memref::AtomicRMWOp op) {
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

namespace {
/// The smaller or larger of a number in such a buffer and another, by
/// operations on their bits: of numbers without a sign, larger ones have larger
/// bits, and with one smaller ones. There are no loops.
class LimitUpdate {
public:
  explicit LimitUpdate(memref::AtomicRMWOp op)
      : op(op), builder(op), loc(op.getLoc()),
        isMax(op.getKind() == Kind::maximumf || op.getKind() == Kind::maxnumf) {
  }

  void rewrite();

private:
  using Kind = arith::AtomicRMWKind;
  using Predicate = arith::CmpIPredicate;

  Value constant(uint32_t bits) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(bits));
  }
  Value compare(Predicate predicate, Value bits, uint32_t other) {
    return arith::CmpIOp::create(builder, loc, predicate, bits,
                                 constant(other));
  }
  /// Both return the bits before.
  Value apply(Kind kind, Value bits) {
    return memref::AtomicRMWOp::create(builder, loc, kind, bits, op.getMemref(),
                                       op.getIndices());
  }
  Value limit(Value bits);
  /// Whether bits are those of a NaN that is more than all numbers, for the
  /// larger one, so that it stays where it is; or of the other kind.
  Value isKept(Value bits) { return isNaN(bits, isMax); }
  Value isLost(Value bits) { return isNaN(bits, !isMax); }
  Value isNaN(Value bits, bool isPositive) {
    return isPositive ? compare(Predicate::sgt, bits, 0x7f800000)
                      : compare(Predicate::ugt, bits, 0xff800000);
  }
  void keepNaN(Value bits, Value isAny);
  void dropNaN(Value bits, Value isAny);
  void createIf(Value condition, llvm::function_ref<void()> body);

  memref::AtomicRMWOp op;
  OpBuilder builder;
  Location loc;
  bool isMax;
};
} // namespace

Value LimitUpdate::limit(Value bits) {
  auto branch = scf::IfOp::create(
      builder, loc, compare(Predicate::slt, bits, 0),
      [&](OpBuilder &nested, Location) {
        OpBuilder::InsertionGuard guard(builder);
        builder.restoreInsertionPoint(nested.saveInsertionPoint());
        Value old = apply(isMax ? Kind::minu : Kind::maxu, bits);
        scf::YieldOp::create(builder, loc, old);
      },
      [&](OpBuilder &nested, Location) {
        OpBuilder::InsertionGuard guard(builder);
        builder.restoreInsertionPoint(nested.saveInsertionPoint());
        Value old = apply(isMax ? Kind::maxs : Kind::mins, bits);
        scf::YieldOp::create(builder, loc, old);
      });
  return branch.getResult(0);
}

void LimitUpdate::createIf(Value condition, llvm::function_ref<void()> body) {
  auto branch = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  body();
}

/// NaN if one is; one that does not stay where it is has to come back.
void LimitUpdate::keepNaN(Value bits, Value isAny) {
  Value nan = constant(isMax ? 0x7fc00000 : 0xffc00000);
  Value old = limit(arith::SelectOp::create(builder, loc, isAny, nan, bits));
  createIf(isLost(old), [&] { apply(isMax ? Kind::maxs : Kind::maxu, nan); });
}

/// The other one if one is NaN; one that stays where it is is taken away, or
/// what others have put there since, which then is one of those to compare.
void LimitUpdate::dropNaN(Value bits, Value isAny) {
  Value isTrue =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  auto isNot = [&](Value condition) {
    return arith::XOrIOp::create(builder, loc, condition, isTrue);
  };
  createIf(isNot(isAny), [&] {
    Value old = limit(bits);
    createIf(isKept(old), [&] {
      Value taken = apply(Kind::assign, bits);
      createIf(isNot(isKept(taken)), [&] { limit(taken); });
    });
  });
}

void LimitUpdate::rewrite() {
  Value bits =
      castTo(builder, loc, getBitsType(op.getValue().getType()), op.getValue());
  Value isAny = arith::OrIOp::create(builder, loc, isKept(bits), isLost(bits));
  if (op.getKind() == Kind::maximumf || op.getKind() == Kind::minimumf)
    keepNaN(bits, isAny);
  else
    dropNaN(bits, isAny);
  op.erase();
}

static void rewriteUpdate(memref::AtomicRMWOp op) {
  if (isFloatLimit(op.getKind()))
    LimitUpdate(op).rewrite();
  else
    rewriteSum(op);
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
