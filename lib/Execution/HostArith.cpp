//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arith dialect on integers for the interpreter of host functions.
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/HostInterpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

namespace {
/// What an operation on two integers gives: a value, or why there is none.
struct Outcome {
  std::optional<int64_t> value;
  const char *error = nullptr;
};
} // namespace

static Outcome fail(const char *error) { return {std::nullopt, error}; }

/// The bits of an integer or index type.
static unsigned getWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

/// `value` without the bits above `width`.
static uint64_t zeroExtend(int64_t value, unsigned width) {
  return width >= 64 ? uint64_t(value)
                     : uint64_t(value) & ((uint64_t(1) << width) - 1);
}

static int64_t signExtend(int64_t value, unsigned width) {
  return width >= 64 ? value : llvm::SignExtend64(uint64_t(value), width);
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// Sums, differences and products must fit. A 1 bit integer is a truth value,
/// and may wrap.
static Outcome fit(bool overflow, int64_t value, unsigned width) {
  if (width == 1)
    return {signExtend(value, 1)};
  if (overflow || !llvm::isIntN(width, value))
    return fail("overflows");
  return {value};
}

static Outcome divideSigned(Operation *op, int64_t lhs, int64_t rhs) {
  if (rhs == 0)
    return fail("divides by zero");
  if (rhs == -1 && lhs == std::numeric_limits<int64_t>::min())
    return fail("overflows");
  int64_t quotient = lhs / rhs;
  bool isInexact = lhs % rhs != 0;
  bool isNegative = (lhs < 0) != (rhs < 0);
  if (isa<arith::RemSIOp>(op))
    return {lhs % rhs};
  if (isa<arith::FloorDivSIOp>(op) && isInexact && isNegative)
    return {quotient - 1};
  if (isa<arith::CeilDivSIOp>(op) && isInexact && !isNegative)
    return {quotient + 1};
  return {quotient};
}

static Outcome divideUnsigned(Operation *op, int64_t lhs, int64_t rhs,
                              unsigned width) {
  uint64_t a = zeroExtend(lhs, width);
  uint64_t b = zeroExtend(rhs, width);
  if (b == 0)
    return fail("divides by zero");
  uint64_t result = isa<arith::RemUIOp>(op)       ? a % b
                    : isa<arith::CeilDivUIOp>(op) ? a / b + (a % b != 0)
                                                  : a / b;
  return {signExtend(int64_t(result), width)};
}

/// The operation on two integers of `width` bits; an empty outcome if it is
/// none that a host function may have.
static Outcome evaluateBinary(Operation *op, int64_t lhs, int64_t rhs,
                              unsigned width) {
  int64_t wrapped;
  uint64_t a = zeroExtend(lhs, width);
  uint64_t b = zeroExtend(rhs, width);
  return llvm::TypeSwitch<Operation *, Outcome>(op)
      .Case<arith::AddIOp>([&](auto) {
        bool overflow = __builtin_add_overflow(lhs, rhs, &wrapped);
        return fit(overflow, wrapped, width);
      })
      .Case<arith::SubIOp>([&](auto) {
        bool overflow = __builtin_sub_overflow(lhs, rhs, &wrapped);
        return fit(overflow, wrapped, width);
      })
      .Case<arith::MulIOp>([&](auto) {
        bool overflow = __builtin_mul_overflow(lhs, rhs, &wrapped);
        return fit(overflow, wrapped, width);
      })
      .Case<arith::DivSIOp, arith::RemSIOp, arith::FloorDivSIOp,
            arith::CeilDivSIOp>(
          [&](auto division) { return divideSigned(division, lhs, rhs); })
      .Case<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(
          [&](auto division) {
            return divideUnsigned(division, lhs, rhs, width);
          })
      .Case<arith::MinSIOp>([&](auto) { return Outcome{std::min(lhs, rhs)}; })
      .Case<arith::MaxSIOp>([&](auto) { return Outcome{std::max(lhs, rhs)}; })
      .Case<arith::MinUIOp>([&](auto) { return Outcome{a < b ? lhs : rhs}; })
      .Case<arith::MaxUIOp>([&](auto) { return Outcome{a < b ? rhs : lhs}; })
      .Case<arith::AndIOp>([&](auto) { return Outcome{lhs & rhs}; })
      .Case<arith::OrIOp>([&](auto) { return Outcome{lhs | rhs}; })
      .Case<arith::XOrIOp>([&](auto) { return Outcome{lhs ^ rhs}; })
      .Default([](Operation *) { return Outcome(); });
}

static bool compare(arith::CmpIOp op, int64_t lhs, int64_t rhs) {
  // The predicate's own semantics, from upstream.
  unsigned width = getWidth(op.getLhs().getType());
  return arith::applyCmpPredicate(op.getPredicate(),
                                  APInt(width, zeroExtend(lhs, width)),
                                  APInt(width, zeroExtend(rhs, width)));
}

//===----------------------------------------------------------------------===//
// Conversions and constants
//===----------------------------------------------------------------------===//

/// Conversions between integers; nothing for other operations.
static std::optional<int64_t> evaluateCast(Operation *op, int64_t value) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      !op->getOperand(0).getType().isIntOrIndex() ||
      !op->getResult(0).getType().isIntOrIndex())
    return std::nullopt;
  unsigned from = getWidth(op->getOperand(0).getType());
  unsigned to = getWidth(op->getResult(0).getType());
  if (isa<arith::IndexCastUIOp, arith::ExtUIOp>(op))
    return signExtend(int64_t(zeroExtend(value, from)), to);
  if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op))
    return signExtend(value, to);
  return std::nullopt;
}

