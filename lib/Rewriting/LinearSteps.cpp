//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps that are linear in the accumulators, as recurrences are:
//
//   acc_i' = sum_j A_ij(x) * acc_j + b_i(x)
//
// where + and * are those of a semiring, as also max and +. A coefficient that
// is zero or one in all steps, and in all that these compose to, is none.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/ValueUses.h"
#include "LinearForms.h"
#include "LinearPattern.h"
#include "StepFamilies.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lift;

/// The most coefficients of a function.
static constexpr unsigned kMaxCoefficients = 12;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// What is known of a coefficient, whatever the elements are.
enum class Known { Zero, One, Nothing };

/// A coefficient while functions are composed.
struct Coefficient {
  Known known;
  Value value = {};
};

/// A matrix, row by row, each with what is added.
using Matrix = SmallVector<Coefficient>;

class LinearComposition final : public Composition {
public:
  static std::unique_ptr<Composition> get(FoldPattern fold,
                                          const Semiring &semiring);

  SmallVector<Value> compose(OpBuilder &builder, ValueRange first,
                             ValueRange second) const override {
    return pack(builder, multiply(builder, unpack(second), unpack(first)));
  }
  SmallVector<Value> append(OpBuilder &builder, ValueRange first,
                            ValueRange elements) const override {
    return pack(builder,
                multiply(builder, emitStep(builder, elements), unpack(first)));
  }
  SmallVector<Value> apply(OpBuilder &builder, ValueRange accumulators,
                           ValueRange function) const override;
  /// Translations do.
  bool commute() const override { return pattern->isTranslation(); }
  bool takesElements() const override;

private:
  LinearComposition(FoldPattern fold, const Semiring &semiring)
      : Composition(fold), semiring(semiring),
        count(fold.getAccumulatorArgs().size()) {}

  unsigned getRowSize() const { return count + 1; }
  void findIdentity();
  Matrix unpack(ValueRange values) const;
  SmallVector<Value> pack(OpBuilder &builder, const Matrix &matrix) const;
  Matrix multiply(OpBuilder &builder, const Matrix &second,
                  const Matrix &first) const;
  Coefficient multiply(OpBuilder &builder, const Coefficient &lhs,
                       const Coefficient &rhs) const;
  Coefficient add(OpBuilder &builder, const Coefficient &lhs,
                  const Coefficient &rhs) const;
  Matrix emitStep(OpBuilder &builder, ValueRange elements) const;
  Value emitTerm(OpBuilder &builder, const Term *term,
                 IRMapping &mapping) const;

  Semiring semiring;
  unsigned count;
  Type type;
  std::deque<Term> terms;
  bool areReset = false;
  /// The entries of a step, row by row.
  SmallVector<const Term *> step;
  std::optional<LinearPattern> pattern;
};
} // namespace

/// Whether a factor may be zero in one step and not in another, as a choice:
/// what has overflown must not come back as NaN.
static bool mayBeZero(const Term *factor) {
  auto isZero = [](const Term *term) { return term->kind == Term::Zero; };
  return factor->kind == Term::Select
             ? isZero(factor->lhs) || isZero(factor->rhs) ||
                   mayBeZero(factor->lhs) || mayBeZero(factor->rhs)
             : (factor->lhs && mayBeZero(factor->lhs)) ||
                   (factor->rhs && mayBeZero(factor->rhs));
}

void LinearComposition::findIdentity() {
  for (unsigned i = 0; i < pattern->getNumCoefficients(); ++i) {
    auto [row, column] = pattern->getFirst(i);
    identity.push_back(column == count ? semiring.neutral(type)
                       : row == column ? semiring.one(type)
                                       : semiring.zero(type));
  }
}

std::unique_ptr<Composition> LinearComposition::get(FoldPattern fold,
                                                    const Semiring &semiring) {
  std::unique_ptr<LinearComposition> linear(
      new LinearComposition(fold, semiring));
  LinearFormFinder finder(fold, semiring, linear->terms);
  for (Value next : fold.getYield()->getOperands()) {
    std::optional<LinearForm> form = finder.find(next);
    if (!form)
      return nullptr;
    for (const Term *factor : form->factors)
      linear->areReset |= mayBeZero(factor);
    llvm::append_range(linear->step, form->factors);
    linear->step.push_back(form->rest);
  }
  linear->type = fold.getAccumulatorArgs().front().getType();
  linear->areReset |= finder.hasGuards();
  linear->areReset &= isa<FloatType>(linear->type);
  linear->pattern.emplace(linear->step, linear->count);
  // Without any, each step leaves the accumulators as they are.
  const unsigned number = linear->pattern->getNumCoefficients();
  if (number == 0 || number > kMaxCoefficients)
    return nullptr;
  linear->findIdentity();
  return linear;
}

