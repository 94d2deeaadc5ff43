//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ScalarBody.h"

#include "Numbers.h"
#include "ViewBuilder.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::lift;

static bool isElementType(Type type) {
  if (type.isIndex())
    return true;
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() &&
           llvm::is_contained({1, 8, 16, 32, 64}, integer.getWidth());
  return type.isBF16() || type.isF16() || type.isF32() || type.isF64();
}

LogicalResult lift::checkElementType(Operation *op, Type type) {
  if (isElementType(type))
    return success();
  InFlightDiagnostic diag = op->emitOpError("has elements of type ") << type;
  diag.attachNote()
      << "arrays have elements of i1, i8, i16, i32, i64, index, bf16, "
         "f16, f32 or f64";
  return diag;
}

Value ConversionState::getScalar(OpBuilder &builder, Location loc,
                                 Value scalar) const {
  if (auto known = values.find(scalar); known != values.end())
    return known->second;
  if (TypedAttr constant; matchPattern(scalar, m_Constant(&constant)))
    return arith::ConstantOp::create(builder, loc, constant);
  std::optional<Expr> number = sizes.getNumber(scalar);
  if (!number)
    return Value();
  Value size = ViewBuilder(builder, loc).size(*number);
  if (scalar.getType().isIndex())
    return size;
  return arith::IndexCastOp::create(builder, loc, scalar.getType(), size);
}

Value ConversionState::getElement(OpBuilder &builder, Location loc,
                                  Value value) const {
  if (isa<TensorType>(value.getType()))
    return getArray(value);
  Value scalar = getScalar(builder, loc, value);
  return scalar ? makeElement(builder, loc, scalar, value.getType()) : scalar;
}

bool ConversionState::hasScalar(Value scalar) const {
  return values.count(scalar) || matchPattern(scalar, m_Constant()) ||
         sizes.getNumber(scalar);
}

//===----------------------------------------------------------------------===//
// What is supported
//===----------------------------------------------------------------------===//

bool lift::mayTrap(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op) &&
         !matchPattern(op->getOperand(1), m_Constant());
}

static LogicalResult checkOperation(Operation &op,
                                    const ConversionState &state) {
  auto refuse = [&](const Twine &why) -> LogicalResult {
    InFlightDiagnostic diag = op.emitOpError("is not supported ") << why;
    return diag;
  };
  if (isa<linalg::IndexOp>(op) || op.hasTrait<OpTrait::IsTerminator>())
    return success();
  if (isa<cf::AssertOp>(op))
    return state.ignoreAssertions ? success() : refuseAssertion(&op);
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    if (!state.values.count(extract.getTensor()))
      return refuse("on a tensor that the body makes itself");
    return success();
  }
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    if (!state.sizes.getNumber(dim.getResult()))
      return refuse("in a body");
    return success();
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (Region &region : branch->getRegions()) {
      if (region.empty())
        return refuse("without a result");
      if (failed(checkScalarBody(region.front(), state)))
        return failure();
      for (Operation &inner : region.front())
        if (mayTrap(&inner))
          return inner.emitOpError("is not supported where it is not always "
                                   "computed");
    }
    return success();
  }
  if (!isa_and_present<arith::ArithDialect, math::MathDialect>(
          op.getDialect()) ||
      op.getNumRegions())
    return refuse("in a body");
  for (Type type :
       llvm::concat<const Type>(op.getOperandTypes(), op.getResultTypes()))
    if (failed(checkElementType(&op, type)))
      return failure();
  return success();
}

