//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LinearForms.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Semirings
//===----------------------------------------------------------------------===//

template <typename Op>
static Value emit(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  return Op::create(builder, loc, lhs, rhs);
}

static TypedAttr getNumberAttr(Type type, double value) {
  if (isa<FloatType>(type))
    return FloatAttr::get(type, value);
  return IntegerAttr::get(type, int64_t(value));
}

static TypedAttr getInfinity(Type type, bool isNegative) {
  return FloatAttr::get(
      type,
      APFloat::getInf(cast<FloatType>(type).getFloatSemantics(), isNegative));
}

static TypedAttr getZero(Type type) { return getNumberAttr(type, 0); }
static TypedAttr getNegativeZero(Type type) {
  return getNumberAttr(type, -0.0);
}
static TypedAttr getOne(Type type) { return getNumberAttr(type, 1); }
static TypedAttr getAllOnes(Type type) {
  return IntegerAttr::get(type,
                          APInt::getAllOnes(type.getIntOrFloatBitWidth()));
}
static TypedAttr getLeast(Type type) { return getInfinity(type, true); }
static TypedAttr getGreatest(Type type) { return getInfinity(type, false); }

template <typename Plus, typename Times>
static Semiring makeSemiring(MLIRContext *context, Semiring::Constant neutral,
                             Semiring::Constant zero, Semiring::Constant one,
                             bool isExact) {
  return {OperationName(Plus::getOperationName(), context),
          OperationName(Times::getOperationName(), context),
          emit<Plus>,
          emit<Times>,
          neutral,
          zero,
          one,
          isExact};
}