Matrix LinearComposition::unpack(ValueRange values) const {
  Matrix matrix;
  for (unsigned row = 0; row < count; ++row)
    for (unsigned column = 0; column <= count; ++column) {
      const int entry = pattern->getEntry(row, column);
      if (entry == LinearPattern::kZero)
        matrix.push_back({Known::Zero});
      else if (entry == LinearPattern::kOne)
        matrix.push_back({Known::One});
      else
        matrix.push_back({Known::Nothing, values[entry]});
    }
  return matrix;
}

SmallVector<Value> LinearComposition::pack(OpBuilder &builder,
                                           const Matrix &matrix) const {
  SmallVector<Value> values;
  for (unsigned i = 0; i < pattern->getNumCoefficients(); ++i) {
    auto [row, column] = pattern->getFirst(i);
    const Coefficient &coefficient = matrix[row * getRowSize() + column];
    if (coefficient.known == Known::Nothing) {
      values.push_back(coefficient.value);
      continue;
    }
    values.push_back(arith::ConstantOp::create(
        builder, getFold()->getLoc(),
        coefficient.known == Known::One ? semiring.one(type)
        : column == count               ? semiring.neutral(type)
                                        : semiring.zero(type)));
  }
  return values;
}

Coefficient LinearComposition::multiply(OpBuilder &builder,
                                        const Coefficient &lhs,
                                        const Coefficient &rhs) const {
  if (lhs.known == Known::Zero || rhs.known == Known::One)
    return lhs;
  if (rhs.known == Known::Zero || lhs.known == Known::One)
    return rhs;
  Location loc = getFold()->getLoc();
  Value product = semiring.times(builder, loc, lhs.value, rhs.value);
  if (areReset) {
    Value zero = arith::ConstantOp::create(builder, loc, semiring.zero(type));
    Value isZero = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OEQ, lhs.value, zero);
    product = arith::SelectOp::create(builder, loc, isZero, zero, product);
  }
  return {Known::Nothing, product};
}

Coefficient LinearComposition::add(OpBuilder &builder, const Coefficient &lhs,
                                   const Coefficient &rhs) const {
  if (lhs.known == Known::Zero)
    return rhs;
  if (rhs.known == Known::Zero)
    return lhs;
  auto getValue = [&](const Coefficient &coefficient) -> Value {
    if (coefficient.known == Known::Nothing)
      return coefficient.value;
    return arith::ConstantOp::create(builder, getFold()->getLoc(),
                                     semiring.one(type));
  };
  return {Known::Nothing, semiring.plus(builder, getFold()->getLoc(),
                                        getValue(lhs), getValue(rhs))};
}

Matrix LinearComposition::multiply(OpBuilder &builder, const Matrix &second,
                                   const Matrix &first) const {
  const unsigned size = getRowSize();
  Matrix product;
  for (unsigned i = 0; i < count; ++i)
    for (unsigned j = 0; j < size; ++j) {
      Coefficient sum{Known::Zero};
      for (unsigned k = 0; k < count; ++k)
        sum = add(builder, sum,
                  multiply(builder, second[i * size + k], first[k * size + j]));
      if (j == count)
        sum = add(builder, sum, second[i * size + j]);
      product.push_back(sum);
    }
  return product;
}

SmallVector<Value> LinearComposition::apply(OpBuilder &builder,
                                            ValueRange accumulators,
                                            ValueRange function) const {
  const unsigned size = getRowSize();
  const Matrix matrix = unpack(function);
  SmallVector<Value> results;
  for (unsigned i = 0; i < count; ++i) {
    Coefficient sum{Known::Zero};
    for (unsigned k = 0; k < count; ++k)
      sum = add(builder, sum,
                multiply(builder, matrix[i * size + k],
                         {Known::Nothing, accumulators[k]}));
    sum = add(builder, sum, matrix[i * size + count]);
    results.push_back(
        sum.known == Known::Nothing
            ? sum.value
            : arith::ConstantOp::create(builder, getFold()->getLoc(),
                                        sum.known == Known::One
                                            ? semiring.one(type)
                                            : semiring.neutral(type)));
  }
  return results;
}