LogicalResult lift::checkScalarBody(Block &body, const ConversionState &state) {
  for (Operation &op : body) {
    if (failed(checkOperation(op, state)))
      return failure();
    if (isa<tensor::DimOp>(op))
      continue;
    for (Value operand : op.getOperands()) {
      bool isOutside =
          isa<func::FuncOp>(operand.getParentRegion()->getParentOp());
      if (isOutside && !isa<TensorType>(operand.getType()) &&
          !state.hasScalar(operand))
        return op.emitOpError(
            "uses a number from outside that is not supported");
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

namespace {
class BodyCloner {
public:
  BodyCloner(OpBuilder &builder, IRMapping &mapping,
             function_ref<Value(unsigned)> getIndex,
             const WideIndices &wideIndices, const ConversionState &state)
      : builder(builder), mapping(mapping), getIndex(getIndex),
        wideIndices(wideIndices), state(state) {}

  SmallVector<Value> clone(Block &body) {
    llvm::SaveAndRestore asserted(
        isConditional, isConditional || !body.getOps<cf::AssertOp>().empty());
    for (Operation &op : body.without_terminator())
      clone(&op);
    Operation *yield = body.getTerminator();
    return llvm::map_to_vector(yield->getOperands(), [&](Value value) {
      return get(yield->getLoc(), value);
    });
  }

private:
  Value get(Location loc, Value value) {
    Value known = mapping.lookupOrNull(value);
    return makeNumber(builder, loc,
                      known ? known : state.getScalar(builder, loc, value),
                      value.getType());
  }
  void clone(Operation *op);
  /// The results of an operation on numbers.
  SmallVector<Value> compute(Operation *op);
  Value extract(tensor::ExtractOp op);
  void choose(scf::IfOp op);

  OpBuilder &builder;
  IRMapping &mapping;
  function_ref<Value(unsigned)> getIndex;
  const WideIndices &wideIndices;
  const ConversionState &state;
  /// Whether what is copied might not have been computed, or might have failed.
  bool isConditional = false;
};
} // namespace

Value BodyCloner::extract(tensor::ExtractOp op) {
  Value array = state.getArray(op.getTensor());
  if (Value scalar = getRepeatedScalar(array))
    return scalar;
  SmallVector<Value> indices =
      llvm::map_to_vector(op.getIndices(), [&](Value index) {
        return makeIndex(builder, op.getLoc(), get(op.getLoc(), index));
      });
  if (!isConditional)
    return ViewBuilder(builder, op.getLoc()).at(array, indices);
  SmallVector<Attribute> positions(indices.size(), builder.getUnitAttr());
  Value outside = ViewBuilder(builder, op.getLoc()).zero(op.getType());
  return AtOp::create(builder, op.getLoc(), /*in_bounds=*/false, array, indices,
                      outside, builder.getArrayAttr(positions));
}

void BodyCloner::choose(scf::IfOp op) {
  Value condition = get(op.getLoc(), op.getCondition());
  llvm::SaveAndRestore nested(isConditional, true);
  SmallVector<Value> yes = clone(op.getThenRegion().front());
  SmallVector<Value> no = clone(op.getElseRegion().front());
  for (auto [result, lhs, rhs] : llvm::zip_equal(op.getResults(), yes, no)) {
    if (lhs.getType() != rhs.getType()) {
      lhs = makeWide(builder, op.getLoc(), lhs);
      rhs = makeWide(builder, op.getLoc(), rhs);
    }
    mapping.map(result, arith::SelectOp::create(builder, op.getLoc(), condition,
                                                lhs, rhs));
  }
}

/// A power with a constant exponent of 64 bits, which fits in the 32 bits that
/// devices take; null for any other.
static Value narrowPower(OpBuilder &builder, math::FPowIOp power, Value base) {
  APInt exponent;
  if (!matchPattern(power.getRhs(), m_ConstantInt(&exponent)) ||
      exponent.getBitWidth() <= 32 || !exponent.isSignedIntN(32))
    return Value();
  Value narrow = arith::ConstantIntOp::create(
      builder, power.getLoc(), exponent.getSExtValue(), /*width=*/32);
  return math::FPowIOp::create(builder, power.getLoc(), base, narrow,
                               power.getFastmath());
}

/// The results of an operation that devices do not have, written with others;
/// none for any other.
static SmallVector<Value> expand(OpBuilder &builder, Operation *op,
                                 ValueRange operands) {
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  if (isa<arith::AddUIExtendedOp>(op)) {
    Value sum = arith::AddIOp::create(builder, loc, operands[0], operands[1]);
    Value carry = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                        sum, operands[0]);
    return {sum, carry};
  }
  if (isa<arith::MulSIExtendedOp, arith::MulUIExtendedOp>(op) &&
      type.isInteger(1)) {
    Value low = arith::AndIOp::create(builder, loc, operands[0], operands[1]);
    return {low, ViewBuilder(builder, loc).zero(type)};
  }
  if (isa<arith::MulUIExtendedOp>(op)) {
    auto product =
        arith::MulSIExtendedOp::create(builder, loc, operands[0], operands[1]);
    // A factor whose first bit is set is greater by 2 ^ bits than if signed.
    Value zero = ViewBuilder(builder, loc).zero(type), high = product.getHigh();
    for (auto [factor, other] : {std::pair(operands[0], operands[1]),
                                 std::pair(operands[1], operands[0])}) {
      Value isSet = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt, factor, zero);
      high = arith::AddIOp::create(
          builder, loc, high,
          arith::SelectOp::create(builder, loc, isSet, other, zero));
    }
    return {product.getLow(), high};
  }
  if (isa<arith::FPToSIOp>(op) && type.isInteger(1)) {
    Value wide = arith::FPToSIOp::create(builder, loc, builder.getI32Type(),
                                         operands[0]);
    return {arith::TruncIOp::create(builder, loc, type, wide)};
  }
  return {};
}

SmallVector<Value> BodyCloner::compute(Operation *op) {
  SmallVector<Value> operands =
      llvm::map_to_vector(op->getOperands(), [&](Value operand) {
        return get(op->getLoc(), operand);
      });
  const bool hasWide = llvm::any_of(
      llvm::zip_equal(op->getOperands(), operands), [](const auto &both) {
        return std::get<0>(both).getType() != std::get<1>(both).getType();
      });
  SmallVector<Value> results = expand(builder, op, operands);
  if (!results.empty())
    return results;
  if (hasWide || wideIndices.contains(op) || isOnBFloats(op))
    return computeNumbers(builder, op, operands);
  for (auto [operand, value] : llvm::zip_equal(op->getOperands(), operands))
    mapping.map(operand, value);
  return llvm::to_vector_of<Value>(builder.clone(*op, mapping)->getResults());
}

void BodyCloner::clone(Operation *op) {
  if (auto power = dyn_cast<math::FPowIOp>(op))
    if (Value narrow =
            narrowPower(builder, power, get(power.getLoc(), power.getLhs()))) {
      mapping.map(power.getResult(), narrow);
      return;
    }
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](linalg::IndexOp index) {
        mapping.map(index.getResult(), getIndex(index.getDim()));
      })
      .Case([&](tensor::ExtractOp op) {
        mapping.map(op.getResult(), extract(op));
      })
      .Case([&](tensor::DimOp dim) {
        mapping.map(dim.getResult(),
                    state.getScalar(builder, dim.getLoc(), dim.getResult()));
      })
      .Case([&](scf::IfOp branch) { choose(branch); })
      .Case([](cf::AssertOp) {})
      .Default(
          [&](Operation *op) { mapping.map(op->getResults(), compute(op)); });
}

SmallVector<Value> lift::cloneScalarBody(OpBuilder &builder, Block &body,
                                         IRMapping &mapping,
                                         function_ref<Value(unsigned)> getIndex,
                                         const ConversionState &state) {
  SmallVector<Value> values =
      BodyCloner(builder, mapping, getIndex, WideIndices(body), state)
          .clone(body);
  Operation *yield = body.getTerminator();
  for (auto [value, yielded] : llvm::zip_equal(values, yield->getOperands()))
    value = makeElement(builder, yield->getLoc(), value, yielded.getType());
  return values;
}
