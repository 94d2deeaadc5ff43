//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines Quantity: a number that follows from the values of some
// tuning names, written out for each combination of their values. So products
// of names and divisibility need no arithmetic in formulas, and every solver
// can deal with them.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_MAPPING_QUANTITY_H
#define LIFTDIALECT_MAPPING_QUANTITY_H

#include "LiftDialect/Mapping/Formula.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::lift {

/// A tuning name, or the vector width of a map, whose value is chosen along
/// with the mappings. As a variable of formulas, its codes are the numbers of
/// its values.
struct TuningParameter {
  std::string name;
  std::vector<int64_t> values;
  /// The number of the value that somebody has chosen.
  std::optional<unsigned> choice = std::nullopt;
  /// The map whose vector width it is.
  std::optional<unsigned> map = std::nullopt;

  /// Chooses a value; false if it cannot have that.
  bool choose(int64_t value);
  /// The number of a value, if it can have that.
  std::optional<unsigned> find(int64_t value) const;
};

class Quantity {
public:
  /// How many combinations of values are written out at most.
  static constexpr size_t kMaxValues = size_t(1) << 14;

  Quantity(int64_t constant = 0) : values{constant} {}

  /// The number of combinations of parameters that have that many values each.
  static size_t count(llvm::ArrayRef<unsigned> counts);
  /// Computes the values for all combinations, each given as the number of the
  /// value of each parameter. `parameters` are numbers in ascending order.
  static Quantity
  tabulate(std::vector<unsigned> parameters, std::vector<unsigned> counts,
           llvm::function_ref<int64_t(llvm::ArrayRef<unsigned>)> compute);
  /// The same, from values that stand there already: the last parameter is the
  /// fastest.
  static Quantity fromValues(std::vector<unsigned> parameters,
                             std::vector<unsigned> counts,
                             std::vector<int64_t> values);

  const std::vector<unsigned> &getParameters() const { return parameters; }
  const std::vector<unsigned> &getCounts() const { return counts; }
  const std::vector<int64_t> &getValues() const { return values; }
  std::optional<int64_t> getConstant() const;
  int64_t getMin() const;

  /// What `compute` makes of both; nothing if there are too many combinations.
  static std::optional<Quantity>
  combine(const Quantity &lhs, const Quantity &rhs,
          llvm::function_ref<int64_t(int64_t, int64_t)> compute);
  /// The product, or the largest number if it is larger.
  static std::optional<Quantity> multiply(const Quantity &lhs,
                                          const Quantity &rhs);

  /// Says for which values the number satisfies a test. Parameter i is variable
  /// `firstVariable` + i.
  Formula where(unsigned firstVariable,
                llvm::function_ref<bool(int64_t)> test) const;

private:
  /// The value for a combination of all parameters that `choice` has.
  int64_t at(llvm::ArrayRef<unsigned> names,
             llvm::ArrayRef<unsigned> choice) const;
  /// The combinations from number `offset` on that agree in the parameters
  /// before `depth`.
  Formula build(unsigned firstVariable, const std::vector<bool> &truth,
                size_t depth, size_t offset) const;

  std::vector<unsigned> parameters, counts;
  std::vector<int64_t> values;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_QUANTITY_H
