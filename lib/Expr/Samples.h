//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines sample values that satisfy all assumptions. A claim that is
// false for a sample needs no proof search: nearly all claims that the
// simplifier tries and cannot prove end here.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EXPR_SAMPLES_H
#define LIFT_LIB_EXPR_SAMPLES_H

#include "LiftDialect/Expr/Expr.h"

namespace mlir::lift::detail {

class Prover;

/// Values for names, made on demand and the same in every run.
class Sample {
public:
  explicit Sample(unsigned seed) : seed(seed) {}

  /// The value of an expression, or nothing if it has none in this sample.
  std::optional<int64_t> evaluate(const Expr &expr, const Prover &prover);

  /// Whether the values satisfy all facts, and those of `rangedNames` fit into
  /// their ranges.
  bool satisfiesFacts(const Prover &prover,
                      const std::vector<std::string> &rangedNames);

  /// Whether something depends on the value of a name.
  bool hasValue(const std::string &name) const { return values.count(name); }

private:
  std::optional<int64_t> getValue(const std::string &name,
                                  const Prover &prover);
  std::optional<int64_t> makeSize(const std::string &name,
                                  const Prover &prover);
  int64_t getHiddenDivisor(const std::string &name, const Prover &prover) const;
  /// The next number from `value` on for which sums of the name and others can
  /// be divided by what is known to divide them.
  int64_t makeDivisible(const std::string &name, int64_t value,
                        const Prover &prover);
  std::optional<int64_t> makeRanged(const std::string &name,
                                    const Prover &prover);
  uint64_t getRandom(const std::string &name) const;

  unsigned seed;
  /// Nothing for names without a possible value, and while one is sought.
  std::map<std::string, std::optional<int64_t>> values;
};

/// A few samples that satisfy the facts; maybe none.
std::vector<Sample> makeSamples(const Prover &prover);

} // namespace mlir::lift::detail

#endif // LIFT_LIB_EXPR_SAMPLES_H
