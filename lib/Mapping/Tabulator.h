//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how size expressions that mention tuning names become
// quantities: for each combination of values they are put in.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_MAPPING_TABULATOR_H
#define LIFT_LIB_MAPPING_TABULATOR_H

#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Mapping/Quantity.h"

namespace mlir::lift {

class Tabulator {
public:
  using Values = std::map<std::string, Expr>;

  /// `parameters` are those of a function, and `facts` its facts; both outlive
  /// this.
  Tabulator(ArrayRef<TuningParameter> parameters, const SizeFacts &facts)
      : parameters(parameters), facts(facts) {}

  /// Whether an expression mentions a tuning name.
  bool mentions(const Expr &expr) const;
  /// The value of an expression, where it satisfies all that is required of
  /// sizes; nothing if it has other names. What is too large to be counted is
  /// the largest number.
  std::optional<Quantity> getQuantity(const Expr &expr);
  /// Whether a constraint may hold.
  std::optional<Quantity> getTruth(const SizeConstraint &constraint);
  /// What `compute` says of values of the names that `exprs` mention, and 0
  /// where these satisfy not all that is required; nothing if they are too many
  /// combinations.
  std::optional<Quantity>
  tabulate(ArrayRef<Expr> exprs,
           function_ref<int64_t(const Values &values)> compute);

  /// What is known of the names that `exprs` mention, beside tuning names, if
  /// these have certain values; `known` has the ranges of the names.
  Assumptions getFacts(const Values &values, ArrayRef<Expr> exprs,
                       const Assumptions &known) const;

  /// Whether something was left out for having too many combinations.
  bool hadTooMany() const { return tooMany; }

private:
  std::optional<Quantity>
  tabulateAll(ArrayRef<Expr> exprs,
              function_ref<int64_t(const Values &values)> compute);
  /// The obligations that share a name with `exprs`.
  SmallVector<const SizeConstraint *> getRelevant(ArrayRef<Expr> exprs) const;
  bool mayHold(const SizeConstraint &constraint, const Values &values) const;

  ArrayRef<TuningParameter> parameters;
  const SizeFacts &facts;
  bool tooMany = false;
};

} // namespace mlir::lift

#endif // LIFT_LIB_MAPPING_TABULATOR_H
