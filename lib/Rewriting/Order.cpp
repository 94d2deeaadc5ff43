//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Order.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::isTermIfTrue(const Selection &selection, size_t i) {
  return arith::SelectOp(selection.selects[i]).getTrueValue() ==
         selection.terms[i];
}

/// What an order says of numbers, if it is one: of two different ones it
/// chooses the same, whichever comes first.
template <typename Number>
static std::optional<Order> compareNumbers(const Choice &choice,
                                           const Number &less,
                                           const Number &greater) {
  Order order;
  order.isGreaterBetter = choice.choosesTerm(greater, less);
  order.isStrict = !choice.choosesTerm(less, less);
  if (order.isGreaterBetter == choice.choosesTerm(less, greater))
    return std::nullopt;
  return order;
}

std::optional<Order> lift::findOrder(const Choice &choice) {
  if (auto cmp = dyn_cast<arith::CmpFOp>(choice.cmp)) {
    const APFloat one(1.0), two(2.0);
    // What is no number is never better.
    if (choice.choosesTerm(APFloat::getNaN(one.getSemantics()), one))
      return std::nullopt;
    std::optional<Order> order = compareNumbers(choice, one, two);
    if (order)
      order->fastmath = cmp.getFastmath();
    return order;
  }
  const APInt one(8, 1), two(8, 2), last(8, 255);
  std::optional<Order> order = compareNumbers(choice, one, two);
  if (order)
    order->isSigned = choice.choosesTerm(last, one) != order->isGreaterBetter;
  return order;
}

std::optional<Order> Order::get(const Selection &selection) {
  Operation *cmp = selection.condition.getDefiningOp();
  if (!isa_and_present<arith::CmpFOp, arith::CmpIOp>(cmp))
    return std::nullopt;
  for (size_t i = 1; i < selection.selects.size(); ++i)
    if (isTermIfTrue(selection, i) != isTermIfTrue(selection, 0))
      return std::nullopt;
  for (size_t i = 0; i < selection.selects.size(); ++i)
    for (bool isTermLeft : {false, true})
      if (cmp->getOperand(isTermLeft ? 0 : 1) == selection.terms[i] &&
          cmp->getOperand(isTermLeft ? 1 : 0) == selection.accumulators[i] &&
          !isa<VectorType>(selection.terms[i].getType())) {
        std::optional<Order> order =
            findOrder({cmp, isTermLeft, isTermIfTrue(selection, 0)});
        if (order)
          order->key = i;
        return order;
      }
  return std::nullopt;
}

TypedAttr Order::getWorst(Type type) const {
  if (auto number = dyn_cast<FloatType>(type))
    return FloatAttr::get(
        type, APFloat::getInf(number.getFloatSemantics(), isGreaterBetter));
  const unsigned width = type.getIntOrFloatBitWidth();
  if (isGreaterBetter)
    return IntegerAttr::get(type, isSigned ? APInt::getSignedMinValue(width)
                                           : APInt::getMinValue(width));
  return IntegerAttr::get(type, isSigned ? APInt::getSignedMaxValue(width)
                                         : APInt::getMaxValue(width));
}

Value Order::createEqual(OpBuilder &builder, Value term,
                         Value accumulator) const {
  Location loc = term.getLoc();
  if (!fastmath)
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, term,
                                 accumulator);
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, term,
                               accumulator, *fastmath);
}

bool lift::reducesInSteps(FoldPattern fold) {
  auto hasFold = [](Region &region) {
    return !region.getOps<FoldPattern>().empty();
  };
  return hasFold(fold.getStep()) ||
         llvm::any_of(fold.getInputs(), [&](Value input) {
           auto map = input.getDefiningOp<MapOp>();
           return map && hasFold(map.getBody());
         });
}
