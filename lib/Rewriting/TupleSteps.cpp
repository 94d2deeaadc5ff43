//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps that are an operation on tuples. That this is associative, the program
// declares; as a step may also be declared so for what it does to each element,
// it is tried on some numbers.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "StepFamilies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lift;

/// The types of the accumulators.
static SmallVector<Type> getTypes(FoldPattern fold) {
  return llvm::map_to_vector(fold.getAccumulatorArgs(),
                             [](Value value) { return value.getType(); });
}

//===----------------------------------------------------------------------===//
// A step on constants
//===----------------------------------------------------------------------===//

namespace {
/// Steps on values that are known, or arguments, folded as far as they can be.
class StepFolder {
public:
  explicit StepFolder(FoldPattern fold)
      : fold(fold), builder(fold->getContext()) {
    module = ModuleOp::create(builder, fold->getLoc());
    block = &module->getBodyRegion().emplaceBlock();
    builder.setInsertionPointToStart(block);
    for (Value accumulator : fold.getAccumulatorArgs())
      unknown.push_back(
          block->addArgument(accumulator.getType(), fold->getLoc()));
  }

  ValueRange getUnknown() const { return unknown; }
  SmallVector<Value> createConstants(ArrayRef<TypedAttr> values) {
    return lift::createConstants(builder, fold->getLoc(), values);
  }
  SmallVector<Value> run(ValueRange elements, ValueRange accumulators);

private:
  Value lookUp(Value value, IRMapping &mapping);

  FoldPattern fold;
  OwningOpRef<ModuleOp> module;
  Block *block;
  OpBuilder builder;
  SmallVector<Value> unknown;
};

/// Numbers of a type that few wrong laws are true of, one after the other.
class Samples {
public:
  TypedAttr next(Type type);

private:
  uint32_t state = 1;
};
} // namespace

/// A value in place of one from outside of the step: itself if it is constant,
/// or else some number, always the same.
Value StepFolder::lookUp(Value value, IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  TypedAttr constant;
  if (!matchPattern(value, m_Constant(&constant)))
    constant = Samples().next(value.getType());
  mapping.map(value, createConstants({constant}).front());
  return mapping.lookup(value);
}

SmallVector<Value> StepFolder::run(ValueRange elements,
                                   ValueRange accumulators) {
  IRMapping mapping;
  mapping.map(fold.getElementArgs(), elements);
  mapping.map(fold.getAccumulatorArgs(), accumulators);
  for (Operation &op : fold.getStep().front().without_terminator()) {
    for (Value operand : op.getOperands())
      lookUp(operand, mapping);
    Operation *copy = builder.clone(op, mapping);
    SmallVector<Value> folded;
    if (succeeded(builder.tryFold(copy, folded)) && !folded.empty()) {
      mapping.map(op.getResults(), folded);
      copy->erase();
    }
  }
  return llvm::map_to_vector(fold.getYield()->getOperands(), [&](Value value) {
    return lookUp(value, mapping);
  });
}

TypedAttr Samples::next(Type type) {
  // A linear congruence; its upper bits are the better ones.
  state = state * 1664525 + 1013904223;
  const int64_t number = int64_t(state >> 24) - 128;
  if (auto floats = dyn_cast<FloatType>(type))
    return FloatAttr::get(floats, double(number) / 64);
  if (type.isInteger(1))
    return IntegerAttr::get(type, number & 1);
  if (isa<IntegerType>(type))
    return IntegerAttr::get(type, APInt(type.getIntOrFloatBitWidth(), number,
                                        /*isSigned=*/true,
                                        /*implicitTrunc=*/true));
  return IntegerAttr::get(type, number);
}

//===----------------------------------------------------------------------===//
// Its laws
//===----------------------------------------------------------------------===//

/// Whether two values are constants that are the same but for roundings.
static bool areClose(Value lhs, Value rhs) {
  TypedAttr left, right;
  if (!matchPattern(lhs, m_Constant(&left)) ||
      !matchPattern(rhs, m_Constant(&right)))
    return false;
  auto number = dyn_cast<FloatAttr>(left);
  if (!number)
    return left == right;
  const double a = number.getValueAsDouble(),
               b = cast<FloatAttr>(right).getValueAsDouble();
  const double epsilon =
      number.getType().getIntOrFloatBitWidth() < 32 ? 0.03 : 1e-4;
  return left == right ||
         std::abs(a - b) <= epsilon * (1 + std::abs(a) + std::abs(b));
}

/// Whether two ways to combine three tuples give the same on some numbers.
static bool
agreeOnSamples(FoldPattern fold,
               llvm::function_ref<SmallVector<Value>(StepFolder &, ValueRange,
                                                     ValueRange, ValueRange)>
                   lhs,
               llvm::function_ref<SmallVector<Value>(StepFolder &, ValueRange,
                                                     ValueRange, ValueRange)>
                   rhs) {
  constexpr unsigned kTimes = 16;
  StepFolder folder(fold);
  Samples samples;
  auto draw = [&] {
    return folder.createConstants(llvm::map_to_vector(
        getTypes(fold), [&](Type type) { return samples.next(type); }));
  };
  for (unsigned time = 0; time < kTimes; ++time) {
    SmallVector<Value> a = draw(), b = draw(), c = draw();
    for (auto [left, right] :
         llvm::zip_equal(lhs(folder, a, b, c), rhs(folder, a, b, c)))
      if (!areClose(left, right))
        return false;
  }
  return true;
}