bool LinearComposition::takesElements() const {
  auto elements = getFold().getElementArgs();
  if (elements.size() != pattern->getNumCoefficients())
    return false;
  return llvm::all_of(llvm::enumerate(elements), [&](auto element) {
    auto [row, column] = pattern->getFirst(element.index());
    const Term *term = step[row * getRowSize() + column];
    return term->kind == Term::Leaf && term->value == element.value();
  });
}

Matrix LinearComposition::emitStep(OpBuilder &builder,
                                   ValueRange elements) const {
  IRMapping mapping;
  mapping.map(getFold().getElementArgs(), elements);
  // What depends on accumulators is not there.
  DenseSet<Value> dependent(llvm::from_range, getFold().getAccumulatorArgs());
  for (Operation &op : getFold().getStep().front().without_terminator()) {
    if (llvm::any_of(op.getOperands(), [&](Value operand) {
          return dependent.contains(operand);
        }))
      dependent.insert_range(op.getResults());
    else if (isScalarOp(&op))
      builder.clone(op, mapping);
  }
  DenseMap<const Term *, Value> emitted;
  return llvm::map_to_vector(step, [&](const Term *term) {
    if (term->kind == Term::Zero)
      return Coefficient{Known::Zero};
    if (term->kind == Term::One)
      return Coefficient{Known::One};
    // Once, so that what is equal is seen to be.
    Value &value = emitted[term];
    if (!value)
      value = emitTerm(builder, term, mapping);
    return Coefficient{Known::Nothing, value};
  });
}

Value LinearComposition::emitTerm(OpBuilder &builder, const Term *term,
                                  IRMapping &mapping) const {
  Location loc = getFold()->getLoc();
  auto emit = [&](const Term *other) {
    return emitTerm(builder, other, mapping);
  };
  switch (term->kind) {
  case Term::Zero:
    return arith::ConstantOp::create(builder, loc, semiring.zero(type));
  case Term::One:
    return arith::ConstantOp::create(builder, loc, semiring.one(type));
  case Term::Leaf:
    return mapping.lookupOrDefault(term->value);
  case Term::Plus:
    return semiring.plus(builder, loc, emit(term->lhs), emit(term->rhs));
  case Term::Times:
    return semiring.times(builder, loc, emit(term->lhs), emit(term->rhs));
  case Term::Negate: {
    Value value = emit(term->lhs);
    if (isa<FloatType>(type))
      return arith::NegFOp::create(builder, loc, value);
    Value none = arith::ConstantOp::create(builder, loc, semiring.zero(type));
    return arith::SubIOp::create(builder, loc, none, value);
  }
  case Term::Divide:
    return arith::DivFOp::create(builder, loc, emit(term->lhs),
                                 mapping.lookupOrDefault(term->value));
  case Term::Select:
    return arith::SelectOp::create(builder, loc,
                                   mapping.lookupOrDefault(term->value),
                                   emit(term->lhs), emit(term->rhs));
  }
  llvm_unreachable("a kind of term");
}

std::unique_ptr<Composition> lift::getLinearComposition(FoldPattern fold,
                                                        Refusal &refusal) {
  ValueRange accumulators(fold.getAccumulatorArgs());
  Type type = accumulators.front().getType();
  if (!type.isIntOrFloat() || !llvm::all_equal(accumulators.getTypes()) ||
      llvm::any_of(ValueRange(fold.getElementArgs()).getTypes(),
                   llvm::IsaPred<ArrayType>))
    return nullptr;
  for (const Semiring &semiring : getSemirings(type)) {
    auto linear = LinearComposition::get(fold, semiring);
    if (!linear)
      continue;
    if (semiring.isExact || declaresAssociative(fold))
      return linear;
    (void)refusal.set(fold, "has steps that are linear, and could be composed, "
                            "but is not declared associative");
    return nullptr;
  }
  return nullptr;
}
