//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tabulator.h"

#include <limits>

using namespace mlir;
using namespace mlir::lift;

static std::set<std::string> getNames(ArrayRef<Expr> exprs) {
  std::set<std::string> names;
  for (const Expr &expr : exprs)
    expr.collectNames(names);
  return names;
}

bool Tabulator::mentions(const Expr &expr) const {
  std::set<std::string> names = getNames(expr);
  return llvm::any_of(parameters, [&](const TuningParameter &parameter) {
    return names.count(parameter.name) != 0;
  });
}

bool Tabulator::mayHold(const SizeConstraint &constraint,
                        const Values &values) const {
  SizeConstraint bound = constraint;
  bound.lhs = constraint.lhs.substitute(values);
  bound.rhs = constraint.rhs.substitute(values);
  return !bound.lhs.isError() && !bound.rhs.isError() &&
         decide(bound).value_or(true);
}

SmallVector<const SizeConstraint *>
Tabulator::getRelevant(ArrayRef<Expr> exprs) const {
  std::set<std::string> names = getNames(exprs);
  SmallVector<const SizeConstraint *> relevant;
  for (const Obligation &obligation : facts.getObligations()) {
    const SizeConstraint &constraint = obligation.constraint;
    if (llvm::any_of(
            getNames({constraint.lhs, constraint.rhs}),
            [&](const std::string &name) { return names.count(name) != 0; }))
      relevant.push_back(&constraint);
  }
  return relevant;
}

std::optional<Quantity>
Tabulator::tabulateAll(ArrayRef<Expr> exprs,
                       function_ref<int64_t(const Values &values)> compute) {
  std::set<std::string> names = getNames(exprs);
  std::vector<unsigned> mentioned, counts;
  for (auto [number, parameter] : llvm::enumerate(parameters))
    if (names.count(parameter.name)) {
      mentioned.push_back(number);
      counts.push_back(parameter.values.size());
    }
  if (Quantity::count(counts) > Quantity::kMaxValues) {
    tooMany = true;
    return std::nullopt;
  }
  return Quantity::tabulate(mentioned, counts, [&](ArrayRef<unsigned> choice) {
    Values values;
    for (auto [number, value] : llvm::zip_equal(mentioned, choice))
      values[parameters[number].name] = parameters[number].values[value];
    return compute(values);
  });
}

std::optional<Quantity>
Tabulator::tabulate(ArrayRef<Expr> exprs,
                    function_ref<int64_t(const Values &values)> compute) {
  SmallVector<const SizeConstraint *> relevant = getRelevant(exprs);
  return tabulateAll(exprs, [&](const Values &values) -> int64_t {
    bool isPossible =
        llvm::all_of(relevant, [&](const SizeConstraint *constraint) {
          return mayHold(*constraint, values);
        });
    return isPossible ? compute(values) : 0;
  });
}

std::optional<Quantity> Tabulator::getQuantity(const Expr &expr) {
  bool isKnown = true;
  std::optional<Quantity> quantity =
      tabulate(expr, [&](const Values &values) -> int64_t {
        Expr value = expr.substitute(values);
        if (value.isError())
          return std::numeric_limits<int64_t>::max();
        std::optional<int64_t> constant = value.getConstant();
        isKnown &= constant.has_value();
        return constant.value_or(0);
      });
  return isKnown ? quantity : std::nullopt;
}

std::optional<Quantity> Tabulator::getTruth(const SizeConstraint &constraint) {
  return tabulateAll(
      {constraint.lhs, constraint.rhs},
      [&](const Values &values) { return mayHold(constraint, values); });
}

Assumptions Tabulator::getFacts(const Values &values, ArrayRef<Expr> exprs,
                                const Assumptions &known) const {
  Assumptions result;
  for (const SizeConstraint *constraint : getRelevant(exprs)) {
    SizeConstraint bound = *constraint;
    bound.lhs = constraint->lhs.substitute(values);
    bound.rhs = constraint->rhs.substitute(values);
    if (!decide(bound))
      assume(result, bound);
  }
  std::set<std::string> done;
  std::function<void(const Expr &)> addRanges = [&](const Expr &expr) {
    for (const std::string &name : getNames(expr)) {
      if (values.count(name) || !done.insert(name).second)
        continue;
      auto [lower, upper] = known.getRange(name);
      // A size is at least 1, which needs no saying.
      if (!upper)
        continue;
      addRanges(lower);
      addRanges(*upper);
      result.setRange(name, lower.substitute(values),
                      upper->substitute(values));
    }
  };
  for (const Expr &expr : exprs)
    addRanges(expr);
  return result;
}