static bool isAssociativeOnSamples(FoldPattern fold) {
  return agreeOnSamples(
      fold,
      [](StepFolder &folder, ValueRange a, ValueRange b, ValueRange c) {
        return folder.run(c, folder.run(b, a));
      },
      [](StepFolder &folder, ValueRange a, ValueRange b, ValueRange c) {
        return folder.run(folder.run(c, b), a);
      });
}

static bool isCommutativeOnSamples(FoldPattern fold) {
  return agreeOnSamples(
      fold,
      [](StepFolder &folder, ValueRange a, ValueRange b, ValueRange) {
        return folder.run(b, a);
      },
      [](StepFolder &folder, ValueRange a, ValueRange b, ValueRange) {
        return folder.run(a, b);
      });
}

/// Whether a tuple, as elements, leaves all accumulators as they are, whatever
/// these are.
static bool isNeutralTuple(FoldPattern fold, ArrayRef<TypedAttr> values) {
  StepFolder folder(fold);
  return llvm::equal(
      folder.run(folder.createConstants(values), folder.getUnknown()),
      folder.getUnknown());
}

/// What one element of a neutral tuple may be.
static SmallVector<TypedAttr> getNeutralCandidates(Type type) {
  SmallVector<TypedAttr> candidates;
  if (auto floats = dyn_cast<FloatType>(type)) {
    const auto &semantics = floats.getFloatSemantics();
    for (double number : {-0.0, 0.0, 1.0})
      candidates.push_back(FloatAttr::get(type, number));
    if (APFloat::semanticsHasInf(semantics))
      for (bool isNegative : {true, false})
        candidates.push_back(
            FloatAttr::get(type, APFloat::getInf(semantics, isNegative)));
    return candidates;
  }
  const unsigned width = type.getIntOrFloatBitWidth();
  llvm::SetVector<Attribute> values;
  for (const APInt &value :
       {APInt(width, 0), APInt(width, 1), APInt::getAllOnes(width),
        APInt::getSignedMinValue(width), APInt::getSignedMaxValue(width)})
    values.insert(IntegerAttr::get(type, value));
  for (Attribute value : values)
    candidates.push_back(cast<TypedAttr>(value));
  return candidates;
}

static std::optional<SmallVector<TypedAttr>> findNeutral(FoldPattern fold) {
  return findChoice(
      llvm::map_to_vector(getTypes(fold), getNeutralCandidates),
      [&](ArrayRef<TypedAttr> values) { return isNeutralTuple(fold, values); });
}

//===----------------------------------------------------------------------===//
// Their composition
//===----------------------------------------------------------------------===//

namespace {
class TupleComposition final : public Composition {
public:
  TupleComposition(FoldPattern fold, ArrayRef<TypedAttr> neutrals)
      : Composition(fold) {
    identity.assign(neutrals.begin(), neutrals.end());
  }

  SmallVector<Value> compose(OpBuilder &builder, ValueRange first,
                             ValueRange second) const override {
    return cloneStep(builder, getFold(), second, first);
  }
  SmallVector<Value> append(OpBuilder &builder, ValueRange first,
                            ValueRange elements) const override {
    return compose(builder, first, elements);
  }
  SmallVector<Value> apply(OpBuilder &builder, ValueRange accumulators,
                           ValueRange function) const override {
    return compose(builder, accumulators, function);
  }
  bool mayCommute() const override { return isCommutativeOnSamples(getFold()); }
  bool takesElements() const override { return true; }
  bool needsElements() const override { return true; }
  std::optional<SmallVector<TypedAttr>> findNeutralElements() const override {
    return identity;
  }
};
} // namespace

/// Whether folding says what a step does: of floats, minnumf and maxnumf are
/// folded as if there were no NaN.
static bool canBeFolded(Operation &op) {
  return isScalarOp(&op) && isPure(&op) && !isa<CallOp>(op) &&
         !isa<arith::MaxNumFOp, arith::MinNumFOp>(op) &&
         llvm::all_of(op.getResultTypes(),
                      [](Type type) { return type.isIntOrIndexOrFloat(); });
}

std::unique_ptr<Composition> lift::getTupleComposition(FoldPattern fold) {
  auto isNumber = [](Type type) { return type.isIntOrFloat(); };
  if (!declaresAssociative(fold) ||
      !llvm::equal(ValueRange(fold.getElementArgs()).getTypes(),
                   getTypes(fold)) ||
      !llvm::all_of(getTypes(fold), isNumber) ||
      !llvm::all_of(fold.getStep().front().without_terminator(), canBeFolded) ||
      !isAssociativeOnSamples(fold))
    return nullptr;
  std::optional<SmallVector<TypedAttr>> neutral = findNeutral(fold);
  return neutral ? std::make_unique<TupleComposition>(fold, *neutral) : nullptr;
}
