//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/IndexSigns.h"

#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/LiftDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;

/// Whether `value` is a size: an argument of a kernel that is an index, unless
/// `lift.value` says that it may be any number. Launches test that sizes are at
/// least 1.
static bool isSize(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto kernel =
      argument ? dyn_cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp())
               : gpu::GPUFuncOp();
  return kernel && value.getType().isIndex() &&
         !kernel.getArgAttr(argument.getArgNumber(),
                            LiftDialect::ValueAttrHelper::getNameStr());
}

/// Whether a launch tests that `number` divides a size.
static bool isMultipleOf(Value size, int64_t number) {
  auto argument = cast<BlockArgument>(size);
  auto kernel = cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp());
  auto name = kernel.getArgAttrOfType<StringAttr>(
      argument.getArgNumber(), LiftDialect::NameAttrHelper::getNameStr());
  return name &&
         llvm::any_of(
             getRequirements(kernel), [&](const SizeConstraint &required) {
               return required.kind == ConstraintKind::Divides &&
                      required.rhs.getName() == name.str() &&
                      required.lhs.getConstant().value_or(1) % number == 0;
             });
}

/// Whether `op` is the quotient of a size by what divides it.
static bool isPartOfSize(arith::DivUIOp op) {
  APInt divisor;
  return isSize(op.getLhs()) &&
         matchPattern(op.getRhs(), m_ConstantInt(&divisor)) &&
         divisor.isStrictlyPositive() &&
         isMultipleOf(op.getLhs(), divisor.getSExtValue());
}

bool lift::isPositive(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.isStrictlyPositive();
  if (isSize(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (auto quotient = dyn_cast_if_present<arith::DivUIOp>(op))
    return isPartOfSize(quotient);
  return isa_and_present<gpu::BlockDimOp, gpu::GridDimOp>(op) ||
         (isa_and_present<arith::MulIOp>(op) && value.getType().isIndex() &&
          llvm::all_of(op->getOperands(), isPositive));
}

/// How deep expressions are looked into.
static constexpr unsigned kMaxDepth = 8;

static bool isNonNegative(Value value, unsigned indexBits, bool usesSizes,
                          unsigned depth) {
  if (depth > kMaxDepth)
    return false;
  auto recurse = [&](Value other) {
    return isNonNegative(other, indexBits, usesSizes, depth + 1);
  };
  auto getBits = [&](Type type) {
    type = getElementTypeOrSelf(type);
    return type.isIndex() ? indexBits : type.getIntOrFloatBitWidth();
  };
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.isNonNegative();
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (usesSizes && isSize(value))
      return true;
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop)
      return false;
    if (value == loop.getInductionVar())
      return !loop.getUnsignedCmp() && recurse(loop.getLowerBound());
    // An index that a loop advances.
    unsigned number = argument.getArgNumber() - loop.getNumInductionVars();
    auto sum = loop.getYieldedValues()[number].getDefiningOp<arith::AddIOp>();
    return sum && value.getType().isIndex() && sum.getLhs() == value &&
           recurse(loop.getInitArgs()[number]) && recurse(sum.getRhs());
  }
  Operation *op = value.getDefiningOp();
  auto operand = [&](unsigned number) {
    return recurse(op->getOperand(number));
  };
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  bool isExact =
      value.getType().isIndex() || (flags && flags.hasNoSignedWrap());
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<gpu::ThreadIdOp, gpu::BlockIdOp, gpu::BlockDimOp, gpu::GridDimOp,
            gpu::GlobalIdOp>([](auto) { return true; })
      .Case<arith::AddIOp, arith::MulIOp>(
          [&](auto) { return isExact && operand(0) && operand(1); })
      .Case<arith::DivSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp,
            arith::OrIOp, arith::XOrIOp, arith::MinSIOp, arith::MaxUIOp>(
          [&](auto) { return operand(0) && operand(1); })
      .Case<arith::RemUIOp, arith::AndIOp, arith::MinUIOp, arith::MaxSIOp>(
          [&](auto) { return operand(0) || operand(1); })
      .Case<arith::RemSIOp, arith::DivUIOp, arith::ShRUIOp, arith::ShRSIOp>(
          [&](auto) { return operand(0); })
      .Case([&](arith::SelectOp) { return operand(1) && operand(2); })
      .Case([&](arith::ExtUIOp) { return true; })
      .Case([&](arith::ExtSIOp) { return operand(0); })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>([&](auto) {
        unsigned from = getBits(op->getOperand(0).getType());
        unsigned to = getBits(value.getType());
        return (from < to && isa<arith::IndexCastUIOp>(op)) ||
               (from <= to && operand(0));
      })
      .Default([](Operation *) { return false; });
}

bool lift::isNonNegative(Value value, unsigned indexBits, bool usesSizes) {
  return ::isNonNegative(value, indexBits, usesSizes, /*depth=*/0);
}

bool lift::isKnownUnrolled(Value value) {
  if (matchPattern(value, m_Constant()))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop =
        dyn_cast_or_null<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && value == loop.getInductionVar() &&
           loop->getAttrOfType<UnitAttr>(
               LiftDialect::UnrollAttrHelper::getNameStr());
  }
  return isa<arith::AddIOp, arith::MulIOp>(value.getDefiningOp()) &&
         llvm::all_of(value.getDefiningOp()->getOperands(), isKnownUnrolled);
}