SmallVector<Semiring> lift::getSemirings(Type type) {
  MLIRContext *context = type.getContext();
  if (isa<FloatType>(type))
    return {makeSemiring<arith::AddFOp, arith::MulFOp>(context, getNegativeZero,
                                                       getZero, getOne, false),
            makeSemiring<arith::MaximumFOp, arith::AddFOp>(
                context, getLeast, getLeast, getNegativeZero, false),
            makeSemiring<arith::MinimumFOp, arith::AddFOp>(
                context, getGreatest, getGreatest, getNegativeZero, false)};
  return {makeSemiring<arith::AddIOp, arith::MulIOp>(context, getZero, getZero,
                                                     getOne, true),
          makeSemiring<arith::OrIOp, arith::AndIOp>(context, getZero, getZero,
                                                    getAllOnes, true),
          makeSemiring<arith::XOrIOp, arith::AndIOp>(context, getZero, getZero,
                                                     getAllOnes, true)};
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

LinearFormFinder::LinearFormFinder(FoldPattern fold, const Semiring &semiring,
                                   std::deque<Term> &terms)
    : fold(fold), semiring(semiring), terms(terms), zero(make({Term::Zero})),
      one(make({Term::One})) {
  const size_t count = fold.getAccumulatorArgs().size();
  for (auto [i, accumulator] : llvm::enumerate(fold.getAccumulatorArgs())) {
    LinearForm form{SmallVector<const Term *, 4>(count, zero), zero};
    form.factors[i] = one;
    known[accumulator] = form;
  }
}

const Term *LinearFormFinder::make(Term term) {
  const Term *&only = made[{term.kind, term.value, term.lhs, term.rhs}];
  if (!only)
    only = &terms.emplace_back(term);
  return only;
}

const Term *LinearFormFinder::add(const Term *lhs, const Term *rhs) {
  if (lhs == zero)
    return rhs;
  return rhs == zero ? lhs : make({Term::Plus, {}, lhs, rhs});
}

const Term *LinearFormFinder::multiply(const Term *lhs, const Term *rhs) {
  if (lhs == zero || rhs == one)
    return lhs;
  return rhs == zero || lhs == one ? rhs : make({Term::Times, {}, lhs, rhs});
}

const Term *LinearFormFinder::negate(const Term *term) {
  return term == zero ? term : make({Term::Negate, {}, term});
}

const Term *LinearFormFinder::divide(const Term *term, Value divisor) {
  return term == zero ? term : make({Term::Divide, divisor, term});
}

/// Whether a choice only keeps what is not finite from a factor of zero.
bool LinearFormFinder::isGuard(Value condition, const Term *ifTrue,
                               const Term *ifFalse) const {
  auto cmp = condition.getDefiningOp<arith::CmpFOp>();
  TypedAttr constant;
  return cmp && cmp.getPredicate() == arith::CmpFPredicate::OEQ &&
         ifTrue == zero && ifFalse->kind == Term::Leaf &&
         cmp.getLhs() == ifFalse->value &&
         matchPattern(cmp.getRhs(), m_Constant(&constant)) &&
         constant == semiring.zero(ifFalse->value.getType());
}

const Term *LinearFormFinder::select(Value condition, const Term *ifTrue,
                                     const Term *ifFalse) {
  if (ifTrue == ifFalse)
    return ifTrue;
  if (isGuard(condition, ifTrue, ifFalse)) {
    areGuarded = true;
    return ifFalse;
  }
  return make({Term::Select, condition, ifTrue, ifFalse});
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

bool LinearForm::dependsOnNone() const {
  return llvm::all_of(
      factors, [](const Term *factor) { return factor->kind == Term::Zero; });
}

/// Term by term.
template <typename Combine>
static LinearForm combine(const LinearForm &lhs, const LinearForm &rhs,
                          Combine combineTerms) {
  LinearForm form;
  for (auto [left, right] : llvm::zip_equal(lhs.factors, rhs.factors))
    form.factors.push_back(combineTerms(left, right));
  form.rest = combineTerms(lhs.rest, rhs.rest);
  return form;
}

LinearForm LinearFormFinder::getIndependent(Value value) {
  LinearForm form{
      SmallVector<const Term *, 4>(fold.getAccumulatorArgs().size(), zero),
      nullptr};
  TypedAttr constant;
  const bool isConstant =
      matchPattern(value, m_Constant(&constant)) &&
      value.getType().isIntOrFloat() &&
      value.getType() == fold.getAccumulatorArgs().front().getType();
  if (isConstant && (constant == semiring.zero(value.getType()) ||
                     constant == semiring.neutral(value.getType())))
    form.rest = zero;
  else if (isConstant && constant == semiring.one(value.getType()))
    form.rest = one;
  else
    form.rest = make({Term::Leaf, value});
  return form;
}

std::optional<LinearForm> LinearFormFinder::findSum(Value lhs, Value rhs,
                                                    bool isNegative) {
  std::optional<LinearForm> left = find(lhs), right = find(rhs);
  if (!left || !right)
    return std::nullopt;
  return combine(*left, *right, [&](const Term *first, const Term *second) {
    return add(first, isNegative ? negate(second) : second);
  });
}

std::optional<LinearForm> LinearFormFinder::findProduct(Value lhs, Value rhs) {
  std::optional<LinearForm> left = find(lhs), right = find(rhs);
  if (!left || !right)
    return std::nullopt;
  if (!right->dependsOnNone())
    std::swap(left, right);
  if (!right->dependsOnNone())
    return std::nullopt;
  return combine(*left, *right, [&](const Term *term, const Term *) {
    return multiply(term, right->rest);
  });
}

std::optional<LinearForm> LinearFormFinder::findQuotient(Value value,
                                                         Value divisor) {
  std::optional<LinearForm> form = find(value), by = find(divisor);
  if (!form || !by || !by->dependsOnNone())
    return std::nullopt;
  return combine(*form, *by, [&](const Term *term, const Term *) {
    return divide(term, divisor);
  });
}

std::optional<LinearForm> LinearFormFinder::findChoice(arith::SelectOp choice) {
  std::optional<LinearForm> condition = find(choice.getCondition()),
                            ifTrue = find(choice.getTrueValue()),
                            ifFalse = find(choice.getFalseValue());
  if (!condition || !condition->dependsOnNone() || !ifTrue || !ifFalse)
    return std::nullopt;
  return combine(*ifTrue, *ifFalse, [&](const Term *lhs, const Term *rhs) {
    return select(choice.getCondition(), lhs, rhs);
  });
}

/// Of operations that sums and products of numbers alone have.
std::optional<LinearForm> LinearFormFinder::findOfRingOp(Operation *op) {
  if (isa<arith::SubFOp, arith::SubIOp>(op))
    return findSum(op->getOperand(0), op->getOperand(1), /*isNegative=*/true);
  if (isa<arith::DivFOp>(op))
    return findQuotient(op->getOperand(0), op->getOperand(1));
  if (isa<arith::NegFOp>(op)) {
    std::optional<LinearForm> form = find(op->getOperand(0));
    if (!form)
      return std::nullopt;
    return combine(*form, *form, [&](const Term *term, const Term *) {
      return negate(term);
    });
  }
  if (!isa<math::FmaOp>(op))
    return std::nullopt;
  std::optional<LinearForm> product = findProduct(op->getOperand(0),
                                                  op->getOperand(1)),
                            rest = find(op->getOperand(2));
  if (!product || !rest)
    return std::nullopt;
  return combine(*product, *rest, [&](const Term *lhs, const Term *rhs) {
    return add(lhs, rhs);
  });
}

std::optional<LinearForm> LinearFormFinder::findOfOp(Operation *op) {
  if (semiring.isPlus(op))
    return findSum(op->getOperand(0), op->getOperand(1), /*isNegative=*/false);
  if (semiring.isTimes(op))
    return findProduct(op->getOperand(0), op->getOperand(1));
  if (auto choice = dyn_cast<arith::SelectOp>(op))
    return findChoice(choice);
  const bool isRing = llvm::is_contained(
      {arith::MulFOp::getOperationName(), arith::MulIOp::getOperationName()},
      semiring.timesName.getStringRef());
  return isRing ? findOfRingOp(op) : std::nullopt;
}

std::optional<LinearForm> LinearFormFinder::find(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  std::optional<LinearForm> form;
  if (value.getParentBlock() != &fold.getStep().front() || !op) {
    form = getIndependent(value);
  } else if (isScalarOp(op) && isPure(op)) {
    const bool isIndependent =
        llvm::all_of(op->getOperands(), [&](Value operand) {
          std::optional<LinearForm> own = find(operand);
          return own && own->dependsOnNone();
        });
    form = isIndependent ? getIndependent(value) : findOfOp(op);
  }
  known[value] = form;
  return form;
}