static std::optional<HostValue> evaluateConstant(arith::ConstantOp op) {
  if (auto integer = dyn_cast<IntegerAttr>(op.getValue()))
    return HostValue(integer.getValue().sextOrTrunc(64).getSExtValue());
  auto number = dyn_cast<FloatAttr>(op.getValue());
  if (!number)
    return std::nullopt;
  uint64_t bits = number.getValue().bitcastToAPInt().getZExtValue();
  const char *bytes = reinterpret_cast<const char *>(&bits);
  RawScalar raw;
  raw.bytes.assign(bytes, bytes + getDeviceBytes(number.getType()));
  return HostValue(raw);
}

//===----------------------------------------------------------------------===//
// The dialect
//===----------------------------------------------------------------------===//

/// Reports an operation that a host function may not have.
static FailureOr<HostValue> refuse(Operation *op, HostFailure &why) {
  why = HostFailure::Unsupported;
  op->emitOpError(
      "cannot be run on the host: it is not integer arithmetic that "
      "a host function may have");
  return failure();
}

/// The operands as integers, or nothing if one is no integer of at most 64
/// bits.
static std::optional<SmallVector<int64_t>>
getIntegers(Operation *op, ArrayRef<HostValue> operands) {
  SmallVector<int64_t> integers;
  for (const HostValue &operand : operands) {
    const int64_t *integer = std::get_if<int64_t>(&operand);
    if (!integer)
      return std::nullopt;
    integers.push_back(*integer);
  }
  return integers;
}

FailureOr<HostValue> run::evaluateArith(Operation *op,
                                        ArrayRef<HostValue> operands,
                                        HostFailure &why) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    std::optional<HostValue> value = evaluateConstant(constant);
    return value ? FailureOr<HostValue>(*value) : refuse(op, why);
  }
  if (isa<arith::SelectOp>(op)) {
    const int64_t *condition = std::get_if<int64_t>(&operands[0]);
    return condition ? FailureOr<HostValue>(operands[*condition != 0 ? 1 : 2])
                     : refuse(op, why);
  }
  std::optional<SmallVector<int64_t>> integers = getIntegers(op, operands);
  if (!integers || op->getNumResults() != 1)
    return refuse(op, why);
  if (auto comparison = dyn_cast<arith::CmpIOp>(op))
    return HostValue(
        int64_t(compare(comparison, (*integers)[0], (*integers)[1]) ? -1 : 0));
  if (integers->size() == 1)
    if (std::optional<int64_t> value = evaluateCast(op, integers->front()))
      return HostValue(*value);
  if (integers->size() != 2)
    return refuse(op, why);
  Outcome outcome = evaluateBinary(op, (*integers)[0], (*integers)[1],
                                   getWidth(op->getResult(0).getType()));
  if (outcome.value)
    return HostValue(*outcome.value);
  if (!outcome.error)
    return refuse(op, why);
  why = HostFailure::Precondition;
  op->emitOpError("on ") << (*integers)[0] << " and " << (*integers)[1] << " "
                         << outcome.error;
  return failure();
}
